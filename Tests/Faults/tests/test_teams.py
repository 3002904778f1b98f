"""The checker of roles with histories: a correct one, and the same with one error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from faults.evidence import Evidence, Heard, Operation, State
from faults.teams import TeamChecker

#: The times of the history, in seconds.
ADDED, CREATED, USED, REMOVED, AFTER, MOVED, END = 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0
ANN = "7cd74334-f751-4037-949f-44671d80857e"


class Story:
    """Ann becomes a member of web, edits a standup, and leaves; then the standup moves to ops."""

    def __init__(self) -> None:
        self.evidence = Evidence(persons={"ann": ANN}, access={
            "standups.create": "member", "standups.edit": "member", "standups.get": "observer",
            "standups.delete": "admin", "meetings.next": "member"})
        self.operation("chief", "teams.setMember", {"team": "web", "person": ANN, "role": "member"}, ADDED)
        self.operation("c1", "standups.create", {"team": "web"}, CREATED, {"id": "s"})
        self.event("standup.created", "s", "web", CREATED, {"standup": {"id": "s", "team": "web"}}, "tool/operator", 1)
        self.edit = self.operation("ann", "standups.edit", {"id": "s"}, USED, {"id": "s"})
        self.edited = self.event(
            "standup.updated", "s", "web", USED, {"standup": {"id": "s", "team": "web"}}, f"person/{ANN}", 2)
        self.hear(self.edited, USED)
        self.operation("chief", "teams.removeMember", {"team": "web", "person": ANN}, REMOVED)
        self.move = self.operation("chief", "standups.setTeam", {"id": "s", "team": "ops"}, MOVED)
        self.moved = self.event(
            "standup.updated", "s", "ops", MOVED, {"standup": {"id": "s", "team": "ops"}}, "tool/operator", 4)
        self.evidence.state = State({"s": {"id": "s", "team": "ops"}})

    def operation(
        self, client: str, target: str, body: dict[str, Any], at: float, reply: Any = None, code: str | None = None,
    ) -> Operation:
        number = len(self.evidence.operations)
        operation = Operation(
            client, target, body, f"key {number}", at, at + 0.1, "refused" if code else "done", reply, code,
            [f"id {number}"])
        self.evidence.operations.append(operation)
        return operation

    def event(
        self, kind: str, subject: str, team: str, at: float, data: Any, by: str, cause: int,
    ) -> dict[str, Any]:
        event = {
            "type": kind, "subject": subject, "team": team, "data": data, "by": by, "correlationid": f"id {cause}",
            "sequence": f"{len(self.evidence.journal) + 1:020}", "time": f"1970-01-01T00:00:{at:06.3f}Z"
            if at < 60 else f"1970-01-01T00:01:{at - 60:06.3f}Z"}
        self.evidence.journal.append(event)
        return event

    def hear(self, event: dict[str, Any], at: float) -> None:
        self.evidence.received.append(("ann", Heard(at + 0.05, event)))

    def sentences(self) -> list[str]:
        return [finding.sentence for finding in TeamChecker(self.evidence, {"m": "s"}).findings()]


def test_where_all_is_right_nothing_is_found() -> None:
    story = Story()
    story.operation("ann", "standups.get", {"id": "s"}, AFTER, code="not_found")
    assert story.sentences() == []


def use_no_role(story: Story) -> None:
    story.operation("ann", "standups.get", {"id": "s"}, AFTER, {"summary": {}})


def use_a_lower_role(story: Story) -> None:
    story.operation("ann", "standups.delete", {"id": "s"}, USED + 1, {})


def use_a_meeting(story: Story) -> None:
    story.operation("ann", "meetings.next", {"id": "m"}, AFTER, {})


def use_the_former_team(story: Story) -> None:
    story.evidence.operations = [one for one in story.evidence.operations if one.target != "teams.removeMember"]
    story.operation("ann", "standups.edit", {"id": "s"}, END, {"id": "s"})


def list_too_much(story: Story) -> None:
    story.operation("ann", "standups.list", {}, AFTER, {"standups": [{"standup": {"id": "s"}}]})


def be_denied(story: Story) -> None:
    story.operation("ann", "standups.edit", {"id": "s"}, USED + 1, code="denied")


def hear_after_the_end(story: Story) -> None:
    late = story.event("standup.updated", "s", "web", AFTER, {"standup": {"id": "s", "team": "web"}}, "", 99)
    story.evidence.journal.remove(late)
    story.hear(late, AFTER)


def hear_another_team(story: Story) -> None:
    story.hear(story.moved, MOVED)


def name_another_actor(story: Story) -> None:
    story.edited["by"] = "person/another"


def name_a_person_for_a_tool(story: Story) -> None:
    story.moved["by"] = f"person/{ANN}"


def leave_an_event_behind(story: Story) -> None:
    story.event("meeting.started", "m", "web", END, {}, "", 99)


def leave_the_standup_behind(story: Story) -> None:
    story.evidence.state = State({"s": {"id": "s", "team": "web"}})


@pytest.mark.parametrize(("change", "sentence"), [
    (use_no_role, "ann did standups.get without the role observer in its team."),
    (use_a_lower_role, "ann did standups.delete without the role admin in its team."),
    (use_a_meeting, "ann did meetings.next without the role member in its team."),
    (use_the_former_team, "ann did standups.edit without the role member in its team."),
    (list_too_much, "standups.list showed it to ann, who had no role in its team."),
    (be_denied, "ann was denied standups.edit with the role that it needs."),
    (hear_after_the_end, "ann received standup.updated of the team 'web', without a role in it."),
    (hear_another_team, "ann received standup.updated of the team 'ops', without a role in it."),
    (name_another_actor, "standup.updated 00000000000000000002 names person/another, and ann caused it."),
    (name_a_person_for_a_tool, f"standup.updated 00000000000000000003 names person/{ANN}, and chief caused it."),
    (leave_an_event_behind, "meeting.started 00000000000000000004 is of web, but it belonged to ops."),
    (leave_the_standup_behind, "It ended in web; its last event is of ops."),
])
def test_each_error_is_found(change: Callable[[Story], None], sentence: str) -> None:
    story = Story()
    change(story)
    assert sentence in story.sentences()


def test_a_command_that_overlaps_with_the_change_may_succeed_or_fail() -> None:
    story = Story()
    story.operation("ann", "standups.get", {"id": "s"}, REMOVED, {"summary": {}})
    story.operation("ann", "standups.edit", {"id": "s"}, REMOVED, code="denied")
    assert story.sentences() == []


def test_a_role_of_an_unknown_outcome_proves_nothing() -> None:
    story = Story()
    for one in story.evidence.operations:
        if one.target == "teams.removeMember":
            one.outcome = "unknown"
    use_no_role(story)
    story.operation("ann", "standups.edit", {"id": "s"}, AFTER, code="denied")
    assert story.sentences() == []


def test_a_change_that_was_repeated_counts_from_its_first_attempt() -> None:
    story = Story()
    removal = next(one for one in story.evidence.operations if one.target == "teams.removeMember")
    removal.outcome = "unknown"
    again = story.operation("chief", "teams.removeMember", removal.body, AFTER)
    again.key = removal.key
    story.operation("ann", "standups.get", {"id": "s"}, AFTER - 1, {"summary": {}})
    assert story.sentences() == []
    use_no_role_later = story.operation("ann", "standups.get", {"id": "s"}, AFTER + 5, {"summary": {}})
    assert use_no_role_later.outcome == "done" and len(story.sentences()) == 1
