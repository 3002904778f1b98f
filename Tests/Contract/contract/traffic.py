"""The record of the bus."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Message:
    """One message on the commands socket, as a DEALER sees it."""

    frames: tuple[bytes, ...]
    peer: str
    """The peer of the router: a service's name, or `tool`."""
    to_router: bool

    @property
    def words(self) -> list[str]:
        """Version, kind, target and encoded header; fewer if it is not a valid head."""
        return self.frames[0].decode("utf-8", "replace").split(" ", 3)

    @property
    def kind(self) -> str:
        return self.words[1] if len(self.words) > 1 else ""

    @property
    def target(self) -> str:
        return self.words[2] if len(self.words) > 2 else ""

    @property
    def header(self) -> dict[str, Any]:
        return json.loads(self.words[3])

    @property
    def body(self) -> Any:
        return json.loads(self.frames[1]) if len(self.frames) > 1 else {}

    @property
    def attachments(self) -> tuple[bytes, ...]:
        return self.frames[2:]


@dataclass(frozen=True)
class Event:
    """One frame on the events socket."""

    frame: bytes

    @property
    def topic(self) -> str:
        return self.frame.split(b" ", 1)[0].decode()

    @property
    def body(self) -> Any:
        return json.loads(self.frame.split(b" ", 1)[1])


@dataclass
class Log:
    """Everything recorded, in order; can wait for future items."""

    items: list[Message | Event] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def add(self, item: Message | Event) -> None:
        with self._changed:
            self.items.append(item)
            self._changed.notify_all()

    def wait(
        self, what: str, test: Callable[[Message | Event], Any], *, since: int = 0, seconds: float = 10
    ) -> Any:
        """Waits for the first item since a position for which the test is true.

        Raises:
            TimeoutError: it did not occur; `what` describes the expected item.
        """
        end = time.monotonic() + seconds
        with self._changed:
            at = since
            while True:
                while at < len(self.items):
                    if found := test(self.items[at]):
                        return found
                    at += 1
                rest = end - time.monotonic()
                if rest <= 0:
                    raise TimeoutError(f"{what} did not come within {seconds:g} s")
                self._changed.wait(rest)

    def __len__(self) -> int:
        with self._changed:
            return len(self.items)

    def __iter__(self) -> Iterator[Message | Event]:
        with self._changed:
            return iter(list(self.items))
