"""Meetings, and whether they went as they had to."""

from __future__ import annotations

import os
from dataclasses import dataclass

from standups import Client

from .bus import Watcher
from .shell import Failed

#: How far from its time a meeting may end where nothing is away at that moment, in milliseconds.
TOLERANCE_MS = 250
#: The same on a machine that has far more to do than it can: then this measures the machine.
OVERLOADED_TOLERANCE_MS = 2000


def tolerance_ms() -> int:
    """What is accepted now."""
    # The average of a minute lags: what was busy when the meeting ran may be quiet when it is looked at.
    overloaded = max(os.getloadavg()[:2]) > 1.5 * (os.cpu_count() or 1)
    return OVERLOADED_TOLERANCE_MS if overloaded else TOLERANCE_MS


@dataclass
class Running:
    """A meeting that was started."""

    id: str
    standup: str
    starts_ms: int
    duration_ms: int
    speakers: int


def begin(client: Client, title: str, seconds: float, speakers: int = 4) -> Running:
    """A meeting without recording."""
    names = [chr(65 + number) for number in range(speakers)]
    standup = client.standups.create(title, names, duration_ms=int(seconds * 1000))
    live = client.meetings.start(standup["id"], is_recorded=False)
    session = live["session"]
    return Running(
        session["id"], standup["id"], session["startedAt"]["wallMs"], int(seconds * 1000), speakers
    )


def expect_whole(client: Client, watcher: Watcher, meeting: Running, seconds: float = 40) -> int:
    """It ended at its time, each speaker had a turn, and it is kept. Returns the error in ms."""
    end = watcher.find("meeting.finished", meeting.id, seconds)
    error = round(end.time.timestamp() * 1000) - (meeting.starts_ms + meeting.duration_ms)
    if abs(error) > tolerance_ms():
        load = os.getloadavg()[0]
        raise Failed(f"the meeting ended {error:+d} ms off its time (load average {load:.1f})")
    turns = [event.data["speaker"] for event in watcher.events
             if event.type == "meeting.speakerChanged" and event.subject == meeting.id]
    if turns != list(range(1, meeting.speakers)):
        raise Failed(f"the speakers took their turns as {turns}")
    kept = [one["id"] for one in client.standups.get(meeting.standup)["meetings"]]
    if kept != [meeting.id]:
        raise Failed(f"the meeting is kept {len(kept)} times")
    return error
