"""Runs all benchmarks, checks their ratios, and writes the tables. Called by scripts/bench."""

import argparse
import json
import pathlib
import signal
import subprocess
import sys
import time

import commands
import company
import document
import microphones
import page
import peers
import postgres
import principals
import speech
import whole
from ratios import Ratios, median
from timers import Timers


class Bench(Timers):
    def __init__(self, arguments):
        self.quick = arguments.quick
        self.programs = pathlib.Path(arguments.programs)
        self.floors = pathlib.Path(arguments.floors)
        self.scratch = pathlib.Path(arguments.scratch)
        self.output = pathlib.Path(arguments.output)
        self.repetitions = 3
        # A ratio of the bus compares small numbers: a single disturbed run must not be the median.
        self.bus_repetitions = 3 if self.quick else 5
        self.ratios = Ratios()
        self.commands = []
        self.began = time.time()

    def step(self, name):
        """Prints the next step and the total time so far."""
        passed = time.time() - self.began
        print(f"  {passed // 60:4.0f}:{passed % 60:02.0f}  {name}", file=sys.stderr, flush=True)

    def show(self, command):
        """Records a command, so that readers can repeat the measurement."""
        if command and command not in self.commands:
            self.commands.append(command)

    def load(self, *words, name=None, shown=None, environment=None):
        """Runs standups-load once; returns its result as a dictionary, or None if it failed. Default: our environment."""
        result = self.scratch / "result.json"
        result.unlink(missing_ok=True)
        command = [str(self.programs / "standups-load"), *map(str, words), "-o", str(result)]
        if shown is None:
            shown = " ".join(["standups-load", *map(str, words)])
            for folder in (self.programs, self.floors):
                shown = shown.replace(f"{folder}/", "")
        self.show(shown)
        self.step(name or shown)
        run = subprocess.run(command, capture_output=True, check=False, text=True, timeout=300, env=environment)
        if run.returncode not in (0, 70) or not result.exists():
            print(run.stderr.strip(), file=sys.stderr)
            return None
        return json.loads(result.read_text())

    def codec(self):
        """JSON on the hot paths compared with Foundation's: [{codec, ns, foundationNs, ratio}, …]."""
        path = self.programs / "codec-bench"
        if not path.exists():
            return []
        self.step("codec")
        run = subprocess.run([str(path)], capture_output=True, check=False, text=True, timeout=120)
        lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        self.ratios.absent("codec: ran", lines)
        for line in lines:
            self.ratios.at_least(f"codec, {line['codec']}: ns", line["foundationNs"], line["ns"], 4)
        return lines

    # -- the router

    def bus(self):
        subjects = [
            ("router-service", self.programs / "router-service"),
            ("C baseline", self.floors / "router-floor"),
        ]
        duration = "1s" if self.quick else "3s"
        results = {name: [] for name, _ in subjects}
        for _ in range(self.bus_repetitions):
            for name, path in subjects:
                result = self.load(
                    "bus", "--tcp", "--duration", duration, "--router", path,
                    name=f"bus: {name}")
                if result:
                    results[name].append(result)
        ours, floor = results["router-service"], results["C baseline"]
        self.ratios.absent("bus: ran", ours and floor)
        if not ours or not floor:
            return results
        names = {"single": "requests one at a time", "pipelined": "64 requests in flight",
                 "events": "events to 1", "fanOut": "events to 8"}
        for part, name in names.items():
            cost = lambda r, part=part: part_of(r, part)["cpuSecondsPerMillion"]
            self.ratios.at_most(
                f"bus, {name}: CPU per message", median(map(cost, ours)), median(map(cost, floor)),
                1.3)
        trip = lambda r: part_of(r, "single")["latency"]["p50"]
        self.ratios.at_most(
            "bus, round trip p50", median(map(trip, ours)), median(map(trip, floor)), 1.2)
        return results


def part_of(result, part):
    return next(p for p in result["parts"] if p["part"] == part)


def people(bench):
    """{"principals": {sender: {figure: …}, …}, "company": {…}}"""
    return {"principals": principals.measure(bench), "company": company.measure(bench)}


def only(bench, part, sizes, with_peers, python):
    """Measures one part, prints its ratios, and exits."""
    parts = {"timer": lambda: [bench.timer(*size) for size in sizes], "bus": bench.bus,
             "codec": bench.codec, "commands": lambda: commands.measure(bench, with_peers),
             "page": lambda: page.measure(bench, python), "postgres": lambda: postgres.measure(bench),
             "people": lambda: people(bench), "microphones": lambda: microphones.measure(bench),
             "speech": lambda: speech.measure(bench)}
    result = parts[part]()
    for line in bench.ratios.lines:
        word = {True: "kept", False: "MISSED", None: ""}[line.is_kept]
        print(f"{word:7}{line.name}: {line.ours} to {line.other}:"
              f" {line.words}")
    if part == "commands":
        print("\n".join(whole.section(result)))
    if part == "page":
        print("\n".join(page.section(result)))
    if part == "people":
        print("\n".join(company.section(result)))
    if part == "microphones":
        print("\n".join(microphones.section(result)))
    if part == "speech":
        print("\n".join(speech.section(result)))
    sys.exit(1 if bench.ratios.missed else 0)


def main():
    parser = argparse.ArgumentParser()
    for name in ("programs", "floors", "scratch", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--only", choices=(
        "timer", "bus", "codec", "commands", "page", "postgres", "people", "microphones", "speech"))
    parser.add_argument("--page-python")
    arguments = parser.parse_args()
    # Child processes end with this one.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    bench = Bench(arguments)
    sizes = [(1000, 5), (10_000, 5)] if bench.quick else [(10_000, 8), (100_000, 10)]
    if arguments.only:
        only(bench, arguments.only, sizes, not arguments.no_peers, arguments.page_python)
    timers = {meetings: bench.timer(meetings, duration) for meetings, duration in sizes}
    results = {
        "timer": timers,
        "naive": bench.naive(),
        "churn": bench.churn(sizes[-1][0], sizes[-1][1]),
        "burst": bench.load("timer", "--burst", "--meetings", 20_000, "--duration", "5s"),
        "crowd": bench.load(
            "timer", "--meetings", 1, "--speakers", 5000, "--length", "60s", "--duration", "5s"),
        "restart": bench.restart(sizes[-1][0]),
        "sharing": bench.sharing(6000 if bench.quick else 20_000),
        "storm": bench.storm(
            *((2000, 40_000, 20_000) if bench.quick else (10_000, 1_000_000, 500_000))),
        "bus": bench.bus(),
        "codec": bench.codec(),
        "commands": commands.measure(bench, not arguments.no_peers),
        "page": page.measure(bench, arguments.page_python),
        "postgres": postgres.measure(bench),
        "people": people(bench),
        "peers": [] if arguments.no_peers else peers.measure(bench),
    }
    if not bench.quick:
        results["million"] = bench.million()
    document.write(bench, results, time.time() - bench.began)
    missed = bench.ratios.missed
    for line in missed:
        print(f"  missed: {line.name}: {line.words}", file=sys.stderr)
    asked = [line for line in bench.ratios.lines if line.is_kept is not None]
    bench.step("done")
    print(f"       {len(asked) - len(missed)} of {len(asked)} ratios kept;"
          f" see {bench.output / 'benchmarks.md'}", file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
