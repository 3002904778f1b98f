"""Observers of a test run: a subscriber, a follower, health, memory, and our own clock."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import zmq
from standups import BusError, Client, CloudEvent, Endpoints, Snapshot
from standups.keys import Keys

from .evidence import JSON, Beat, Health, Heard, History
from .teams import TEAMS
from .world import World


class Watcher(threading.Thread):
    """A thread that runs until it is stopped and stores its error."""

    def __init__(self, name: str, stop: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self.failure: BaseException | None = None
        self._stop_event = stop

    def run(self) -> None:
        try:
            self.watch()
        except BaseException as error:  # noqa: BLE001 - reported by the waiting thread
            self.failure = error

    def watch(self) -> None:
        raise NotImplementedError


class Ear(Watcher):
    """A subscriber that receives all published events, and repairs nothing."""

    TOPICS: tuple[bytes, ...] = (b"t/", b"h/")

    def __init__(
        self, context: zmq.Context[Any], endpoints: Endpoints, history: History, stop: threading.Event,
        keys: Keys | None, name: str = "ear",
    ) -> None:
        super().__init__(name, stop)
        self._context, self._endpoints, self._history, self._keys = context, endpoints, history, keys

    def watch(self) -> None:
        socket = self._context.socket(zmq.SUB)
        socket.set(zmq.LINGER, 0)
        socket.set(zmq.RCVHWM, 0)
        socket.set(zmq.SNDHWM, 0)
        if self._keys is not None:
            socket.curve_serverkey = self._keys.server.encode()
            socket.curve_publickey, socket.curve_secretkey = self._keys.public.encode(), self._keys.secret.encode()
        for topic in self.TOPICS:
            socket.subscribe(topic)
        for address in self._endpoints.events.split(","):
            socket.connect(address)
        try:
            while not self._stop_event.is_set():
                # Wakes periodically to check for a stop; events are not delayed by that.
                if socket.poll(200):
                    topic, _, text = socket.recv().partition(b" ")
                    self.hear(topic, json.loads(text))
        finally:
            socket.close(0)

    def hear(self, topic: bytes, value: JSON) -> None:
        if topic == b"h/":
            self._history.add("beats", Beat(time.time(), value["epoch"], value["head"]))
        else:
            self._history.add("heard", Heard(time.time(), value))


class PersonEar(Ear):
    """A subscriber with the key of a person, which asks for the events of all teams."""

    TOPICS = tuple(f"g/{team}/".encode() for team in TEAMS)

    def hear(self, topic: bytes, value: JSON) -> None:
        self._history.add("received", (self.name, Heard(time.time(), value)))


class Following(Watcher):
    """The client's follower, over a connection that is cut and slowed like the others."""

    def __init__(
        self, context: zmq.Context[Any], endpoints: Endpoints, history: History, stop: threading.Event,
        keys: Keys | None,
    ) -> None:
        super().__init__("follower", stop)
        self._client = Client(endpoints, context=context, keys=keys)
        self._history = history
        self._changed = threading.Condition()
        self._sequence = 0
        self.replays = 0

    def watch(self) -> None:
        with self._client as client:
            follower = client.follow()
            while not self._stop_event.is_set():
                item = follower.next(0.3)
                self.replays = follower.replays
                if isinstance(item, Snapshot):
                    self._history.evidence.snapshots += 1
                    self._reached(item.sequence)
                elif isinstance(item, CloudEvent):
                    self._history.add("followed", dict(item.raw))
                    self._reached(item.sequence or 0)

    def _reached(self, sequence: int) -> None:
        with self._changed:
            self._sequence = max(self._sequence, sequence)
            self._changed.notify_all()

    def reach(self, sequence: int, seconds: float) -> bool:
        """Waits until it has received everything up to that sequence."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._sequence >= sequence or not self.is_alive(), seconds) and self.is_alive()


class HealthWatch(Watcher):
    """Polls the router's health a few times a second."""

    def __init__(
        self, context: zmq.Context[Any], endpoints: Endpoints, history: History, stop: threading.Event,
        keys: Keys | None,
    ) -> None:
        super().__init__("health", stop)
        self._client = Client(endpoints, context=context, keys=keys)
        self._history = history
        self._changed = threading.Condition()
        self._last: list[Health] = []

    def watch(self) -> None:
        with self._client as client:
            while not self._stop_event.wait(0.2):
                at = time.time()
                try:
                    body = client.command("router.health", changes=False, timeout=1.5)
                    is_well = body["status"] == "ok"
                    # A problem counts from the time of the request, good health from that of the reply.
                    health = Health(time.time() if is_well else at, is_well, tuple(body["problems"]))
                except BusError as error:
                    health = Health(at, False, (str(error),))
                self._history.add("health", health)
                with self._changed:
                    self._last.append(health)
                    self._changed.notify_all()

    def well(self, seconds: float, steadily: float = 1.0) -> bool:
        """Waits until health has been good for `steadily` seconds from now on."""
        since = len(self._last)

        def is_steady() -> bool:
            good: Health | None = None
            for one in self._last[since:]:
                good = (good or one) if one.is_well else None
            return good is not None and self._last[-1].at - good.at >= steadily

        with self._changed:
            return self._changed.wait_for(is_steady, seconds)

    @property
    def last(self) -> Health | None:
        return self._last[-1] if self._last else None


class Meter(Watcher):
    """Measures the memory of all processes, and delays of this process itself, which make times less reliable."""

    def __init__(self, world: World, history: History, stop: threading.Event) -> None:
        super().__init__("meter", stop)
        self._world, self._history = world, history

    def watch(self) -> None:
        evidence = self._history.evidence
        while True:
            begin = time.monotonic()
            is_over = self._stop_event.wait(0.5)
            if not is_over:
                evidence.lag = max(evidence.lag, time.monotonic() - begin - 0.5)
            for name, most in self._world.memory().items():
                evidence.memory[name] = max(evidence.memory.get(name, 0), most)
            if is_over:
                return


def pages(ask: Callable[[JSON], JSON], members: tuple[str, ...]) -> JSON:
    """Joins all pages of a reply."""
    whole: JSON = {member: [] for member in members}
    after: str | None = None
    while True:
        page = ask({} if after is None else {"after": after})
        for member in members:
            whole[member] += page[member]
        after = page.get("next")
        if after is None:
            return whole


def journal(client: Client) -> list[JSON]:
    """The whole journal, as `events.replay` returns it."""
    events: list[JSON] = []
    after = 0
    while True:
        page = client.command("events.replay", {"after": after, "limit": 1000}, changes=False, timeout=30)
        events += page["events"]
        if not page["hasMore"]:
            return events
        after = page["resume"]


