"""A journal with the behaviour of the services', for tests without them."""

from __future__ import annotations

import json
import random
import uuid
from typing import Any

from standups.core.commands import Request
from standups.errors import BusError, Compacted, Invalid, Unavailable


class Journal:
    """Events with all properties that the contract promises, and the replies to `events.*`."""

    def __init__(self, epoch: str | None = None) -> None:
        self.epoch = epoch or str(uuid.uuid4())
        self.events: list[dict[str, Any]] = []
        self.lowest = 1
        #: The ids of the meetings in a snapshot.
        self.live: list[str] = []
        self._last: dict[str, int] = {}

    @property
    def head(self) -> int:
        return len(self.events)

    def add(
        self,
        type: str = "meeting.speakerChanged",
        standup: str = "s",
        meeting: str = "m",
        team: str = "g",
    ) -> dict[str, Any]:
        sequence = self.head + 1
        event: dict[str, Any] = {
            "id": f"{self.epoch}/{sequence}",
            "source": "/standups/standups",
            "specversion": "1.0",
            "type": type,
            "subject": meeting,
            "time": "2026-11-21T09:30:00.125Z",
            "datacontenttype": "application/json",
            "sequence": f"{sequence:020}",
            "epoch": self.epoch,
            "team": team,
            "data": {"standup": standup, "meeting": meeting},
        }
        for name, view in (
            ("prevtype", f"t/{type}"),
            ("prevstandup", f"s/{standup}"),
            ("prevmeeting", f"m/{meeting}"),
            ("prevteam", f"g/{team}"),
        ):
            if view in self._last:
                event[name] = f"{self._last[view]:020}"
            self._last[view] = sequence
        self.events.append(event)
        return event

    def compact(self, lowest: int) -> None:
        self.lowest = lowest

    def answer(self, request: Request) -> dict[str, Any]:
        body = request.body
        if request.target == "events.snapshot":
            meetings = [{"session": {"id": id}} for id in self.live]
            return {"epoch": self.epoch, "sequence": self.head, "standups": [], "meetings": meetings}
        if request.target == "events.heads":
            return {"epoch": self.epoch, "head": self.head, "oldest": self.lowest}
        if request.target != "events.replay":
            raise BusError("No such command.", code="unroutable")
        if body.get("epoch") not in (None, self.epoch):
            raise Compacted("The journal has been replaced.")
        after = body["after"]
        if after + 1 < self.lowest:
            raise Compacted("Gone.")
        if after > self.head:
            raise Invalid("From the future.")
        found = [e for e in self.events[after:] if self.fits(e, body)]
        limit = body.get("limit", 100)
        page, rest = found[:limit], found[limit:]
        return {
            "events": page,
            "epoch": self.epoch,
            "head": self.head,
            "hasMore": bool(rest),
            "resume": int(page[-1]["sequence"]) if rest else self.head,
        }

    @staticmethod
    def fits(event: dict[str, Any], body: Any) -> bool:
        data = event["data"]
        return bool(
            body.get("types", [event["type"]]) == [event["type"]]
            and body.get("standup", data["standup"]) == data["standup"]
            and body.get("meeting", data["meeting"]) == data["meeting"]
            and event["team"] in body.get("teams", [event["team"]])
        )

    @staticmethod
    def topics(event: dict[str, Any]) -> list[str]:
        data = event["data"]
        topics = [
            f"t/{event['type']}/{event['subject']}/",
            f"s/{data['standup']}/{event['type']}/",
            f"m/{data['meeting']}/{event['type']}/",
        ]
        return topics + [f"g/{event['team']}/{topic}" for topic in topics]

    @staticmethod
    def frames(event: dict[str, Any]) -> list[bytes]:
        text = json.dumps(event)
        return [f"{topic} {text}".encode() for topic in Journal.topics(event)]


def trouble(rng: random.Random) -> BusError:
    return Unavailable("Away.", retryable=True, retry_after=rng.choice([None, 0.1]))
