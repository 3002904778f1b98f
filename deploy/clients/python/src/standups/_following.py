"""Shared parts of the followers of both clients."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ._pair import Pair
from .core.session import FollowerSession
from .core.timing import Now
from .core.view import View
from .errors import Unavailable
from .events import Position

SavePosition = Callable[[Position], None]
P = TypeVar("P", bound=Pair[Any])


class Following(Generic[P]):
    """The item given last, and the position up to which all items were processed."""

    def __init__(
        self,
        sockets: P,
        view: View,
        position: Position | None,
        on_position: SavePosition | None,
        connect_timeout: float,
    ) -> None:
        self._sockets = sockets
        self._connect_timeout = connect_timeout
        #: When a router must have answered, on the monotonic clock; infinite before the first call, `None` after an
        #: answer.
        self._connect_by: float | None = math.inf
        self._session = FollowerSession(view, position)
        self._on_position = on_position
        self._given: Position | None = None
        self.is_closed = False
        #: Everything up to this position has been processed.
        self.position = position
        self._session.start(Now.read())

    def close(self) -> None:
        """Ends the follower. The last item that it gave counts as not processed."""
        self.is_closed = True
        self._given = None
        self._sockets.close()

    @property
    def replays(self) -> int:
        """Number of times the journal was asked for missed events."""
        return self._session.follower.replays

    def _router_deadline(self) -> float:
        """The time by which the first router must have answered. The first call starts it."""
        if self._connect_by == math.inf:
            self._connect_by = time.monotonic() + self._connect_timeout
        return math.inf if self._connect_by is None else self._connect_by

    def _require_router(self) -> None:
        """Raises `Unavailable` if the first router has not answered in time; the next call waits for it again.

        Must be called after `_hear`, as an answer may have arrived while the caller was busy.
        """
        if self._connect_by is None or time.monotonic() < self._connect_by:
            return
        self._connect_by = math.inf
        raise Unavailable(
            f"No router responded at {self._sockets.endpoint} within {self._connect_timeout:g} s; start one"
            " (“standups up”), or check STANDUPS_ROUTER and STANDUPS_RUNTIME_DIR.",
            retryable=True,
        )

    def _finish(self) -> None:
        """Asking for the next item means that the last one has been processed."""
        if self._given is not None and self._given != self.position:
            self.position = self._given
            if self._on_position is not None:
                self._on_position(self._given)
        self._given = None

    def _hear(self) -> None:
        """Processes the received messages and carries out the resulting effects."""
        if self._sockets.take_loss():
            self._session.commands.lost(Now.read())
        for frames in self._sockets.commands():
            self._connect_by = None
            self._session.command_frames(frames, Now.read())
        for frame in self._sockets.events():
            self._connect_by = None
            self._session.event_frame(frame, Now.read())
        self._sockets.perform(self._session.advance(Now.read()))
