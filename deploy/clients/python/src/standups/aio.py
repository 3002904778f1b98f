"""The client for asyncio."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

import zmq
import zmq.asyncio

from ._following import Following, SavePosition
from ._pair import Pair
from .client import _refuse_denied
from .codec import JSON, new_id
from .core.cells import MOST_HOPS, Places, Way, in_order, joined
from .core.commands import Call, CommandCore, Request
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

#: Suffix of a socket's name that gives the name of its monitor socket.
_REFUSED = " refused"


class _Sockets(Pair[zmq.asyncio.Socket]):
    """Waits for either socket in the event loop."""

    def __init__(
        self, context: zmq.asyncio.Context, endpoints: Endpoints, keys: Keys | None
    ) -> None:
        super().__init__(context, endpoints, keys)
        self._receiving: dict[str, asyncio.Future[list[bytes]]] = {}

    def _send(self, socket: zmq.asyncio.Socket, frames: Sequence[bytes]) -> None:
        sending = asyncio.ensure_future(socket.send_multipart(frames, zmq.NOBLOCK))
        sending.add_done_callback(_ignore)

    async def wait(self, seconds: float, *others: asyncio.Future[Any]) -> None:
        """Waits until a message arrives or one of `others` is done, at most `seconds`. Raises `Denied` if the router
        rejects the key."""
        waiting = [*self._receive().values(), *others]
        if waiting:
            await asyncio.wait(
                waiting, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED
            )
        else:
            await asyncio.sleep(max(0.0, seconds))
        for name in list(self._watching):
            for frames in self._drain(name + _REFUSED, 100):
                self._told(name, frames)

    def _receive(self) -> dict[str, asyncio.Future[list[bytes]]]:
        """The pending receives; they survive cancellation, so that no message is lost with one."""
        for name, socket in (("commands", self._commands), ("events", self._events)):
            if socket is not None and name not in self._receiving:
                self._receiving[name] = asyncio.ensure_future(socket.recv_multipart())
        for name, watching in self._watching.items():
            if name + _REFUSED not in self._receiving:
                receiving = asyncio.ensure_future(watching.recv_multipart())
                self._receiving[name + _REFUSED] = receiving
        return self._receiving

    def _drain(self, name: str, limit: int) -> Iterable[list[bytes]]:
        for _ in range(limit):
            receiving = self._receive().get(name)
            if receiving is None or not receiving.done():
                return
            del self._receiving[name]
            if not receiving.cancelled() and receiving.exception() is None:
                yield receiving.result()

    def _close(self, name: str, socket: zmq.asyncio.Socket | None) -> None:
        for key in (name, name + _REFUSED):
            receiving = self._receiving.pop(key, None)
            if receiving is not None:
                receiving.add_done_callback(_ignore)
                receiving.cancel()
        super()._close(name, socket)


def _ignore(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()


class AsyncClient(Commands[Awaitable[JSON]]):
    """Like `Client`, with any number of concurrent commands."""

    def __init__(
        self,
        endpoints: Endpoints | None = None,
        *,
        keys: Keys | None = None,
        key: str | os.PathLike[str] | None = None,
        router_key: str | os.PathLike[str] | None = None,
        timeout: float = 10.0,
        context: zmq.asyncio.Context | None = None,
    ) -> None:
        self.endpoints = endpoints or Endpoints.of_environment()
        self.endpoints.secure()
        self.timeout = timeout
        keys = self._keys = keys or Keys.find(key, router_key, self.endpoints.commands)
        self._owns_context = context is None
        self._context = zmq.asyncio.Context() if context is None else context
        self._core = CommandCore()
        self._sockets = _Sockets(self._context, self.endpoints, keys)
        self._waiting: dict[Call, asyncio.Future[None]] = {}
        self._pump: asyncio.Task[None] | None = None
        self._news: asyncio.Future[None] | None = None
        self._open: list[AsyncFollower | AsyncSubscription] = []
        self._places = Places()
        self._cells: dict[str, AsyncClient] = {}
        super().__init__(self._send)

    async def command(
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
        """See `Client.command`. A cancelled command may still be carried out."""
        trace = None if traceparent is None else checked(traceparent)
        request = Request(target, body or {}, changes, tuple(attachments), key, trace)
        return await self._send(request, timeout, idempotency_key)

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
    ) -> AsyncFollower:
        """See `Client.follow`."""
        view = View(tuple(types), standup, meeting, ephemeral, team)
        patience = self.timeout if connect_timeout is None else connect_timeout
        follower = AsyncFollower(self._new_sockets(), view, position, on_position, patience)
        self._keep(follower)
        return follower

    async def subscribe(
        self, topics: Sequence[str], *, timeout: float | None = None
    ) -> AsyncSubscription:
        """See `Client.subscribe`."""
        subscription = AsyncSubscription(self._new_sockets(), topics)
        try:
            await subscription.confirm(self.timeout if timeout is None else timeout)
        except BaseException:
            subscription.close()
            raise
        self._keep(subscription)
        return subscription

    def cell(self, router: str) -> AsyncClient:
        """See `Client.cell`."""
        if router not in self._cells:
            self._cells[router] = AsyncClient(
                Endpoints.of_router(router),
                keys=self._keys,
                timeout=self.timeout,
                context=self._context,
            )
        return self._cells[router]

    async def at(self, standup: str) -> AsyncClient:
        """See `Client.at`."""
        request = Request("standups.get", {"id": standup, "limit": 1}, changes=False)
        await self._send(request)
        router = self._places.of(request)
        return self if router is None else self.cell(router)

    async def all_standups(self) -> list[JSON]:
        """See `Client.all_standups`."""
        rows, is_alone = await self._all("standups.list", "standups")
        return rows if is_alone else in_order(rows)

    async def all_live(self) -> list[JSON]:
        """See `Client.all_live`."""
        return (await self._all("meetings.live", "meetings"))[0]

    async def search_all(self, query: str, limit: int | None = None) -> JSON:
        """See `Client.search_all`."""
        here = await self.standups.search(query, limit=limit)
        cells = [self.cell(router) for router in self._places.elsewhere(here)]
        others = await asyncio.gather(*(cell.standups.search(query, limit=limit) for cell in cells))
        return joined([here, *others], limit)

    async def _all(self, target: str, name: str) -> tuple[list[JSON], bool]:
        rows, routers = await self._every_page(target, name)
        pages = (self.cell(router)._every_page(target, name) for router in routers)
        for others, _ in await asyncio.gather(*pages):
            rows += others
        return rows, not routers

    async def _every_page(self, target: str, name: str) -> tuple[list[JSON], list[str]]:
        rows: list[JSON] = []
        body: dict[str, Any] = {}
        while True:
            reply = await self._send_here(Request(target, body, changes=False))
            rows += reply.get(name, [])
            if not reply.get("next"):
                return rows, self._places.elsewhere(reply)
            body = {"after": reply["next"]}

    async def close(self) -> None:
        """Closes the client and everything that it opened."""
        for cell in self._cells.values():
            await cell.close()
        pump, self._pump = self._pump, None
        if pump is not None:
            pump.cancel()
            await asyncio.wait([pump])
        for waiting in self._waiting.values():
            waiting.cancel()
        for one in self._open:
            one.close()
        self._sockets.close()
        if self._owns_context:
            self._context.term()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    def _keep(self, one: AsyncFollower | AsyncSubscription) -> None:
        """Registers a follower or subscription to be closed with this client."""
        self._open = [other for other in self._open if not other.is_closed]
        self._open.append(one)

    def _new_sockets(self) -> _Sockets:
        return _Sockets(self._context, self.endpoints, self._keys)

    async def _send(
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
                return await target._send_here(request, end - time.monotonic(), key)
            except Moved as error:
                router = self._places.moved(request, error)
                if router is None or hop == MOST_HOPS - 1:
                    raise
                await asyncio.sleep(way.pause(router, end))
        raise AssertionError("unreachable")

    async def _send_here(
        self, request: Request, timeout: float | None = None, idem: str | None = None
    ) -> JSON:
        patience = self.timeout if timeout is None else timeout
        if request.traceparent is None:
            request = replace(request, traceparent=current_traceparent())
        call = self._core.start(request, Now.read(), patience, idem)
        waiting = self._waiting[call] = asyncio.get_running_loop().create_future()
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())
        elif self._news is not None and not self._news.done():
            self._news.set_result(None)
        try:
            await waiting
        finally:
            del self._waiting[call]
            self._core.cancel(call)
        return call.result()

    async def _run(self) -> None:
        """Transfers messages while commands are under way."""
        try:
            while self._waiting:
                self._core.tick(Now.read())
                self._sockets.perform(self._core.effects)
                self._core.effects.clear()
                self._tell()
                wake = self._core.wake()
                self._news = asyncio.get_running_loop().create_future()
                if wake is not None:
                    await self._sockets.wait(wake - time.monotonic(), self._news)
                else:
                    await asyncio.sleep(0)
                if self._sockets.take_connection():
                    self._core.connected()
                if self._sockets.take_loss():
                    self._core.lost(Now.read())
                for frames in self._sockets.commands():
                    self._core.receive(frames, Now.read())
                self._tell()
        except Exception as error:  # noqa: BLE001  passed on to the waiting callers
            # A defect here must not leave a caller waiting forever.
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(error)

    def _tell(self) -> None:
        for call, waiting in self._waiting.items():
            if call.is_done and not waiting.done():
                waiting.set_result(None)


class AsyncFollower(Following[_Sockets]):
    """An asynchronous follower: iterate over it with `async for`. See `Follower`."""

    def __aiter__(self) -> AsyncFollower:
        return self

    async def __anext__(self) -> Item:
        self._finish()
        session = self._session
        while not self.is_closed:
            while (taken := session.take()) is not None:
                item, self._given = taken
                if item is not None:
                    return item
                self._finish()
            if session.follower.failure is not None:
                raise session.follower.failure
            self._sockets.perform(session.advance(Now.read()))
            wake = min(session.wake(), self._router_deadline())
            await self._sockets.wait(wake - time.monotonic())
            self._hear()
            self._require_router()
        raise StopAsyncIteration


class AsyncSubscription:
    """Events as they arrive; a `Confirmation` among them means that events before it may be missing."""

    def __init__(self, sockets: _Sockets, topics: Sequence[str]) -> None:
        self._sockets = sockets
        self._core = SubscriptionCore(topics)
        self._waiting: list[CloudEvent | Confirmation] = []
        self.is_closed = False
        self._core.open(Now.read())

    async def confirm(self, timeout: float) -> Confirmation:
        """Waits for the confirmation; events that arrive before it are buffered."""
        early: list[CloudEvent | Confirmation] = []
        try:
            end = time.monotonic() + timeout
            while True:
                item = await asyncio.wait_for(self.__anext__(), end - time.monotonic())
                if isinstance(item, Confirmation):
                    _refuse_denied(item)
                    self._waiting[:0] = early
                    return item
                early.append(item)
        except asyncio.TimeoutError:
            raise Unavailable(
                "No router confirmed the subscription in time.", retryable=True
            ) from None

    def __aiter__(self) -> AsyncSubscription:
        return self

    async def __anext__(self) -> CloudEvent | Confirmation:
        while not self.is_closed and not self._waiting:
            self._core.tick(Now.read())
            self._sockets.perform(self._core.effects)
            self._core.effects.clear()
            await self._sockets.wait(self._core.wake() - time.monotonic())
            for frame in self._sockets.events():
                notice = self._core.receive(frame, Now.read())
                if isinstance(notice, (CloudEvent, Confirmation)):
                    self._waiting.append(notice)
        if not self._waiting:
            raise StopAsyncIteration
        return self._waiting.pop(0)

    def close(self) -> None:
        self.is_closed = True
        self._sockets.close()
