"""Shared parts of the sockets of both clients."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import zmq

from . import _sockets
from .core.effects import Effect, OpenEvents, SendFrames
from .endpoints import Endpoints, addresses
from .keys import Keys

S = TypeVar("S", bound="zmq.Socket[Any]")


class Pair(ABC, Generic[S]):
    """A DEALER and a SUB socket; carries out the effects that a core requests. Subclasses implement sending and
    waiting."""

    def __init__(self, context: zmq.Context[S], endpoints: Endpoints, keys: Keys | None) -> None:
        self._context = context
        self._endpoints = endpoints
        self._keys = keys
        self._commands: S | None = None
        self._events: S | None = None
        #: Monitor sockets, which report why a connection was rejected, by the name of the watched socket.
        self._watching: dict[str, Any] = {}
        self._routers = addresses(endpoints.commands) or [endpoints.commands]
        #: Index of the router that receives the commands.
        self._router = 0
        self._is_lost = False
        self._is_connected = self._was_connected = False

    @property
    def endpoint(self) -> str:
        """Address for commands."""
        return self._endpoints.commands

    def take_connection(self) -> bool:
        """Returns true if commands may have reached a router since the last call."""
        was_connected, self._was_connected = self._was_connected, self._is_connected
        return was_connected

    def take_loss(self) -> bool:
        """Returns true if the connection to the commands' router was lost since the last call; only with several
        routers."""
        is_lost, self._is_lost = self._is_lost, False
        return is_lost

    def perform(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, SendFrames):
                self._send(self._commands or self._open_commands(), effect.frames)
            elif isinstance(effect, OpenEvents):
                self._close("events", self._events)
                self._events = self._context.socket(zmq.SUB)
                self._watching["events"] = _sockets.watch(self._events)
                _sockets.connect_events(
                    self._events, self._endpoints.events, self._keys, effect.topics
                )
            else:
                self._close("commands", self._commands)
                self._commands = None
                self._router = (self._router + 1) % len(self._routers)
                self._is_lost = False

    @abstractmethod
    def _send(self, socket: S, frames: Sequence[bytes]) -> None:
        """Sends at once or drops the message: then no heartbeat will arrive either, and the core sends it again."""

    @abstractmethod
    def _drain(self, name: str, limit: int) -> Iterable[list[bytes]]:
        """Messages received by the socket of that name, at most `limit`."""

    def commands(self, limit: int = 1000) -> Iterable[list[bytes]]:
        yield from self._drain("commands", limit)

    def events(self, limit: int = 1000) -> Iterable[bytes]:
        for frames in self._drain("events", limit):
            if len(frames) == 1:
                yield frames[0]

    def close(self) -> None:
        self._close("commands", self._commands)
        self._close("events", self._events)
        self._commands = self._events = None

    def _open_commands(self) -> S:
        socket = self._commands = self._context.socket(zmq.DEALER)
        self._watching["commands"] = _sockets.watch(socket)
        _sockets.connect_commands(socket, self._routers[self._router], self._keys)
        return socket

    def _told(self, name: str, frames: list[bytes]) -> None:
        """Handles a message of a monitor socket."""
        if _sockets.is_connection(frames):
            if name == "commands":
                self._is_connected = self._was_connected = True
        elif _sockets.is_loss(frames):
            if name == "commands":
                self._is_connected = False
                self._is_lost = len(self._routers) > 1
        else:
            self._refused(name, frames)

    def _refused(self, name: str, frames: list[bytes]) -> None:
        """libzmq has given up on the connection: the next attempt needs a new socket."""
        if name == "commands":
            endpoint, socket, self._commands = self._endpoints.commands, self._commands, None
        else:
            endpoint, socket, self._events = self._endpoints.events, self._events, None
        self._close(name, socket)
        raise _sockets.refusal(frames, endpoint, self._keys)

    def _close(self, name: str, socket: S | None) -> None:
        if name == "commands":
            self._is_connected = False
        _sockets.close(socket, self._watching.pop(name, None))
