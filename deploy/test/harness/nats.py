"""NATS next to the services, as started by the profile `nats`: its stream has the events, and keeps them."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .bus import Access
from .project import Project, free_ports
from .shell import Failed, until

#: The services that the bridge needs to publish events of standups, and the bridge itself.
NEEDED = ("router", "persistence", "standups", "timer", "bridge")


def try_it(tag: str, name: str, compose: Sequence[str]) -> str:
    """Follows the usage in docker-compose.yml. Returns a summary."""
    project = Project(name, tag, compose=compose)
    [port] = free_ports(1)
    project.environment |= {"STANDUPS_NATS_URL": "nats://nats:4222", "STANDUPS_NATS_PORT": str(port)}
    try:
        project.compose("--profile", "nats", "up", "-d", "--no-build", *NEEDED, "nats")
        project.wait_healthy([*NEEDED, "nats"])
        return _follow(project, port)
    finally:
        project.down()


def _follow(project: Project, port: int) -> str:
    with Access(project).client() as client:
        until(lambda: client.bridge.status()["state"] == "live", 30, "the bridge publishes")
        with _nats(port) as nats:
            nats.subscribe("standups.t.*.standup.>")
            first = client.standups.create("Through NATS", ["Ann"])["id"]
            begin = time.monotonic()
            event = nats.message(lambda found: found.get("subject") == first)
            took = time.monotonic() - begin
        if event["type"] != "standup.created" or event["data"]["standup"]["title"] != "Through NATS":
            raise Failed(f"NATS has another event: {event}")

        # Events published during an outage follow later; earlier ones are in the volume.
        project.compose("--profile", "nats", "rm", "-sf", "nats")
        second = client.standups.create("Without NATS", ["Ann"])["id"]
        project.compose("--profile", "nats", "up", "-d", "--no-build", "nats")
        project.wait_healthy(["nats"])

        def kept(standup: str) -> dict | None:
            with _nats(port) as nats:
                return nats.last(client.bridge.status()["stream"], f"standups.t.default.standup.created.{standup}")

        until(lambda: (kept(second) or {}).get("subject") == second, 30, "the stream has what happened without NATS")
        found = kept(first)
        if found != event:
            raise Failed(f"the stream has lost what it had: {found} instead of {event}")
    return f"NATS: an event is there {took * 1000:.0f} ms after its command's answer; the stream outlives its container"


@contextmanager
def _nats(port: int) -> Iterator[_Connection]:
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        yield _Connection(connection)


class _Connection:
    """The required part of NATS's protocol, without dependencies: single lines, and payloads of a given length."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._stream = connection, connection.makefile("rb")
        self._read_line("INFO ")
        self._say('CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\nPING\r\n')
        self._read_line("PONG")

    def subscribe(self, subject: str) -> None:
        """Subscribes: later messages on the subject are delivered."""
        self._say(f"SUB {subject} 1\r\nPING\r\n")
        self._read_line("PONG")

    def message(self, wanted) -> dict:
        """The next wanted message; `Failed` if none arrives within ten seconds."""
        while True:
            found = json.loads(self._payload())
            if wanted(found):
                return found

    def last(self, stream: str, subject: str) -> dict | None:
        """The last event of the stream on a subject."""
        self.subscribe("_INBOX.test")
        body = json.dumps({"last_by_subj": subject})
        self._say(f"PUB $JS.API.DIRECT.GET.{stream} _INBOX.test {len(body)}\r\n{body}\r\n")
        said = self._payload()
        return json.loads(said) if said else None

    def _payload(self) -> bytes:
        """The payload of the next message; empty if it has only headers, as in a “no message” reply."""
        words = self._read_line("MSG ", "HMSG ").split()
        sizes = [int(word) for word in words[-2 if words[0] == "HMSG" else -1:]]
        whole = self._stream.read(sizes[-1] + 2)[:-2]
        return whole[sizes[0]:] if words[0] == "HMSG" else whole

    def _read_line(self, *begins: str) -> str:
        while True:
            try:
                line = self._stream.readline().decode()
            except TimeoutError as error:
                raise Failed(f"NATS says nothing that begins with {' or '.join(begins)}") from error
            if line.startswith(begins):
                return line.rstrip("\r\n")
            if line.startswith("PING"):
                self._say("PONG\r\n")
            elif not line or line.startswith("-ERR"):
                raise Failed(f"NATS ends the connection: {line.strip() or 'without a word'}")

    def _say(self, text: str) -> None:
        self._connection.sendall(text.encode())
