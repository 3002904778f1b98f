"""Follows docs/events.md as a reader would: runs every program and command and compares the printed lines with the
page."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pages import ROOT, blocks
from services import Services
from standups import Client, CloudEvent
from test_examples import begin

[(_, INSTALL), (_, PYTHON), (_, PUBLISH), (_, PYTHON_PRINTS)] = blocks("events.md", "Python")
[(_, SHELL), (_, SHELL_PRINTS)] = blocks("events.md", "Shell")
[(_, JAVASCRIPT), (_, JAVASCRIPT_PRINTS)] = blocks("events.md", "JavaScript")
[(_, C), (_, C_PRINTS)] = blocks("events.md", "C")
[(_, EVENT)] = blocks("events.md", "Format of an event")


class Terminal:
    """A running command and the lines that it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def line(self, wanted: str) -> None:
        """Waits until the command prints this line."""
        printed: list[str] = []
        while wanted not in printed:
            try:
                printed.append(self.lines.get(timeout=120))
            except queue.Empty:
                raise AssertionError(f"{wanted!r} was not printed, but {printed}") from None


@contextmanager
def terminal(services: Services, *command: str, cwd: Path = ROOT, **variables: str) -> Iterator[Terminal]:
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=services.environment | variables,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield Terminal(process)
    finally:
        os.killpg(process.pid, 9)
        process.communicate()


def run(services: Services, script: str, cwd: Path = ROOT) -> None:
    subprocess.run(["sh", "-euc", script], cwd=cwd, env=services.environment, check=True)


@pytest.mark.services
def test_python(services: Services, tmp_path: Path) -> None:
    # Only packages that the page installs may be imported.
    services.environment.pop("PYTHONPATH")
    shutil.copytree(ROOT / "deploy/clients/python", tmp_path / "deploy/clients/python")
    run(services, INSTALL.replace("python3 -m venv", f"{sys.executable} -m venv"), tmp_path)
    (tmp_path / "follow.py").write_text(PYTHON, encoding="utf-8")
    with terminal(services, "venv/bin/python", "follow.py", cwd=tmp_path) as follow:
        follow.line("following")
        run(services, PUBLISH)
        follow.line(PYTHON_PRINTS)


@pytest.mark.services
def test_shell(services: Services) -> None:
    with terminal(services, "sh", "-c", SHELL) as watch:
        run(services, PUBLISH)
        watch.line(SHELL_PRINTS)


@pytest.mark.services
def test_javascript(served: Services, tmp_path: Path) -> None:
    served.environment["NODE_PATH"] = "/usr/share/nodejs"
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/standups-client").symlink_to(ROOT / "deploy/clients/javascript")
    (tmp_path / "follow.mjs").write_text(JAVASCRIPT, encoding="utf-8")
    invite = [served.binaries / "standups", "web", "invite", "ada", "--role", "observer", "--json"]
    invited = subprocess.run(invite, env=served.environment, check=True, capture_output=True, text=True)
    link = json.loads(invited.stdout)["link"]
    with terminal(served, "node", "follow.mjs", link, cwd=tmp_path) as follow:
        follow.line("following")
        run(served, PUBLISH)
        follow.line(JAVASCRIPT_PRINTS)


@pytest.mark.services
def test_c(services: Services, tmp_path: Path) -> None:
    compile, start = C.split("\n")
    run(services, compile.replace("-o now_speaking", f"-o {tmp_path}/now_speaking"))
    with Client(services.endpoints) as client:
        meeting = begin(client)
        command = start.replace("./", f"{tmp_path}/") + " 2>&1"
        with terminal(services, "sh", "-c", command, MEETING=meeting) as speaking:
            speaking.line("Confirmed.")
            client.meetings.next(meeting)
            speaking.line(C_PRINTS)


@pytest.mark.services
def test_the_event_on_the_page_is_like_a_real_one(services: Services) -> None:
    with Client(services.endpoints) as client:
        events = client.follow(types=["meeting.speakerChanged"])
        next(events)
        meeting = begin(client)
        client.meetings.next(meeting)
        event = next(item for item in events if isinstance(item, CloudEvent))
        shown = json.loads(EVENT)
        assert shown.keys() == event.raw.keys()
        assert event.data == shown["data"] | {
            "attendee": {"id": event.data["attendee"]["id"], "name": shown["data"]["attendee"]["name"]},
            "elapsedMs": event.data["elapsedMs"],
            "undo": event.data["undo"],
        }
        assert event.data["undo"].keys() == shown["data"]["undo"].keys()
        assert event.data["undo"]["kind"] == shown["data"]["undo"]["kind"]
