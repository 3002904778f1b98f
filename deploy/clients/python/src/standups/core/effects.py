"""Effects that a core requests from the owner of the sockets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SendFrames:
    """Sends on the commands socket without waiting; dropped if the queue is full."""

    frames: tuple[bytes, ...]


@dataclass(frozen=True)
class ResetCommands:
    """Closes the commands socket with all queued messages and opens a new one, to the next router if there are
    several."""


@dataclass(frozen=True)
class OpenEvents:
    """Closes the events socket, if any, and opens a new one with these subscriptions, in order."""

    topics: tuple[str, ...]


Effect = SendFrames | ResetCommands | OpenEvents
