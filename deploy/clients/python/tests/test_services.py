"""The package against the real services, which are killed during the tests."""

from __future__ import annotations

import asyncio
import threading
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import icalendar
import pytest
from meetings import PEOPLE, begin, journal, problems
from services import Services
from standups import (
    BEGINNING,
    AsyncClient,
    Client,
    CloudEvent,
    Conflict,
    Denied,
    Invalid,
    Item,
    NotFound,
    Snapshot,
)
from standups.errors import Compacted, Unroutable

pytestmark = pytest.mark.services


@pytest.fixture
def services() -> Iterator[Services]:
    with Services() as services:
        yield services


def test_a_focus(services: Services) -> None:
    with Client(services.endpoints) as client:
        assert client.focus.start("ann", "Report", duration_ms=4000)["isRunning"]
        with pytest.raises(Conflict):
            client.focus.set_title("ann", "Another")
        recorded = next(
            item
            for item in client.follow(types=["focus."], position=BEGINNING)
            if isinstance(item, CloudEvent) and item.type == "focus.itemRecorded"
        )
        item = recorded.data["item"]
        assert client.focus.items("ann") == {"items": [item], "total": 1}
        assert client.focus.item(item["id"])["seconds"] == 4
        assert not client.focus.get("ann")["isRunning"]
        client.focus.delete(item["id"])
        with pytest.raises(NotFound):
            client.focus.item(item["id"])


def test_a_schedule_and_its_calendar(services: Services) -> None:
    with Client(services.endpoints) as client:
        standup = client.standups.create("Täglich; mit, allen", duration_ms=900_000)["id"]
        holiday = "\r\n".join(
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:1"]
            + ["DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY", "END:VEVENT"]
            + ["END:VCALENDAR", ""]
        )
        schedule = client.schedule.set(
            standup,
            {"at": "09:30", "on": ["mon", "tue", "wed", "thu", "fri"], "zone": "Europe/Paris"},
            "start",
            remind_ms=600_000,
            holidays={"ics": holiday},
        )
        assert schedule["mode"] == "start" and len(schedule["next"]) == 5
        assert client.schedule.list()["total"] == 1
        assert client.schedule.next(standup, count=1)["times"] == schedule["next"][:1]
        entry = {"subject": standup, "title": "Täglich; mit, allen", "durationMs": 900_000}
        text = client.schedule.calendar([entry])["ics"]
        # The file as read by another implementation of RFC 5545.
        events: list[Any] = list(icalendar.Calendar.from_ical(text).walk("VEVENT"))
        (event,) = events
        assert event["summary"] == "Täglich; mit, allen" and event["uid"] == f"schedule-{standup}@standups"
        start = event["dtstart"].dt
        assert (start.hour, start.minute, start.tzinfo.key) == (9, 30, "Europe/Paris")
        assert event["rrule"]["BYDAY"] == ["MO", "TU", "WE", "TH", "FR"]
        assert event["duration"].dt == timedelta(minutes=15)
        client.schedule.remove(standup)
        with pytest.raises(NotFound):
            client.schedule.get(standup)


def test_a_whole_meeting(services: Services) -> None:
    with Client(services.endpoints) as client:
        follower = client.follow(types=["meeting."])
        first = next(follower)
        assert isinstance(first, Snapshot) and first.standups == ()
        standup = client.standups.create("Daily", PEOPLE, duration_ms=60_000)
        started = client.meetings.start(standup["id"], is_recorded=False)
        meeting = started["session"]["id"]
        with pytest.raises(Conflict) as caught:
            client.meetings.start(standup["id"], is_recorded=False)
        assert meeting in caught.value.message or meeting in caught.value.detail.values()
        assert client.meetings.get(meeting)["session"]["standup"]["title"] == "Daily"
        assert len(client.meetings.live()["meetings"]) == 1
        client.meetings.next(meeting)
        client.meetings.end(meeting)
        with pytest.raises(Conflict):
            client.meetings.answer(meeting, "allow")
        finished = client.meetings.answer(meeting, "saveAndEnd")["finished"]
        assert finished["id"] == meeting
        types = [next(follower) for _ in range(5)]
        assert [event.type for event in types if isinstance(event, CloudEvent)] == [
            "meeting.started",
            "meeting.speakerChanged",
            "meeting.alertPresented",
            "meeting.alertDismissed",
            "meeting.finished",
        ]
        got = client.standups.get(standup["id"])
        assert [one["id"] for one in got["meetings"]] == [meeting]
        assert client.standups.search("nothing")["total"] == 0
        assert client.standups.status()["standups"] == 1
        edited = client.standups.edit(standup["id"], title="Weekly")
        assert edited["title"] == "Weekly" and len(edited["attendees"]) == 3
        with pytest.raises(Conflict):
            client.standups.edit(standup["id"], title="Late", revision=standup["revision"])
        recoloured = client.standups.edit(standup["id"], theme="sky", revision=edited["revision"])
        assert recoloured["revision"] == edited["revision"] + 1
        text = client.standups.export()["json"]
        client.standups.delete_meeting(standup["id"], meeting)
        client.standups.delete(standup["id"])
        assert client.standups.list()["standups"] == []
        assert client.standups.import_(text)["created"]
        file = str(uuid.uuid4())
        assert client.standups.import_part(file, 1, text, existing="keep")["parts"] == 1
        assert client.standups.import_all(file, 1)["phase"] == "applying"
        while client.standups.import_progress(file)["phase"] != "done":
            pass
        assert client.standups.import_progress(file)["kept"] == 1
        late = client.follow(meeting=meeting, position=BEGINNING)
        again = [next(late) for _ in range(5)]
        assert [event.position for event in again] == [event.position for event in types]
        page = client.events.replay(0, types=["nothing.of.this"])
        assert (page["events"], page["hasMore"], page["resume"]) == ([], False, page["head"])
        assert client.router.health()["status"] == "ok"


def test_the_same_key_does_nothing_twice(services: Services) -> None:
    with Client(services.endpoints) as client:
        body = {"title": "Once"}
        first = client.command("standups.create", body, idempotency_key="k1")
        assert client.command("standups.create", body, idempotency_key="k1") == first
        assert len(client.standups.list()["standups"]) == 1


def test_refusals(services: Services) -> None:
    with Client(services.endpoints) as client:
        nobody = "00000000-0000-4000-8000-000000000000"
        with pytest.raises(NotFound):
            client.standups.get(nobody)
        with pytest.raises(Invalid):
            client.command("standups.get", {"id": 1})
        with pytest.raises(Unroutable):
            client.command("nothing.there")
        with pytest.raises(Invalid):
            client.events.replay(0, limit=1001)
        with pytest.raises(Invalid):
            client.events.replay(-1)
        with pytest.raises(Compacted):
            client.events.replay(0, epoch=nobody)


def test_ticks_are_heard_by_whoever_asks_for_them(services: Services) -> None:
    with Client(services.endpoints) as client:
        standup = client.standups.create("Daily", PEOPLE, duration_ms=60_000)
        ticks = client.follow(standup=standup["id"], ephemeral=True)
        assert isinstance(next(ticks), Snapshot)
        client.meetings.start(standup["id"], is_recorded=False)
        found = [next(ticks), next(ticks)]
        assert [item.type for item in found if isinstance(item, CloudEvent)] == [
            "meeting.started",
            "meeting.tick",
        ]


def test_a_countdown_of_a_tools_own(services: Services) -> None:
    with Client(services.endpoints) as client:
        ends = client.follow(types=["countdown.ended"])
        assert isinstance(next(ends), Snapshot)
        body = {"id": "tool/tea", "durationMs": 200, "speakers": 1}
        client.command("timer.start", body, key="tool/tea")
        event = next(ends)
        assert isinstance(event, CloudEvent) and event.subject == "tea"
        assert event.data == {"id": "tea", "elapsedMs": 200}
        with pytest.raises(Denied, match="tool/NAME"):
            client.command("timer.start", body)
        with pytest.raises(Denied):
            client.command("transcription.cancel", {"id": "meeting/m"}, key="meeting/m")


class Following(threading.Thread):
    """Follows in a separate thread until every meeting has ended."""

    def __init__(self, services: Services, view: dict[str, Any], is_async: bool) -> None:
        super().__init__(daemon=True)
        self.services = services
        self.view = view
        self.is_async = is_async
        self.got: list[CloudEvent] = []
        self.error: BaseException | None = None
        self.meetings: set[str] | None = None
        self._finished: set[str] = set()

    def run(self) -> None:
        try:
            if self.is_async:
                asyncio.run(self._follow_async())
            else:
                self._follow()
        except BaseException as error:  # noqa: BLE001  the test asks for it
            self.error = error

    def _follow(self) -> None:
        with Client(self.services.endpoints) as client:
            follower = client.follow(position=BEGINNING, **self.view)
            while not self._is_over():
                item = follower.next(0.2)
                if item is not None:
                    self._take(item)

    async def _follow_async(self) -> None:
        async with AsyncClient(self.services.endpoints) as client:
            follower = client.follow(position=BEGINNING, **self.view)
            while not self._is_over():
                try:
                    self._take(await asyncio.wait_for(follower.__anext__(), 0.2))
                except asyncio.TimeoutError:
                    continue

    def _take(self, item: Item) -> None:
        assert isinstance(item, CloudEvent), item
        self.got.append(item)
        if item.type == "meeting.finished":
            self._finished.add(item.subject)

    def _is_over(self) -> bool:
        return self.meetings is not None and self._finished >= self.meetings


def test_exactly_the_journal_while_router_and_persistence_die(services: Services) -> None:
    followings = [
        Following(services, {}, is_async=False),
        Following(services, {}, is_async=True),
        Following(services, {"types": ["meeting."]}, is_async=False),
        Following(services, {"types": ["meeting.finished"]}, is_async=True),
    ]
    for following in followings:
        following.start()

    def kill() -> None:
        for name in ("router", "persistence", "router", "persistence"):
            services.kill(name)

    killing = threading.Thread(target=kill)

    async def run() -> list[str]:
        starting = asyncio.ensure_future(begin(services.endpoints, 20, 8000))
        killing.start()
        return await starting

    meetings = asyncio.run(run())
    for following in followings:
        following.meetings = set(meetings)
    killing.join()
    for following in followings:
        following.join(90)
        assert following.error is None, (following.view, following.error)
        assert not following.is_alive(), (following.view, services.log())
    with Client(services.endpoints) as client:
        whole = journal(client)
    assert problems(whole, meetings) == []
    for following in followings:
        raw = [dict(event.raw) for event in following.got]
        beginnings = tuple(following.view.get("types", [""]))
        wanted = [event for event in whole if event["type"].startswith(beginnings)]
        assert raw == wanted[: len(raw)] and len(raw) >= len(meetings), following.view


def test_what_cannot_be_asked_is_refused_with_a_reason(services: Services) -> None:
    with Client(services.endpoints) as client:
        heads = client.events.heads()
        with pytest.raises(Invalid, match="ends at"):
            client.events.replay(heads["head"] + 1000)
        with pytest.raises(Compacted):
            client.events.replay(0, epoch="another")
        for types in ([""], ["a..b"], ["me/eting"]):
            with pytest.raises(Invalid):
                client.events.replay(0, types=types)
        with pytest.raises(Invalid):
            client.events.replay(0, standup="")
        with pytest.raises(Denied, match="ends with /") as caught:
            client.subscribe(["m/1"])
        assert caught.value.detail["topics"] == ["m/1"]


def test_published_events_are_followed_and_traced(services: Services) -> None:
    with Client(services.endpoints) as client:
        follower = client.follow(types=["test.hello"])
        assert isinstance(next(follower), Snapshot)
        published = client.events.publish([{"type": "test.hello", "subject": "world", "data": {"a": 1}}])["events"][0]
        event = next(follower)
        assert isinstance(event, CloudEvent)
        assert (event.id, event.sequence, event.data) == (published["id"], published["sequence"], {"a": 1})
        trace = client.router.trace(event.id)
        assert trace["correlation"] == event.correlation
        targets = [message["target"] for message in trace["messages"]]
        assert targets == ["events.publish", "persistence.commit"]
        assert [one["id"] for one in trace["events"]] == [event.id]
        assert trace["messages"][1]["id"] == event.causation
        latest = client.router.traces(target="events.publish")["traces"]
        assert [one["correlation"] for one in latest] == [event.correlation]
        with pytest.raises(Invalid):
            client.events.publish([{"type": "meeting.finished", "subject": "x"}])
        with pytest.raises(NotFound):
            client.router.trace("00000000-0000-4000-8000-000000000000")
