"""Waiting times of a user: until all services are ready, and for one command of the command line."""

import contextlib
import os
import pathlib
import re
import subprocess
import tempfile
import time

from ratios import median
from words import table

UP = "`standups up`, until all is well"
UP_WITH_ENGINE = "the same with the speech engine"
#: Targets, in ms.
MOST = {UP: 500, UP_WITH_ENGINE: 2000, "`standups ping`": 30, "`standups next`": 30}


def engine():
    """Directory of the speech engine, or None."""
    cache = os.environ.get("XDG_CACHE_HOME") or f"{os.path.expanduser('~')}/.cache"
    folder = os.environ.get("STANDUPS_ENGINE") or f"{cache}/standups/engine"
    return folder if os.path.exists(f"{folder}/moonshine_voice/libmoonshine.so") else None


@contextlib.contextmanager
def all_services(bench, engine=None, folder=None, key=None, **more):
    """Runs all services; yields the environment of their users and the startup time, in ms.

    Without a directory, they run in a new one. The key is that of the users, if there are keys.
    """
    with (contextlib.nullcontext(folder) if folder
          else tempfile.TemporaryDirectory(prefix="standups-", dir=bench.scratch.parent)) as folder:
        environment = dict(os.environ, STANDUPS_RUNTIME_DIR=folder, STANDUPS_DATA=f"{folder}/data",
                           STANDUPS_ENGINE=engine or f"{folder}/none", **more)
        users = environment | ({"STANDUPS_KEY": key} if key else {})
        began = time.monotonic()
        services = subprocess.Popen([str(bench.programs / "standups"), "up"], env=environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while run(bench, users, "ping", "--timeout", "200ms")[1] != 0:
                if services.poll() is not None or time.monotonic() - began > 30:
                    raise OSError("“standups up” did not become ready")
            yield users, 1000 * (time.monotonic() - began)
        finally:
            services.terminate()
            services.wait()


def process(environment, program):
    """The current process of a program in an environment of all services."""
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                words = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                variables = (folder / "environ").read_bytes() if words[0] != "Z" else b""
                # The kernel keeps 15 characters of the name.
                if ((folder / "comm").read_text().strip() == program[:15]
                        and environment["STANDUPS_RUNTIME_DIR"].encode() in variables):
                    return int(folder.name)
    raise OSError(f"{program} is not running")


def memory_mb(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def run(bench, environment, *words):
    """Runs a command; returns its duration, in ms, and its exit code."""
    began = time.monotonic()
    code = subprocess.run([str(bench.programs / "standups"), *words], env=environment, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode
    return 1000 * (time.monotonic() - began), code


def measure(bench):
    """{what: ms, …}"""
    bench.step("hands: up, ping, next")
    waits = {name: [] for name in MOST}
    try:
        for _ in range(bench.repetitions):
            with all_services(bench) as (environment, ready):
                waits[UP].append(ready)
                for word in ("ping", "next"):
                    # The first run reads the program from disk.
                    times = [run(bench, environment, word)[0] for _ in range(11)][1:]
                    waits[f"`standups {word}`"].append(median(times))
            if engine():
                with all_services(bench, engine()) as (_, ready):
                    waits[UP_WITH_ENGINE].append(ready)
    except OSError as error:
        print(f"  note the command line could not be measured: {error}")
    found = {name: median(values) for name, values in waits.items() if values}
    bench.ratios.absent("command line: ran", found)
    for name, value in found.items():
        bench.ratios.limit(f"command line: {name}", value, MOST[name], "ms")
    return found


def section(found):
    """Lines of Markdown."""
    if not found:
        return []
    return ["", "User waiting times; each command is a separate process, measured from"
                " its start to its exit:", "",
            table(["", "ms", "target, at most"], [[name, f"{value:.0f}", str(MOST[name])] for name, value in found.items()])]
