"""Webhooks under mutated messages."""

from __future__ import annotations

from faults.clients import Tool

ANSWERS = "webhooks.list"


def clean(tool: Tool) -> None:
    """Removes all webhooks, whose receivers do not exist."""
    for webhook in tool.command("webhooks.list", changes=False)["webhooks"]:
        tool.ask("webhooks.remove", {"id": webhook["id"]}, timeout=10)
