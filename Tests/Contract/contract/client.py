"""A tool on the bus, written only from the document."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import zmq
import zmq.auth


@dataclass(frozen=True)
class Reply:
    kind: str
    body: Any
    header: dict[str, Any]

    @property
    def code(self) -> str | None:
        """The error's code; None if it is not an error."""
        return self.body["code"] if self.kind == "ERR" else None

    def answers(self, id: str) -> bool:
        """Returns true if this is the FIN or ERR of the command with this id."""
        return self.header.get("cause") == id and self.kind in ("FIN", "ERR")


class Refused(AssertionError):
    """A command failed that should have succeeded, or the other way round."""


@dataclass(frozen=True)
class Key:
    """The key of a client and the public key of its router, in Z85."""

    public: bytes
    secret: bytes
    router: bytes

    @classmethod
    def read(cls, directory: Path, name: str) -> Key:
        """The key from the directory of its owner, which `standups keys` created."""
        public, secret = zmq.auth.load_certificate(directory / f"{name}.key_secret")
        router, _ = zmq.auth.load_certificate(directory / "router.key")
        assert secret is not None, f"{name}.key_secret has no secret key"
        return cls(public, secret, router)

    def use(self, socket: zmq.Socket) -> None:
        """Encrypts a socket that is not connected yet."""
        socket.curve_publickey, socket.curve_secretkey, socket.curve_serverkey = self.public, self.secret, self.router


class Client:
    """Sends one command at a time and waits for its reply."""

    def __init__(self, context: zmq.Context, endpoint: str, key: Key | None = None) -> None:
        self._socket = context.socket(zmq.DEALER)
        self._socket.linger = 0
        if key:
            key.use(self._socket)
        self._socket.connect(endpoint)

    def close(self) -> None:
        self._socket.close(0)

    def send(self, frames: Sequence[bytes]) -> None:
        self._socket.send_multipart(list(frames))

    def receive(self, seconds: float = 10) -> Reply:
        """Waits for the next message.

        Raises:
            TimeoutError: none arrived.
        """
        if not self._socket.poll(int(seconds * 1000)):
            raise TimeoutError(f"no answer within {seconds:g} s")
        frames = self._socket.recv_multipart()
        _, kind, _, header = frames[0].decode().split(" ", 3)
        return Reply(kind, json.loads(frames[1]), json.loads(header))

    def ask(
        self, target: str, body: Any = None, *, attachments: Sequence[bytes] = (), patience_ms: int = 9000,
        **header: Any,
    ) -> Reply:
        """Sends a command and waits for its FIN or ERR."""
        id = self._begin(target, body, attachments, patience_ms, header)
        end = time.monotonic() + patience_ms / 1000 + 1
        while True:
            reply = self.receive(max(0.001, end - time.monotonic()))
            if reply.answers(id):
                return reply

    def ask_together(self, target: str, bodies: Sequence[Any], patience_ms: int = 9000) -> list[Reply]:
        """Sends commands, each with an idempotency key, without waiting between them; then waits for each FIN or ERR.

        Returns:
            The replies, in the order of `bodies`.
        """
        ids = [self._begin(target, body, (), patience_ms, {"idem": str(uuid.uuid4())}) for body in bodies]
        replies: dict[str, Reply] = {}
        end = time.monotonic() + patience_ms / 1000 + 1
        while len(replies) < len(ids):
            reply = self.receive(max(0.001, end - time.monotonic()))
            replies |= {id: reply for id in ids if reply.answers(id)}
        return [replies[id] for id in ids]

    def _begin(
        self, target: str, body: Any, attachments: Sequence[bytes], patience_ms: int, header: dict[str, Any],
    ) -> str:
        """Sends a command.

        Returns:
            Its id.
        """
        header = {"id": str(uuid.uuid4()), "deadline": int(time.time() * 1000) + patience_ms} | header
        head = f"STB1 CMD {target} {json.dumps(header)}"
        self.send([head.encode(), json.dumps(body or {}).encode(), *attachments])
        return str(header["id"])

    def do(self, target: str, body: Any = None, **options: Any) -> Any:
        """Sends a command that must succeed.

        Returns:
            The reply's body.
        """
        reply = self.ask(target, body, **options)
        if reply.kind != "FIN":
            raise Refused(f"{target} was refused: {reply.body}")
        return reply.body

    def refuse(self, code: str, target: str, body: Any = None, **options: Any) -> Any:
        """Sends a command that must be rejected with this code.

        Returns:
            The error's body.
        """
        reply = self.ask(target, body, **options)
        if reply.code != code:
            raise Refused(f"{target} should be refused as {code}, not {reply.kind} {reply.body}")
        return reply.body
