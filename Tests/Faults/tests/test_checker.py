"""The checker with histories: a correct one, and the same with one error."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import pytest
from faults.checker import ERASED, Checker, Finding, Replayed
from faults.evidence import Beat, Disturbance, Evidence, Exit, Health, Heard, Operation, State

EPOCH = "e"
START = 1_800_000_000.0


class Story:
    """The history of a standup that is created, edited twice and meets once; each test varies it."""

    def __init__(self) -> None:
        self.evidence = Evidence(began=START)
        self.at = START
        self._last_of_type: dict[str, str] = {}

    def event(self, kind: str, subject: str, data: dict[str, Any], cause: str = "") -> dict[str, Any]:
        self.at += 0.01
        sequence = f"{len(self.evidence.journal) + 1:020}"
        event = {
            "id": f"event {sequence}", "type": kind, "subject": subject, "data": data, "sequence": sequence,
            "epoch": EPOCH, "correlationid": cause, "time": self.time,
        }
        if kind in self._last_of_type:
            event["prevtype"] = self._last_of_type[kind]
        self._last_of_type[kind] = sequence
        self.evidence.journal.append(event)
        return event

    def operation(self, target: str, body: dict[str, Any], reply: Any, outcome: str = "done", **more: Any) -> Operation:
        number = len(self.evidence.operations)
        ended = self.at + 0.01
        operation = Operation(
            "c1", target, body, more.pop("key", f"key {number}"), more.pop("began", self.at - 0.02), ended, outcome,
            reply, more.pop("code", None), more.pop("ids", [f"id {number}"]))
        self.at = ended + 0.03
        self.evidence.operations.append(operation)
        return operation

    @property
    def next_id(self) -> str:
        return f"id {len(self.evidence.operations)}"

    @property
    def time(self) -> str:
        text = datetime.fromtimestamp(self.at, timezone.utc).isoformat(timespec="milliseconds")
        return text.replace("+00:00", "Z")

    def make(self) -> Story:
        standup = {"id": "s", "title": "A", "durationMs": 2000, "theme": "tan", "revision": 1,
                   "attendees": [{"id": "1", "name": "Ann"}, {"id": "2", "name": "Bob"}]}
        self.event("standup.created", "s", {"standup": standup}, self.next_id)
        self.operation("standups.create", {"title": "A", "durationMs": 2000}, standup)
        for title, duration in (("B", 7000), ("C", 4000)):
            standup = standup | {"title": title, "durationMs": duration, "revision": standup["revision"] + 1}
            self.event("standup.updated", "s", {"standup": standup}, self.next_id)
            self.operation("standups.edit", {
                "id": "s", "title": title, "durationMs": duration, "revision": standup["revision"] - 1}, standup)
        self.event("meeting.started", "m", {"standup": standup, "isRecording": False}, self.next_id)
        wall = round(self.at * 1000)
        self.operation("meetings.start", {"standup": "s"}, {"session": {
            "id": "m", "startedAt": {"wallMs": wall},
            "clock": {"isRunning": True, "elapsedMs": 0, "at": {"wallMs": wall}}}})
        self.at = wall / 1000 + 1.99
        self.event("meeting.speakerChanged", "m", {"speaker": 1, "cause": "time", "elapsedMs": 2000})
        self.at = wall / 1000 + 3.995
        self.event("meeting.finished", "m", {"meeting": {"id": "m", "ending": "timeUp"}})
        self.operation("standups.get", {"id": "s"}, {"summary": {"standup": standup}}, key=None)
        evidence = self.evidence
        evidence.state = State({"s": standup}, {"s": {"m"}}, {})
        evidence.follower = State({"s": standup}, {"s": {"m"}}, {})
        evidence.followed = list(evidence.journal)
        evidence.snapshots = 1
        evidence.heard = [Heard(self.at, event) for event in evidence.journal]
        evidence.beats = [Beat(START, EPOCH, 3), Beat(self.at, EPOCH, 6)]
        evidence.health = [Health(START, True), Health(self.at + 5, True)]
        evidence.calm, evidence.ended = self.at, self.at + 30
        return self


def check(story: Story, bound: float = 2.0) -> list[Finding]:
    return Checker(story.evidence, bound).findings()


def sentences(story: Story) -> str:
    return "\n".join(finding.sentence for finding in check(story))


def renumber(story: Story) -> None:
    """Renumbers sequences and chains without gaps, as after a loss that the journal itself does not show."""
    last: dict[str, str] = {}
    for index, event in enumerate(story.evidence.journal):
        event["sequence"] = f"{index + 1:020}"
        event.pop("prevtype", None)
        if event["type"] in last:
            event["prevtype"] = last[event["type"]]
        last[event["type"]] = event["sequence"]
    story.evidence.followed = list(story.evidence.journal)
    story.evidence.heard = [Heard(story.at, event) for event in story.evidence.journal]


def test_where_all_is_right_nothing_is_found() -> None:
    story = Story().make()
    checker = Checker(story.evidence, 2.0)
    assert checker.findings() == []
    assert checker.figures.meetings == 1
    assert len(checker.figures.calm) == 1 and abs(checker.figures.calm[0]) < 50


def lose_a_write(story: Story) -> None:
    del story.evidence.journal[1]
    renumber(story)


def double_a_write(story: Story) -> None:
    again = dict(story.evidence.journal[2], id="another")
    standup = again["data"]["standup"]
    again["data"] = {"standup": standup | {"revision": standup["revision"] + 1}}
    story.evidence.journal.insert(3, again)
    renumber(story)


def make_a_gap(story: Story) -> None:
    story.evidence.journal[4]["sequence"] = f"{7:020}"


def undo_an_edit(story: Story) -> None:
    # The second edit was decided before the first was known: it has the earlier value of the first one's member.
    standup = story.evidence.journal[2]["data"]["standup"]
    story.evidence.journal[2]["data"] = {"standup": standup | {"theme": "navy"}}


def acknowledge_something_else(story: Story) -> None:
    edit = story.evidence.operations[1]
    edit.reply = dict(edit.reply or {}, durationMs=5000)


def edit_an_old_revision(story: Story) -> None:
    story.evidence.operations[2].body["revision"] = 1


def do_what_was_refused(story: Story) -> None:
    edit = story.evidence.operations[2]
    edit.outcome, edit.code, edit.reply = "refused", "conflict", {}


def answer_a_repeat_differently(story: Story) -> None:
    edit = story.evidence.operations[2]
    story.operation("standups.edit", edit.body, dict(edit.reply or {}, revision=9), key=edit.key, ids=["again"])


def refuse_a_repeat(story: Story) -> None:
    edit = story.evidence.operations[2]
    story.operation("standups.edit", edit.body, {}, "refused", key=edit.key, ids=["again"], code="conflict")


def reorder_acknowledgements(story: Story) -> None:
    first, second = story.evidence.operations[1], story.evidence.operations[2]
    second.began, second.ended, first.began, first.ended = first.began, first.ended, second.began, second.ended


def read_what_is_old(story: Story) -> None:
    story.operation(
        "standups.get", {"id": "s"}, {"summary": {"standup": story.evidence.journal[1]["data"]["standup"]}}, key=None)


def start_twice(story: Story) -> None:
    started = story.evidence.journal[3]
    story.evidence.journal.insert(4, dict(started, id="another", subject="n", correlationid="id 99"))
    renumber(story)


def keep_a_meeting_live(story: Story) -> None:
    del story.evidence.journal[5]
    renumber(story)
    story.evidence.state = State(story.evidence.state.standups, {"s": set()}, {"m": "s"})
    story.evidence.follower = story.evidence.state


def end_twice(story: Story) -> None:
    story.evidence.journal.append(dict(story.evidence.journal[5], id="another"))
    renumber(story)


def come_back_to_life(story: Story) -> None:
    story.evidence.journal.append(dict(story.evidence.journal[4], id="another"))
    renumber(story)


def end_late(story: Story) -> None:
    end = story.evidence.journal[5]
    story.at += 30
    end["time"] = story.time
    story.evidence.ended = story.at + 30


def end_early(story: Story) -> None:
    end = story.evidence.journal[5]
    story.at -= 1.5
    end["time"] = story.time
    story.evidence.heard = []


def leave_out_a_speaker(story: Story) -> None:
    del story.evidence.journal[4]
    renumber(story)


def announce_out_of_order(story: Story) -> None:
    story.evidence.journal[4]["data"] = story.evidence.journal[4]["data"] | {"speaker": 2}


def announce_under_an_alert(story: Story) -> None:
    story.evidence.journal.insert(4, {
        **story.evidence.journal[3], "id": "alert", "type": "meeting.alertPresented", "data": {"elapsedMs": 5}})
    renumber(story)


def lose_a_standup_at_the_end(story: Story) -> None:
    story.evidence.state = State()


def show_another_end(story: Story) -> None:
    standup = story.evidence.state.standups["s"] | {"durationMs": 7000}
    story.evidence.state = State({"s": standup}, {"s": {"m"}}, {})


def lose_a_past_meeting(story: Story) -> None:
    story.evidence.state = State(story.evidence.state.standups, {"s": set()}, {})


def follow_with_a_hole(story: Story) -> None:
    del story.evidence.followed[2]


def lose_the_follower(story: Story) -> None:
    story.evidence.follower = State()


def take_the_head_back(story: Story) -> None:
    story.evidence.beats.append(Beat(story.at, EPOCH, 2))


def announce_what_is_not_kept(story: Story) -> None:
    story.evidence.heard.append(Heard(story.at, dict(story.evidence.journal[0], sequence=f"{9:020}")))


def crash(story: Story) -> None:
    story.evidence.exits.append(Exit("timer", story.at, -11, False))


def end_with_a_defect(story: Story) -> None:
    story.evidence.disturbances.append(Disturbance("kill", ("timer",), story.at - 1, story.at))
    story.evidence.exits.append(Exit("timer", story.at, 70, False))


def grow(story: Story) -> None:
    story.evidence.memory["router"] = 300


def stay_unwell(story: Story) -> None:
    story.evidence.health.append(Health(story.at + 20, False, ("It is not.",)))


def forget_a_standup(story: Story) -> None:
    story.operation("standups.get", {"id": "s"}, {}, "refused", key=None, code="not_found")


def refuse_a_meeting(story: Story) -> None:
    story.at += 15
    story.operation("meetings.start", {"standup": "s"}, {}, "refused", code="conflict")


def lose_a_skip(story: Story) -> None:
    story.operation("meetings.next", {"id": "m"}, story.evidence.operations[3].reply)


def take_half_a_file(story: Story) -> None:
    file = json.dumps([{"id": "f", "meetings": []}])
    story.operation("standups.importPart", {"id": "i", "part": 1, "json": file}, {})
    story.operation("standups.importAll", {"id": "i", "parts": 1}, {"phase": "applying"})


def take_a_file_too_early(story: Story) -> None:
    file = json.dumps([{"id": "s", "meetings": []}])
    story.operation("standups.importPart", {"id": "i", "part": 1, "json": file}, {})


def tick_twice(story: Story) -> None:
    tick = {"type": "meeting.tick", "subject": "m", "data": {"elapsedMs": 1000, "durationMs": 4000}}
    story.evidence.heard += [Heard(START + 1, tick), Heard(START + 1.2, tick)]


@pytest.mark.parametrize(("change", "words"), [
    (lose_a_write, "acknowledged and is not in the journal"),
    (double_a_write, "done 2 times under one key"),
    (make_a_gap, "has to be"),
    (undo_an_edit, "undid an edit"),
    (acknowledge_something_else, "was acknowledged as"),
    (edit_an_old_revision, "An edit of revision 1 was made to 2"),
    (do_what_was_refused, "was refused as conflict and done"),
    (answer_a_repeat_differently, "answered under one key with"),
    (refuse_a_repeat, "done and then refused"),
    (reorder_acknowledgements, "was acknowledged before it was sent"),
    (read_what_is_old, "A reader was shown revision 2 after 3"),
    (start_twice, "two live meetings"),
    (keep_a_meeting_live, "should have ended"),
    (end_twice, "ended more than once"),
    (come_back_to_life, "After its end came"),
    (end_late, "after all was well"),
    (end_early, "before its time"),
    (leave_out_a_speaker, "speaker 0 of 1 had the floor"),
    (announce_out_of_order, "Speaker 2 was announced after 0"),
    (announce_under_an_alert, "under an open alert"),
    (lose_a_standup_at_the_end, "The end has no such standup"),
    (show_another_end, "The end shows"),
    (lose_a_past_meeting, "The end misses past meetings"),
    (follow_with_a_hole, "The follower was given"),
    (lose_the_follower, "The follower has no such standup"),
    (take_the_head_back, "The head went back"),
    (announce_what_is_not_kept, "is not in the journal"),
    (crash, "ended by itself, by signal 11"),
    (end_with_a_defect, "ended by itself, with 70"),
    (grow, "300 MiB"),
    (stay_unwell, "health is not well"),
    (forget_a_standup, "did not find what was acknowledged"),
    (refuse_a_meeting, "It could not meet"),
    (lose_a_skip, "meetings.next was acknowledged and is not in the journal"),
    (take_half_a_file, "a file that was taken, and is not in the journal"),
    (take_a_file_too_early, "a file that nobody took"),
    (tick_twice, "came 2 times"),
], ids=lambda one: one.__name__ if callable(one) else "")
def test_what_is_wrong_is_found(change: Callable[[Story], None], words: str) -> None:
    story = Story().make()
    change(story)
    assert words in sentences(story)


def test_a_write_without_an_answer_may_be_there_or_not() -> None:
    for lost in (False, True):
        story = Story().make()
        edit = story.evidence.operations[2]
        edit.outcome, edit.reply = "unknown", None
        if lost:
            # The rest of the story then refers to the earlier state.
            before = story.evidence.journal[1]["data"]["standup"]
            del story.evidence.journal[2]
            story.evidence.journal[2]["data"] = {"standup": before, "isRecording": False}
            renumber(story)
            story.evidence.operations[-1].reply = {"summary": {"standup": before}}
            story.evidence.state = State({"s": before}, {"s": {"m"}}, {})
            story.evidence.follower = story.evidence.state
        found = [one for one in check(story) if "before its time" not in one.sentence]
        assert found == []


def test_a_meeting_may_end_when_all_is_well_again() -> None:
    story = Story().make()
    end_late(story)
    story.evidence.disturbances.append(Disturbance("stop", ("persistence",), START + 1, story.at - 1))
    assert "after all was well" not in sentences(story)
    # Not if the fault had ended long before.
    story = Story().make()
    end_late(story)
    story.evidence.disturbances.append(Disturbance("stop", ("persistence",), START + 1, START + 6))
    assert "after all was well" in sentences(story)


def test_a_meeting_that_never_started_keeps_another_from_starting() -> None:
    story = Story().make()
    story.at += 15
    story.event("meeting.alertPresented", "n", {"alert": {"speechAuthorization": {}}, "elapsedMs": 0, "actions": []})
    story.event("meeting.discarded", "n", {})
    story.operation("meetings.start", {"standup": "s"}, {}, "refused", code="conflict")
    assert "It could not meet" not in sentences(story)


def test_an_exit_that_was_asked_for_is_none_of_its_own() -> None:
    story = Story().make()
    story.evidence.exits += [Exit("timer", story.at, -9, True), Exit("router", story.at, 0, True)]
    story.evidence.disturbances.append(Disturbance("replace", ("focus",), story.at - 5, story.at))
    story.evidence.exits.append(Exit("focus", story.at, 75, False))
    assert check(story) == []


def test_a_meeting_whose_end_was_erased_before_it_was_heard_is_over() -> None:
    replayed = Replayed()
    replayed.apply({"type": "meeting.started", "subject": "m", "data": {"standup": {"id": "s"}}}, None)
    replayed.apply({"type": "meeting.finished", "subject": "m", "data": ERASED}, None)
    assert replayed.live == {"m": "s"}
    replayed.apply({"type": "meeting.erased", "subject": "m", "data": {"standup": "s", "reason": "deleted"}}, None)
    assert replayed.live == {}


def test_a_meeting_that_was_discarded_is_over_though_that_is_erased() -> None:
    replayed = Replayed()
    replayed.apply({"type": "meeting.started", "subject": "m", "data": {"standup": {"id": "s"}}}, None)
    replayed.apply({"type": "meeting.discarded", "subject": "m", "data": ERASED}, None)
    assert replayed.live == {}


def delete_it_all(story: Story, heard: int) -> None:
    """Deletes the standup and erases its events; a subscriber received only the first few of them."""
    evidence = story.evidence
    story.event("meeting.erased", "m", {"standup": "s", "reason": "deleted"}, story.next_id)
    story.event("standup.deleted", "s", {}, story.next_id)
    story.operation("standups.delete", {"id": "s"}, {})
    kept = [dict(event) for event in evidence.journal]
    for event in evidence.journal[:6]:
        event["data"] = ERASED
    evidence.heard = [Heard(story.at, event) for event in kept[:heard]]
    evidence.followed = list(evidence.journal)
    evidence.state = evidence.follower = State()
    evidence.beats.append(Beat(story.at, EPOCH, len(kept)))


@pytest.mark.parametrize("heard", range(7))
def test_what_was_erased_before_it_was_heard_is_no_loss(heard: int) -> None:
    story = Story().make()
    delete_it_all(story, heard)
    checker = Checker(story.evidence, 2.0)
    assert checker.findings() == []
    assert checker.figures.meetings == 1


@pytest.mark.parametrize("is_deleted", [True, False])
def test_an_update_is_erased_with_a_meeting(is_deleted: bool) -> None:
    story = Story().make()
    delete_it_all(story, 0)
    update = {**story.evidence.journal[1], "id": "update", "type": "update.written", "subject": "another", "data": ERASED}
    if is_deleted:
        story.evidence.journal.insert(2, update)
    else:
        story.evidence.journal.append(update)
    renumber(story)
    assert ("update.written" in sentences(story)) != is_deleted


def test_what_is_wrong_is_found_though_words_are_erased() -> None:
    story = Story().make()
    delete_it_all(story, 0)
    del story.evidence.journal[5]  # The meeting never ended
    renumber(story)
    assert "has no end" in sentences(story)

    story = Story().make()
    delete_it_all(story, 0)
    del story.evidence.journal[6:]  # The standup was not deleted
    renumber(story)
    assert "was erased, and nothing says why" in sentences(story)

    story = Story().make()
    delete_it_all(story, 0)
    again = dict(story.evidence.journal[1], id="another")
    story.evidence.journal.insert(2, again)
    renumber(story)
    assert "done 2 times under one key" in sentences(story)

    story = Story().make()
    delete_it_all(story, 0)
    del story.evidence.journal[2]
    renumber(story)
    assert "acknowledged and is not in the journal" in sentences(story)
