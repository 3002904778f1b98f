"""Writes docs/benchmarks.md and its plots from the results."""

import datetime
import pathlib
import re
import sqlite3
import subprocess

import commands
import company
import page
import plot
import whole
from ratios import count
from unusual import extra_timer, tasks
from words import TIMER_HEADER, number, of, table, timer_row, us


def version(*command):
    try:
        run = subprocess.run(command, capture_output=True, check=False, text=True, timeout=20)
    except OSError:
        return None
    return ((run.stdout or run.stderr).strip().splitlines() or [None])[0]


def timer_rows(results):
    rows = []
    for meetings, by_name in results["timer"].items():
        for name, runs in by_name.items():
            if runs:
                rows.append(timer_row(f"{count(meetings)}, {name}", runs))
    for name, runs in (results.get("naive") or {}).items():
        if runs:
            rows.append(timer_row(f"{count(runs[0]['workload']['meetings'])}, {name}", runs))
    return rows


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
        + f" in {seconds / 60:.0f} minutes. All compared programs ran alternately on one machine; figures are"
        f" medians of {bench.repetitions} runs, or of {bench.bus_repetitions} runs for the bus. Compare ratios,"
        " not absolute numbers: the tester, the system under test and everything else share the cores.")
    if machine:
        out += ["", f"{machine['cpu']}, {machine['cores']} cores,"
                f" {machine['memoryBytes'] / 2**30:.0f} GiB, Linux {machine['kernel'].split('-')[0]}, load"
                f" {machine['load']:.2f} at the start."]
        if machine["load"] > machine["cores"] / 2:
            out += ["", "**The load was high at the start.** If it came from other work that went on during the"
                    " measurement, and not from the build, that work accounts for most of the lateness; CPU per"
                    " message is less affected."]
    versions = [version("swift", "--version"), version("cc", "--version"),
                zmq_version(), version("mosquitto", "-h"), version("nats-server", "--version"),
                version("redis-server", "--version"),
                version(f"{commands.postgres_programs()}/postgres", "--version"),
                f"SQLite {sqlite3.sqlite_version}"]
    out += ["", "; ".join(v for v in versions if v) + "."]
    out += ["", "## Targets", ""]
    out.append(table(["figure", "ours", "other", "ratio", ""], [
        [line.name, line.ours, line.other, line.words, {True: "kept", False: "**missed**", None: ""}[line.is_kept]]
        for line in bench.ratios.lines]))
    out += ["", "For CPU and lateness, *other* is the C baseline: the smallest C program that does the same"
            " work over the same sockets, in `deploy/bench`. CPU time is read from the process's own /proc"
            " entry; CPU per tick is in seconds per million ticks, lateness in µs."]
    out += ["", "## The timer", "",
            "Lateness is the time from when a tick is due until the tester receives it. The measurement begins"
            " once the start of every meeting has been answered. Faults are ticks that are lost, duplicate, early,"
            " reordered or from an unknown meeting. Drift is the slope of lateness over time, with its 95 % confidence"
            " interval; after a few seconds the interval is wide, and a [long run](load-testing.md#a-soak)"
            " narrows it.", "",
            "Six speakers have ten seconds each: each of 100\u202f000 meetings changes its speaker once during the"
            " measurement, on average 10\u202f000 per second, and the timer notifies the router each time; with 10\u202f000"
            " and 20\u202f000 meetings, the measurement is shorter, and there are only ticks. The C baseline wakes on a grid"
            " of 1 ms, like the timer.", ""]
    out.append(table(TIMER_HEADER, timer_rows(results)))
    chart(folder, out, results)
    out += tasks(results)
    if results.get("churn"):
        out += ["", "Latency of commands under load, from each command’s scheduled time to its reply; *ramp* is the starts"
                " at the beginning of the test, before the load:", "",
                command_table(results["churn"][-1])]
    out += extra_timer(results)
    out += ["", "## The bus", "",
            f"{300} bytes over loopback TCP. CPU time is that of the broker, per million messages: requests with a"
            " reply, or delivered events.", ""]
    out.append(table(["work", "broker", "messages/s", "CPU s per million", "p50", "p99"],
                     bus_rows(results)))
    bus_chart(folder, out, results)
    out += whole.section(results.get("commands"), folder)
    out += company.section(results.get("people"))
    out += page.section(results.get("page"))
    if results["codec"]:
        out += ["", "## JSON", "", table(
            ["message", "ours", "Foundation", "times"],
            [[line["codec"], f"{line['ns']} ns", f"{line['foundationNs']} ns", number(line["ratio"])]
             for line in results["codec"]])]
    out += ["", "## Known gaps", ""]
    missed = bench.ratios.missed
    out += [f"- {gap(line)}." for line in missed] or ["Every ratio above was kept."]
    out += [f"- {text}" for text in limits(bench, results)]
    out += ["", "## Commands", "", "```sh"] + bench.commands + ["```", ""]
    (folder / "benchmarks.md").write_text("\n".join(out))


def gap(line):
    """A missed target as text."""
    if re.match(r"[\d.]+, at ", line.words):
        return f"{line.name} (ratio {line.words.replace(', ', '; target: ', 1)})"
    return f"{line.name}: {line.words}"


def zmq_version():
    try:
        import zmq
    except ImportError:
        return None
    return f"libzmq {zmq.zmq_version()}"


def limits(bench, results):
    texts = set(whole.limits(results.get("commands")) + page.limits(results.get("page"))
                + company.limits(bench))
    for runs in results["timer"].values():
        for name, all_runs in runs.items():
            for run in all_runs:
                texts.update(f"timer, {name}: the tester {text}" for text in run["tester"]["bottlenecks"])
                texts.update(f"timer, {name}: {text}" for text in run["problems"])
    if not results["peers"]:
        texts.add("The peers were not measured: they were skipped, or their Debian packages are not installed.")
    if not results.get("naive"):
        texts.add("One `Task` per meeting was not measured; deploy/bench/naive is missing.")
    if not results["codec"]:
        texts.add("The JSON codec was not measured; codec-bench is missing.")
    if not results.get("million"):
        texts.add("A million meetings without a subscriber are measured only without --quick.")
    texts.add("The benchmarks do not include a soak test; see [load-testing.md](load-testing.md#a-soak).")
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
    for title in PARTS.values():
        bars = [(row[1], row[3]) for row in bus_rows(results) if row[0] == title and row[3] != "–"]
        groups.append((title, [(name, float(value)) for name, value in bars]))
    if any(bars for _, bars in groups):
        plot.bars(folder / "benchmarks-bus.svg", "CPU seconds of the broker per million messages", groups)
        out += ["", "![CPU of the broker per message](benchmarks-bus.svg)"]
