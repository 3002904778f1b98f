"""A PostgreSQL server for the tests alone, on a socket in a directory of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class PostgreSQL:
    """Debian's PostgreSQL, started and removed again; `PostgreSQL.missing` gives the reason if it is not installed."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="stbpg")
        # The server refuses to run as root.
        self._as: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    @staticmethod
    def programs() -> Path | None:
        """The programs of the newest version."""
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
        return found[-1].parent if found else None

    @property
    def address(self) -> str:
        return f"postgres://standups@/postgres?host={self.folder}"

    def __enter__(self) -> PostgreSQL:
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "standups", "-A", "trust", "--no-sync")
        settings = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-o", settings, "-l", f"{self.folder}/log", "start")
        return self

    def __exit__(self, *_: object) -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, name: str, *arguments: str) -> None:
        program = f"{self.programs()}/{name}"
        subprocess.run(
            [*self._as, program, *arguments],
            check=True,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )


def _version(path: Path) -> int:
    name = path.parts[-3]
    return int(name) if name.isdecimal() else 0
