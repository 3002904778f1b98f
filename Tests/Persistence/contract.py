"""Persistence in the contract test."""

from __future__ import annotations

from contract.world import World


def use(world: World) -> None:
    """Only the router reads documents."""
    world.tool.refuse("denied", "persistence.load", {"collection": "standups"})


def read(world: World) -> None:
    """The range of the journal, and backups."""
    tool = world.tool
    tool.do("persistence.heads")
    backup = "standups.db"
    written = tool.do("persistence.backup", {"name": backup, "overwrite": False})
    assert written["path"] == str(world.services.data / "backups" / backup)
    tool.refuse("conflict", "persistence.backup", {"name": backup, "overwrite": False})
    tool.refuse("invalid", "persistence.backup", {"name": f"../{backup}", "overwrite": True})
    progress = tool.do("persistence.backupProgress", {"name": backup})
    assert progress["name"] == backup
    tool.refuse("not_found", "persistence.backupProgress", {"name": "elsewhere"})
