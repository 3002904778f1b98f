"""Three PostgreSQL servers under Patroni with three members of etcd: each machine runs three processes."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from .database import programs, user
from .evidence import JSON

#: The example for users; only settings that must differ here are changed.
EXAMPLE = Path(__file__).parents[3] / "deploy/patroni/patroni.yml"
#: Patroni's defaults, with `--patroni-defaults`.
DEFAULTS = {"ttl": 30, "loop_wait": 10, "retry_timeout": 10, "primary_start_timeout": 300}
#: Before this version, a suspended primary that resumes overwrites the key of its successor if etcd is used by its
#: version 3 API, and with it all changes acknowledged meanwhile (patroni/patroni#2689).
SAFE_WITH_ETCD3 = (3, 0, 3)
HAS_DATABASE = "SELECT count(*) FROM pg_database WHERE datname = 'standups'"
#: Maximum time until a cluster is complete, in seconds.
WHOLE_WITHIN = 120.0


def missing() -> list[str]:
    """The programs that are not installed."""
    return [program for program in ("patroni", "etcd") if shutil.which(program) is None]


def version() -> tuple[int, ...]:
    found = subprocess.run(["patroni", "--version"], check=True, capture_output=True, text=True, env=_environment()).stdout
    return tuple(int(part) for part in found.split()[-1].split(".") if part.isdecimal())


def _environment() -> dict[str, str]:
    """Excludes our own Python path, as Patroni has its own packages, and any proxy for the machine itself."""
    return {
        key: value for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "PATRONI", "ETCD")) and not key.lower().endswith("_proxy")}


class Machine:
    """The programs of one machine: a member of etcd, Patroni, and the server that Patroni starts.

    It has its own address, so that no other process gets its port while it is down.
    """

    def __init__(self, name: str, address: str, folder: Path) -> None:
        self.name, self.address, self.folder = name, address, folder / name
        self.folder.mkdir(mode=0o700)
        self.client, self.peer, self.rest, self.server = _ports(address, 4)
        self._etcd: subprocess.Popen[bytes] | None = None
        self._patroni: subprocess.Popen[bytes] | None = None

    @property
    def is_there(self) -> bool:
        return self._patroni is not None and self._patroni.poll() is None

    def configure(self, machines: list[Machine], times: JSON) -> None:
        """Writes the settings: the example's, with our addresses, and trust instead of passwords."""
        # Only needed to start a machine; the tests of the checker do without.
        import yaml

        settings = yaml.safe_load(EXAMPLE.read_text())
        settings["name"] = self.name
        settings["restapi"] = dict.fromkeys(("listen", "connect_address"), f"{self.address}:{self.rest}")
        store = settings.pop("etcd3") | {"hosts": [f"{one.address}:{one.client}" for one in machines]}
        settings["etcd3" if version() >= SAFE_WITH_ETCD3 else "etcd"] = store
        settings["bootstrap"]["dcs"] |= times
        mine = settings["postgresql"]
        mine["listen"] = mine["connect_address"] = f"{self.address}:{self.server}"
        mine["bin_dir"], mine["data_dir"] = str(programs()), str(self.folder / "data")
        mine["pgpass"] = str(self.folder / "pgpass")
        for role in mine["authentication"].values():
            role["password"] = "none"
        mine["pg_hba"] = ["local all all trust", "host all all 127.0.0.0/8 trust", "host replication all 127.0.0.0/8 trust"]
        mine["parameters"] = {"unix_socket_directories": str(self.folder)}
        (self.folder / "patroni.yml").write_text(yaml.safe_dump(settings))

    def _spawn(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        with open(self.folder / f"{name}.log", "ab") as log:
            return subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, env=_environment(),
                start_new_session=True, **user())

    def start_etcd(self, machines: list[Machine]) -> None:
        client, peer = f"http://{self.address}:{self.client}", f"http://{self.address}:{self.peer}"
        every = ",".join(f"{one.name}=http://{one.address}:{one.peer}" for one in machines)
        self._etcd = self._spawn(
            "etcd", "etcd", "--name", self.name, "--data-dir", str(self.folder / "etcd"),
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", every,
            "--enable-v2", "--log-level", "warn")

    def start_patroni(self) -> None:
        self._patroni = self._spawn("patroni", "patroni", str(self.folder / "patroni.yml"))

    # Faults

    @property
    def postmaster(self) -> int | None:
        """The server's main process; `None` if it is not running."""
        try:
            pid = int((self.folder / "data/postmaster.pid").read_text().splitlines()[0])
            is_ours = str(self.folder).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            return None
        return pid if is_ours else None

    def processes(self) -> list[int]:
        """All process ids, parents before their children."""
        found = [one.pid for one in (self._patroni, self._etcd) if one is not None and one.poll() is None]
        if (postmaster := self.postmaster) is not None:
            found.append(postmaster)
        for pid in found:
            found += [child for child in _children(pid) if child not in found]
        return found

    def signal(self, what: signal.Signals) -> None:
        """Sends a signal to all processes at once, as when the machine fails or freezes."""
        for pid in self.processes():
            _kill(pid, what)
        if what is signal.SIGKILL:
            # Includes processes that were just being started.
            while left := self.processes():
                for pid in left:
                    _kill(pid, what)
                time.sleep(0.01)

    def kill_server(self) -> None:
        if (postmaster := self.postmaster) is not None:
            for pid in (postmaster, *_children(postmaster)):
                _kill(pid, signal.SIGKILL)

    def kill_patroni(self) -> None:
        """Kills only Patroni; the server does not notice."""
        if self._patroni is not None:
            self._patroni.kill()
            self._patroni.wait()


class Patroni:
    """A cluster, complete on creation."""

    def __init__(self, *, has_defaults: bool) -> None:
        if absent := missing():
            raise RuntimeError(
                f"{' and '.join(absent)} cannot be found: apt-get install patroni etcd-server, and see that the system does "
                "not start them.")
        self.folder = Path(tempfile.mkdtemp(prefix="stfpt"))
        net = f"127.{random.randint(16, 250)}.{random.randint(1, 250)}"
        self.machines = [Machine(name, f"{net}.{index + 1}", self.folder) for index, name in enumerate("abc")]
        for path in (self.folder, *(machine.folder for machine in self.machines)):
            if "user" in user():
                shutil.chown(path, user()["user"], user()["group"])
        try:
            for machine in self.machines:
                machine.configure(self.machines, DEFAULTS if has_defaults else {})
                machine.start_etcd(self.machines)
            for machine in self.machines:
                machine.start_patroni()
            self.wait_whole()
            primary = self.primary
            self._psql(primary, "postgres", "CREATE ROLE standups LOGIN")
            self._psql(primary, "postgres", "CREATE DATABASE standups OWNER standups TEMPLATE template0 ENCODING 'UTF8'")
            # A standby without the database yet rejects the first connection.
            while any(self._psql(one, "postgres", HAS_DATABASE) != "1" for one in self.machines):
                time.sleep(0.1)
        except BaseException:
            self.stop(keep=True)
            raise

    @property
    def address(self) -> str:
        hosts = ",".join(f"{machine.address}:{machine.server}" for machine in self.machines)
        return f"postgres://standups@{hosts}/standups?target_session_attrs=read-write"

    def _psql(self, machine: Machine, database: str, sql: str) -> str:
        return subprocess.run(
            [str(programs() / "psql"), "-XAtq", "-h", machine.address, "-p", str(machine.server), "-U", "postgres",
             "-d", database, "-c", sql], check=True, cwd="/", capture_output=True, text=True, timeout=20).stdout.strip()

    # State

    def members(self) -> list[JSON]:
        """The state of all members according to those that answer; empty if none does."""
        for machine in self.machines:
            if machine.is_there and (found := _ask(machine, "cluster")):
                return list(found.get("members", []))
        return []

    def _with_role(self, role: str) -> Machine | None:
        names = [one["name"] for one in self.members() if one["role"] == role and one["state"] in ("running", "streaming")]
        return next((machine for machine in self.machines if machine.name in names), None)

    @property
    def primary(self) -> Machine:
        return self._one("leader")

    @property
    def synchronous(self) -> Machine:
        return self._one("sync_standby")

    def _one(self, role: str) -> Machine:
        found = self._with_role(role)
        if found is None:
            raise RuntimeError(f"There is no {role}: {self.members()}")
        return found

    def is_whole(self) -> bool:
        """True if there is a primary that all others follow, one of them synchronously."""
        members = self.members()
        roles = sorted(one["role"] for one in members)
        lines = {one.get("timeline") for one in members}
        return roles == ["leader", "replica", "sync_standby"] and len(lines) == 1 and None not in lines and all(
            one["state"] in ("running", "streaming") for one in members)

    def wait_whole(self, seconds: float = WHOLE_WITHIN) -> None:
        end = time.monotonic() + seconds
        while not self.is_whole():
            if time.monotonic() > end:
                raise RuntimeError(f"The cluster is not whole within {seconds:g} s: {self.members()}; see {self.folder}")
            time.sleep(0.2)

    def start(self, machine: Machine) -> None:
        """Restarts a killed machine with the data on its disk."""
        machine.start_etcd(self.machines)
        machine.start_patroni()

    def stop(self, *, keep: bool = False) -> None:
        for machine in self.machines:
            machine.signal(signal.SIGKILL)
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)


def _ask(machine: Machine, what: str) -> JSON | None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{machine.address}:{machine.rest}/{what}", timeout=2) as answer:
            found: Any = json.load(answer)
            return found if isinstance(found, dict) else None
    except (OSError, ValueError):
        return None


def _ports(address: str, count: int) -> list[int]:
    """Free ports of an address."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind((address, 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _children(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name is in parentheses and may contain spaces; state and parent follow it.
            state, ppid = path.read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if int(ppid) == parent and state != "Z":
            found.append(int(path.parent.name))
    return found


def _kill(pid: int, what: signal.Signals) -> None:
    try:
        os.kill(pid, what)
    except ProcessLookupError:
        pass
