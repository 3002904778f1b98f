"""A real PostgreSQL server in a directory of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType


class PostgreSQL:
    """A server on a socket in its directory, as a context manager."""

    def __enter__(self) -> PostgreSQL:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
        assert found, "PostgreSQL is not installed; scripts/setup gets it"
        self._programs = found[-1].parent
        # Short, for its socket; and as root the server runs as another user, who may not have access to root's own
        # directory.
        is_root = os.geteuid() == 0
        self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if is_root else []
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp" if is_root else None))
        if is_root:
            shutil.chown(self._folder, "postgres")
        self._call(
            *self._as, self._programs / "initdb", "-D", self._folder / "data", "-U", "standups", "-A", "trust",
            "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self._control(
            "start", "-l", self._folder / "log", "-o", f"-k {self._folder} -c listen_addresses= -c fsync=off")
        self.url = f"postgres://standups@/postgres?host={self._folder}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control("stop", "-m", "immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(self, *statements: str) -> None:
        """Runs statements in one transaction."""
        orders = [part for statement in statements for part in ("-c", statement)]
        self._call(
            self._programs / "psql", "-X", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-h", self._folder, "-U", "standups",
            "-d", "postgres", *orders)

    def _control(self, *arguments: str | Path) -> None:
        self._call(*self._as, self._programs / "pg_ctl", "-D", self._folder / "data", "-w", *arguments)

    def _call(self, *command: str | Path) -> None:
        subprocess.run(
            [str(part) for part in command], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            cwd=self._folder)
