"""Semantic versions and the forms that packages give them, and the changelog."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .running import EX_USAGE, Stop

FORM = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(alpha|beta|rc)\.(0|[1-9]\d*))?")
_STAGES = {"alpha": "a", "beta": "b", "rc": "rc"}


@dataclass(frozen=True, order=True)
class Version:
    """A version by semver.org; of the pre-releases those that PyPI, npm and Debian can all express and order alike."""

    major: int
    minor: int
    patch: int
    #: "alpha", "beta" and "rc" are in alphabetical order; a release follows all of its pre-releases.
    stage: str = "release"
    number: int = 0

    @classmethod
    def parse(cls, text: str) -> Version:
        """Raises `Stop` for an invalid one."""
        match = FORM.fullmatch(text)
        if not match:
            raise Stop(EX_USAGE, f"Invalid version: {text}. Expected MAJOR.MINOR.PATCH, such as 1.2.0,"
                                 " or a pre-release, such as 1.2.0-rc.1 (alpha, beta or rc).")
        major, minor, patch, stage, number = match.groups()
        return cls(int(major), int(minor), int(patch), stage or "release", int(number or 0))

    @property
    def is_prerelease(self) -> bool:
        return self.stage != "release"

    def __str__(self) -> str:
        return self._core + (f"-{self.stage}.{self.number}" if self.is_prerelease else "")

    @property
    def debian(self) -> str:
        """1.2.0~rc.1: in Debian's order, this is before 1.2.0, and a hyphen would begin a revision."""
        return str(self).replace("-", "~")

    @property
    def python(self) -> str:
        """1.2.0rc1, as PEP 440 normalizes it."""
        return self._core + (f"{_STAGES[self.stage]}{self.number}" if self.is_prerelease else "")

    @property
    def tag(self) -> str:
        return f"v{self}"

    @property
    def _core(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


UNRELEASED = "## Unreleased"


def unreleased(changelog: str) -> str | None:
    """The text of the section Unreleased, without its heading; None if it is missing."""
    match = re.search(rf"^{UNRELEASED}[ \t]*$(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return match[1].strip("\n") if match else None


def entries(section: str) -> int:
    """The number of entries of a section."""
    return len(re.findall(r"^[-*] \S", section, re.MULTILINE))


def released(changelog: str, version: Version, date: str) -> str:
    """The changelog with the entries of Unreleased under the version, and an empty section Unreleased above it."""
    return re.sub(rf"^{UNRELEASED}[ \t]*$", f"{UNRELEASED}\n\n## [{version}] – {date}", changelog, count=1, flags=re.MULTILINE)


def section(changelog: str, version: str) -> str:
    """The text of a version's section, without its heading; empty if the changelog does not have it."""
    match = re.search(rf"^## \[{re.escape(version)}\][^\n]*$(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return match[1].strip("\n") if match else ""
