"""Compares the replies to clients with the journal, the final state, a follower and the faults. Pure: no sockets, no
clock."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .evidence import ERASED, JSON, Disturbance, Evidence, Finding, Operation, moment
from .past import PastChecker
from .teams import TeamChecker

#: A process with more memory than this has a leak, in MiB.
MOST_MEMORY = 256
#: A meeting may end this much before its time, in seconds: clocks are read one after another.
EARLY = 0.15
#: A fault this soon after a meeting's time, in seconds, may delay its end.
SLACK = 2.0
#: Exit codes with a meaning: a required service is unavailable; replaced by another instance.
UNAVAILABLE, REPLACED = 69, 75


@dataclass
class Figures:
    """Figures of a test run. Lateness in milliseconds, for meetings that ended by their clock."""

    calm: list[float] = field(default_factory=list)
    disturbed: list[float] = field(default_factory=list)
    meetings: int = 0
    #: Lateness and id of the latest undisturbed meetings.
    latest: list[tuple[float, str]] = field(default_factory=list)
    #: Seconds from the end of the last cause until health was good.
    recoveries: list[float] = field(default_factory=list)


@dataclass
class Meeting:
    """A meeting's events, in the journal's order."""

    id: str
    events: list[JSON] = field(default_factory=list)

    def of(self, name: str) -> list[JSON]:
        return [event for event in self.events if event["type"] == f"meeting.{name}"]

    @property
    def is_whole(self) -> bool:
        """True if the content of all its events is known: no event was erased before a subscriber received it."""
        return all(event["data"] != ERASED for event in self.events)

    @property
    def standup(self) -> str | None:
        started = [event for event in self.of("started") if event["data"] != ERASED]
        return started[0]["data"]["standup"]["id"] if started else None

    @property
    def end(self) -> JSON | None:
        """Its first end that was not undone."""
        end: JSON | None = None
        for event in self.events:
            if event["type"] == "meeting.reopened":
                end = None
            elif end is None and event["type"] in ("meeting.finished", "meeting.discarded"):
                end = event
        return end


def as_it_was(evidence: Evidence) -> list[JSON]:
    """The journal before any erasure, as far as a subscriber received it."""
    heard = {event["id"]: event for event in (*(one.event for one in evidence.heard), *evidence.followed)
             if "sequence" in event and event["data"] != ERASED}
    return [heard.get(event["id"], event) if event["data"] == ERASED else event for event in evidence.journal]


class Checker:
    """Checks one test run.

    `bound` is the maximum time between a meeting's end and the later of its due time and the end of the last
    cause, in seconds.
    """

    def __init__(self, evidence: Evidence, bound: float = 2.0) -> None:
        self.evidence, self.bound = replace(evidence, journal=as_it_was(evidence)), bound
        self._kept = evidence.journal
        self.figures = Figures()
        self.meetings: dict[str, Meeting] = {}
        self._by_id: dict[str, Operation] = {}
        for operation in evidence.operations:
            for one in operation.ids:
                self._by_id[one] = operation
        self._own: dict[str, list[JSON]] = defaultdict(list)
        for event in self.evidence.journal:
            self._own[event.get("correlationid", "")].append(event)
            # The erasure of a past meeting is not part of its course.
            if event["type"].startswith("meeting.") and event["type"] != "meeting.erased":
                self.meetings.setdefault(event["subject"], Meeting(event["subject"])).events.append(event)
        self._state = Replayed()

    def findings(self) -> list[Finding]:
        found: list[Finding] = []
        for check in (
            self._sequences, self._hearing, self._erasures, self._standups, self._acknowledgements, self._parts, self._order,
            self._reads, self._same_replies, self._refusals, self._meetings, self._turns, self._ends,
            self._wrong_refusals, self._end_state, self._follower, self._past, self._persons, self._processes, self._health,
        ):
            try:
                found += check()
            except (KeyError, IndexError, TypeError, ValueError) as error:
                # The reply is so wrong that it cannot even be compared.
                found.append(Finding(f"The check of {check.__name__.strip('_')} broke off: {error!r}"))
        return found

    # The journal

    def _sequences(self) -> Iterator[Finding]:
        """Sequences are 1, 2, 3… in one epoch, ids are unique, and no chain has a gap."""
        journal = self.evidence.journal
        for index, event in enumerate(journal):
            if int(event["sequence"]) != index + 1:
                yield Finding(f"The journal has {event['sequence']} where {index + 1} has to be.")
                break
        for one, count in Counter(event["id"] for event in journal).items():
            if count > 1:
                yield Finding(f"The event {one} is {count} times in the journal.")
        if len(epochs := {event["epoch"] for event in journal}) > 1:
            yield Finding(f"The journal has {len(epochs)} epochs.")
        last: dict[str, str] = {}
        for event in journal:
            if event.get("prevtype") != last.get(event["type"]):
                yield Finding(
                    f"{event['sequence']} names {event.get('prevtype')} as the one before of {event['type']}; "
                    f"that is {last.get(event['type'])}.")
            last[event["type"]] = event["sequence"]

    def _erasures(self) -> Iterator[Finding]:
        """Every erasure has a reason that comes later in the journal."""
        gone: dict[str, int] = {}
        deleted = 0
        for event in self.evidence.journal:
            kind, sequence = event["type"], int(event["sequence"])
            if kind in ("meeting.erased", "meeting.discarded", "standup.deleted"):
                gone[event["subject"]] = sequence
            if kind == "standup.deleted":
                deleted = sequence
        # Erased data names neither the standup of a meeting nor the meeting during which an update was written, so the end of
        # any of them may be the reason.
        reasons = {"meeting": deleted, "update": max(gone.values(), default=0)}
        for event in self._kept:
            reason = max(reasons.get(event["type"].partition(".")[0], 0), gone.get(event["subject"], 0))
            if event["data"] == ERASED and reason <= int(event["sequence"]):
                yield Finding(f"{event['type']} {event['sequence']} was erased, and nothing says why.",
                              meeting=event["subject"])

    def _hearing(self) -> Iterator[Finding]:
        """A subscriber's events match the journal, and no heartbeat goes back."""
        by_sequence = {(event["epoch"], int(event["sequence"])): event for event in self.evidence.journal}
        for heard in self.evidence.heard:
            event = heard.event
            if "sequence" not in event:
                continue
            kept = by_sequence.get((event["epoch"], int(event["sequence"])))
            if kept is None:
                yield Finding(f"{event['type']} {event['sequence']} was announced and is not in the journal.",
                              meeting=event["subject"])
            elif kept != event and kept["data"] != ERASED:
                yield Finding(f"{event['type']} {event['sequence']} was announced in other words than it is kept.",
                              meeting=event["subject"])
        heads: dict[str, int] = {}
        for beat in self.evidence.beats:
            if beat.head < heads.get(beat.epoch, 0):
                yield Finding(f"The head went back from {heads[beat.epoch]} to {beat.head}.")
            heads[beat.epoch] = beat.head
        yield from self._ticks()

    def _ticks(self) -> Iterator[Finding]:
        """Without faults each tick arrives once."""
        seen: Counter[tuple[str, int]] = Counter()
        for heard in self.evidence.heard:
            if heard.event["type"] != "meeting.tick":
                continue
            data = heard.event["data"]
            if data["elapsedMs"] % 1000 or data["elapsedMs"] > data["durationMs"]:
                yield Finding(f"There was a tick at {data['elapsedMs']} ms of {data['durationMs']}.",
                              meeting=heard.event["subject"])
            seen[heard.event["subject"], data["elapsedMs"]] += 1
        for (meeting, elapsed), count in seen.items():
            found = self.meetings.get(meeting)
            if count > 1 and found and found.end and self._is_calm(found):
                yield Finding(f"The tick at {elapsed} ms came {count} times.", meeting=meeting)

    # Standups

    def _standups(self) -> Iterator[Finding]:
        """Each change in the journal was requested by a client and applied to the state before it."""
        by_title = {
            operation.body["title"]: operation for operation in self.evidence.operations
            if operation.target in ("standups.create", "standups.edit") and "title" in operation.body}
        imported, owner = self._imports()
        state = self._state
        for event in self.evidence.journal:
            kind, subject = event["type"], event["subject"]
            if event["data"] == ERASED or subject in state.emptied:
                pass  # The earlier state is unknown
            elif kind == "standup.created":
                operation = by_title.get(event["data"]["standup"]["title"])
                if subject in state.standups:
                    yield Finding("It was created twice.", subject)
                elif operation is None and subject not in imported:
                    yield Finding("Nobody asked for it to be created.", subject)
                elif operation is not None:
                    yield from self._is_as_asked(event, operation, {})
            elif kind == "standup.updated":
                yield from self._update(event, by_title)
            elif kind == "standup.deleted" and subject not in state.standups:
                yield Finding(f"It was deleted by {event['sequence']} and was not there.", subject)
            elif kind == "meeting.started":
                standup = event["data"]["standup"]
                if standup not in state.versions[standup["id"]] and standup["id"] not in state.emptied:
                    yield Finding("A meeting started with a standup that never was so.", standup["id"], subject)
            try:
                state.apply(event, owner.get(subject))
            except KeyError:
                yield Finding(f"{kind} {event['sequence']} is about what is not there.", subject)

    def owners(self) -> dict[str, str]:
        """The standups of imported meetings, which their events do not name."""
        return self._imports()[1]

    def _imports(self) -> tuple[set[str], dict[str, str]]:
        """The standups of all imported files, and the standup of each of their meetings."""
        standups, owner = set(), {}
        for operation in self.evidence.operations:
            if operation.target in ("standups.import", "standups.importPart"):
                for one in json.loads(operation.body["json"]):
                    standups.add(one["id"])
                    owner |= {meeting["id"]: one["id"] for meeting in one["meetings"]}
        return standups, owner

    def _update(self, event: JSON, by_title: dict[str, Operation]) -> Iterator[Finding]:
        subject, now = event["subject"], event["data"]["standup"]
        before = self._state.standups.get(subject)
        if before is None:
            yield Finding(f"It was changed by {event['sequence']} and was not there.", subject)
            return
        if "deletedMeeting" in event["data"]:
            if {**now, "revision": 0} != {**before, "revision": 0}:
                yield Finding(f"{event['sequence']} deleted a meeting and changed the standup.", subject)
            return
        if now.get("team") != before.get("team"):
            yield from self._move(event, before)
            return
        operation = by_title.get(now["title"])
        if operation is None or operation.target != "standups.edit":
            yield Finding(f"Nobody asked for the change {event['sequence']}.", subject)
            return
        yield from self._is_as_asked(event, operation, before)
        if now["revision"] != before["revision"] + 1:
            yield Finding(f"The revision went from {before['revision']} to {now['revision']}.", subject)
        if operation.body.get("revision", before["revision"]) != before["revision"]:
            yield Finding(
                f"An edit of revision {operation.body['revision']} was made to {before['revision']}.", subject)

    def _move(self, event: JSON, before: JSON) -> Iterator[Finding]:
        subject, now = event["subject"], event["data"]["standup"]
        operation = self._by_id.get(event["correlationid"])
        team = now.get("team", "default")
        if operation is None or operation.target != "standups.setTeam" or operation.body["team"] != team:
            yield Finding(f"No client requested the move to {team} by {event['sequence']}.", subject)
        if {**now, "team": None, "revision": 0} != {**before, "team": None, "revision": 0}:
            yield Finding(f"{event['sequence']} moved it and changed more than its team.", subject)

    def _is_as_asked(self, event: JSON, operation: Operation, before: JSON) -> Iterator[Finding]:
        """The named members have the requested values, and all others are unchanged."""
        now = event["data"]["standup"]
        for member in ("title", "durationMs", "theme", "attendees"):
            value = now[member]
            if member in operation.body:
                asked = operation.body[member]
                if member == "attendees":
                    asked, value = [one["name"] for one in asked], [one["name"] for one in value]
                if value != asked:
                    yield Finding(f"{member} was to be {asked!r} and is {value!r}.", event["subject"])
            elif before and value != before[member]:
                yield Finding(
                    f"{event['sequence']} undid an edit: {member} was {before[member]!r}, and nobody asked for "
                    f"{value!r}.", event["subject"])

    # Acknowledgements

    def _own_events(self, operation: Operation) -> list[JSON]:
        """The events that this command caused, found by the ids of its attempts."""
        wanted = {
            "standups.create": ("standup.created",), "standups.edit": ("standup.updated",),
            "standups.delete": ("standup.deleted",), "standups.deleteMeeting": ("standup.updated",),
            "standups.setTeam": ("standup.updated",),
            "standups.import": ("standup.created", "meeting.imported"),
            "meetings.start": ("meeting.started", "meeting.alertPresented"),
            "meetings.next": ("meeting.speakerChanged", "meeting.alertPresented"),
            "meetings.end": ("meeting.alertPresented",),
            "meetings.answer": (
                "meeting.alertDismissed", "meeting.started", "meeting.finished", "meeting.discarded"),
            "meetings.undo": ("meeting.undone", "meeting.reopened"), "meetings.reorder": ("meeting.agendaChanged",),
            "standups.writeUpdate": ("update.written",), "standups.removeUpdate": ("update.removed",),
        }.get(operation.target, ())
        return [
            event for one in operation.ids for event in self._own.get(one, ())
            if event["type"] in wanted
            # A started meeting continues automatically, with the same correlation id.
            and not (operation.target == "meetings.start" and event["data"].get("cause") == "time")]

    def _keyed(self) -> list[list[Operation]]:
        """Commands that change state, grouped by key: one intention each."""
        groups: dict[str, list[Operation]] = defaultdict(list)
        for operation in self.evidence.operations:
            if operation.key is not None:
                groups[operation.key].append(operation)
        return list(groups.values())

    def _acknowledgements(self) -> Iterator[Finding]:
        """Every acknowledged change is in the journal, once, however often it was sent with its key."""
        for group in self._keyed():
            events = [event for operation in group for event in self._own_events(operation)]
            done = next((operation for operation in group if operation.outcome == "done"), None)
            first = group[0]
            counts = Counter(event["type"] for event in events)
            single = {
                "standups.create": "standup.created", "standups.edit": "standup.updated",
                "standups.delete": "standup.deleted", "standups.deleteMeeting": "standup.updated",
                "meetings.start": "meeting.started", "meetings.end": "meeting.alertPresented",
                "meetings.undo": "meeting.reopened", "standups.writeUpdate": "update.written",
                "standups.removeUpdate": "update.removed",
            }.get(first.target)
            standup, meeting = self._subjects(first)
            if single is not None and counts[single] > 1:
                yield Finding(f"{first.target} was done {counts[single]} times under one key.", standup, meeting)
            if done is None:
                continue
            if first.target == "meetings.start":
                yield from self._started(done)
            elif first.target == "meetings.answer":
                yield from self._answered(done, events)
            elif first.target == "standups.import":
                yield from self._imported(done)
            elif first.target == "standups.edit":
                yield from self._edited(done, events)
            # With `from`, a turn that was already over changes nothing.
            elif (single is not None or (first.target == "meetings.next" and "from" not in first.body)) and not events:
                yield Finding(f"{first.target} was acknowledged and is not in the journal.", standup, meeting)

    def _subjects(self, operation: Operation) -> tuple[str | None, str | None]:
        body, reply = operation.body, operation.reply or {}
        if operation.target.startswith("meetings."):
            return body.get("standup"), body.get("id") or reply.get("session", {}).get("id")
        return body.get("standup") or body.get("id") or reply.get("id"), body.get("meeting")

    def _edited(self, done: Operation, events: list[JSON]) -> Iterator[Finding]:
        assert done.reply is not None
        if not events and done.body.keys() == {"id"}:
            return  # It names no member to change
        if not events:
            yield Finding("An edit was acknowledged and is not in the journal.", done.body["id"])
        elif events[0]["data"] != ERASED and events[0]["data"]["standup"] != done.reply:
            yield Finding(
                f"An edit was acknowledged as {done.reply} and is {events[0]['data']['standup']}.", done.body["id"])

    def _started(self, done: Operation) -> Iterator[Finding]:
        assert done.reply is not None
        session = done.reply["session"]
        meeting = self.meetings.get(session["id"])
        if meeting is None:
            yield Finding("It was acknowledged and is not in the journal.", done.body["standup"], session["id"])
        elif "startedAt" in session and len(meeting.of("started")) != 1:
            yield Finding(f"It was started {len(meeting.of('started'))} times.", done.body["standup"], session["id"])

    def _answered(self, done: Operation, events: list[JSON]) -> Iterator[Finding]:
        reply, meeting = done.reply or {}, done.body["id"]
        names = {event["type"].removeprefix("meeting.") for event in events}
        found = self.meetings.get(meeting)
        action = done.body["action"]
        # An end that was undone counts, too.
        if action == "saveAndEnd" and not (found and found.of("finished")):
            yield Finding("It was saved by acknowledgement and is not in the journal.", meeting=meeting)
        elif action == "discard" and not (found and found.of("discarded")):
            yield Finding("It was discarded by acknowledgement, and the journal says otherwise.", meeting=meeting)
        elif action == "resume" and "live" in reply and "alertDismissed" not in names:
            yield Finding("It was resumed by acknowledgement, and the journal says otherwise.", meeting=meeting)

    def _imported(self, done: Operation) -> Iterator[Finding]:
        reply = done.reply or {}
        created = {event["subject"] for event in self.evidence.journal if event["type"] == "standup.created"}
        for standup in reply.get("created", []):
            if standup not in created:
                yield Finding("It was imported by acknowledgement and is not in the journal.", standup)

    def _parts(self) -> Iterator[Finding]:
        """A file in parts exists as a whole after its import, and not at all before."""
        created = {event["subject"] for event in self.evidence.journal if event["type"] == "standup.created"}
        parts: dict[str, list[str]] = defaultdict(list)
        taken: dict[str, set[str]] = defaultdict(set)
        for operation in self.evidence.operations:
            if operation.target == "standups.importPart":
                parts[operation.body["id"]] += [one["id"] for one in json.loads(operation.body["json"])]
            elif operation.target == "standups.importAll":
                taken[operation.body["id"]].add(operation.outcome)
        for file, standups in parts.items():
            for standup in standups:
                if "done" in taken[file] and standup not in created:
                    yield Finding("It came in a part of a file that was taken, and is not in the journal.", standup)
                elif not taken[file] - {"refused"} and standup in created:
                    yield Finding("It came in a part of a file that nobody took, and is in the journal.", standup)

    def _order(self) -> Iterator[Finding]:
        """A change acknowledged before another command was sent precedes it in the journal."""
        spans = []
        for operation in self.evidence.operations:
            if operation.outcome == "done" and operation.key is not None:
                sequences = [int(event["sequence"]) for event in self._own_events(operation)]
                if sequences:
                    spans.append((operation, min(sequences)))
        ended = sorted(spans, key=lambda span: span[0].ended)
        at, most, by = 0, 0, None
        for operation, first in sorted(spans, key=lambda span: span[0].began):
            while at < len(ended) and ended[at][0].ended < operation.began:
                if ended[at][1] > most:
                    most, by = ended[at][1], ended[at][0]
                at += 1
            # A repetition with the same key finds the change made before it was sent.
            is_repeat = by is not None and operation.key == by.key
            if first < most and not is_repeat and not self._is_repeated(operation):
                yield Finding(
                    f"{operation.target} has sequence {first}, but {by.target if by else ''} with {most} was "
                    "acknowledged before it was sent.", *self._subjects(operation))

    def _is_repeated(self, operation: Operation) -> bool:
        return any(
            other is not operation and other.key == operation.key and other.began < operation.began
            for other in self.evidence.operations)

    def _reads(self) -> Iterator[Finding]:
        """Readers see the changes acknowledged before they sent their command."""
        acknowledged: dict[str, list[tuple[float, int]]] = defaultdict(list)
        for operation in self.evidence.operations:
            if operation.outcome == "done" and operation.target in ("standups.create", "standups.edit"):
                assert operation.reply is not None
                acknowledged[operation.reply["id"]].append((operation.ended, operation.reply["revision"]))
        for operation in self.evidence.operations:
            if operation.outcome != "done" or operation.target != "standups.get":
                continue
            assert operation.reply is not None
            standup = operation.reply["summary"]["standup"]
            least = max((revision for ended, revision in acknowledged[standup["id"]] if ended < operation.began),
                        default=0)
            if standup["revision"] < least:
                yield Finding(
                    f"A reader was shown revision {standup['revision']} after {least} was acknowledged.",
                    standup["id"])
            elif standup not in self._state.versions[standup["id"]] and standup["id"] not in self._state.emptied:
                yield Finding(f"A reader was shown what never was: {standup}.", standup["id"])

    def _same_replies(self) -> Iterator[Finding]:
        """A repeated command with the same key gets the first reply."""
        for group in self._keyed():
            replies = [operation for operation in group if operation.outcome == "done"]
            for other in replies[1:]:
                if other.reply != replies[0].reply:
                    yield Finding(
                        f"{other.target} was answered under one key with {replies[0].reply} and {other.reply}.",
                        *self._subjects(other))
            # A rejection is not stored: a rejected command may succeed when it is repeated.
            # A person may have lost the role since.
            if replies and group[0].client not in self.evidence.persons and any(
                operation.outcome == "refused" and operation.began > replies[0].ended for operation in group
            ):
                yield Finding(f"{group[0].target} was done and then refused under one key.",
                              *self._subjects(group[0]))

    def _refusals(self) -> Iterator[Finding]:
        """No rejected command took effect, and no error is a defect."""
        for group in self._keyed():
            if all(operation.outcome != "done" for operation in group) and group[-1].outcome == "refused":
                for operation in group:
                    for event in self._own_events(operation):
                        yield Finding(
                            f"{operation.target} was refused as {group[-1].code} and done by "
                            f"{event['type']} {event['sequence']}.", *self._subjects(operation))
        for operation in self.evidence.operations:
            if operation.code in ("internal", "unbound"):
                yield Finding(f"{operation.target} was answered with {operation.code}: {operation.reply}",
                              *self._subjects(operation))

    def _wrong_refusals(self) -> Iterator[Finding]:
        """Existing things are found, and a standup without a live meeting can start one."""
        created = {event["subject"]: moment(event["time"]) for event in self.evidence.journal
                   if event["type"] == "standup.created"}
        told = {(operation.reply or {}).get("id"): operation.ended for operation in self.evidence.operations
                if operation.target == "standups.create" and operation.outcome == "done"}
        deleted = {event["subject"] for event in self.evidence.journal if event["type"] == "standup.deleted"}
        lives: dict[str | None, list[tuple[float, float]]] = defaultdict(list)
        of_any: list[tuple[float, float]] = []
        for meeting in self.meetings.values():
            end = meeting.end
            # Only its start names its standup: it may be erased, and a meeting whose first question was answered
            # with “cancel” has none.
            known = lives[meeting.standup] if meeting.standup else of_any
            known.append((
                moment(meeting.events[0]["time"]), moment(end["time"]) if end else float("inf")))
        for operation in self.evidence.operations:
            if operation.outcome != "refused" or operation.client in self.evidence.persons:
                continue
            standup = operation.body.get("standup") or operation.body.get("id")
            since = told.get(standup, float("inf"))
            if operation.code == "not_found" and operation.target in (
                "standups.get", "standups.edit", "standups.delete", "meetings.start",
            ) and standup in created and standup not in deleted and since < operation.began:
                yield Finding(f"{operation.target} did not find what was acknowledged before.", standup)
            # A pending start counts, and an end is published a moment before it is applied.
            if operation.code == "conflict" and operation.target == "meetings.start" and not any(
                began - self.bound < operation.ended and operation.began < ended + self.bound
                for began, ended in (*lives[standup], *of_any)
            ) and not self._troubled(operation.began - self.bound, operation.ended):
                yield Finding(f"It could not meet, though it did not meet: {operation.reply}", standup)

    # Meetings

    def _meetings(self) -> Iterator[Finding]:
        """A standup has at most one live meeting, and each meeting starts once and ends once."""
        live: dict[str, str] = {}
        for meeting in self.meetings.values():
            for name in ("started", "imported"):
                if len(meeting.of(name)) > 1:
                    yield Finding(f"There are {len(meeting.of(name))} of meeting.{name}.", meeting=meeting.id)
            if len(meeting.of("finished")) + len(meeting.of("discarded")) - len(meeting.of("reopened")) > 1:
                yield Finding("It ended more than once.", meeting.standup, meeting.id)
            end = meeting.end
            if end is not None and meeting.events[-1] is not end:
                yield Finding(f"After its end came {meeting.events[-1]['type']}.", meeting.standup, meeting.id)
        for event in self.evidence.journal:
            if event["type"] in ("meeting.started", "meeting.reopened") and event["data"] != ERASED:
                standup = event["data"]["standup"]["id"]
                if standup in live:
                    yield Finding(f"It has two live meetings, {live[standup]} too.", standup, event["subject"])
                live[standup] = event["subject"]
            elif event["type"] in ("meeting.finished", "meeting.discarded"):
                live = {standup: meeting for standup, meeting in live.items() if meeting != event["subject"]}

    def _turns(self) -> Iterator[Finding]:
        """Speakers have their turns in order, once each, and none while a question is open."""
        for meeting in self.meetings.values():
            if not meeting.is_whole:
                continue
            speaker, is_open = 0, False
            for event in meeting.events:
                name = event["type"].removeprefix("meeting.")
                if name == "alertPresented":
                    if is_open:
                        yield Finding("A second alert was opened.", meeting.standup, meeting.id)
                    is_open = True
                elif name == "alertDismissed":
                    if not is_open:
                        yield Finding("An alert was closed that was not open.", meeting.standup, meeting.id)
                    is_open = False
                elif name == "speakerChanged":
                    if is_open:
                        yield Finding(f"Speaker {event['data']['speaker']} was announced under an open alert.",
                                      meeting.standup, meeting.id)
                    if event["data"]["speaker"] != speaker + 1:
                        yield Finding(f"Speaker {event['data']['speaker']} was announced after {speaker}.",
                                      meeting.standup, meeting.id)
                    speaker = event["data"]["speaker"]
                elif name == "reopened":
                    is_open, speaker = False, event["data"]["speaker"]
                elif name == "finished" and event["data"]["meeting"].get("ending") == "timeUp":
                    started = meeting.of("started")
                    last = len(started[0]["data"]["standup"]["attendees"]) - 1 if started else speaker
                    if speaker != last:
                        yield Finding(f"It was over and speaker {speaker} of {last} had the floor.",
                                      meeting.standup, meeting.id)

    def _ends(self) -> Iterator[Finding]:
        """Each meeting ends on time, or soon after the end of the last cause."""
        heard = {one.event["id"]: one.at for one in reversed(self.evidence.heard) if "sequence" in one.event}
        clocks = self._clocks()
        for meeting in self.meetings.values():
            self.figures.meetings += bool(meeting.of("started"))
            end = meeting.end
            if not meeting.is_whole:
                # Its due time is unknown. Only finished meetings are erased.
                if meeting.of("started") and end is None:
                    yield Finding("What it said was erased, and it has no end.", meeting=meeting.id)
                continue
            due = self._due(meeting, clocks.get(meeting.id, {}))
            if due is None:
                continue
            release = self._release(due)
            if end is None:
                # A meeting that the end of the test run interrupted is not checked.
                if release + self.bound < self.evidence.ended:
                    yield Finding(
                        f"It should have ended {self.evidence.ended - due:.1f} s ago and has not.",
                        meeting.standup, meeting.id)
                continue
            if end["type"] != "meeting.finished" or end["data"]["meeting"].get("ending") != "timeUp":
                continue
            at = max(moment(end["time"]), heard.get(end["id"], 0))
            is_calm = self._is_calm(meeting)
            (self.figures.calm if is_calm else self.figures.disturbed).append(1000 * (at - due))
            if is_calm:
                self.figures.latest = sorted([*self.figures.latest, (1000 * (at - due), meeting.id)])[-3:]
            if is_calm and moment(end["time"]) < due - EARLY:
                yield Finding(f"It ended {1000 * (due - moment(end['time'])):.0f} ms before its time.",
                              meeting.standup, meeting.id)
            if at > release + self.bound:
                yield Finding(
                    f"It ended {at - due:.1f} s after its time, {at - release:.1f} s after all was well.",
                    meeting.standup, meeting.id)

    def _clocks(self) -> dict[str, dict[int, float]]:
        """By meeting and elapsed time, the moments at which its clock ran, according to replies."""
        found: dict[str, dict[int, float]] = defaultdict(dict)
        for operation in self.evidence.operations:
            reply = operation.reply or {}
            session = reply.get("session") or reply.get("live", {}).get("session")
            if operation.outcome == "done" and session and session["clock"]["isRunning"]:
                found[session["id"]][session["clock"]["elapsedMs"]] = session["clock"]["at"]["wallMs"] / 1000
        return found

    def _due(self, meeting: Meeting, clocks: dict[int, float]) -> float | None:
        """When its time is over; `None` while its clock is paused."""
        anchor: tuple[float, int] | None = None
        duration = 0
        for event in meeting.events:
            name = event["type"].removeprefix("meeting.")
            elapsed = event["data"].get("elapsedMs", 0)
            if name == "started":
                duration = event["data"]["standup"]["durationMs"]
                anchor = (clocks.get(0, moment(event["time"])), 0)
            elif name == "alertPresented":
                anchor = None
            elif (name in ("alertDismissed", "reopened") and duration) or (
                name == "speakerChanged" and event["data"]["cause"] == "skipped"
            ):
                anchor = (clocks.get(elapsed, moment(event["time"])), elapsed)
        return None if anchor is None else anchor[0] + (duration - anchor[1]) / 1000

    def _release(self, due: float) -> float:
        """The first moment since then without a fault, and without one soon after."""
        release = due
        for began, ended in self._spans():
            if began <= release + SLACK and ended > release:
                release = ended
        return release

    def _spans(self) -> list[tuple[float, float]]:
        """The times with faults, from their causes and from health, sorted by start."""
        if not hasattr(self, "_found_spans"):
            spans = [(one.began, one.ended) for one in self.evidence.disturbances]
            since: float | None = None
            for health in self.evidence.health:
                if not health.is_well and since is None:
                    since = health.at
                elif health.is_well and since is not None:
                    spans.append((since, health.at))
                    since = None
            if since is not None:
                spans.append((since, self.evidence.ended))
            self._found_spans = sorted(spans)
        return self._found_spans

    def _troubled(self, began: float, ended: float) -> bool:
        return any(first <= ended and began <= last for first, last in self._spans())

    def _is_calm(self, meeting: Meeting) -> bool:
        began, last = moment(meeting.events[0]["time"]), moment(meeting.events[-1]["time"])
        return not self._troubled(began - 1, last + 0.2)

    # Final state

    def _end_state(self) -> Iterator[Finding]:
        yield from differences("The end", self.evidence.state, self._state)

    def _follower(self) -> Iterator[Finding]:
        yield from differences("The follower", self.evidence.follower, self._state)
        followed = [event for event in self.evidence.followed if "sequence" in event]
        before = 0
        for event in followed:
            if before and int(event["sequence"]) != before + 1:
                yield Finding(f"The follower was given {event['sequence']} after {before}.")
            before = int(event["sequence"])
        if self.evidence.snapshots > 1:
            yield Finding(f"The follower had to begin anew {self.evidence.snapshots - 1} times.")
        if followed and self.evidence.journal and before != len(self.evidence.journal):
            yield Finding(f"The follower stands at {before}, the journal at {len(self.evidence.journal)}.")

    def _past(self) -> Iterator[Finding]:
        """Updates are in one meeting, orders are permutations, and undone ends continue their meeting."""
        yield from PastChecker(self.evidence).findings()

    def _persons(self) -> Iterator[Finding]:
        """Persons did and received what their roles permit, and nothing else."""
        standups = {meeting.id: meeting.standup for meeting in self.meetings.values() if meeting.standup is not None}
        yield from TeamChecker(self.evidence, standups).findings()

    def _processes(self) -> Iterator[Finding]:
        for one in self.evidence.exits:
            if one.is_ours:
                continue
            near = [fault for fault in self.evidence.disturbances
                    if fault.began - 1 <= one.at <= fault.ended + 30]
            if one.code in (UNAVAILABLE, REPLACED) and near:
                continue
            how = f"by signal {-one.code}" if one.code < 0 else f"with {one.code}"
            yield Finding(f"{one.name} ended by itself, {how}, at {_clock(one.at)}.")
        for name, most in self.evidence.memory.items():
            if most > MOST_MEMORY:
                yield Finding(f"{name} had {most:.0f} MiB of memory.")

    def _health(self) -> Iterator[Finding]:
        """Health is good at the end; also records the recovery time after each cause."""
        if self.evidence.health and not self.evidence.health[-1].is_well:
            yield Finding(f"At the end health is not well: {'; '.join(self.evidence.health[-1].problems)}")
        for fault in self.evidence.disturbances:
            if not any(other is not fault and other.began <= fault.ended + 1 and fault.ended < other.ended
                       for other in self.evidence.disturbances):
                well = self._well_after(fault)
                if well is not None:
                    self.figures.recoveries.append(well - fault.ended)

    def _well_after(self, fault: Disturbance) -> float | None:
        last = fault.ended
        for health in self.evidence.health:
            if health.at < fault.began:
                continue
            if not health.is_well:
                last = max(last, health.at)
            elif health.at > max(fault.ended, last) + 1:
                return last
        return None


class Replayed:
    """The state rebuilt from the journal."""

    def __init__(self) -> None:
        self.standups: dict[str, JSON] = {}
        self.past: dict[str, set[str]] = {}
        self.live: dict[str, str] = {}
        #: All versions of each standup.
        self.versions: dict[str, list[JSON]] = defaultdict(list)
        #: The standups and meetings with erased data that is unknown.
        self.emptied: set[str] = set()

    def apply(self, event: JSON, owner: str | None) -> None:
        """Applies the next event; `owner` is the standup of an imported meeting."""
        kind, subject, data = event["type"], event["subject"], event["data"]
        # Later events give the current state.
        if data == ERASED:
            self.emptied.add(subject)
            # The type alone is enough.
            if kind == "meeting.discarded":
                self.live.pop(subject, None)
            return
        if kind in ("standup.created", "standup.updated"):
            self.standups[subject] = data["standup"]
            self.past.setdefault(subject, set()).discard(data.get("deletedMeeting", ""))
            self.versions[subject].append(data["standup"])
        elif kind == "standup.deleted":
            self.standups.pop(subject, None)
            self.past.pop(subject, None)
        elif kind == "meeting.started":
            self.live[subject] = data["standup"]["id"]
        elif kind == "meeting.finished":
            if (standup := self.live.pop(subject, None)) is not None:
                self._past(standup).add(subject)
        elif kind == "meeting.reopened":
            self.live[subject] = data["standup"]["id"]
            self._past(data["standup"]["id"]).discard(subject)
        elif kind == "meeting.imported" and owner is not None:
            self._past(owner).add(subject)
        # For a past meeting: its end may be among the erased data.
        elif kind in ("meeting.discarded", "meeting.erased"):
            self.live.pop(subject, None)

    def _past(self, standup: str) -> set[str]:
        """Past meetings of a standup; raises `KeyError` for an unknown one, unless its creation is erased."""
        return self.past.get(standup, set()) if standup in self.emptied else self.past[standup]


def differences(who: str, found: Any, said: Any) -> Iterator[Finding]:
    """Differences between a state and the journal."""
    for standup in found.standups.keys() | said.standups.keys():
        one, other = found.standups.get(standup), said.standups.get(standup)
        if one is None:
            yield Finding(f"{who} has no such standup; by the journal it is there.", standup)
        elif other is None:
            yield Finding(f"{who} has a standup that by the journal is not there.", standup)
        elif one != other:
            yield Finding(f"{who} shows {one}; by the journal it is {other}.", standup)
        elif found.past.get(standup, set()) != said.past.get(standup, set()):
            missing = said.past.get(standup, set()) - found.past.get(standup, set())
            extra = found.past.get(standup, set()) - said.past.get(standup, set())
            yield Finding(f"{who} misses past meetings {sorted(missing)} and has others {sorted(extra)}.", standup)
    for meeting in found.live.keys() ^ said.live.keys():
        where = who if meeting in found.live else "the journal"
        yield Finding(f"It is live by {where} alone.", found.live.get(meeting) or said.live.get(meeting), meeting)


def _clock(at: float) -> str:
    return time.strftime("%H:%M:%S", time.gmtime(at)) + f".{int(at % 1 * 1000):03d}"
