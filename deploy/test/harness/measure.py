"""Sizes, memory and idle CPU."""

from __future__ import annotations

import json
import re

from .project import SERVICES, Project
from .report import table
from .shell import run

IMAGES = (*SERVICES, "cli", "load", "demo", "prometheus")


def image_sizes(tag: str) -> str:
    """What each image holds beyond what all share is what another one costs."""
    rows = []
    for name in IMAGES:
        found = run(["docker", "image", "inspect", f"standups-{name}:{tag}"], check=False)
        if found.returncode == 0:
            size = json.loads(found.stdout)[0]["Size"]
            rows.append([f"standups-{name}", f"{size / 1e6:.0f} MB"])
    return table(["image", "size"], rows)


def usage(project: Project, samples: int = 4) -> str:
    """Memory, and CPU of one core with the health checks, while nothing happens."""
    names = {project.container(name)[:12]: name for name in SERVICES}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in SERVICES}
    for _ in range(samples):
        # One sample takes Docker about two seconds, for all at once.
        said = run(["docker", "stats", "--no-stream", "--format", "{{json .}}", *names]).stdout
        for line in said.splitlines():
            stats = json.loads(line)
            cpu = float(stats["CPUPerc"].rstrip("%"))
            memory = _bytes(stats["MemUsage"].split("/")[0])
            found[names[stats["ID"][:12]]].append((cpu, memory))
    rows = []
    for name, values in found.items():
        cpu = sum(value[0] for value in values) / len(values)
        memory = max(value[1] for value in values)
        rows.append([name, f"{memory / 2**20:.0f} MiB", f"{cpu:.2f} %"])
    return table(["service", "memory", "CPU of one core, idle"], rows)


def _bytes(text: str) -> float:
    number, unit = re.fullmatch(r"\s*([\d.]+)\s*([A-Za-z]+)\s*", text).groups()
    powers = {"B": 0, "KiB": 1, "MiB": 2, "GiB": 3, "kB": 1, "MB": 2, "GB": 3}
    return float(number) * 1024 ** powers[unit]
