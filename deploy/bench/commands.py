"""Durable commands of the whole system, compared with a C baseline, the raw store and alternatives."""

import contextlib
import dataclasses
import glob
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time

import hands
import morning
import peers
import speech
from ratios import median

OURS, FLOOR, STORE = "router, standups and persistence", "C baseline of all three", "raw store in C"
#: Commands in flight, and commands per transaction of the raw store.
WINDOWS, BATCHES = (1, 64), (1, 16, 64, 128)
READS = {"get": "get a standup", "list": "list a page of 50, recently used", "live": "list live meetings"}
#: Number of runs without each part of the raw store, and of commands per run.
COST_TURNS, COST_COMMANDS = 7, 10_000


@dataclasses.dataclass
class Peer:
    name: str
    #: The client in deploy/bench, and its variant.
    client: str
    form: str
    #: Starts the server with a directory; returns the process and its address.
    start: object
    #: When a commit is on disk, and whether that is before its reply.
    when: str
    is_durable: bool = True


def redis(folder):
    place = f"{folder}/redis"
    server = launch(
        peers.program("redis-server"), "--port", "0", "--unixsocket", place, "--save", "", "--appendonly", "yes",
        "--appendfsync", "always", "--dir", folder)
    return server, place, lambda: os.path.exists(place)


def jetstream(folder):
    port = str(peers.free_port())
    server = launch(
        peers.program("nats-server"), "--addr", "127.0.0.1", "--port", port, "-js", "-sd", folder)
    return server, port, lambda: peers.wait_for(int(port), server)


def postgres(folder):
    how = _as_postgres(folder)
    subprocess.run(
        [f"{postgres_programs()}/initdb", "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "--no-sync"],
        check=True, capture_output=True, **how)
    return _server(folder, how)


def standby(of):
    """Returns a function for `running` that starts a standby of a server; commits do not wait for it yet."""
    def start(folder):
        how = _as_postgres(folder)
        subprocess.run(
            [f"{postgres_programs()}/pg_basebackup", "-h", of, "-U", "postgres", "-D", f"{folder}/data", "-R",
             "--checkpoint=fast", "--no-sync"], check=True, capture_output=True, **how)
        return _server(folder, how)
    return start


def _as_postgres(folder):
    """Arguments for its programs, which refuse to run as root."""
    how = {"cwd": folder}
    if os.geteuid() == 0:
        how |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, "postgres", "postgres")
    return how


def _server(folder, how):
    programs = postgres_programs()
    server = launch(
        f"{programs}/postgres", "-D", f"{folder}/data", "-k", folder, "-c", "listen_addresses=", "-c",
        "synchronous_commit=on", **how)
    ready = [f"{programs}/pg_isready", "-q", "-h", folder]
    return server, folder, lambda: subprocess.run(ready, check=False).returncode == 0


def postgres_programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return found[-1] if found else None


PEERS = [
    Peer("PostgreSQL", "commit-postgres", "", postgres, "before the reply"),
    Peer("PostgreSQL, all waiting commands in one statement", "commit-postgres", "batch", postgres, "before the reply"),
    Peer("Redis, `appendfsync always`", "commit-redis", "", redis, "before the reply"),
    Peer("NATS JetStream", "commit-jetstream", "", jetstream, "up to two minutes later", False),
]


def launch(program, *words, **how):
    return subprocess.Popen(
        [program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)


def missing(bench, peer):
    """The reason why a peer cannot be measured, or None."""
    if not (bench.floors / peer.client).exists():
        return f"{peer.client} was not compiled"
    if peer.start is postgres:
        if not postgres_programs():
            return "PostgreSQL is not installed"
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            return "there is no user postgres" if os.geteuid() == 0 else None
        return None
    name = {redis: "redis-server", jetstream: "nats-server"}[peer.start]
    return None if peers.program(name) else f"{name} is not installed"


@contextlib.contextmanager
def a_folder(bench):
    """Creates a directory next to the others that other users may enter."""
    with tempfile.TemporaryDirectory(prefix="standups-", dir=bench.scratch.parent) as folder:
        yield folder
    # Pending writes must not delay the next measurement.
    os.sync()


@contextlib.contextmanager
def running(bench, start):
    """A server with its own directory: yields the process and its address."""
    with a_folder(bench) as folder:
        server, place, is_ready = start(folder)
        try:
            for _ in range(200):
                if server.poll() is not None or is_ready():
                    break
                time.sleep(0.05)
            yield server, place
        finally:
            server.terminate()
            server.wait()


def figures(bench, shown, program, *words):
    """Output of a C program, or None."""
    bench.show(shown)
    run = subprocess.run(
        [str(bench.floors / program), *map(str, words)], capture_output=True, text=True, timeout=120, check=False)
    try:
        return json.loads(run.stdout)
    except ValueError:
        print(run.stderr.strip(), file=sys.stderr)
        return None


def ours(bench, seconds):
    result = bench.load("commands", "-d", f"{seconds}s", name="commands: ours")
    os.sync()
    return by_part(result)


def floor(bench, seconds):
    def start(folder):
        server = launch(bench.floors / "commit-floor", folder)
        # Created once store and decider are running.
        return server, folder, lambda: os.path.exists(f"{folder}/events")

    with running(bench, start) as (server, folder):
        with open(f"/proc/{server.pid}/task/{server.pid}/children") as file:
            pids = [word for pid in file.read().split() for word in ("--pid", pid)]
        words = ("commands", "--part", "create", "-d", f"{seconds}s", "--through")
        bench.show("commit-floor DIRECTORY & standups-load " + " ".join(words) + " ipc://DIRECTORY --pid …")
        return by_part(bench.load(*words, f"ipc://{folder}", *pids, name="commands: C baseline", shown=""))


def by_part(result):
    """{"create/64": {perSecond, p50, p99, cpuUs, services}, …}"""
    return {
        f"{part['part']}/{part['window']}": {
            "perSecond": part["perSecond"], "p50": part["latency"]["p50"], "p99": part["latency"]["p99"],
            "cpuUs": sum(part["cpuUs"].values()), "services": part["cpuUs"]}
        for part in result["parts"] if part["answered"]} if result else {}


def store(bench, seconds):
    bench.step("commands: raw store")
    found = {}
    with a_folder(bench) as folder:
        for batch in BATCHES:
            shown = f"store-floor DIRECTORY batch {batch} {seconds}"
            result = figures(bench, shown, "store-floor", folder, "batch", batch, seconds)
            if result:
                found[f"batch/{batch}"] = result
    return found


def peer_figures(bench, peer, seconds):
    bench.step(f"commands: {peer.name}")
    found = {}
    try:
        with running(bench, peer.start) as (server, place):
            for window in WINDOWS:
                if peer.form and window == 1:
                    continue
                shown = f"{peer.client} PLACE PID {window} {seconds} {peer.form}".strip()
                result = figures(
                    bench, shown, peer.client, place, server.pid, window, seconds, *filter(None, [peer.form]))
                if result:
                    found[f"create/{window}"] = result
    except (OSError, LookupError, subprocess.SubprocessError) as error:
        print(f"  note {peer.name} could not be measured: {error}", file=sys.stderr)
    return found


def measure(bench, with_peers):
    """Measures all programs in turn: {"turns": [{name: {part: figures}}, …], "costs": […], "missing": […],
    "fileSystem": …}."""
    seconds = 1 if bench.quick else 3
    lacks = {peer.name: missing(bench, peer) for peer in PEERS} if with_peers else {}
    for name, lack in lacks.items():
        if lack:
            print(f"  note skipping {name}: {lack}", file=sys.stderr)
    there = [peer for peer in PEERS if with_peers and not lacks[peer.name]]
    turns = []
    for _ in range(bench.repetitions):
        turn = {OURS: ours(bench, seconds), FLOOR: floor(bench, seconds), STORE: store(bench, seconds)}
        turns.append(turn | {peer.name: peer_figures(bench, peer, seconds) for peer in there})
    ask(bench.ratios, turns, there)
    system = subprocess.run(
        ["findmnt", "-n", "-o", "FSTYPE", "-T", str(bench.scratch)], capture_output=True, text=True, check=False)
    return {
        "turns": turns, "morning": morning.measure(bench), "hands": hands.measure(bench),
        "speech": speech.measure(bench), "costs": [] if bench.quick else costs(bench),
        "fileSystem": system.stdout.strip(), "missing": [f"{name}: {lack}" for name, lack in lacks.items() if lack]}


def ask(ratios, turns, there):
    """Adds the targets of durable commands, each relative to another program in the same turn."""
    ratios.absent("commands: ran", all(turn[OURS] and turn[FLOOR] and turn[STORE] for turn in turns))

    def pairs(figure, part, other, other_part=None):
        found = [(turn[OURS].get(part), turn[other].get(other_part or part)) for turn in turns]
        return [(one[figure], two[figure]) for one, two in found if one and two]

    whole = "create/64"
    cpu = median(turn[OURS].get(whole, {}).get("cpuUs") for turn in turns)
    if cpu is None:
        return
    ratios.limit("commands, 64 in flight: CPU of one", cpu, 400, "µs")
    ratios.at_most_of_each("commands, 64 in flight: CPU of one, to the C baseline's", pairs("cpuUs", whole, FLOOR), 2)
    ratios.at_most_of_each("commands, one at a time: p50, to the C baseline's", pairs("p50", "create/1", FLOOR), 1.3)
    ratios.at_least_of_each(
        "commands, 64 in flight: per s, to the raw store's in batches of 64",
        pairs("perSecond", whole, STORE, "batch/64"), 0.8)
    for peer in there:
        ratios.at_least_of_each(
            f"commands, 64 in flight: per s, to {peer.name}", pairs("perSecond", whole, peer.name), 1,
            is_asked=peer.is_durable)
    wanted = [("commands, 64 in flight: per s", whole, 3000)]
    wanted += [(f"reads, 64 in flight: {name}, per s", f"{part}/64", 5000) for part, name in READS.items()]
    for name, part, least in wanted:
        rates = [(turn[OURS][part]["perSecond"], least) for turn in turns if part in turn[OURS]]
        ratios.at_least_of_each(name, rates, 1, is_asked=False)


def costs(bench):
    """The cost of each part of the raw store: [{part, us, cpuUs, pages}, …]; the last is that of all parts together."""
    bench.step("commands: what each part of the raw store costs")
    with a_folder(bench) as folder:
        shown = f"store-floor DIRECTORY costs {COST_COMMANDS}"
        found = [figures(bench, shown, "store-floor", folder, "costs", COST_COMMANDS) for _ in range(COST_TURNS)]
    return [
        {"part": same[0]["part"]} | {key: median(cost[key] for cost in same) for key in ("us", "cpuUs", "pages")}
        for same in zip(*(turn["costs"] for turn in found if turn), strict=True)]
