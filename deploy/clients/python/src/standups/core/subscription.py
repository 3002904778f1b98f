"""A confirmed subscription, whose heartbeats show that it is alive."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from ..codec import new_id
from ..errors import ProtocolError
from ..events import Beat, CloudEvent, Confirmation, confirmation_of, head_of, split
from ..topics import BEAT, confirmation
from .effects import OpenEvents
from .timing import Now


@dataclass(frozen=True)
class Unreadable:
    """A received frame that is not a valid event; if it was meant to be one, that event is missing."""

    reason: str


Notice = Confirmation | Beat | CloudEvent | Unreadable


class SubscriptionCore:
    """Subscribes to `~/<nonce>` last; subscriptions arrive in order, so its answer confirms the others.

    It stays subscribed: a restarted router receives all subscriptions again and answers again, which shows that
    events may have been missed. If nothing arrives, not even heartbeats, the socket is reopened.
    """

    #: Seconds; the router sends a heartbeat each second.
    SILENCE = 4.0

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = tuple(dict.fromkeys(topics))
        self._nonce = ""
        self._heard = 0.0
        self.is_confirmed = False
        self.effects: deque[OpenEvents] = deque()

    def open(self, now: Now) -> None:
        self._nonce = confirmation(new_id())
        self._heard = now.steady
        self.is_confirmed = False
        topics = dict.fromkeys([*self.topics, BEAT, self._nonce])
        self.effects.append(OpenEvents(tuple(topics)))

    def receive(self, frame: bytes, now: Now) -> Notice | None:
        """Decodes a frame; returns `None` for a confirmation of an earlier socket."""
        self._heard = now.steady
        try:
            topic, value = split(frame)
            if topic == BEAT:
                return head_of(value)
            if topic.startswith("~/"):
                if topic != self._nonce:
                    return None
                confirmed = confirmation_of(value)
                self.is_confirmed = True
                return confirmed
            return CloudEvent.parse(value)
        except ProtocolError as error:
            return Unreadable(str(error))

    def tick(self, now: Now) -> None:
        if now.steady >= self.wake():
            self.open(now)

    def wake(self) -> float:
        return self._heard + self.SILENCE
