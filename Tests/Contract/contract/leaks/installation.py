"""An installation with keys, teams and persons, and the clients of all principals."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import zmq

from ..client import Client, Key, Reply
from ..services import CHILDREN, NAMES, Services, run_keys
from ..world import until_up
from .rules import Principal

MARKS = {team: f"{team}Zq7mark" for team in ("web", "ops", "default")}
"""A word in every text of a team, which occurs nowhere else."""

PRINCIPALS = (
    Principal("web-admin", roles={"web": "admin"}),
    Principal("web-member", roles={"web": "member"}),
    Principal("web-observer", roles={"web": "observer"}),
    Principal("web-tool", roles={"web": "admin"}, is_tool=True),
    Principal("default-member", roles={"default": "member"}),
    Principal("default-admin", roles={"default": "admin"}),
    Principal("nobody"),
    Principal("loadtest", tool="loadtest"),
    Principal("mixed", roles={"web": "admin", "ops": "observer", "default": "observer"}),
    Principal("ops-member", roles={"ops": "member"}),
    Principal("observer", tool="observer"),
    Principal("operator", tool="operator"),
)
"""Those who must not see the team `ops` come first."""


class Installation:
    """The services with keys, and what the clients received."""

    def __init__(self, context: zmq.Context, binaries: Path, directory: Path) -> None:
        self.context, self._binaries, self._directory = context, binaries, directory
        self._keys = directory / "keys"
        run_keys(binaries, self._keys, "init")
        self.services = Services(binaries, directory / "i", None, keys=self._keys)
        self.clients: dict[str, Client] = {}
        self.readers: dict[str, Reader] = {}
        self.persons: dict[str, str] = {}

    def __enter__(self) -> Installation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for client in self.clients.values():
            client.close()
        for reader in self.readers.values():
            reader.close()
        self.services.kill_all()

    def start(self) -> None:
        """Starts the services, and adds the teams, the persons and their keys."""
        for name in NAMES:
            settings = {} if name == "router" else {"STANDUPS_COMMANDS": self.services.commands}
            self.services.start(name, settings=settings)
        self.clients["operator"] = self._connect("operator")
        until_up(self.clients["operator"], CHILDREN)
        chief = self.clients["operator"]
        for team in ("web", "ops"):
            settled(chief, "teams.add", {"id": team, "name": f"{MARKS[team]} team"})
        for principal in PRINCIPALS:
            if principal.tool:
                continue
            if not principal.is_person:
                self.add_key(principal.name, ",".join(f"team:{team}:{role}" for team, role in principal.roles.items()))
                continue
            # The name of a member of several teams is not secret in any of them.
            marks = [MARKS[team] for team in principal.roles if len(principal.roles) == 1]
            person = settled(chief, "people.add", {"name": " ".join([*marks, principal.name])}).body["id"]
            self.persons[principal.name] = person
            for team, role in principal.roles.items():
                settled(chief, "teams.setMember", {"team": team, "person": person, "role": role})
            self.add_key(principal.name, f"person:{person}")
        for principal in PRINCIPALS:
            self.connect(principal.name)

    def add_key(self, name: str, roles: str) -> None:
        run_keys(self._binaries, self._keys, "add", name, "--role", roles)

    def connect(self, name: str) -> None:
        """Connects a client and a subscriber with a key."""
        if name not in self.clients:
            self.clients[name] = self._connect(name)
        self.readers[name] = Reader(self.context, self.services.events, self.key(name))

    def key(self, name: str) -> Key:
        return Key.read(self._keys / name, name)

    def _connect(self, name: str) -> Client:
        """A client with a key that the router may not know yet; libzmq does not reconnect if it does not."""
        end = time.monotonic() + 30
        while True:
            client = Client(self.context, self.services.commands, self.key(name))
            try:
                if client.ask("router.health", patience_ms=1000).kind == "FIN":
                    return client
            except TimeoutError:
                pass
            client.close()
            if time.monotonic() > end:
                raise TimeoutError(f"the key of {name} was not accepted")


class Reader:
    """A subscriber with a key, and all frames that it received."""

    def __init__(self, context: zmq.Context, endpoint: str, key: Key) -> None:
        self._socket = context.socket(zmq.SUB)
        self._socket.linger = 0
        self._socket.rcvhwm = 0
        self._socket.sndhwm = 0
        key.use(self._socket)
        self._socket.connect(endpoint)
        self.frames: list[bytes] = []

    def close(self) -> None:
        self._socket.close(0)

    def subscribe(self, topics: Sequence[str]) -> set[str]:
        """Subscribes to topics.

        Returns:
            Those that the router denied.
        """
        nonce = f"~/{uuid.uuid4()}"
        for topic in (*topics, nonce):
            self._socket.subscribe(topic)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if self._socket.poll(100):
                topic, _, text = self._socket.recv().partition(b" ")
                if topic.decode() == nonce:
                    self._socket.unsubscribe(nonce)
                    return set(json.loads(text)["denied"]) & set(topics)
                self.frames.append(topic + b" " + text)
        raise TimeoutError("the subscriptions were not confirmed")

    def read(self) -> list[bytes]:
        """All frames until now."""
        while self._socket.poll(0):
            self.frames.append(self._socket.recv())
        return self.frames


def settled(client: Client, target: str, body: Any = None, **options: Any) -> Reply:
    """Sends a command until the reply is not about the load of a service, or a service that is about to start."""
    end = time.monotonic() + 60
    while True:
        reply = client.ask(target, body, **options)
        if reply.kind == "FIN" or not reply.body.get("retryable") or time.monotonic() > end:
            return reply
        time.sleep(reply.body.get("retryAfterMs", 50) / 1000)
