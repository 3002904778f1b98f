"""A PostgreSQL server next to the services."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .shell import run


@contextmanager
def database_secrets() -> Iterator[Path]:
    """A directory with the password, and with libpq's password file, owned by the containers' user."""

    def in_container(script: str) -> None:
        run(["docker", "run", "--rm", "--volume", f"{folder}:/made", "debian:bookworm-slim", "bash", "-ec", script])

    with tempfile.TemporaryDirectory(prefix="standups-") as folder:
        password = secrets.token_hex(24)
        Path(folder, "postgres").write_text(f"{password}\n")
        Path(folder, "pgpass").write_text(f"*:5432:*:standups:{password}\n")
        in_container("chown 10001:10001 /made/pgpass; chmod 600 /made/pgpass")
        try:
            yield Path(folder)
        finally:
            in_container("rm /made/pgpass /made/postgres")
