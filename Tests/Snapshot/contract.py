"""Snapshots in the contract test."""

from __future__ import annotations

from contract.world import World


def read(world: World) -> None:
    """A snapshot, page by page."""
    page = world.tool.do("events.snapshot", {"limit": 1})
    assert world.tool.do("events.snapshot", {"after": page["next"], "limit": 1})["standups"]
