"""Cells in the contract test."""

from __future__ import annotations

from contract.imitation import Imitation
from contract.postgresql import PostgreSQL
from contract.traffic import Message
from contract.world import World, eventually, key

EVERYTHING = {"version": 0, "slots": "0-1023", "others": []}
"""The share of an installation without other cells."""


def use(world: World) -> None:
    """A map of two cells in a real PostgreSQL, one of which gives away slots and gets them back."""
    tool = world.tool
    assert tool.do("cells.list") == {"version": 0, "cells": []}
    assert tool.do("cells.share") == EVERYTHING
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
                assert tool.do("meetings.listDiscarded")["elsewhere"] == [place]
                assert tool.do("standups.retention")["elsewhere"] == [place]
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
    world.services.start("cells")
    world.until_up("cells")
    assert tool.do("cells.share") == EVERYTHING


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
        if not isinstance(item, Message) or item.kind != "CMD":
            continue
        # Several decisions of a service travel together.
        commits = {"persistence.commit": [item.body], "persistence.commitBatch": item.body.get("commits", [])}
        for commit in commits.get(item.target, []):
            for change in commit["changes"]:
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
    # The service still checks that it has nothing left of the slot.
    eventually(lambda: tool.ask("cells.digests", {"slot": 1023}).code != "busy")
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


def imitate(world: World) -> None:
    """Slots sent to another cell, queried like the service does."""
    tool = world.tool
    world.services.stop("cells")
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
    assert tool.do("cells.share") == EVERYTHING
