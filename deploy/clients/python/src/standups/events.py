"""What comes on the events socket: CloudEvents, the beat, confirmations; and snapshots."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .errors import ProtocolError


@dataclass(frozen=True)
class Position:
    """How far a journal was followed. Sequences of different epochs do not compare.

    Without an epoch it stands for whatever journal there is.
    """

    sequence: int
    epoch: str | None = None


#: Before the first event that is kept.
BEGINNING = Position(0)


@dataclass(frozen=True)
class CloudEvent:
    """An event, CloudEvents 1.0. `raw` is the whole of it as it came."""

    id: str
    source: str
    type: str
    subject: str
    time: datetime
    data: Any
    #: For durable events: global and contiguous, from 1.
    sequence: int | None = None
    epoch: str | None = None
    #: The sequence of the previous durable event of the same type, standup and meeting; 0 if none.
    previous_of_type: int = 0
    previous_of_standup: int = 0
    previous_of_meeting: int = 0
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_durable(self) -> bool:
        return self.sequence is not None

    @property
    def position(self) -> Position | None:
        """Where to go on after this event; nil for one that is not kept."""
        return None if self.sequence is None else Position(self.sequence, self.epoch)

    @staticmethod
    def parse(value: Any) -> CloudEvent:
        """Reads structured JSON, as bytes, text or already decoded. Raises `ProtocolError`."""
        if isinstance(value, (bytes, str)):
            value = load(value)
        if not isinstance(value, dict):
            raise ProtocolError("An event is a JSON object.")
        if value.get("specversion") != "1.0":
            raise ProtocolError("An event has the specversion 1.0.")
        return CloudEvent(
            id=_text(value, "id"),
            source=_text(value, "source"),
            type=_text(value, "type"),
            subject=str(value.get("subject", "")),
            time=timestamp(_text(value, "time")),
            data=value.get("data"),
            sequence=_sequence(value, "sequence"),
            epoch=value.get("epoch"),
            previous_of_type=_sequence(value, "prevtype") or 0,
            previous_of_standup=_sequence(value, "prevstandup") or 0,
            previous_of_meeting=_sequence(value, "prevmeeting") or 0,
            raw=value,
        )


@dataclass(frozen=True)
class Beat:
    """Once a second: how far the journal goes."""

    epoch: str
    head: int


@dataclass(frozen=True)
class Confirmation:
    """All subscriptions so far are active. `epoch` is empty while the router does not know it."""

    epoch: str
    head: int
    denied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Snapshot:
    """The state, at least as new as `sequence`; the effect of later events may be in it already.

    `reason` is `start`, `compacted` (what was missed is no longer kept) or `epoch` (the journal is
    another one). Whoever holds state of its own replaces it by this.
    """

    epoch: str
    sequence: int
    standups: tuple[Mapping[str, Any], ...]
    meetings: tuple[Mapping[str, Any], ...]
    reason: str = "start"

    @property
    def position(self) -> Position:
        return Position(self.sequence, self.epoch)


def split(frame: bytes) -> tuple[str, Any]:
    """Topic and JSON of one frame. Raises `ProtocolError`."""
    topic, space, text = frame.partition(b" ")
    if not space:
        raise ProtocolError("A frame is a topic, a space and JSON.")
    try:
        name = topic.decode()
    except UnicodeDecodeError as error:
        raise ProtocolError("A topic is UTF-8.") from error
    return name, load(text)


def load(text: bytes | str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("It is not valid JSON.") from error


_FRACTION = re.compile(r"\.(\d+)")


def timestamp(text: str) -> datetime:
    """RFC 3339 with any number of decimals, of which six are kept. Raises `ProtocolError`."""
    plain = re.sub(r"[zZ]\Z", "+00:00", text)
    plain = _FRACTION.sub(lambda found: "." + found.group(1)[:6].ljust(6, "0"), plain)
    try:
        return datetime.fromisoformat(plain)
    except ValueError as error:
        raise ProtocolError(f"{text[:40]!r} is not an RFC 3339 time.") from error


def head_of(value: Any) -> Beat:
    """Reads `{epoch, head}`. Raises `ProtocolError`."""
    if not isinstance(value, dict) or not isinstance(value.get("epoch"), str):
        raise ProtocolError("A beat has an epoch and a head.")
    head = value.get("head")
    if not isinstance(head, int) or isinstance(head, bool):
        raise ProtocolError("A beat has an epoch and a head.")
    return Beat(value["epoch"], head)


def confirmation_of(value: Any) -> Confirmation:
    """Reads `{epoch, head, denied}`. Raises `ProtocolError`."""
    beat = head_of(value)
    denied = value.get("denied") or []
    if not isinstance(denied, list):
        raise ProtocolError("“denied” is a list of topics.")
    return Confirmation(beat.epoch, beat.head, tuple(str(topic) for topic in denied))


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value.get(name)
    if not isinstance(text, str):
        raise ProtocolError(f"An event has a text “{name}”.")
    return text


def _sequence(value: Mapping[str, Any], name: str) -> int | None:
    text = value.get(name)
    if text is None:
        return None
    if not isinstance(text, str) or not text.isascii() or not text.isdigit():
        raise ProtocolError(f"“{name}” is a decimal number as text.")
    return int(text)
