"""Sizes, memory and idle CPU."""

from __future__ import annotations

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from .project import OTHERS, SERVICES, Project
from .report import table
from .shell import run

IMAGES = (*SERVICES, *OTHERS)


def image_sizes(tag: str) -> str:
    """The size of an image without the common layers is its additional cost."""
    rows = []
    for name in IMAGES:
        found = run(["docker", "image", "inspect", f"standups-{name}:{tag}"], check=False)
        if found.returncode == 0:
            size = json.loads(found.stdout)[0]["Size"]
            rows.append([f"standups-{name}", f"{size / 1e6:.0f} MB"])
    return table(["image", "size"], rows)


def usage(project: Project, seconds: float = 11) -> str:
    """Memory, and CPU of one core including the health checks, while idle. The period includes two checks."""
    containers = [project.container(name) for name in SERVICES]
    with ThreadPoolExecutor(len(containers)) as pool:
        before, began = list(pool.map(_stats, containers)), time.monotonic()
        time.sleep(seconds)
        after, took = list(pool.map(_stats, containers)), time.monotonic() - began
    rows = []
    for name, (cpu, _), (cpu_after, memory) in zip(SERVICES, before, after, strict=True):
        rows.append([name, f"{memory / 2**20:.0f} MiB", f"{100 * (cpu_after - cpu) / took:.1f} %"])
    return table(["service", "memory", "CPU of one core, idle"], rows)


def _stats(container: str) -> tuple[float, int]:
    """CPU seconds since the start, and bytes of memory without the system's cache."""
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.connect("/var/run/docker.sock")
        path = f"/containers/{container}/stats?stream=false&one-shot=true"
        daemon.sendall(f"GET {path} HTTP/1.0\r\nHost: docker\r\n\r\n".encode())
        answer = b""
        while part := daemon.recv(65536):
            answer += part
    found = json.loads(answer.split(b"\r\n\r\n", 1)[1])
    memory = found["memory_stats"]
    cached = memory.get("stats", {}).get("inactive_file", 0)
    return found["cpu_stats"]["cpu_usage"]["total_usage"] / 1e9, memory["usage"] - cached
