"""The record of a test run for the checker, which needs no processes and no sockets."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

JSON = dict[str, Any]


@dataclass
class Operation:
    """A client's command with all attempts. Times are those of the wall clock, in seconds."""

    client: str
    target: str
    body: JSON
    #: The idempotency key; `None` for commands that only read.
    key: str | None
    began: float
    ended: float = 0.0
    #: `done`, `refused` (without effect), or `unknown`: it may have been done, and may still be.
    outcome: str = "unknown"
    reply: JSON | None = None
    code: str | None = None
    #: The ids of all attempts: an event caused by an attempt has its id as `correlationid`.
    ids: list[str] = field(default_factory=list)


#: Data of an erased event. Its type and its time stay.
ERASED = {"erased": True}


@dataclass(frozen=True)
class Finding:
    """A sentence about a violation, and its subject."""

    sentence: str
    standup: str | None = None
    meeting: str | None = None
    #: The person of whom it is about.
    person: str | None = None


@dataclass(frozen=True)
class Disturbance:
    """A fault, from its start to the end of its cause."""

    kind: str
    who: tuple[str, ...]
    began: float
    ended: float


@dataclass(frozen=True)
class Heard:
    """An event as a subscriber received it."""

    at: float
    event: JSON


@dataclass(frozen=True)
class Beat:
    at: float
    epoch: str
    head: int


@dataclass(frozen=True)
class Health:
    """The reply of `router.health`; not well and without problems if there was none."""

    at: float
    is_well: bool
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exit:
    """The end of a process: the exit code, or the negative signal, and whether the test requested it."""

    name: str
    at: float
    code: int
    is_ours: bool


@dataclass
class State:
    """Standups by id with the ids of their past meetings, and the live meeting of each standup."""

    standups: dict[str, JSON] = field(default_factory=dict)
    past: dict[str, set[str]] = field(default_factory=dict)
    live: dict[str, str] = field(default_factory=dict)


@dataclass
class Evidence:
    """All observations of one test run, from its start to its quiet end."""

    operations: list[Operation] = field(default_factory=list)
    #: The whole journal at the end, as `events.replay` returns it.
    journal: list[JSON] = field(default_factory=list)
    #: The events of a subscriber that repairs nothing, including ticks.
    heard: list[Heard] = field(default_factory=list)
    beats: list[Beat] = field(default_factory=list)
    #: The ids of the persons among the clients, by the name of the client.
    persons: dict[str, str] = field(default_factory=dict)
    #: The permission that each command requires, from the contract.
    access: dict[str, str] = field(default_factory=dict)
    #: The events that persons received, with the name of the person.
    received: list[tuple[str, Heard]] = field(default_factory=list)
    #: The follower's events, in its order.
    followed: list[JSON] = field(default_factory=list)
    #: Number of snapshots that the follower had to start from.
    snapshots: int = 0
    #: The final state by `standups.list`, `standups.get` and `meetings.live`; by the follower; and after a restart.
    state: State = field(default_factory=State)
    follower: State = field(default_factory=State)
    disturbances: list[Disturbance] = field(default_factory=list)
    health: list[Health] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    #: Maximum memory of each process, in MiB.
    memory: dict[str, float] = field(default_factory=dict)
    #: Maximum time for which this process itself was not scheduled, in seconds.
    lag: float = 0.0
    began: float = 0.0
    #: When faults and clients had stopped.
    calm: float = 0.0
    ended: float = 0.0


class History:
    """A record that all threads write to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.evidence = Evidence(began=time.time())

    def begin(self, client: str, target: str, body: JSON, key: str | None) -> Operation:
        operation = Operation(client, target, body, key, time.time())
        with self._lock:
            self.evidence.operations.append(operation)
        return operation

    def add(self, name: str, value: Any) -> None:
        with self._lock:
            getattr(self.evidence, name).append(value)


def moment(text: str) -> float:
    """The time of an event, in seconds since 1970."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
