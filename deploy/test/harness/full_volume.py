"""The data volume is full for a while during a meeting."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from standups import Client

from .bus import Access, Watcher, Writer, expect_everything_kept
from .meetings import begin, expect_whole
from .project import ROOT, SERVICES, Project
from .report import Row
from .shell import Failed, run, until

NAME = "the data volume is full"


def fill(tag: str, name: str, compose: Sequence[str]) -> Row:
    """Uses a separate project, as it takes a small volume; its keys are passed as compose secrets."""
    files = [ROOT / "deploy/secrets.yml", ROOT / "deploy/test/small-volume.yml"]
    with tempfile.TemporaryDirectory(prefix="standups-") as folder:
        keys = _make_keys(tag, Path(folder))
        try:
            return _in_project(Project(name, tag, files=files, compose=compose, keys=keys))
        finally:
            run(["docker", "run", "--rm", "--volume", f"{folder}:/folder", "debian:bookworm-slim"]
                + ["rm", "-rf", "/folder/keys"], check=False)


def _make_keys(tag: str, folder: Path) -> Path:
    """Follows deploy/secrets.yml; user 10001 is that of the containers."""
    run(["docker", "run", "--rm", "--user", "0", "--volume", f"{folder}:/made"]
        + [f"standups-cli:{tag}", "keys", "init", "--directory", "/made/keys"])
    run(["docker", "run", "--rm", "--volume", f"{folder}:/made", "debian:bookworm-slim"]
        + ["chown", "-R", "10001:10001", "/made/keys"])
    return folder / "keys"


def _in_project(project: Project) -> Row:
    name = project.name
    try:
        # Holds the volume, which is in memory, while persistence is replaced; and fills it.
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
    watcher, writer = Watcher(access).start(), Writer(access, patience=3).start()
    persistence = project.container("persistence")
    started = project.state(persistence)["StartedAt"]
    with access.client() as client:
        meeting = begin(client, "While it is full", 60)
        time.sleep(1)
        began = time.monotonic()
        run(["docker", "exec", holder, "bash", "-c", "cat /dev/zero >/data/ballast"], check=False)
        until(lambda: _complains(client), 10, "the router's health tells of the volume")
        seen = time.monotonic() - began
        until(lambda: project.health(persistence) == "unhealthy", 30, "persistence unhealthy")
        # SQLite can still write to space that it has already allocated. The writer abandoned an earlier slow write.
        def refused_as() -> str | None:
            return next((said for _, said in writer.errors if not said.startswith("expired")), None)

        until(lambda: refused_as() is not None, 30, "a write is refused")
        if not (refused_as() or "").startswith("unavailable"):
            raise Failed(f"a full volume was reported as {refused_as()}")
        time.sleep(max(0, 10 - (time.monotonic() - began)))
        run(["docker", "exec", holder, "rm", "/data/ballast"])
        freed = time.monotonic()
        refused = len(writer.errors)
        until(lambda: project.health(persistence) == "healthy", 30, "persistence healthy again")
        until(lambda: not _complains(client), 10, "the router's health is green again")
        green = time.monotonic() - freed
        off = expect_whole(client, watcher, meeting, 80)
    writer.stop()
    if project.state(persistence)["StartedAt"] != started:
        raise Failed("persistence was started anew; a full volume is no reason to die")
    expect_everything_kept(access, watcher, writer)
    watcher.stop()
    return Row(NAME, red=seen, recovered=green, unwell=freed - began - seen + green, off=off, refused=refused)


def _complains(client: Client) -> bool:
    return any("KiB is left" in problem for problem in client.router.health()["problems"])
