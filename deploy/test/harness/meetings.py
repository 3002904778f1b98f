"""Meetings, and checks of their course."""

from __future__ import annotations

import os
from dataclasses import dataclass

from standups import Client

from .bus import Watcher
from .shell import Failed

#: Maximum deviation of a meeting's end from its time if all services are available, in milliseconds.
TOLERANCE_MS = 250
#: The same on an overloaded machine, which would otherwise be measured itself.
OVERLOADED_TOLERANCE_MS = 2000


def tolerance_ms() -> int:
    """The currently accepted deviation."""
    # The average of a minute lags: a machine that was busy during the meeting may be idle now.
    overloaded = max(os.getloadavg()[:2]) > 1.5 * (os.cpu_count() or 1)
    return OVERLOADED_TOLERANCE_MS if overloaded else TOLERANCE_MS


@dataclass
class Running:
    """A started meeting."""

    id: str
    standup: str
    starts_ms: int
    duration_ms: int
    speakers: int


def begin(client: Client, title: str, seconds: float, speakers: int = 4) -> Running:
    """Starts a meeting without recording."""
    names = [chr(65 + number) for number in range(speakers)]
    standup = client.standups.create(title, names, duration_ms=int(seconds * 1000))
    live = client.meetings.start(standup["id"], is_recorded=False)
    session = live["session"]
    return Running(
        session["id"], standup["id"], session["startedAt"]["wallMs"], int(seconds * 1000), speakers
    )


def expect_whole(client: Client, watcher: Watcher, meeting: Running, seconds: float = 40) -> int:
    """Checks that it ended on time, each speaker had a turn, and it is saved. Returns the deviation in ms."""
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
