"""A follower and its requests: everything except the sockets."""

from __future__ import annotations

import random
from collections import deque

from ..errors import BusError
from ..events import Position
from .commands import Call, CommandCore
from .effects import Effect
from .follower import FollowerCore, Item
from .subscription import SubscriptionCore
from .timing import Now
from .view import View


class FollowerSession:
    """Connects a subscription, commands and a follower."""

    #: Seconds that one question to the router may take.
    PATIENCE = 15.0

    def __init__(
        self, view: View, position: Position | None, rng: random.Random | None = None
    ) -> None:
        self.follower = FollowerCore(view, position, rng=rng)
        self.commands = CommandCore(rng)
        self.subscription = SubscriptionCore(view.topics)
        self._call: Call | None = None

    def start(self, now: Now) -> None:
        self.subscription.open(now)

    def take(self) -> tuple[Item | None, Position] | None:
        return self.follower.items.popleft() if self.follower.items else None

    def event_frame(self, frame: bytes, now: Now) -> None:
        notice = self.subscription.receive(frame, now)
        if notice is not None:
            self.follower.notice(notice, now)

    def command_frames(self, frames: list[bytes], now: Now) -> None:
        self.commands.receive(frames, now)

    def advance(self, now: Now) -> deque[Effect]:
        """Does the due work, and returns the effects for the sockets."""
        self.subscription.tick(now)
        self.commands.tick(now)
        if self._call is not None and self._call.is_done:
            call, self._call = self._call, None
            try:
                self.follower.answered(call.result(), now)
            except BusError as error:
                self.follower.failed(error, now)
        self.follower.tick(now)
        if self._call is None:
            question = self.follower.question(now)
            if question is not None:
                self._call = self.commands.start(question, now, self.PATIENCE)
                self.commands.tick(now)
        effects: deque[Effect] = deque([*self.subscription.effects, *self.commands.effects])
        self.subscription.effects.clear()
        self.commands.effects.clear()
        return effects

    def wake(self) -> float:
        """When `advance` is due, on the steady clock."""
        times = [self.subscription.wake(), self.commands.wake(), self.follower.wake()]
        return min(time for time in times if time is not None)
