"""Time as a value, and pauses between attempts."""

from __future__ import annotations

import random
import time
from typing import NamedTuple


class Now(NamedTuple):
    """Seconds, read from two clocks."""

    #: On a monotonic clock.
    steady: float
    #: Since 1970.
    wall: float

    @staticmethod
    def read() -> Now:
        return Now(time.monotonic(), time.time())


class Backoff:
    """Pauses that double up to a limit, each shortened at random so that clients do not reconnect at once."""

    def __init__(self, rng: random.Random, first: float = 0.05, limit: float = 2.0) -> None:
        self._rng = rng
        self._first = first
        self._limit = limit
        self._count = 0

    def next(self, at_least: float = 0.0) -> float:
        full = min(self._limit, self._first * 2.0 ** min(self._count, 20))
        self._count += 1
        return at_least + full * (0.5 + self._rng.random() / 2)

    def reset(self) -> None:
        self._count = 0
