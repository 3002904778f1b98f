"""The data volume is full for ten seconds, in the middle of a meeting."""

from __future__ import annotations

import time

from standups import StandupsError

from .bus import Access, Watcher, Writer, expect_everything_kept
from .meetings import begin, expect_whole
from .project import ROOT, Project
from .report import Row
from .shell import Failed, run, until

NAME = "the data volume is full for 10 s"
SERVICES = ("router", "standups", "timer", "persistence")


def fill(tag: str, name: str) -> Row:
    """In a project of its own, as it takes a small volume."""
    project = Project(name, tag, [ROOT / "deploy/test/small-volume.yml"])
    try:
        # Holds the volume, which is memory, while persistence is replaced; and fills it.
        project.compose("up", "-d", "--no-build", *SERVICES)
        holder = run(["docker", "run", "--detach", "--rm", "--volume", f"{name}_data:/data"]
                     + ["debian:bookworm-slim", "sleep", "600"]).stdout.strip()
        try:
            project.wait_healthy(SERVICES)
            return _fill(project, holder)
        finally:
            run(["docker", "rm", "--force", holder], check=False)
    finally:
        project.down()


def _fill(project: Project, holder: str) -> Row:
    access = Access(project)
    watcher, writer = Watcher(access).start(), Writer(access).start()
    persistence = project.container("persistence")
    started = project.state(persistence)["StartedAt"]
    with access.client() as client:
        meeting = begin(client, "While it is full", 40)
        time.sleep(1)
        began = time.monotonic()
        run(["docker", "exec", holder, "bash", "-c", "cat /dev/zero >/data/ballast"], check=False)
        until(lambda: writer.errors, 25, "a write is refused")
        try:
            client.standups.create("Too much", ["Ann"])
            raise Failed("a standup was acknowledged though the volume was full")
        except StandupsError as error:
            if error.code != "unavailable":
                raise Failed(f"a full volume was reported as {error.code}: {error}") from error
        until(lambda: project.health(persistence) == "unhealthy", 30, "persistence unhealthy")
        red = time.monotonic() - began
        time.sleep(max(0, 10 - red))
        run(["docker", "exec", holder, "rm", "/data/ballast"])
        freed = time.monotonic()
        refused = len(writer.errors)
        until(lambda: project.health(persistence) == "healthy", 30, "persistence healthy again")
        green = time.monotonic() - freed
        off = expect_whole(client, watcher, meeting, 60)
    writer.stop()
    if project.state(persistence)["StartedAt"] != started:
        raise Failed("persistence was started anew; a full volume is no reason to die")
    expect_everything_kept(access, watcher, writer)
    watcher.stop()
    return Row(NAME, red=red, recovered=green, unwell=freed - began - red + green, off=off, refused=refused)
