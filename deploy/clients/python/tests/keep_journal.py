"""A subscriber that keeps a copy of the journal: python keep_journal.py FILE

Each event is one line. The last line gives the position, so effect and position are stored together: whenever this
program is killed, no event is written twice or left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from standups import BEGINNING, Client, CloudEvent, Position


def last_position(path: Path) -> Position:
    """The position to continue from; removes a truncated last line."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with open(path, "r+b") as file:
            file.truncate(len(whole))
    if not whole:
        return BEGINNING
    last = json.loads(whole.splitlines()[-1])
    return Position(int(last["sequence"]), last["epoch"])


def main(path: Path) -> None:
    position = last_position(path)
    with open(path, "ab", buffering=0) as file, Client() as client:
        for item in client.follow(position=position):
            if not isinstance(item, CloudEvent):
                sys.exit("The journal is another one: this copy cannot go on.")
            file.write(json.dumps(item.raw).encode() + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
