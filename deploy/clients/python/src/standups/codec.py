"""STB1: the frames of the commands socket, as a DEALER sees them.

Frame 0 is the head, `STB1 <kind> <target> <header>`; frame 1 the body, JSON; further frames are
binary attachments.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import ProtocolError, TooLarge

JSON = dict[str, Any]

VERSION = "STB1"
MAX_FRAMES = 8
MAX_BYTES = 1 << 20
MAX_HEAD_BYTES = 4096
KINDS = frozenset(
    ["HELLO", "OK", "REHELLO", "BYE", "HB", "CMD", "FIN", "ERR", "DLG"]
)
_TARGET = re.compile(r"[A-Za-z0-9._-]{1,128}\Z")


@dataclass(frozen=True)
class Message:
    """A decoded message of the bus. `header` keeps members that this version does not know."""

    kind: str
    target: str = "-"
    header: Mapping[str, Any] = field(default_factory=dict)
    body: Any = field(default_factory=dict)
    attachments: tuple[bytes, ...] = ()

    @property
    def id(self) -> str:
        return str(self.header.get("id", ""))

    @property
    def cause(self) -> str | None:
        """In a reply, the id of the answered message."""
        cause = self.header.get("cause")
        return cause.lower() if isinstance(cause, str) else None


def new_id() -> str:
    return str(uuid.uuid4())


def encode(message: Message) -> list[bytes]:
    """Encodes a message as frames.

    Raises `TooLarge` above the bus's limits, `ValueError` for content that cannot be encoded.
    """
    if message.kind not in KINDS:
        raise ValueError(f"unknown message kind {message.kind!r}")
    if not _TARGET.match(message.target):
        raise ValueError(
            f"invalid target {message.target!r}; expected 1 to 128 letters, digits, “.”, “-” and “_”"
        )
    header = _dump(dict(message.header))
    head = f"{VERSION} {message.kind} {message.target} ".encode() + header
    if len(head) > MAX_HEAD_BYTES:
        raise TooLarge(f"The head has {len(head)} bytes; expected at most {MAX_HEAD_BYTES}.")
    frames = [head, _dump(message.body), *message.attachments]
    _check(frames)
    return frames


def decode(frames: Sequence[bytes]) -> Message:
    """Decodes frames. Raises `ProtocolError` with the reason."""
    try:
        _check(frames)
    except TooLarge as error:
        raise ProtocolError(error.message) from error
    if not frames:
        raise ProtocolError("The message has no frame.")
    if len(frames[0]) > MAX_HEAD_BYTES:
        raise ProtocolError(f"The head has {len(frames[0])} bytes; expected at most {MAX_HEAD_BYTES}.")
    words = frames[0].split(b" ", 3)
    if words[0] != VERSION.encode():
        raise ProtocolError(f"Invalid head; expected “{VERSION} ” at its start.")
    if len(words) != 4:
        raise ProtocolError(f"Invalid head; expected “{VERSION} <kind> <target> <header>”.")
    kind, target = words[1].decode("ascii", "replace"), words[2].decode("ascii", "replace")
    if kind not in KINDS:
        raise ProtocolError(f"Unknown message kind {kind!r}.")
    if not _TARGET.match(target):
        raise ProtocolError(f"Invalid target {target!r}.")
    header = _load(words[3], "header")
    if not isinstance(header, dict) or not isinstance(header.get("id"), str):
        raise ProtocolError("Invalid header; expected a JSON object with an id.")
    body = _load(frames[1], "body") if len(frames) > 1 else {}
    return Message(kind, target, header, body, tuple(frames[2:]))


def _dump(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode()


def _load(data: bytes, what: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"The {what} is not valid JSON.") from error


def _check(frames: Sequence[bytes]) -> None:
    size = sum(len(frame) for frame in frames)
    if len(frames) > MAX_FRAMES or size > MAX_BYTES:
        raise TooLarge(
            f"The message has {len(frames)} frames and {size} bytes; "
            f"expected at most {MAX_FRAMES} frames and {MAX_BYTES} bytes."
        )
