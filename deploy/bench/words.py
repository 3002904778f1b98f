"""Formats figures and tables for readers."""

from ratios import count, figure, median

#: Name of the program with a task for each meeting.
TASKS = "one `Task` each"
#: Faults of a tick.
FAULTS = ("lost", "duplicate", "early", "reordered", "stray")


def us(value):
    """Microseconds as a readable string."""
    if value is None:
        return "–"
    for limit, divisor, unit in ((1e3, 1, "µs"), (1e6, 1e3, "ms"), (float("inf"), 1e6, "s")):
        if value < limit:
            return f"{value / divisor:.3g} {unit}"


def number(value):
    return "–" if value is None else figure(value)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def of(results, *path):
    """The median of a figure over some results."""
    values = []
    for value in results:
        for key in path:
            value = None if value is None else value.get(key)  # noqa: PLW2901  one step deeper
        values.append(value)
    return median(values)


def faults(results):
    return sum(result["ticks"][word] for result in results for word in FAULTS)


def drift(runs):
    """The lowest and the highest figure."""
    low, high = (of(runs, "drift", "range", key) for key in ("lowUsPerHour", "highUsPerHour"))
    return "–" if low is None else f"{count(low)} … {count(high)}"


def timer_row(name, runs):
    return [
        name, number(of(runs, "process", "cpuSecondsPerMillionTicks")),
        f"{100 * (of(runs, 'process', 'cpuShare') or 0):.0f} %",
        us(of(runs, "lateness", "p50")), us(of(runs, "lateness", "p99")),
        us(of(runs, "lateness", "p999")), us(of(runs, "lateness", "max")), str(faults(runs)),
        drift(runs),
        f"{(of(runs, 'process', 'peakBytes') or 0) / 1048576:.0f} MiB",
    ]


TIMER_HEADER = ["meetings", "CPU s per million ticks", "of a core", "p50", "p99", "p99.9", "max",
                "faults", "drift, µs/h", "peak memory"]
