"""The store on PostgreSQL compared with a C baseline: batches of 1, 16 and 128 commits, each in a new database.

Without a standby, and with a synchronous standby. Both servers are on this machine, so a standby also uses its
processor and disk, and adds no network latency.
"""

import contextlib
import json
import subprocess
import sys

import commands

#: Target relative to the C baseline.
LEAST = 0.8
BATCHES = (1, 16, 128)


def measure(bench):
    """[{batch, standby, ours, floor}, …], each a list of alternating runs; empty if PostgreSQL is not installed."""
    ours, floor = bench.programs / "persistence-service", bench.floors / "postgres-floor"
    if not commands.postgres_programs() or not floor.exists() or not ours.exists():
        bench.step("skipping PostgreSQL: it is not installed")
        return []
    results = []
    for has_standby in (False, True):
        with contextlib.ExitStack() as stack:
            _, folder = stack.enter_context(commands.running(bench, commands.postgres))
            if has_standby:
                stack.enter_context(commands.running(bench, commands.standby(folder)))
                stack.callback(_wait_for, folder, "")
                _wait_for(folder, "*")
            for batch in BATCHES:
                results.append(_batch(bench, folder, ours, floor, batch, has_standby))
    return results


def _batch(bench, folder, ours, floor, batch, has_standby):
    seconds, repetitions = (2, 3) if bench.quick else (5, 5)
    name = f"postgres{', with a synchronous standby' if has_standby else ''}, batches of {batch}"
    bench.step(name)
    runs = {"ours": [], "floor": []}
    for number in range(repetitions):
        runs["floor"].append(_run(folder, [floor], f"floor_{batch}_{number}", [batch, seconds]))
        runs["ours"].append(_run(
            folder, [ours, "measure"], f"ours_{batch}_{number}", ["--batch", batch, "--seconds", seconds]))
    pairs = [
        (own["perSecond"], other["perSecond"]) for own, other in zip(runs["ours"], runs["floor"], strict=True)
        if own and other]
    bench.ratios.absent(f"{name}: ran", pairs)
    bench.ratios.at_least_of_each(f"{name}: commits per second", pairs, LEAST)
    return {"batch": batch, "standby": has_standby, **runs}


def _psql(folder, *statements):
    words = [word for statement in statements for word in ("-c", statement)]
    command = ["psql", "-X", "-q", "-h", folder, "-U", "postgres", "-d", "postgres", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _wait_for(folder, names):
    """Sets the standbys that each commit waits for from now on; none with an empty name."""
    _psql(folder, f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "SELECT pg_reload_conf()")


def _run(folder, program, database, words):
    """Runs a program with a new database; returns its line of JSON, or None."""
    uri = f"postgres://postgres@/{database}?host={folder}"
    try:
        _psql(folder, f"CREATE DATABASE {database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
        # Earlier writes must not delay the measurement.
        _psql(folder, "CHECKPOINT")
        run = subprocess.run(
            [*map(str, program), uri, *map(str, words)], capture_output=True, text=True, timeout=120,
            check=False)
        if run.returncode:
            print(run.stderr.strip(), file=sys.stderr)
            return None
        return json.loads(run.stdout)
    finally:
        _psql(folder, f"DROP DATABASE IF EXISTS {database}")
