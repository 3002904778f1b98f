"""The timer in the contract test."""

from __future__ import annotations

from contract.world import World, key, of_meeting

THEIRS = {"egg"}
"""Words of the countdowns' own events."""


def use(world: World) -> None:
    """The timer alone, for a tool."""
    tool, since = world.tool, len(world.log)
    egg, fig, plum = "tool/egg", "tool/fig", "tool/plum"
    tool.refuse("unroutable", "timer.boil")
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
