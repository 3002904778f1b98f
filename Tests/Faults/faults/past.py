"""Written updates, new orders, undone ends and figures: what the journal implies, compared with past meetings and
replies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from .evidence import ERASED, JSON, Evidence, Finding, Operation, moment

#: Time in which an end can be undone, in seconds, with some for the clocks of two processes.
WINDOW = 10.5


@dataclass
class End:
    """The end of a meeting that can be undone."""

    kind: str
    change: str | None
    at: float
    standup: str | None


@dataclass
class Talk:
    """The turns of a meeting, each with the place of its attendee and its length, and its speaker."""

    standup: str
    turns: list[tuple[int, int]]
    speaker: int = 0
    elapsed: int = 0
    updates: dict[str, int] = field(default_factory=dict)


class PastChecker:
    """Reads a journal without erasures, as far as they are known."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        #: Times of the updates that wait, by standup and attendee.
        self._waiting: dict[str, dict[str, int]] = defaultdict(dict)
        self._attendees: dict[str, set[str]] = {}
        self._talks: dict[str, Talk] = {}
        self._ends: dict[str, End] = {}
        #: The past meetings that were saved here, and the moments at which their end was reported.
        self.past: dict[str, tuple[str, JSON, float]] = {}
        #: All ends of each meeting that were ever reported, by standup.
        self._saved: dict[str, dict[str, list[JSON]]] = defaultdict(lambda: defaultdict(list))
        #: Standups of which some events are unknown.
        self._unknown: set[str] = set()
        self._is_blind = False

    def findings(self) -> Iterator[Finding]:
        for event in self.evidence.journal:
            yield from self._event(event)
        yield from self._texts()
        for operation in self.evidence.operations:
            if operation.target == "meetings.stats" and operation.outcome == "done":
                yield from self._figures(operation)

    # The journal

    def _event(self, event: JSON) -> Iterator[Finding]:
        kind, subject, data = event["type"], event["subject"], event["data"]
        if data == ERASED:
            self._is_blind |= kind in ("meeting.finished", "meeting.reopened", "meeting.discarded")
            if kind.startswith("update."):
                self._unknown.add(subject)
            self._talks.pop(subject, None)
        elif kind in ("standup.created", "standup.updated"):
            self._attendees[subject] = {one["id"] for one in data["standup"]["attendees"]}
            self.past.pop(data.get("deletedMeeting", ""), None)
        elif kind == "standup.deleted":
            self._waiting.pop(subject, None)
            self._final(subject)
            self.past = {key: value for key, value in self.past.items() if value[0] != subject}
        elif kind == "standup.leftTeam":
            self._final(subject)
        elif kind == "update.written":
            self._waiting[subject][data["attendee"]["id"]] = data["atMs"]
            self._final(subject)
        elif kind == "update.removed":
            if self._waiting[subject].pop(data["attendee"], None) is None and self._knows(subject):
                yield Finding(f"An update was removed by {event['sequence']} that did not exist.", subject)
            self._final(subject)
        elif kind.startswith("meeting."):
            yield from self._meeting(event)

    def _knows(self, standup: str) -> bool:
        return not self._is_blind and standup not in self._unknown

    def _final(self, standup: str) -> None:
        self._ends = {key: end for key, end in self._ends.items() if end.standup != standup}

    def _meeting(self, event: JSON) -> Iterator[Finding]:
        name, subject, data = event["type"].removeprefix("meeting."), event["subject"], event["data"]
        talk = self._talks.get(subject)
        if name == "started":
            standup = data["standup"]
            self._final(standup["id"])
            self._talks[subject] = Talk(standup["id"], _turns(standup))
        elif name == "speakerChanged" and talk:
            talk.speaker = data["speaker"]
        elif name == "agendaChanged" and talk:
            turns = _agenda(data)
            first = talk.speaker + 1
            if data["cause"] == "reordered" and (
                turns[:first] != talk.turns[:first] or sorted(turns) != sorted(talk.turns)
            ):
                yield Finding(f"The new order {turns} of {talk.turns} is no permutation of the turns to come.",
                              talk.standup, subject)
            talk.turns = turns
        elif name in ("alertPresented", "alertDismissed") and talk:
            talk.elapsed = data["elapsedMs"]
        elif name == "finished":
            yield from self._finished(event, talk)
        elif name == "discarded":
            self._ends[subject] = End(
                "discarded", data.get("undo", {}).get("change"), moment(event["time"]), talk.standup if talk else None)
        elif name == "reopened":
            yield from self._reopened(event, talk)
        elif name == "erased":
            self._ends.pop(subject, None)

    def _finished(self, event: JSON, talk: Talk | None) -> Iterator[Finding]:
        subject, data = event["subject"], event["data"]
        standup, past = data.get("standup"), data["meeting"]
        if standup is None:
            return
        if subject in self.past:
            yield Finding("It became a past meeting twice.", standup, subject)
        got = {one["attendee"]["id"]: one["atMs"] for one in past.get("updates", [])}
        waiting = self._waiting[standup]
        if len(got) != len(past.get("updates", [])):
            yield Finding("It was saved with two updates of one attendee.", standup, subject)
        if self._knows(standup):
            for attendee, at in got.items():
                if waiting.get(attendee) != at:
                    yield Finding(f"It was saved with an update of {attendee} that did not wait.", standup, subject)
            # The updates of attendees who have left are omitted.
            for attendee in waiting.keys() & self._attendees.get(standup, set()) - got.keys():
                yield Finding(f"It was saved without the update of {attendee} that waited.", standup, subject)
        self._waiting[standup] = {
            attendee: at for attendee, at in waiting.items()
            if attendee not in got and attendee not in self._attendees.get(standup, set())}
        if talk:
            talk.updates = got
        if past.get("ending") == "written":
            self._final(standup)
        self.past[subject] = (standup, past, moment(event["time"]))
        self._saved[standup][subject].append(past)
        self._ends[subject] = End("saved", data.get("undo", {}).get("change"), moment(event["time"]), standup)

    def _reopened(self, event: JSON, talk: Talk | None) -> Iterator[Finding]:
        subject, data = event["subject"], event["data"]
        end = self._ends.pop(subject, None)
        if not self._is_blind and (end is None or (end.kind, end.change) != (data["kind"], data["change"])):
            yield Finding("An end was undone that is final, or not the last one.", meeting=subject)
        if end and moment(event["time"]) - end.at > WINDOW:
            yield Finding(f"Its end was undone after {moment(event['time']) - end.at:.1f} s.", end.standup, subject)
        if talk and (_agenda(data), data["speaker"], data["elapsedMs"]) != (talk.turns, talk.speaker, talk.elapsed):
            yield Finding(
                f"It ended at {talk.elapsed} ms with speaker {talk.speaker}, and continues at {data['elapsedMs']} ms with "
                f"{data['speaker']}.", talk.standup, subject)
        if data["kind"] == "saved":
            self.past.pop(subject, None)
            if talk:
                self._waiting[talk.standup] |= talk.updates

    # Texts

    def _texts(self) -> Iterator[Finding]:
        """An update is in one past meeting at most, with the text of its writer."""
        sent = {
            one.body["text"]: (one.body["standup"], one.body["attendee"]) for one in self.evidence.operations
            if one.target == "standups.writeUpdate"}
        found: Counter[str] = Counter()
        for meeting, (standup, past, _) in self.past.items():
            for update in past.get("updates", []):
                found[update["text"]] += 1
                if sent.get(update["text"]) != (standup, update["attendee"]["id"]):
                    yield Finding(f"It has an update that no client wrote: {update['text']}.", standup, meeting)
        for text, count in found.items():
            if count > 1:
                yield Finding(f"The update “{text}” is in {count} past meetings.")

    # Figures

    def _figures(self, operation: Operation) -> Iterator[Finding]:
        """Figures are those of past meetings of the standup, each counted once."""
        standup, reply = operation.body["standup"], operation.reply or {}
        shown = Counter(one["id"] for one in reply["meetings"])
        for one in reply["meetings"]:
            known = self._saved[standup].get(one["id"])
            if shown[one["id"]] > 1:
                yield Finding("The figures count it twice.", standup, one["id"])
            elif known is None and not self._is_blind:
                yield Finding("The figures count what is no past meeting of this standup.", standup, one["id"])
            elif known and not any(one.get("durationMs") == past.get("durationMs") for past in known):
                yield Finding(f"By the figures, it lasted {one.get('durationMs')} ms.", standup, one["id"])
        if sum(week["meetings"] for week in reply["weeks"]) != len(reply["meetings"]):
            yield Finding(f"The weeks have another number of meetings than {len(reply['meetings'])}.", standup)


def _turns(standup: JSON) -> list[tuple[int, int]]:
    """The turns of a meeting as it starts, by weight."""
    weights = [one.get("weight", 1) for one in standup["attendees"]]
    starts = [standup["durationMs"] * sum(weights[:index]) // sum(weights) for index in range(len(weights) + 1)]
    return [(index, starts[index + 1] - starts[index]) for index in range(len(weights))]


def _agenda(data: JSON) -> list[tuple[int, int]]:
    return list(zip(data["agenda"]["order"], data["agenda"]["turnsMs"], strict=True))
