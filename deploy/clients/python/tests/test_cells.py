"""Standups shared by several cells: both clients against two scripted routers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from fake_router import FakeRouter
from postgres import PostgreSQL
from services import Services
from standups import AsyncClient, Client, CloudEvent, Moved
from standups.codec import Message
from standups.core.cells import PAUSE, Places, Way, slots
from standups.core.cells import slot as slot_of
from standups.core.commands import Request

HERE = str(UUID(int=5))
THERE = str(UUID(int=700))


def moved(router: str) -> Moved:
    return Moved("It is elsewhere.", detail={"router": router})


class TwoCells:
    """The first has slots 0 to 511, the second the others."""

    def __init__(self, first: FakeRouter, second: FakeRouter, place: str) -> None:
        self.first, self.second, self.place = first, second, place
        first.script = lambda message: self.answer(message, 0)
        second.script = lambda message: self.answer(message, 1)

    def answer(self, message: Message, cell: int) -> dict[str, Any] | Moved:
        body = message.body
        elsewhere = [{"router": self.place, "slots": "512-1023"}]
        mine = {"standup": {"id": (HERE, THERE)[cell], "title": ("beta", "Alpha")[cell]}}
        if message.target == "standups.list":
            if cell == 0 and "after" not in body:
                return {"standups": [mine], "next": "x"}
            if cell == 0:
                return {"standups": [], "elsewhere": elsewhere}
            return {"standups": [mine]}
        if message.target == "standups.search":
            hits = [{"standup": f"{cell}{number}"} for number in range(2)]
            return {"hits": hits, "total": 7} | ({"elsewhere": elsewhere} if cell == 0 else {})
        if message.target == "meetings.live":
            return {"meetings": [{"elapsedMs": cell}]} | (
                {"elsewhere": elsewhere} if cell == 0 else {}
            )
        number = slot_of(Request(message.target, body))
        if cell == 0 and number is not None and number > 511:
            return moved(self.place)
        return {"cell": cell}


@pytest.fixture
def cells(tmp_path: Path) -> Iterator[TwoCells]:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    with FakeRouter(str(tmp_path / "a")) as first, FakeRouter(str(tmp_path / "b")) as second:
        yield TwoCells(first, second, str(tmp_path / "b"))


def targets(router: FakeRouter) -> list[str]:
    return [message.target for message in router.received if message.kind == "CMD"]


def test_a_command_goes_where_the_standup_is(cells: TwoCells) -> None:
    with Client(cells.first.endpoints) as client:
        assert client.standups.edit(HERE, "Title") == {"cell": 0}
        assert client.standups.edit(THERE, "Title") == {"cell": 1}
        first, second = cells.first.received[-1], cells.second.received[-1]
        assert first.header["idem"] == second.header["idem"] and first.body == second.body
        # The cell is remembered for the standup's meetings, too.
        assert client.meetings.start(THERE) == {"cell": 1}
        assert client.at(THERE).standups.get(THERE) == {"cell": 1}
        assert client.at(HERE) is client
    assert targets(cells.first) == ["standups.edit", "standups.edit", "standups.get"]
    assert targets(cells.second)[:2] == ["standups.edit", "meetings.start"]


def test_all_cells_are_asked(cells: TwoCells) -> None:
    with Client(cells.first.endpoints) as client:
        titles = [row["standup"]["title"] for row in client.all_standups()]
        assert titles == ["Alpha", "beta"]
        assert [one["elapsedMs"] for one in client.all_live()] == [0, 1]
        found = client.search_all("x", limit=3)
        assert [hit["standup"] for hit in found["hits"]] == ["00", "10", "01"]
        assert found["total"] == 14
        # The reported place of the slot is remembered.
        assert client.standups.get(THERE) == {"cell": 1}
    assert "standups.get" not in targets(cells.first)


def test_with_asyncio(cells: TwoCells) -> None:
    async def run() -> None:
        async with AsyncClient(cells.first.endpoints) as client:
            assert await client.standups.edit(THERE, "Title") == {"cell": 1}
            assert await client.meetings.start(THERE) == {"cell": 1}
            rows = await client.all_standups()
            assert [row["standup"]["title"] for row in rows] == ["Alpha", "beta"]
            assert [one["elapsedMs"] for one in await client.all_live()] == [0, 1]
            assert (await client.search_all("x"))["total"] == 14
            assert await (await client.at(THERE)).standups.get(THERE) == {"cell": 1}
            assert await client.at(HERE) is client

    asyncio.run(run())


def test_nobody_is_sent_round_for_ever(
    cells: TwoCells, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("standups.core.cells.PAUSE", 0.0)
    cells.first.script = lambda message: moved(cells.place)
    cells.second.script = lambda message: moved(cells.place)
    with Client(cells.first.endpoints) as client, pytest.raises(Moved) as caught:
        client.standups.get(THERE)
    assert caught.value.router == cells.place
    assert len(targets(cells.first)) + len(targets(cells.second)) == 6


def test_what_was_just_given_away_is_waited_for(
    cells: TwoCells, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("standups.core.cells.PAUSE", 0.01)

    def second(message: Message) -> dict[str, Any] | Moved:
        return {"cell": 1} if len(targets(cells.second)) > 2 else moved(cells.place)

    cells.second.script = second
    with Client(cells.first.endpoints) as client:
        assert client.standups.get(THERE) == {"cell": 1}

    async def run() -> None:
        cells.second.received.clear()
        async with AsyncClient(cells.first.endpoints) as client:
            assert await client.standups.get(THERE) == {"cell": 1}

    asyncio.run(run())


def test_a_pause_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    way = Way()
    assert way.pause("a", time.monotonic() + 60) == 0.0
    assert way.pause("a", time.monotonic() + 60) == PAUSE
    assert way.pause("a", time.monotonic() - 1) == 0.0


def test_a_router_that_is_not_named_is_not_gone_to(cells: TwoCells) -> None:
    cells.first.script = lambda message: Moved("It is elsewhere.")
    with Client(cells.first.endpoints) as client, pytest.raises(Moved):
        client.standups.get(THERE)


@pytest.mark.parametrize(
    ("target", "body", "expected"),
    [
        ("standups.get", {"id": THERE}, 700),
        ("standups.create", {}, None),
        ("standups.create", {"id": str(UUID(int=1024))}, 0),
        ("standups.deleteMeeting", {"standup": HERE, "meeting": THERE}, 5),
        ("meetings.start", {"standup": HERE}, 5),
        ("meetings.next", {"id": HERE, "from": 1}, 5),
        ("schedule.set", {"subject": HERE}, 5),
        ("schedule.set", {"subject": "somebody"}, None),
        ("focus.item", {"id": HERE}, None),
        ("standups.get", {"id": 5}, None),
    ],
)
def test_the_slot_of_a_command(target: str, body: dict[str, Any], expected: int | None) -> None:
    assert slot_of(Request(target, body)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0-2,700", [0, 1, 2, 700]),
        ("", []),
        ("1022-99999999999", [1022, 1023]),
        ("x,3-y,-1,2-", [2]),
        ("5-4", []),
    ],
)
def test_slots_are_ranges_and_numbers(text: str, expected: list[int]) -> None:
    assert list(slots(text)) == expected


def test_places_that_make_no_sense_are_passed_over() -> None:
    reply: dict[str, Any] = {
        "elsewhere": [{"router": 5, "slots": "1"}, "x", {"router": "tcp://b"}, {"router": "", "slots": "1"}]
    }
    assert Places().elsewhere(reply) == []
    assert Places().elsewhere({"elsewhere": {}}) == []


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "it did not become so within a minute"
        time.sleep(0.05)


@pytest.mark.services
@pytest.mark.skipif(PostgreSQL.programs() is None, reason="PostgreSQL is not installed; scripts/setup gets it.")
def test_two_real_cells() -> None:
    with PostgreSQL() as server:
        settings = [
            {"STANDUPS_CELL": name, "STANDUPS_CELLS": server.address, "STANDUPS_ENGINE": "none"}
            for name in ("north", "south")
        ]
        with Services(settings[0]) as north, Services(settings[1]) as south, Client(north.endpoints) as client:
            for name, services in (("north", north), ("south", south)):
                client.cells.add(name, f"{services.directory}/run")
            here = client.standups.create("Here", ["Ann"], 60_000, id=HERE)
            there = client.standups.create("There", ["Bob"], 3000, id=THERE)
            client.cells.move("512-1023", "south")
            until(lambda: not client.cells.list().get("moves"))

            edited = client.standups.edit(there["id"], "There now")
            assert edited["title"] == "There now"
            assert [row["standup"]["title"] for row in client.all_standups()] == ["Here", "There now"]
            assert [row["standup"]["id"] for row in client.standups.list()["standups"]] == [here["id"]]
            at = client.at(THERE)
            assert at is not client and client.at(HERE) is client
            follower = at.follow(standup=THERE)
            next(follower)
            session = client.meetings.start(THERE, is_recorded=False)["session"]
            assert [one["session"]["id"] for one in client.all_live()] == [session["id"]]
            for event in follower:
                if isinstance(event, CloudEvent) and event.type == "meeting.finished":
                    assert event.subject == session["id"]
                    break
            assert client.standups.get(THERE)["summary"]["meetings"] == 1

            async def run() -> None:
                async with AsyncClient(north.endpoints) as other:
                    assert (await other.standups.edit(THERE, "Again"))["title"] == "Again"
                    titles = [row["standup"]["title"] for row in await other.all_standups()]
                    assert titles == ["Again", "Here"]

            asyncio.run(run())
