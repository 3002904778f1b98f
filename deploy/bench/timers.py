"""What is measured of the timer, and what is asked of it."""

from ratios import count, median
from words import FAULTS, TASKS

# With how many meetings the program is measured that has a task for each.
FEWER_TASKS, MORE_TASKS = 10_000, 20_000


class Timers:
    """The part of a benchmark that is about the timer; the rest gives it `load` and `ratios`."""

    def subjects(self):
        """What is measured in place of the timer: name, program, and whether it exists."""
        all_of_them = [
            ("timer-service", self.programs / "timer-service"),
            ("C floor", self.floors / "ticker-floor"),
        ]
        return [(name, path) for name, path in all_of_them if path.exists()]

    def ramp(self, meetings):
        """Starts as many in a second as a timer surely takes; a test begins when all are answered."""
        return f"{max(1, meetings // 20_000)}s"

    def turns(self, meetings, duration, subjects):
        """Each in its turn, some times: {name: [result, …]}."""
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
        """Service and floor in turns: {name: [result, …]}."""
        subjects = self.subjects()
        if meetings == FEWER_TASKS and not self.quick:
            subjects += self.tasks()
        results = self.turns(meetings, duration, subjects)
        if TASKS in results:
            self.tasks_cost(meetings, results)
        ours, floor = results["timer-service"], results.get("C floor", [])
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
        """What people would write instead, if it is there."""
        path = self.floors / "ticker-naive"
        return [(TASKS, path)] if path.exists() else []

    def naive(self):
        """Ours and one task each, at the most that the tasks can carry: {name: [result, …]}."""
        if not self.tasks():
            return {}
        results = self.turns(
            MORE_TASKS, 4, [("timer-service", self.programs / "timer-service")] + self.tasks())
        self.tasks_cost(MORE_TASKS, results)
        return results

    def tasks_cost(self, meetings, results):
        """Ten times is asked for where there is enough to do for both."""
        cost = lambda name: median(
            r["process"]["cpuSecondsPerMillionTicks"] for r in results[name] if r.get("process"))
        name = f"{count(meetings)} meetings: CPU per tick of one task each"
        if meetings == MORE_TASKS:
            self.ratios.at_least(name, cost(TASKS), cost("timer-service"), 10)
        else:
            self.ratios.shown(
                name, cost(TASKS), cost("timer-service"), f"target at {count(MORE_TASKS)}")

    def churn(self, meetings, duration):
        """People use it meanwhile. Each rate gives some thousand samples: a p99 of fewer is chance."""
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
                f"churn: answer to {kind}, p99",
                [(r["commands"][kind]["latency"]["p99"], r["lateness"]["p99"]) for r in results], 2)
        self.ratios.zero(
            "churn: bad commands taken", sum(r["commands"]["bad"]["done"] for r in results))
        return results

    def restart(self, meetings):
        """Killed with all its countdowns running: how soon is it back?"""
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
            "--duration", f"{max(12, starts // 25_000)}s",
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
        """Meetings that nobody hears: what they take up, and what they cost, when all are started."""
        result = self.load(
            "timer", "--meetings", 1_000_000, "--ramp", "40s", "--length", "2h", "--duration", "8s",
            "--no-subscriber", name="timer: 1000000 meetings that nobody hears")
        self.ratios.absent("a million: ran", result and result.get("process"))
        if result:
            self.ratios.zero(
                "a million: starts without an answer when measured", result["ramp"]["unanswered"])
        return result
