"""Runs all benchmarks, checks their ratios, and writes the tables. Called by scripts/bench."""

import argparse
import json
import pathlib
import subprocess
import sys
import time

import document
import peers
from ratios import Ratios, median


FAULTS = ("lost", "duplicate", "early", "reordered", "stray")


class Bench:
    def __init__(self, arguments):
        self.quick = arguments.quick
        self.programs = pathlib.Path(arguments.programs)
        self.floors = pathlib.Path(arguments.floors)
        self.scratch = pathlib.Path(arguments.scratch)
        self.output = pathlib.Path(arguments.output)
        self.repetitions = 3
        self.ratios = Ratios()
        self.commands = []

    def load(self, *words, name=None):
        """One run of standups-load; its result as a dictionary, or None if it failed."""
        result = self.scratch / "result.json"
        result.unlink(missing_ok=True)
        command = [str(self.programs / "standups-load"), *map(str, words), "-o", str(result)]
        shown = " ".join(["standups-load", *map(str, words)])
        for folder in (self.programs, self.floors):
            shown = shown.replace(f"{folder}/", "")
        if shown not in self.commands:
            self.commands.append(shown)
        print(f"       {name or shown}", file=sys.stderr, flush=True)
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if run.returncode not in (0, 70) or not result.exists():
            print(run.stderr.strip(), file=sys.stderr)
            return None
        return json.loads(result.read_text())

    # -- the timer

    def subjects(self):
        """What is measured in place of the timer: name, program, and whether it exists."""
        all_of_them = [
            ("timer-service", self.programs / "timer-service"),
            ("C floor", self.floors / "ticker-floor"),
        ]
        return [(name, path) for name, path in all_of_them if path.exists()]

    def timer(self, meetings, duration):
        """Service and floor in turns: {name: [result, …]}."""
        results = {name: [] for name, _ in self.subjects()}
        for repetition in range(self.repetitions):
            for name, path in self.subjects():
                result = self.load(
                    "timer", "--meetings", meetings, "--duration", f"{duration}s", "--timer", path,
                    "--seed", repetition + 1, name=f"timer: {meetings} meetings, {name}")
                if result:
                    results[name].append(result)
        ours, floor = results["timer-service"], results.get("C floor", [])
        label = f"{meetings:,} meetings".replace(",", "\u2009")
        self.ratios.absent(f"{label}: ran", ours)
        if not ours:
            return results
        for word in FAULTS:
            self.ratios.zero(f"{label}: ticks {word}", sum(r["ticks"][word] for r in ours))
        if floor:
            cost = lambda r: r["process"]["cpuSecondsPerMillionTicks"]
            self.ratios.at_most(
                f"{label}: CPU per tick", median(map(cost, ours)), median(map(cost, floor)), 1.3)
            for key, name in (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9")):
                late = lambda r: r["lateness"][key]
                self.ratios.at_most(
                    f"{label}: lateness {name}", median(map(late, ours)), median(map(late, floor)),
                    1.5)
        return results

    def naive(self, meetings, duration, ours):
        """What people would write instead, if it is there."""
        path = self.floors / "ticker-naive"
        if not path.exists() or not ours:
            return None
        result = self.load(
            "timer", "--meetings", meetings, "--duration", f"{duration}s", "--timer", path,
            name=f"timer: {meetings} meetings, one task each")
        if result and result.get("process"):
            cost = median(r["process"]["cpuSecondsPerMillionTicks"] for r in ours)
            self.ratios.at_least(
                f"{meetings} meetings: CPU per tick of one task each",
                result["process"]["cpuSecondsPerMillionTicks"], cost, 10)
        return result

    def churn(self, meetings, duration):
        """People use it meanwhile. Each rate gives some thousand samples: a p99 of fewer is chance."""
        rates = ",".join(f"{kind}=200" for kind in ("start", "hold", "release", "skip", "cancel"))
        results = []
        for repetition in range(1 if self.quick else self.repetitions):
            result = self.load(
                "timer", "--meetings", meetings, "--duration", f"{duration}s", "--churn",
                f"{rates},bad=20", "--seed", repetition + 1,
                name=f"timer: {meetings} meetings with churn")
            if result:
                results.append(result)
        self.ratios.absent("churn: ran", results)
        if not results:
            return results
        for word in FAULTS:
            self.ratios.zero(f"churn: ticks {word}", sum(r["ticks"][word] for r in results))
        late = median(r["lateness"]["p99"] for r in results)
        for kind in ("start", "hold", "release", "skip", "cancel"):
            answer = median(r["commands"][kind]["latency"]["p99"] for r in results)
            self.ratios.at_most(f"churn: answer to {kind}, p99", answer, late, 2)
        self.ratios.zero(
            "churn: bad commands taken", sum(r["commands"]["bad"]["done"] for r in results))
        return results

    def restart(self, meetings):
        """Killed with all its countdowns running: how soon is it back?"""
        results = []
        for repetition in range(1 if self.quick else self.repetitions):
            result = self.load(
                "timer", "--meetings", meetings, "--duration", "8s", "--restart", "2s",
                "--seed", repetition + 1, name=f"timer: {meetings} meetings, killed")
            if result and result.get("recovery"):
                results.append(result)
        self.ratios.absent("restart: ran", results)
        if not results:
            return results
        self.ratios.limit(
            f"restart with {meetings} meetings: until every tick comes",
            median(r["recovery"]["secondsToSchedule"] for r in results), 2, "s")
        for word in ("duplicate", "early", "stray"):
            self.ratios.zero(f"restart: ticks {word}", sum(r["ticks"][word] for r in results))
        return results

    def sharing(self, meetings):
        """Three timers share the meetings; one is killed, and one more comes."""
        result = self.load(
            "timer", "--timers", 3, "--meetings", meetings, "--kill", "3s", "--add", "9s",
            "--duration", "14s", name=f"timer: {meetings} meetings of three timers, one killed")
        self.ratios.absent("several timers: ran", result and result.get("sharing"))
        if not result or not result.get("sharing"):
            return None
        shared = result["sharing"]
        for change in shared["changes"]:
            self.ratios.equal(
                f"several timers, one {change['kind']}: meetings moved of those that must",
                change["moved"], change["mustMove"])
            self.ratios.zero(
                f"several timers, one {change['kind']}: others moved", change["needless"])
            if change["kind"] == "killed":
                self.ratios.limit(
                    "several timers: until the last meeting of the killed one ticks",
                    change["secondsToAll"], 3, "s")
        self.ratios.zero("several timers: ticks of the wrong timer", shared["misplaced"])
        self.ratios.zero("several timers: ticks lost of meetings that stay", shared["lostUnmoved"])
        for word in ("duplicate", "early", "reordered", "stray"):
            self.ratios.zero(f"several timers: ticks {word}", result["ticks"][word])
        return result

    def storm(self, meetings, starts, limit):
        """Very many starts in one go: each is answered, and the other meetings do not notice."""
        result = self.load(
            "timer", "--meetings", meetings, "--storm", starts, "--limit", limit, "--length", "2h",
            "--duration", f"{max(12, starts // 16_000)}s",
            name=f"timer: {starts} starts in one go beside {meetings} meetings")
        self.ratios.absent("storm: ran", result)
        if not result:
            return None
        storm = result["commands"]["storm"]
        self.ratios.equal("storm: starts taken, up to the limit", storm["done"], limit - meetings)
        self.ratios.zero("storm: starts without an answer", storm["unanswered"])
        for word in FAULTS:
            self.ratios.zero(f"storm: ticks {word} of the others", result["ticks"][word])
        self.ratios.limit(
            "storm: lateness p99.9 of the others", result["lateness"]["p999"] / 1e6, 1, "s")
        return result

    def million(self):
        """Meetings that tick and that nobody hears: what they take up, and what they cost."""
        return self.load(
            "timer", "--meetings", 1_000_000, "--ramp", "50s", "--length", "2h", "--duration", "10s",
            "--no-subscriber", "--wait", "60s", name="timer: 1000000 meetings that nobody hears")

    def codec(self):
        """The JSON of the hot paths against Foundation's: [{codec, ns, foundationNs, ratio}, …]."""
        path = self.programs / "codec-bench"
        if not path.exists():
            return []
        print("       codec", file=sys.stderr, flush=True)
        run = subprocess.run([str(path)], capture_output=True, text=True, timeout=120)
        lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        self.ratios.absent("codec: ran", lines)
        for line in lines:
            self.ratios.at_least(f"codec, {line['codec']}: ns", line["foundationNs"], line["ns"], 4)
        return lines

    # -- the router

    def bus(self):
        subjects = [
            ("router-service", self.programs / "router-service"),
            ("C floor", self.floors / "router-floor"),
        ]
        duration = "1s" if self.quick else "4s"
        results = {name: [] for name, _ in subjects}
        for _ in range(self.repetitions):
            for name, path in subjects:
                result = self.load(
                    "bus", "--tcp", "--duration", duration, "--router", path,
                    name=f"bus: {name}")
                if result:
                    results[name].append(result)
        ours, floor = results["router-service"], results["C floor"]
        self.ratios.absent("bus: ran", ours and floor)
        if not ours or not floor:
            return results
        names = {"single": "requests one at a time", "pipelined": "64 requests in flight",
                 "events": "events to 1", "fanOut": "events to 8"}
        for part, name in names.items():
            cost = lambda r: part_of(r, part)["cpuSecondsPerMillion"]
            self.ratios.at_most(
                f"bus, {name}: CPU per message", median(map(cost, ours)), median(map(cost, floor)),
                1.3)
        trip = lambda r: part_of(r, "single")["latency"]["p50"]
        self.ratios.at_most(
            "bus, round trip p50", median(map(trip, ours)), median(map(trip, floor)), 1.2)
        return results


def part_of(result, part):
    return next(p for p in result["parts"] if p["part"] == part)


def only(bench, part, sizes):
    """Measures one part, prints its ratios, and ends."""
    parts = {"timer": lambda: [bench.timer(*size) for size in sizes], "bus": bench.bus,
             "codec": bench.codec}
    parts[part]()
    for line in bench.ratios.lines:
        print(f"{'kept' if line.is_kept else 'MISSED':7}{line.name}: {line.ours} to {line.other}:"
              f" {line.words}")
    sys.exit(1 if bench.ratios.missed else 0)


def main():
    parser = argparse.ArgumentParser()
    for name in ("programs", "floors", "scratch", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--only", choices=("timer", "bus", "codec"))
    arguments = parser.parse_args()
    bench = Bench(arguments)
    began = time.time()
    sizes = [(1000, 5), (10_000, 5)] if bench.quick else [(10_000, 10), (100_000, 12)]
    if arguments.only:
        only(bench, arguments.only, sizes)
    timers = {meetings: bench.timer(meetings, duration) for meetings, duration in sizes}
    # With fewer, waking up costs both as much as all else.
    middle = 10_000
    results = {
        "timer": timers,
        "naive": bench.naive(middle, 5, timers[middle].get("timer-service")),
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
        "peers": [] if arguments.no_peers else peers.measure(bench),
    }
    if not bench.quick:
        results["million"] = bench.million()
    document.write(bench, results, time.time() - began)
    missed = bench.ratios.missed
    for line in missed:
        print(f"  missed: {line.name}: {line.words}", file=sys.stderr)
    print(f"       {len(bench.ratios.lines) - len(missed)} of {len(bench.ratios.lines)} ratios kept;"
          f" see {bench.output / 'benchmarks.md'}", file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
