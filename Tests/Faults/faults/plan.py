"""The parts of a test run determined by a seed: its setup, its faults and their times."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from contract import catalog

NAMES = tuple(catalog.services())
#: Services with a writer epoch: they exit when they resume after another instance has taken their place.
REPLACEABLE = catalog.keepers()
#: Relative frequency of each kind.
KINDS = {
    "kill": 28, "stop": 22, "restart": 8, "several": 14, "everything": 2, "replace": 4,
    "cut": 12, "stall": 5, "slow": 7, "disk": 5, "damage": 0, "server": 4,
}
#: Faults for two instances each. Connections are not cut then, as they bypass the proxies.
PAIR_KINDS = ("kill", "stop", "restart", "several", "everything", "server")
#: Faults for one instance each with the data on a server: its files must not be damaged, nor its volume filled.
SERVER_KINDS = tuple(kind for kind in KINDS if kind not in ("disk", "damage"))
SECONDS = ("router-2", "persistence-2", "standups-2")
WHAT_KINDS_ARE = {
    "kill": "SIGKILL of one process",
    "stop": "SIGSTOP of one process, SIGCONT up to 6 s later",
    "restart": "SIGTERM of one process",
    "several": "two to four processes killed or stopped at almost the same time",
    "everything": "SIGKILL of all processes at once",
    "replace": "a suspended process replaced by another one, then woken",
    "cut": "all connections of one party cut, and new ones refused, for up to 5 s",
    "stall": "connections that stay open and carry nothing for up to 5 s",
    "slow": "connections with up to 300 ms of extra delay per piece of data",
    "disk": "no space left for up to 6 s",
    "damage": "files truncated, deleted or changed while persistence is down",
    "server": "SIGQUIT of the database server, which restarts up to 3 s later",
}
#: Damage to the files while persistence is down.
DAMAGES = (
    "log cut", "log bit", "log lost", "log zeros", "database bit", "database page", "database cut", "mark lost",
    "mark bit", "earlier copy",
)


@dataclass(frozen=True)
class Fault:
    """A fault: its start in seconds, its target, and its duration in seconds."""

    kind: str
    at: float
    who: tuple[str, ...]
    seconds: float = 0.0
    #: For several targets: `kill` or `stop` for each.
    how: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """One test run. The same seed gives the same plan; the timing of the processes varies."""

    seed: int
    seconds: float
    timers: int
    clients: int
    faults: tuple[Fault, ...]
    damages: tuple[str, ...]
    kinds: tuple[str, ...] = field(default=tuple(KINDS))
    #: True if the data is on a PostgreSQL server.
    has_server: bool = False
    #: True for two routers and two instances of persistence and standups, on such a server.
    is_pair: bool = False
    #: True if that server is one of three under Patroni, with the faults of `machines.ROWS`.
    is_patroni: bool = False
    #: True for Patroni's defaults instead of our times.
    has_defaults: bool = False
    #: True if every program has a key, and some clients are persons with roles in teams.
    has_persons: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return _names(self.timers, self.is_pair)


def _names(timers: int, is_pair: bool) -> tuple[str, ...]:
    return NAMES + ("timer-2",) * (timers > 1) + SECONDS * is_pair


def plan(
    seed: int, seconds: float, kinds: tuple[str, ...], *, has_server: bool = False, is_pair: bool = False,
) -> Plan:
    rng = random.Random(f"plan {seed}")
    timers, clients = 1 + (rng.random() < 0.4), rng.randint(5, 8)
    names = _names(timers, is_pair)
    wanted = [kind for kind in kinds if KINDS[kind]]
    faults: list[Fault] = []
    # Starts calm, and mostly has calm periods, so that there are undisturbed meetings to compare with.
    at, is_storm = rng.uniform(2, 4), rng.random() < 0.3
    while wanted and at < seconds - 2:
        faults.append(_fault(rng, rng.choices(wanted, [KINDS[kind] for kind in wanted])[0], at, names))
        chance = rng.random()
        if is_storm:
            at += rng.uniform(0.02, 1.5)
        elif chance < 0.3:
            at += rng.uniform(0.02, 0.5)  # While the last fault still has effects
        elif chance < 0.86:
            at += rng.uniform(0.5, 4)
        else:
            at = max(fault.at + fault.seconds for fault in faults) + rng.uniform(6, 9)
    damages = tuple(rng.choice(DAMAGES) for _ in range(rng.randint(1, 2))) if "damage" in kinds else ()
    return Plan(seed, seconds, timers, clients, tuple(faults), damages, kinds, has_server, is_pair,
        has_persons=True)


def machines(seed: int, *, has_defaults: bool) -> Plan:
    """Three machines: one has the primary and all active instances, and one is the standby."""
    return Plan(
        seed, 0, timers=2, clients=4, faults=(), damages=(), kinds=(), is_pair=True, is_patroni=True,
        has_defaults=has_defaults)


def _fault(rng: random.Random, kind: str, at: float, names: tuple[str, ...]) -> Fault:
    one = _some(rng, names, 1)
    if kind == "stop":
        return Fault(kind, at, one, _seconds(rng, 0.05, 6))
    if kind == "several":
        who = _some(rng, names, rng.randint(2, 4))
        return Fault(kind, at, who, _seconds(rng, 0.1, 5), tuple(rng.choice(("kill", "stop")) for _ in who))
    if kind == "everything":
        return Fault(kind, at, names)
    if kind == "replace":
        return Fault(kind, at, (rng.choice(REPLACEABLE),), rng.uniform(3.5, 7))
    if kind in ("cut", "stall", "slow"):
        parties = [name for name in names if name != "router"] + ["clients", "clients", "follower"]
        return Fault(kind, at, (rng.choice(parties),), _seconds(rng, 0.05, 5))
    if kind == "server":
        return Fault(kind, at, ("persistence",), _seconds(rng, 0.1, 3))
    if kind == "disk":
        return Fault(kind, at, ("persistence",), rng.uniform(1, 6))
    return Fault(kind, at, one)


def _some(rng: random.Random, names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Distinct names; important ones are chosen more often."""
    left, found = list(names), []
    for _ in range(count):
        weights = [3 if name.removesuffix("-2") in ("persistence", "standups", "router", "timer") else 1 for name in left]
        found.append(rng.choices(left, weights)[0])
        left.remove(found[-1])
    return tuple(found)


def _seconds(rng: random.Random, least: float, most: float) -> float:
    """A duration whose order of magnitude is uniformly distributed."""
    return least * (most / least) ** rng.random()
