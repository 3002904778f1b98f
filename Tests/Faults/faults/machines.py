"""Failures of machines, one after another, and for how long nothing can be saved."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from .checker import Finding
from .clients import Tool
from .evidence import JSON, Disturbance, Evidence, History, moment
from .patroni import Machine
from .world import World

#: The programs on one machine of ours, and on the other.
FIRST = ("router", "persistence", "standups", "timer")
SECOND = tuple(f"{name}-2" for name in FIRST)
#: A meeting starts before each fault and ends when changes can be saved again; tolerance in milliseconds.
OFF = 250
#: Additional seconds without acknowledgements under Patroni's defaults: its ttl and its loop are longer.
SLOWER = 15
#: Number of acknowledged changes without a fault before the next one.
CALM = 20


@dataclass(frozen=True)
class Row:
    """A fault of a machine, and its duration."""

    what: str
    do: str
    seconds: float
    #: Maximum time without acknowledgements, in seconds.
    most: float

    @property
    def meeting(self) -> float:
        """Duration of the meeting, in seconds."""
        return self.most + 10


ROWS = (
    Row("a machine with primary, active router, persistence, standups and timer: killed at once", "machine", 45, 35),
    Row("the same: suspended at once, and woken", "suspended", 40, 35),
    Row("the primary's server: killed", "server", 5, 35),
    Row("the synchronous standby's machine: killed", "standby", 30, 35),
    Row("Patroni beside the primary: killed, started again after 5 s", "patroni", 5, 35),
    Row("both standbys' machines: killed, one back after 20 s, the other one later", "standbys", 20, 60),
    Row("the primary's and the synchronous standby's machines: killed, the standby back after 20 s", "two", 20, 90),
)


@dataclass
class Seen:
    """The result of a row."""

    row: Row
    began: float
    #: The longest time between two acknowledged changes, in seconds.
    pause: float = 0.0
    #: Seconds from then on until the cluster was complete again.
    whole: float = 0.0
    meeting: str = ""
    due: float = 0.0
    off: float | None = None
    ended: float = 0.0


class Pulse(threading.Thread):
    """Makes one change after another, each as soon as the previous one is acknowledged."""

    def __init__(self, tool: Tool, stop: threading.Event) -> None:
        super().__init__(name="pulse", daemon=True)
        self.failure: BaseException | None = None
        self._tool, self._stop_event = tool, stop
        #: The times of the acknowledgements.
        self.acknowledged: list[float] = []
        self._changed = threading.Condition()

    def run(self) -> None:
        try:
            made = self._tool.ask("standups.create", {"title": "pulse"}, timeout=60)
            number = 0
            while not self._stop_event.wait(0.05):
                number += 1
                done = self._tool.ask(
                    "standups.edit", {"id": (made.reply or {})["id"], "title": f"pulse {number}"}, timeout=120)
                if done.outcome == "done":
                    with self._changed:
                        self.acknowledged.append(done.ended)
                        self._changed.notify_all()
        except BaseException as error:  # noqa: BLE001 - reported by the waiting thread
            self.failure = error
        finally:
            self._tool.close()

    def wait(self, count: int, seconds: float) -> bool:
        """Waits for `count` acknowledgements from now on."""
        with self._changed:
            least = len(self.acknowledged) + count
            return self._changed.wait_for(lambda: len(self.acknowledged) >= least or not self.is_alive(), seconds)


def longest(acknowledged: list[float], began: float, ended: float) -> float:
    """The longest time between two acknowledgements, from the last one before `began` until `ended`."""
    before = [at for at in acknowledged if at < began][-1:] or [began]
    times = [*before, *(at for at in acknowledged if began <= at <= ended), ended]
    return max(later - earlier for earlier, later in pairwise(times))


class Machines(threading.Thread):
    """Applies the rows to a test run, each after the previous one is over."""

    def __init__(
        self, world: World, history: History, pulse: Pulse, tool: Tool, stop: threading.Event,
        progress: Callable[[str], None],
    ) -> None:
        super().__init__(name="machines", daemon=True)
        assert world.cluster is not None
        self.failure: BaseException | None = None
        self.seen: list[Seen] = []
        self._world, self._cluster, self._history = world, world.cluster, history
        self._pulse, self._tool, self._stop_event, self._progress = pulse, tool, stop, progress

    def run(self) -> None:
        try:
            for row in ROWS:
                if self._stop_event.is_set():
                    break
                self._row(row)
        except BaseException as error:  # noqa: BLE001 - reported by the waiting thread
            self.failure = error
        finally:
            self._tool.close()

    def _row(self, row: Row) -> None:
        self._progress(row.what)
        self._cluster.wait_whole()
        if not self._pulse.wait(CALM, 60):
            raise RuntimeError(f"Before “{row.what}” nothing can be saved.")
        session = self._meet(row)
        seen = Seen(row, time.time(), meeting=session["id"], due=session["startedAt"]["wallMs"] / 1000 + row.meeting)
        began = time.monotonic()
        who = getattr(self, f"do_{row.do}")(row.seconds)
        self._cluster.wait_whole()
        seen.whole = time.monotonic() - began
        if not self._pulse.wait(CALM, 60):
            raise RuntimeError(f"After “{row.what}” nothing can be saved.")
        # The meeting ends meanwhile; waits a little longer for its event.
        self._stop_event.wait(max(0.0, seen.due + 3 - time.time()))
        seen.ended = time.time()
        seen.pause = longest(self._pulse.acknowledged, seen.began, seen.ended)
        self._history.add("disturbances", Disturbance(row.do, who, seen.began, seen.began + seen.whole))
        self.seen.append(seen)

    def _meet(self, row: Row) -> JSON:
        standup = self._tool.ask("standups.create", {
            "title": row.what, "durationMs": round(row.meeting * 1000), "attendees": [{"name": "Ann"}, {"name": "Bob"}],
        }, timeout=60).reply or {}
        started = self._tool.ask("meetings.start", {"standup": standup["id"], "isRecorded": False}, timeout=30).reply or {}
        session: JSON = started["session"]
        return session

    # Faults

    def do_machine(self, seconds: float) -> tuple[str, ...]:
        primary = self._cluster.primary
        self._world.lose(FIRST)
        primary.signal(signal.SIGKILL)
        self._stop_event.wait(seconds)
        self._cluster.start(primary)
        for name in FIRST:
            self._world.release(name)
        return (primary.name, *FIRST)

    def do_suspended(self, seconds: float) -> tuple[str, ...]:
        # The first machine's programs have returned as standbys.
        primary = self._cluster.primary
        stopped = [self._world.signal(name, signal.SIGSTOP) for name in SECOND]
        primary.signal(signal.SIGSTOP)
        self._stop_event.wait(seconds)
        primary.signal(signal.SIGCONT)
        for pid in stopped:
            if pid is not None:
                self._world.wake(pid)
        return (primary.name, *SECOND)

    def do_server(self, seconds: float) -> tuple[str, ...]:
        primary = self._cluster.primary
        primary.kill_server()
        # Patroni has to notice it first.
        self._stop_event.wait(seconds)
        return (primary.name,)

    def do_patroni(self, seconds: float) -> tuple[str, ...]:
        primary = self._cluster.primary
        primary.kill_patroni()
        self._stop_event.wait(seconds)
        primary.start_patroni()
        return (primary.name,)

    def do_standby(self, seconds: float) -> tuple[str, ...]:
        return self._gone([self._cluster.synchronous], seconds)

    def do_standbys(self, seconds: float) -> tuple[str, ...]:
        primary = self._cluster.primary
        return self._gone([one for one in self._cluster.machines if one is not primary], seconds)

    def do_two(self, seconds: float) -> tuple[str, ...]:
        return self._gone([self._cluster.synchronous, self._cluster.primary], seconds)

    def _gone(self, machines: list[Machine], seconds: float) -> tuple[str, ...]:
        """Kills the machines at once; restarts the first after `seconds`, and the others when changes can be saved
        again."""
        for machine in machines:
            machine.signal(signal.SIGKILL)
        self._stop_event.wait(seconds)
        self._cluster.start(machines[0])
        self._pulse.wait(CALM, 90)
        for machine in machines[1:]:
            self._cluster.start(machine)
        return tuple(machine.name for machine in machines)


def judge(seen: list[Seen], evidence: Evidence, *, has_defaults: bool = False) -> list[Finding]:
    """Sets the end times of the meetings, and returns a sentence for each limit that was exceeded."""
    more = SLOWER if has_defaults else 0
    found: list[Finding] = []
    heard = {one.event["id"]: one.at for one in reversed(evidence.heard)}
    for one in seen:
        end = next((event for event in evidence.journal
                    if event["subject"] == one.meeting and event["type"] == "meeting.finished"), None)
        if end is None:
            found.append(Finding(f"After “{one.row.what}” its meeting has no end.", meeting=one.meeting))
        else:
            one.off = 1000 * (max(moment(end["time"]), heard.get(end["id"], 0)) - one.due)
            if abs(one.off) > OFF + 1000 * evidence.lag:
                found.append(Finding(f"After “{one.row.what}” its meeting ended {one.off:+.0f} ms off.", meeting=one.meeting))
        if one.pause > one.row.most + more:
            found.append(Finding(f"At “{one.row.what}” nothing was acknowledged for {one.pause:.1f} s."))
    return found


def table(seen: list[Seen]) -> str:
    """The table of docs/performance.md."""
    lines = ["| failure | nothing acknowledged for | cluster complete again after | a meeting during it, off by |",
             "| --- | ---: | ---: | ---: |"]
    lines += [
        f"| {one.row.what} | {one.pause:.1f} s | {one.whole:.0f} s | "
        + (f"{one.off:+.0f} ms |" if one.off is not None else "– |") for one in seen]
    return "\n".join(lines)
