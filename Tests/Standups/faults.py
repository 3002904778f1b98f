"""Standups and meetings under mutated messages."""

from __future__ import annotations

from faults.clients import Tool

# Ordinary traffic is that of meetings.
IS_NEEDED = True
ANSWERS = "meetings.live"


def clean(tool: Tool) -> None:
    """Ends the live meetings, and answers the question about the data if one is open."""
    for live in tool.meetings.live()["meetings"]:
        session = live["session"]
        if "alert" not in session.get("destination", {}):
            tool.ask("meetings.end", {"id": session["id"]}, timeout=10)
        for action in ("discard", "cancel", "saveAndEnd"):
            if tool.ask("meetings.answer", {"id": session["id"], "action": action}, timeout=10).outcome == "done":
                break
    if "destination" in tool.standups.status():
        tool.ask("standups.answer", {"action": "startEmpty"}, timeout=10)
