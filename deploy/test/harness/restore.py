"""A backup of a running system, and its restore, as described in docs/how-to/back-up-and-restore.md."""

from __future__ import annotations

from .bus import Access
from .project import Project
from .shell import Failed


def go_round(project: Project, command_line) -> str:
    """Restores the data of the backup; the journal then has a new epoch."""
    access = Access(project)
    name = "standups.db"
    backup = f"/var/lib/standups/backups/{name}"
    with access.client() as client:
        kept = client.standups.create("Before the backup", ["Ann"])
        epoch = client.events.heads()["epoch"]
        command_line(project, "backup", name)
        lost = client.standups.create("After the backup", ["Ann"])

    project.compose("stop", "persistence", "standups")
    said = project.compose("run", "--rm", "-T", "--no-deps", "persistence", "restore", backup).stdout
    if "The previous database was kept at" not in said:
        raise Failed(f"restore says something else: {said}")
    project.compose("up", "-d", "--no-build", "persistence", "standups")
    project.wait_healthy()

    with access.client() as client:
        listed = [one["standup"]["id"] for one in _all(client)]
        if kept["id"] not in listed or lost["id"] in listed:
            raise Failed("the restored state does not match the backup")
        if client.events.heads()["epoch"] == epoch:
            raise Failed("the restored journal pretends to be the one that went on after the backup")
    return f"backup and restore: {len(listed)} standups as they were, and another epoch"


def _all(client):
    cursor = None
    while True:
        page = client.standups.list(after=cursor, limit=200)
        yield from page["standups"]
        cursor = page.get("next")
        if cursor is None:
            return
