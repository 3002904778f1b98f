"""The whole client of docs/protocol.md, run as it is printed there."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fake_router import FakeRouter
from journal import Journal
from services import Services
from standups.codec import Message

PAGE = Path(__file__).resolve().parents[4] / "docs/protocol.md"


def printed() -> str:
    """The program of the page."""
    section = PAGE.read_text(encoding="utf-8").split("\n## A whole client\n", 1)[1].split("\n## ", 1)[0]
    return section.split("```python\n", 1)[1].split("\n```", 1)[0]


class Program:
    """The program, whose lines come as it prints them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def line(self) -> str:
        return self._lines.get(timeout=60)

    def rest(self) -> list[str]:
        """The lines until it has ended, which has to be well."""
        assert self.process.wait(60) == 0
        self._reader.join()
        return list(self._lines.queue)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()


@contextmanager
def running(commands: str, events: str) -> Iterator[Program]:
    process = subprocess.Popen(
        [sys.executable, "-c", printed()],
        env={**os.environ, "STANDUPS_COMMANDS": commands, "STANDUPS_EVENTS": events},
        stdout=subprocess.PIPE,
        text=True,
    )
    program = Program(process)
    try:
        yield program
    finally:
        program.close()
        assert process.stdout is not None
        process.stdout.close()


class Meeting:
    """A router with a journal that is older than the client, and the one meeting that the client starts."""

    def __init__(self, router: FakeRouter) -> None:
        self.router, self.id = router, str(uuid.uuid4())
        for _ in range(5):
            router.journal.add(standup="other")
        # A client that asks for all of it gets `compacted`.
        router.journal.compact(4)
        self.started = threading.Event()
        router.script = self.answer

    def answer(self, message: Message) -> dict[str, Any]:
        if message.target == "standups.create":
            return {"id": "s"}
        assert message.target == "meetings.start"
        self.router.journal.live.append(self.id)
        self.started.set()
        return {"session": {"id": self.id}}

    def wait(self) -> None:
        assert self.started.wait(60)

    def add(self, type: str) -> dict[str, Any]:
        return self.router.journal.add(type, meeting=self.id)


def test_events_that_were_lost_are_replayed(router: FakeRouter) -> None:
    meeting = Meeting(router)
    with running(router.endpoints.commands, router.endpoints.events) as program:
        meeting.wait()
        router.publish(meeting.add("meeting.started"))
        assert "meeting.started" in program.line()
        meeting.add("meeting.speakerChanged")
        router.publish(meeting.add("meeting.finished"))
        assert [line.split()[1] for line in program.rest()] == ["meeting.speakerChanged", "meeting.finished"]


def test_where_events_are_kept_no_more_the_state_says_how_it_goes_on(router: FakeRouter) -> None:
    meeting = Meeting(router)
    with running(router.endpoints.commands, router.endpoints.events) as program:
        meeting.wait()
        router.publish(meeting.add("meeting.started"))
        program.line()
        meeting.add("meeting.speakerChanged")
        router.journal.compact(router.journal.head + 1)
        assert program.line() == "snapshot: the meeting goes on\n"
        router.publish(meeting.add("meeting.finished"))
        assert [line.split()[1] for line in program.rest()] == ["meeting.finished"]


def test_another_journal_is_not_taken_for_the_same(router: FakeRouter) -> None:
    meeting = Meeting(router)
    with running(router.endpoints.commands, router.endpoints.events) as program:
        meeting.wait()
        router.publish(meeting.add("meeting.started"))
        program.line()
        # A backup from before the meeting is restored.
        router.journal = Journal()
        assert program.rest() == ["snapshot: the meeting is over\n"]


@pytest.mark.services
def test_it_holds_a_meeting_though_the_router_dies() -> None:
    with Services() as services, running(services.endpoints.commands, services.endpoints.events) as program:
        lines = [program.line()]
        services.kill("router")
        lines += program.rest()
    types = [line.split()[1] for line in lines]
    assert types[0] == "meeting.started" and types[-1] == "meeting.finished"
    durable = [type for type in types if type != "meeting.tick"]
    assert len(durable) == len(set(durable)), types
