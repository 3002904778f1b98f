"""The files of a release: the version that each states, the files in it, and its checksum."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from typing import IO, NamedTuple

from .running import Stop, ask
from .versions import Version

SUMS, SIGNATURE, IMAGES = "SHA256SUMS", "SHA256SUMS.asc", "images.json"


class File(NamedTuple):
    """A file in an artefact."""

    name: str
    sha1: str
    sha256: str


@dataclass(frozen=True)
class Artefact:
    """A package or an archive."""

    path: Path
    #: "deb", "archive", "wheel", "sdist" or "npm".
    kind: str
    #: The package's name in its own manifest.
    name: str
    #: The version that its manifest states.
    version: str
    files: tuple[File, ...]
    #: Dependencies as the manifest states them, such as "pyzmq>=25"; optional ones separately.
    dependencies: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    architecture: str = ""

    def is_of(self, version: Version) -> bool:
        return self.version == form(version, self.kind)


def form(version: Version, kind: str) -> str:
    """The version as an artefact of this kind states it."""
    return {"deb": version.debian, "wheel": version.python, "sdist": version.python}.get(kind, str(version))


def sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _file(name: str, stream: IO[bytes]) -> File:
    sha1, other = hashlib.sha1(usedforsecurity=False), hashlib.sha256()
    while block := stream.read(1 << 20):
        sha1.update(block)
        other.update(block)
    return File("./" + name.removeprefix("./"), sha1.hexdigest(), other.hexdigest())


def _tar(archive: tarfile.TarFile) -> Iterator[tuple[tarfile.TarInfo, File]]:
    for member in archive:
        if member.isfile():
            stream = archive.extractfile(member)
            if stream is not None:
                yield member, _file(member.name, stream)


def _deb(path: Path) -> Artefact:
    fields = HeaderParser().parsestr(ask("dpkg-deb", "--field", path) or "")
    process = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(path)], stdout=subprocess.PIPE)
    with process, tarfile.open(fileobj=process.stdout, mode="r|") as archive:
        files = tuple(file for _, file in _tar(archive))
    return Artefact(path, "deb", fields["Package"], fields["Version"], files, _names(fields["Depends"]),
                    _names(fields["Recommends"]) + _names(fields["Suggests"]), fields["Architecture"])


def _names(relation: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (relation or "").replace("\n", " ").split(",") if part.strip())


def _python(metadata: str, path: Path, kind: str, files: tuple[File, ...]) -> Artefact:
    fields = HeaderParser().parsestr(metadata)
    required = fields.get_all("Requires-Dist") or []
    return Artefact(path, kind, fields["Name"], fields["Version"], files,
                    tuple(one for one in required if "extra ==" not in one))


def _wheel(path: Path) -> Artefact:
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        text = archive.read(metadata).decode()
        files = []
        for name in names:
            with archive.open(name) as stream:
                files.append(_file(name, stream))
    return _python(text, path, "wheel", tuple(files))


def _gzipped(path: Path) -> Artefact:
    """An sdist, a tarball of npm, or the archive of the programs: the manifest in it says which one."""
    files, manifests = [], {}
    with tarfile.open(path, "r:gz") as archive:
        for member, file in _tar(archive):
            files.append(file)
            parts = member.name.split("/")
            if len(parts) == 2 and parts[1] in ("PKG-INFO", "package.json"):
                stream = archive.extractfile(member)
                manifests[parts[1]] = stream.read().decode() if stream else ""
    if "PKG-INFO" in manifests:
        return _python(manifests["PKG-INFO"], path, "sdist", tuple(files))
    if "package.json" in manifests:
        manifest = json.loads(manifests["package.json"])
        peers, optional = manifest.get("peerDependencies", {}), manifest.get("peerDependenciesMeta", {})
        both = {**manifest.get("dependencies", {}), **peers}
        is_optional = {name for name in both if optional.get(name, {}).get("optional")}
        return Artefact(path, "npm", manifest["name"], manifest["version"], tuple(files),
                        tuple(f"{name} {both[name]}" for name in both if name not in is_optional),
                        tuple(f"{name} {both[name]}" for name in both if name in is_optional))
    match = re.fullmatch(r"standups-(.+)-linux-([a-z0-9_]+)", files[0].name.split("/")[1]) if files else None
    if not match:
        raise Stop(1, f"{path.name} is not an archive of this product.", "Remove it from the directory.")
    return Artefact(path, "archive", "standups", match[1], tuple(files), architecture=match[2])


def read(path: Path) -> Artefact | None:
    """The artefact in a file; None for a file of another kind. Raises `Stop` if it is damaged."""
    reader = {".deb": _deb, ".whl": _wheel, ".gz": _gzipped, ".tgz": _gzipped}.get(path.suffix)
    if reader is None:
        return None
    try:
        return reader(path)
    except (OSError, EOFError, KeyError, ValueError, tarfile.TarError, zipfile.BadZipFile) as error:
        raise Stop(1, f"{path.name} cannot be read: {error}.", "Make or download it again.") from error


def read_all(directory: Path) -> list[Artefact]:
    found = [read(path) for path in sorted(directory.iterdir()) if path.is_file()]
    return [artefact for artefact in found if artefact is not None]


# --- images ----------------------------------------------------------------------------------------


class Image(NamedTuple):
    """An image in the local Docker."""

    name: str
    #: Digest of its configuration, by which Docker knows it whatever its tags are.
    id: str
    title: str = ""


def write_images(directory: Path, images: list[Image]) -> None:
    rows = [{"name": image.name, "id": image.id, "description": image.title} for image in images]
    (directory / IMAGES).write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_images(directory: Path) -> list[Image]:
    """The images of a release; none if it has none."""
    path = directory / IMAGES
    if not path.exists():
        return []
    return [Image(row["name"], row["id"], row["description"]) for row in json.loads(path.read_text(encoding="utf-8"))]


# --- checksums -------------------------------------------------------------------------------------


def summed(directory: Path) -> list[Path]:
    """The files that the checksums cover: all but the checksums and their signature."""
    return [path for path in sorted(directory.iterdir()) if path.name not in (SUMS, SIGNATURE)]


def write_sums(directory: Path) -> None:
    """Writes the checksums in the format of sha256sum."""
    lines = [f"{sha256(path)}  {path.name}\n" for path in summed(directory)]
    (directory / SUMS).write_text("".join(lines), encoding="utf-8")


def read_sums(directory: Path) -> dict[str, str]:
    lines = (directory / SUMS).read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def wrong_sums(directory: Path) -> list[str]:
    """A sentence for each file that is missing, damaged, or not listed."""
    listed = read_sums(directory)
    found = {path.name for path in summed(directory)}
    problems = [f"{name} is listed in {SUMS} but is missing." for name in listed if name not in found]
    problems += [f"{name} is not listed in {SUMS}." for name in sorted(found - listed.keys())]
    for name in sorted(found & listed.keys()):
        path = directory / name
        if not path.is_file() or sha256(path) != listed[name]:
            problems.append(f"{name} differs from its checksum in {SUMS}.")
    return problems
