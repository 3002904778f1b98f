"""Objects of a team, and bodies of commands that name them."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass, replace
from typing import Any

from ..client import Client
from ..document import Document
from ..world import eventually
from .installation import MARKS, settled

# The wire names of the members that identify an object, by command or by the service of commands.
KINDS: dict[tuple[str, str], str] = {
    ("*", "standup"): "standup", ("*", "subject"): "standup", ("*", "meeting"): "past", ("*", "followUp"): "follow_up",
    ("*", "attendee"): "attendee", ("*", "team"): "team", ("*", "person"): "person",
    ("standups", "id"): "standup", ("standups.create", "id"): "", ("standups.importPart", "id"): "file",
    ("standups.importAll", "id"): "file", ("standups.importProgress", "id"): "file", ("standups.export", "ids"): "standup",
    ("meetings", "id"): "live", ("meetings.absent", "attendee"): "live_attendee",
    ("meetings.present", "attendee"): "live_attendee", ("events.replay", "meeting"): "live",
    ("meetings.restore", "standup"): "discarded_standup", ("meetings.restore", "meeting"): "discarded",
    ("events.replay", "teams"): "team", ("timer.get", "id"): "work", ("transcription.audio", "id"): "work",
    ("transcription.dictate", "id"): "",
    ("people", "id"): "person", ("people.addIdentity", "subject"): "", ("teams", "id"): "team", ("teams.add", "id"): "",
    # Focus belongs to a person's name in the team `default`.
    ("focus", "person"): "", ("focus", "id"): "item", ("webhooks", "id"): "webhook",
    ("tokens", "id"): "token", ("gateway.withdraw", "id"): "invitation",
}

# Members that a command may omit, and that the matrix fills in nevertheless.
NAMED_ANYWAY = {
    ("standups.create", "team"), ("standups.import", "team"), ("standups.importPart", "team"), ("standups.export", "ids"),
    ("schedule.next", "subject"), ("people.get", "id"), ("events.replay", "standup"), ("events.replay", "meeting"),
    ("events.replay", "teams"), ("standups.note", "meeting"),
    ("standups.note", "attendee"), ("standups.writeUpdate", "attendee"), ("webhooks.add", "team"), ("tokens.add", "team"), ("gateway.invite", "person"),
    ("glossary.add", "team"), ("glossary.list", "team"), ("glossary.remove", "team"),
}

FILTERS = {"events.replay", "schedule.calendar"}
"""Commands that select by the objects they name, and find nothing if these do not exist."""

CREATES = {
    "schedule.set", "transcription.authorize", "transcription.authorization", "gateway.invite",
}
"""Commands that a tool may send about any subject, because the service does not know which exist."""

RULE = {"at": "09:30", "on": ["mon"], "zone": "Europe/Paris"}

DICTATION = "81275fde-b449-40dd-8681-6517b2905368"
"""The id of the dictation of a tool, which belongs to no person."""

WINDOW = {"fromMs": 1_678_000_000_000, "toMs": 1_679_000_000_000}
"""A window of figures with the past meetings that are imported."""


def pause(mark: str) -> dict[str, str]:
    """A break that is not over, whose name is a mark."""
    return {"name": f"{mark} break", "from": "2099-07-20", "to": "2099-08-14"}


@dataclass(frozen=True)
class Objects:
    """The ids of one object of each kind; `exists` is false for ids that no object has."""

    team: str
    exists: bool
    standup: str
    attendee: str
    past: str
    follow_up: str
    live_standup: str
    live: str
    live_attendee: str
    discarded_standup: str
    discarded: str
    file: str
    person: str
    item: str
    webhook: str
    token: str
    invitation: str

    def value(self, kind: str) -> str:
        return f"meeting/{self.live}" if kind == "work" else getattr(self, kind)

    def ids(self) -> set[str]:
        """All ids that no one outside the team may learn."""
        return {getattr(self, name) for name in self.__dataclass_fields__ if name not in ("exists", "item", "team")}

    def owner(self, kind: str) -> str | None:
        """The team to which the object of a kind belongs; None if it does not exist."""
        return None if not self.exists else "default" if kind == "item" else self.team


def unknown() -> Objects:
    return Objects("znosuch", False, *(str(uuid.uuid4()) for _ in range(15)))


class Maker:
    """Creates objects with the operator's key."""

    def __init__(self, client: Client) -> None:
        self._client = client
        # Persons whose focus has begun.
        self._focusing: list[str] = []

    def do(self, target: str, body: Any, **options: Any) -> Any:
        reply = settled(self._client, target, body, **options)
        if reply.kind != "FIN":
            raise AssertionError(f"{target} was refused: {reply.body}")
        return reply.body

    def all(self, team: str) -> Objects:
        """One object of each kind, except an import."""
        empty = replace(unknown(), team=team, exists=True)
        saved = self.saved(empty, parts=2)
        made = self.live(self.item(self.discarded(saved)))
        self.do("glossary.add", {"team": team, "terms": [{"term": f"{MARKS[team]} term"}]})
        return self.invitation(self.token(self.webhook(self.person(made))))

    def saved(self, objects: Objects, parts: int = 1) -> Objects:
        """A standup with a past meeting, a follow-up and a schedule."""
        mark = MARKS[objects.team]
        made = replace(
            objects, standup=str(uuid.uuid4()), past=str(uuid.uuid4()), attendee=str(uuid.uuid4()))
        pages = [json.dumps(imported(made, mark, part, parts)) for part in range(1, parts + 1)]
        if parts == 1:
            self.do("standups.import", {"json": pages[0], "team": made.team})
        else:
            file = str(uuid.uuid4())
            for part, text in enumerate(pages, 1):
                self.do("standups.importPart", {"id": file, "part": part, "json": text, "team": made.team})
            self.do("standups.importAll", {"id": file, "parts": parts})
            eventually(lambda: self.do("standups.importProgress", {"id": file})["phase"] == "done", seconds=60)
        note = self.do("standups.note", {
            "standup": made.standup, "meeting": made.past, "attendee": made.attendee, "text": f"{mark} note"})
        self.do("schedule.set", {"subject": made.standup, "rule": RULE, "breaks": [pause(mark)]})
        self.do("standups.writeUpdate", {
            "standup": made.standup, "attendee": made.attendee, "text": f"{mark} update"})
        return replace(made, follow_up=note["id"])

    def live(self, objects: Objects) -> Objects:
        """A standup with a live meeting."""
        mark = MARKS[objects.team]
        standup = self.do("standups.create", {
            "title": f"{mark} live", "durationMs": 3_600_000, "team": objects.team,
            "attendees": [{"name": f"{mark} Grace"}, {"name": f"{mark} Alan"}, {"name": f"{mark} Edsger"}]})
        started = self.do("meetings.start", {"standup": standup["id"], "isRecorded": False})
        return replace(
            objects, live_standup=standup["id"], live=started["session"]["id"],
            live_attendee=standup["attendees"][1]["id"])

    def discarded(self, objects: Objects) -> Objects:
        """A standup with a discarded meeting that can be restored."""
        made = self.live(objects)
        eventually(lambda: "startedAt" in self.do("meetings.get", {"id": made.live})["session"])
        self.do("meetings.end", {"id": made.live})
        self.do("meetings.answer", {"id": made.live, "action": "discard"})
        # The next meeting makes the end final.
        self.do("meetings.start", {"standup": made.live_standup, "isRecorded": False})
        return replace(objects, discarded_standup=made.live_standup, discarded=made.live)

    def file(self, objects: Objects) -> Objects:
        """An import of which one part has arrived."""
        file = str(uuid.uuid4())
        new = replace(unknown(), team=objects.team)
        part = {"id": file, "part": 1, "json": json.dumps(imported(new, MARKS[objects.team])), "team": objects.team}
        self.do("standups.importPart", part)
        return replace(objects, file=file)

    def tidy(self, used: Objects, kept: Objects) -> None:
        """Ends the import, and removes the webhook, the token and the invitation, that only one command used: there may be few of them at a time."""
        if used.file != kept.file:
            for parts in (1, 2):
                settled(self._client, "standups.importAll", {"id": used.file, "parts": parts})
        if used.webhook != kept.webhook:
            settled(self._client, "webhooks.remove", {"id": used.webhook})
        if used.token != kept.token:
            settled(self._client, "tokens.revoke", {"id": used.token})
        if used.invitation != kept.invitation:
            settled(self._client, "gateway.withdraw", {"id": used.invitation})

    def person(self, objects: Objects) -> Objects:
        made = self.do("people.add", {"name": f"{MARKS[objects.team]} person", "email": f"{uuid.uuid4()}@example.com"})
        self.do("teams.setMember", {"team": objects.team, "person": made["id"], "role": "observer"})
        return replace(objects, person=made["id"])

    def item(self, objects: Objects) -> Objects:
        """A recorded item of the focus of a person, which belongs to the team `default`."""
        if not self._focusing:
            self._focusing = [f"kim-{uuid.uuid4()}" for _ in range(15)]
            for name in self._focusing:
                self.do("focus.start", {"person": name, "title": "tea"})
            # A focus of less than a second leaves no item.
            time.sleep(1.05)
        return replace(objects, item=self.do("focus.stop", {"person": self._focusing.pop()})["item"]["id"])

    def webhook(self, objects: Objects) -> Objects:
        """A webhook to which nothing is ever posted, except tests, which no program receives."""
        made = self.do("webhooks.add", {
            "url": f"http://127.0.0.1:9/{MARKS[objects.team]}", "types": ["test.none"], "team": objects.team})
        return replace(objects, webhook=made["id"])

    def token(self, objects: Objects) -> Objects:
        made = self.do("tokens.add", {"name": MARKS[objects.team], "role": "observer", "team": objects.team})
        return replace(objects, token=made["id"])

    def invitation(self, objects: Objects) -> Objects:
        """An unused invitation of the person."""
        made = self.do("gateway.invite", {"name": MARKS[objects.team], "person": objects.person, "hours": 24})
        return replace(objects, invitation=made["id"])

    def fresh(self, objects: Objects, kinds: set[str]) -> Objects:
        """The same objects, except new ones of these kinds, which a command may change."""
        if kinds & {"standup", "past", "follow_up", "attendee"}:
            objects = self.saved(objects)
        if kinds & {"live", "live_attendee", "work"}:
            objects = self.live(objects)
        if "discarded" in kinds:
            objects = self.discarded(objects)
        makers = (
            ("file", self.file), ("person", self.person), ("item", self.item), ("webhook", self.webhook),
            ("token", self.token), ("invitation", self.invitation))
        for kind, make in makers:
            if kind in kinds:
                objects = make(objects)
        return objects

    def deleted(self, team: str) -> Objects:
        """The ids of objects that existed in this team."""
        objects = self.all(team)
        self.do("standups.finishFollowUp", {"standup": objects.standup, "followUp": objects.follow_up})
        self.do("standups.deleteMeeting", {"standup": objects.standup, "meeting": objects.past})
        self.do("standups.delete", {"id": objects.standup})
        self.do("meetings.end", {"id": objects.live})
        self.do("meetings.answer", {"id": objects.live, "action": "discard"})
        self.do("standups.delete", {"id": objects.live_standup})
        stopped = self.do("standups.get", {"id": objects.discarded_standup})["summary"]["live"]
        self.do("meetings.end", {"id": stopped})
        self.do("meetings.answer", {"id": stopped, "action": "discard"})
        self.do("standups.delete", {"id": objects.discarded_standup})
        self.do("gateway.withdraw", {"id": objects.invitation})
        self.do("people.remove", {"id": objects.person})
        self.do("webhooks.remove", {"id": objects.webhook})
        self.do("tokens.revoke", {"id": objects.token})
        self.do("focus.delete", {"id": objects.item})
        self.do("teams.add", {"id": "zdeleted", "name": "deleted"})
        self.do("teams.remove", {"id": "zdeleted"})
        return replace(objects, team="zdeleted", exists=False)


def imported(objects: Objects, mark: str, part: int = 1, parts: int = 1) -> list[dict[str, Any]]:
    """A `standups.json` with one standup and one past meeting."""
    words = {"id": objects.past, "date": 700000000, "transcript": f"The periscope of {mark} is finished {part}. "}
    if parts > 1:
        words |= {"parts": parts} | ({"part": part} if part > 1 else {})
    if part == 1:
        words["segments"] = [{
            "attendee": objects.attendee, "speaker": f"{mark} Ada", "fromMs": 0, "toMs": 1, "text": words["transcript"]}]
    return [{
        "id": objects.standup, "title": f"{mark} title", "theme": "navy", "duration": [16, 4852094820647174144],
        "attendees": [{"id": objects.attendee, "name": f"{mark} Ada"}, {"id": str(uuid.uuid5(uuid.UUID(objects.standup), "Ada")), "name": "Ada"}],
        "meetings": [words],
    }]


class Bodies:
    """Valid bodies, generated from the schemas."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def schema(self, target: str) -> dict[str, Any]:
        return self._document.resolved(self._document.messages[target]["payload"])

    def kinds(self, target: str, *, optional: bool = False) -> dict[str, str]:
        """The members that name objects, with the kinds of these."""
        schema = self.schema(target)
        found = {}
        for member in schema.get("properties", {}):
            kind = next((KINDS[key] for key in (
                (target, member), (target.split(".")[0], member), ("*", member)) if key in KINDS), "")
            is_named = member in schema.get("required", ()) or (target, member) in NAMED_ANYWAY
            if kind and (is_named or optional):
                found[member] = kind
        if target == "schedule.calendar":
            found["entries"] = "standup"
        if target == "teams.setMember":
            # Any person may become a member.
            found.pop("person")
        return found

    def body(self, target: str, objects: Objects, *, spare: str = "") -> dict[str, Any]:
        """A body that names these objects.

        Args:
            spare: a person who may become a member of a team.
        """
        schema, kinds = self.schema(target), self.kinds(target)
        given = _given(target, objects, spare)
        found: dict[str, Any] = {}
        for member, inner in schema.get("properties", {}).items():
            if member in given:
                found[member] = given[member]
            elif member in kinds:
                value = objects.value(kinds[member])
                found[member] = [value] if self._document.resolved(inner).get("type") == "array" else value
            elif member in schema.get("required", ()):
                found[member] = self.value(inner)
        return found

    def value(self, schema: dict[str, Any]) -> Any:
        """The simplest valid value."""
        schema = self._document.resolved(schema)
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema.get("type")
        if kind == "integer":
            return schema.get("minimum", 1)
        if kind == "boolean":
            return False
        if kind == "array":
            return [self.value(schema["items"]) for _ in range(schema.get("minItems", 0))]
        if kind == "string":
            return str(uuid.uuid4()) if "pattern" in schema else "x"
        return {name: self.value(schema["properties"][name]) for name in schema.get("required", ())}


def _given(target: str, objects: Objects, spare: str) -> dict[str, Any]:
    """Members whose values do not follow from the schema.

    Their texts have no team's mark, so that a reply that has one did not get it from the request.
    """
    mark = "sent"
    new = replace(unknown(), team=objects.team)
    file = json.dumps(imported(new, mark))
    identity = {"issuer": "https://login.example.com", "subject": str(uuid.uuid4())}
    return {
        "standups.create": {"title": f"{mark} new", "attendees": [{"name": f"{mark} Barbara"}]},
        "standups.edit": {"title": f"{mark} edited"},
        "standups.absent": {"untilMs": int(time.time() * 1000) + 86_400_000},
        "standups.findPerson": {"name": "Ada"}, "standups.forgetPerson": {"name": "Ada"},
        "standups.search": {"query": "periscope"}, "standups.meetingPart": {"part": 2},
        "standups.setRetention": {"days": 36_500},
        "standups.note": {"text": f"{mark} later"}, "standups.import": {"json": file},
        "standups.importPart": {"part": 2, "json": file}, "standups.importAll": {"parts": 1},
        "standups.discard": {"document": f"standups/{objects.standup}"},
        "standups.unreadable": {"document": f"standups/{objects.standup}"},
        # The line is as it was heard, so that the words that are expected do not matter.
        "meetings.correctLine": {"line": 0, "was": {"attendee": objects.attendee, "fromMs": 0, "text": mark}, "isHeard": True},
        "meetings.start": {"isRecorded": False}, "meetings.stats": WINDOW,
        "glossary.add": {"terms": [{"term": f"{mark} term"}]}, "glossary.remove": {"terms": [f"{mark} term"]},
        "schedule.set": {"rule": RULE, "breaks": [pause(mark)]},
        "schedule.calendar": {"entries": [{"subject": objects.standup, "title": mark, "durationMs": 60_000}]},
        "transcription.authorize": {"isGranted": True}, "transcription.audio": {"offset": 0},
        "transcription.dictate": {"id": f"dictation/{DICTATION}", "offset": 0, "audio": "AAA="},
        "timer.start": {"id": "load/leaks", "durationMs": 60_000, "speakers": 1},
        "timer.pause": {"id": "load/leaks"}, "timer.resume": {"id": "load/leaks"}, "timer.skip": {"id": "load/leaks"},
        "timer.cancel": {"id": "load/leaks"},
        "events.publish": {"events": [{"type": "test.hello", "subject": "world"}]}, "events.replay": {"after": 0},
        "teams.add": {"id": f"t{uuid.uuid4().hex[:8]}", "name": "new"}, "teams.setMember": {"person": spare},
        "teams.rename": {"name": f"{MARKS.get(objects.team, mark)} team"},
        "people.addIdentity": {"identity": identity}, "people.removeIdentity": {"identity": identity},
        "webhooks.add": {"url": "https://192.0.2.1/", "types": ["test.none"]},
        "webhooks.edit": {"types": ["test.none"]},
        "archive.documents": {"collection": "standups", "slot": 0}, "focus.start": {"title": "tea"}, "gateway.revoke": {"name": "none"},
        "tokens.add": {"role": "observer"},
        "persistence.backup": {"name": f"leaks-{uuid.uuid4().hex[:8]}"},
    }.get(target, {})
