"""A proxy that records every connection to the router."""

from __future__ import annotations

import json
import threading

import zmq

from .traffic import Event, Log, Message


class Proxy(threading.Thread):
    """Forwards messages between peers and the router, with a separate connection for each peer.

    The router identifies peers by their connections, so a shared connection would not work.
    """

    def __init__(self, context: zmq.Context, log: Log, front: str, back: str) -> None:
        super().__init__(name="proxy", daemon=True)
        self._context, self._log, self._back = context, log, back
        self._front = context.socket(zmq.ROUTER)
        self._front.linger = 0
        self._front.bind(front)
        self._control = context.socket(zmq.PULL)
        self._control.bind(f"inproc://proxy-{id(self)}")
        self._peers: dict[bytes, zmq.Socket] = {}
        self._names: dict[bytes, str] = {}
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self._run()
        except BaseException as error:  # noqa: BLE001 - reported by `stop`
            self.failure = error
        finally:
            for socket in [self._front, self._control, *self._peers.values()]:
                socket.close(0)

    def _run(self) -> None:
        poller = zmq.Poller()
        poller.register(self._front, zmq.POLLIN)
        poller.register(self._control, zmq.POLLIN)
        while True:
            for socket, _ in poller.poll():
                if socket is self._control:
                    order, *rest = self._control.recv_multipart()
                    if order == b"stop":
                        return
                    self._drop(rest[0].decode(), poller)
                elif socket is self._front:
                    self._outward(poller)
                elif socket in self._peers.values():
                    # Unless it has just been dropped.
                    self._inward(socket)

    def _outward(self, poller: zmq.Poller) -> None:
        identity, *frames = self._front.recv_multipart()
        if identity not in self._peers:
            peer = self._context.socket(zmq.DEALER)
            peer.linger = 0
            peer.connect(self._back)
            self._peers[identity] = peer
            poller.register(peer, zmq.POLLIN)
        message = Message(tuple(frames), "", True)
        if message.kind == "HELLO":
            self._names[identity] = json.loads(frames[1]).get("service", "?")
        self._note(identity, frames, to_router=True)
        self._peers[identity].send_multipart(frames)

    def _inward(self, socket: zmq.Socket) -> None:
        frames = socket.recv_multipart()
        identity = next(key for key, value in self._peers.items() if value is socket)
        self._note(identity, frames, to_router=False)
        self._front.send_multipart([identity, *frames])

    def _note(self, identity: bytes, frames: list[bytes], *, to_router: bool) -> None:
        self._log.add(Message(tuple(frames), self._names.get(identity, "tool"), to_router))

    def _drop(self, name: str, poller: zmq.Poller) -> None:
        for identity in [key for key, value in self._names.items() if value == name]:
            del self._names[identity]
            socket = self._peers.pop(identity)
            poller.unregister(socket)
            socket.close(0)

    def _order(self, *frames: bytes) -> None:
        socket = self._context.socket(zmq.PUSH)
        socket.connect(f"inproc://proxy-{id(self)}")
        socket.send_multipart(frames)
        socket.close(1000)

    def drop(self, name: str) -> None:
        """Closes a service's connection to the router, as if it had been killed."""
        self._order(b"drop", name.encode())

    def stop(self) -> None:
        """Stops.

        Raises:
            RuntimeError: the proxy failed earlier; the record is incomplete from then on.
        """
        if self.is_alive():
            self._order(b"stop")
            self.join(5)
        if self.failure:
            raise RuntimeError("the proxy failed") from self.failure


class Listener(threading.Thread):
    """Subscribes to everything and records it."""

    def __init__(self, context: zmq.Context, log: Log, endpoint: str) -> None:
        super().__init__(name="listener", daemon=True)
        self._log, self._context, self._endpoint = log, context, endpoint
        self._ending = threading.Event()
        self.nonce = f"contract-{id(self)}"

    def run(self) -> None:
        socket = self._context.socket(zmq.SUB)
        socket.linger = 0
        socket.rcvhwm = 0
        for topic in ["t/", "s/", "m/", "g/", "h/", f"~/{self.nonce}"]:
            socket.subscribe(topic)
        socket.connect(self._endpoint)
        while not self._ending.is_set():
            # Wakes periodically to check for a stop; events are not delayed by that.
            if socket.poll(100):
                self._log.add(Event(socket.recv()))
        socket.close(0)

    def stop(self) -> None:
        self._ending.set()
        self.join(5)
