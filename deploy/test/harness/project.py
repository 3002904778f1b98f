"""The system under test: one compose project with its own names and ports."""

from __future__ import annotations

import json
import os
import shutil
import socket
import tempfile
from collections.abc import Sequence
from pathlib import Path

from generator import description

from .shell import Failed, run, say, until

ROOT = Path(__file__).resolve().parents[3]

#: The services, in the order in which they are handled.
DESCRIBED = description.load()
SERVICES = tuple(service.name for service in DESCRIBED)

#: Other images: not services, and started only on request.
OTHERS = ("cli", "load", "demo", "prometheus")


def compose_commands() -> list[list[str]]:
    """All available compose commands: the installed one, and the other generation."""
    installed = compose_command()
    found = [installed]
    if installed == ["docker-compose"]:
        second = run([str(ROOT / "deploy/test/compose-v2")], check=False, timeout=300)
        if second.returncode == 0:
            found.append([second.stdout.strip()])
        else:
            say(f"  note  compose 2 is not tested: {second.stderr.strip()}")
    elif shutil.which("docker-compose"):
        found.append(["docker-compose"])
    return found


def compose_command() -> list[str]:
    """`docker compose` if the plug-in is installed, else compose 1.29."""
    if run(["docker", "compose", "version"], check=False).returncode == 0:
        return ["docker", "compose"]
    if shutil.which("docker-compose"):
        return ["docker-compose"]
    raise Failed("Neither `docker compose` nor docker-compose is installed.")


def free_ports(count: int) -> list[int]:
    """Currently unused ports."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Project:
    """`docker compose` for one project; the containers by the names of their services."""

    def __init__(
        self,
        name: str,
        tag: str,
        *,
        files: Sequence[Path] = (),
        compose: Sequence[str] | None = None,
        keys: Path | None = None,
    ) -> None:
        """`keys` is a directory of keys for the project; by default it creates its own."""
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="standups-")
        self.tag = tag
        self._compose = list(compose or compose_command())
        self._given_keys = keys
        self._files = [ROOT / "docker-compose.yml", *files]
        commands, events, ingest, prometheus, web = free_ports(5)
        self.commands = f"tcp://127.0.0.1:{commands}"
        self.events = f"tcp://127.0.0.1:{events}"
        # The caller's own settings must not affect the project.
        for variable in [key for key in os.environ if key.startswith("STANDUPS_")]:
            del os.environ[variable]
        self.environment = {
            "STANDUPS_TAG": tag,
            "STANDUPS_COMMANDS_PORT": str(commands),
            "STANDUPS_EVENTS_PORT": str(events),
            "STANDUPS_INGEST_PORT": str(ingest),
            "STANDUPS_PROMETHEUS_PORT": str(prometheus),
            "STANDUPS_WEB_PORT": str(web),
            "DOCKER_BUILDKIT": "1",
            "COMPOSE_DOCKER_CLI_BUILD": "1",
            "COMPOSE_IGNORE_ORPHANS": "1",
        }
        self.prometheus = f"http://127.0.0.1:{prometheus}"
        self.ingest = f"tcp://127.0.0.1:{ingest}"
        if keys is not None:
            self.environment["STANDUPS_KEYS_DIRECTORY"] = str(keys)

    def compose(self, *arguments: str, check: bool = True, timeout: float = 180):
        """Runs compose on this project."""
        files = [part for file in self._files for part in ("-f", str(file))]
        return run(
            [*self._compose, "-p", self.name, *files, *arguments],
            check=check,
            environment=self.environment,
            timeout=timeout,
            cwd=str(ROOT),
        )

    def containers(self, service: str) -> list[str]:
        """The ids of a service's containers, running or not."""
        listed = run(
            ["docker", "ps", "--all", "--quiet", "--no-trunc"]
            + ["--filter", f"label=com.docker.compose.project={self.name}"]
            + ["--filter", f"label=com.docker.compose.service={service}"]
            + ["--filter", "label=com.docker.compose.oneoff=False"]
        )
        return listed.stdout.split()

    def container(self, service: str) -> str:
        """The id of a service's only container."""
        found = self.containers(service)
        if len(found) != 1:
            raise Failed(f"{service} has {len(found)} containers instead of one")
        return found[0]

    def services(self) -> set[str]:
        """The services with containers, running or not."""
        listed = run(
            ["docker", "ps", "--all", "--filter", f"label=com.docker.compose.project={self.name}"]
            + ["--format", '{{.Label "com.docker.compose.service"}}'])
        return set(listed.stdout.split())

    def state(self, container: str) -> dict:
        """`docker inspect`'s `State`."""
        return json.loads(run(["docker", "inspect", "-f", "{{json .State}}", container]).stdout)

    def health(self, container: str) -> str:
        """`healthy`, `unhealthy` or `starting`; `stopped` if it does not run."""
        state = self.state(container)
        if not state["Running"] or state["Paused"]:
            return "stopped"
        return state.get("Health", {}).get("Status", "none")

    def wait_healthy(self, services: Sequence[str] = SERVICES, seconds: float = 90) -> float:
        """Waits until Docker reports all containers of these services as healthy; returns the duration."""

        waiting: list[str] = []

        def all_healthy() -> bool:
            found = [(service, self.containers(service)) for service in services]
            waiting[:] = [f"{service} ({', '.join(map(self.health, containers)) or 'no container'})"
                          for service, containers in found
                          if not containers or any(self.health(one) != "healthy" for one in containers)]
            return not waiting

        try:
            return until(all_healthy, seconds, "healthy", 0.2)
        except Failed as error:
            said = self.compose("logs", "--no-color", "--tail", "5", *(one.split()[0] for one in waiting), check=False).stdout
            raise Failed(f"not healthy within {seconds:.0f} s: {', '.join(waiting)}\n{said}") from error

    def keys(self, owner: str) -> Path:
        """A directory with an owner's key and the router's public key, extracted from the volume once."""
        if self._given_keys is not None:
            return self._given_keys / owner
        folder = Path(self._folder.name) / owner
        if not folder.exists():
            run(["docker", "cp", f"{self.container('keys')}:/keys/{owner}", str(folder)])
        return folder

    def kill_process(self, container: str) -> None:
        """Kills its process from outside, as a crash would: Docker's restart policy does the rest.

        A container that Docker is about to restart has no process for a moment.
        """
        until(lambda: self.state(container)["Pid"] != 0, 30, f"{container[:12]} has a process to be killed")
        pid = self.state(container)["Pid"]
        if os.geteuid() == 0 and Path(f"/proc/{pid}/cgroup").exists():
            os.kill(pid, 9)
            return
        # The daemon is on another machine, or this process is not root.
        run(["docker", "run", "--rm", "--pid=host", "--privileged", "debian:bookworm-slim"]
            + ["bash", "-c", f"kill -9 {pid}"])

    def network(self) -> str:
        return f"{self.name}_bus"

    def address(self, container: str) -> str:
        """Its address on the bus; empty while it is disconnected."""
        text = run(["docker", "inspect", "-f", "{{json .NetworkSettings.Networks}}", container])
        return json.loads(text.stdout).get(self.network(), {}).get("IPAddress", "")

    def down(self) -> None:
        """Removes everything, including the data."""
        self.compose("--profile", "load", "--profile", "demo", "--profile", "metrics",
                     "--profile", "cli", "--profile", "nats", "down", "--volumes", "--timeout", "5", check=False)

    def logs(self, lines: int = 40) -> str:
        return self.compose("logs", "--no-color", "--tail", str(lines), check=False).stdout
