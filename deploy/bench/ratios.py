"""The target ratios, and which of them were met."""

import dataclasses
import statistics


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def figure(value):
    """Three significant digits, without an exponent."""
    return f"{value:,.0f}".replace(",", "\u2009") if abs(value) >= 100 else f"{value:.3g}"


def count(value):
    """A whole number with thin spaces between thousands."""
    return "–" if value is None else f"{int(value):,}".replace(",", "\u2009")


@dataclasses.dataclass
class Line:
    name: str
    ours: str
    other: str
    words: str
    # None for a figure that has no target.
    is_kept: bool | None


class Ratios:
    def __init__(self):
        self.lines = []

    @property
    def missed(self):
        return [line for line in self.lines if line.is_kept is False]

    def at_most(self, name, ours, floor, limit):
        """Requires that ours is at most `limit` times the baseline's."""
        ratio = self._ratio(ours, floor)
        self._add(name, ours, floor, ratio, f"at most {limit}", ratio is not None and ratio <= limit)

    def at_most_of_each(self, name, pairs, limit):
        """Requires that ours is at most `limit` times the other in the same run: the median of the runs' ratios
        counts. Without a limit, the ratio is only shown."""
        ratio = median(self._ratio(ours, other) for ours, other in pairs)
        self._add(
            name, median(ours for ours, _ in pairs), median(other for _, other in pairs), ratio,
            f"at most {limit} in the same run" if limit else "in the same run, no target",
            limit and ratio is not None and ratio <= limit)

    def at_least_of_each(self, name, pairs, limit, is_asked=True):
        """Requires that ours is at least `limit` times the other in the same run: the median of the runs' ratios
        counts."""
        ratio = median(self._ratio(ours, other) for ours, other in pairs)
        words = f"at least {limit} in the same run" + ("" if is_asked else ", no target")
        is_kept = ratio is not None and ratio >= limit
        self._add(
            name, median(ours for ours, _ in pairs), median(other for _, other in pairs), ratio, words,
            is_kept if is_asked else None)

    def at_least(self, name, other, ours, limit):
        """Requires that the other's is at least `limit` times ours."""
        ratio = self._ratio(other, ours)
        self._add(name, ours, other, ratio, f"at least {limit}", ratio is not None and ratio >= limit)

    def shown(self, name, other, ours, why):
        """Shows the other's as a multiple of ours, without a target."""
        ratio = self._ratio(other, ours)
        if ratio is not None:
            self.lines.append(Line(name, figure(ours), figure(other), f"{ratio:.2f}, {why}", None))

    def zero(self, name, count):
        self.lines.append(Line(name, str(count), "0", "must be 0", count == 0))

    def equal(self, name, count, wanted):
        """Requires exactly this number."""
        self.lines.append(Line(name, figure(count), figure(wanted), "must be equal", count == wanted))

    def absent(self, name, value):
        """Records a missed target if the result is missing."""
        if not value:
            self.lines.append(Line(name, "–", "–", "could not be measured", False))

    def limit(self, name, value, most, unit):
        """Requires that a figure of ours is at most `most`."""
        self.lines.append(
            Line(name, f"{figure(value)} {unit}", "–", f"at most {most} {unit}", value <= most))

    @staticmethod
    def _ratio(a, b):
        return None if a is None or not b else a / b

    def _add(self, name, ours, other, ratio, limit, is_kept):
        if ratio is None:
            self.lines.append(Line(name, "–", "–", "could not be measured", False))
        else:
            self.lines.append(
                Line(name, figure(ours), figure(other), f"{ratio:.2f}, {limit}", is_kept))
