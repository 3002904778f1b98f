"""User errors: each produces one sentence with the remedy, and an exit code; never a crash."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from .project import Project
from .shell import Failed, run, until

#: For checks that are not about keys.
INSECURE = ("--env", "STANDUPS_INSECURE=yes")


def refused(
    tag: str, service: str, options: Sequence[str], code: int, *words: str
) -> Callable[[], str]:
    """The service exits with this code, and its log has a line with all these words."""

    def check() -> str:
        ended = run(["docker", "run", "--rm", *options, f"standups-{service}:{tag}"],
                    check=False, timeout=120)
        lines = (ended.stdout + ended.stderr).splitlines()
        sentence = next((line for line in lines if all(word in line for word in words)), None)
        if ended.returncode != code or sentence is None:
            said = "\n".join(lines[-4:])
            raise Failed(f"{service} ended with {ended.returncode} instead of {code}, saying:\n{said}")
        return _message(sentence)

    return check


def without_router(tag: str) -> str:
    """A missing router: the service waits, and its container is unhealthy, with the reason."""
    container = run(["docker", "run", "--detach", "--tmpfs", "/run/standups:uid=10001,mode=0700"]
                    + ["--health-interval", "1s", "--health-start-period", "0s", *INSECURE]
                    + [f"standups-timer:{tag}"]).stdout.strip()
    try:
        def state() -> dict:
            return json.loads(run(["docker", "inspect", "-f", "{{json .State}}", container]).stdout)

        until(lambda: state()["Health"]["Status"] == "unhealthy", 120, "unhealthy without a router")
        found = state()
        if not found["Running"]:
            raise Failed("a service without a router ended instead of waiting for it")
        return found["Health"]["Log"][-1]["Output"].strip()
    finally:
        run(["docker", "rm", "--force", "--volumes", container], check=False)


def checks(project: Project) -> list[tuple[str, Callable[[], str]]]:
    """The checks, each with the name of the error."""
    tag = project.tag
    router = f"--network=container:{project.container('router')}"
    return [
        ("a variable that does not exist", refused(
            tag, "timer", ["--env", "STANDUPS_LOGLEVEL=debug"], 78, "STANDUPS_LOGLEVEL",
            "STANDUPS_LOG_LEVEL")),
        ("a value that makes no sense", refused(
            tag, "timer", ["--env", "STANDUPS_TIMER_LIMIT=many"], 78, "STANDUPS_TIMER_LIMIT")),
        ("a router's address without tcp://", refused(
            tag, "standups", ["--env", "STANDUPS_ROUTER=router"], 78, "STANDUPS_ROUTER")),
        ("a volume that is somebody else's", refused(
            tag, "persistence", ["--tmpfs", "/var/lib/standups:uid=0,mode=0755"], 78,
            "/var/lib/standups")),
        ("a router that everybody could reach without a key", refused(
            tag, "router", [], 78, "STANDUPS_KEYS", "standups keys init")),
        ("a service that would send unencrypted", refused(
            tag, "timer", ["--tmpfs", "/run/standups:uid=10001,mode=0700"], 78, "STANDUPS_KEY")),
        ("a key that is not there", refused(
            tag, "timer", ["--env", "STANDUPS_KEY=/key/timer.key_secret"], 78,
            "/key/timer.key_secret")),
        ("a port that is in use", refused(
            tag, "router", [router, *INSECURE, "--env", "STANDUPS_HTTP="], 69, "5550")),
        ("a port for metrics that is in use", refused(
            tag, "router", [router, *INSECURE], 69, "STANDUPS_HTTP", "9464")),
        ("a router that is not there", lambda: without_router(tag)),
    ]


def _message(line: str) -> str:
    try:
        return json.loads(line)["message"]
    except (ValueError, KeyError, TypeError):
        return line
