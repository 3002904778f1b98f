"""Messages of the events socket (CloudEvents, heartbeats and confirmations), and snapshots."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .errors import Denied, ProtocolError


@dataclass(frozen=True)
class Position:
    """Position of a follower in a journal. Sequences of different epochs do not compare.

    Without an epoch it applies to any journal.
    """

    sequence: int
    epoch: str | None = None


#: Position before the first retained event.
BEGINNING = Position(0)


@dataclass(frozen=True)
class CloudEvent:
    """An event, CloudEvents 1.0. `raw` is the complete event as received."""

    id: str
    source: str
    type: str
    subject: str
    time: datetime
    data: Any
    #: For durable events: global and contiguous, from 1.
    sequence: int | None = None
    epoch: str | None = None
    #: For durable events: the ids of the command that started the trace and of the message that caused the event.
    correlation: str | None = None
    causation: str | None = None
    #: The team to which the event belongs; `None` for an event that belongs to no team.
    team: str | None = None
    #: The sequence of the previous durable event of the same type, standup, meeting and team; 0 if none.
    previous_of_type: int = 0
    previous_of_standup: int = 0
    previous_of_meeting: int = 0
    previous_of_team: int = 0
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_durable(self) -> bool:
        return self.sequence is not None

    @property
    def is_erased(self) -> bool:
        """True if the event's content was erased from the journal: skip it, the following events carry the state."""
        return bool(self.data == {"erased": True})

    @property
    def position(self) -> Position | None:
        """Position after this event; `None` for an event that is not durable."""
        return None if self.sequence is None else Position(self.sequence, self.epoch)

    @staticmethod
    def parse(value: Any) -> CloudEvent:
        """Reads structured JSON, as bytes, a string or a decoded value. Raises `ProtocolError`."""
        if isinstance(value, (bytes, str)):
            value = load(value)
        if not isinstance(value, dict):
            raise ProtocolError("Invalid event; expected a JSON object.")
        if value.get("specversion") != "1.0":
            raise ProtocolError("Invalid event; expected the specversion 1.0.")
        return CloudEvent(
            id=_text(value, "id"),
            source=_text(value, "source"),
            type=_text(value, "type"),
            subject=str(value.get("subject", "")),
            time=timestamp(_text(value, "time")),
            data=value.get("data"),
            sequence=_sequence(value, "sequence"),
            epoch=value.get("epoch"),
            correlation=_optional(value, "correlationid"),
            causation=_optional(value, "causationid"),
            team=_optional(value, "team"),
            previous_of_type=_sequence(value, "prevtype") or 0,
            previous_of_standup=_sequence(value, "prevstandup") or 0,
            previous_of_meeting=_sequence(value, "prevmeeting") or 0,
            previous_of_team=_sequence(value, "prevteam") or 0,
            raw=value,
        )


@dataclass(frozen=True)
class Beat:
    """A heartbeat, sent once a second: the journal's epoch and last sequence."""

    epoch: str
    head: int


@dataclass(frozen=True)
class Confirmation:
    """All subscriptions up to here are active. `epoch` is empty while the router does not know it."""

    epoch: str
    head: int
    denied: tuple[str, ...] = ()
    #: The reason for each of `denied`; empty if the router gave none.
    reasons: tuple[str, ...] = ()

    @property
    def refusal(self) -> Denied | None:
        """The error that names the rejected topics and the reasons; `None` if all are active."""
        if not self.denied:
            return None
        reasons = self.reasons if len(self.reasons) == len(self.denied) else None
        topics = (
            list(self.denied)
            if reasons is None
            else [f"{topic} ({reason})" for topic, reason in zip(self.denied, reasons, strict=True)]
        )
        return Denied(
            "Not allowed to subscribe to: " + ", ".join(topics),
            detail={"topics": list(self.denied)}
            | ({} if reasons is None else {"reasons": list(reasons)}),
        )


@dataclass(frozen=True)
class Snapshot:
    """The state, at least as new as `sequence`; it may include the effects of later events.

    `reason` is `start`, `compacted` (the missed events are no longer retained) or `epoch` (another journal). A
    program with state of its own replaces it with this.
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
    """Splits one frame into topic and JSON. Raises `ProtocolError`."""
    topic, space, text = frame.partition(b" ")
    if not space:
        raise ProtocolError("Invalid frame; expected a topic, a space and JSON.")
    try:
        name = topic.decode()
    except UnicodeDecodeError as error:
        raise ProtocolError("Invalid topic; expected UTF-8.") from error
    return name, load(text)


def load(text: bytes | str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("Invalid JSON.") from error


_FRACTION = re.compile(r"\.(\d+)")


def timestamp(text: str) -> datetime:
    """Parses RFC 3339 with any number of decimals, of which six are kept. Raises `ProtocolError`."""
    plain = re.sub(r"[zZ]\Z", "+00:00", text)
    plain = _FRACTION.sub(lambda found: "." + found.group(1)[:6].ljust(6, "0"), plain)
    try:
        return datetime.fromisoformat(plain)
    except ValueError as error:
        raise ProtocolError(f"Invalid time {text[:40]!r}; expected RFC 3339.") from error


def head_of(value: Any) -> Beat:
    """Reads `{epoch, head}`. Raises `ProtocolError`."""
    if not isinstance(value, dict) or not isinstance(value.get("epoch"), str):
        raise ProtocolError("Invalid heartbeat; expected an epoch and a head.")
    head = value.get("head")
    if not isinstance(head, int) or isinstance(head, bool):
        raise ProtocolError("Invalid heartbeat; expected an epoch and a head.")
    return Beat(value["epoch"], head)


def confirmation_of(value: Any) -> Confirmation:
    """Reads `{epoch, head, denied}`. Raises `ProtocolError`."""
    beat = head_of(value)
    denied = value.get("denied") or []
    if not isinstance(denied, list):
        raise ProtocolError("Invalid “denied”; expected a list of topics.")
    reasons = value.get("reasons") or []
    if not isinstance(reasons, list):
        raise ProtocolError("Invalid “reasons”; expected a list of strings.")
    return Confirmation(
        beat.epoch,
        beat.head,
        tuple(str(topic) for topic in denied),
        tuple(str(reason) for reason in reasons),
    )


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value.get(name)
    if not isinstance(text, str):
        raise ProtocolError(f"Invalid event; expected a string “{name}”.")
    return text


def _optional(value: Mapping[str, Any], name: str) -> str | None:
    text = value.get(name)
    return text if isinstance(text, str) else None


def _sequence(value: Mapping[str, Any], name: str) -> int | None:
    text = value.get(name)
    if text is None:
        return None
    if not isinstance(text, str) or not text.isascii() or not text.isdigit():
        raise ProtocolError(f"Invalid “{name}”; expected a decimal number as a string.")
    return int(text)
