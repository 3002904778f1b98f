"""Meetings that all begin at nine o'clock, and the cost of durable commands by load and by number of saved standups."""

import plot
from ratios import count
from words import FAULTS, number, of, table, us

LATENCIES = {
    # Figures: their place in the result, and the target of their p99, in ms.
    "start, to the reply": (("commands", "start", "latency"), 250),
    "tick, received": (("lateness",), 25),
    "speaker change, on disk": (("speakerLateness",), 250),
    "end, on disk": (("finishLateness",), None),
}
#: Maximum delay until an end is on disk, in ms.
LATEST_END = 100


def measure(bench):
    """{"meetings": result, "load": [part, …], "size": [(saved, part, peak bytes of standups), …]}"""
    meetings, length = (2000, "20s") if bench.quick else (10_000, "60s")
    found = {
        "meetings": bench.load("meetings", "-n", meetings, "--ramp", "10s", "--length", length),
        "load": load(bench), "size": size(bench)}
    ask(bench.ratios, found["meetings"])
    return found


def load(bench):
    windows = [1, 4, 16, 64] if bench.quick else [1, 4, 16, 64, 256]
    words = [word for window in windows for word in ("--in-flight", window)]
    result = bench.load("commands", "--part", "create", *words, "-d", "1s" if bench.quick else "3s")
    return result["parts"] if result else []


def size(bench):
    found = []
    for saved in (100, 10_000) if bench.quick else (1000, 10_000, 100_000):
        result = bench.load(
            "commands", "--part", "create", "--in-flight", 64, "--saved", saved, "-d",
            "1s" if bench.quick else "3s")
        if result:
            peak = next(s["peakBytes"] for s in result["services"] if s["name"] == "standups")
            found.append((saved, result["parts"][0], peak))
    return found


def ask(ratios, result):
    ratios.absent("meetings: ran", result)
    if not result:
        return
    ratios.zero("meetings: ticks lost, duplicate, early or out of order",
                sum(result["ticks"][word] for word in FAULTS if word in result["ticks"]))
    ratios.equal("meetings: finished", result["finished"], result["workload"]["meetings"])
    for name, (path, most) in LATENCIES.items():
        if most:
            ratios.limit(f"meetings: {name}, p99", of([result], *path, "p99") / 1e3, most, "ms")
        else:
            ratios.limit(f"meetings: {name}, at most", of([result], *path, "max") / 1e3, LATEST_END, "ms")


def section(found, folder):
    """Returns lines of Markdown; writes the plots to the directory."""
    out = []
    result = found["meetings"]
    if result:
        workload = result["workload"]
        rows = [[name] + [us(of([result], *path, key)) for key in ("p50", "p99", "max")] +
                [f"p99 {most} ms" if most else f"at most {LATEST_END} ms"]
                for name, (path, most) in LATENCIES.items()]
        cpu = ", ".join(f"{s['name']} {s['cpuSeconds']:.1f} s and {s['peakBytes'] / 2**20:.0f} MiB"
                        for s in result["services"])
        out += ["", f"A morning peak: {count(workload['meetings'])} meetings, each with"
                    f" {workload['attendees']} people and {workload['lengthMs'] / 1000:.0f} s long, are created and"
                    " started within the same 10 s, through all services:", "",
                table(["", "p50", "p99", "max", "target"], rows), "",
                f"Total CPU time and peak memory: {cpu}."]
    groups = []
    if found["load"]:
        out += ["", "Durable commands by the number in flight:", "",
                table(["in flight", "per s", "p50", "p99", "CPU µs"],
                      [[str(part["window"]), count(part["perSecond"]), us(part["latency"]["p50"]),
                        us(part["latency"]["p99"]), number(sum(part["cpuUs"].values()))]
                       for part in found["load"]])]
        groups.append(("Per s, by the number in flight",
                       [(str(part["window"]), part["perSecond"]) for part in found["load"]]))
    if found["size"]:
        out += ["", "Durable commands by the number of saved standups, with 64 in flight:", "",
                table(["saved", "per s", "CPU µs", "standups, peak memory"],
                      [[count(saved), count(part["perSecond"]), number(sum(part["cpuUs"].values())),
                        f"{peak / 2**20:.0f} MiB"] for saved, part, peak in found["size"]])]
        groups.append(("CPU µs of one, by the number of saved standups",
                       [(count(saved), sum(part["cpuUs"].values())) for saved, part, _ in found["size"]]))
    if groups and folder:
        plot.bars(folder / "benchmarks-commands.svg", "Durable commands by load and by size", groups)
        out += ["", "![Durable commands by load and by size](benchmarks-commands.svg)"]
    return out
