"""Benchmarks of the timer, and their targets."""

from ratios import count, median
from words import FAULTS, TASKS

# Numbers of meetings for measuring the implementation with one task per meeting.
FEWER_TASKS, MORE_TASKS = 10_000, 20_000


class Timers:
    """The timer's part of a benchmark; the rest provides `load` and `ratios`."""

    def subjects(self):
        """The measured programs: name and path, if the program exists."""
        all_of_them = [
            ("timer-service", self.programs / "timer-service"),
            ("C baseline", self.floors / "ticker-floor"),
        ]
        return [(name, path) for name, path in all_of_them if path.exists()]

    def ramp(self, meetings):
        """A ramp that every timer can follow; a measurement starts when every start has a reply."""
        return f"{max(1, meetings // 20_000)}s"

    def turns(self, meetings, duration, subjects):
        """Results of each program, measured in turn: {name: [result, …]}."""
        results = {name: [] for name, _ in subjects}
        for repetition in range(self.repetitions):
            for name, path in subjects:
                result = self.load(
                    "timer", "--meetings", meetings, "--ramp", self.ramp(meetings), "--duration",
                    f"{duration}s", "--timer", path, "--seed", repetition + 1,
                    name=f"timer: {meetings} meetings, {name}")
                if result:
                    results[name].append(result)
        return results

    def timer(self, meetings, duration):
        """Results of the service and the C baseline, measured in turn: {name: [result, …]}."""
        subjects = self.subjects()
        if meetings == FEWER_TASKS and not self.quick:
            subjects += self.tasks()
        results = self.turns(meetings, duration, subjects)
        if TASKS in results:
            self.tasks_cost(meetings, results)
        ours, floor = results["timer-service"], results.get("C baseline", [])
        label = f"{count(meetings)} meetings"
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
                late = lambda r, key=key: r["lateness"][key]
                self.ratios.at_most(
                    f"{label}: lateness {name}", median(map(late, ours)), median(map(late, floor)),
                    1.5)
        return results

    def tasks(self):
        """The naive implementation, if it is compiled."""
        path = self.floors / "ticker-naive"
        return [(TASKS, path)] if path.exists() else []

    def naive(self):
        """Results of the service and of the naive program, at the latter's maximum load: {name: [result, …]}."""
        if not self.tasks():
            return {}
        results = self.turns(
            MORE_TASKS, 4, [("timer-service", self.programs / "timer-service")] + self.tasks())
        self.tasks_cost(MORE_TASKS, results)
        return results

    def tasks_cost(self, meetings, results):
        """The target of ten times applies only with enough work for both."""
        cost = lambda name: median(
            r["process"]["cpuSecondsPerMillionTicks"] for r in results[name] if r.get("process"))
        name = f"{count(meetings)} meetings: CPU per tick of one task each"
        if meetings == MORE_TASKS:
            self.ratios.at_least(name, cost(TASKS), cost("timer-service"), 10)
        else:
            self.ratios.shown(
                name, cost(TASKS), cost("timer-service"), f"target at {count(MORE_TASKS)}")

    def churn(self, meetings, duration):
        """Commands under load. Each rate gives thousands of samples: with fewer, a p99 is due to chance."""
        rates = ",".join(f"{kind}=200" for kind in ("start", "hold", "release", "skip", "cancel"))
        results = []
        for repetition in range(1 if self.quick else self.repetitions):
            result = self.load(
                "timer", "--meetings", meetings, "--ramp", self.ramp(meetings), "--duration",
                f"{duration}s", "--churn", f"{rates},bad=20", "--seed", repetition + 1,
                name=f"timer: {meetings} meetings with churn")
            if result:
                results.append(result)
        self.ratios.absent("churn: ran", results)
        if not results:
            return results
        for word in FAULTS:
            self.ratios.zero(f"churn: ticks {word}", sum(r["ticks"][word] for r in results))
        for kind in ("start", "hold", "release", "skip", "cancel"):
            self.ratios.at_most_of_each(
                f"churn: reply to {kind}, p99",
                [(r["commands"][kind]["latency"]["p99"], r["lateness"]["p99"]) for r in results], 2)
        self.ratios.zero(
            "churn: invalid commands accepted", sum(r["commands"]["bad"]["done"] for r in results))
        return results

    def restart(self, meetings):
        """Recovery time after a kill with all countdowns running."""
        results = []
        for repetition in range(1 if self.quick else self.repetitions):
            result = self.load(
                "timer", "--meetings", meetings, "--ramp", self.ramp(meetings), "--duration", "6s",
                "--restart", "2s", "--seed", repetition + 1, name=f"timer: {meetings} meetings, killed")
            if result and result.get("recovery"):
                results.append(result)
        self.ratios.absent("restart: ran", results)
        if not results:
            return results
        self.ratios.limit(
            f"restart with {meetings} meetings: until every tick arrives",
            median(r["recovery"]["secondsToSchedule"] for r in results), 2, "s")
        for word in ("duplicate", "early", "stray"):
            self.ratios.zero(f"restart: ticks {word}", sum(r["ticks"][word] for r in results))
        return results

    def sharing(self, meetings):
        """Three timers share the meetings; one is killed, and later another is added."""
        result = self.load(
            "timer", "--timers", 3, "--meetings", meetings, "--kill", "3s", "--add", "9s",
            "--duration", "14s", name=f"timer: {meetings} meetings of three timers, one killed")
        self.ratios.absent("several timers: ran", result and result.get("sharing"))
        if not result or not result.get("sharing"):
            return None
        shared = result["sharing"]
        for change in shared["changes"]:
            self.ratios.equal(
                f"several timers, one {change['kind']}: moved, of the meetings that must move",
                change["moved"], change["mustMove"])
            self.ratios.zero(
                f"several timers, one {change['kind']}: other meetings moved", change["needless"])
            if change["kind"] == "killed":
                self.ratios.limit(
                    "several timers: until every meeting of the killed timer ticks again",
                    change["secondsToAll"], 3, "s")
        self.ratios.zero("several timers: ticks from the wrong timer", shared["misplaced"])
        self.ratios.zero("several timers: ticks lost in meetings that do not move", shared["lostUnmoved"])
        for word in ("duplicate", "early", "reordered", "stray"):
            self.ratios.zero(f"several timers: ticks {word}", result["ticks"][word])
        return result

    def storm(self, meetings, starts, limit):
        """Very many simultaneous starts: each has a reply, and other meetings are not affected."""
        result = self.load(
            "timer", "--meetings", meetings, "--storm", starts, "--limit", limit, "--length", "2h",
            "--duration", f"{max(12, starts // 25_000)}s",
            name=f"timer: {starts} simultaneous starts and {meetings} other meetings")
        self.ratios.absent("storm: ran", result)
        if not result:
            return None
        storm = result["commands"]["storm"]
        self.ratios.equal("storm: number of meeting starts accepted, up to the limit", storm["done"], limit - meetings)
        self.ratios.zero("storm: starts without a reply", storm["unanswered"])
        for word in FAULTS:
            self.ratios.zero(f"storm: ticks {word} in other meetings", result["ticks"][word])
        self.ratios.limit(
            "storm: lateness p99.9 of other meetings", result["lateness"]["p999"] / 1e6, 1, "s")
        return result

    def million(self):
        """Memory and CPU of meetings without subscribers, once all have started."""
        result = self.load(
            "timer", "--meetings", 1_000_000, "--ramp", "40s", "--length", "2h", "--duration", "8s",
            "--no-subscriber", name="timer: 1000000 meetings without subscribers")
        self.ratios.absent("a million: ran", result and result.get("process"))
        if result:
            self.ratios.zero(
                "a million: starts without a reply when measuring starts", result["ramp"]["unanswered"])
        return result
