"""An imitated service, for messages that the real ones send only after failures."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import zmq

Answer = Callable[[str, Any], Any]


class Imitation(threading.Thread):
    """Replaces a service on the bus.

    Commands are answered by `answers`: the target's value is the reply's body, or a function of the command's
    body. A command that is not listed is never answered. `access` declares the permissions of those that do not
    require `member`, and `teams` the teams in which persons need them, like the real services.
    """

    def __init__(
        self, context: zmq.Context, endpoint: str, service: str, *, answers: dict[str, Any],
        delegates: list[str] = (), access: Mapping[str, str] = MappingProxyType({}),
        teams: Mapping[str, str] = MappingProxyType({}), is_loading: bool = False,
    ) -> None:
        super().__init__(name=f"imitation of {service}", daemon=True)
        self._context, self._endpoint, self._service = context, endpoint, service
        self._answers = answers
        self._orders = context.socket(zmq.PULL)
        self._orders.bind(f"inproc://imitation-{id(self)}")
        self._replies: dict[str, list[Any]] = {}
        self._changed = threading.Condition()
        self._manifest = {
            "service": service, "instance": str(uuid.uuid4()), "minor": 0, "capacity": 8, "isSharded": False,
            "commands": [
                {"target": target, "access": access.get(target, "member")}
                | ({"teams": teams[target]} if target in teams else {}) for target in answers],
            "delegates": list(delegates),
        } | ({"isLoading": True} if is_loading else {})

    def run(self) -> None:
        socket = self._context.socket(zmq.DEALER)
        socket.linger = 0
        socket.connect(self._endpoint)
        poller = zmq.Poller()
        poller.register(socket, zmq.POLLIN)
        poller.register(self._orders, zmq.POLLIN)
        beat = time.monotonic() + 1
        while True:
            ready = dict(poller.poll(max(0, int((beat - time.monotonic()) * 1000))))
            if time.monotonic() >= beat:
                beat = time.monotonic() + 1
                socket.send_multipart(_frames("HB", self._service, {"id": str(uuid.uuid4())}, {}))
            if self._orders in ready:
                order = self._orders.recv_multipart()
                if order[0] == b"stop":
                    break
                socket.send_multipart(order)
            if socket in ready:
                self._take(socket, socket.recv_multipart())
        socket.close(0)
        self._orders.close(0)

    def _take(self, socket: zmq.Socket, frames: list[bytes]) -> None:
        _, kind, target, text = frames[0].decode().split(" ", 3)
        header, body = json.loads(text), json.loads(frames[1])
        if kind == "CMD":
            answer = self._answers.get(target)
            if answer is None:
                return
            lead = {"id": str(uuid.uuid4()), "cause": header["id"], "corr": header.get("corr", header["id"])}
            socket.send_multipart(_frames("FIN", "-", lead, answer(body) if callable(answer) else answer))
        elif cause := header.get("cause"):
            with self._changed:
                self._replies[cause] = [kind, body]
                self._changed.notify_all()

    def ask(self, kind: str, target: str, body: Any, seconds: float = 10, **more: Any) -> tuple[str, Any]:
        """Sends a message, optionally with more header members, and waits for its reply: kind and body."""
        identity = str(uuid.uuid4())
        header = {"id": identity, "deadline": int((time.time() + seconds) * 1000)} | more
        self._order(_frames(kind, target, header, body))
        with self._changed:
            if not self._changed.wait_for(lambda: identity in self._replies, seconds):
                raise TimeoutError(f"{kind} {target} got no answer within {seconds:g} s")
            kind, body = self._replies.pop(identity)
            return kind, body

    def hello(self) -> tuple[str, Any]:
        return self.ask("HELLO", self._service, self._manifest)

    def bye(self) -> None:
        """The first BYE drains, the second one closes."""
        self.ask("BYE", self._service, {})

    def _order(self, frames: list[bytes]) -> None:
        socket = self._context.socket(zmq.PUSH)
        socket.connect(f"inproc://imitation-{id(self)}")
        socket.send_multipart(frames)
        socket.close(1000)

    def stop(self) -> None:
        """Stops without a BYE."""
        self._order([b"stop"])
        self.join(5)


def _frames(kind: str, target: str, header: dict[str, Any], body: Any) -> list[bytes]:
    return [f"STB1 {kind} {target} {json.dumps(header)}".encode(), json.dumps(body).encode()]
