"""One installation in a directory of its own: processes that are restarted when they end, and the faults applied to
them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from contract.services import key_settings, run_keys
from standups import Endpoints
from standups.keys import Keys

from .database import Server
from .evidence import Disturbance, Exit, History
from .patroni import Patroni
from .plan import Fault, Plan

#: Size of a volume that may become full. It is in memory, of which it takes only the used part.
VOLUME = "160m"


def can_mount() -> bool:
    """True if a volume can be mounted, which takes root."""
    if os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory(prefix="stf") as folder:
        command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True


class World:
    """Starts the services, restarts them, and ends all its processes."""

    def __init__(self, binaries: Path, plan: Plan, history: History, *, has_volume: bool) -> None:
        self.plan, self._binaries, self._history = plan, binaries, history
        # Short, because a Unix socket's path has at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="stf"))
        self.data, self.run = self.folder / "data", self.folder / "run"
        self.data.mkdir()
        self.run.mkdir(mode=0o700)
        self._keys = self.folder / "keys" if plan.has_persons else None
        if self._keys is not None:
            run_keys(binaries, self._keys, "init")
        # Target of relative paths, within our directory.
        self._place = self.folder / "place" / "of" / "work"
        self._place.mkdir(parents=True)
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        #: By process id: the signals sent by this program.
        self._sent: dict[int, set[int]] = {}
        #: Programs that are currently not restarted.
        self._held: set[str] = set()
        self._is_ending = False
        self._watches: list[threading.Thread] = []
        self.parties = (*plan.names[1:], "clients", "follower")
        self.cluster = Patroni(has_defaults=plan.has_defaults) if plan.is_patroni else None
        self._server = Server() if plan.has_server or (plan.is_pair and not plan.is_patroni) else None
        self._has_volume = has_volume
        if has_volume:
            command = ["mount", "-t", "tmpfs", "-o", f"size={VOLUME},mode=0700", "tmpfs", str(self.data)]
            subprocess.run(command, check=True)
        with open(self.folder / "wire.log", "wb") as log:
            self._wire = subprocess.Popen(
                [sys.executable, "-m", "faults.wire", str(self.run), *self.parties], start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        assert self._wire.stdout is not None
        if self._wire.stdout.readline() != b"ready\n":
            raise RuntimeError("The wires could not be laid: " + (self.folder / "wire.log").read_text())

    def endpoints(self, party: str | None = None) -> Endpoints:
        """Addresses for a party; without one, the router itself, bypassing the proxies. Two routers are never
        proxied."""
        if self.plan.is_pair:
            return Endpoints(self._addresses("commands"), self._addresses("events"))
        lead = f"ipc://{self.run}/" + (f"{party}-" if party else "")
        return Endpoints(f"{lead}commands", f"{lead}events")

    def _addresses(self, socket: str) -> str:
        return ",".join(f"ipc://{self.run}/{socket}{which}" for which in ("", "-2"))

    # Keys

    def keys(self, name: str = "operator") -> Keys | None:
        """The keys of a program or person; `None` in a test run without keys."""
        return None if self._keys is None else Keys.load(self._keys / name / f"{name}.key_secret")

    def add_keys(self, persons: dict[str, str]) -> None:
        """Creates the keys of persons. The router reads them when they connect."""
        assert self._keys is not None
        for name, person in persons.items():
            run_keys(self._binaries, self._keys, "add", name, "--role", f"person:{person}")

    # Processes

    def start(self) -> None:
        """Starts all programs; under Patroni without the standbys, which follow with `start_seconds`."""
        with self._changed:
            for name in self.plan.names:
                if not (self.plan.is_patroni and name.endswith("-2")):
                    self._launch(name)

    def start_seconds(self) -> None:
        with self._changed:
            for name in self.plan.names:
                if self.plan.is_patroni and name.endswith("-2"):
                    self._launch(name)

    def _environment(self, name: str) -> dict[str, str]:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("STANDUPS_")}
        environment |= {
            "STANDUPS_RUNTIME_DIR": str(self.run), "STANDUPS_DATA": str(self.data), "STANDUPS_ENGINE": "none",
            "STANDUPS_LOG_FORMAT": "json",
        } | key_settings(self._keys, name.removesuffix("-2"))
        database = self.cluster or self._server
        if database is not None and self.plan.is_pair:
            environment |= self._of_pair(name, database.address)
        elif name != "router":
            environment |= {
                f"STANDUPS_{socket.upper()}": f"ipc://{self.run}/{name}-{socket}"
                for socket in ("commands", "events", "ingest")}
        if name == "persistence" and self._server is not None:
            environment["STANDUPS_DATABASE"] = self._server.address
        if name == "gateway":
            environment["STANDUPS_WEB"] = "127.0.0.1:0"
        return environment

    def _of_pair(self, name: str, address: str) -> dict[str, str]:
        """Environment variables of one of two instances."""
        which = "-2" if name.endswith("-2") else ""
        sockets = ("commands", "events", "ingest")
        data = self.folder / f"data{which}"
        data.mkdir(exist_ok=True)
        if name.startswith("router"):
            own = {f"STANDUPS_{socket.upper()}": f"ipc://{self.run}/{socket}{which}" for socket in sockets}
            return own | {"STANDUPS_ROUTER_LEASE": address}
        both = {f"STANDUPS_{socket.upper()}": self._addresses(socket) for socket in sockets}
        if name.startswith("persistence"):
            both |= {"STANDUPS_DATABASE": address, "STANDUPS_DATA": str(data)}
        return both

    def _spawn(self, name: str) -> subprocess.Popen[bytes]:
        program = self._binaries / f"{name.removesuffix('-2')}-service"
        with open(self.folder / f"{name}.log", "ab") as log:
            # Not in our process group: a Ctrl-C is for the driver alone.
            return subprocess.Popen(
                [str(program)], env=self._environment(name), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self._place, start_new_session=True)

    def _launch(self, name: str) -> None:
        """Starts a program while holding the lock, with a thread that waits for its end."""
        process = self._processes[name] = self._spawn(name)
        self._sent[process.pid] = set()
        watch = threading.Thread(target=self._watch, args=(name, process), name=f"watch over {name}")
        self._watches.append(watch)
        watch.start()
        self._changed.notify_all()

    def _watch(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Restarts a program whenever it ends, as a supervisor does, unless another instance has its place already."""
        process.wait()
        self._ended(name, process)
        with self._changed:
            if self._processes.get(name) is not process:
                return
            del self._processes[name]
            self._changed.notify_all()
            # A short pause, so that a program that cannot start does not use all CPU time.
            self._changed.wait_for(lambda: self._is_ending, 0.25)
            self._changed.wait_for(lambda: self._is_ending or name not in self._held)
            if not self._is_ending and name not in self._processes:
                self._launch(name)

    def _ended(self, name: str, process: subprocess.Popen[bytes]) -> None:
        sent = self._sent[process.pid]
        code = process.returncode
        # A second request to end while it is ending makes it exit at once with that code.
        told = signal.SIGTERM in sent and code in (0, 128 + signal.SIGTERM)
        is_ours = (code < 0 and -code in sent) or told or self._is_ending
        self._history.add("exits", Exit(name, time.time(), code, is_ours))

    def signal(self, name: str, what: signal.Signals) -> int | None:
        """Sends a signal to the running process of that name.

        Returns:
            Its id; `None` if none is running.
        """
        with self._lock:
            process = self._processes.get(name)
            if process is None:
                return None
            self._sent[process.pid].add(what)
            process.send_signal(what)
            return process.pid

    def wake(self, pid: int) -> None:
        """Resumes a suspended process, unless it has ended."""
        with self._lock:
            for process in self._processes.values():
                if process.pid == pid:
                    process.send_signal(signal.SIGCONT)

    def kill(self, name: str, seconds: float = 20) -> None:
        """Kills a process and waits for its successor.

        Raises:
            TimeoutError: there was none.
        """
        pid = self.signal(name, signal.SIGKILL)
        with self._changed:
            def is_other() -> bool:
                return self._is_ending or (name in self._processes and self._processes[name].pid != pid)
            if not self._changed.wait_for(is_other, seconds):
                raise TimeoutError(f"{name} was not started again.")

    def hold(self, name: str) -> None:
        """Kills a process without a restart until `release`; returns when it has ended."""
        with self._changed:
            self._held.add(name)
        self.signal(name, signal.SIGKILL)
        with self._changed:
            if not self._changed.wait_for(lambda: name not in self._processes, 20):
                raise TimeoutError(f"{name} did not end.")

    def lose(self, names: tuple[str, ...]) -> None:
        """Kills all of them at once, without a restart until `release`."""
        with self._changed:
            self._held |= set(names)
            for name in names:
                if (process := self._processes.get(name)) is not None:
                    self._sent[process.pid].add(signal.SIGKILL)
                    process.kill()

    def release(self, name: str) -> None:
        with self._changed:
            self._held.discard(name)
            self._changed.notify_all()

    def replace(self, name: str, seconds: float, stop: threading.Event) -> None:
        """Suspends a process, starts another in its place, and resumes the first, which must then exit.

        If the other one was not accepted as its successor, the first does not exit; then it is killed.
        """
        with self._changed:
            old = self._processes.get(name)
            if old is None:
                return
            old.send_signal(signal.SIGSTOP)
            self._sent[old.pid].add(signal.SIGSTOP)
            self._launch(name)
        stop.wait(seconds)
        old.send_signal(signal.SIGCONT)
        try:
            old.wait(8)
        except subprocess.TimeoutExpired:
            with self._lock:
                self._sent[old.pid].add(signal.SIGKILL)
            old.kill()

    def memory(self) -> dict[str, float]:
        """Maximum memory of each process so far, in MiB."""
        found = {}
        with self._lock:
            pids = {name: process.pid for name, process in self._processes.items()}
        for name, pid in pids.items():
            try:
                status = Path(f"/proc/{pid}/status").read_text()
            except OSError:
                continue
            for line in status.splitlines():
                if line.startswith("VmHWM:"):
                    found[name] = int(line.split()[1]) / 1024
        return found

    def crash_server(self) -> None:
        """Crashes the database's server."""
        if self._server is not None:
            self._server.crash()

    def start_server(self) -> None:
        if self._server is not None:
            self._server.start()

    # Proxies and disk space

    def wire(self, party: str, mode: str, delay: float = 0.0) -> None:
        order = {"party": party, "mode": mode, "delay": delay}
        with self._lock:
            assert self._wire.stdin is not None
            self._wire.stdin.write(json.dumps(order).encode() + b"\n")
            self._wire.stdin.flush()

    def fill(self) -> None:
        """Fills the volume."""
        space = os.statvfs(self.data)
        with open(self.data / "ballast", "wb") as file:
            try:
                os.posix_fallocate(file.fileno(), 0, space.f_bavail * space.f_frsize)
            except OSError:
                pass  # Another process allocated space at the same moment; less than a page or two is left

    def free(self) -> None:
        (self.data / "ballast").unlink(missing_ok=True)

    # End

    def end(self, *, keep: bool) -> None:
        """Ends all processes started here, and removes the directory unless `keep` is set."""
        with self._changed:
            self._is_ending = True
            processes = list(self._processes.values())
            for process in processes:
                process.send_signal(signal.SIGTERM)
                process.send_signal(signal.SIGCONT)
            self._changed.notify_all()
        for process in processes:
            try:
                process.wait(8)
            except subprocess.TimeoutExpired:
                process.kill()
        for watch in self._watches:
            watch.join(20)
        for database in (self._server, self.cluster):
            if database is not None:
                database.stop(keep=keep)
        self._wire.kill()
        self._wire.wait()
        for pipe in (self._wire.stdin, self._wire.stdout):
            if pipe is not None:
                pipe.close()
        if self._has_volume:
            if keep:
                subprocess.run(["cp", "-a", str(self.data), str(self.folder / "data-kept")], check=False)
            subprocess.run(["umount", "--lazy", str(self.data)], check=False)
        if not keep:
            subprocess.run(["rm", "-rf", "--", str(self.folder)], check=False)


class Chaos(threading.Thread):
    """Carries out the plan, and records when each cause started and ended."""

    def __init__(self, world: World, history: History, stop: threading.Event) -> None:
        super().__init__(name="chaos", daemon=True)
        self.failure: BaseException | None = None
        self._world, self._history, self._stop_event = world, history, stop
        self._running: list[threading.Thread] = []
        #: There is one server, so its crashes must not overlap.
        self._server_lock = threading.Lock()

    def run(self) -> None:
        begin = time.monotonic()
        for fault in self._world.plan.faults:
            if self._stop_event.wait(max(0, begin + fault.at - time.monotonic())):
                break
            # Each fault in a thread of its own: they overlap.
            thread = threading.Thread(target=self._guarded, args=(fault,), name=f"fault {fault.kind}")
            thread.start()
            self._running.append(thread)
        for thread in self._running:
            thread.join()

    def _guarded(self, fault: Fault) -> None:
        began = time.time()
        try:
            getattr(self, f"do_{fault.kind}")(fault)
        except BaseException as error:  # noqa: BLE001 - reported by the waiting thread
            self.failure = error
        self._history.add("disturbances", Disturbance(fault.kind, fault.who, began, time.time()))

    def _pause(self, seconds: float) -> None:
        self._stop_event.wait(seconds)

    def do_kill(self, fault: Fault) -> None:
        self._world.kill(fault.who[0])

    def do_stop(self, fault: Fault) -> None:
        self._suspend(fault.who[0], fault.seconds)

    def _suspend(self, name: str, seconds: float) -> None:
        pid = self._world.signal(name, signal.SIGSTOP)
        self._pause(seconds)
        if pid is not None:
            self._world.wake(pid)

    def do_restart(self, fault: Fault) -> None:
        self._world.signal(fault.who[0], signal.SIGTERM)
        self._pause(1)

    def do_several(self, fault: Fault) -> None:
        threads = [
            threading.Thread(
                target=self._world.kill if how == "kill" else self._suspend,
                args=(name,) if how == "kill" else (name, fault.seconds))
            for name, how in zip(fault.who, fault.how, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def do_everything(self, fault: Fault) -> None:
        threads = [threading.Thread(target=self._world.kill, args=(name,)) for name in fault.who]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def do_replace(self, fault: Fault) -> None:
        self._world.replace(fault.who[0], fault.seconds, self._stop_event)

    def do_cut(self, fault: Fault) -> None:
        self._wired(fault, "cut")

    def do_stall(self, fault: Fault) -> None:
        self._wired(fault, "stall")

    def do_slow(self, fault: Fault) -> None:
        self._wired(fault, "slow", min(0.3, fault.seconds / 10))

    def _wired(self, fault: Fault, mode: str, delay: float = 0.0) -> None:
        self._world.wire(fault.who[0], mode, delay)
        self._pause(fault.seconds)
        self._world.wire(fault.who[0], "pass")

    def do_server(self, fault: Fault) -> None:
        with self._server_lock:
            self._world.crash_server()
            self._pause(fault.seconds)
            self._world.start_server()

    def do_disk(self, fault: Fault) -> None:
        self._world.fill()
        self._pause(fault.seconds)
        self._world.free()
