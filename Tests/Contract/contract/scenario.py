"""Complete sequences on the bus: provokes everything that can be provoked."""

from __future__ import annotations

import base64
import http.client
import json
import signal
import sqlite3
import threading
import time
import urllib.request
import uuid
import wave
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import zmq

from .client import Client, Reply
from .imitation import Imitation
from .nats import NATS
from .postgresql import PostgreSQL
from .proxy import Listener, Proxy
from .services import CHILDREN, NAMES, Services
from .traffic import Event, Log, Message

FROM_THE_APPS = [
    {
        "id": "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b01", "title": "Imported", "theme": "appOrange",
        "duration": [16, 4852094820647174144],
        "attendees": [{"id": "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b02", "name": "Blob"}],
        "meetings": [{
            "id": "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b03", "date": 700000000.0,
            "transcript": "The periscope is finished.",
        }],
    }
]

THEMES = (
    "bubblegum buttercup indigo lavender magenta navy orange oxblood periwinkle poppy purple seafoam sky tan teal "
    "yellow"
).split()
THEIRS = {"test", "com", "egg", "ear", "kettle", "sloth", "transcription.sneezed"}
"""The scenario's own types, services and delegate message, which the document does not have."""


class World:
    """A bus with all services, and a tool."""

    def __init__(self, context: zmq.Context, log: Log, services: Services) -> None:
        self.context, self.log, self.services = context, log, services
        self.proxy = Proxy(context, log, services.proxied, services.commands)
        self.listener = Listener(context, log, services.events)
        self.tool = Client(context, services.proxied)
        self.began = len(log)
        self.proxy.start()
        self.listener.start()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.tool.close()
        self.listener.stop()
        self.proxy.stop()

    def until_up(self, *names: str) -> None:
        """Waits until the router has registered these services."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            listed = self.tool.ask("router.services", patience_ms=2000)
            if listed.kind == "FIN" and set(names) <= {one["name"] for one in listed.body["services"]}:
                return
            time.sleep(0.05)
        raise TimeoutError(f"{', '.join(names)} did not come")

    def event(self, kind: str, since: int, seconds: float = 30, **labels: str) -> Any:
        """Waits for an event of a type, optionally with a subject.

        Returns:
            The whole event.
        """
        def test(item: Message | Event) -> Any:
            if isinstance(item, Message) or not item.topic.startswith(f"t/{kind}/"):
                return None
            body = item.body
            return body if all(body.get(key) == value for key, value in labels.items()) else None
        return self.log.wait(f"the event {kind}", test, since=since, seconds=seconds)

    def delegate(self, target: str, since: int, seconds: float = 10) -> Message:
        """Waits for a delegate call."""
        return self.log.wait(
            f"the delegate call {target}",
            lambda item: isinstance(item, Message) and item.kind == "DLG" and item.target == target and item,
            since=since, seconds=seconds)


def key() -> str:
    return str(uuid.uuid4())


def of_meeting(meeting: str) -> str:
    """The meeting's id in the services that work for it."""
    return f"meeting/{meeting}"


def nested(levels: int) -> Any:
    """Nested objects."""
    value: Any = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


def eventually(test: Callable[[], bool], seconds: float = 30) -> None:
    """Polls until the test is true.

    Raises:
        TimeoutError: it did not become true.
    """
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end:
            line = test.__code__.co_firstlineno
            raise TimeoutError(f"what line {line} asks for did not become true within {seconds:g} s")
        time.sleep(0.02)


def run(context: zmq.Context, log: Log, binaries: Path, directory: Path, engine: Path | None, audio: Path) -> None:
    """Runs everything, and stops what it started.

    Args:
        engine: directory of the speech engine; without it nothing is recognised.
        audio: a recording, 16 kHz mono.
    Raises:
        Exception: an unexpected result; its notes have the ends of the services' logs.
    """
    first = Services(binaries, directory / "first", engine)
    second = Services(binaries, directory / "second", None)
    try:
        with World(context, log, first) as world:
            _first(world, engine is not None, audio)
        with World(context, log, second) as world:
            _second(world)
    except BaseException as error:
        error.add_note(first.complaints() + "\n" + second.complaints())
        raise
    finally:
        first.kill_all()
        second.kill_all()


def _first(world: World, has_engine: bool, audio: Path) -> None:
    services, tool = world.services, world.tool
    for name in NAMES:
        services.start(name, engine=False)
    world.until_up(*CHILDREN)
    head = world.log.wait(
        "the confirmation of the subscriptions",
        lambda item: isinstance(item, Event) and item.topic.startswith("~/") and item)
    assert head.topic == f"~/{world.listener.nonce}"

    assert tool.do("router.health")["status"] == "ok"
    malformed(world)
    refusals(tool)
    editing(tool)
    files(tool)
    damaged(world, tool)
    plain_meeting(world)
    warned_meetings(world)
    overrun_meetings(world)
    follow_ups(world)
    answered_meetings(world)
    restricted_meetings(world)
    countdowns(world)
    focus(world)
    deaths(world)
    # Afterwards: a time that comes while the router is killed is announced in the journal only.
    scheduled = scheduling(world)
    webhooks(world)
    gateway(world)
    bridge(world)
    cells(world)
    decisions(world)
    since = len(world.log)
    services.stop("transcription")
    world.event("service.down", since, subject="transcription")
    absent(tool)
    imitated_transcription(world)
    if has_engine:
        services.start("transcription")
        world.until_up("transcription")
        recorded_meetings(world, audio)
        authorizing(tool)
    dead_letters(world)
    came(world, scheduled)
    reading(world)
    going(world)


def malformed(world: World) -> None:
    """Malformed messages are answered, too."""
    context, endpoint = world.context, world.services.proxied
    client = Client(context, endpoint)
    identity = key()
    header = json.dumps({"id": identity})
    cases = [
        ("version", [f"STB9 CMD router.health {header}".encode(), b"{}"]),
        ("version", [b"hello"]),
        ("invalid", [f"STB1 ASK router.health {header}".encode(), b"{}"]),
        ("invalid", [b"STB1 CMD router.health {}", b"{}"]),
        ("invalid", [f"STB1 OK - {header}".encode(), b"{}"]),
        ("invalid", [f"STB1 HELLO timer {header}".encode(), b"{}"]),
        ("too_large", [f"STB1 CMD router.health {header}".encode(), b"{}", *[b""] * 8]),
    ]
    for code, frames in cases:
        client.send(frames)
        reply = client.receive()
        assert reply.code == code, f"{frames[0]!r} should be {code}, not {reply}"
    client.send([f"STB1 HB - {header}".encode(), b"{}"])
    assert client.receive().kind == "HB"
    client.send([f"STB1 HB timer {header}".encode(), b"{}"])
    assert client.receive().kind == "REHELLO"
    client.close()


def refusals(tool: Client) -> None:
    tool.refuse("unroutable", "kettle.boil")
    tool.refuse("unroutable", "timer.boil")
    tool.refuse("expired", "router.health", deadline=1)
    tool.refuse("denied", "persistence.load", {"collection": "standups"})
    tool.refuse("denied", "meetings.timeUp", {"id": key()})
    tool.refuse("denied", "transcription.start", {"id": "tool/ear", "subject": "ear", "startMs": 0}, key="tool/ear")
    tool.refuse("denied", "transcription.finish", {"id": "tool/ear"}, key="tool/ear")
    tool.refuse("denied", "transcription.stream", {"id": "tool/ear"}, key="tool/ear")
    tool.refuse("denied", "transcription.cancel", {"id": "tool/ear"}, key="tool/ear")
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
    other = tool.do("standups.create", {"id": key(), "title": "Deleted"}, idem=key())
    page = tool.do("standups.list", {"limit": 1})
    assert tool.do("standups.list", {"after": page["next"], "limit": 1})["standups"]
    tool.do("standups.delete", {"id": other["id"]}, idem=key())
    tool.refuse("not_found", "standups.delete", {"id": other["id"]})
    tool.do("standups.status")
    tool.refuse("conflict", "standups.answer", {"action": "startEmpty"})


def files(tool: Client) -> None:
    text = json.dumps(FROM_THE_APPS)
    tool.do("standups.import", {"json": text, "existing": "refuse"}, idem=key())
    tool.refuse("conflict", "standups.import", {"json": text})
    tool.refuse("invalid", "standups.import", {"json": '[{"id": 7}]'})
    assert tool.do("standups.import", {"json": text, "existing": "keep"})["kept"]
    assert tool.do("standups.import", {"json": text, "existing": "replace"})["replaced"]
    file = key()
    tool.refuse("conflict", "standups.importPart", {"id": file, "part": 2, "json": text})
    tool.do("standups.importPart", {"id": file, "part": 1, "json": text, "existing": "replace"}, idem=key())
    tool.refuse("conflict", "standups.importAll", {"id": file, "parts": 2})
    assert tool.do("standups.importProgress", {"id": file})["phase"] == "receiving"
    tool.do("standups.importAll", {"id": file, "parts": 1}, idem=key())
    while tool.do("standups.importProgress", {"id": file})["phase"] != "done":
        pass
    tool.refuse("not_found", "standups.importPart", {"id": file, "part": 2, "json": text})
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
    assert tool.do("standups.meetingPart", {"standup": long, "meeting": meeting, "part": 2})["transcript"] == "Part 2. "
    tool.refuse("not_found", "standups.meetingPart", {"standup": long, "meeting": meeting, "part": 3})
    tool.do("standups.delete", {"id": long})
    tool.refuse("not_found", "standups.importProgress", {"id": key()})
    hits = tool.do("standups.search", {"query": "periscope", "limit": 5, "offset": 0})["hits"]
    assert len(hits) == 1, "the imported meeting is found by its word"
    tool.refuse("invalid", "standups.search", {"query": " "})
    standup, meeting = FROM_THE_APPS[0]["id"], FROM_THE_APPS[0]["meetings"][0]["id"]
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


def new_standup(tool: Client, title: str, duration_ms: int, *names: str) -> str:
    return tool.do(
        "standups.create",
        {"title": title, "durationMs": duration_ms, "attendees": [{"name": name} for name in names]}, idem=key(),
    )["id"]


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
    assert tool.do("standups.list")["standups"]


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
        "standups.create", {"title": "Over", "durationMs": 1000, "attendees": [{"name": "Ada"}], "mayRunOver": True},
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


def answered_meetings(world: World) -> None:
    """All answers to the alerts of a meeting without recording."""
    tool = world.tool
    standup = new_standup(tool, "Answered", 60_000, "Ada", "Grace")
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]
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
    assert longer["session"]["agenda"] == {"order": [0, 1], "turnsMs": [35_000, 30_000]}
    tool.refuse("invalid", "meetings.extend", {"id": meeting, "byMs": 3_600_001})
    assert "destination" not in tool.do("meetings.resume", {"id": meeting}, idem=key())["session"]
    later = tool.do("meetings.postpone", {"id": meeting, "from": 0}, idem=key())
    assert later["session"]["agenda"]["order"] == [0, 1, 0] and later["session"]["speakerIndex"] == 1
    changed = world.event("meeting.agendaChanged", since, subject=meeting)
    assert changed["data"]["cause"] == "extended" and changed["data"]["durationMs"] == 65_000
    ada, grace = (each["id"] for each in later["session"]["standup"]["attendees"])
    alone = tool.do("meetings.absent", {"id": meeting, "attendee": ada}, idem=key())
    assert alone["session"]["agenda"]["order"] == [0, 1]
    tool.refuse("conflict", "meetings.absent", {"id": meeting, "attendee": grace})
    tool.refuse("not_found", "meetings.absent", {"id": str(uuid.uuid4()), "attendee": ada})
    for target in ("postpone", "extend", "pause", "resume"):
        tool.refuse("not_found", f"meetings.{target}", {"id": str(uuid.uuid4())})
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.refuse("conflict", "meetings.pause", {"id": meeting})
    assert tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key()) == {"discarded": {}}
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


def restricted_meetings(world: World) -> None:
    """Without an engine, the alert gives the reason."""
    tool = world.tool
    standup = new_standup(tool, "Restricted", 60_000, "Ada")
    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    assert "speechRestricted" in asked["session"]["destination"]["alert"]
    assert tool.do("meetings.answer", {"id": asked["session"]["id"], "action": "cancel"}, idem=key()) == {
        "discarded": {}}
    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    meeting = asked["session"]["id"]
    tool.do("meetings.answer", {"id": meeting, "action": "continueWithoutRecording"}, idem=key())
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})
    authorization = tool.do("transcription.authorization", {"subject": standup})
    assert authorization["status"] == "restricted" and authorization["reason"]


def countdowns(world: World) -> None:
    """The timer alone, for a tool."""
    tool, since = world.tool, len(world.log)
    egg, fig, plum = "tool/egg", "tool/fig", "tool/plum"
    one = {"id": egg, "durationMs": 60_000, "speakers": 2, "tickMs": 100,
           "labels": {"type": "egg.tick", "subject": "egg"}}
    tool.do("timer.start", one, key=egg, idem=key())
    tool.refuse("conflict", "timer.start", one, key=egg)
    tool.refuse("invalid", "timer.start", one | {"id": fig, "speakers": 0}, key=fig)
    tool.refuse("denied", "timer.start", one)
    tool.refuse("denied", "timer.start", one, key="nobody/egg")
    tool.refuse("invalid", "timer.start", one | {"id": of_meeting(key())}, key=egg)
    tool.do("timer.pause", {"id": egg}, key=egg)
    tool.do("timer.resume", {"id": egg}, key=egg)
    tool.do("timer.skip", {"id": egg, "from": 0}, key=egg)
    tool.refuse("conflict", "timer.skip", {"id": egg}, key=egg)
    tool.do("timer.get", {"id": egg}, key=egg)
    tool.do("timer.start", one | {"id": fig}, key=fig)
    page = tool.do("timer.list", {"limit": 1})
    assert tool.do("timer.list", {"after": page["next"], "limit": 1})["countdowns"]
    assert world.event("egg.tick", since, subject="egg")["id"].startswith("tool/")
    for name in (egg, fig):
        tool.do("timer.cancel", {"id": name}, key=name)
    tool.refuse("not_found", "timer.get", {"id": egg}, key=egg)
    tool.do("timer.start", {"id": plum, "durationMs": 40, "speakers": 2}, key=plum)
    # Its speakers are ignored on purpose; its end is reported.
    world.delegate("timer.speakerChanged", since)
    assert world.event("countdown.ended", since, subject="plum")["data"] == {"id": "plum", "elapsedMs": 40}


def focus(world: World) -> None:
    """Focus of single people: until the time is up, until they stop, and for less than a second."""
    tool, since = world.tool, len(world.log)
    assert tool.do("focus.get", {"person": "Ada"})["title"] == ""
    tool.refuse("invalid", "focus.start", {"person": "Ada"})
    tool.do("focus.setTitle", {"person": "Ada", "title": "Write"}, idem=key())
    tool.do("focus.start", {"person": "Ada", "durationMs": 4000}, idem=key())
    tool.do("focus.start", {"person": "Grace Hopper", "title": "Compile"}, idem=key())
    tool.refuse("conflict", "focus.setTitle", {"person": "Ada", "title": "Rest"})
    tool.refuse("conflict", "focus.start", {"person": "Ada"})
    tool.refuse("denied", "focus.timeUp", {"person": "Ada"})
    tick = world.event("focus.tick", since, subject="Ada")
    assert tick["id"] == f"focus/Ada/{tick['data']['elapsedMs']}"
    assert world.event("focus.stopped", since, subject="Ada")["data"]["cause"] == "timeUp"
    recorded = world.event("focus.itemRecorded", since, subject="Ada")["data"]["item"]
    tool.refuse("conflict", "focus.stop", {"person": "Ada"})
    assert tool.do("focus.stop", {"person": "Grace Hopper"}, idem=key())["item"]["seconds"] >= 1
    tool.do("focus.start", {"person": "Alan", "title": "Rest"})
    assert "item" not in tool.do("focus.stop", {"person": "Alan"})
    page = tool.do("focus.items", {"limit": 1})
    assert page["total"] == 2 and tool.do("focus.items", {"limit": 1, "after": page["next"]})["items"] == [recorded]
    assert tool.do("focus.items", {"person": "Ada"})["items"] == [recorded]
    assert tool.do("focus.item", {"id": recorded["id"]}) == recorded
    tool.do("focus.delete", {"id": recorded["id"]}, idem=key())
    world.event("focus.itemDeleted", since, subject="Ada")
    tool.refuse("not_found", "focus.item", {"id": recorded["id"]})
    tool.refuse("not_found", "focus.delete", {"id": recorded["id"]})
    tool.do("focus.forget", {"person": recorded["person"]}, idem=key())
    assert tool.do("focus.items", {"person": recorded["person"]})["total"] == 0


def scheduling(world: World) -> tuple[int, str, str]:
    """Schedules of all kinds, including one that starts and one that asks in the next minute but one.

    Returns:
        The length of the log, and the standups whose events follow.
    """
    tool, since = world.tool, len(world.log)
    starting, asking = (new_standup(tool, title, 600_000, "Ada", "Grace") for title in ("Starts", "Asks"))
    at = datetime.now(UTC) + timedelta(seconds=65)
    soon = {"at": f"{at:%H:%M}", "on": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "zone": "UTC"}
    calendar = "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN", "BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20200101",
        "RRULE:FREQ=YEARLY", "SUMMARY:New Year", "END:VEVENT", *(
            line for name, day in (("A Day", "0202"), ("Another Day", "0303")) for line in (
                "BEGIN:VEVENT", f"DTSTART;VALUE=DATE:2020{day}", "RRULE:FREQ=YEARLY", "DESCRIPTION:Observance",
                f"SUMMARY:{name}", "END:VEVENT")),
        "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20200404", "RRULE:FREQ=YEARLY", "SUMMARY:Not Here", "END:VEVENT",
        "END:VCALENDAR", ""])
    chosen = {"ics": calendar, "observe": ["A Day"], "ignore": ["Not Here"]}
    set_ = tool.do("schedule.set", {"subject": starting, "rule": soon, "mode": "start", "holidays": chosen}, idem=key())
    assert {day["name"] for day in set_["holidays"]["skipped"]} == {"New Year", "A Day"}
    assert {day["name"] for day in set_["holidays"]["observances"]} == {"Another Day"}
    tool.do("schedule.set", {"subject": asking, "rule": soon, "mode": "ask", "remindMs": 120_000}, idem=key())
    assert world.event("schedule.reminded", since, subject=asking)["data"]["title"] == "Asks"

    class Holidays(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(calendar.encode())

        def log_message(self, *_: object) -> None:
            pass

    weekly = {"at": "09:30", "on": ["mon", "wed"], "zone": "Europe/Paris"}
    with ThreadingHTTPServer(("127.0.0.1", 0), Holidays) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        made = tool.do("schedule.set", {"subject": "a subject", "rule": weekly, "holidays": {"url": url}}, idem=key())
        server.shutdown()
    assert made["mode"] == "ask" and made["holidays"]["host"] == f"127.0.0.1:{server.server_port}"
    tool.refuse("unavailable", "schedule.set", {"subject": "a subject", "rule": weekly, "holidays": {"url": url}})
    tool.refuse("invalid", "schedule.set", {"subject": "a subject", "rule": weekly | {"zone": "Europe/Pariss"}})
    tool.refuse("denied", "schedule.subjectGone", {"subject": starting})
    page = tool.do("schedule.list", {"limit": 1})
    assert page["total"] == 3 and tool.do("schedule.list", {"limit": 2, "after": page["next"]})["schedules"]
    assert tool.do("schedule.get", {"subject": "a subject"}) == made
    assert tool.do("schedule.next", {"subject": "a subject", "count": 2})["times"] == made["next"][:2]
    assert len(tool.do("schedule.next", {"rule": weekly})["times"]) == 10
    entry = {"subject": "a subject", "title": "Daily", "durationMs": 900_000, "link": "https://standups.test/"}
    written = tool.do("schedule.calendar", {"entries": [entry]})
    assert "SUMMARY:Daily" in written["ics"] and written["entries"] == 1
    tool.do("schedule.remove", {"subject": "a subject"}, idem=key())
    for target in ("schedule.get", "schedule.remove", "schedule.next"):
        tool.refuse("not_found", target, {"subject": "a subject"})
    return since, starting, asking


def came(world: World, scheduled: tuple[int, str, str]) -> None:
    """The scheduled events occurred, once, and the schedule is deleted with its standup."""
    tool, (since, starting, asking) = world.tool, scheduled
    due = world.event("schedule.due", since, subject=starting, seconds=130)["data"]
    assert "meeting" not in world.event("schedule.due", since, subject=asking, seconds=130)["data"]
    tool.do("meetings.end", {"id": due["meeting"]}, idem=key())
    tool.do("meetings.answer", {"id": due["meeting"], "action": "discard"}, idem=key())
    tool.do("standups.delete", {"id": starting}, idem=key())
    world.event("schedule.removed", since, subject=starting)
    # An imitated service reports an absence, which would take minutes.
    world.services.stop("schedule")
    loading = Imitation(world.context, world.services.proxied, "schedule", answers={}, is_loading=True)
    loading.start()
    assert loading.hello()[1]["code"] == "busy"
    states = {one["name"]: one["state"] for one in tool.do("router.health")["services"]}
    assert states["schedule"] == "loading"
    assert "schedule" not in [one["name"] for one in tool.do("router.services")["services"]]
    loading.stop()
    fake = Imitation(
        world.context, world.services.proxied, "schedule", answers={},
        delegates=["schedule.timesPassed", "schedule.subjectsKept"])
    fake.start()
    assert fake.hello()[0] == "OK"
    passed = {"at": "2026-11-26T08:30:00.000Z", "since": "2026-11-25T08:30:00.000Z", "count": 2, "mode": "start"}
    for subject, gone in ((asking, False), (starting, True)):
        answer = fake.ask("DLG", "schedule.timesPassed", passed | {"subject": subject}, idem=key())
        assert answer == ("FIN", {"isGone": gone}), answer
    assert world.event("schedule.missed", since, subject=asking)["data"]["count"] == 2
    # If the call is repeated, the reply has the end of the earlier announcement.
    answer = fake.ask("DLG", "schedule.timesPassed", passed | {"subject": asking}, idem=key())
    assert answer == ("FIN", {"isGone": False, "settledUntil": passed["at"]}), answer
    answer = fake.ask("DLG", "schedule.subjectsKept", {"subjects": [asking, starting, "a subject"]}, idem=key())
    assert answer == ("FIN", {"gone": [starting]}), answer
    fake.bye()
    fake.stop()


def deaths(world: World) -> None:
    """A timer is killed during a meeting and a focus, then standups, then the router; all are restarted."""
    services, tool, since = world.services, world.tool, len(world.log)
    standup = new_standup(tool, "Deaths", 60_000, "Ada", "Grace")
    meeting = tool.do("meetings.start", {"standup": standup, "isRecorded": False})["session"]["id"]
    tool.do("focus.start", {"person": "Edsger", "title": "Think"})
    services.stop("timer", signal.SIGKILL)
    world.proxy.drop("timer")
    world.event("service.lost", since, subject="timer")
    services.start("timer")
    world.until_up("timer")
    world.delegate("timer.countdownsRequested", since)
    for identity in (of_meeting(meeting), "focus/Edsger"):
        eventually(lambda identity=identity: tool.ask("timer.get", {"id": identity}, key=identity).kind == "FIN")
    created = tool.do("standups.create", {"title": "Before"}, idem="before")
    services.stop("standups", signal.SIGKILL)
    world.proxy.drop("standups")
    world.event("service.lost", since, subject="standups")
    # A service that starts meanwhile is notified that the other's work is unknown.
    for name, answer in (("timer", "countdowns"), ("transcription", "streams")):
        begun = len(world.log)
        services.stop(name)
        services.start(name)
        world.until_up(name)
        world.log.wait(
            f"what {name} is told without standups",
            lambda item, answer=answer: isinstance(item, Message) and item.kind == "FIN" and not item.to_router
            and answer in item.body and item.body.get("away") == ["meeting"], since=begun)
    services.start("standups")
    world.until_up("standups")
    again = tool.do("standups.create", {"title": "Before"}, idem="before", attempt=2)
    assert again == created, "what a run did that is over has the same reply"
    since = len(world.log)
    services.stop("router", signal.SIGKILL)
    services.start("router")
    world.until_up(*CHILDREN)
    world.log.wait("a REHELLO", lambda item: isinstance(item, Message) and item.kind == "REHELLO", since=since)
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key())
    assert tool.do("focus.stop", {"person": "Edsger"})["focus"]["isRunning"] is False


def webhooks(world: World) -> None:
    """A webhook that is accepted, one that fails, and one whose receiver is gone."""
    tool = world.tool
    bodies: list[bytes] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200 if "matrix" in self.path else int(self.path[1:4]))
            self.end_headers()

        do_PUT = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        heads = tool.do("events.heads")
        good = tool.do("webhooks.add", {
            "url": f"{url}/200", "types": ["standup.", "meeting", "com.example.deploy.done"], "format": "structured",
            "secret": "0123456789abcdef",
            "after": heads["head"], "epoch": heads["epoch"]}, idem=key())
        bad = tool.do("webhooks.add", {"url": f"{url}/500", "after": 0, "format": "binary"}, idem=key())
        gone = tool.do("webhooks.add", {"url": f"{url}/410", "after": 0}, idem=key())
        narrow = tool.do("webhooks.add", {"url": f"{url}/200", "standup": key(), "meeting": key()}, idem=key())
        chats = [
            tool.do("webhooks.add", {"url": f"{url}/200", "format": name, "after": 0}, idem=key())
            for name in ("slack", "mattermost", "discord")]
        chats.append(tool.do("webhooks.add", {
            "url": f"{url}/_matrix/client/v3/rooms/!r:example.org", "format": "matrix", "secret": key(),
            "types": ["com.example.deploy.done"], "after": 0}, idem=key()))
        tool.refuse("invalid", "webhooks.add", {"url": url, "format": "slack", "types": ["meeting.segment"]})
        tool.do("events.publish", {"events": [{
            "type": "com.example.deploy.done", "subject": "web", "data": {"by": "Ada"}}]}, idem=key())
        tool.refuse("invalid", "webhooks.add", {"url": "ftp://example.org/"})
        tool.refuse("compacted", "webhooks.add", {"url": url, "epoch": "another"})
        tool.refuse("not_found", "webhooks.get", {"id": key()})
        standup = new_standup(tool, "Hooked", 60_000, "Ada")
        eventually(lambda: tool.do("webhooks.get", {"id": good["id"]})["delivered"] > 0)
        eventually(lambda: tool.do("webhooks.get", {"id": bad["id"]}).get("nextAttemptAt"))
        assert tool.do("webhooks.get", {"id": bad["id"]})["state"] == "failing"
        eventually(lambda: tool.do("router.health")["problems"])
        assert tool.do("webhooks.get", {"id": gone["id"]})["state"] == "paused"
        eventually(lambda: any(
            json.loads(body)["data"]["standup"]["id"] == standup for body in bodies if b"standup.created" in body))
        eventually(lambda: any(b"meeting.finished" not in body and b" is over" in body for body in bodies))
        eventually(lambda: any(b"m.mentions" in body and b"com.example.deploy.done" in body for body in bodies))
        assert tool.do("webhooks.test", {"id": good["id"]})["isAccepted"]
        assert tool.do("webhooks.test", {"id": bad["id"]})["reason"]
        tool.do("webhooks.pause", {"id": good["id"]}, idem=key())
        tool.do("webhooks.resume", {"id": good["id"]}, idem=key())
        assert len(tool.do("webhooks.list")["webhooks"]) == 8
        for hook in (good, bad, gone, narrow, *chats):
            tool.do("webhooks.remove", {"id": hook["id"]}, idem=key())
        eventually(lambda: not tool.do("router.health")["problems"])
        server.shutdown()


def gateway(world: World) -> None:
    """A person is invited to the page, sends a command from it, and is logged out."""
    tool = world.tool
    tool.refuse("invalid", "gateway.invite", {"name": "", "role": "operator"})
    invite = tool.do("gateway.invite", {"name": "Ada", "role": "operator"})
    address = tool.do("gateway.sessions")["address"]
    host = address.removeprefix("http://").rstrip("/")
    assert invite["link"] == f"{address}#login={invite['code']}"

    def post(path: str, body: dict, cookie: str = "") -> tuple[int, str]:
        connection = http.client.HTTPConnection(host)
        connection.request("POST", path, json.dumps(body), {
            "Content-Type": "application/json", "Origin": f"http://{host}", "Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, (answer.headers["Set-Cookie"] or "").split(";")[0]

    status, cookie = post("/api/login", {"code": invite["code"]})
    assert status == 204 and cookie, status
    assert post("/api/login", {"code": invite["code"]})[0] == 401
    assert post("/api/commands/standups.list", {}, cookie)[0] == 200
    session, = tool.do("gateway.sessions")["sessions"]
    assert (session["name"], session["role"]) == ("Ada", "operator")
    feed = tool.do("gateway.calendar", {"name": "Ada"})
    assert feed["link"].startswith(f"{address}calendar.ics?token=")
    assert [one.get("isCalendar") for one in tool.do("gateway.sessions")["sessions"]].count(True) == 1
    with urllib.request.urlopen(feed["link"]) as calendar:
        assert calendar.read().startswith(b"BEGIN:VCALENDAR")
    tool.do("gateway.invite", {"name": "Bob", "role": "observer"})
    assert tool.do("gateway.revoke", {"name": "Bob"}, idem=key()) == {"sessions": 0, "invites": 1}
    assert tool.do("gateway.revoke", {"id": session["id"]}, idem=key()) == {"sessions": 1, "invites": 0}
    tool.refuse("not_found", "gateway.revoke", {"id": session["id"]}, idem=key())
    assert post("/api/commands/standups.list", {}, cookie)[0] == 401


def bridge(world: World) -> None:
    """Events are published to a real NATS server, which has a stream of an earlier journal and becomes unavailable."""
    tool = world.tool
    assert tool.do("bridge.status")["state"] == "off"
    tool.refuse("invalid", "bridge.rebuild")
    with NATS() as nats:
        left = "standups_00000000_0"
        nats.make(left, "standups.left.x")
        world.services.stop("bridge")
        world.services.start("bridge", settings={"STANDUPS_NATS_URL": nats.url})
        world.until_up("bridge")
        eventually(lambda: tool.do("bridge.status").get("behind") == 0)
        status = tool.do("bridge.status")
        assert (status["state"], status["server"], status["base"]) == ("live", nats.url, 0), status
        assert [one["name"] for one in status["left"]] == [left], status
        tool.refuse("conflict", "bridge.removeStream", {"name": status["stream"]})
        tool.refuse("not_found", "bridge.removeStream", {"name": "standups_00000000_1"})
        assert tool.do("bridge.removeStream", {"name": left})["left"] == []
        tool.do("bridge.rebuild")
        eventually(lambda: tool.do("bridge.status")["rebuilt"] == 1)
        eventually(lambda: tool.do("bridge.status").get("behind") == 0)
    eventually(lambda: "awaySince" in tool.do("bridge.status"))
    tool.refuse("unavailable", "bridge.rebuild")
    world.services.stop("bridge")
    world.services.start("bridge")
    world.until_up("bridge")


def cells(world: World) -> None:
    """A map of two cells in a real PostgreSQL, one of which gives away slots and gets them back."""
    tool = world.tool
    everything = {"version": 0, "slots": "0-1023", "others": []}
    assert tool.do("cells.list") == {"version": 0, "cells": []}
    assert tool.do("cells.share") == everything
    north = {"name": "north", "router": "tcp://north-a,tcp://north-b"}
    tool.refuse("invalid", "cells.add", north)
    with PostgreSQL() as database:
        world.services.stop("cells")
        world.services.start("cells", settings={"STANDUPS_CELL": "north", "STANDUPS_CELLS": database.url})
        world.until_up("cells")
        # No cell has slots yet: a cell that is not in the map has none.
        status = tool.do("cells.add", north)
        assert status == {"cell": "north", "version": 1, "cells": [{**north, "slots": "0-1023"}]}, status
        tool.refuse("invalid", "cells.add", {"name": "a b", "router": "tcp://a"})
        tool.refuse("invalid", "cells.add", {"name": "a", "router": "tcp://a:5550"})
        tool.refuse("invalid", "cells.add", {"name": "a", "router": "tcp://a", "web": "javascript://a"})
        south = {"name": "south", "router": "tcp://south"}
        page = {"web": "https://south.example/"}
        added = tool.do("cells.add", {**south, "web": "https://south.example"})
        assert added["cells"][1] == {**south, **page, "slots": ""}, added
        assert tool.do("cells.add", south)["version"] == added["version"]
        for owner, slots in (("south", "0-1022"), ("north", "0-1023")):
            since = len(world.log)
            database.run(
                f"UPDATE standups_cells.slots SET cell = '{owner}' WHERE slot = 1023",
                "UPDATE standups_cells.map SET version = version + 1")
            eventually(lambda slots=slots: tool.do("cells.share")["slots"] == slots)
            if owner == "south":
                # Its standups are in the other cell, which lists name.
                far = "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c13ff"
                place = {"router": "tcp://south", "slots": "1023", **page}
                eventually(lambda place=place: tool.do("standups.list").get("elsewhere") == [place])
                assert tool.do("meetings.live")["elsewhere"] == [place]
                assert tool.do("standups.search", {"query": "anything"})["elsewhere"] == [place]
                moved = tool.refuse("moved", "standups.get", {"id": far})
                assert moved["detail"] == {"router": "tcp://south", **page}, moved
            world.log.wait(
                "what the parent is told of it",
                lambda item, slots=slots: isinstance(item, Message) and item.target == "cells.shareChanged"
                and item.body["share"]["slots"] == slots, since=since)
        slots_move(world, database)
        database.run(
            "INSERT INTO standups_cells.cells SELECT 'c' || i, 'tcp://a' FROM generate_series(1, 998) AS i")
        tool.refuse("conflict", "cells.add", {"name": "more", "router": "tcp://a"})
    tool.refuse("unavailable", "cells.add", south)
    world.services.stop("cells")
    # Slots sent to another cell, queried like the service does.
    fake = Imitation(
        world.context, world.services.proxied, "cells", answers={}, delegates=["cells.documentsRequested"])
    fake.start()
    assert fake.hello()[0] == "OK"
    asked = {"collection": "standups", "ids": ["nobody"]}
    assert fake.ask("DLG", "cells.documentsRequested", asked) == ("FIN", {"documents": []})
    fake.bye()
    fake.stop()
    world.services.start("cells")
    world.until_up("cells")
    assert tool.do("cells.share") == everything


def slots_move(world: World, database: PostgreSQL) -> None:
    """A slot moves to another cell and back, with a standup that meets. This installation answers as both."""
    tool = world.tool
    far = "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c13ff"
    since = len(world.log)
    database.run(
        f"UPDATE standups_cells.cells SET router = '{world.services.runtime}' WHERE name = 'south'",
        "UPDATE standups_cells.map SET version = version + 1")
    # Standups is notified a little later than the map that the slot has returned.
    create, once = {"id": far, "title": "Far", "attendees": [{"name": "Ada"}]}, key()
    eventually(lambda: tool.ask("standups.create", create, idem=once).kind == "FIN")
    tool.do("schedule.set", {
        "subject": far, "rule": {"at": "09:30", "on": ["mon"], "zone": "Europe/Paris"}}, idem=key())
    tool.do("transcription.authorize", {"subject": far, "isGranted": True}, idem=key())
    meeting = tool.do("meetings.start", {"standup": far, "isRecorded": False}, idem=key())["session"]["id"]
    saved = {}
    for item in world.log.items[since:]:
        if isinstance(item, Message) and item.target == "persistence.commit" and item.kind == "CMD":
            for change in item.body["changes"]:
                document = change.get("put") or change.get("insert")
                if document and document["id"] in (far, meeting):
                    saved[document["collection"], document["id"]] = document
    assert {"standups", "sessions", "schedules", "authorizations"} <= {collection for collection, _ in saved}, saved

    def change(assignments: str) -> None:
        database.run(
            f"UPDATE standups_cells.slots SET {assignments} WHERE slot = 1023",
            "UPDATE standups_cells.map SET version = version + 1")

    tool.refuse("not_found", "cells.move", {"slots": "1023", "to": "west"})
    tool.refuse("conflict", "cells.receive", {"slot": 1023, "put": [], "remove": []})
    moves = [{"slots": "1023", "from": "north", "to": "south"}]
    assert tool.do("cells.move", {"slots": "1023", "to": "south"})["moves"] == moves
    assert "moves" not in tool.do("cells.move", {"slots": "1023", "to": "north"})
    change("cell = 'south', giver = 'north', target = NULL, held = false")
    moved = world.event("standup.moved", since, subject=far)
    assert moved["data"] == {"meeting": meeting, "router": str(world.services.runtime)}, moved
    tool.refuse("moved", "meetings.get", {"id": meeting})
    change("target = 'north'")
    eventually(lambda: tool.do("cells.list").get("moves") == [{"slots": "1023", "from": "south", "to": "north"}])
    assert tool.do("cells.digests", {"slot": 1023}) == {"digests": []}
    # More than one page; a copy may have documents deleted since.
    past = {"date": "2026-11-25T08:00:00.000Z", "transcript": "", "segments": []}
    many = [{"collection": "meetings", "id": past_id, "parent": far, "sortKey": number, "body": {"id": past_id, **past}}
            for number, past_id in enumerate(key() for _ in range(1001))]
    tool.refuse("invalid", "cells.receive", {"slot": 1023, "put": [{**many[0], "body": {}}], "remove": []})
    tool.do("cells.receive", {"slot": 1023, "put": many, "remove": []})
    page = tool.do("cells.digests", {"slot": 1023})
    rest = tool.do("cells.digests", {"slot": 1023, "after": page["next"]})
    assert (len(page["digests"]), len(rest["digests"]), rest.get("next")) == (1000, 1, None)
    tool.do("cells.receive", {
        "slot": 1023, "put": [], "remove": [{name: part[name] for name in ("collection", "id")} for part in many]})
    assert tool.do("cells.digests", {"slot": 1023}) == {"digests": []}
    tool.do("cells.receive", {"slot": 1023, "put": list(saved.values()), "remove": [
        {"collection": "meetings", "id": "nobody"}]})
    assert len(tool.do("cells.digests", {"slot": 1023})["digests"]) == len(saved)
    since = len(world.log)
    change("cell = 'north', giver = 'south', target = NULL")
    eventually(lambda: tool.do("cells.list")["cells"][0]["slots"] == "0-1023")
    version = tool.do("cells.list")["version"]
    tool.do("cells.take", {"slot": 1023, "version": version})
    arrived = world.event("standup.arrived", since, subject=far)
    assert arrived["data"]["meeting"] == meeting, arrived
    assert tool.do("meetings.get", {"id": meeting})["session"]["standup"]["title"] == "Far"
    assert tool.do("schedule.get", {"subject": far})["subject"] == far
    eventually(lambda: tool.do("transcription.authorization", {"subject": far})["status"] == "authorized")
    tool.do("meetings.end", {"id": meeting}, idem=key())
    tool.do("meetings.answer", {"id": meeting, "action": "discard"}, idem=key())
    tool.do("standups.delete", {"id": far}, idem=key())


def decisions(world: World) -> None:
    """A repeated decision, and a different one with the same key."""
    world.services.stop("webhooks")
    fake = Imitation(
        world.context, world.services.proxied, "webhooks", answers={}, delegates=["webhooks.changesDecided"])
    fake.start()
    assert fake.hello()[0] == "OK"
    stored, idem = f"webhooks/{key()}", key()
    first = {"changes": [], "reply": {"key": stored, "reply": {"is": "first"}}}
    second = {"changes": [], "reply": {"key": stored, "reply": {"is": "second"}}}
    for _ in range(2):
        assert fake.ask("DLG", "webhooks.changesDecided", first, idem=idem) == ("FIN", {})
    outcome = fake.ask("DLG", "webhooks.changesDecided", second, idem=key())
    assert outcome == ("FIN", {"repeated": {"is": "first"}}), outcome
    fake.bye()
    fake.bye()
    fake.stop()


def absent(tool: Client) -> None:
    """Commands for an unavailable service wait until their deadline."""
    tool.refuse("unavailable", "transcription.authorization", {"subject": "x"}, patience_ms=2000)
    assert {"name": "transcription", "state": "missing", "instances": 0} in tool.do("router.health")["services"]


def imitated_transcription(world: World) -> None:
    """A recogniser that fails during a meeting, and one that sends nonsense."""
    tool = world.tool
    calls = [
        "transcription.failed", "transcription.lineRecognized", "transcription.authorizationChanged",
        "transcription.stateRequested", "transcription.sneezed",
    ]
    fake = Imitation(
        world.context, world.services.proxied, "transcription", delegates=calls,
        for_parent=frozenset(f"transcription.{verb}" for verb in ["start", "stream", "finish", "cancel"]),
        for_observers=frozenset({"transcription.authorization"}),
        answers={
            "transcription.authorization": {"status": "authorized"},
            "transcription.start": lambda body: {"id": body["id"], "creditSamples": 160_000},
            "transcription.audio": {"creditSamples": 160_000, "settled": 0, "stream": "s1"},
            "transcription.stream": {"creditSamples": 160_000, "settled": 0, "stream": "s1"},
            "transcription.finish": {"lines": []},
            "transcription.cancel": {},
        })
    fake.start()
    since = len(world.log)
    kind, welcome = fake.hello()
    assert kind == "OK" and welcome["unbound"] == ["transcription.sneezed"], welcome
    world.event("bus.unbound", since)
    tool.do("router.health")
    tool.do("router.bindings")

    standup = new_standup(tool, "Failing", 60_000, "Ada")
    live = tool.do("meetings.start", {"standup": standup, "isRecorded": True}, idem=key())
    meeting = live["session"]["id"]
    stream = of_meeting(meeting)
    tool.do("transcription.audio", {"id": stream, "offset": 1600, "atMs": 100, "stream": "s1"},
            attachments=[b"\0\0"], key=stream)
    line = {"key": "u0", "fromMs": 0, "toMs": 400, "text": "I was heard.", "stream": "s1"}
    assert fake.ask("DLG", "transcription.lineRecognized", {"id": stream, "line": line})[0] == "FIN"
    unheard = fake.ask("DLG", "transcription.lineRecognized", {"id": "nobody/1", "line": line})[1]
    assert (unheard["code"], unheard["detail"]) == ("unbound", {"owner": "nobody"}), unheard
    work = fake.ask("DLG", "transcription.stateRequested", {})[1]
    while "next" in work and not work["streams"]:
        work = fake.ask("DLG", "transcription.stateRequested", {"after": work["next"]})[1]
    assert [one["settledMs"] for one in work["streams"] if one["id"] == stream] == [400], work
    # Like one of several instances, which queries the state reported by another one.
    decided = fake.ask("DLG", "transcription.stateRequested", {"subject": standup})[1]
    assert (decided["authorizations"], decided["streams"]) == ({}, []), decided
    assert tool.do("meetings.get", {"id": meeting})["session"]["heard"] == {"stream": "s1", "untilMs": 400}
    assert fake.ask("DLG", "transcription.failed", {"id": stream, "reason": "The ear fell off."})[0] == "FIN"
    world.event("meeting.speechFailed", since, subject=meeting)
    asked = tool.do("meetings.get", {"id": meeting})
    assert "speechFailed" in asked["session"]["destination"]["alert"]
    tool.do("meetings.answer", {"id": meeting, "action": "continueMeeting"}, idem=key())
    tool.do("meetings.end", {"id": meeting})
    ended = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
    assert ended["finished"]["transcript"].endswith(" ❌")
    tool.do("transcription.audio", {"id": stream, "offset": 0}, attachments=[b"\0\0"], key=stream)

    assert fake.ask("DLG", "transcription.sneezed", {"loudly": True})[1]["code"] == "unbound"
    world.event("bus.deadLetter", since)
    assert fake.ask("DLG", "transcription.lineRecognized", {"id": 7}, corr=key())[1]["code"] == "invalid"
    assert fake.ask("DLG", "timer.finished", {"id": stream, "elapsedMs": 0})[1]["code"] == "denied"
    fake.bye()
    assert any(one["state"] == "draining" for one in tool.do("router.services")["services"])
    tool.do("router.health")
    fake.bye()
    fake.stop()

    second = Imitation(world.context, world.services.proxied, "standups", answers={})
    second.start()
    kind, error = second.hello()
    assert kind == "ERR" and error["code"] == "busy", error
    assert any(one["state"] == "standby" for one in tool.do("router.services")["services"])
    second.stop()


def chunks(audio: Path, seconds: float) -> Iterator[tuple[int, bytes]]:
    """Pieces of a tenth of a second, each with the position of its first sample."""
    with wave.open(str(audio)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
        offset = 0
        while offset < seconds * 16_000 and (data := file.readframes(1600)):
            yield offset, data
            offset += len(data) // 2


def hear(tool: Client, stream: str, audio: Path, seconds: float) -> None:
    """Sends audio faster than real time, but slowly enough for partial transcripts."""
    # The reply arrives when the meeting is on disk; its stream is opened right after that.
    eventually(lambda: tool.ask(
        "transcription.audio", {"id": stream, "offset": 0}, attachments=[b"\0\0"], key=stream).kind == "FIN")
    for offset, data in chunks(audio, seconds):
        while True:
            reply: Reply = tool.ask(
                "transcription.audio", {"id": stream, "offset": offset}, attachments=[data], key=stream)
            if reply.kind == "FIN":
                time.sleep(0.03)
                break
            assert reply.code == "busy", reply
            time.sleep(reply.body["retryAfterMs"] / 1000)


def recorded_meetings(world: World, audio: Path) -> None:
    """Recording with every answer to the permission question."""
    tool, since = world.tool, len(world.log)
    standup = new_standup(tool, "Recorded", 60_000, "Ada", "Grace")
    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    assert "speechAuthorization" in asked["session"]["destination"]["alert"]
    meeting = asked["session"]["id"]
    tool.do("meetings.answer", {"id": meeting, "action": "dontAllow"}, idem=key())
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})

    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    assert "speechDenied" in asked["session"]["destination"]["alert"]
    meeting = asked["session"]["id"]
    live = tool.do("meetings.answer", {"id": meeting, "action": "openSettings"}, idem=key())["live"]
    assert live["session"]["isRecording"]
    stream = of_meeting(meeting)
    hear(tool, stream, audio, 9)
    tool.refuse("invalid", "transcription.audio", {"id": stream, "offset": 0}, key=stream)
    world.event("meeting.partial", since, subject=meeting)
    world.event("meeting.segment", since, subject=meeting, seconds=20)
    tool.do("meetings.get", {"id": meeting})
    world.services.stop("transcription", signal.SIGKILL)
    world.proxy.drop("transcription")
    world.services.start("transcription")
    world.until_up("transcription")
    tool.do("meetings.end", {"id": meeting})
    ended = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
    assert ended["finished"]["segments"]

    standup = new_standup(tool, "Allowed", 60_000, "Ada")
    meeting = tool.do("meetings.start", {"standup": standup})["session"]["id"]
    assert "live" in tool.do("meetings.answer", {"id": meeting, "action": "allow"})
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})
    meeting = tool.do("meetings.start", {"standup": standup})["session"]["id"]
    hear(tool, of_meeting(meeting), audio, 3)
    tool.do("meetings.end", {"id": meeting})
    ended = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"})
    assert ended["finished"]["segments"], "what is heard last is in it"

    since = len(world.log)
    meeting = tool.do("meetings.start", {"standup": standup})["session"]["id"]
    hear(tool, of_meeting(meeting), audio, 1)
    tool.do("transcription.authorize", {"subject": standup, "isGranted": False}, idem=key())
    world.event("standup.recordingDecided", since, subject=standup)
    world.event("meeting.recordingStopped", since, subject=meeting)
    assert not tool.do("meetings.get", {"id": meeting})["session"]["isRecording"]
    tool.refuse("not_found", "transcription.audio", {"id": of_meeting(meeting), "offset": 0},
                attachments=[bytes(3200)], key=of_meeting(meeting))
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})
    for decision in ({"isGranted": True}, {}):
        tool.do("transcription.authorize", {"subject": standup} | decision, idem=key())


def authorizing(tool: Client) -> None:
    """Recording decisions, for a subject that no other part uses."""
    assert tool.do("transcription.authorization", {"subject": "ear"})["status"] == "notDetermined"
    tool.do("transcription.authorize", {"subject": "ear", "isGranted": False}, idem=key())
    tool.do("transcription.authorize", {"subject": "ear", "isGranted": True}, idem=key())
    tool.do("transcription.authorize", {"subject": "ear"}, idem=key())


def dead_letters(world: World) -> None:
    tool = world.tool
    # The rejections were sent before the dead-letter messages are stored.
    eventually(lambda: tool.do("router.deadLetters", {"action": "list"})["total"] == 3)
    letters = tool.do("router.deadLetters", {"action": "list", "limit": 1})
    assert letters["next"]
    assert tool.do("router.deadLetters", {"action": "list", "after": letters["next"]})["letters"]
    sneezed = next(one["id"] for one in tool.do("router.deadLetters", {"action": "list"})["letters"]
                   if one["target"] == "transcription.sneezed")
    (letter,) = tool.do("router.deadLetters", {"action": "list", "id": sneezed})["letters"]
    assert letter["body"] == {"loudly": True}
    again = tool.do("router.deadLetters", {"action": "replay", "id": sneezed})
    assert again["letters"][0]["attempts"] == 2 and again["removed"] == []
    tool.do("router.health")
    span = {"since": "2020-01-01T00:00:00.000Z", "before": "2099-01-01T00:00:00.000Z", "target": "transcription."}
    found = tool.do("router.deadLetters", {"action": "list", "limit": 100} | span)["letters"]
    assert sneezed in [one["id"] for one in found]
    assert tool.do("router.deadLetters", {"action": "drop", "target": "nobody."})["removed"] == []
    assert tool.do("router.deadLetters", {"action": "drop"})["removed"]
    tool.refuse("not_found", "router.deadLetters", {"action": "drop", "id": key()})


def publishing(world: World) -> dict[str, Any]:
    """Events of other tools, durable or not."""
    tool, since = world.tool, len(world.log)
    draft = {"id": key(), "type": "test.hello", "subject": "world", "data": {"number": 1, "deep": nested(55)},
             "standup": FROM_THE_APPS[0]["id"], "meeting": key()}
    command = {"events": [draft, {"type": "com.example.deploy.done", "subject": "web"}]}
    told = tool.do("events.publish", command, idem="contract-publish")
    assert told == tool.do("events.publish", command, idem="contract-publish", attempt=2), "published once"
    event = world.event("test.hello", since, subject="world")
    assert int(event["sequence"]) == told["events"][0]["sequence"] and event["id"] == draft["id"]
    assert list(event["data"]) == ["number", "deep"], "members keep their order"
    since = len(world.log)
    tool.do("events.publish", {"events": [{"type": "test.tick", "subject": "x"}], "isEphemeral": True})
    world.event("test.tick", since)
    tool.refuse("invalid", "events.publish", {"events": [draft | {"type": "meeting.finished"}]})
    tool.refuse("invalid", "events.publish", {"events": [draft | {"data": nested(57)}]})
    return event


def tracing(world: World, event: dict[str, Any]) -> None:
    """The trace of a command."""
    tool = world.tool
    assert tool.do("router.traces", {"limit": 1000, "isAll": True})["traces"]
    assert tool.do("router.traces", {"target": "events.", "isFailed": True, "limit": 1})["traces"]
    (created,) = tool.do("router.traces", {"target": "standups.create", "limit": 1})["traces"]
    whole = tool.do("router.trace", {"id": created["id"]})
    assert "DLG" in [one["kind"] for one in whole["messages"]]
    trace = tool.do("router.trace", {"id": event["correlationid"][:8]})
    assert event["id"] in [one["id"] for one in trace["events"]]
    page = tool.do("router.trace", {"id": event["id"], "limit": 1})
    rest = tool.do("router.trace", {"id": event["id"], "limit": 1, "after": page["next"]})
    assert rest["messages"] or rest["events"]
    tool.refuse("not_found", "router.trace", {"id": key()})
    tool.refuse("invalid", "router.trace", {"id": "1234567"})


def confirmed(world: World) -> str:
    """A subscription that is confirmed once the router knows its journal; one of its topics is rejected.

    Returns:
        The epoch.
    """
    nonce = f"~/{key()}"
    socket = world.context.socket(zmq.SUB)
    socket.subscribe("m/")
    socket.subscribe("m/1")
    socket.subscribe(nonce)
    socket.connect(world.services.events)
    while socket.poll(5000):
        event = Event(socket.recv())
        if event.topic == nonce:
            socket.close(0)
            world.log.add(event)
            assert event.body["denied"] == ["m/1"]
            return event.body["epoch"]
    socket.close(0)
    raise TimeoutError("the subscription was not confirmed")


def reading(world: World) -> None:
    """Queries of subscribers, and actions of operators."""
    tool = world.tool
    heads = tool.do("events.heads")
    assert confirmed(world) == heads["epoch"]
    tool.do("persistence.heads")
    after, count = 0, 0
    while True:
        page = tool.do("events.replay", {"after": after, "epoch": heads["epoch"], "limit": 50})
        count += len(page["events"])
        after = page["resume"]
        if not page["hasMore"]:
            break
    assert count == page["head"], "the journal is contiguous from 1"
    one = tool.do("events.replay", {"after": 0, "types": ["meeting.finished"], "limit": 1})["events"][0]
    meeting, standup = one["subject"], one["data"]["meeting"]["id"]
    assert meeting == standup
    tool.do("events.replay", {"after": 0, "meeting": meeting})
    tool.do("events.replay", {"after": 0, "standup": FROM_THE_APPS[0]["id"]})
    tool.refuse("compacted", "events.replay", {"after": 0, "epoch": "another"})
    tool.refuse("invalid", "events.replay", {"after": 0, "limit": 0})
    tool.refuse("invalid", "events.replay", {"after": heads["head"] + 1000})
    tool.refuse("invalid", "events.replay", {"after": 0, "types": ["a..b"]})
    tracing(world, publishing(world))
    page = tool.do("events.snapshot", {"limit": 1})
    assert tool.do("events.snapshot", {"after": page["next"], "limit": 1})["standups"]
    archiving(world)
    backup = "standups.db"
    written = tool.do("persistence.backup", {"name": backup, "overwrite": False})
    assert written["path"] == str(world.services.data / "backups" / backup)
    tool.refuse("conflict", "persistence.backup", {"name": backup, "overwrite": False})
    tool.refuse("invalid", "persistence.backup", {"name": f"../{backup}", "overwrite": True})
    progress = tool.do("persistence.backupProgress", {"name": backup})
    assert progress["name"] == backup
    tool.refuse("not_found", "persistence.backupProgress", {"name": "elsewhere"})
    page = tool.do("router.services", {"limit": 1})
    assert len(tool.do("router.services", {"after": page["next"]})["services"]) > 1
    tool.refuse("invalid", "router.services", {"after": "x"})
    page = tool.do("router.connections", {"limit": 1})
    rest = tool.do("router.connections", {"after": page["next"]})["connections"]
    assert {"commands", "events"} == {one["kind"] for one in page["connections"] + rest}
    tool.refuse("invalid", "router.connections", {"after": "x"})
    tool.do("router.bindings")
    tool.do("router.health")


def archiving(world: World) -> None:
    """Users' data is read as for an archive, and restored where it is missing."""
    tool = world.tool
    for name in ("schedule", "webhooks"):
        world.services.start(name)
        world.until_up(name)
    contents = tool.do("archive.contents")
    tool.do("archive.contents", {"after": "0 x"})
    slot = int(contents["slots"].replace("-", ",").split(",")[0])
    digests = tool.do("archive.digests", {"slot": slot})["digests"]
    assert tool.do("archive.digests", {"slot": slot, "after": "0 "})["digests"] == digests
    ids = [one["key"]["id"] for one in digests if one["key"]["collection"] == "standups"]
    asked = {"slot": slot, "collection": "standups", "ids": ids, "withSecrets": True}
    documents = tool.do("archive.documents", asked)["documents"]
    assert [one["id"] for one in documents] == ids

    def results(documents: list[dict[str, Any]], slot: int | None = slot, **more: Any) -> list[str]:
        command = {"documents": documents} | ({} if slot is None else {"slot": slot}) | more
        return [one["result"] for one in tool.do("archive.restore", command)["outcomes"]]

    assert set(results(documents, isDryRun=True)) == {"same"}
    other = json.loads(json.dumps(documents[0]))
    other["id"] = other["body"]["standup"]["id"] = "ffffffff" + other["id"][8:]
    other["body"] |= {"meetings": 0}
    other["body"].pop("lastMeeting", None)
    since = len(world.log)
    assert results([other]) == ["created"]
    world.event("standup.arrived", since, subject=other["id"])
    other["body"]["standup"]["title"] = "Another"
    assert results([other]) == ["differs"]
    hook = key()
    chat = {"collection": "webhooks", "id": hook, "body": {"id": hook, "format": "slack"}}
    assert results([chat], None) == ["refused"]
    # Their services report that no command would have written it.
    schedule = {"collection": "schedules", "id": other["id"], "body": {"rule": {}}}
    assert results([schedule]) == ["refused"]
    assert results([chat | {"body": chat["body"] | {"url": "https://example.org/"}}], None) == ["refused"]
    tool.do("archive.digests")
    tool.refuse("invalid", "archive.documents", asked | {"collection": "gateway.sessions"})
    tool.refuse("invalid", "archive.restore", {"documents": documents})
    tool.do("archive.finish")
    # The services reload saved data, and meanwhile reject commands as retryable.
    once = key()
    eventually(lambda: tool.ask("standups.delete", {"id": other["id"]}, idem=once).kind == "FIN")


def going(world: World) -> None:
    """A stopping router accepts no new work while work is pending."""
    services, tool = world.services, world.tool
    slow = Imitation(world.context, services.proxied, "sloth", answers={"sloth.wait": None})
    slow.start()
    assert slow.hello()[0] == "OK"
    waiting = Client(world.context, services.proxied)
    header = json.dumps({"id": key(), "deadline": int(time.time() * 1000) + 2000})
    waiting.send([f"STB1 CMD sloth.wait {header}".encode(), b"{}"])
    tool.do("router.services")
    services.terminate("router")
    end = time.monotonic() + 2
    while (reply := tool.ask("router.health", patience_ms=1000)).code != "draining":
        assert time.monotonic() < end, reply
    waiting.receive()
    waiting.close()
    slow.stop()
    assert services.wait("router") == 0
    services.kill_all()


def _second(world: World) -> None:
    """An unreadable database is set aside, and samples are offered."""
    (world.services.data / "standups.db").write_bytes(b"This is no database." * 500)
    for name in NAMES:
        world.services.start(name, engine=False)
    world.until_up(*CHILDREN)
    tool = world.tool
    status = tool.do("standups.status")
    assert "dataFailedToLoad" in status["destination"]["alert"], status
    tool.do("standups.answer", {"action": "loadSamples"}, idem=key())
    standups = tool.do("standups.list")["standups"]
    assert [one["standup"]["title"] for one in standups] == ["Design", "Product", "Engineering"]
    world.services.stop_all()
