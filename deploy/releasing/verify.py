"""Checks a finished release: checksums, signature, SBOM, and the version of each artefact."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from . import tools
from .artefacts import IMAGES, SIGNATURE, SUMS, Artefact, form, read_all, read_images, read_sums, wrong_sums
from .running import EX_USAGE, Stop, ask, fine, warn, wrong
from .sbom import is_program, problems, wrong_content
from .versions import Version

SBOM_SUFFIX = ".spdx.json"


def version_of(directory: Path) -> Version:
    """The version of a finished release, from the name of its SBOM. Raises `Stop` if it has none."""
    found = list(directory.glob(f"standups-*{SBOM_SUFFIX}")) if directory.is_dir() else []
    if len(found) != 1 or not (directory / SUMS).is_file():
        raise Stop(EX_USAGE, f"{directory} does not contain a finished release; expected {SUMS} and one standups-VERSION{SBOM_SUFFIX}.",
                   "Name the directory that scripts/release VERSION wrote.")
    return Version.parse(found[0].name.removeprefix("standups-").removesuffix(SBOM_SUFFIX))


def signature(directory: Path, key: str | None) -> tuple[list[str], str]:
    """Faults of the signature, and a sentence about it if it is fine. With a key it has to be by that one."""
    path = directory / SIGNATURE
    if not path.exists():
        return ([f"The release is not signed; expected a signature by {key}."], "") if key else ([], "")
    ended = subprocess.run(["gpg", "--batch", "--status-fd", "1", "--verify", path, directory / SUMS],
                           capture_output=True, text=True, check=False)
    lines = [line.split() for line in ended.stdout.splitlines() if line.startswith("[GNUPG:] ")]
    valid = [words for words in lines if words[1] == "VALIDSIG"]
    if any(words[1] == "NO_PUBKEY" for words in lines):
        return [f"{SIGNATURE} cannot be checked: its key is not in your keyring. Import it with gpg --import FILE."], ""
    if ended.returncode != 0 or not valid:
        return [f"{SIGNATURE} is not a valid signature of {SUMS}."], ""
    # The last word is the primary key's fingerprint, if a subkey signed.
    signers = {valid[0][2], valid[0][-1]}
    if key and not signers & fingerprints(key):
        return [f"{SIGNATURE} is by {valid[0][-1]}; expected {key}."], ""
    return [], f"signed by {valid[0][-1]}"


def fingerprints(key: str, *, secret: bool = False) -> set[str]:
    """The fingerprints of a key in the keyring; none if it is not there."""
    found = ask("gpg", "--batch", "--with-colons", "--list-secret-keys" if secret else "--list-keys", key, check=False) or ""
    return {line.split(":")[9] for line in found.splitlines() if line.startswith("fpr:")}


def wrong_programs(debs: list[Artefact], version: Version) -> tuple[list[str], int]:
    """A sentence for each packaged program that states another version, and the number of programs that ran here."""
    here = ask("dpkg", "--print-architecture", check=False)
    found, ran = [], 0
    with tempfile.TemporaryDirectory(prefix="standups-") as directory:
        root = Path(directory)
        runnable = [deb for deb in debs if deb.architecture == here]
        for deb in runnable:
            ask("dpkg-deb", "--extract", deb.path, root)
        for deb in runnable:
            for path in sorted(root / file.name for file in deb.files):
                if path.suffix == ".so" or not is_program(path):
                    continue
                # Without its libraries, which apt installs, it does not run.
                printed = ask(path, "--version", check=False)
                if printed is not None:
                    ran += 1
                    if printed.split()[-1:] != [str(version)]:
                        found.append(f"{path.name} in {deb.path.name} reports “{printed}”; expected {version}.")
    return found, ran


def wrong_images(directory: Path, version: Version) -> tuple[list[str], int]:
    """A sentence for each image that has another version, and the number of images that this machine has."""
    found, seen = [], 0
    for image in read_images(directory):
        stated = ask("docker", "image", "inspect", "--format",
                     '{{index .Config.Labels "org.opencontainers.image.version"}}', image.id, check=False)
        if stated is not None:
            seen += 1
            if stated != str(version):
                found.append(f"The image {image.name} has version {stated}; expected {version}.")
    return found, seen


def check(directory: Path, logs: Path, key: str | None = None, *, is_own: bool = False) -> list[str]:
    """Checks a release and reports each part; returns a sentence for each fault.

    A release of one's own was validated when it was made, and its programs may be run without a signature.
    """
    version = version_of(directory)
    faults: list[str] = []

    def part(found: list[str], sentence: str) -> None:
        faults.extend(found)
        if not found and sentence:
            fine(sentence)

    part(wrong_sums(directory), f"checksums of {len(read_sums(directory))} files")
    found, sentence = signature(directory, key)
    part(found, sentence)
    if not found and not sentence:
        warn("not signed")

    try:
        artefacts = read_all(directory)
    except Stop as stop:
        return [*faults, stop.sentence]
    part([f"{artefact.path.name} has version {artefact.version}; expected {form(version, artefact.kind)}."
          for artefact in artefacts if not artefact.is_of(version)],
         f"{len(artefacts)} packages and archives of version {version}")
    debs = [artefact for artefact in artefacts if artefact.kind == "deb"]
    if debs and not is_own and (faults or not sentence):
        warn("The programs were not run, because no valid signature shows who made them; their versions were not checked.")
    elif debs:
        found, ran = wrong_programs(debs, version)
        part(found, f"{ran} programs report version {version}" if ran else "")
        if not ran:
            warn("The programs in the packages do not run on this machine, so their versions were not checked.")
    if (directory / IMAGES).exists():
        found, seen = wrong_images(directory, version)
        part(found, f"{seen} images of version {version}" if seen else "")
        if not seen:
            warn("This machine does not have the images, so their versions were not checked.")

    sbom = directory / f"standups-{version}{SBOM_SUFFIX}"
    try:
        value = json.loads(sbom.read_text(encoding="utf-8"))
        found = problems(value) or wrong_content(value, directory, artefacts, version)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return [*faults, f"{sbom.name} is not an SPDX document: {error!r}."]
    part(found, f"SBOM: {len(value['packages'])} packages, {len(value['files'])} files")
    if not is_own and not found:
        try:
            python = tools.interpreter(logs)
        except Stop as stop:
            warn(f"The SBOM was not validated by spdx-tools. {stop.sentence}")
        else:
            part([f"The SBOM is not valid: {line}" for line in tools.validate(python, sbom)], "SBOM: valid SPDX 2.3")
    return faults


def report(faults: list[str]) -> int:
    for fault in faults:
        wrong(fault)
    return 1 if faults else 0
