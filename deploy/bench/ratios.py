"""The ratios that are asked for, and which of them were kept."""

import dataclasses
import statistics


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


@dataclasses.dataclass
class Line:
    name: str
    ours: str
    other: str
    words: str
    is_kept: bool


class Ratios:
    def __init__(self):
        self.lines = []

    @property
    def missed(self):
        return [line for line in self.lines if not line.is_kept]

    def at_most(self, name, ours, floor, limit):
        """Ours is at most so many times the floor's."""
        self._ratio(name, ours, floor, limit, "at most", lambda ratio: ratio <= limit)

    def at_least(self, name, other, ours, limit):
        """The other's is at least so many times ours."""
        self._ratio(name, other, ours, limit, "at least", lambda ratio: ratio >= limit)

    def zero(self, name, count):
        self.lines.append(Line(name, str(count), "0", "none may be", count == 0))

    def absent(self, name, value):
        """Notes that something could not be measured at all."""
        if not value:
            self.lines.append(Line(name, "–", "–", "it could not be measured", False))

    def _ratio(self, name, a, b, limit, word, test):
        if a is None or not b:
            self.lines.append(Line(name, "–", "–", "it could not be measured", False))
            return
        ratio = a / b
        self.lines.append(
            Line(name, f"{a:.3g}", f"{b:.3g}", f"{ratio:.2f}, {word} {limit}", test(ratio)))
