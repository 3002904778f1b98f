"""The results of test runs, for people and as JSON."""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

from .checker import Finding
from .evidence import JSON, Evidence, moment
from .machines import Seen, table
from .plan import WHAT_KINDS_ARE
from .run import Outcome
from .teams import figures


def clock(at: float) -> str:
    return time.strftime("%H:%M:%S", time.gmtime(at)) + f".{int(at % 1 * 1000):03d}"


def explain(finding: Finding, evidence: Evidence, folder: Path, seed: int) -> str:
    """A finding with the last events of its subject, the commands, and the faults around them."""
    about = f" (standup {finding.standup})" * bool(finding.standup) + f" (meeting {finding.meeting})" * bool(
        finding.meeting)
    lines = [f"seed {seed}: {finding.sentence}{about}", f"  logs and files: {folder}"]
    wanted = {one for one in (finding.standup, finding.meeting) if one}
    events = [event for event in evidence.journal if wanted & _about(event)][-12:]
    for event in events:
        lines.append(f"  {clock(moment(event['time']))} {event['sequence'][-6:]} {event['type']} {_short(event)}")
    named = [one for one in evidence.operations if wanted & {
        one.body.get("id"), one.body.get("standup"), (one.reply or {}).get("id"),
        (one.reply or {}).get("session", {}).get("id"),
    }][-10:]
    roles = [one for one in evidence.operations if finding.person and one.body.get("person") == finding.person]
    for operation in named + roles:
        lines.append(
            f"  {clock(operation.began)}–{clock(operation.ended)} {operation.client} {operation.target} "
            f"{operation.outcome} {operation.code or ''} {_cut(operation.body)} → {_cut(operation.reply)}")
    if events:
        first, last = moment(events[0]["time"]) - 3, moment(events[-1]["time"]) + 10
    else:
        first, last = evidence.began, evidence.ended or time.time()
    for fault in sorted(evidence.disturbances, key=lambda fault: fault.began):
        if fault.ended >= first and fault.began <= last:
            lines.append(f"  {clock(fault.began)}–{clock(fault.ended)} {fault.kind} {' '.join(fault.who)}")
    return "\n".join(lines)


def one_of_each(findings: list[Finding]) -> list[Finding]:
    """The first of the findings that differ only in their subject."""
    kinds: dict[str, Finding] = {}
    for finding in findings:
        kinds.setdefault(re.sub(r"[0-9a-f-]*[0-9][0-9a-f-]*|\{.*\}|'[^']*'", "#", finding.sentence), finding)
    return list(kinds.values())


def _first(evidence: Evidence, meeting: str) -> str:
    """The time of its first event."""
    return str(next(event["time"] for event in evidence.journal if event["subject"] == meeting))


def _about(event: JSON) -> set[str]:
    data = event["data"]
    return {event["subject"], data.get("standup", {}).get("id", "") if isinstance(data.get("standup"), dict) else ""}


def _short(event: JSON) -> str:
    data = event["data"]
    return _cut({name: data[name] for name in ("speaker", "cause", "elapsedMs", "action", "alert") if name in data}
                or data)


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"


class Total:
    """The sums over all test runs."""

    def __init__(self) -> None:
        self.worlds = 0
        self.faults: Counter[str] = Counter()
        self.operations: Counter[str] = Counter()
        self.targets: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.meetings = self.events = self.replays = 0
        #: Figures of the persons among the clients.
        self.persons: Counter[str] = Counter()
        self.calm: list[float] = []
        self.disturbed: list[float] = []
        self.recoveries: list[float] = []
        self.memory: dict[str, float] = {}
        self.damages: list[str] = []
        self.latest: list[str] = []
        self.lag = 0.0
        self.findings: list[tuple[int, Finding]] = []
        self.machines: list[Seen] = []
        self.seconds = 0.0

    def add(self, outcome: Outcome) -> None:
        evidence = outcome.evidence
        self.worlds += 1
        self.faults.update(fault.kind for fault in evidence.disturbances)
        self.faults["damage"] += len(outcome.damages)
        self.operations.update(one.outcome for one in evidence.operations if one.key is not None)
        self.refusals.update(
            f"{one.target} {one.code}" for one in evidence.operations if one.outcome != "done")
        self.targets.update(one.target for one in evidence.operations if one.outcome == "done")
        self.persons += figures(evidence)
        self.meetings += outcome.figures.meetings
        self.events += len(evidence.journal)
        self.replays += outcome.replays
        self.calm += outcome.figures.calm
        self.disturbed += outcome.figures.disturbed
        self.recoveries += outcome.figures.recoveries
        self.damages += outcome.damages
        self.lag = max(self.lag, evidence.lag)
        self.machines += outcome.machines
        for name, most in evidence.memory.items():
            self.memory[name] = max(self.memory.get(name, 0), most)
        self.latest += [
            f"seed {outcome.plan.seed}: {meeting} was {late:.0f} ms late, undisturbed, from "
            f"{clock(moment(_first(evidence, meeting)))}" for late, meeting in outcome.figures.latest if late > 300]
        self.findings += [(outcome.plan.seed, finding) for finding in outcome.findings]

    def json(self, seed: int) -> JSON:
        return {
            "seed": seed, "seconds": round(self.seconds), "worlds": self.worlds, "faults": dict(self.faults),
            "meetings": self.meetings, "events": self.events, "changes": dict(self.operations),
            "commandsDone": dict(self.targets), "commandsNotDone": dict(self.refusals), "lateMs": {
                "undisturbed": _quantiles(self.calm), "disturbed": _quantiles(self.disturbed)},
            "persons": dict(self.persons), "machines": [
                {"what": one.row.what, "pauseSeconds": round(one.pause, 2), "wholeSeconds": round(one.whole, 1),
                 "meetingOffMs": None if one.off is None else round(one.off)} for one in self.machines],
            "latest": self.latest, "recoverySeconds": _quantiles(self.recoveries, 2), "followerReplays": self.replays,
            "memoryMiB": {name: round(most) for name, most in self.memory.items()},
            "driverLagSeconds": round(self.lag, 2), "damages": self.damages,
            "findings": [{"seed": seed, "sentence": finding.sentence, "standup": finding.standup,
                          "meeting": finding.meeting} for seed, finding in self.findings[:200]],
        }

    def text(self) -> str:
        """The tables of docs/performance.md, and the remaining figures."""
        lines = ["| fault | times |", "| --- | ---: |"]
        lines += [f"| {what} | {self.faults[kind]} |" for kind, what in WHAT_KINDS_ARE.items() if self.faults[kind]]
        lines += [f"| total | {sum(self.faults.values())} |", ""]
        if self.machines:
            lines = [table(self.machines), ""]
        lines += ["| meetings that ended by their time | number | late by p50 | p99 | max |",
                  "| --- | ---: | ---: | ---: | ---: |"]
        for name, values in (("undisturbed", self.calm), ("disturbed", self.disturbed)):
            found = _quantiles(values)
            lines.append(f"| {name} | {len(values)} | {found.get('p50', '–')} ms | {found.get('p99', '–')} ms | "
                         f"{found.get('max', '–')} ms |")
        well = _quantiles(self.recoveries, 2)
        lines += ["", f"{self.worlds} worlds in {self.seconds / 60:.1f} min: {self.meetings} meetings, "
                  f"{self.operations['done']} changes acknowledged, {self.operations['refused']} refused, "
                  f"{self.operations['unknown']} without an answer in time; {self.events} events in the journals, "
                  f"{self.replays} pages read again by the follower.",
                  f"Persons: {self.persons['done']} commands done, {self.persons['rejected']} rejected, "
                  f"{self.persons['events']} events received; {self.persons['roles']} changes of roles, "
                  f"{self.persons['moves']} moves between teams.",
                  f"Well again after the last cause was gone: p50 {well.get('p50', '–')} s, p99 "
                  f"{well.get('p99', '–')} s, at most {well.get('max', '–')} s. Memory at most: "
                  + ", ".join(f"{name} {most:.0f}" for name, most in sorted(self.memory.items())) + " MiB. "
                  f"The driver itself stood still for {self.lag:.2f} s at most."]
        return "\n".join(lines)


def _quantiles(values: list[float], digits: int = 0) -> dict[str, float]:
    if not values:
        return {}
    ordered = sorted(values)
    found = {"count": len(ordered), "p50": statistics.median(ordered),
             "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], "max": ordered[-1]}
    return {name: round(value, digits) if digits else round(value) for name, value in found.items()}
