"""Two of everything: a failed instance is replaced by its standby, and a promoted database has acknowledged data."""

from __future__ import annotations

from collections.abc import Sequence

from standups import Client, Endpoints, Keys, StandupsError

from .bus import Access, Watcher, Writer, expect_everything_kept
from .database import database_secrets
from .meetings import begin, expect_whole
from .project import DESCRIBED, ROOT, SERVICES, Project
from .shell import Failed, until

#: The services of which deploy/ha.yml starts two instances.
TWICE = tuple(service.name for service in DESCRIBED if service.pair)
ROUTERS = ("router", "router-b")
#: Maximum time until commands are answered again, in seconds.
BOUND = 15


class AccessToBoth(Access):
    """Access to both routers by their addresses on the bus, which change with a restart."""

    def client(self, timeout: float = 10) -> Client:
        hosts = [self.project.address(self.project.container(router)) for router in ROUTERS]
        key = self.project.keys(self.owner) / f"{self.owner}.key_secret"
        return Client(Endpoints.of_host(",".join(f"tcp://{host}" for host in hosts)), keys=Keys.load(key),
                      timeout=timeout)


def try_both(tag: str, name: str, compose: Sequence[str]) -> str:
    """Follows the usage in deploy/ha.yml. Returns a summary."""
    with database_secrets() as folder:
        project = Project(name, tag, compose=compose, files=[ROOT / "deploy/postgres.yml", ROOT / "deploy/ha.yml"])
        project.environment["STANDUPS_SECRETS_DIRECTORY"] = str(folder)
        try:
            project.compose("up", "-d", "--no-build", *(f"--scale={service}=2" for service in TWICE))
            project.wait_healthy([*ROUTERS, *SERVICES, "postgres", "postgres-b"], 180)
            return _let_them_die(project)
        finally:
            project.down()


def _let_them_die(project: Project) -> str:
    access = AccessToBoth(project)
    watcher, writer = Watcher(access).start(), Writer(access, patience=60).start()
    took: dict[str, float] = {}
    with access.client(timeout=3) as client:
        until(lambda: _answers(client), 30, "a command is answered")
        meeting = begin(client, "While they die", 120)

        def dies(what: str, kill) -> None:
            # Docker restarts a killed container in its own time; on a busy machine that exceeds the bound. Until it
            # is a standby, the pair is incomplete, and the test would measure Docker.
            project.wait_healthy([*ROUTERS, *SERVICES], 180)
            kill()
            took[what] = until(lambda: _answers(client), BOUND, f"commands after the death of {what}")

        for router in ROUTERS:
            dies(router, lambda router=router: project.kill_process(project.container(router)))
        for service in ("standups", "persistence"):
            for container in project.containers(service):
                dies(service, lambda container=container: project.kill_process(container))

        def promoted() -> None:
            project.compose("kill", "-s", "KILL", "postgres")
            project.compose("exec", "-T", "--user", "postgres", "postgres-b",
                            "pg_ctl", "promote", "-D", "/var/lib/postgresql/data")

        dies("the database, whose standby is promoted", promoted)
        off = expect_whole(client, watcher, meeting, 120)
    writer.stop()
    kept = expect_everything_kept(access, watcher, writer)
    watcher.stop()
    if not writer.acknowledged:
        raise Failed("nothing was written meanwhile")
    slowest = max(took, key=lambda what: took[what])
    return (f"two of each: after {len(took)} kinds of deaths commands went on within {took[slowest]:.1f} s ({slowest}),"
            f" the meeting ended {off:+d} ms off, {len(writer.acknowledged)} acknowledged writes and {kept} events are kept")


def _answers(client: Client) -> bool:
    try:
        client.standups.create("Probe", ["Ann"])
    except StandupsError:
        return False
    return True
