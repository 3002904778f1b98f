"""Effects that a core requests from the owner of the sockets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SendFrames:
    """Send on the commands socket, without waiting; if there is no room, drop."""

    frames: tuple[bytes, ...]


@dataclass(frozen=True)
class ResetCommands:
    """Close the commands socket with all that is queued in it, and open a new one: to the next router, if there are
    several."""


@dataclass(frozen=True)
class OpenEvents:
    """Close the events socket, if there is one, and open a new one with these subscriptions, in order."""

    topics: tuple[str, ...]


Effect = SendFrames | ResetCommands | OpenEvents
