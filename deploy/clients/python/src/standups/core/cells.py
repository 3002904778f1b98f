"""Cells: installations that share the standups, and which cell has which standup."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from ..codec import JSON
from ..errors import Moved
from .commands import Request

#: Maximum number of times a command is forwarded: a standup may move while the client looks for it.
MOST_HOPS = 6
#: Seconds that a command waits before it returns to a router it has already visited: the new owner of a slot is
#: notified within a second, and rejects commands until then.
PAUSE = 0.5
#: The slot of an id is its last ten bits, so there are 1,024 slots.
_SLOTS = 1024


def slot(request: Request) -> int | None:
    """The slot of a command's subject; `None` if the command has no subject."""
    service, _, _ = request.target.partition(".")
    names = {
        "standups": ("standup", "id"),
        "meetings": ("standup", "id"),
        "schedule": ("subject",),
    }.get(service, ())
    for name in names:
        value = request.body.get(name)
        if isinstance(value, str):
            try:
                return UUID(value).int % _SLOTS
            except ValueError:
                return None
    return None


def slots(text: str) -> Iterator[int]:
    """Parses comma-separated ranges and numbers, such as `0-511,700`; yields nothing for any other text."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            yield from range(int(first), min(int(last or first), _SLOTS - 1) + 1)


class Way:
    """The routers that one command has been sent to."""

    def __init__(self) -> None:
        self._been: set[str] = set()

    def pause(self, router: str, end: float) -> float:
        """Seconds to wait before the command goes to `router`; not beyond `end`, on the monotonic clock."""
        if router not in self._been:
            self._been.add(router)
            return 0.0
        return max(0.0, min(PAUSE, end - time.monotonic()))


class Places:
    """The known places of slots; `None` is the router that the client is connected to."""

    def __init__(self) -> None:
        self._routers: dict[int, str] = {}

    def of(self, request: Request) -> str | None:
        number = slot(request)
        return None if number is None else self._routers.get(number)

    def moved(self, request: Request, error: Moved) -> str | None:
        """The router for a command that was rejected as moved; `None` if it is unknown."""
        router = error.router
        number = slot(request)
        if router and number is not None:
            self._routers[number] = router
        return router or None

    def elsewhere(self, reply: JSON) -> list[str]:
        """The routers that a reply names as holding the missing part."""
        routers: list[str] = []
        for place in _objects(reply.get("elsewhere")):
            router, text = place.get("router"), place.get("slots")
            if not isinstance(router, str) or not isinstance(text, str) or not router:
                continue
            for number in slots(text):
                self._routers[number] = router
            if router not in routers:
                routers.append(router)
        return routers


def in_order(rows: list[JSON]) -> list[JSON]:
    """Standups of several cells sorted by title, as one cell returns them."""

    def key(row: JSON) -> tuple[str, str]:
        standup = row.get("standup", {})
        return str(standup.get("title", "")).casefold(), str(standup.get("id", ""))

    return sorted(rows, key=key)


def joined(replies: list[JSON], limit: int | None) -> JSON:
    """Merges the hits of several cells: the first hit of each, then the second, and so on, as scores of different
    cells do not compare."""
    hits: list[JSON] = []
    lists = [list(_objects(reply.get("hits"))) for reply in replies]
    for place in range(max(map(len, lists), default=0)):
        hits += [one[place] for one in lists if place < len(one)]
    total = sum(int(reply.get("total", 0)) for reply in replies)
    return {"hits": hits if limit is None else hits[:limit], "total": total}


def _objects(value: Any) -> Iterator[JSON]:
    for one in value if isinstance(value, list) else []:
        if isinstance(one, dict):
            yield one
