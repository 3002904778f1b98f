"""Writes docs/benchmarks.md and its plots from the results."""

import datetime
import pathlib
import subprocess

import plot
from ratios import figure, median


def version(*command):
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except OSError:
        return None
    return ((run.stdout or run.stderr).strip().splitlines() or [None])[0]


def us(value):
    """Microseconds as one reads them."""
    if value is None:
        return "–"
    for limit, divisor, unit in ((1e3, 1, "µs"), (1e6, 1e3, "ms"), (float("inf"), 1e6, "s")):
        if value < limit:
            return f"{value / divisor:.3g} {unit}"


def number(value):
    return "–" if value is None else figure(value)


def count(value):
    return "–" if value is None else f"{int(value):,}".replace(",", "\u2009")


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def of(results, *path):
    """The median of a figure over some results."""
    values = []
    for result in results:
        for key in path:
            result = None if result is None else result.get(key)
        values.append(result)
    return median(values)


def faults(results):
    words = ("lost", "duplicate", "early", "reordered", "stray")
    return sum(result["ticks"][word] for result in results for word in words)


def timer_rows(results):
    rows = []
    for meetings, by_name in results["timer"].items():
        for name, runs in by_name.items():
            if runs:
                rows.append(timer_row(f"{count(meetings)}, {name}", runs))
    if results.get("naive"):
        rows.append(timer_row(
            f"{count(results['naive']['workload']['meetings'])}, one `Task` each", [results["naive"]]))
    return rows


def timer_row(name, runs):
    return [
        name, number(of(runs, "process", "cpuSecondsPerMillionTicks")),
        f"{100 * (of(runs, 'process', 'cpuShare') or 0):.0f} %",
        us(of(runs, "lateness", "p50")), us(of(runs, "lateness", "p99")),
        us(of(runs, "lateness", "p999")), us(of(runs, "lateness", "max")), str(faults(runs)),
        number(of(runs, "drift", "medianUsPerMinute")),
        f"{(of(runs, 'process', 'peakBytes') or 0) / 1048576:.0f} MiB",
    ]


TIMER_HEADER = ["meetings", "CPU s per million ticks", "of a core", "p50", "p99", "p99.9", "max",
                "faults", "drift, µs/min", "peak memory"]


def command_table(result):
    rows = []
    for name, command in sorted(result["commands"].items()):
        latency = command["latency"]
        refused = ", ".join(f"{n} {code}" for code, n in sorted(command["refused"].items())) or "–"
        rows.append([name, count(command["sent"]), us(latency["p50"]), us(latency["p99"]),
                     us(latency["max"]), refused, str(command["unanswered"])])
    return table(["command", "sent", "p50", "p99", "max", "refused", "unanswered"], rows)


PARTS = {"single": "requests, one at a time", "pipelined": "requests, 64 in flight",
         "events": "events to 1 subscriber", "fanOut": "events to 8, delivered"}


def bus_rows(results):
    rows = []
    for part, title in PARTS.items():
        for name, runs in results["bus"].items():
            parts = [p for run in runs for p in run["parts"] if p["part"] == part]
            if parts:
                rows.append([title, name, count(of(parts, "perSecond")),
                             number(of(parts, "cpuSecondsPerMillion")),
                             us(of(parts, "latency", "p50")), us(of(parts, "latency", "p99"))])
        for peer in results["peers"]:
            if peer["part"] == part:
                rows.append([title, peer["name"], count(peer["perSecond"]),
                             number(peer["cpuSecondsPerMillion"]), us(peer.get("p50")),
                             us(peer.get("p99"))])
    return rows


def write(bench, results, seconds):
    folder = pathlib.Path(bench.output)
    first = next((run for runs in results["timer"].values() for all in runs.values() for run in all), None)
    machine = first["machine"] if first else {}
    out = ["# Benchmarks", ""]
    out.append(
        "Written by `scripts/bench" + (" --quick" if bench.quick else "") + "` on "
        + datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
        + f" in {seconds / 60:.0f} minutes. All that is compared ran in turns on one machine; figures are"
        f" medians of {bench.repetitions}. Compare ratios, not absolute numbers: the tester, the subject"
        " and all else share the cores.")
    if machine:
        out += ["", f"{machine['cpu']}, {machine['cores']} cores,"
                f" {machine['memoryBytes'] / 2**30:.0f} GiB, Linux {machine['kernel'].split('-')[0]}, load"
                f" {machine['load']:.2f} when it began."]
        if machine["load"] > machine["cores"] / 2:
            out += ["", "**The machine was busy with other work when this was written**: lateness and its"
                    " ratios are mostly that work's doing. CPU per message is less so."]
    versions = [version("swift", "--version"), version("cc", "--version"),
                zmq_version(), version("mosquitto", "-h"), version("nats-server", "--version"),
                version("redis-server", "--version")]
    out += ["", "; ".join(v for v in versions if v) + "."]
    out += ["", "## What was asked for", ""]
    out.append(table(["figure", "ours", "other", "ratio", ""], [
        [l.name, l.ours, l.other, l.words, "kept" if l.is_kept else "**missed**"]
        for l in bench.ratios.lines]))
    out += ["", "For CPU and lateness, *other* is the floor: the smallest C program that does the same"
            " work over the same sockets, in `deploy/bench`. CPU is from /proc of the process itself;"
            " CPU per tick in seconds per million, lateness in µs."]
    out += ["", "## The timer", "",
            "Lateness is from the moment at which a tick is due to the moment at which the tester has"
            " received it. Faults are ticks lost, duplicate, early, reordered or of no meeting. Drift is the"
            " median over the meetings of the slope of their lateness; in a run of seconds it is noise, and"
            " a clock that drifts shows in a long one.", ""]
    out.append(table(TIMER_HEADER, timer_rows(results)))
    chart(folder, out, results)
    if results.get("churn"):
        out += ["", "Commands under load, from the moment at which each should have been sent to its"
                " answer:", "", command_table(results["churn"][-1])]
    out += extra_timer(results)
    out += ["", "## The bus", "",
            f"{300} bytes over loopback TCP. CPU is the broker's, for a million messages: answered"
            " requests, or delivered events.", ""]
    out.append(table(["work", "broker", "messages/s", "CPU s per million", "p50", "p99"],
                     bus_rows(results)))
    bus_chart(folder, out, results)
    if results["codec"]:
        out += ["", "## JSON", "", table(
            ["message", "ours", "Foundation", "times"],
            [[l["codec"], f"{l['ns']} ns", f"{l['foundationNs']} ns", number(l["ratio"])]
             for l in results["codec"]])]
    out += ["", "## What is not good yet", ""]
    missed = bench.ratios.missed
    out += [f"- {line.name}: {line.words}." for line in missed] or ["Every ratio above was kept."]
    out += [f"- {text}" for text in limits(bench, results)]
    out += ["", "## Commands", "", "```sh"] + bench.commands + ["```", ""]
    (folder / "benchmarks.md").write_text("\n".join(out))


def zmq_version():
    try:
        import zmq
    except ImportError:
        return None
    return f"libzmq {zmq.zmq_version()}"


def extra_timer(results):
    out = []
    rows = []
    for key, name in (("burst", "20 000 start at one moment"), ("crowd", "one meeting of 5000 speakers"),
                      ("restart", "killed and started anew"),
                      ("sharing", "three timers, one killed, one added"),
                      ("storm", "beside a storm of starts"), ("million", "1 000 000 that nobody hears")):
        found = results.get(key)
        found = found if isinstance(found, list) else [found]
        if found and found[0]:
            rows.append(timer_row(name, found))
    if rows:
        out += ["", "Unusual days:", "", table(TIMER_HEADER, rows)]
    restarts = results.get("restart")
    if restarts:
        out += ["", f"Killed with {count(restarts[0]['workload']['meetings'])} countdowns, a new timer had"
                f" them back {of(restarts, 'recovery', 'secondsToState') or 0:.2f} s after its start, and"
                f" every tick that was due later than {of(restarts, 'recovery', 'secondsToSchedule'):.2f} s"
                f" after it came; the {count(of(restarts, 'recovery', 'lost'))} ticks of the outage are not"
                " replayed."]
    return (out + shared(results.get("sharing")) + stormed(results.get("storm"))
            + unheard(results.get("million")))


def shared(result):
    if not result:
        return []
    rows = [[f"one {change['kind']}", str(change["timers"]), count(change["mustMove"]),
             count(change["moved"]), count(change["needless"]), f"{change['secondsToHalf']:.2f} s",
             f"{change['secondsToAll']:.2f} s"] for change in result["sharing"]["changes"]]
    return ["", f"Three timers shared {count(result['workload']['meetings'])} meetings by rendezvous; the"
            " tester is their router and finds out about a killed one as a router does, by a heartbeat that"
            " cannot be sent. The time is from the change to the first tick of the new owner, of half and"
            f" of all meetings that moved; {count(result['ticks']['lost'])} of their ticks fell into it.",
            "", table(["change", "timers now", "must move", "moved", "moved needlessly", "half after",
                       "all after"], rows)]


def stormed(result):
    if not result:
        return []
    storm = result["commands"]["storm"]
    refused = ", ".join(f"{count(n)} as `{code}`" for code, n in sorted(storm["refused"].items()))
    return ["", f"A storm: {count(storm['sent'])} starts in one go beside"
            f" {count(result['workload']['meetings'])} meetings, to a timer that takes fewer:"
            f" {count(storm['done'])} were taken and {refused or 'none'} refused, the last answered after"
            f" {us(storm['latency']['max'])}. The ticks of the others came with p99"
            f" {us(result['lateness']['p99'])} and at most {us(result['lateness']['max'])}."]


def unheard(result):
    if not result or not result.get("process"):
        return []
    process = result["process"]
    return ["", f"A million meetings that tick without a subscriber take {process['peakBytes'] / 2**30:.2f}"
            f" GiB at most, {count(process.get('bytesPerMeeting') or 0)} bytes each, and"
            f" {100 * process['cpuShare']:.2f} % of a core: while nobody listens, no tick is due."]


def limits(bench, results):
    texts = set()
    for runs in results["timer"].values():
        for name, all_runs in runs.items():
            for run in all_runs:
                texts.update(f"timer, {name}: the tester {text}" for text in run["tester"]["bottlenecks"])
                texts.update(f"timer, {name}: {text}" for text in run["problems"])
    if not results["peers"]:
        texts.add("The peers were not measured: their Debian packages are not installed, or were left out.")
    if not results.get("naive"):
        texts.add("One `Task` per meeting was not measured: there is no deploy/bench/naive.")
    if not results["codec"]:
        texts.add("The JSON codec was not measured: there is no codec-bench.")
    if not results.get("million"):
        texts.add("A million meetings without a subscriber are part of the full form only.")
    texts.add("A soak is not part of this: `standups-load timer --duration 12h --report 1m` is one.")
    return sorted(texts)


def chart(folder, out, results):
    largest = list(results["timer"])[-1]
    lines = []
    for name, runs in results["timer"][largest].items():
        if runs:
            latency = runs[-1]["lateness"]
            lines.append((name, [(q, latency[k]) for q, k in (
                (50, "p50"), (90, "p90"), (99, "p99"), (99.9, "p999"), (99.99, "p9999"))]))
    if lines:
        plot.percentiles(folder / "benchmarks-timer.svg", f"Lateness, {count(largest)} meetings", lines)
        out += ["", "![Lateness of ticks by percentile](benchmarks-timer.svg)"]


def bus_chart(folder, out, results):
    groups = []
    for part, title in PARTS.items():
        bars = [(row[1], row[3]) for row in bus_rows(results) if row[0] == title and row[3] != "–"]
        groups.append((title, [(name, float(value)) for name, value in bars]))
    if any(bars for _, bars in groups):
        plot.bars(folder / "benchmarks-bus.svg", "CPU seconds of the broker per million messages", groups)
        out += ["", "![CPU of the broker per message](benchmarks-bus.svg)"]
