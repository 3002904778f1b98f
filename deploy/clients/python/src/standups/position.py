"""Stores a position across restarts."""

from __future__ import annotations

import json
import os
from pathlib import Path

from .errors import StandupsError
from .events import Position


class PositionFile:
    """A position in a small file, replaced in one step, so that it is the old or the new one.

    It is written after an item was dealt with. Whoever dies in between sees that one item again; to
    see none twice, store `item.position` together with what the item led to.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> Position | None:
        """The position; none if the file is not there. Raises `StandupsError` if it is no such file."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        try:
            value = json.loads(text)
            return Position(int(value["sequence"]), value["epoch"])
        except (ValueError, KeyError, TypeError) as error:
            raise StandupsError(
                f"{self.path} contains no valid position; remove it to start with a snapshot."
            ) from error

    def save(self, position: Position) -> None:
        """Durable when it returns. Raises `OSError`."""
        temporary = self.path.with_name(self.path.name + ".new")
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump({"epoch": position.epoch, "sequence": position.sequence}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.path)
