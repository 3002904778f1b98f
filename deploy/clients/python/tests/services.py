"""Runs the real services with their own sockets and data, for tests that kill them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from standups import Endpoints

HOW_TO = (
    "STANDUPS_BIN must name the directory of the built services. In the checkout:\n"
    "  swift build && export STANDUPS_BIN=$PWD/.build/debug"
)


def binaries() -> Path:
    """The directory of the built programs. Raises `RuntimeError`, which says how to build them."""
    path = Path(os.environ.get("STANDUPS_BIN", ""))
    if not os.environ.get("STANDUPS_BIN") or not (path / "standups").exists():
        raise RuntimeError(HOW_TO)
    return path.resolve()


class Services:
    """`standups up` and the processes that it supervises."""

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        self.binaries = binaries()
        self.directory = tempfile.mkdtemp(prefix="stb")
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("STANDUPS_")
        }
        self.environment["STANDUPS_RUNTIME_DIR"] = f"{self.directory}/run"
        self.environment["STANDUPS_DATA"] = f"{self.directory}/data"
        self.environment.update(settings or {})
        self.endpoints = Endpoints.of_environment(self.environment)
        self._changed = threading.Condition()
        self._pids: dict[str, int] = {}
        self._is_ready = False
        self._stderr = open(f"{self.directory}/log", "w+")  # noqa: SIM115  closed with the services
        self._process = subprocess.Popen(
            [str(self.binaries / "standups"), "up", "--json"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> Services:
        self.wait_until(lambda: self._is_ready, 60, "the services are not ready")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._stderr.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def kill(self, name: str) -> None:
        """Kills a service (`kill -9`); returns once `standups up` has restarted it."""
        pid = self._pids[name]
        os.kill(pid, signal.SIGKILL)
        self.wait_until(lambda: self._pids.get(name, pid) != pid, 30, f"{name} did not come back")

    def wait_until(self, condition: Callable[[], bool], seconds: float, sentence: str) -> None:
        with self._changed:
            if not self._changed.wait_for(condition, seconds):
                raise TimeoutError(f"{sentence}; the log ends with:\n{self.log()}")

    def log(self) -> str:
        self._stderr.flush()
        return Path(f"{self.directory}/log").read_text()[-3000:]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            value: dict[str, Any] = json.loads(line)
            with self._changed:
                if value.get("event") in ("started", "restarted"):
                    self._pids[value["service"]] = value["pid"]
                elif value.get("event") == "ready":
                    self._is_ready = True
                self._changed.notify_all()


def eventually(condition: Callable[[], bool], seconds: float, sentence: str) -> None:
    """Polls a condition that nothing reports."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(sentence)
        time.sleep(0.1)
