"""Realistic faults. Each one happens a second into a meeting."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import zmq
from standups import Client
from standups._sockets import connect_commands

from .bus import Access, Health, Watcher, Writer, instances
from .meetings import begin, expect_whole
from .project import SERVICES, Project
from .report import Row
from .shell import Failed, run, say, until

#: Maximum time until health is green again after the end of the cause, in seconds.
GREEN_WITHIN = 15


@dataclass
class Scene:
    """Everything that a fault needs: the system and its external observers."""

    project: Project
    access: Access
    client: Client
    watcher: Watcher
    writer: Writer
    health: Health


@dataclass
class Fault:
    """A fault and its expected effects."""

    name: str
    #: Duration of the concurrent meetings, which end after recovery.
    meeting_seconds: float
    #: Causes the fault; returns the time when the cause ended, on the monotonic clock.
    inflict: Callable[[Scene], float]
    #: Services that have different instances afterwards.
    replaced: tuple[str, ...] = ()
    #: True if concurrent writes may be rejected as retryable.
    may_refuse: bool = False
    #: True if the fault must be visible from outside: it lasts longer than the 3 s after which an instance is
    #: reported missing.
    must_show: bool = False
    meetings: int = 2


def happen(fault: Fault, scene: Scene) -> Row:
    """Causes a fault, and checks all conditions that must hold afterwards."""
    until(lambda: scene.health.is_green, 30, f"green before “{fault.name}”")
    before = {name: instances(scene.client, name) for name in fault.replaced if name != "router"}
    since = scene.client.router.health()["since"]
    errors = len(scene.writer.errors)
    meetings = [begin(scene.client, f"{fault.name} {number}", fault.meeting_seconds)
                for number in range(fault.meetings)]
    time.sleep(1)

    began = time.monotonic()
    gone = fault.inflict(scene)
    for name in fault.replaced:
        if name == "router":
            until(lambda: _router_since(scene) not in (since, None), 30, "another run of the router")
        else:
            until(lambda name=name: _is_replaced(scene, name, before[name]), 30, f"another {name}")
    until(lambda: scene.health.is_green, 60, f"green after “{fault.name}”")
    # Green ten times in a row, not just for a moment between two failures.
    until(lambda: scene.health.is_green
          and time.monotonic() - max(scene.health.last_green(), gone) > 1, 60, "green for a second")
    green = max(scene.health.last_green() - gone, 0)
    red = scene.health.first_red(began)
    scene.project.wait_healthy(seconds=40)

    if green > GREEN_WITHIN:
        raise Failed(f"green only {green:.1f} s after the cause was gone")
    if fault.must_show and red is None:
        raise Failed("outside nobody saw it")
    if len(scene.writer.errors) > errors and not fault.may_refuse:
        raise Failed(f"a client was told: {scene.writer.errors[errors][1]}")
    off = [expect_whole(scene.client, scene.watcher, meeting) for meeting in meetings]
    return Row(
        fault.name,
        red=None if red is None else red - began,
        recovered=green,
        unwell=0 if red is None else scene.health.last_green() - red,
        off=max(off, key=abs),
        refused=len(scene.writer.errors) - errors,
    )


def _router_since(scene: Scene) -> str | None:
    try:
        return scene.client.command("router.health", changes=False, timeout=1)["since"]
    except Exception:  # noqa: BLE001  it is unavailable, as expected
        return None


def _is_replaced(scene: Scene, name: str, before: set[str]) -> bool:
    now = instances(scene.client, name)
    return bool(now) and not now & before


def _kill(service: str) -> Callable[[Scene], float]:
    def inflict(scene: Scene) -> float:
        for container in scene.project.containers(service):
            scene.project.kill_process(container)
        return time.monotonic()

    return inflict


def _stop_and_start(service: str) -> Callable[[Scene], float]:
    def inflict(scene: Scene) -> float:
        container = scene.project.container(service)
        run(["docker", "stop", "--time", "10", container])
        code = scene.project.state(container)["ExitCode"]
        if code != 0:
            raise Failed(f"{service} stopped with {code} instead of 0")
        run(["docker", "start", container])
        return time.monotonic()

    return inflict


def _replace(service: str) -> Callable[[Scene], float]:
    def inflict(scene: Scene) -> float:
        scene.project.compose("up", "-d", "--no-deps", "--no-build", "--force-recreate", service)
        return time.monotonic()

    return inflict


def _pause(service: str, seconds: float) -> Callable[[Scene], float]:
    def inflict(scene: Scene) -> float:
        container = scene.project.container(service)
        run(["docker", "pause", container])
        time.sleep(seconds)
        run(["docker", "unpause", container])
        return time.monotonic()

    return inflict


def _cut_off(service: str, seconds: float) -> Callable[[Scene], float]:
    """Disconnects a service from the network, and reconnects it with another address: its old one has been
    reassigned."""

    def inflict(scene: Scene) -> float:
        project = scene.project
        container, network = project.container(service), project.network()
        old = project.address(container)
        run(["docker", "network", "disconnect", network, container])
        squatter = run(["docker", "run", "--detach", "--rm", "--network", network]
                       + ["debian:bookworm-slim", "sleep", "300"]).stdout.strip()
        try:
            time.sleep(seconds)
            run(["docker", "network", "connect", "--alias", service, network, container])
            if project.address(container) in ("", old):
                raise Failed(f"{service} has its old address {old}; this shows nothing")
        finally:
            run(["docker", "rm", "--force", squatter], check=False)
        return time.monotonic()

    return inflict


def _everything_at_once(scene: Scene) -> float:
    containers = [one for service in SERVICES for one in scene.project.containers(service)]
    run(["docker", "restart", "--time", "10", *containers])
    return time.monotonic()


def _kill_everything(scene: Scene) -> float:
    for service in SERVICES:
        for container in scene.project.containers(service):
            scene.project.kill_process(container)
    return time.monotonic()


@contextmanager
def _messages_without_end(scene: Scene) -> Iterator[None]:
    """Sends messages of 300 frames on eight connections, which no router accepts as a whole."""
    frame = bytes(1 << 20)
    with zmq.Context() as context:
        sockets = [context.socket(zmq.DEALER) for _ in range(8)]
        for socket in sockets:
            connect_commands(socket, scene.project.commands, scene.access.keys)
            socket.send_multipart([frame] * 300, copy=False)
        yield
        for socket in sockets:
            socket.close()


def _endless_messages(scene: Scene) -> float:
    """Sends messages whose frames do not end: the router closes their connections, within its memory limit."""
    container = scene.project.container("router")
    pid = scene.project.state(container)["Pid"]
    with _messages_without_end(scene):
        time.sleep(10)
    if scene.project.state(container)["Pid"] != pid:
        raise Failed("the router has ended")
    return time.monotonic()


def _out_of_memory(scene: Scene) -> float:
    """Limits the router's memory until the kernel kills its process; Docker's restart policy does the rest."""
    container = scene.project.container("router")

    def inspect(what: str) -> int:
        return int(run(["docker", "inspect", "-f", f"{{{{.{what}}}}}", container]).stdout)

    def limit(size: str) -> bool:
        return run(["docker", "update", "--memory", size, "--memory-swap", size, container], check=False).returncode == 0

    def used() -> int:
        """The memory in use, in MiB."""
        usage = run(["docker", "stats", "--no-stream", "--format", "{{.MemUsage}}", container]).stdout
        return int(float(re.match(r"([0-9.]+)MiB", usage)[1]))

    def until_killed() -> None:
        until(lambda: inspect("RestartCount") > restarts, 60, "the router was killed because it ran out of memory")

    before, restarts = str(inspect("HostConfig.Memory")), inspect("RestartCount")
    try:
        if limit("8m"):
            until_killed()
        else:
            # Version 1 of cgroups does not lower the limit below the memory in use, so messages use up the rest.
            if not any(limit(f"{used() + spare}m") for spare in (4, 8, 16)):
                raise Failed("Docker does not limit memory here")
            with _messages_without_end(scene):
                until_killed()
    finally:
        until(lambda: limit(before), 30, "the former limit")
    return time.monotonic()


def all_faults() -> list[Fault]:
    """The faults, in the order of the table."""
    faults = [Fault(f"{name}: process killed", 8, _kill(name), (name,)) for name in SERVICES]
    faults += [Fault(f"{name}: stopped, started", 9, _stop_and_start(name), (name,))
               for name in SERVICES]
    faults += [Fault(f"{name}: replaced by compose", 9, _replace(name), (name,))
               for name in SERVICES]
    faults += [
        Fault("timer: paused for 10 s", 16, _pause("timer", 10), must_show=True),
        Fault("persistence: paused for 10 s", 16, _pause("persistence", 10), may_refuse=True,
              must_show=True),
        Fault("timer: cut off for 10 s, new address", 18, _cut_off("timer", 10), must_show=True),
        Fault("router: cut off for 10 s, new address", 18, _cut_off("router", 10),
              may_refuse=True, must_show=True),
        Fault("router: messages without an end", 16, _endless_messages),
        Fault("router: out of memory", 16, _out_of_memory, ("router",), may_refuse=True),
        Fault("everything restarted at once", 16, _everything_at_once, SERVICES, may_refuse=True),
        Fault("everything killed at once", 12, _kill_everything, SERVICES, may_refuse=True),
    ]
    return faults


def inflict_all(scene: Scene, only: str | None) -> list[Row]:
    """Causes one fault after another; continues after failures."""
    rows = []
    for fault in all_faults():
        if only is not None and only not in fault.name:
            continue
        try:
            row = happen(fault, scene)
        except Failed as error:
            row = Row(fault.name, failure=str(error))
        rows.append(row)
        say(f"  {row.text()}")
    if not rows and only != "full":
        raise Failed(f"no fault's name holds “{only}”")
    return rows
