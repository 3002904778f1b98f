"""What a run leaves behind, for the checker: no processes and no sockets are needed to judge it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

JSON = dict[str, Any]


@dataclass
class Operation:
    """A command of a client, with all attempts at it. Times are those of the wall clock, in seconds."""

    client: str
    target: str
    body: JSON
    #: The idempotency key; none for what only reads.
    key: str | None
    began: float
    ended: float = 0.0
    #: `done`, `refused` (so nothing came of it), or `unknown`: it may have been done, and may still be.
    outcome: str = "unknown"
    reply: JSON | None = None
    code: str | None = None
    #: The ids of all attempts: an event that an attempt led to has one of them as `correlationid`.
    ids: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Disturbance:
    """A fault that happened, from its beginning to the end of its cause."""

    kind: str
    who: tuple[str, ...]
    began: float
    ended: float


@dataclass(frozen=True)
class Heard:
    """An event as a subscriber heard it."""

    at: float
    event: JSON


@dataclass(frozen=True)
class Beat:
    at: float
    epoch: str
    head: int


@dataclass(frozen=True)
class Health:
    """What `router.health` said; no problems and not well where nobody answered."""

    at: float
    is_well: bool
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exit:
    """The end of a process: the code, or less than zero for a signal, and whether we asked for it."""

    name: str
    at: float
    code: int
    is_ours: bool


@dataclass
class State:
    """Standups by id with the ids of their past meetings, and which standup meets in which live meeting."""

    standups: dict[str, JSON] = field(default_factory=dict)
    past: dict[str, set[str]] = field(default_factory=dict)
    live: dict[str, str] = field(default_factory=dict)


@dataclass
class Evidence:
    """All that was seen of one world, from its start to its quiet end."""

    operations: list[Operation] = field(default_factory=list)
    #: The whole journal at the end, as `events.replay` gives it.
    journal: list[JSON] = field(default_factory=list)
    #: What a subscriber heard that repairs nothing, ticks too.
    heard: list[Heard] = field(default_factory=list)
    beats: list[Beat] = field(default_factory=list)
    #: What the follower gave, in its order.
    followed: list[JSON] = field(default_factory=list)
    #: How often the follower had to begin anew.
    snapshots: int = 0
    #: The end by `standups.list`, `standups.get` and `meetings.live`; by the follower; and after a restart.
    state: State = field(default_factory=State)
    follower: State = field(default_factory=State)
    disturbances: list[Disturbance] = field(default_factory=list)
    health: list[Health] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    #: The most memory that each process had, in MiB.
    memory: dict[str, float] = field(default_factory=dict)
    #: The longest that this process itself was not run when it should have been, in seconds.
    lag: float = 0.0
    began: float = 0.0
    #: When faults and clients had stopped.
    calm: float = 0.0
    ended: float = 0.0


class History:
    """Where all threads write down what they did and saw."""

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
