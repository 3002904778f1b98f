"""The programs from PyPI, in a virtual environment that the user's cache keeps."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .running import EX_UNAVAILABLE, Stop, quietly

PINS = Path(__file__).with_name("tools.txt")


def directory() -> Path:
    """The environment's directory, of its own for each list of programs."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    digest = hashlib.sha256(PINS.read_bytes() + sys.version.encode()).hexdigest()[:12]
    return cache / "standups" / f"release-{digest}"


def interpreter(logs: Path) -> Path:
    """The Python with `build`, `twine` and `spdx_tools`. Raises `Stop` if PyPI cannot be reached for them."""
    place = directory()
    found = place / "bin/python"
    # Written last, so an environment that was interrupted is made again.
    whole = place / "whole"
    if whole.exists():
        return found
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        quietly("a Python environment", [sys.executable, "-m", "venv", place], logs / "venv.log")
        quietly("build, twine and spdx-tools from PyPI",
                [found, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", PINS], logs / "pip.log")
    except Stop as stop:
        raise Stop(EX_UNAVAILABLE, "The tools from PyPI cannot be installed.", *stop.lines,
                   "Install python3-venv (scripts/setup does) and check the network.") from stop
    whole.touch()
    return found


def validate(python: Path, sbom: Path) -> list[str]:
    """The faults that the SPDX project's own validator finds, a line for each."""
    ended = subprocess.run([python, "-m", "spdx_tools.spdx.clitools.pyspdxtools", "--infile", sbom],
                           capture_output=True, text=True, check=False)
    if ended.returncode == 0:
        return []
    return [line for line in (ended.stdout + ended.stderr).splitlines() if line.strip()][:20] or ["It is not valid SPDX."]
