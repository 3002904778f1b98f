"""The real processes, in directories of their own."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from . import catalog

NAMES = catalog.services()
CHILDREN = NAMES[1:]


def key_settings(keys: Path | None, name: str) -> dict[str, str]:
    """The settings with which a service uses its key in a directory of `standups keys`; empty without keys."""
    if keys is None:
        return {}
    if name == "router":
        return {"STANDUPS_KEYS": str(keys / name)}
    return {"STANDUPS_KEY": str(keys / name / f"{name}.key_secret")}


def run_keys(binaries: Path, keys: Path, *arguments: str) -> None:
    """Runs `standups keys` for that directory."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STANDUPS_")}
    subprocess.run(
        [str(binaries / "standups"), "keys", *arguments, "--directory", str(keys)], check=True, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


class Services:
    """Starts, stops and kills the services; only those that it started."""

    def __init__(self, binaries: Path, directory: Path, engine: Path | None, keys: Path | None = None) -> None:
        self._binaries, self._directory, self._engine, self._keys = binaries, directory, engine, keys
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.data.mkdir(parents=True, exist_ok=True)
        self.runtime.mkdir(mode=0o700, exist_ok=True)

    @property
    def runtime(self) -> Path:
        return self._directory / "run"

    @property
    def data(self) -> Path:
        return self._directory / "data"

    @property
    def commands(self) -> str:
        """Address that the router listens on."""
        return f"ipc://{self.runtime}/commands"

    @property
    def proxied(self) -> str:
        """Address that all other processes connect to."""
        return f"ipc://{self.runtime}/proxied"

    @property
    def events(self) -> str:
        return f"ipc://{self.runtime}/events"

    def start(self, name: str, *, engine: bool = True, settings: dict[str, str] | None = None) -> None:
        """Starts a service, optionally without its engine, and with its own settings."""
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("STANDUPS_")
        } | {
            "STANDUPS_RUNTIME_DIR": str(self.runtime),
            "STANDUPS_DATA": str(self.data),
            "STANDUPS_COMMANDS": self.commands if name == "router" else self.proxied,
            "STANDUPS_LOG_FORMAT": "json",
            "STANDUPS_WEB": "127.0.0.1:0",
            "STANDUPS_ENGINE": str(self._engine if engine and self._engine else "none"),
        } | key_settings(self._keys, name) | (settings or {})
        if name == "router":
            # So that its writer epoch occurs in messages.
            environment["STANDUPS_ROUTER_LEASE"] = str(self._directory / "leases.db")
            environment["STANDUPS_CELL"] = "north"
        with open(self._directory / f"{name}.log", "ab") as log:
            self._processes[name] = subprocess.Popen(
                [str(self._binaries / f"{name}-service")], env=environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
            )

    def stop(self, name: str, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends a service and waits for it.

        Returns:
            Its exit status.
        """
        self._processes[name].send_signal(how)
        return self.wait(name)

    def wait(self, name: str) -> int:
        """Waits for a service that was requested to end.

        Returns:
            Its exit status.
        """
        process = self._processes.pop(name)
        try:
            return process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def terminate(self, name: str) -> None:
        """Requests a service to end without waiting; `wait` waits."""
        self._processes[name].send_signal(signal.SIGTERM)

    def stop_all(self) -> None:
        """Ends all running services, the router last, so that the others can send BYE."""
        for name in sorted(self._processes, key=lambda name: name == "router"):
            self.stop(name)

    def kill_all(self) -> None:
        for name in list(self._processes):
            self.stop(name, signal.SIGKILL)

    def complaints(self) -> str:
        """The ends of the logs, for a report."""
        parts = []
        for path in sorted(self._directory.glob("*.log")):
            lines = path.read_text(errors="replace").splitlines()[-8:]
            parts.append(f"--- {path.name}\n" + "\n".join(lines))
        return "\n".join(parts)
