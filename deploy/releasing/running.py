"""Progress on standard error, commands that take long, and errors with an exit code, as in scripts/lib.sh."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

EX_USAGE, EX_UNAVAILABLE = 64, 69


class Stop(Exception):
    """An error with its exit code: a sentence about the fault, and lines that say how to continue."""

    def __init__(self, code: int, sentence: str, *lines: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence, self.lines = code, sentence, lines


_LIVE = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")


def say(text: str = "") -> None:
    print(text, file=sys.stderr, flush=True)


def _coloured(code: str, text: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if _LIVE else text


def step(text: str) -> None:
    say(f"{_coloured('1', '==>')} {text}")


def fine(text: str) -> None:
    say(f"  {_coloured('32', 'ok')}   {text}")


def warn(text: str) -> None:
    say(f"  {_coloured('33', 'note')} {text}")


def wrong(sentence: str, *lines: str) -> None:
    say(f"{_coloured('31', 'error:')} {sentence}")
    for line in lines:
        say(f"       {line}")


def elapsed(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def end_group(process: subprocess.Popen[bytes], patience: float = 10) -> None:
    """Ends a command that leads a process group, with all processes of the group. Kills those that remain when it has
    ended, or after `patience` seconds."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(patience)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


def quietly(label: str, command: Sequence[str | Path], log: Path, *, cwd: Path | None = None,
            environment: Mapping[str, str] | None = None) -> None:
    """Runs a long command with its output in a log and progress on the screen. Raises `Stop` if it fails."""
    begin = time.monotonic()
    log.parent.mkdir(parents=True, exist_ok=True)
    if not _LIVE:
        print(f"       {label} ", end="", file=sys.stderr, flush=True)
    with log.open("wb") as output:
        process = subprocess.Popen([str(word) for word in command], cwd=cwd, env={**os.environ, **(environment or {})},
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        try:
            while True:
                try:
                    status = process.wait(0.3 if _LIVE else 5)
                    break
                except subprocess.TimeoutExpired:
                    passed = elapsed(time.monotonic() - begin)
                    print(f"\r\x1b[K  …  {label} {passed}" if _LIVE else ".", end="", file=sys.stderr, flush=True)
        except BaseException:
            end_group(process)
            raise
        finally:
            print("\r\x1b[K" if _LIVE else "", end="" if _LIVE else "\n", file=sys.stderr, flush=True)
    if status != 0:
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:]:
            say(line)
        raise Stop(1, f"{label}: failed with exit code {status}.", f"Its whole output: {log}")
    fine(f"{label} ({elapsed(time.monotonic() - begin)})")


def output(command: Sequence[str | Path], *, cwd: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Runs a command that shows its own progress, and returns its standard output. Raises `Stop` if it fails."""
    process = subprocess.Popen([str(word) for word in command], cwd=cwd, env={**os.environ, **(environment or {})},
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
    try:
        printed, _ = process.communicate()
    except BaseException:
        end_group(process)
        raise
    if process.returncode != 0:
        raise Stop(1, f"{Path(command[0]).name} failed with exit code {process.returncode}; its output is above.")
    return printed.decode()


def ask(*command: str | Path, cwd: Path | None = None, check: bool = True) -> str | None:
    """The output of a short command, without white space at its end; None if it failed and `check` is off."""
    ended = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    if ended.returncode == 0:
        return ended.stdout.rstrip()
    if not check:
        return None
    reason = (ended.stderr or ended.stdout).strip().splitlines()[-1:] or [f"exit code {ended.returncode}"]
    raise Stop(1, f"{' '.join(str(word) for word in command[:3])} failed: {reason[0]}")
