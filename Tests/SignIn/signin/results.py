"""The results of the attacks and checks, as a table or as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Result:
    """The outcome of one attack or check."""

    part: str
    name: str
    expected: str
    got: str
    is_passed: bool
    seconds: float
    slowest: float | None = None
    """Longest response time of another user meanwhile, in seconds; None if it was not measured."""


@dataclass
class Results:
    is_json: bool
    all: list[Result] = field(default_factory=list)

    def add(self, result: Result) -> None:
        self.all.append(result)
        if not self.is_json:
            print(self._row(result), flush=True)

    @staticmethod
    def _row(one: Result) -> str:
        slowest = "" if one.slowest is None else f"{one.slowest * 1000:.0f} ms"
        verdict = "passed" if one.is_passed else "FAILED"
        return f"{one.part:10} {one.name:34} {one.expected:28} {verdict} {one.seconds:5.1f} s {slowest:>8}  {one.got}"

    @property
    def failures(self) -> list[Result]:
        return [one for one in self.all if not one.is_passed]

    def report(self) -> None:
        """Prints all results as JSON, or the failures again, so that they are at the end of a log."""
        if self.is_json:
            print(json.dumps([asdict(one) for one in self.all], indent=2))
            return
        print(f"\n{len(self.all)} checks, {len(self.failures)} failures")
        for one in self.failures:
            print(self._row(one))
