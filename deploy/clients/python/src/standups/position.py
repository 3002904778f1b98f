"""Stores a position across restarts."""

from __future__ import annotations

import json
import os
from pathlib import Path

from .errors import StandupsError
from .events import Position


class PositionFile:
    """A position in a small file, replaced atomically, so that the file has either the old or the new one.

    It is written after an item has been processed. A program that ends before that sees the item again; to avoid
    this, store `item.position` together with the item's result.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> Position | None:
        """The stored position; `None` if the file does not exist. Raises `StandupsError` if the file is invalid."""
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
        """Stores a position; durable on return. Raises `OSError`."""
        temporary = self.path.with_name(self.path.name + ".new")
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump({"epoch": position.epoch, "sequence": position.sequence}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.path)
