"""Running programs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence


class Failed(Exception):
    """A failed check. The sentence says the expected and the actual state."""


def run(
    command: Sequence[str],
    *,
    check: bool = True,
    environment: Mapping[str, str] | None = None,
    timeout: float = 120,
    cwd: str | None = None,
    text: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, with optional input, and captures its output."""
    try:
        result = subprocess.run(
            list(command),
            env={**os.environ, **(environment or {})},
            input=text or "",
            capture_output=True,
            text=True,
            timeout=timeout,
            cwd=cwd,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{' '.join(command)} did not end within {timeout:.0f} s") from error
    if check and result.returncode != 0:
        said = (result.stderr or result.stdout).strip().splitlines()[-12:]
        raise Failed("\n".join([f"{' '.join(command)} ended with {result.returncode}:", *said]))
    return result


def say(text: str) -> None:
    """Prints progress."""
    print(text, file=sys.stderr, flush=True)


def until(condition, seconds: float, what: str, pause: float = 0.1) -> float:
    """Waits until a condition holds, and returns the duration. Raises `Failed` after the time limit."""
    begin = time.monotonic()
    while not condition():
        if time.monotonic() - begin > seconds:
            raise Failed(f"{what}: not within {seconds:.0f} s")
        time.sleep(pause)
    return time.monotonic() - begin
