"""A client with no key, an unknown key, or the wrong key is rejected, and the rejection is logged."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import zmq
from standups import Client, Denied, Endpoints, Keys, StandupsError

from .bus import Access, instances
from .meetings import begin
from .project import Project
from .shell import Failed, run, until


def checks(project: Project) -> list[tuple[str, Callable[[], str]]]:
    """The checks, each with the name of the client."""
    own = Keys.load(project.keys("operator") / "operator.key_secret")
    public, secret = (key.decode() for key in zmq.curve_keypair())
    return [
        ("without a key", lambda: _gets_nothing(project, None)),
        ("with a key that the router does not know",
         lambda: _gets_nothing(project, Keys(own.server, public, secret))),
        ("an observer who sends commands", lambda: _observer(project)),
        ("the timer's key on a service that says it is persistence", lambda: _impostor(project)),
        ("a secret that others may read",
         lambda: _unusable(project, "chmod 644 /to/*; chown -R 10001:10001 /to", "chmod 600")),
        ("a secret that the service may not read",
         lambda: _unusable(project, "chmod 600 /to/*; chown 0:0 /to/*; chmod 755 /to", "owner")),
        ("a key that was taken away", lambda: _revoked(project)),
        ("the timer's old key, after it was exchanged", lambda: _rotated(project)),
        ("the router counts all these rejections", lambda: _counted(project)),
    ]


def _keys(project: Project, *arguments: str) -> str:
    """Runs `docker compose run keys`, as in docs/how-to/manage-keys.md."""
    return project.compose("run", "--rm", "-T", "keys", *arguments).stdout


def _revoked(project: Project) -> str:
    """A key is added and revoked without a restart."""
    _keys(project, "add", "ann", "--role", "observer")
    ann = Access(project, "ann")
    until(lambda: _is_let_in(ann), 5, "the new key is let in")
    _keys(project, "revoke", "ann")
    took = until(lambda: not _is_let_in(ann), 5, "the key is refused")
    return f"refused {took:.1f} s after"


def _is_let_in(access: Access) -> bool:
    with access.client(timeout=2) as client:
        try:
            client.router.health()
        except StandupsError:
            return False
    return True


def _rotated(project: Project) -> str:
    """A service continues with its new key, without a restart."""
    with Access(project).client() as client:
        before = instances(client, "timer")
        old = json.loads(_keys(project, "rotate", "timer", "--json"))["old"][0]["fingerprint"]
        _keys(project, "revoke", old)
        # The router checks once a second.
        time.sleep(2)
        took = until(lambda: instances(client, "timer") == before and _is_green(client), 20,
                     "the timer is back under its new key")
        container = project.container("timer")
        if project.state(container)["ExitCode"] != 0 or not project.state(container)["Running"]:
            raise Failed("the timer ended over its new key")
        meeting = begin(client, "Under a new key", 3, 2)
        until(lambda: client.standups.get(meeting.standup)["meetings"], 10, "a meeting ends")
    return f"the same timer went on after {took:.1f} s"


def _is_green(client: Client) -> bool:
    return client.router.health()["status"] == "ok"


def _gets_nothing(project: Project, keys: Keys | None) -> str:
    with Client(Endpoints(project.commands, project.events), keys=keys, timeout=3) as client:
        try:
            client.router.health()
        except StandupsError as error:
            return f"{type(error).__name__}: {error}"
    raise Failed("was let in")


def _observer(project: Project) -> str:
    with Access(project, "observer").client() as client:
        client.events.heads()
        try:
            client.standups.create("By an observer", ["Ann"])
        except Denied as error:
            return str(error)
    raise Failed("an observer could create a standup")


def _impostor(project: Project) -> str:
    """Its registration is rejected, and the real service stays."""
    container = run(["docker", "run", "--detach", "--network", project.network()]
                    + ["--tmpfs", "/run/standups:uid=10001,mode=0700"]
                    + ["--volume", f"{project.name}_key-timer:/key:ro"]
                    + ["--env", "STANDUPS_KEY=/key/timer.key_secret"]
                    + [f"standups-persistence:{project.tag}"]).stdout.strip()

    def said() -> str | None:
        logs = run(["docker", "logs", container])
        for line in (logs.stdout + logs.stderr).splitlines():
            if "denied" in line or "may not register" in line:
                return line
        return None

    try:
        until(lambda: said() is not None, 20, "the impostor's log says that it was refused")
        until(lambda: any("persistence" in line and "timer" in line and "refused" in line.lower()
                          for line in project.logs(200).splitlines()), 10, "the router's log says so")
        return json.loads(said() or "{}")["message"]
    finally:
        run(["docker", "rm", "--force", "--volumes", container], check=False)


def _counted(project: Project) -> str:
    """The router counts its rejections."""
    with Access(project).client() as client:
        health = client.router.health()
    connections, messages = health["refusedConnections"], health["denied"]
    if connections < 2 or messages < 2:
        raise Failed(f"{connections} connections and {messages} messages are counted as refused")
    return f"{connections} connections and {messages} messages"


def _unusable(project: Project, change: str, advice: str) -> str:
    """The service exits with 78, and names the file and the remedy."""
    run(["docker", "run", "--rm", "--volume", f"{project.name}_key-timer:/from:ro"]
                + ["--volume", f"{project.name}-open:/to", "debian:bookworm-slim", "sh", "-euc"]
                + [f"cp /from/* /to/; {change}"])
    try:
        ended = run(["docker", "run", "--rm", "--volume", f"{project.name}-open:/key:ro"]
                    + ["--env", "STANDUPS_KEY=/key/timer.key_secret"]
                    + [f"standups-timer:{project.tag}"], check=False, timeout=120)
        said = ended.stdout + ended.stderr
        if ended.returncode != 78 or "/key/timer.key_secret" not in said or advice not in said:
            raise Failed(f"ended with {ended.returncode}, saying:\n{said}")
        line = next(line for line in said.splitlines() if "/key/timer.key_secret" in line)
        return json.loads(line)["message"]
    finally:
        run(["docker", "volume", "rm", "--force", f"{project.name}-open"], check=False)
