"""The blocking client: one thread, no callbacks."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

import zmq

from ._following import Following, SavePosition
from ._pair import Pair
from .codec import JSON, new_id
from .core.cells import MOST_HOPS, Places, Way, in_order, joined
from .core.commands import CommandCore, Request
from .core.follower import Item
from .core.subscription import SubscriptionCore
from .core.timing import Now
from .core.view import View
from .endpoints import Endpoints
from .errors import Moved, Unavailable
from .events import CloudEvent, Confirmation, Position
from .keys import Keys
from .methods import Commands
from .tracing import checked, current_traceparent


class _Sockets(Pair["zmq.Socket[bytes]"]):
    """Waits for either socket by polling."""

    def _send(self, socket: zmq.Socket[bytes], frames: Sequence[bytes]) -> None:
        try:
            socket.send_multipart(frames, zmq.NOBLOCK)
        except zmq.Again:
            pass

    def wait(self, seconds: float) -> None:
        """Waits until a message arrives, at most `seconds`. Raises `Denied` if the router rejects the key."""
        poller = zmq.Poller()
        for socket in (self._commands, self._events, *self._watching.values()):
            if socket is not None:
                poller.register(socket, zmq.POLLIN)
        # Rounded up: waking a little too early would spin.
        ready = dict(poller.poll(max(0, int(seconds * 1000) + 1)))
        for name, watching in list(self._watching.items()):
            while watching in ready:
                self._told(name, watching.recv_multipart())
                if not watching.poll(0):
                    break

    def _drain(self, name: str, limit: int) -> Iterator[list[bytes]]:
        socket = self._commands if name == "commands" else self._events
        for _ in range(limit):
            if socket is None:
                return
            try:
                yield socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return


class Client(Commands[JSON]):
    """Client for commands and events. It may be used by one thread at a time; give each thread its own.

    `timeout` is the default time limit of a command, retries included, in seconds. `key` and `router_key` are
    files (see `Keys.load`); without them and without `keys`, the environment selects the keys, if any (see
    `Keys.of_environment`).

    If several cells share the standups, a command about a standup is sent to the cell that has it, which the
    client remembers. `at` returns the client of that cell, to follow its events; `all_standups`, `all_live` and
    `search_all` query all cells.
    """

    def __init__(
        self,
        endpoints: Endpoints | None = None,
        *,
        keys: Keys | None = None,
        key: str | os.PathLike[str] | None = None,
        router_key: str | os.PathLike[str] | None = None,
        timeout: float = 10.0,
        context: zmq.Context[Any] | None = None,
    ) -> None:
        self.endpoints = endpoints or Endpoints.of_environment()
        self.endpoints.secure()
        self.timeout = timeout
        keys = self._keys = keys or Keys.find(key, router_key, self.endpoints.commands)
        self._owns_context = context is None
        self._context: zmq.Context[Any] = zmq.Context() if context is None else context
        self._core = CommandCore()
        self._sockets = _Sockets(self._context, self.endpoints, keys)
        self._open: list[Follower | Subscription] = []
        self._places = Places()
        self._cells: dict[str, Client] = {}
        super().__init__(self._send)

    def command(
        self,
        target: str,
        body: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        changes: bool = True,
        attachments: Sequence[bytes] = (),
        key: str | None = None,
        traceparent: str | None = None,
    ) -> JSON:
        """Sends any command and returns its reply.

        A refusal that is retryable is retried until the time limit with one idempotency key, so that the command
        takes effect only once. Pass your own key to repeat the command after this program was restarted.
        `changes=False` is for commands that only read. `key` is the id of the subject of a `timer.*` or
        `transcription.*` command: `meeting/<id>`, or `tool/<name>` for your own countdown. `traceparent` is the
        trace of the command; by default that of `traced`, or of OpenTelemetry's current span.

        Raises `BusError`, in the subclass for its code.
        """
        trace = None if traceparent is None else checked(traceparent)
        request = Request(target, body or {}, changes, tuple(attachments), key, trace)
        return self._send(request, timeout, idempotency_key)

    def follow(
        self,
        *,
        types: Sequence[str] = (),
        standup: str | None = None,
        meeting: str | None = None,
        team: str | None = None,
        position: Position | None = None,
        on_position: SavePosition | None = None,
        ephemeral: bool = False,
        connect_timeout: float | None = None,
    ) -> Follower:
        """Follows every event of `view` forever, in order, without gaps or duplicates.

        Raises `Unavailable` if no router answers within `connect_timeout` seconds (default: the client's timeout);
        `math.inf` waits for the first router forever. If a router becomes unavailable later, the follower waits
        for it.

        Without a position the first item is a `Snapshot`; `BEGINNING` starts with the first retained event.
        `on_position` is called after an item has been processed, which is when the next one is requested.
        """
        view = View(tuple(types), standup, meeting, ephemeral, team)
        patience = self.timeout if connect_timeout is None else connect_timeout
        follower = Follower(self._new_sockets(), view, position, on_position, patience)
        self._keep(follower)
        return follower

    def subscribe(self, topics: Sequence[str], *, timeout: float | None = None) -> Subscription:
        """Opens a confirmed subscription without repair: missed events stay missing.

        Raises `Unavailable` if no router answers in time, `Denied` for topics that the client may not subscribe
        to.
        """
        subscription = Subscription(self._new_sockets(), topics)
        try:
            subscription.confirm(self.timeout if timeout is None else timeout)
        except BaseException:
            subscription.close()
            raise
        self._keep(subscription)
        return subscription

    def cell(self, router: str) -> Client:
        """The client of another cell, given by `Moved.router`; it is closed with this one."""
        if router not in self._cells:
            self._cells[router] = Client(
                Endpoints.of_router(router),
                keys=self._keys,
                timeout=self.timeout,
                context=self._context,
            )
        return self._cells[router]

    def at(self, standup: str) -> Client:
        """The client of the cell that has a standup, to follow the standup's events."""
        request = Request("standups.get", {"id": standup, "limit": 1}, changes=False)
        self._send(request)
        router = self._places.of(request)
        return self if router is None else self.cell(router)

    def all_standups(self) -> list[JSON]:
        """All standups of all cells, as rows of `standups.list` sorted by title."""
        here, routers = self._every_page("standups.list", "standups")
        for router in routers:
            here += self.cell(router)._every_page("standups.list", "standups")[0]
        return in_order(here) if routers else here

    def all_live(self) -> list[JSON]:
        """The live meetings of all cells, as `{session, elapsedMs}`."""
        here, routers = self._every_page("meetings.live", "meetings")
        for router in routers:
            here += self.cell(router)._every_page("meetings.live", "meetings")[0]
        return here

    def search_all(self, query: str, limit: int | None = None) -> JSON:
        """Search results of all cells as `{hits, total}`: the best hit of each cell, then the next best."""
        replies = [self.standups.search(query, limit=limit)]
        for router in self._places.elsewhere(replies[0]):
            replies.append(self.cell(router).standups.search(query, limit=limit))
        return joined(replies, limit)

    def _every_page(self, target: str, name: str) -> tuple[list[JSON], list[str]]:
        rows: list[JSON] = []
        body: dict[str, Any] = {}
        while True:
            reply = self._send_here(Request(target, body, changes=False))
            rows += reply.get(name, [])
            if not reply.get("next"):
                return rows, self._places.elsewhere(reply)
            body = {"after": reply["next"]}

    def close(self) -> None:
        """Closes the client and everything that it opened."""
        for cell in self._cells.values():
            cell.close()
        for one in self._open:
            one.close()
        self._sockets.close()
        if self._owns_context:
            self._context.term()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _keep(self, one: Follower | Subscription) -> None:
        """Registers a follower or subscription to be closed with this client."""
        self._open = [other for other in self._open if not other.is_closed]
        self._open.append(one)

    def _new_sockets(self) -> _Sockets:
        return _Sockets(self._context, self.endpoints, self._keys)

    def _send(
        self, request: Request, timeout: float | None = None, idem: str | None = None
    ) -> JSON:
        """Sends the command to the cell that has its subject, with one idempotency key throughout."""
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        key = idem or (new_id() if request.changes else None)
        router = self._places.of(request)
        way = Way()
        for hop in range(MOST_HOPS):
            target = self if router is None else self.cell(router)
            try:
                return target._send_here(request, end - time.monotonic(), key)
            except Moved as error:
                router = self._places.moved(request, error)
                if router is None or hop == MOST_HOPS - 1:
                    raise
                time.sleep(way.pause(router, end))
        raise AssertionError("unreachable")

    def _send_here(
        self, request: Request, timeout: float | None = None, idem: str | None = None
    ) -> JSON:
        patience = self.timeout if timeout is None else timeout
        if request.traceparent is None:
            request = replace(request, traceparent=current_traceparent())
        call = self._core.start(request, Now.read(), patience, idem)
        try:
            while not call.is_done:
                self._core.tick(Now.read())
                self._perform()
                wake = self._core.wake()
                if wake is not None:
                    self._sockets.wait(wake - time.monotonic())
                if self._sockets.take_connection():
                    self._core.connected()
                if self._sockets.take_loss():
                    self._core.lost(Now.read())
                for frames in self._sockets.commands():
                    self._core.receive(frames, Now.read())
        finally:
            self._core.cancel(call)
        return call.result()

    def _perform(self) -> None:
        self._sockets.perform(self._core.effects)
        self._core.effects.clear()


class Follower(Following[_Sockets]):
    """A blocking follower to iterate over. It does no work between calls: a slow reader loses no events but needs
    more repairs."""

    def __iter__(self) -> Follower:
        return self

    def __next__(self) -> Item:
        item = self.next()
        if item is None:
            raise StopIteration
        return item

    def next(self, timeout: float | None = None) -> Item | None:
        """The next item; `None` after the timeout or once the follower is closed. Raises `StandupsError`."""
        self._finish()
        end = None if timeout is None else time.monotonic() + timeout
        while not self.is_closed:
            while (taken := self._session.take()) is not None:
                item, self._given = taken
                if item is not None:
                    return item
                self._finish()
            failure = self._session.follower.failure
            if failure is not None:
                raise failure
            wake = min(self._session.wake(), self._router_deadline())
            self._step(wake if end is None else min(wake, end))
            self._require_router()
            if end is not None and time.monotonic() >= end and not self._session.follower.items:
                return None
        return None

    def _step(self, wake: float) -> None:
        session = self._session
        self._sockets.perform(session.advance(Now.read()))
        self._sockets.wait(min(wake, session.wake()) - time.monotonic())
        self._hear()


class Subscription:
    """Events as they arrive; a `Confirmation` among them means that events before it may be missing."""

    def __init__(self, sockets: _Sockets, topics: Sequence[str]) -> None:
        self._sockets = sockets
        self._core = SubscriptionCore(topics)
        self._waiting: list[CloudEvent | Confirmation] = []
        self.is_closed = False
        self._core.open(Now.read())

    def confirm(self, timeout: float) -> Confirmation:
        """Waits for the confirmation; events that arrive before it are buffered."""
        early: list[CloudEvent | Confirmation] = []
        end = time.monotonic() + timeout
        while (item := self.next(end - time.monotonic())) is not None:
            if isinstance(item, Confirmation):
                _refuse_denied(item)
                self._waiting[:0] = early
                return item
            early.append(item)
        raise Unavailable("No router confirmed the subscription in time.", retryable=True)

    def __iter__(self) -> Subscription:
        return self

    def __next__(self) -> CloudEvent | Confirmation:
        item = self.next()
        if item is None:
            raise StopIteration
        return item

    def next(self, timeout: float | None = None) -> CloudEvent | Confirmation | None:
        """The next event or confirmation; `None` after the timeout or once the subscription is closed."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self.is_closed and not self._waiting:
            now = Now.read()
            if end is not None and now.steady >= end:
                return None
            self._core.tick(now)
            self._sockets.perform(self._core.effects)
            self._core.effects.clear()
            wake = self._core.wake() if end is None else min(self._core.wake(), end)
            self._sockets.wait(wake - time.monotonic())
            for frame in self._sockets.events():
                notice = self._core.receive(frame, Now.read())
                if isinstance(notice, (CloudEvent, Confirmation)):
                    self._waiting.append(notice)
        return self._waiting.pop(0) if self._waiting else None

    def close(self) -> None:
        self.is_closed = True
        self._sockets.close()


def _refuse_denied(confirmation: Confirmation) -> None:
    refusal = confirmation.refusal
    if refusal is not None:
        raise refusal
