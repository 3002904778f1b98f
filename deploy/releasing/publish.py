"""Publishes a finished release: images to a registry, the Python package to an index, the npm package to its registry."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import tools
from .artefacts import Artefact, Image, read_all, read_images
from .running import EX_UNAVAILABLE, Stop, ask, quietly, step
from .versions import Version


@dataclass(frozen=True)
class Targets:
    """Addresses to publish to; an empty one is left out."""

    #: Host and path that images are named with, such as registry.example.org/team.
    registry: str = ""
    #: URL to which twine uploads.
    index: str = ""
    #: URL of the registry of npm.
    npm: str = ""

    def __bool__(self) -> bool:
        return bool(self.registry or self.index or self.npm)


def missing_tools(targets: Targets) -> list[Stop]:
    needed = [("docker", targets.registry, "pushes the images"), ("npm", targets.npm, "publishes the JavaScript package")]
    return [Stop(EX_UNAVAILABLE, f"{tool}, which {purpose}, is missing.", f"Install {tool}, or publish without it.")
            for tool, wanted, purpose in needed if wanted and not shutil.which(tool)]


def publish(directory: Path, version: Version, targets: Targets, logs: Path) -> list[str]:
    """Publishes everything that has a target, and returns a line for each thing. Raises `Stop` at the first failure.

    Things that a target has already are left there, so that a repeated call does the rest.
    """
    artefacts, images = read_all(directory), read_images(directory)
    pythons = [artefact for artefact in artefacts if artefact.kind in ("wheel", "sdist")]
    scripts = [artefact for artefact in artefacts if artefact.kind == "npm"]
    for wanted, found, what in [(targets.registry, images, "images"), (targets.index, pythons, "Python package"),
                                (targets.npm, scripts, "npm package")]:
        if wanted and not found:
            raise Stop(1, f"{directory} has no {what} to publish.", "Publish without that target.")
    published = []

    def note(line: str) -> None:
        published.append(line)
        print(line, flush=True)

    if targets.registry:
        step(f"Images, to {targets.registry}")
        for image in images:
            for line in _push(image, version, targets.registry, logs):
                note(line)
    if targets.index:
        step(f"Python package, to {targets.index}")
        python = tools.interpreter(logs)
        for artefact in pythons:
            note(_upload(python, artefact, targets.index))
    if targets.npm:
        step(f"npm package, to {targets.npm}")
        for artefact in scripts:
            note(_npm(artefact, version, targets.npm))
    return published


def tags(version: Version) -> list[str]:
    """The tags of an image. `latest` never names a pre-release."""
    return [str(version)] if version.is_prerelease else [str(version), "latest"]


def _push(image: Image, version: Version, registry: str, logs: Path) -> list[str]:
    if ask("docker", "image", "inspect", "--format", "{{.Id}}", image.id, check=False) is None:
        raise Stop(1, f"This machine does not have the image {image.name} of the release ({image.id[:19]}…).",
                   "Publish on the machine that made the release.")
    lines = []
    for tag in tags(version):
        name = f"{registry.rstrip('/')}/{image.name}:{tag}"
        ask("docker", "tag", image.id, name)
        log = logs / f"push-{image.name}.log"
        quietly(f"pushing {name}", ["docker", "push", name], log)
        digest = re.search(r"digest: (sha256:[0-9a-f]{64})", log.read_text(encoding="utf-8", errors="replace"))
        lines.append(f"pushed {name} {digest[1] if digest else ''}".rstrip())
    return lines


def _upload(python: Path, artefact: Artefact, index: str) -> str:
    # Name and password come from ~/.pypirc or TWINE_USERNAME and TWINE_PASSWORD.
    # Verbose, as only the text of a refusal says that an index has the file; in one line, so that it can be found.
    ended = subprocess.run(
        [python, "-m", "twine", "--no-color", "upload", "--verbose", "--non-interactive", "--disable-progress-bar", "--repository-url", index,
         artefact.path], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "2000"})
    if ended.returncode == 0:
        return f"uploaded {artefact.path.name} to {index}"
    said = ended.stdout + ended.stderr
    if re.search(r"\b409\b|already exist", said):
        return f"{artefact.path.name} is already at {index}"
    reason = re.findall(r"HTTPError: (.+)", said) or [line for line in said.splitlines() if line.strip()][-1:] or ["twine gave no reason"]
    raise Stop(1, f"{artefact.path.name} cannot be uploaded to {index}: {reason[0].strip()}",
               "Check the URL, and name and password in ~/.pypirc or TWINE_USERNAME and TWINE_PASSWORD.")


def _npm(artefact: Artefact, version: Version, registry: str) -> str:
    name = f"{artefact.name}@{artefact.version}"
    there = ask("npm", "view", name, "dist.shasum", "--json", "--registry", registry, check=False)
    if there:
        shasum = hashlib.sha1(artefact.path.read_bytes(), usedforsecurity=False).hexdigest()
        if json.loads(there) == shasum:
            return f"{name} is already at {registry}"
        raise Stop(1, f"{registry} has a different {name}.", "A published version cannot be replaced: release a new one.")
    # The token comes from ~/.npmrc.
    ended = subprocess.run(
        ["npm", "publish", artefact.path, "--registry", registry, "--tag", "next" if version.is_prerelease else "latest"],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if ended.returncode != 0:
        reason = re.findall(r"^npm (?:ERR!|error) (?!A complete log)(.+)$", ended.stderr, re.MULTILINE) or ["npm gave no reason"]
        raise Stop(1, f"{name} cannot be published to {registry}: {' '.join(reason[:2])}",
                   "Check the URL, and the registry's token in ~/.npmrc.")
    return f"published {name} to {registry}"
