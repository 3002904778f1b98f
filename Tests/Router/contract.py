"""The router in the contract test."""

from __future__ import annotations

import json
import time
from typing import Any

import zmq
from contract.client import Client
from contract.imitation import Imitation
from contract.traffic import Event
from contract.world import FROM_THE_APPS, World, key, nested

THEIRS = {"test", "com", "kettle", "sloth"}
"""Words of targets and events that no service has, and the name of an imitated service."""


def use(world: World) -> None:
    malformed(world)
    world.tool.refuse("unroutable", "kettle.boil")
    world.tool.refuse("expired", "router.health", deadline=1)


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


def read(world: World) -> None:
    """Queries of subscribers and operators."""
    tool = world.tool
    heads = tool.do("events.heads")
    assert confirmed(world) == heads["epoch"]
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
    assert not tool.do("events.replay", {"after": 0, "by": "tool/unknown"})["events"]
    assert tool.do("events.replay", {"after": 0, "teams": ["web"], "limit": 1})["events"]
    tool.refuse("compacted", "events.replay", {"after": 0, "epoch": "another"})
    tool.refuse("invalid", "events.replay", {"after": 0, "limit": 0})
    tool.refuse("invalid", "events.replay", {"after": heads["head"] + 1000})
    tool.refuse("invalid", "events.replay", {"after": 0, "types": ["a..b"]})
    tracing(world, publishing(world))
    assert tool.do("router.whoami") == {}, "the user of the machine needs no key, and sees all teams"
    page = tool.do("router.services", {"limit": 1})
    assert len(tool.do("router.services", {"after": page["next"]})["services"]) > 1
    tool.refuse("invalid", "router.services", {"after": "x"})
    page = tool.do("router.connections", {"limit": 1})
    rest = tool.do("router.connections", {"after": page["next"]})["connections"]
    assert {"commands", "events"} == {one["kind"] for one in page["connections"] + rest}
    tool.refuse("invalid", "router.connections", {"after": "x"})
    tool.do("router.bindings")
    tool.do("router.health")


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


def stop(world: World) -> None:
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
