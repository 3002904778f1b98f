"""The bridge in the contract test."""

from __future__ import annotations

from contract.nats import NATS
from contract.world import World, eventually


def use(world: World) -> None:
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
