"""Many short meetings, and the checks of their journal."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from standups import AsyncClient, Client, Endpoints

PEOPLE = ["Ann", "Bob", "Cy"]


async def begin(endpoints: Endpoints, count: int, duration_ms: int) -> list[str]:
    """Starts `count` meetings at once, and returns their ids."""
    async with AsyncClient(endpoints, timeout=60) as client:

        async def one(number: int) -> str:
            standup = await client.standups.create(f"Short {number}", PEOPLE, duration_ms)
            live = await client.meetings.start(standup["id"], is_recorded=False)
            return str(live["session"]["id"])

        return list(await asyncio.gather(*(one(number) for number in range(count))))


def journal(client: Client) -> list[dict[str, Any]]:
    """The whole journal, as `events.replay` returns it."""
    events: list[dict[str, Any]] = []
    while True:
        after = int(events[-1]["sequence"]) if events else 0
        page = client.events.replay(after, limit=1000)
        events += page["events"]
        if not page["hasMore"]:
            return events


def problems(events: list[dict[str, Any]], meetings: list[str]) -> list[str]:
    """Deviations of a list of events from a journal with these meetings complete."""
    found = []
    sequences = [int(event["sequence"]) for event in events]
    if sequences != list(range(1, len(events) + 1)):
        found.append("the sequences are not 1, 2, 3 …")
    if len({event["id"] for event in events}) != len(events):
        found.append("an event is there twice")
    by_meeting: dict[str, list[str]] = defaultdict(list)
    for event in events:
        if event["type"].startswith("meeting."):
            speaker = event["data"].get("speaker")
            name = event["type"].removeprefix("meeting.")
            by_meeting[event["subject"]].append(name if speaker is None else f"{name} {speaker}")
    right = ["started", *(f"speakerChanged {n}" for n in range(1, len(PEOPLE))), "finished"]
    for meeting in meetings:
        if by_meeting[meeting] != right:
            found.append(f"meeting {meeting}: {', '.join(by_meeting[meeting])}")
    if set(by_meeting) != set(meetings):
        found.append("there are other meetings")
    return found
