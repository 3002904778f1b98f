"""The cost of a principal: the same commands from a tool, from persons, and from the gateway for a person.

All of them have keys, so that the encryption costs each of them the same.
"""

import json
import pathlib
import subprocess
import tempfile

import hands
from ratios import median

TOOL = "tool, all teams"
PERSON, PERSON_OF_64 = "person in 1 team", "person in 64 teams"
FOR_PERSON = "gateway, for the person in 1 team"
TEAM = "web"
#: Targets: CPU time of the router per request with its reply, in µs, and p50 of a durable command, as a ratio.
MOST_US, MOST_RATIO = 1, 1.02
SERVICES = ("router", "persistence", "standups")


def standups(bench, environment, *words):
    """Output of a command of the command line."""
    run = subprocess.run([str(bench.programs / "standups"), *words], env=environment, check=False, capture_output=True,
                         text=True, timeout=900)
    if run.returncode:
        raise OSError(f"standups {words[0]}: {run.stderr.strip()}")
    return run.stdout


class Keys:
    """The keys of an installation, in a directory of their own."""

    def __init__(self, bench, folder):
        self.bench, self.folder = bench, pathlib.Path(folder)
        standups(bench, None, "keys", "init", "--directory", str(folder))

    @property
    def router(self):
        return str(self.folder / "router")

    def of(self, name):
        return str(self.folder / name / f"{name}.key_secret")

    def add(self, name, person):
        """Adds the key of a person; returns its file."""
        standups(self.bench, None, "keys", "add", name, "--role", f"person:{person}", "--directory", str(self.folder))
        return self.of(name)


def send(bench, environment, key, requests, name, in_flight, seconds):
    """Sends requests in turn; returns the figures of standups-load, or None.

    Args:
        requests: a list of {target, body, for, isIdempotent}.
    """
    file = bench.scratch / "requests"
    file.write_text("".join(json.dumps(request) + "\n" for request in requests))
    pids = [word for service in SERVICES
            for word in ("--pid", hands.process(environment, f"{service}-service"))]
    result = bench.load(
        "commands", "--through", f"ipc://{environment['STANDUPS_RUNTIME_DIR']}", "--requests", file, "--in-flight", in_flight,
        "-d", f"{seconds}s", *pids, name=name, environment=environment | {"STANDUPS_KEY": key},
        shown=f"standups-load commands --through ipc://DIRECTORY --requests FILE --in-flight {in_flight} -d {seconds}s --pid …")
    part = result["parts"][0] if result else None
    if not part or part["lost"] or not part["answered"]:
        print(f"  note {name}: {part['refused'] if part else 'no result'}")
        return None
    # The kernel keeps 15 characters of a program's name.
    cpu = next(us for program, us in part["cpuUs"].items() if program.startswith("router"))
    return {"p50": part["latency"]["p50"], "p99": part["latency"]["p99"], "perSecond": part["perSecond"], "routerUs": cpu}


def measure(bench):
    """Figures of each sender in alternating rounds: {sender: [{"get": …, "create": …}, …]}; empty if it failed."""
    rounds = {}
    try:
        with tempfile.TemporaryDirectory(prefix="standups-", dir=bench.scratch.parent) as folder:
            keys = Keys(bench, folder)
            with hands.all_services(bench, key=keys.of("operator"), STANDUPS_KEYS=keys.router) as (environment, _):
                rounds = _rounds(bench, environment, keys)
    except OSError as error:
        print(f"  note the cost of a principal could not be measured: {error}")
    bench.ratios.absent("cost of a principal: ran", rounds)
    _ask(bench.ratios, rounds)
    return rounds


def _rounds(bench, environment, keys):
    seconds, count = (1, 3) if bench.quick else (3, 7)

    def ask(*words):
        return json.loads(standups(bench, environment, *words, "--json"))

    teams = [TEAM] + [f"team-{number}" for number in range(1, 64)]
    for team in teams:
        ask("teams", "add", team)
    one, many = (ask("people", "add", name)["id"] for name in ("One", "Many"))
    ask("teams", "join", TEAM, one, "--role", "member")
    for team in teams:
        ask("teams", "join", team, many, "--role", "member")
    standup = ask("add", "Daily", "-a", "Ann", "--team", TEAM)["id"]
    senders = {
        TOOL: (keys.of("operator"), {}), PERSON: (keys.add("one", one), {}),
        PERSON_OF_64: (keys.add("many", many), {}), FOR_PERSON: (keys.of("gateway"), {"for": one})}
    get = {"target": "standups.get", "body": {"id": standup}}
    create = {"target": "standups.create", "isIdempotent": True, "body": {
        "title": "Load 000000000000", "durationMs": 300_000, "team": TEAM,
        "attendees": [{"name": f"Attendee {number}"} for number in (1, 2, 3)]}}
    rounds = {name: [] for name in senders}
    for turn in range(count):
        # Each sender is first in some rounds. The tool begins, because the router notices the new keys of the persons
        # only after a second.
        order = list(senders)[turn % len(senders):] + list(senders)[:turn % len(senders)]
        for name in order:
            key, extra = senders[name]
            rounds[name].append({
                part: send(bench, environment, key, [request | extra], f"{part}: {name}", in_flight, seconds)
                for part, request, in_flight in (("get", get, 64), ("create", create, 1))})
    return rounds


def pairs(rounds, name, part, figure):
    """A figure of a sender and of the tool in each round."""
    found = [(one[part], tool[part]) for one, tool in zip(rounds.get(name, []), rounds.get(TOOL, []), strict=True)]
    return [(one[figure], tool[figure]) for one, tool in found if one and tool]


def added_us(rounds, name):
    """The router's CPU time per request that a sender adds to that of the tool, in µs: the median of the rounds."""
    return median(one - tool for one, tool in pairs(rounds, name, "get", "routerUs"))


def _ask(ratios, rounds):
    for name in list(rounds)[1:]:
        added = added_us(rounds, name)
        ratios.absent(f"{name}: requests answered", added is not None)
        if added is None:
            continue
        ratios.limit(f"{name}: router CPU per request, more than a tool's", added, MOST_US, "µs")
        ratios.at_most_of_each(
            f"{name}: router CPU per request, to a tool's", pairs(rounds, name, "get", "routerUs"), None)
        ratios.at_most_of_each(
            f"{name}: p50 of a durable command, to a tool's", pairs(rounds, name, "create", "p50"), MOST_RATIO)
