"""Standups and meetings in the contract test."""

from __future__ import annotations

import base64
import json
import sqlite3
import time
import uuid
from collections.abc import Iterator
from contextlib import closing

from contract.client import Client
from contract.imitation import Imitation
from contract.world import FROM_THE_APPS, World, eventually, key, nested, new_standup, of_meeting

THEMES = (
    "bubblegum buttercup indigo lavender magenta navy orange oxblood periwinkle poppy purple seafoam sky tan teal "
    "yellow"
).split()


def survive(world: World) -> Iterator[str]:
    """A meeting."""
    tool = world.tool
    standup = new_standup(tool, "Deaths", 60_000, "Ada", "Grace")
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False})["session"]["id"]
    yield of_meeting(meeting)
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key())


def use(world: World) -> None:
    refusals(world.tool)
    editing(world.tool)
    together(world.tool)
    files(world.tool)
    damaged(world, world.tool)
    plain_meeting(world)
    warned_meetings(world)
    overrun_meetings(world)
    follow_ups(world)
    corrected_lines(world)
    glossaries(world)
    written_updates(world)
    answered_meetings(world)
    ended_meetings(world)


def refusals(tool: Client) -> None:
    tool.refuse("denied", "meetings.timeUp", {"id": key()})
    tool.refuse("not_found", "standups.get", {"id": key()})
    tool.refuse("invalid", "standups.create", {"durationMs": 5})
    tool.refuse("invalid", "standups.get", {"id": "seven"})
    # The body adds one level.
    tool.refuse("invalid", "standups.status", {"deep": nested(64)})


def editing(tool: Client) -> None:
    body = {"title": "Editing", "durationMs": 3000, "theme": "navy",
            "attendees": [{"name": "Ada"}, {"name": " "}, {"name": "Grace"}]}
    standup = tool.do(
        "standups.create", body, idem="contract-1",
        traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    again = tool.do("standups.create", dict(reversed(body.items())), idem="contract-1", attempt=2)
    tool.refuse("conflict", "standups.create", {"title": "Another"}, idem="contract-1")
    assert again == standup, "the same idempotency key gives the same reply"
    tool.refuse("conflict", "standups.create", {"id": standup["id"], "title": "Twice"})
    tool.do("standups.edit", {"id": standup["id"], "title": "Edited", "theme": "sky", "durationMs": 2000,
                              "attendees": standup["attendees"] + [{"name": "Alan"}]}, idem=key())
    for theme in THEMES:
        tool.do("standups.edit", {"id": standup["id"], "theme": theme})
    tool.refuse("conflict", "standups.edit", {"id": standup["id"], "title": "Late", "revision": 1})
    assert tool.do("standups.edit", {"id": standup["id"], "warnMs": 1000})["warnMs"] == 1000
    assert "warnMs" not in tool.do("standups.edit", {"id": standup["id"], "warnMs": 0})
    tool.refuse("invalid", "standups.edit", {"id": standup["id"], "warnMs": 999})
    assert tool.do("standups.edit", {"id": standup["id"], "mayRunOver": True})["mayRunOver"]
    assert "mayRunOver" not in tool.do("standups.edit", {"id": standup["id"], "mayRunOver": False})
    assert tool.do("standups.edit", {"id": standup["id"], "isArchived": True})["isArchived"]
    tool.refuse("conflict", "meetings.start", {"standup": standup["id"]})
    assert "isArchived" not in tool.do("standups.edit", {"id": standup["id"], "isArchived": False})
    weighed = tool.do("standups.edit", {"id": standup["id"], "attendees": [
        {"id": each["id"], "name": each["name"], "weight": 2} for each in standup["attendees"]]})
    assert [each["weight"] for each in weighed["attendees"]] == [2] * len(standup["attendees"])
    tool.refuse("invalid", "standups.edit", {"id": standup["id"], "attendees": [{"name": "Alan", "weight": 11}]})
    ada = standup["attendees"][0]["id"]
    until = int(time.time() * 1000) + 86_400_000
    away = tool.do("standups.absent", {"id": standup["id"], "attendee": ada, "untilMs": until}, idem=key())
    assert away["attendees"][0]["absentUntilMs"] == until
    tool.refuse("invalid", "standups.absent", {"id": standup["id"], "attendee": ada, "untilMs": 1})
    tool.refuse("invalid", "standups.present", {"id": standup["id"], "attendee": key()})
    back = tool.do("standups.present", {"id": standup["id"], "attendee": ada}, idem=key())
    assert "absentUntilMs" not in back["attendees"][0]
    tool.refuse("not_found", "standups.absent", {"id": key(), "attendee": ada, "untilMs": until})
    tool.refuse("not_found", "standups.present", {"id": key(), "attendee": ada})
    tool.refuse("not_found", "standups.setTeam", {"id": standup["id"], "team": "web"})
    tool.refuse("not_found", "standups.create", {"id": key(), "title": "Lost", "team": "web"})
    tool.do("teams.add", {"name": "Web"}, idem=key())
    moved = tool.do("standups.setTeam", {"id": standup["id"], "team": "web"}, idem=key())
    assert moved["team"] == "web"
    assert "team" not in tool.do("standups.setTeam", {"id": standup["id"], "team": "default"}, idem=key())
    tool.refuse("not_found", "standups.setTeam", {"id": key(), "team": "web"})
    tool.refuse("invalid", "standups.setTeam", {"id": standup["id"], "team": "Web"})
    other = tool.do("standups.create", {"id": key(), "title": "Deleted", "team": "web"}, idem=key())
    assert other["team"] == "web"
    page = tool.do("standups.list", {"limit": 1})
    assert tool.do("standups.list", {"after": page["next"], "limit": 1})["standups"]
    tool.do("standups.delete", {"id": other["id"]}, idem=key())
    tool.refuse("not_found", "standups.delete", {"id": other["id"]})
    tool.do("standups.status")
    tool.refuse("conflict", "standups.answer", {"action": "startEmpty"})


def together(tool: Client) -> None:
    """Commands that arrive together, whose decisions are saved as batches."""
    replies = tool.ask_together("standups.create", [{"title": f"Together {number}"} for number in range(48)])
    assert [reply.body.get("title") for reply in replies] == [f"Together {number}" for number in range(48)]
    ids = [reply.body["id"] for reply in replies]
    edited = tool.ask_together("standups.edit", [{"id": id, "theme": "sky"} for id in ids])
    assert all(reply.body.get("theme") == "sky" for reply in edited)
    for id in ids:
        tool.do("standups.delete", {"id": id}, idem=key())


def files(tool: Client) -> None:
    text = json.dumps(FROM_THE_APPS)
    tool.do("standups.import", {"json": text, "existing": "refuse"}, idem=key())
    tool.refuse("conflict", "standups.import", {"json": text, "team": "web"})
    tool.refuse("not_found", "standups.import", {"json": text, "team": "unknown"})
    tool.refuse("invalid", "standups.import", {"json": '[{"id": 7}]'})
    assert tool.do("standups.import", {"json": text, "existing": "keep"})["kept"]
    assert tool.do("standups.import", {"json": text, "existing": "replace"})["replaced"]
    file = key()
    tool.refuse("conflict", "standups.importPart", {"id": file, "part": 2, "json": text, "team": "web"})
    tool.do("standups.importPart", {"id": file, "part": 1, "json": text, "existing": "replace"}, idem=key())
    tool.refuse("conflict", "standups.importAll", {"id": file, "parts": 2})
    assert tool.do("standups.importProgress", {"id": file})["phase"] == "receiving"
    tool.do("standups.importAll", {"id": file, "parts": 1}, idem=key())
    eventually(lambda: tool.do("standups.importProgress", {"id": file})["phase"] == "done")
    tool.refuse("not_found", "standups.importPart", {"id": file, "part": 2, "json": text})
    # Another import uses the id of a meeting before the file is accepted.
    late, taken = key(), {"id": key(), "date": 700000000, "transcript": "Taken."}
    first, second = (json.dumps([FROM_THE_APPS[0] | {"id": key(), "meetings": [taken]}]) for _ in range(2))
    tool.do("standups.importPart", {"id": late, "part": 1, "json": first})
    tool.do("standups.import", {"json": second})
    tool.do("standups.importAll", {"id": late, "parts": 1}, idem=key())
    eventually(lambda: tool.do("standups.importProgress", {"id": late})["phase"] == "failed")
    assert "already exists" in tool.do("standups.importProgress", {"id": late})["problem"]
    for existing in ("keep", "refuse"):
        # `refuse` ends the import, `keep` never imports.
        part = {"id": key(), "part": 1, "json": text, "existing": existing}
        if existing == "keep":
            tool.do("standups.importPart", part)
        else:
            tool.refuse("conflict", "standups.importPart", part)
    tool.refuse("not_found", "standups.importAll", {"id": key(), "parts": 1})
    # A transcript of hours is returned in parts.
    file, long, meeting = key(), key(), key()
    for part in 1, 2:
        words = {"id": meeting, "date": 700000000, "transcript": f"Part {part}. ", "parts": 2}
        said = [FROM_THE_APPS[0] | {"id": long, "meetings": [words | ({"part": 2} if part == 2 else {})]}]
        tool.do("standups.importPart", {"id": file, "part": part, "json": json.dumps(said)})
    tool.do("standups.importAll", {"id": file, "parts": 2})
    while tool.do("standups.importProgress", {"id": file})["phase"] != "done":
        pass
    [first] = tool.do("standups.get", {"id": long})["meetings"]
    assert first["transcript"] == "Part 1. " and first["parts"] == 2
    for part in (1, 2):
        whole = tool.do("standups.meetingPart", {"standup": long, "meeting": meeting, "part": part})
        assert whole["transcript"] == f"Part {part}. ", whole
    tool.refuse("not_found", "standups.meetingPart", {"standup": long, "meeting": meeting, "part": 3})
    tool.do("standups.delete", {"id": long})
    tool.refuse("not_found", "standups.importProgress", {"id": key()})
    hits = tool.do("standups.search", {"query": "periscope", "limit": 5, "offset": 0})["hits"]
    assert len(hits) == 1, "the imported meeting is found by its word"
    tool.refuse("invalid", "standups.search", {"query": " "})
    standup, meeting = FROM_THE_APPS[0]["id"], FROM_THE_APPS[0]["meetings"][0]["id"]
    searched(tool, standup.lower())
    retained(tool)
    tool.do("standups.export", {"ids": [standup], "dialect": "syncUps"})
    tool.do("standups.export", {"dialect": "standups"})
    assert tool.do("standups.get", {"id": standup, "limit": 1})["meetings"]
    forgotten(tool)
    tool.do("standups.deleteMeeting", {"standup": standup, "meeting": meeting}, idem=key())
    tool.refuse("not_found", "standups.deleteMeeting", {"standup": standup, "meeting": meeting})
    # Enough for a second page of an export, which ends after 200,000 characters.
    many = [
        {"id": key(), "title": "x" * 900, "theme": "sky", "duration": [16, 4852094820647174144], "meetings": [],
         "attendees": [{"id": key(), "name": "y" * 900} for _ in range(60)]}
        for _ in range(5)
    ]
    created = tool.do("standups.import", {"json": json.dumps(many)})["created"]
    page = tool.do("standups.export")
    assert page["next"], "the export has a second page"
    text = page["json"] + tool.do("standups.export", {"after": page["next"]})["json"]
    assert len(json.loads(text)) > 5
    for identity in created:
        tool.do("standups.delete", {"id": identity})


def searched(tool: Client, standup: str) -> None:
    """Searches with titles, names and filters."""
    by_title = tool.do("standups.search", {"query": FROM_THE_APPS[0]["title"]})["standups"]
    assert standup in [found["id"] for found in by_title], by_title
    assert all("\x02" in found["snippet"] for found in by_title)
    everything = {"query": "periscope", "standup": standup, "fromMs": 0, "toMs": 253_402_300_799_999}
    found = tool.do("standups.search", everything)
    assert found["total"] == 1 and "standups" not in found, found
    [hit] = found["hits"]
    assert hit["standup"] == standup
    assert tool.do("standups.search", everything | {"toMs": 1})["total"] == 0
    assert tool.do("standups.search", everything | {"person": key()})["total"] == 0
    tool.refuse("invalid", "standups.search", everything | {"toMs": 0})
    tool.refuse("not_found", "standups.search", everything | {"standup": key()})


def retained(tool: Client) -> None:
    """The retention of a team."""
    default = {"team": "default"}
    assert tool.do("standups.retention", {}) == {"teams": []}
    first = tool.do("standups.setRetention", default | {"days": 36_500}, idem=key())
    assert first["fromMs"] > time.time() * 1000 and "before" not in first, first
    # The first period applies after a day, so that the second one has none before it either.
    second = tool.do("standups.setRetention", default | {"days": 30}, idem=key())
    assert second["days"] == 30, second
    assert tool.do("standups.retention", {})["teams"] == [second]
    tool.refuse("invalid", "standups.setRetention", default | {"days": 0})
    tool.refuse("not_found", "standups.setRetention", {"team": "unknown", "days": 1})
    assert tool.do("standups.setRetention", default, idem=key()) == default


def forgotten(tool: Client) -> None:
    """A person to be erased."""
    standup, ida, person = key(), key(), "Ida Rhodes"
    past = {"id": key(), "date": 700000001.0, "transcript": "Forget this.", "attendees": [{"id": ida, "name": person}],
            "segments": [{"attendee": ida, "speaker": person, "fromMs": 0, "toMs": 9, "text": "Forget this."}], "turns": []}
    tool.do("standups.import", {"json": json.dumps([FROM_THE_APPS[0] | {
        "id": standup, "meetings": [past], "attendees": [{"id": ida, "name": person}, {"id": key(), "name": "Jean"}]}])})
    found, after = [], None
    while after != "":
        page = tool.do("standups.findPerson", {"name": person} | ({"after": after} if after else {}))
        found += page["standups"]
        after = page.get("next", "")
    assert any(place["isAttendee"] for place in found) and sum(place["segments"] for place in found) == 1
    tool.refuse("invalid", "standups.findPerson", {"name": " "})
    tool.refuse("not_found", "standups.forgetPerson", {"standup": key(), "name": person})
    page = tool.do("standups.forgetPerson", {"standup": standup, "name": person}, idem=key())
    while page.get("next"):
        page = tool.do("standups.forgetPerson", {"standup": standup, "name": person, "after": page["next"]}, idem=key())
    reply = tool.do("standups.get", {"id": standup})
    assert [attendee["name"] for attendee in reply["summary"]["standup"]["attendees"]] == ["Jean"]
    assert reply["meetings"][0]["isErased"] and not reply["meetings"][0]["transcript"]
    tool.do("standups.delete", {"id": standup})


def damaged(world: World, tool: Client) -> None:
    """A past meeting that was damaged on disk."""
    standup, meeting = key(), key()
    past = {"id": meeting, "date": 700000000, "transcript": "Before."}
    tool.do("standups.import", {"json": json.dumps([FROM_THE_APPS[0] | {"id": standup, "meetings": [past]}])})
    with closing(sqlite3.connect(world.services.data / "standups.db", timeout=10)) as database, database:
        database.execute("UPDATE documents SET body = replace(body, 'Before', 'Behind') WHERE id = ?", (meeting,))
    assert not tool.do("standups.get", {"id": standup})["meetings"]
    [name] = tool.do("standups.status")["unreadable"]
    reply = tool.do("standups.unreadable", {"document": name})
    assert b"Behind" in base64.b64decode(reply["piece"]["data"]) and reply["piece"]["isDamaged"]
    assert "piece" not in tool.do("standups.unreadable", {"document": name, "after": reply["next"]})
    tool.refuse("invalid", "standups.unreadable", {"document": name, "after": "x"})
    tool.do("standups.discard", {"document": name}, idem=key())
    for target in "standups.unreadable", "standups.discard":
        tool.refuse("not_found", target, {"document": name})
    assert "unreadable" not in tool.do("standups.status")
    tool.do("standups.delete", {"id": standup})


def plain_meeting(world: World) -> None:
    """A meeting that runs to its end by the clock, without recording."""
    tool, since = world.tool, len(world.log)
    standup = new_standup(tool, "Plain", 10_000, "Ada", "Grace")
    live = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())
    meeting = live["session"]["id"]
    refusal = tool.refuse("conflict", "meetings.start", {"standup": standup, "isRecorded": False})
    assert refusal["detail"]["meeting"] == meeting
    tool.refuse("conflict", "standups.delete", {"id": standup})
    tool.refuse("conflict", "meetings.answer", {"id": meeting, "action": "resume"})
    tool.do("meetings.get", {"id": meeting})
    assert tool.do("timer.get", {"id": of_meeting(meeting)}, key=of_meeting(meeting))["speakers"] == 2
    tool.refuse("denied", "timer.pause", {"id": of_meeting(meeting)}, key=of_meeting(meeting))
    tool.do("meetings.live")
    tool.do("events.snapshot")
    other = new_standup(tool, "Beside it", 60_000, "Alan")
    beside = tool.do("meetings.start", {"standup": other, "isRecorded": False}, idem=key())["session"]["id"]
    page = tool.do("meetings.live", {"limit": 1})
    assert tool.do("meetings.live", {"limit": 1, "after": page["next"]})["meetings"]
    tool.do("meetings.end", {"id": beside}, idem=key())
    tool.do("meetings.answer", {"id": beside, "action": "discard"}, idem=key())
    changed = world.event("meeting.speakerChanged", since, subject=meeting)
    assert changed["data"]["cause"] == "time"
    tick = world.event("meeting.tick", since, subject=meeting)
    assert tick["id"] == f"{of_meeting(meeting)}/{tick['data']['elapsedMs']}"
    ended = world.event("meeting.finished", since, subject=meeting)
    assert ended["data"]["meeting"]["ending"] == "timeUp"
    # The event is published once it is on disk; the standups service applies it a moment later.
    eventually(lambda: tool.ask("meetings.get", {"id": meeting}).code == "not_found")
    figures = tool.do("meetings.stats", {"standup": standup, "zoneMinutes": 60})
    assert [(one["id"], one["plannedMs"], one["present"]) for one in figures["meetings"]] == [(meeting, 10_000, 2)]
    assert [one["name"] for one in figures["attendees"]] == ["Ada", "Grace"] and len(figures["weeks"]) == 1
    tool.refuse("invalid", "meetings.stats", {"standup": standup, "limit": 0})
    tool.refuse("not_found", "meetings.stats", {"standup": key()})
    assert tool.do("standups.list")["standups"]


def ended_meetings(world: World) -> None:
    """Speakers change their order, and the end of a meeting is undone; then its figures are read."""
    tool = world.tool
    standup = new_standup(tool, "Ended", 60_000, "Ada", "Grace", "Cy")
    grace, cy = [each["id"] for each in tool.do("standups.get", {"id": standup})["summary"]["standup"]["attendees"]][1:]
    for _ in range(2):
        session = tool.do("meetings.start", {"standup": standup, "isRecorded": False, "absent": [cy]}, idem=key())["session"]
        meeting, since = session["id"], len(world.log)
        tool.do("meetings.present", {"id": meeting, "attendee": cy}, idem=key())
        tool.do("meetings.absent", {"id": meeting, "attendee": cy}, idem=key())
        tool.do("meetings.present", {"id": meeting, "attendee": cy}, idem=key())
        order = {"id": meeting, "from": 0, "order": [cy, grace]}
        undo = tool.do("meetings.reorder", order, idem=key())["session"]["undo"]
        assert undo["kind"] == "reorder"
        tool.do("meetings.undo", {"id": meeting, "change": undo["change"]}, idem=key())
        assert world.event("meeting.undone", since, subject=meeting)["data"]["kind"] == "reorder"
        tool.do("meetings.end", {"id": meeting}, idem=key())
        tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
        end = world.event("meeting.finished", since, subject=meeting)["data"]["undo"]
        tool.do("meetings.undo", {"id": meeting, "change": end["change"]}, idem=key())
        assert world.event("meeting.reopened", since, subject=meeting)["data"]["kind"] == "saved"
        tool.do("meetings.end", {"id": meeting}, idem=key())
        tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
    assert tool.do("standups.get", {"id": standup})["meetings"][0]["late"] == [cy]
    now = int(time.time() * 1000)
    page = {"standup": standup, "fromMs": now - 3_600_000, "toMs": now + 3_600_000, "limit": 1}
    first = tool.do("meetings.stats", page)
    last = tool.do("meetings.stats", page | {"after": first["next"]})
    assert len(first["meetings"]) == len(last["meetings"]) == 1 and "next" not in last
    assert tool.do("meetings.stats", page | {"person": key()})["attendees"] == []


def warned_meetings(world: World) -> None:
    """The speaker is warned before the turn ends."""
    tool = world.tool
    since = len(world.log)
    standup = tool.do(
        "standups.create", {"title": "Warned", "durationMs": 20_000, "attendees": [{"name": "Ada"}], "warnMs": 19_900},
        idem=key())["id"]
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
    told = world.event("meeting.turnEnding", since, subject=meeting)["data"]
    assert told["attendee"]["name"] == "Ada" and 19_900 - 5_000 <= told["leftMs"] <= 19_900, told
    assert tool.do("meetings.get", {"id": meeting})["session"]["warnedMs"] == 20_000
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key())


def overrun_meetings(world: World) -> None:
    """Meetings that continue after their time is up."""
    tool = world.tool
    since = len(world.log)
    standup = tool.do(
        "standups.create",
        {"title": "Over", "durationMs": 1000, "attendees": [{"name": "Ada"}], "mayRunOver": True, "language": "pt-BR"},
        idem=key())["id"]
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
    told = world.event("meeting.runningOver", since, subject=meeting)["data"]
    assert told == {"elapsedMs": 1000, "endsMs": 14_401_000}
    assert tool.do("meetings.get", {"id": meeting})["session"]["overMs"] == 1000
    tool.refuse("conflict", "meetings.extend", {"id": meeting})
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())


def follow_ups(world: World) -> None:
    """Follow-ups, from one meeting to the next, and their erasure."""
    tool = world.tool
    standup = new_standup(tool, "Follow-ups", 60_000, "Ada", "Grace")
    tool.refuse("conflict", "standups.note", {"standup": standup, "text": "nobody meets"})
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
    since = len(world.log)
    noted = tool.do("standups.note", {"standup": standup, "text": " waiting for\nthe review "}, idem=key())
    assert noted["text"] == "waiting for the review" and noted["attendee"]["name"] == "Ada"
    assert world.event("meeting.noted", since, subject=meeting)["data"]["followUp"] == noted
    assert tool.do("meetings.get", {"id": meeting})["session"]["notes"] == [noted]
    grace = tool.do("meetings.get", {"id": meeting})["session"]["standup"]["attendees"][1]["id"]
    other = tool.do("standups.note", {"standup": standup, "meeting": meeting, "attendee": grace, "text": "x"}, idem=key())
    assert tool.do("standups.followUps", {"standup": standup}) == {"followUps": [noted, other]}
    tool.refuse("conflict", "standups.note", {"standup": standup, "last": True})
    tool.refuse("invalid", "standups.note", {"standup": standup, "text": "x" * 501})
    tool.refuse("invalid", "standups.note", {"standup": standup})
    tool.refuse("invalid", "standups.note", {"standup": standup, "text": "x", "attendee": str(uuid.uuid4())})
    done = tool.do("standups.finishFollowUp", {"standup": standup, "followUp": other["id"]}, idem=key())
    assert done["doneMs"] >= done["atMs"]
    told = world.event("standup.followUpDone", since, subject=standup)["data"]
    assert told == {"followUp": other["id"], "attendee": grace, "meeting": meeting}
    tool.do("meetings.end", {"id": meeting}, idem=key())
    saved = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())["finished"]
    assert saved["notes"] == [noted, done]

    later = tool.do("standups.note", {"standup": standup, "meeting": meeting, "attendee": grace, "text": "y"}, idem=key())
    tool.refuse("invalid", "standups.note", {"standup": standup, "meeting": meeting, "text": "z"})
    tool.refuse("not_found", "standups.note", {"standup": standup, "meeting": str(uuid.uuid4()), "text": "z"})
    assert tool.do("standups.followUps", {"standup": standup}) == {"followUps": [noted, later]}
    tool.do("standups.finishFollowUp", {"standup": standup, "followUp": noted["id"]}, idem=key())
    tool.refuse("not_found", "standups.finishFollowUp", {"standup": standup, "followUp": noted["id"]})
    tool.do("standups.deleteMeeting", {"standup": standup, "meeting": meeting}, idem=key())
    assert tool.do("standups.followUps", {"standup": standup}) == {"followUps": []}
    tool.refuse("not_found", "standups.followUps", {"standup": str(uuid.uuid4())})


def corrected_lines(world: World) -> None:
    """Corrections of the transcript of a past meeting, and their erasure."""
    tool = world.tool
    ada, grace = ({"id": key(), "name": name} for name in ("Ada", "Grace"))
    lines = [{"attendee": who["id"], "speaker": who["name"], "fromMs": at, "toMs": at + 9, "text": text}
             for at, who, text in ((0, ada, "One."), (10, grace, "Cuban eddies is up."))]
    standup, meeting = key(), key()
    past = {"id": meeting, "date": 700000000, "transcript": "One.\nCuban eddies is up.", "segments": lines, "attendees": [ada, grace]}
    tool.do("standups.import", {"json": json.dumps([FROM_THE_APPS[0] | {"id": standup, "attendees": [ada, grace], "meetings": [past]}])})
    was = {name: lines[1][name] for name in ("attendee", "fromMs", "text")}
    body = {"standup": standup, "meeting": meeting, "line": 1, "was": was}
    since = len(world.log)
    corrected = tool.do("meetings.correctLine", body | {"text": " Kubernetes  is up. ", "attendee": ada["id"]}, idem=key())["segment"]
    assert corrected == lines[1] | {
        "attendee": ada["id"], "speaker": "Ada", "text": "Kubernetes is up.", "heard": "Cuban eddies is up.",
        "heardAttendee": grace["id"], "heardSpeaker": "Grace"}
    event = world.event("meeting.lineCorrected", since, subject=meeting)
    assert event["data"] == {"line": 1, "segment": corrected}
    [saved] = tool.do("standups.get", {"id": standup})["meetings"]
    assert saved["segments"] == [lines[0], corrected] and saved["transcript"] == "One. Kubernetes is up."
    assert tool.do("standups.search", {"query": "kubernetes"})["total"] == 1
    assert tool.do("standups.search", {"query": "eddies"})["total"] == 0
    tool.refuse("conflict", "meetings.correctLine", body | {"text": "Late."})
    tool.refuse("invalid", "meetings.correctLine", body)
    tool.refuse("invalid", "meetings.correctLine", body | {"text": "x" * 4001})
    tool.refuse("not_found", "meetings.correctLine", body | {"line": 2, "text": "x"})
    tool.refuse("not_found", "meetings.correctLine", body | {"part": 2, "text": "x"})
    tool.refuse("not_found", "meetings.correctLine", body | {"meeting": key(), "text": "x"})
    now = {name: corrected[name] for name in ("attendee", "fromMs", "text")}
    restored = tool.do("meetings.correctLine", body | {"was": now, "isHeard": True}, idem=key())
    assert restored == {"meeting": meeting, "segment": lines[1]}
    tool.do("standups.delete", {"id": standup}, idem=key())


def glossaries(world: World) -> None:
    """The glossary of a team, until the team is removed."""
    tool = world.tool
    since = len(world.log)
    nginx = {"term": "nginx", "soundsLike": "engine x"}
    added = tool.do("glossary.add", {"terms": [{"term": " Grafana "}, nginx]}, idem=key())
    assert added == {"team": "default", "added": 2, "replaced": 0, "count": 2}
    event = world.event("glossary.changed", since, subject="default")
    assert event["data"] == {"count": 2} and event["team"] == "default"
    assert tool.do("glossary.list", {"team": "default"}) == {"team": "default", "terms": [{"term": "Grafana"}, nginx]}
    again = tool.do("glossary.add", {"terms": [{"term": "NGINX"}]}, idem=key())
    assert again == {"team": "default", "added": 0, "replaced": 1, "count": 2}
    tool.refuse("invalid", "glossary.add", {"terms": []})
    tool.refuse("invalid", "glossary.add", {"terms": [{"term": "a\u0000b"}]})
    tool.refuse("invalid", "glossary.add", {"terms": [{"term": "x" * 101}]})
    tool.refuse("invalid", "glossary.add", {"terms": [nginx, nginx]})
    tool.refuse("conflict", "glossary.add", {"terms": [{"term": f"term{number}"} for number in range(500)]})
    tool.refuse("not_found", "glossary.add", {"team": "unknown", "terms": [nginx]})
    removed = tool.do("glossary.remove", {"terms": ["nginx", "GRAFANA"]}, idem=key())
    assert removed == {"team": "default", "removed": 2, "count": 0}
    assert tool.do("glossary.remove", {"terms": ["nginx"]})["removed"] == 0
    tool.refuse("not_found", "glossary.remove", {"team": "unknown", "terms": ["nginx"]})
    tool.refuse("denied", "glossary.teamGone", {"team": "default"})
    team = tool.do("teams.add", {"name": "Glossary"}, idem=key())["id"]
    tool.do("glossary.add", {"team": team, "terms": [nginx]}, idem=key())
    tool.do("glossary.remove", {"team": team, "terms": ["other", "nginx"]}, idem=key())
    tool.do("glossary.add", {"team": team, "terms": [nginx]}, idem=key())
    tool.do("teams.remove", {"id": team}, idem=key())
    tool.refuse("not_found", "glossary.list", {"team": team})


def written_updates(world: World) -> None:
    """Written updates, before and during a meeting, and in its minutes."""
    tool = world.tool
    standup = new_standup(tool, "Updates", 60_000, "Ada", "Grace")
    ada, grace = (one["id"] for one in tool.do("standups.get", {"id": standup})["summary"]["standup"]["attendees"])
    tool.refuse("invalid", "standups.writeUpdate", {"standup": standup, "text": "whose?"})
    tool.refuse("invalid", "standups.writeUpdate", {"standup": standup, "attendee": ada, "text": "x" * 4001})
    tool.refuse("not_found", "standups.removeUpdate", {"standup": standup, "attendee": ada})
    since = len(world.log)
    tool.do("standups.writeUpdate", {"standup": standup, "attendee": ada, "text": "Old."}, idem=key())
    written = tool.do("standups.writeUpdate", {"standup": standup, "attendee": ada, "text": " New,\nin lines. "}, idem=key())
    assert "text" not in world.event("update.written", since, subject=standup)["data"]
    saved = {"attendee": {"id": ada, "name": "Ada"}, "text": "New,\nin lines.", "atMs": written["atMs"]}
    assert tool.do("standups.updates", {"standup": standup}) == {"updates": [saved]}
    assert tool.do("standups.get", {"id": standup})["summary"]["updates"] == 1

    discarded = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]
    assert discarded["updates"] == [saved]
    tool.do("meetings.end", {"id": discarded["id"]}, idem=key())
    tool.do("meetings.answer", {"id": discarded["id"], "action": "discard"}, idem=key())
    assert tool.do("standups.updates", {"standup": standup}) == {"updates": [saved]}

    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
    since = len(world.log)
    late = tool.do("standups.writeUpdate", {"standup": standup, "attendee": grace, "text": "Late."}, idem=key())
    assert late["meeting"] == meeting
    assert world.event("update.written", since, subject=standup)["data"]["text"] == "Late."
    tool.do("standups.removeUpdate", {"standup": standup, "attendee": grace}, idem=key())
    assert world.event("update.removed", since, subject=standup)["data"] == {"attendee": grace}
    assert tool.do("meetings.get", {"id": meeting})["session"]["updates"] == [saved]
    tool.do("meetings.end", {"id": meeting}, idem=key())
    past = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())["finished"]
    assert past["updates"] == [saved]
    assert tool.do("standups.updates", {"standup": standup}) == {"updates": []}
    tool.refuse("not_found", "standups.updates", {"standup": str(uuid.uuid4())})


def answered_meetings(world: World) -> None:
    """All answers to the alerts of a meeting without recording."""
    tool = world.tool
    standup = new_standup(tool, "Answered", 60_000, "Ada", "Grace")
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
    ended = tool.do("meetings.next", {"id": meeting, "from": 0}, idem=key())["session"]
    tool.do("meetings.undo", {"id": meeting, "change": ended["undo"]["change"]}, idem=key())
    tool.do("meetings.next", {"id": meeting, "from": 0}, idem=key())
    tool.refuse("conflict", "meetings.next", {"id": meeting, "from": 9})
    asked = tool.do("meetings.next", {"id": meeting}, idem=key())
    assert asked["session"]["destination"]["alert"]["endMeeting"]["isDiscardable"] is False
    tool.refuse("conflict", "meetings.answer", {"id": meeting, "action": "discard"})
    assert "live" in tool.do("meetings.answer", {"id": meeting, "action": "resume"}, idem=key())
    tool.do("meetings.end", {"id": meeting}, idem=key())
    assert "finished" in tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())

    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
    since = len(world.log)
    paused = tool.do("meetings.pause", {"id": meeting}, idem=key())
    assert paused["session"]["destination"]["alert"] == {"paused": {}}
    tool.refuse("conflict", "meetings.postpone", {"id": meeting})
    longer = tool.do("meetings.extend", {"id": meeting, "from": 0, "byMs": 5000}, idem=key())
    agenda = longer["session"]["agenda"]
    assert agenda["order"] == [0, 1] and agenda["turnsMs"] == [35_000, 30_000] and agenda["extraMs"][0] == 5000
    tool.refuse("invalid", "meetings.extend", {"id": meeting, "byMs": 3_600_001})
    assert "destination" not in tool.do("meetings.resume", {"id": meeting}, idem=key())["session"]
    later = tool.do("meetings.postpone", {"id": meeting, "from": 0}, idem=key())["session"]
    undo = {"id": meeting, "change": later["undo"]["change"]}
    assert later["undo"]["kind"] == "postpone" and later["undo"]["until"]
    restored = tool.do("meetings.undo", undo, idem=key())["session"]
    assert restored["speakerIndex"] == 0 and restored["agenda"] == longer["session"]["agenda"] and "undo" not in restored
    undone = world.event("meeting.undone", since, subject=meeting)["data"]
    assert undone["change"] == undo["change"] and undone["kind"] == "postpone" and undone["durationMs"] == 65_000
    tool.refuse("conflict", "meetings.undo", undo)
    tool.refuse("not_found", "meetings.undo", {"id": key(), "change": key()})
    later = tool.do("meetings.postpone", {"id": meeting, "from": 0}, idem=key())
    assert later["session"]["agenda"]["order"] == [0, 1, 0] and later["session"]["speakerIndex"] == 1
    changed = world.event("meeting.agendaChanged", since, subject=meeting)
    assert changed["data"]["cause"] == "extended" and changed["data"]["durationMs"] == 65_000
    ada, grace = (each["id"] for each in later["session"]["standup"]["attendees"])
    kept = tool.do("meetings.reorder", {"id": meeting, "from": 1, "order": [ada]}, idem=key())["session"]
    assert kept["agenda"]["order"] == [0, 1, 0]
    tool.refuse("conflict", "meetings.reorder", {"id": meeting, "order": [grace]})
    tool.refuse("not_found", "meetings.reorder", {"id": key(), "order": [grace]})
    alone = tool.do("meetings.absent", {"id": meeting, "attendee": ada}, idem=key())
    tool.do("meetings.undo", {"id": meeting, "change": alone["session"]["undo"]["change"]}, idem=key())
    alone = tool.do("meetings.absent", {"id": meeting, "attendee": ada}, idem=key())
    assert alone["session"]["agenda"]["order"] == [0, 1]
    tool.refuse("conflict", "meetings.absent", {"id": meeting, "attendee": grace})
    tool.refuse("not_found", "meetings.absent", {"id": str(uuid.uuid4()), "attendee": ada})
    for target in ("postpone", "extend", "pause", "resume"):
        tool.refuse("not_found", f"meetings.{target}", {"id": str(uuid.uuid4())})
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.refuse("conflict", "meetings.pause", {"id": meeting})
    assert tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key()) == {"discarded": {}}
    end = world.event("meeting.discarded", since, subject=meeting)["data"]["undo"]
    assert tool.do("standups.get", {"id": standup, "limit": 0})["ended"] == {"meeting": meeting, "undo": end}
    again = tool.do("meetings.undo", {"id": meeting, "change": end["change"]}, idem=key())["session"]
    assert "destination" not in again and "undo" not in again
    assert world.event("meeting.reopened", since, subject=meeting)["data"]["kind"] == "discarded"
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key())
    tool.refuse("conflict", "meetings.restore", {"standup": standup, "meeting": meeting})
    world.notes["discarded"] = standup, meeting
    shuffled = tool.do(
        "meetings.start", {"standup": standup, "isRecorded": False, "absent": [grace], "order": "shuffled", "seed": 7},
        idem=key())["session"]
    assert shuffled["lineup"] == {"absent": [grace], "order": "shuffled", "seed": 7}
    assert [each["name"] for each in shuffled["standup"]["attendees"]] == ["Ada"]
    since = len(world.log)
    late = tool.do("meetings.present", {"id": shuffled["id"], "attendee": grace}, idem=key())["session"]
    assert late["agenda"] == {"order": [0, 1], "turnsMs": [60_000, 30_000]}
    assert [each["name"] for each in late["standup"]["attendees"]] == ["Ada", "Grace"]
    came = world.event("meeting.agendaChanged", since, subject=shuffled["id"])["data"]
    assert came["cause"] == "present" and came["attendee"]["id"] == grace and came["durationMs"] == 90_000
    undo = {"id": shuffled["id"], "change": late["undo"]["change"]}
    alone = tool.do("meetings.undo", undo, idem=key())["session"]
    assert [each["name"] for each in alone["standup"]["attendees"]] == ["Ada"] and "agenda" not in alone
    assert world.event("meeting.undone", since, subject=shuffled["id"])["data"]["removed"] == grace
    tool.do("meetings.present", {"id": shuffled["id"], "attendee": grace}, idem=key())
    tool.refuse("conflict", "meetings.present", {"id": shuffled["id"], "attendee": grace})
    tool.refuse("invalid", "meetings.present", {"id": shuffled["id"], "attendee": key()})
    tool.refuse("not_found", "meetings.present", {"id": key(), "attendee": grace})
    tool.do("meetings.end", {"id": shuffled["id"]})
    tool.do("meetings.answer", {"id": shuffled["id"], "action": "discard"})
    tool.do("standups.absent", {"id": standup, "attendee": ada, "untilMs": int(time.time() * 1000) + 86_400_000})
    for present, people in ((None, ["Grace"]), ([ada], ["Ada", "Grace"])):
        there = tool.do(
            "meetings.start", {"standup": standup, "isRecorded": False, **({"present": present} if present else {})})
        assert [each["name"] for each in there["session"]["standup"]["attendees"]] == people
        tool.do("meetings.end", {"id": there["session"]["id"]})
        tool.do("meetings.answer", {"id": there["session"]["id"], "action": "discard"})
    tool.do("standups.present", {"id": standup, "attendee": ada})
    for order, absent in (("lastFirst", []), ("listed", [ada])):
        there = tool.do(
            "meetings.start", {"standup": standup, "isRecorded": False, "order": order, "absent": absent})["session"]
        assert there["lineup"] == {"absent": absent, "order": order}
        assert there["standup"]["attendees"][0]["id"] == grace
        tool.do("meetings.end", {"id": there["id"]})
        tool.do("meetings.answer", {"id": there["id"], "action": "discard"})
    tool.refuse("invalid", "meetings.start", {"standup": new_standup(tool, "Nobody", 60_000, "Ada"), "absent": [ada]})
    page = tool.do("standups.get", {"id": standup, "limit": 20})
    assert len(page["meetings"]) == 1
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False})["session"]["id"]
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"})
    page = tool.do("standups.get", {"id": standup, "limit": 1})
    assert tool.do("standups.get", {"id": standup, "limit": 1, "after": page["next"]})["meetings"]


def restored(world: World) -> None:
    """Discarded meetings are listed once their ends are final, and one becomes a past meeting."""
    tool, (standup, meeting) = world.tool, world.notes["discarded"]

    def listed(**body: object) -> list[dict]:
        found, after = [], None
        while True:
            page = tool.do("meetings.listDiscarded", {"limit": 1, **body, **({"after": after} if after else {})})
            found += page["meetings"]
            if not (after := page.get("next")):
                return found

    (found,) = [each for each in listed(standup=standup) if each["meeting"] == meeting]
    assert found in listed()
    assert found["standup"] == standup and found["lines"] == 0 and found["date"] < found["at"] < found["until"], found
    since = len(world.log)
    tool.do("meetings.restore", {"standup": standup, "meeting": meeting}, idem=key())
    world.event("meeting.finished", since, subject=meeting)
    assert meeting in [each["id"] for each in tool.do("standups.get", {"id": standup, "limit": 20})["meetings"]]
    assert meeting not in [each["meeting"] for each in listed(standup=standup)]
    tool.refuse("not_found", "meetings.restore", {"standup": standup, "meeting": meeting})
    tool.refuse("not_found", "meetings.listDiscarded", {"standup": key()})
    tool.refuse("invalid", "meetings.listDiscarded", {"limit": 0})


def imitate(world: World) -> None:
    """A second instance stands by."""
    restored(world)
    tool = world.tool
    second = Imitation(world.context, world.services.proxied, "standups", answers={})
    second.start()
    kind, error = second.hello()
    assert kind == "ERR" and error["code"] == "busy", error
    assert any(one["state"] == "standby" for one in tool.do("router.services")["services"])
    (health,) = [one for one in tool.do("router.health")["services"] if one["name"] == "standups"]
    (standby,) = health["standbys"]
    assert standby["since"] and standby["instance"] != health["active"], health
    second.stop()


def recover(world: World) -> None:
    """An unreadable database is set aside, and samples are offered."""
    tool = world.tool
    status = tool.do("standups.status")
    assert "dataFailedToLoad" in status["destination"]["alert"], status
    tool.do("standups.answer", {"action": "loadSamples"}, idem=key())
    standups = tool.do("standups.list")["standups"]
    assert [one["standup"]["title"] for one in standups] == ["Design", "Product", "Engineering"]
