"""The programs and commands shown on a page of docs."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]


def blocks(page: str, heading: str) -> list[tuple[str, str]]:
    """Language and content of each fenced block below a heading, such as `blocks("events.md", "Shell")`."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    section = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, f"{page} has no heading “{heading}”."
    return re.findall(r"^```(\w+)\n(.*?)\n```$", section[1], re.MULTILINE | re.DOTALL)
