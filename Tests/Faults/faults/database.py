"""A PostgreSQL server for one test run, on a socket in a directory of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path("/usr/lib/postgresql")


def programs() -> Path:
    """The directory of the newest version."""
    versions = sorted(ROOT.glob("*/bin"), key=lambda path: int(path.parent.name))
    if not versions:
        raise RuntimeError("The programs of PostgreSQL are not installed; scripts/setup gets them.")
    return versions[-1]


def user() -> dict[str, Any]:
    """The user for `Popen`: a server refuses to run as root, and then runs as the user of Debian's package."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


class Server:
    """A server, started on creation."""

    def __init__(self) -> None:
        self._programs, self._as = programs(), user()
        self.folder = Path(tempfile.mkdtemp(prefix="stfdb"))
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "standups", "-A", "trust", "-E", "UTF8",
                  "--locale=C.UTF-8", "--no-sync")
        self._process = self._spawn()
        self._run("psql", "-q", "-h", str(self.folder), "-U", "standups", "-d", "postgres", "-c",
                  "CREATE DATABASE standups TEMPLATE template0")

    @property
    def address(self) -> str:
        return f"postgres://standups@/standups?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([str(self._programs / program), *arguments], check=True, cwd="/", capture_output=True,
                       **self._as)

    def _spawn(self) -> subprocess.Popen[bytes]:
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", f"{self.folder}/data", "-k", str(self.folder), "-c",
                 "listen_addresses=", "-c", "max_connections=200"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True, **self._as)
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder), "-t", "1"]
        for _ in range(300):
            if subprocess.run(ready, cwd="/", check=False).returncode == 0:
                return process
            time.sleep(0.1)
        raise RuntimeError("The server of PostgreSQL does not start: " + (self.folder / "log").read_text()[-2000:])

    def crash(self) -> None:
        """Kills the server at once with all its connections."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(20)

    def start(self) -> None:
        """Starts the server with the data on its disk."""
        self._process = self._spawn()

    def stop(self, *, keep: bool = False) -> None:
        if self._process.poll() is None:
            self.crash()
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)
