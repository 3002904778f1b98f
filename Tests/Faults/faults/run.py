"""One test run from start to end, and its findings."""

from __future__ import annotations

import json
import os
import random
import shutil
import threading
import time
import traceback
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import zmq
from contract.catalog import ROOT
from contract.document import Document
from contract.leaks.matrix import rules
from standups import BusError, Client

from .checker import Checker, Figures, Finding, Replayed, differences
from .clients import Board, Tool, Worker
from .damage import damage
from .evidence import JSON, Evidence, History, State
from .machines import Machines, Pulse, Seen, judge
from .plan import Plan
from .teams import TEAMS, Chief, Member, settle
from .watchers import Ear, Following, HealthWatch, Meter, PersonEar, Watcher, journal, pages
from .world import Chaos, World

#: Maximum recovery time after the last fault, in seconds. Usually two or three.
WELL_WITHIN = 60.0
#: Maximum delay of health reports, in seconds: they arrive with heartbeats, which a busy machine may delay.
TOLD_WITHIN = 10.0


@dataclass
class Outcome:
    """The result of a test run."""

    plan: Plan
    findings: list[Finding]
    evidence: Evidence
    figures: Figures
    folder: Path
    #: Damage to the files, and its consequences.
    damages: list[str] = field(default_factory=list)
    replays: int = 0
    #: The result for each machine that failed.
    machines: list[Seen] = field(default_factory=list)


class Broken(Exception):
    """A finding after which the test run cannot continue."""


def run(
    binaries: Path, plan: Plan, bound: float, *, has_volume: bool, progress: Callable[[str], None],
) -> Outcome:
    """Runs a test run and checks it. Its directory is kept if there are findings."""
    history = History()
    context: zmq.Context[Any] = zmq.Context()
    world = World(binaries, plan, history, has_volume=has_volume)
    found: list[Finding] = []
    outcome = Outcome(plan, found, history.evidence, Figures(), world.folder)
    is_kept = True
    try:
        _Run(world, history, context, bound, outcome, progress).run()
        is_kept = bool(found)
    except Broken as error:
        found.append(Finding(str(error)))
    except Exception as error:  # noqa: BLE001 - reported with its seed, like every finding
        found.append(Finding(f"The run broke off: {error!r}"))
        (world.folder / "broken-off").write_text("".join(traceback.format_exception(error)))
    except (SystemExit, KeyboardInterrupt):
        # Interrupted: the clients are in the middle of commands, and end with this process.
        world.end(keep=False)
        os._exit(130)
    finally:
        world.end(keep=is_kept)
    context.destroy(0)
    return outcome


class _Run:
    def __init__(
        self, world: World, history: History, context: zmq.Context[Any], bound: float, outcome: Outcome,
        progress: Callable[[str], None],
    ) -> None:
        self._world, self._history, self._context = world, history, context
        self._bound, self._outcome, self._progress = bound, outcome, progress
        self._stop, self._looking = threading.Event(), threading.Event()
        keys = world.keys()
        self._health = HealthWatch(context, world.endpoints(), history, self._looking, keys)
        self._ear = Ear(context, world.endpoints(), history, self._looking, keys)
        self._follower = Following(context, world.endpoints("follower"), history, self._looking, keys)
        self._meter = Meter(world, history, self._looking)
        self._tool = Tool(context, world.endpoints(), history, "closer", keys)

    def run(self) -> None:
        watchers: list[Watcher] = [self._health, self._ear, self._follower, self._meter]
        try:
            self._world.start()
            for watcher in watchers:
                watcher.start()
            self._well("at the start")
            self._world.start_seconds()
            self._follower.reach(1, 30)
            if self._world.plan.has_persons:
                watchers += self._add_persons()
            self._trouble()
            self._settle()
            self._read()
            # The final health is checked last; a single reply may be late.
            self._well("at the end")
            self._judge()
            if random.Random(f"again {self._world.plan.seed}").random() < 0.5:
                self._restart()
            for index, kind in enumerate(self._world.plan.damages):
                if not self._damage(kind, index):
                    break
        finally:
            self._stop.set()
            self._looking.set()
            for watcher in watchers:
                if watcher.ident is not None:
                    watcher.join(10)
            self._tool.close()
        for watcher in watchers:
            if watcher.failure is not None:
                raise Broken(f"The {watcher.name} ended: {watcher.failure!r}") from watcher.failure

    def _trouble(self) -> None:
        """Runs clients and faults concurrently."""
        plan, board, persons = self._world.plan, Board(), self._history.evidence.persons
        workers = [
            Worker(self._client(f"c{number}"), board, f"{plan.seed} client {number}", self._stop, TEAMS if persons else ())
            for number in range(plan.clients)]
        workers += [
            Member(self._client(name, name), board, f"{plan.seed} person {name}", self._stop) for name in persons]
        threads: list[Worker | Chief | Pulse | Chaos | Machines] = [*workers]
        if persons:
            threads.append(Chief(self._client("chief"), board, persons, f"{plan.seed} chief", self._stop))
        chaos: Chaos | Machines
        if plan.is_patroni:
            pulse = Pulse(self._client("pulse"), self._stop)
            chaos = Machines(self._world, self._history, pulse, self._client("bystander"), self._stop, self._progress)
            threads.append(pulse)
        else:
            chaos = Chaos(self._world, self._history, self._stop)
        threads.append(chaos)
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        if isinstance(chaos, Machines):
            chaos.join()
            self._outcome.machines = chaos.seen
        while (rest := begin + plan.seconds - time.monotonic()) > 0:
            evidence = self._history.evidence
            self._progress(
                f"{len(evidence.operations)} commands, {len(evidence.disturbances)} of {len(plan.faults)} faults, "
                f"{rest:.0f} s left")
            chaos.join(min(1, rest)) if chaos.is_alive() else self._stop.wait(min(1, rest))
        self._stop.set()
        for thread in reversed(threads):
            thread.join(120)
            if thread.is_alive() or thread.failure is not None:
                raise RuntimeError(f"{thread.name} did not end as it should") from thread.failure

    def _add_persons(self) -> list[Watcher]:
        """Adds teams and persons, and starts to listen with the keys of the persons."""
        evidence = self._history.evidence
        evidence.persons |= settle(self._tool)
        evidence.access |= {name: rule.access for name, rule in rules(Document(ROOT / "docs/asyncapi.yaml")).items()}
        self._world.add_keys(evidence.persons)
        for name in evidence.persons:
            self._admitted(name)
        ears = [
            PersonEar(
                self._context, self._world.endpoints("clients"), self._history, self._looking, self._world.keys(name),
                name)
            for name in evidence.persons]
        for ear in ears:
            ear.start()
        return list(ears)

    def _admitted(self, name: str) -> None:
        """Waits until the router knows a key that was just added."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with Client(self._world.endpoints(), context=self._context, keys=self._world.keys(name)) as client:
                try:
                    client.command("router.whoami", changes=False, timeout=5)
                    return
                except BusError:
                    self._looking.wait(0.2)
        raise Broken(f"The router did not accept the key of {name} in 30 s.")

    def _client(self, name: str, key: str = "operator") -> Tool:
        return Tool(
            self._context, self._world.endpoints("clients"), self._history, name, self._world.keys(key))

    def _well(self, when: str, steadily: float = 1.0) -> None:
        if not self._health.well(WELL_WITHIN, steadily):
            last = self._health.last
            problems = "; ".join(last.problems) if last else "no answer"
            raise Broken(f"It was not well {when} within {WELL_WITHIN:g} s: {problems}")

    def _settle(self) -> None:
        """Waits until health is good and no meeting is live, and answers open questions."""
        self._progress("waiting until it is quiet")
        self._history.evidence.calm = time.time()
        self._well("after the last fault")
        end = time.monotonic() + 15 + self._bound
        # Repeated, as a command may have been under way when a client stopped.
        while time.monotonic() < end:
            live = self._ask("meetings.live")["meetings"]
            if not live:
                return
            for one in live:
                session = one["session"]
                if "alert" in session.get("destination", {}):
                    action = "saveAndEnd" if "startedAt" in session else "cancel"
                    self._tool.ask("meetings.answer", {"id": session["id"], "action": action}, timeout=10)
            self._looking.wait(0.3)

    def _ask(self, target: str, body: JSON | None = None) -> JSON:
        try:
            return self._tool.command(target, body or {}, changes=False, timeout=30)
        except BusError as error:
            raise Broken(f"When all was well, {target} was answered with {error}") from error

    def _read(self) -> None:
        """Records the final state."""
        evidence = self._history.evidence
        evidence.journal = self._journal()
        head = len(evidence.journal)
        if not self._follower.reach(head, 40):
            self._outcome.findings.append(Finding("The follower did not reach the end of the journal in 40 s."))
        self._outcome.replays = self._follower.replays
        evidence.state = self._state()
        evidence.ended = time.time()

    def _journal(self) -> list[JSON]:
        try:
            return journal(self._tool)
        except BusError as error:
            raise Broken(f"The journal could not be read when all was well: {error}") from error

    def _state(self) -> State:
        state = State()
        listed = pages(lambda more: self._ask("standups.list", more), ("standups",))
        for summary in listed["standups"]:
            one = summary["standup"]["id"]
            found = pages(lambda more, one=one: self._ask("standups.get", {"id": one, **more}), ("meetings",))
            state.standups[one] = summary["standup"]
            state.past[one] = {meeting["id"] for meeting in found["meetings"]}
        for live in self._ask("meetings.live")["meetings"]:
            state.live[live["session"]["id"]] = live["session"]["standup"]["id"]
        return state

    def _judge(self) -> None:
        """Checks everything up to here; later parts are checked separately."""
        self._progress("checking")
        now = self._history.evidence
        head = len(now.journal)
        evidence = Evidence(**{name: getattr(now, name) for name in Evidence.__dataclass_fields__})
        for name in ("operations", "disturbances", "health", "exits", "beats", "received"):
            setattr(evidence, name, list(getattr(now, name)))
        evidence.followed = [event for event in now.followed if int(event["sequence"]) <= head]
        evidence.heard = [
            one for one in now.heard if "sequence" not in one.event or int(one.event["sequence"]) <= head]
        checker = Checker(evidence, self._bound + evidence.lag)
        owner = checker.owners()
        rebuilt = Replayed()
        for event in evidence.followed:
            try:
                rebuilt.apply(event, owner.get(event["subject"]))
            except KeyError:
                self._outcome.findings.append(Finding(
                    f"The follower was given {event['type']} {event['sequence']} about what is not there.",
                    meeting=event["subject"]))
        checker.evidence.follower = State(rebuilt.standups, rebuilt.past, rebuilt.live)
        self._outcome.findings += checker.findings() + judge(
            self._outcome.machines, evidence, has_defaults=self._world.plan.has_defaults)
        self._outcome.evidence, self._outcome.figures = evidence, checker.figures

    # Afterwards

    def _kill_everything(self) -> None:
        threads = [threading.Thread(target=self._world.kill, args=(name,)) for name in self._world.plan.names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _restart(self) -> None:
        """The data on disk matches the data shown."""
        self._progress("starting everything again")
        before = self._outcome.evidence
        self._kill_everything()
        self._well("after everything was killed at the end")
        after = self._journal()
        if after[:len(before.journal)] != before.journal:
            self._outcome.findings.append(Finding("After a restart the journal is another one."))
        self._outcome.findings += differences("After a restart the end", self._state(), before.state)

    def _damage(self, kind: str, index: int) -> bool:
        """Changes files while persistence is down. Data may be lost then, but not silently.

        Returns:
            True if health is good afterwards, so that further damage can be tested.
        """
        self._progress(f"damage: {kind}")
        world, rng = self._world, random.Random(f"damage {self._world.plan.seed} {index}")
        earlier = world.folder / "earlier"
        world.hold("persistence")
        shutil.rmtree(earlier, ignore_errors=True)
        shutil.copytree(world.data, earlier)
        world.release("persistence")
        self._well("after persistence was killed")
        # Changes that only the log has.
        made = [self._create() for _ in range(rng.randint(3, 30))]
        before, state = self._journal(), self._state()
        world.hold("persistence")
        done = damage(kind, world.data, earlier, rng)
        world.release("persistence")
        told = self._told(before)
        after = self._journal_or_not()
        lost = [event for event in before if after is None or event["id"] not in {one["id"] for one in after}]
        changed = _changed(before, after or [])
        # A write notifies standups that the database was replaced; until then it shows its earlier data.
        self._create()
        found = self._state_or_not()
        missing = [] if found is None else [
            one for one in state.standups if found.standups.get(one) != state.standups[one]]
        past = [] if found is None else [
            one for one in found.past if one in state.past and found.past[one] != state.past[one]]
        # Damage shows when it is read, and in health with a heartbeat.
        end = time.monotonic() + TOLD_WITHIN
        told = self._told(before, told)
        while not told and (changed or lost or missing or past) and time.monotonic() < end:
            self._looking.wait(0.2)
            told = self._told(before)
        self._outcome.damages.append(
            f"{done}: {len(lost)} events, {len(missing)} standups lost; told: {told or 'nothing'}")
        if changed and not told:
            self._outcome.findings.append(Finding(f"{done}: event {changed} reads differently, and nobody says so."))
        if (lost or missing or past) and not told:
            self._outcome.findings.append(Finding(
                f"{done}: {len(lost)} events, {len(missing)} standups and meetings of {len(past)} standups are "
                f"lost, of {len(before)} and {len(state.standups)} (of which {len(made)} new), and nobody says so."))
        return self._works(done)

    def _told(self, before: list[JSON], earlier: str = "") -> str:
        """The reports of the loss once the services are up again: an epoch, an alert, health.

        Args:
            earlier: earlier reports.
        """
        end = time.monotonic() + WELL_WITHIN
        while time.monotonic() < end:
            try:
                heads = self._tool.command("events.heads", changes=False, timeout=5)
                status = self._tool.command("standups.status", changes=False, timeout=5)
                health = self._tool.command("router.health", changes=False, timeout=5)
            except BusError:
                self._looking.wait(0.2)
                continue
            if any(" is not connected" in one for one in health["problems"]):
                self._looking.wait(0.2)
                continue
            told = []
            if before and heads["epoch"] != before[-1]["epoch"]:
                told.append("a new epoch")
            if "destination" in status:
                told.append("an alert")
            if health["problems"]:
                told.append("health: " + "; ".join(health["problems"]))
            return ", ".join(told) or earlier
        raise Broken(f"The services did not come back within {WELL_WITHIN:g} s after damage to the files.")

    def _journal_or_not(self) -> list[JSON] | None:
        try:
            return journal(self._tool)
        except BusError:
            return None

    def _state_or_not(self) -> State | None:
        try:
            return self._state()
        except Broken:
            return None

    def _create(self) -> str:
        title = str(uuid.uuid4())
        operation = self._tool.ask(
            "standups.create", {"title": title, "durationMs": 1000, "attendees": [{"name": "Ann"}]}, timeout=30)
        if operation.outcome != "done" or operation.reply is None:
            raise Broken(f"Nothing can be created when all is well: {operation.code} {operation.reply}")
        return str(operation.reply["id"])

    def _works(self, done: str) -> bool:
        """Checks that the installation is usable afterwards and keeps new data.

        Returns:
            True if health is good again.
        """
        standup = self._create()
        # Its write has notified standups if the database was replaced; then the alert is open.
        end = time.monotonic() + 20
        while not self._health.well(4, 2.5) and time.monotonic() < end:
            if "destination" in self._ask("standups.status"):
                answer = self._tool.ask("standups.answer", {"action": "startEmpty"}, timeout=20)
                if answer.outcome == "unknown":
                    raise Broken(f"{done}: the alert cannot be answered: {answer.code} {answer.reply}")
        # Damage persists, and health continues to name it.
        is_well = self._health.last is not None and self._health.last.is_well
        started = self._tool.ask("meetings.start", {"standup": standup, "isRecorded": False}, timeout=20)
        if started.outcome != "done" or started.reply is None:
            raise Broken(f"{done}: no meeting can be started: {started.code} {started.reply}")
        end = time.monotonic() + 5 + self._bound
        while self._ask("meetings.live")["meetings"] and time.monotonic() < end:
            self._looking.wait(0.1)
        self._world.kill("persistence")
        meetings = self._ask("standups.get", {"id": standup})["meetings"]
        if [one["id"] for one in meetings] != [started.reply["session"]["id"]]:
            raise Broken(f"{done}: a meeting held afterwards is not kept: {json.dumps(meetings)}")
        return is_well


def _changed(before: list[JSON], after: list[JSON]) -> str | None:
    """The first event that both have with different content; epoch and chains may differ."""
    kept = {event["id"]: event for event in before}
    for event in after:
        old = kept.get(event["id"])
        if old is not None and any(
            old.get(name) != event.get(name) for name in ("type", "subject", "data", "time", "source")
        ):
            return str(event["sequence"])
    return None
