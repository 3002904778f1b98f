"""Runs the parts of the scenario, which together provoke everything that can be provoked."""

from __future__ import annotations

import signal
from pathlib import Path
from types import ModuleType

import zmq

from . import bounds, web
from .document import Document
from .parts import load
from .services import CHILDREN, NAMES, Services
from .traffic import Event, Log, Message
from .world import World, eventually

PHASES = ("use", "imitate", "read", "stop")
"""Functions that a part may define, in the order in which they run; see the README."""


def parts() -> list[ModuleType]:
    """The parts of the scenario, `Tests/FEATURE/contract.py`, in the order of the catalog."""
    return [*load("contract").values()]


def theirs(parts: list[ModuleType]) -> set[str]:
    """The parts' own types, services and delegate messages, which the document does not have."""
    return set().union(*(getattr(part, "THEIRS", ()) for part in parts))


def run(
    context: zmq.Context, log: Log, document: Document, parts: list[ModuleType], binaries: Path, directory: Path,
    engine: Path | None, audio: Path,
) -> None:
    """Runs all parts, and stops what it started.

    Args:
        engine: directory of the speech engine; without it nothing is recognised.
        audio: a recording, 16 kHz mono.
    Raises:
        Exception: an unexpected result; its notes have the ends of the services' logs.
    """
    first = Services(binaries, directory / "first", engine)
    second = Services(binaries, directory / "second", None)
    try:
        with World(context, log, first, audio, has_engine=engine is not None) as world:
            _first(world, document, parts)
        with World(context, log, second, audio, has_engine=False) as world:
            _second(world, parts)
    except BaseException as error:
        error.add_note(first.complaints() + "\n" + second.complaints())
        raise
    finally:
        first.kill_all()
        second.kill_all()


def _first(world: World, document: Document, parts: list[ModuleType]) -> None:
    services, tool = world.services, world.tool
    for name in NAMES:
        services.start(name, engine=False)
    world.until_up(*CHILDREN)
    head = world.log.wait(
        "the confirmation of the subscriptions",
        lambda item: isinstance(item, Event) and item.topic.startswith("~/") and item)
    assert head.topic == f"~/{world.listener.nonce}"
    assert tool.do("router.health")["status"] == "ok"

    # First, because a scheduled time that comes while the router is killed is announced in the journal only.
    _deaths(world, parts)
    for phase in PHASES:
        if phase == "stop":
            bounds.check(world, document)
            web.check(world)
        for part in parts:
            if hasattr(part, phase):
                getattr(part, phase)(world)
    services.kill_all()


def _deaths(world: World, parts: list[ModuleType]) -> None:
    """The timer is killed during the work of the features, then standups, then the router; all are restarted."""
    services, tool, since = world.services, world.tool, len(world.log)
    work = [part.survive(world) for part in parts if hasattr(part, "survive")]
    identities = [next(one) for one in work]
    services.stop("timer", signal.SIGKILL)
    world.proxy.drop("timer")
    world.event("service.lost", since, subject="timer")
    services.start("timer")
    world.until_up("timer")
    world.delegate("timer.countdownsRequested", since)
    for identity in identities:
        eventually(lambda identity=identity: tool.ask("timer.get", {"id": identity}, key=identity).kind == "FIN")
    created = tool.do("standups.create", {"title": "Before"}, idem="before")
    services.stop("standups", signal.SIGKILL)
    world.proxy.drop("standups")
    world.event("service.lost", since, subject="standups")
    # A service that starts meanwhile is notified that the other's work is unknown.
    for name, answer in (("timer", "countdowns"), ("transcription", "streams")):
        begun = len(world.log)
        services.stop(name)
        services.start(name, engine=False)
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
    for one in work:
        next(one, None)


def _second(world: World, parts: list[ModuleType]) -> None:
    """The services start with an unreadable database."""
    (world.services.data / "standups.db").write_bytes(b"This is no database." * 500)
    for name in NAMES:
        world.services.start(name, engine=False)
    world.until_up(*CHILDREN)
    for part in parts:
        if hasattr(part, "recover"):
            part.recover(world)
    world.services.stop_all()
