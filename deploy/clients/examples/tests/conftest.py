from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

python = Path(__file__).resolve().parents[2] / "python"
examples = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(python / "tests"), str(examples)]

from services import Services  # noqa: E402


@pytest.fixture
def services(request: pytest.FixtureRequest) -> Iterator[Services]:
    """The services, with the settings that an indirect parameter names."""
    with Services(getattr(request, "param", None)) as services:
        prepare(services)
        yield services


@pytest.fixture
def served() -> Iterator[Services]:
    """The services, whose page listens on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        web = f"127.0.0.1:{free.getsockname()[1]}"
    with Services({"STANDUPS_WEB": web}) as services:
        prepare(services)
        yield services


def prepare(services: Services) -> None:
    environment = services.environment
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    environment["PYTHONUNBUFFERED"] = "1"
    environment["PATH"] = f"{services.binaries}{os.pathsep}{environment['PATH']}"


@pytest.fixture
def nats_url(tmp_path: Path) -> Iterator[str]:
    """A nats-server for this test alone, on a port that it chooses."""
    program = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        assert "CI" not in os.environ, "nats-server has to be there in CI: scripts/setup gets it"
        pytest.skip("nats-server is not installed: scripts/setup gets it")
    folder = tmp_path / "nats"
    folder.mkdir()
    process = subprocess.Popen(
        [program, "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", folder / "data", "--ports_file_dir", folder],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + 20
        while not (ports := list(folder.glob("*.ports"))):
            assert time.monotonic() < end and process.poll() is None, "nats-server did not start"
            time.sleep(0.02)
        yield json.loads(ports[0].read_text())["nats"][0]
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def bridged(nats_url: str) -> Iterator[Services]:
    """The services, with a bridge that publishes to that server and accepts a few commands from it."""
    settings = {"STANDUPS_NATS_URL": nats_url, "STANDUPS_NATS_COMMANDS": "standups.create,standups.list"}
    with Services(settings) as services:
        prepare(services)
        yield services
