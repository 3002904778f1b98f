"""The bus from outside, with the same client as third-party tools."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from standups import BEGINNING, Client, CloudEvent, Endpoints, Keys, StandupsError

from .project import Project
from .shell import Failed, until


@dataclass
class Access:
    """Access to the bus: the published ports, and a key."""

    project: Project
    owner: str = "operator"

    @property
    def keys(self) -> Keys:
        return Keys.load(self.project.keys(self.owner) / f"{self.owner}.key_secret")

    def client(self, timeout: float = 10) -> Client:
        endpoints = Endpoints(self.project.commands, self.project.events)
        return Client(endpoints, keys=self.keys, timeout=timeout)


class Worker:
    """A thread that works until it is stopped. Joining it raises its error."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.failure: BaseException | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self._thread.start()
        return self

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(30)
        if self.failure is not None:
            raise Failed(f"{type(self).__name__} failed: {self.failure!r}")

    def _run(self) -> None:
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001  raised by `join`
            self.failure = error

    def work(self) -> None:
        raise NotImplementedError


class Watcher(Worker):
    """A subscriber that follows and stores all durable events in order."""

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self.events: list[CloudEvent] = []
        self.others: list[object] = []
        self.changed = threading.Condition()

    def work(self) -> None:
        with self.access.client() as client:
            follower = client.follow(position=BEGINNING)
            while not self._stop.is_set():
                item = follower.next(timeout=0.2)
                if item is None:
                    continue
                with self.changed:
                    (self.events if isinstance(item, CloudEvent) else self.others).append(item)
                    self.changed.notify_all()

    def find(self, kind: str, subject: str, seconds: float) -> CloudEvent:
        """Waits for an event about a subject."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                for event in self.events:
                    if event.type == kind and event.subject == subject:
                        return event
                if not self.changed.wait(end - time.monotonic()) and time.monotonic() >= end:
                    raise Failed(f"no {kind} about {subject} within {seconds:.0f} s")

    def head(self) -> int:
        return self.events[-1].sequence or 0 if self.events else 0


@dataclass
class Health(Worker):
    """Polls the router's health ten times a second, and stores each change."""

    access: Access
    changes: list[tuple[float, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        Worker.__init__(self, self.access)

    def work(self) -> None:
        with self.access.client(timeout=1.0) as client:
            while not self._stop.is_set():
                began = time.monotonic()
                try:
                    reply = client.router.health()
                    state = "green" if reply["status"] == "ok" else "; ".join(reply["problems"])
                except StandupsError as error:
                    state = f"{error.code}"
                if not self.changes or self.changes[-1][1] != state:
                    self.changes.append((began, state))
                self._stop.wait(0.1)

    @property
    def is_green(self) -> bool:
        return bool(self.changes) and self.changes[-1][1] == "green"

    def first_red(self, since: float) -> float | None:
        """The first time after `since` at which health was not green."""
        return next((at for at, state in self.changes if at >= since and state != "green"), None)

    def last_green(self) -> float:
        """The time since which health has been green."""
        return self.changes[-1][0]


class Writer(Worker):
    """Creates standups continuously, and stores the ids of the acknowledged ones."""

    def __init__(self, access: Access, patience: float = 20) -> None:
        super().__init__(access)
        #: Seconds that each write may wait for an unavailable service.
        self.patience = patience
        self.acknowledged: list[str] = []
        self.errors: list[tuple[float, str]] = []

    def work(self) -> None:
        number = 0
        with self.access.client(timeout=self.patience) as client:
            while not self._stop.is_set():
                number += 1
                try:
                    made = client.standups.create(f"Written {number}", ["Ann"])
                    self.acknowledged.append(made["id"])
                except StandupsError as error:
                    self.errors.append((time.monotonic(), f"{error.code}: {error}"))
                self._stop.wait(0.2)


def instances(client: Client, service: str) -> set[str]:
    """The instances of a service that are registered with the router."""
    return {one["instance"] for one in client.router.services()["services"]
            if one["name"] == service and one["state"] in ("up", "standby")}


def expect_everything_kept(access: Access, watcher: Watcher, writer: Writer) -> int:
    """Each acknowledged standup exists once, and the watcher has the whole journal. Returns its length."""
    with access.client() as client:
        head = client.events.heads()["head"]
        until(lambda: watcher.head() >= head, 15, f"the subscriber at event {head}")
        journal, after = [], 0
        while after < head:
            page = client.events.replay(after, limit=1000)
            journal += [int(event["sequence"]) for event in page["events"]]
            after = journal[-1] if page["hasMore"] else head
        listed, cursor = [], None
        while True:
            page = client.standups.list(after=cursor, limit=200)
            listed += [one["standup"]["id"] for one in page["standups"]]
            cursor = page.get("next")
            if cursor is None:
                break
    heard = [event.sequence for event in watcher.events if (event.sequence or 0) <= head]
    if journal != list(range(1, head + 1)):
        raise Failed("the journal has gaps")
    if heard != journal:
        missing = sorted(set(journal) - set(heard))[:5]
        raise Failed(f"the subscriber has {len(heard)} of {head} events; missing: {missing}")
    if watcher.others:
        raise Failed(f"the subscriber was given {len(watcher.others)} snapshots: it lost its place")
    lost = [one for one in writer.acknowledged if listed.count(one) != 1]
    if lost:
        raise Failed(f"{len(lost)} of {len(writer.acknowledged)} acknowledged standups are lost")
    return head
