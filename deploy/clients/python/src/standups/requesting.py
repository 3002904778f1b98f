"""The base of the commands as methods: `R` is the reply, or an awaitable of it. methods.py has the methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from .core.commands import Request

R = TypeVar("R")
Send = Callable[[Request], R]
#: A name, or an object with a name.
Attendee = str | Mapping[str, Any]


class Requests(Generic[R]):
    """Sends commands by their targets."""

    def __init__(self, send: Send[R]) -> None:
        self._send = send

    def _ask(self, target: str, /, **body: Any) -> R:
        return self._send(Request(target, _given(body), changes=False))

    def _do(self, target: str, /, **body: Any) -> R:
        return self._send(Request(target, _given(body), changes=True))


def _given(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body without members that are `None`."""
    return {name: value for name, value in body.items() if value is not None}


def attendees_of(attendees: Sequence[Attendee] | None) -> Sequence[Mapping[str, Any]] | None:
    """Attendees as objects."""
    if attendees is None:
        return None
    return [{"name": one} if isinstance(one, str) else one for one in attendees]
