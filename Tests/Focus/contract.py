"""Focus in the contract test."""

from __future__ import annotations

from collections.abc import Iterator

from contract.world import World, key


def survive(world: World) -> Iterator[str]:
    """A person's focus, which is forgotten afterwards, so that the list of items has only those of `use`."""
    tool = world.tool
    tool.do("focus.start", {"person": "Edsger", "title": "Think"})
    yield "focus/Edsger"
    assert tool.do("focus.stop", {"person": "Edsger"})["focus"]["isRunning"] is False
    tool.do("focus.forget", {"person": "Edsger"}, idem=key())


def use(world: World) -> None:
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
