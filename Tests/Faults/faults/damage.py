"""Damage to database files while no process has them open."""

from __future__ import annotations

import random
from pathlib import Path

PAGE = 4096


def damage(kind: str, data: Path, earlier: Path, rng: random.Random) -> str:
    """Damages the closed database in `data`.

    Args:
        earlier: a directory with an earlier copy of the same files.
    Returns:
        A description of the damage for a report.
    """
    database, log, mark = data / "standups.db", data / "standups.db-wal", data / "standups.db.mark"
    if kind == "earlier copy":
        for name in (database.name, log.name):
            if (earlier / name).exists():
                (data / name).write_bytes((earlier / name).read_bytes())
            else:
                (data / name).unlink(missing_ok=True)
        return "database and log as they were earlier"
    if kind == "log lost":
        size = log.stat().st_size if log.exists() else 0
        log.unlink(missing_ok=True)
        return f"{log.name} of {size} bytes removed"
    if kind == "mark lost":
        mark.unlink(missing_ok=True)
        return f"{mark.name} removed"
    path = log if kind.startswith("log") else mark if kind.startswith("mark") else database
    content = bytearray(path.read_bytes()) if path.exists() else bytearray()
    if not content:
        return f"{path.name} is empty; nothing was done"
    at = rng.randrange(len(content))
    if kind.endswith("cut"):
        # A database truncated within a page is invalid; at a page boundary it may look valid.
        at = at // PAGE * PAGE if rng.random() < 0.5 else at
        content = content[:at]
        done = f"{path.name} cut at {at}"
    elif kind.endswith("bit"):
        content[at] ^= 1 << rng.randrange(8)
        done = f"a bit of {path.name} changed at {at} of {len(content)}"
    else:
        at = at // PAGE * PAGE
        content[at:at + PAGE] = bytes(len(content[at:at + PAGE]))
        done = f"{path.name} is zero from {at} for a page"
    path.write_bytes(content)
    return done
