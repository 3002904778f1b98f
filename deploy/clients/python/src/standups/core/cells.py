"""The cells: installations that share the standups, and the standups of each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from ..codec import JSON
from ..errors import Moved
from .commands import Request

#: How often a command is sent on before it is given up: a standup may move while it is looked for.
MOST_HOPS = 6
#: How long a command waits, in seconds, before it goes back to where it was: whoever is given a slot hears of it
#: within a second, and until then it sends people back.
PAUSE = 0.5
#: The slot of an id is its last ten bits.
_SLOTS = 1024


def slot(request: Request) -> int | None:
    """The slot of what a command is about; none if that is nothing in particular."""
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
    """Of ranges and numbers with commas, `0-511,700`; of anything else none."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            yield from range(int(first), min(int(last or first), _SLOTS - 1) + 1)


class Way:
    """Where one command has been."""

    def __init__(self) -> None:
        self._been: set[str] = set()

    def pause(self, router: str, end: float) -> float:
        """How long to wait before it goes there, in seconds; not beyond `end` of the monotonic clock."""
        if router not in self._been:
            self._been.add(router)
            return 0.0
        return max(0.0, min(PAUSE, end - time.monotonic()))


class Places:
    """Where slots are, as far as was told; `None` is where the client is connected to."""

    def __init__(self) -> None:
        self._routers: dict[int, str] = {}

    def of(self, request: Request) -> str | None:
        number = slot(request)
        return None if number is None else self._routers.get(number)

    def moved(self, request: Request, error: Moved) -> str | None:
        """Where a command goes that was refused as moved; none if that is not known."""
        router = error.router
        number = slot(request)
        if router and number is not None:
            self._routers[number] = router
        return router or None

    def elsewhere(self, reply: JSON) -> list[str]:
        """The routers that a reply names, which have what it lacks."""
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
    """Standups of several cells by their titles, as one cell gives them."""

    def key(row: JSON) -> tuple[str, str]:
        standup = row.get("standup", {})
        return str(standup.get("title", "")).casefold(), str(standup.get("id", ""))

    return sorted(rows, key=key)


def joined(replies: list[JSON], limit: int | None) -> JSON:
    """Hits of several cells, as those of one: the first of each, then the second, as hits of different cells do not compare."""
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
