"""A router that follows a script: real sockets, a journal in memory, and the faults that a test requests."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from typing import Any

import zmq
from journal import Journal
from standups import Endpoints
from standups.codec import Message, decode, encode, new_id
from standups.core.commands import Request
from standups.errors import BusError

Script = Callable[[Message], "dict[str, Any] | BusError | None"]

#: Messages to the router's thread.
_JOBS, _STOP = b"jobs", b"stop"


class FakeRouter:
    """Answers `events.*` from its journal and everything else as `script` says; `None` means no answer."""

    def __init__(self, directory: str, journal: Journal | None = None) -> None:
        self.endpoints = Endpoints(f"ipc://{directory}/commands", f"ipc://{directory}/events")
        self.journal = journal or Journal()
        self.script: Script = lambda message: {"echo": message.body}
        self.received: list[Message] = []
        self.subscribed: list[str] = []
        self.denied: list[str] = []
        self.mute = False
        self.keys: tuple[bytes, bytes] | None = None
        self._jobs: queue.Queue[Callable[[], None]] = queue.Queue()
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> FakeRouter:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._context.term()

    def start(self) -> None:
        """Starts another run of the router with the same journal."""
        self.run = new_id()
        self._wake = self._context.socket(zmq.PAIR)
        address = f"inproc://wake-{self.run}"
        self._wake.bind(address)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(address, ready))
        self._thread.start()
        assert ready.wait(10)

    def stop(self) -> None:
        if self._thread is not None:
            # The thread ends only after reading this: a PAIR without its peer would block the sender forever.
            self._wake.send(_STOP)
            self._thread.join(10)
            assert not self._thread.is_alive()
            self._wake.close(linger=0)
            self._thread = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def publish(self, *events: dict[str, Any]) -> None:
        """Publishes events; returns once they are sent."""
        done = threading.Event()

        def job() -> None:
            for event in events:
                for frame in Journal.frames(event):
                    self._events.send(frame)
            done.set()

        self._jobs.put(job)
        self._wake.send(_JOBS)
        assert done.wait(10)

    def _serve(self, address: str, ready: threading.Event) -> None:
        wake = self._context.socket(zmq.PAIR)
        wake.connect(address)
        commands = self._context.socket(zmq.ROUTER)
        self._events = events = self._context.socket(zmq.XPUB)
        events.set(zmq.XPUB_MANUAL, 1)
        for socket in (commands, events):
            socket.set(zmq.LINGER, 0)
            if self.keys is not None:
                socket.set(zmq.CURVE_SERVER, 1)
                socket.set(zmq.CURVE_PUBLICKEY, self.keys[0])
                socket.set(zmq.CURVE_SECRETKEY, self.keys[1])
        commands.bind(self.endpoints.commands)
        events.bind(self.endpoints.events)
        poller = zmq.Poller()
        for socket in (wake, commands, events):
            poller.register(socket, zmq.POLLIN)
        ready.set()
        while True:
            came = dict(poller.poll(100))
            if wake in came:
                if wake.recv() == _STOP:
                    break
                while not self._jobs.empty():
                    self._jobs.get()()
            if commands in came:
                peer, *frames = commands.recv_multipart()
                for answer in self._answer(decode(frames)):
                    commands.send_multipart([peer, *encode(answer)])
            if events in came:
                self._subscription(events.recv())
            if not self.mute:
                beat = {"epoch": self.journal.epoch, "head": self.journal.head}
                events.send(b"h/ " + json.dumps(beat).encode())
        for socket in (wake, commands, events):
            socket.close(linger=0)

    def _subscription(self, frame: bytes) -> None:
        topic = frame[1:].decode()
        if frame[:1] != b"\x01":
            return
        self.subscribed.append(topic)
        self._events.set(zmq.SUBSCRIBE, frame[1:])
        if topic.startswith("~/"):
            body = {
                "epoch": self.journal.epoch,
                "head": self.journal.head,
                "denied": self.denied,
            }
            self._events.send(f"{topic} {json.dumps(body)}".encode())

    def _answer(self, message: Message) -> list[Message]:
        if self.mute:
            return []
        header = {"id": new_id(), "cause": message.id}
        if message.kind == "HB":
            return [Message("HB", "-", header, {"router": self.run})]
        self.received.append(message)
        result: dict[str, Any] | BusError | None
        try:
            if message.target.startswith("events."):
                result = self.journal.answer(Request(message.target, message.body))
            else:
                result = self.script(message)
        except BusError as error:
            result = error
        if result is None:
            return []
        if isinstance(result, BusError):
            body: dict[str, Any] = {
                "code": result.code,
                "message": result.message,
                "retryable": result.retryable,
            }
            if result.detail:
                body["detail"] = dict(result.detail)
            return [Message("ERR", "-", header, body)]
        return [Message("FIN", "-", header, result)]
