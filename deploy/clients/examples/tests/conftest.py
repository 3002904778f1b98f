from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

python = Path(__file__).resolve().parents[2] / "python"
examples = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(python / "tests"), str(examples)]

from services import Services  # noqa: E402


@pytest.fixture
def services() -> Iterator[Services]:
    with Services() as services:
        environment = services.environment
        environment["PYTHONPATH"] = os.pathsep.join(sys.path)
        environment["PYTHONUNBUFFERED"] = "1"
        environment["PATH"] = f"{services.binaries}{os.pathsep}{environment['PATH']}"
        yield services
