"""The complete client of docs/protocol.md, run as printed there against a scripted router."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fake_router import FakeRouter
from journal import Journal
from pages import blocks
from standups.codec import Message

[(_, PRINTED)] = blocks("protocol.md", "A complete client")


class Program:
    """The running program and its output."""

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
        """The lines up to the program's exit, which must have status 0."""
        assert self.process.wait(60) == 0
        self._reader.join()
        return list(self._lines.queue)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()


@contextmanager
def running(environment: Mapping[str, str]) -> Iterator[Program]:
    process = subprocess.Popen(
        [sys.executable, "-c", PRINTED], env=environment, stdout=subprocess.PIPE, text=True
    )
    program = Program(process)
    try:
        yield program
    finally:
        program.close()
        assert process.stdout is not None
        process.stdout.close()


def at(router: FakeRouter) -> dict[str, str]:
    """The environment of a program that connects to this router."""
    endpoints = router.endpoints
    return {**os.environ, "STANDUPS_COMMANDS": endpoints.commands, "STANDUPS_EVENTS": endpoints.events}


class Meeting:
    """The meeting that the client starts; the router's journal is older than the client."""

    def __init__(self, router: FakeRouter) -> None:
        self.router, self.id = router, str(uuid.uuid4())
        for _ in range(5):
            router.journal.add(standup="other")
        # A replay from the beginning is rejected as `compacted`.
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


def test_lost_events_are_replayed(router: FakeRouter) -> None:
    meeting = Meeting(router)
    with running(at(router)) as program:
        meeting.wait()
        router.publish(meeting.add("meeting.started"))
        assert "meeting.started" in program.line()
        meeting.add("meeting.speakerChanged")
        router.publish(meeting.add("meeting.finished"))
        assert [line.split()[1] for line in program.rest()] == ["meeting.speakerChanged", "meeting.finished"]


def test_a_compacted_journal_leads_to_a_snapshot(router: FakeRouter) -> None:
    meeting = Meeting(router)
    with running(at(router)) as program:
        meeting.wait()
        router.publish(meeting.add("meeting.started"))
        program.line()
        meeting.add("meeting.speakerChanged")
        router.journal.compact(router.journal.head + 1)
        assert program.line() == "snapshot: the meeting continues\n"
        router.publish(meeting.add("meeting.finished"))
        assert [line.split()[1] for line in program.rest()] == ["meeting.finished"]


def test_another_journal_leads_to_a_snapshot(router: FakeRouter) -> None:
    meeting = Meeting(router)
    with running(at(router)) as program:
        meeting.wait()
        router.publish(meeting.add("meeting.started"))
        program.line()
        # A backup from before the meeting is restored.
        router.journal = Journal()
        assert program.rest() == ["snapshot: the meeting is over\n"]
