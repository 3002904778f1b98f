"""The store on PostgreSQL beside its floor in C: batches of 1, 16 and 128 commits, each against a fresh database."""

import json
import subprocess
import sys

import commands

#: What is asked for of the floor.
LEAST = 0.8
BATCHES = (1, 16, 128)


def measure(bench):
    """[{batch, ours, floor}, …], each a list of runs side by side; empty where PostgreSQL is not installed."""
    ours, floor = bench.programs / "persistence-service", bench.floors / "postgres-floor"
    if not commands.postgres_programs() or not floor.exists() or not ours.exists():
        bench.step("PostgreSQL is left out: it is not installed")
        return []
    seconds, repetitions = (2, 3) if bench.quick else (5, 5)
    results = []
    with commands.running(bench, commands.postgres) as (_, folder):
        for batch in BATCHES:
            bench.step(f"postgres: batches of {batch}")
            runs = {"ours": [], "floor": []}
            for number in range(repetitions):
                runs["floor"].append(_run(folder, [floor], f"floor_{batch}_{number}", [batch, seconds]))
                runs["ours"].append(_run(
                    folder, [ours, "measure"], f"ours_{batch}_{number}",
                    ["--batch", batch, "--seconds", seconds]))
            pairs = [
                (own["perSecond"], other["perSecond"]) for own, other in zip(runs["ours"], runs["floor"], strict=True)
                if own and other]
            bench.ratios.absent(f"postgres, batches of {batch}: ran", pairs)
            bench.ratios.at_least_of_each(f"postgres, batches of {batch}: commits per second", pairs, LEAST)
            results.append({"batch": batch, **runs})
    return results


def _run(folder, program, database, words):
    """One run against a database of its own; its line of JSON, or None."""
    psql = ["psql", "-X", "-q", "-h", folder, "-U", "postgres", "-d", "postgres", "-c"]
    uri = f"postgres://postgres@/{database}?host={folder}"
    try:
        subprocess.run(
            [*psql, f"CREATE DATABASE {database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"], check=True)
        # What was written before is not to wait for the disk now.
        subprocess.run([*psql, "CHECKPOINT"], check=True)
        run = subprocess.run(
            [*map(str, program), uri, *map(str, words)], capture_output=True, check=False, text=True, timeout=120)
        if run.returncode:
            print(run.stderr.strip(), file=sys.stderr)
            return None
        return json.loads(run.stdout)
    finally:
        subprocess.run([*psql, f"DROP DATABASE IF EXISTS {database}"], check=False)
