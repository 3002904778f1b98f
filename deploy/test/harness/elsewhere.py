"""A service that moves to another host during meetings."""

from __future__ import annotations

import os
import time

from .bus import instances
from .faults import Scene
from .meetings import begin, expect_whole
from .project import Project
from .report import Row
from .shell import Failed, run, until


def name(service: str) -> str:
    return f"{service}: moved to another host and back"


def move(scene: Scene, service: str) -> Row:
    """Follows docs/how-to/move-a-service.md: starts it there, stops it here; with only the address and the key."""
    project, client = scene.project, scene.client
    errors = len(scene.writer.errors)
    here = instances(client, service)
    meetings = [begin(client, f"Moving {service} {number}", 12) for number in range(2)]
    container = _start(project, service)
    try:
        until(lambda: len(instances(client, service)) == 2, 30, f"a second {service}, from elsewhere")
        project.compose("stop", service)
        stopped = time.monotonic()
        until(lambda: instances(client, service) and not instances(client, service) & here, 20,
              f"only the {service} elsewhere")
        until(lambda: scene.health.is_green, 20, "green with it")
        took = time.monotonic() - stopped
        off = [expect_whole(client, scene.watcher, meeting) for meeting in meetings]
        project.compose("up", "-d", "--no-deps", "--no-build", service)
        until(lambda: len(instances(client, service)) == 2, 30, f"the {service} here again")
        run(["docker", "stop", "--time", "10", container])
        code = project.state(container)["ExitCode"]
        if code != 0:
            raise Failed(f"the {service} elsewhere stopped with {code}")
        until(lambda: len(instances(client, service)) == 1, 20, f"one {service}")
    finally:
        run(["docker", "rm", "--force", "--volumes", container], check=False)
    project.wait_healthy()
    if len(scene.writer.errors) > errors:
        raise Failed(f"a client was told: {scene.writer.errors[errors][1]}")
    return Row(name(service), recovered=took, off=max(off, key=abs))


def _start(project: Project, service: str) -> str:
    """Outside the project's networks: it finds the router at its published ports."""
    user = os.geteuid()
    return run(
        ["docker", "run", "--detach", "--network", "host", "--read-only", "--cap-drop", "ALL"]
        + ["--security-opt", "no-new-privileges", "--user", f"{user}:{os.getegid()}"]
        + ["--tmpfs", f"/run/standups:uid={user},mode=0700"]
        + ["--volume", f"{project.keys(service)}:/key:ro"]
        + ["--env", f"STANDUPS_KEY=/key/{service}.key_secret"]
        + ["--env", f"STANDUPS_COMMANDS={project.commands}"]
        + ["--env", f"STANDUPS_EVENTS={project.events}"]
        + ["--env", f"STANDUPS_INGEST={project.ingest}"]
        # The host's own ports are not available to tests.
        + ["--env", "STANDUPS_HTTP="]
        + [f"standups-{service}:{project.tag}"]).stdout.strip()
