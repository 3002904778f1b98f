"""Every command as every principal, about objects of every team, checked against the rules of the contract."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import Any

from ..client import Reply
from ..document import Document
from .installation import MARKS, PRINCIPALS, Installation, settled
from .objects import CREATES, FILTERS, WINDOW, Bodies, Maker, Objects, unknown
from .rules import OF_TEAMS, Principal, Rule, expected, meaning, mutants

UUIDS = re.compile(r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}")
TEAM_IDS = re.compile(r"\b(web|ops|default|zdeleted|znosuch)\b")

HARMFUL = {
    "archive.restore", "archive.finish", "cells.add", "cells.move", "cells.receive", "cells.take", "bridge.rebuild",
    "bridge.removeStream", "cells.digests",
    "router.deadLetters",
}
"""Commands whose body is invalid on purpose when the operator sends them: they would change the installation."""


@dataclass(frozen=True)
class Probe:
    """One command that was sent."""

    target: str
    principal: Principal
    objects: tuple[str | None, ...]
    owns_work: bool
    outcome: str

    def expected(self, rule: Rule) -> str:
        only_selects = self.target in FILTERS or (self.principal.tool is not None and self.target in CREATES)
        return expected(
            rule, self.principal, list(self.objects), owns_work=self.owns_work, are_filters=only_selects)


class Matrix:
    """Sends commands and collects findings."""

    def __init__(self, installation: Installation, document: Document, exceptions: dict[tuple[str, str], str]) -> None:
        self.installation, self.bodies, self._document = installation, Bodies(document), document
        self.rules = rules(document)
        self.maker = Maker(installation.clients["operator"])
        self.probes: list[Probe] = []
        self.findings: Counter[str] = Counter()
        self.excused: Counter[tuple[str, str]] = Counter()
        self.sent = 0
        self._exceptions = exceptions
        self.objects = {team: self.maker.file(self.maker.all(team)) for team in MARKS}
        self.named = {**self.objects, "deleted": self.maker.deleted("ops"), "unknown": unknown()}
        self.spare = self.maker.do("people.add", {"name": "spare"})["id"]

    def is_idempotent(self, target: str) -> bool:
        return bool(self._document.messages[target].get("x-idempotent"))

    def report(self, kind: str, target: str, text: str) -> None:
        """Adds a finding, unless an exception of its kind exists for the command."""
        if (kind, target) in self._exceptions:
            self.excused[kind, target] += 1
        else:
            self.findings[f"{kind}: {target}: {text}"] += 1

    def ask(self, principal: Principal, target: str, body: Any, **header: Any) -> Reply:
        """Sends a command, and checks that the reply contains nothing of a team that the principal may not see."""
        attachments = [b"\0\0" * 160] if target == "transcription.audio" else []
        key = {"key": body["id"]} if target.startswith(("timer.", "transcription.audio", "transcription.dictate")) and "id" in body else {}
        if principal.tool == "loadtest":
            # With work of its own, so that a command that requires `owner` differs from one that requires `operator`.
            key = {"key": "load/leaks"}
        reply = settled(self.installation.clients[principal.name], target, body, attachments=attachments, **key, **header)
        self.sent += 1
        self.inspect(principal, target, json.dumps(reply.body, ensure_ascii=False), json.dumps(body))
        if reply.code in ("internal", "unavailable", "unroutable", "expired"):
            self.report("failure", target, f"{principal.name} got {reply.body}")
        return reply

    def inspect(self, principal: Principal, target: str, text: str, request: str = "") -> None:
        """Reports each mark and id of a team that the principal may not see and did not send."""
        low, asked = text.lower(), request.lower()
        for team, mark in MARKS.items():
            if principal.may_see(team):
                continue
            secrets = {mark.lower(), *self.objects[team].ids()} | ({'"ops"'} if team == "ops" else set())
            for secret in secrets:
                if secret in low and secret not in asked:
                    at = low.index(secret)
                    self.report("leak", target, (
                        f"{principal.name} read {secret} of the team {team} in …{text[max(0, at - 80):at + 80]}…; "
                        f"sent {request[:200]}"))
                    break

    # The matrix

    def run(self) -> None:
        before = self.digest()
        for principal in PRINCIPALS:
            for target in sorted(self.rules):
                self._command(principal, target)
            if not principal.may_see("ops") and (after := self.digest()) != before:
                changed = {name: (before[name], value) for name, value in after.items() if value != before[name]}
                self.report("change", "*", f"{principal.name} changed {changed}")
                before = after

    def _command(self, principal: Principal, target: str) -> None:
        rule, kinds = self.rules[target], self.bodies.kinds(target)
        if rule.access in OF_TEAMS and rule.teams != "all" and kinds:
            names = ["web", "ops", "default", "deleted", "unknown"]
        else:
            names = ["unknown"]
        replies: dict[str, str] = {}
        for name in names:
            objects = self.named[name]
            owners = tuple(objects.owner(kind) for kind in kinds.values()) if len(names) > 1 else ()
            owns_work = principal.tool == "loadtest"
            probe = Probe(target, principal, owners, owns_work, "")
            outcome = probe.expected(rule)
            if outcome == "allowed" and rule.access != "observer" and objects.exists:
                objects = self.maker.fresh(objects, set(kinds.values()))
            if outcome == "allowed" and target == "teams.removeMember":
                self.maker.do("teams.setMember", {"team": objects.team, "person": objects.person, "role": "observer"})
            body = self.bodies.body(target, objects, spare=self.spare)
            if target in HARMFUL and outcome == "allowed":
                body = {name: {} for name in self.bodies.schema(target).get("properties", {})}
            reply = self.ask(principal, target, body)
            seen = reply.code if reply.code in ("denied", "not_found") else "allowed"
            if len(names) == 1 and outcome == "allowed" and seen == "not_found":
                seen = "allowed"  # Its object is unknown, but the key permits the command.
            if reply.code == "invalid" and target not in HARMFUL:
                self.report("body", target, f"{principal.name}, {name}: {reply.body}; sent {json.dumps(body)[:300]}")
            self.maker.tidy(objects, self.named[name])
            if target == "webhooks.add" and reply.kind == "FIN":
                self.maker.tidy(replace(objects, webhook=reply.body["id"]), objects)
            if target == "tokens.add" and reply.kind == "FIN":
                self.maker.tidy(replace(objects, token=reply.body["id"]), objects)
            if target == "gateway.invite" and reply.kind == "FIN":
                self.maker.tidy(replace(objects, invitation=reply.body["id"]), objects)
            self.probes.append(Probe(target, principal, owners, owns_work, seen))
            if seen != outcome:
                self.report("outcome", target, (
                    f"{principal.name}, object of {name}: {seen} instead of {outcome}: {json.dumps(reply.body)[:200]}; "
                    f"sent {json.dumps(body)[:200]}"))
            is_answer = reply.kind == "ERR" or target == "schedule.calendar"
            if is_answer and not any(
                    owner is not None and principal.may_see(owner) for owner in owners):
                replies[name] = anonymous(reply.body)
        if len(set(replies.values())) > 1:
            self.report("difference", target, f"{principal.name}: {replies}")

    def digest(self, ops: Objects | None = None) -> dict[str, Any]:
        """All that an operator reads of these objects; by default, of those of the team `ops`."""
        ops = ops or self.objects["ops"]
        found = {
            target: self._read(target, body) for target, body in (
                ("standups.get", {"id": ops.standup}), ("standups.followUps", {"standup": ops.standup}),
                ("standups.updates", {"standup": ops.standup}), ("meetings.stats", {"standup": ops.standup} | WINDOW),
                ("standups.meetingPart", {"standup": ops.standup, "meeting": ops.past, "part": 2}),
                ("schedule.get", {"subject": ops.standup}), ("transcription.authorization", {"subject": ops.standup}),
                ("standups.importProgress", {"id": ops.file}), ("teams.get", {"id": "ops"}),
                ("teams.members", {"id": "ops"}), ("people.get", {"id": ops.person}))}
        found["live standup"] = self._read("standups.get", {"id": ops.live_standup})
        found["live"] = self._read("meetings.get", {"id": ops.live}).get("session")
        hook = self._read("webhooks.get", {"id": ops.webhook})
        found["webhook"] = [hook.get(name) for name in ("url", "team", "state", "types")]
        clock = self._read("timer.get", {"id": ops.value("work")}, key=ops.value("work"))
        return found | {"countdown": [clock.get("durationMs"), clock.get("clock", {}).get("isRunning")]}

    def _read(self, target: str, body: Any, **header: Any) -> Any:
        return settled(self.installation.clients["operator"], target, body, **header).body

    # Mutants

    def mutants(self) -> tuple[int, int, int]:
        """Changes each rule in one part, and compares the expectations with the outcomes.

        Returns:
            The number of mutants, of those noticed, and of those that permit the same as the rule.
        """
        by_target: dict[str, list[Probe]] = defaultdict(list)
        for probe in self.probes:
            by_target[probe.target].append(probe)
        count = noticed = equivalent = 0
        for target, rule in self.rules.items():
            has_objects = any(probe.objects for probe in by_target[target]) and target not in FILTERS
            for mutant in mutants(rule, has_objects=has_objects):
                if meaning(mutant) == meaning(rule):
                    equivalent += 1
                    continue
                count += 1
                if any(probe.expected(mutant) != probe.outcome for probe in by_target[target]):
                    noticed += 1
                else:
                    self.report("mutant", target, f"{mutant} was not noticed")
        return count, noticed, equivalent


def rules(document: Document) -> dict[str, Rule]:
    """The rule of each command that anyone but the router may send."""
    return {
        name: Rule(message["x-access"], message.get("x-teams", "all"))
        for name, message in document.messages.items()
        if message["x-kind"] == "CMD" and message["x-access"] != "parent"}


def anonymous(error: Any) -> str:
    """An error without the ids that it names."""
    text = UUIDS.sub("ID", json.dumps(error, sort_keys=True, ensure_ascii=False))
    for mark in MARKS.values():
        text = text.replace(mark, "MARK")
    return TEAM_IDS.sub("TEAM", text)
