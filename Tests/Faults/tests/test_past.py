"""Undone ends, written updates, new orders and figures: a correct history, and the same with one error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from faults.checker import Checker
from test_checker import Story

STANDUP = {"id": "s", "title": "A", "durationMs": 3000, "theme": "tan", "revision": 1,
           "attendees": [{"id": one, "name": one} for one in ("1", "2", "3")]}


class Meeting(Story):
    """A standup with an update meets, its speakers change their order, and its end is undone once."""

    def __init__(self, kind: str = "saved") -> None:
        super().__init__()
        self.kind = kind
        self.at += 1
        self.event("standup.created", "s", {"standup": STANDUP}, self.next_id)
        self.operation("standups.create", {"title": "A", "durationMs": 3000}, STANDUP)
        self.event("update.written", "s", {"attendee": {"id": "2", "name": "2"}, "atMs": 7}, self.next_id)
        self.operation("standups.writeUpdate", {"standup": "s", "attendee": "2", "text": "done"}, {"atMs": 7})
        self.event("meeting.started", "m", {"standup": STANDUP, "isRecording": False}, self.next_id)
        self.operation("meetings.start", {"standup": "s"}, {"session": {
            "id": "m", "startedAt": {}, "clock": {"isRunning": False}}})
        agenda = {"order": [0, 2, 1], "turnsMs": [1000, 1000, 1000]}
        self.event("meeting.agendaChanged", "m", {
            "cause": "reordered", "agenda": agenda, "durationMs": 3000, "elapsedMs": 200}, self.next_id)
        self.operation("meetings.reorder", {"id": "m", "from": 0, "order": ["3", "2"]}, {})
        self.event("meeting.alertPresented", "m", {"elapsedMs": 500, "standup": STANDUP}, self.next_id)
        self.operation("meetings.end", {"id": "m"}, {})
        self.end(kind)
        self.event("meeting.reopened", "m", {
            "change": "c", "kind": kind, "standup": STANDUP, "agenda": agenda, "durationMs": 3000, "speaker": 0,
            "elapsedMs": 500, "isRecording": False}, self.next_id)
        self.operation("meetings.undo", {"id": "m", "change": "c"}, {})
        self.event("meeting.alertPresented", "m", {"elapsedMs": 900, "standup": STANDUP}, self.next_id)
        self.operation("meetings.end", {"id": "m"}, {})
        self.end("saved", elapsed=900, change="d")
        self.operation("meetings.stats", {"standup": "s"}, {
            "meetings": [{"id": "m", "durationMs": 900}], "weeks": [{"meetings": 1}]}, key=None)

    def end(self, kind: str, *, elapsed: int = 500, change: str = "c") -> None:
        action = "saveAndEnd" if kind == "saved" else "discard"
        self.event("meeting.alertDismissed", "m", {"action": action, "elapsedMs": elapsed}, self.next_id)
        undo = {"change": change, "until": "2027-01-01T00:00:00Z"}
        if kind == "saved":
            update = {"attendee": {"id": "2", "name": "2"}, "text": "done", "atMs": 7}
            past = {"id": "m", "ending": "saved", "durationMs": elapsed, "updates": [update]}
            self.event("meeting.finished", "m", {
                "standup": "s", "title": "A", "meeting": past, "undo": undo}, self.next_id)
        else:
            self.event("meeting.discarded", "m", {"elapsedMs": elapsed, "undo": undo}, self.next_id)
        self.operation("meetings.answer", {"id": "m", "action": action}, {})

    def data(self, kind: str, number: int = 0) -> dict[str, Any]:
        return [one for one in self.evidence.journal if one["type"] == kind][number]["data"]

    def sentences(self) -> str:
        checker = Checker(self.evidence)
        return "\n".join(
            finding.sentence for check in (checker._past, checker._meetings, checker._turns, checker._acknowledgements)
            for finding in check())


@pytest.mark.parametrize("kind", ["saved", "discarded"])
def test_where_all_is_right_nothing_is_found(kind: str) -> None:
    story = Meeting(kind)
    assert story.sentences() == ""
    assert Checker(story.evidence).meetings["m"].end is story.evidence.journal[-1]


def undo_another_end(story: Meeting) -> None:
    story.data("meeting.reopened")["change"] = "b"


def undo_too_late(story: Meeting) -> None:
    for event in story.evidence.journal[-4:]:
        event["time"] = "2027-01-15T09:00:00.000Z"


def undo_twice(story: Meeting) -> None:
    index = next(i for i, one in enumerate(story.evidence.journal) if one["type"] == "meeting.reopened")
    story.evidence.journal.insert(index, dict(story.evidence.journal[index], id="again"))


def undo_after_an_update(story: Meeting) -> None:
    index = next(i for i, one in enumerate(story.evidence.journal) if one["type"] == "meeting.reopened")
    update = dict(story.evidence.journal[1], id="again", correlationid="")
    story.evidence.journal.insert(index, update)


def continue_elsewhere(story: Meeting) -> None:
    story.data("meeting.reopened")["elapsedMs"] = 700


def continue_with_another_order(story: Meeting) -> None:
    story.data("meeting.reopened")["agenda"] = {"order": [0, 1, 2], "turnsMs": [1000, 1000, 1000]}


def end_twice(story: Meeting) -> None:
    story.evidence.journal = [one for one in story.evidence.journal if one["type"] != "meeting.reopened"]


def double_a_turn(story: Meeting) -> None:
    story.data("meeting.agendaChanged")["agenda"]["order"] = [0, 2, 2]


def move_a_turn_that_is_over(story: Meeting) -> None:
    story.data("meeting.agendaChanged")["agenda"]["order"] = [1, 0, 2]


def lose_an_update(story: Meeting) -> None:
    story.data("meeting.finished", -1)["meeting"]["updates"] = []


def invent_an_update(story: Meeting) -> None:
    update = {"attendee": {"id": "1", "name": "1"}, "text": "mine", "atMs": 9}
    story.data("meeting.finished", -1)["meeting"]["updates"].append(update)


def double_an_update(story: Meeting) -> None:
    updates = story.data("meeting.finished", -1)["meeting"]["updates"]
    updates += updates


def write_an_update_twice(story: Meeting) -> None:
    story.evidence.journal.insert(2, dict(story.evidence.journal[1], id="again"))


def lose_a_write(story: Meeting) -> None:
    del story.evidence.journal[1]


def count_what_is_no_meeting(story: Meeting) -> None:
    story.evidence.operations[-1].reply["meetings"].append({"id": "x"})  # type: ignore[index]


def count_a_meeting_twice(story: Meeting) -> None:
    meetings = story.evidence.operations[-1].reply["meetings"]  # type: ignore[index]
    meetings += meetings


def count_another_duration(story: Meeting) -> None:
    story.evidence.operations[-1].reply["meetings"][0]["durationMs"] = 1  # type: ignore[index]


@pytest.mark.parametrize(("spoil", "expected"), [
    (undo_another_end, "not the last one"), (undo_too_late, "was undone after"), (undo_twice, "that is final"),
    (undo_after_an_update, "that is final"), (continue_elsewhere, "continues at 700 ms"),
    (continue_with_another_order, "continues at"), (end_twice, "ended more than once"),
    (double_a_turn, "no permutation"), (move_a_turn_that_is_over, "no permutation"),
    (lose_an_update, "without the update of 2"), (invent_an_update, "that did not wait"),
    (double_an_update, "two updates of one attendee"), (write_an_update_twice, "done 2 times under one key"),
    (lose_a_write, "acknowledged and is not in the journal"), (count_what_is_no_meeting, "no past meeting"),
    (count_a_meeting_twice, "count it twice"), (count_another_duration, "it lasted 1 ms"),
])
def test_an_error_is_found(spoil: Callable[[Meeting], None], expected: str) -> None:
    story = Meeting()
    spoil(story)
    assert expected in story.sentences()
