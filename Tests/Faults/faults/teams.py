"""Persons with roles in several teams as clients, and what the faults must not let them do."""

from __future__ import annotations

import random
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from .clients import Board, Tool, Worker
from .evidence import ERASED, JSON, Evidence, Finding, Operation, moment

TEAMS = ("default", "web", "ops")
ROLES = ("observer", "member", "admin")
#: Names of the persons, which are also those of their keys and clients.
PERSONS = ("ann", "ben", "eve")
#: Commands whose outcome follows from the role of the person in the team of the standup.
CHECKED = frozenset((
    "standups.create", "standups.edit", "standups.get", "standups.delete", "standups.deleteMeeting", "meetings.start",
    "meetings.next", "meetings.get", "meetings.end", "meetings.answer", "meetings.undo", "meetings.reorder",
    "meetings.stats", "standups.writeUpdate", "standups.removeUpdate",
))
#: Maximum time that an ephemeral event takes to its subscriber, in seconds.
SENDING = 2.0


class View(Board):
    """The knowledge of a person: the shared board, from which nothing disappears because this person may not see it."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.lock, self.standups, self.live = board.lock, board.standups, board.live

    def drop(self, standup: str) -> None:
        pass


class Member(Worker):
    """A client that acts as a person."""

    def __init__(self, tool: Tool, board: Board, seed: str, stop: threading.Event) -> None:
        super().__init__(tool, View(board), seed, stop, TEAMS)


class Chief(threading.Thread):
    """Changes roles and moves standups between teams, one after another."""

    def __init__(self, tool: Tool, board: Board, persons: dict[str, str], seed: str, stop: threading.Event) -> None:
        super().__init__(name=tool.name, daemon=True)
        self.failure: BaseException | None = None
        self._tool, self._board, self._persons, self._stop_event = tool, board, persons, stop
        self._rng = random.Random(seed)

    def run(self) -> None:
        try:
            while not self._stop_event.wait(self._rng.uniform(0, 0.3)):
                self._rng.choice((self._set, self._set, self._remove, self._move, self._move))()
        except BaseException as error:  # noqa: BLE001 - reported by the waiting thread
            self.failure = error
        finally:
            self._tool.close()

    def _do(self, target: str, body: JSON) -> None:
        """Repeats a command until its outcome is known, so that a change is never followed by an earlier one."""
        operation = self._tool.ask(target, body, timeout=10)
        for _ in range(10):
            if operation.outcome != "unknown":
                return
            operation = self._tool.ask(target, body, timeout=10, key=operation.key)

    def _membership(self) -> JSON:
        return {"team": self._rng.choice(TEAMS), "person": self._rng.choice(list(self._persons.values()))}

    def _set(self) -> None:
        self._do("teams.setMember", {**self._membership(), "role": self._rng.choice(ROLES)})

    def _remove(self) -> None:
        self._do("teams.removeMember", self._membership())

    def _move(self) -> None:
        standup = self._board.one(self._rng)
        if standup is not None:
            self._do("standups.setTeam", {"id": standup["id"], "team": self._rng.choice(TEAMS)})


def settle(tool: Tool) -> dict[str, str]:
    """Adds the teams and the persons, each with a role in one team.

    Returns:
        The ids of the persons, by name.
    """
    for team in TEAMS[1:]:
        tool.ask("teams.add", {"id": team, "name": team}, timeout=30)
    persons = {}
    for name, team in zip(PERSONS, TEAMS, strict=True):
        added = tool.ask("people.add", {"name": name}, timeout=30)
        if added.outcome != "done" or added.reply is None:
            raise RuntimeError(f"{name} could not be added: {added.code} {added.reply}")
        persons[name] = added.reply["id"]
        tool.ask("teams.setMember", {"team": team, "person": persons[name], "role": "member"}, timeout=30)
    return persons


@dataclass
class Register:
    """A value that several commands wrote, and what it may have been at a time."""

    #: Start and end of each command, and its value. The end is infinite if the outcome is unknown.
    writes: list[tuple[float, float, str | None]] = field(default_factory=list)

    def write(self, operation: Operation, value: str | None) -> None:
        if operation.outcome != "refused":
            ended = operation.ended if operation.outcome == "done" else float("inf")
            self.writes.append((operation.began, ended, value))

    def possible(self, began: float, ended: float) -> set[str | None]:
        """The values that it may have had between two times."""
        before = [write for write in self.writes if write[1] < began]
        # A command that overlaps with a later one may take effect after it.
        last = max((write[0] for write in before), default=0)
        return {write[2] for write in self.writes if write[0] <= ended and write[1] >= last}


class TeamChecker:
    """Compares what persons did and received with their roles."""

    def __init__(self, evidence: Evidence, meetings: dict[str, str]) -> None:
        """`meetings` has the standup of each meeting."""
        self.evidence, self._meetings = evidence, meetings
        self._names = {person: name for name, person in evidence.persons.items()}
        self._roles: dict[tuple[str, str], Register] = defaultdict(lambda: Register([(0, 0, None)]))
        self._teams: dict[str, Register] = defaultdict(Register)
        for group in self._grouped():
            self._note(group)

    def _grouped(self) -> list[Operation]:
        """One operation for each command that changes something, however often it was sent."""
        groups: dict[str, Operation] = {}
        for one in self.evidence.operations:
            if one.key is None:
                continue
            first = groups.get(one.key)
            if first is None:
                groups[one.key] = Operation(**{**vars(one), "ids": list(one.ids)})
                continue
            first.ids += one.ids
            # It took effect at any time from the first attempt on.
            if first.outcome != "done":
                first.outcome, first.ended, first.reply = one.outcome, one.ended, one.reply
        return list(groups.values())

    def _note(self, one: Operation) -> None:
        body = one.body
        if one.target == "teams.setMember":
            self._roles[self._names.get(body["person"], ""), body["team"]].write(one, body["role"])
        elif one.target == "teams.removeMember":
            self._roles[self._names.get(body["person"], ""), body["team"]].write(one, None)
        elif one.target == "standups.setTeam":
            self._teams[body["id"]].write(one, body["team"])

    def findings(self) -> Iterator[Finding]:
        created = {
            event["subject"]: event.get("team", "default") for event in self.evidence.journal
            if event["type"] == "standup.created"}
        for standup, team in created.items():
            self._teams[standup].writes.append((0, 0, team))
        for one in self.evidence.operations:
            if one.client in self.evidence.persons:
                yield from self._command(one)
        yield from self._actors()
        yield from self._received()
        yield from self._moves()

    def _possible(self, person: str, standup: str, began: float, ended: float) -> list[tuple[str | None, str | None]]:
        """The teams and roles that are possible at the time."""
        return [
            (team, role) for team in self._teams[standup].possible(began, ended)
            for role in self._roles[person, team or ""].possible(began, ended)]

    def _command(self, one: Operation) -> Iterator[Finding]:
        standup = self._standup(one)
        if one.target in ("standups.list", "meetings.live") and one.outcome == "done":
            for shown in self._listed(one.reply or {}):
                if not any(role for _, role in self._possible(one.client, shown, one.began, one.ended)):
                    yield Finding(f"{one.target} showed it to {one.client}, who had no role in its team.", shown,
                                  person=self.evidence.persons[one.client])
        if one.target not in CHECKED or standup is None:
            return
        needed = self.evidence.access[one.target]
        may = [role is not None and ROLES.index(role) >= ROLES.index(needed) for _, role in self._possible(one.client, standup, one.began, one.ended)]
        if one.outcome == "done" and not any(may):
            yield Finding(f"{one.client} did {one.target} without the role {needed} in its team.", standup,
                          person=self.evidence.persons[one.client])
        if one.code == "denied" and all(may):
            yield Finding(f"{one.client} was denied {one.target} with the role that it needs.", standup,
                          person=self.evidence.persons[one.client])

    def _standup(self, one: Operation) -> str | None:
        if one.target == "standups.create":
            return (one.reply or {}).get("id")
        if one.target.startswith("meetings.") and "standup" not in one.body:
            return self._meetings.get(one.body.get("id", ""))
        return one.body.get("standup") or one.body.get("id")

    def _listed(self, reply: JSON) -> list[str]:
        return [one["standup"]["id"] for one in reply.get("standups", [])] + [
            one["session"]["standup"]["id"] for one in reply.get("meetings", [])]

    def _actors(self) -> Iterator[Finding]:
        """Each event names the one who sent the command that caused it."""
        senders = {key: one.client for one in self.evidence.operations for key in one.ids}
        for event in self.evidence.journal:
            sender = senders.get(event.get("correlationid", ""))
            by = event.get("by", "")
            if sender is None or not self.evidence.persons:
                continue
            person = self.evidence.persons.get(sender)
            is_wrong = by.startswith("person/") if person is None else by not in ("", f"person/{person}")
            if is_wrong:
                yield Finding(f"{event['type']} {event['sequence']} names {by}, and {sender} caused it.")

    def _received(self) -> Iterator[Finding]:
        """A person receives no event of a team after the acknowledged end of the role in it."""
        for name, heard in self.evidence.received:
            event = heard.event
            at = moment(event["time"]) if "sequence" in event else heard.at - SENDING
            team = event.get("team", "")
            if not any(self._roles[name, team].possible(min(at, heard.at), heard.at)):
                yield Finding(f"{name} received {event['type']} of the team {team!r}, without a role in it.",
                              person=self.evidence.persons[name])

    def _moves(self) -> Iterator[Finding]:
        """All objects of a standup are in its team: events in between two moves name the same team."""
        teams: dict[str, str] = {}
        for event in self.evidence.journal:
            kind, subject = event["type"], event["subject"]
            standup = self._meetings.get(subject) if kind.startswith("meeting.") else subject
            if standup is None or kind == "standup.leftTeam" or not kind.startswith(("standup.", "meeting.")):
                continue
            team, data = event.get("team", "default"), event["data"]
            before = teams.get(standup, team)
            is_move = kind == "standup.updated" and (data == ERASED or _team(data["standup"]) == team)
            if team != before and not is_move:
                yield Finding(f"{kind} {event['sequence']} is of {team}, but it belonged to {before}.", standup)
            teams[standup] = team
        for standup, shown in self.evidence.state.standups.items():
            if _team(shown) != teams.get(standup, _team(shown)):
                yield Finding(f"It ended in {_team(shown)}; its last event is of {teams[standup]}.", standup)


def figures(evidence: Evidence) -> Counter[str]:
    """Numbers of the commands and events of persons, and of the changes to their roles and teams."""
    found = Counter(events=len(evidence.received))
    for one in evidence.operations:
        if one.client in evidence.persons:
            found["done" if one.outcome == "done" else "rejected"] += one.outcome != "unknown"
        elif one.outcome == "done" and one.target in ("teams.setMember", "teams.removeMember"):
            found["roles"] += 1
        elif one.outcome == "done" and one.target == "standups.setTeam":
            found["moves"] += 1
    return found


def _team(standup: JSON) -> str:
    return str(standup.get("team", "default"))
