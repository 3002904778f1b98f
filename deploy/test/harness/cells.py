"""Two cells in one project: slots are distributed during meetings, and returned."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Sequence
from http.client import HTTPResponse

from .bus import Access
from .database import database_secrets
from .meetings import Running, begin, tolerance_ms
from .project import ROOT, SERVICES, Project, free_ports
from .shell import Failed, run, until

#: The services that deploy/cells.yml adds to those of the first cell.
SECOND = tuple(f"south-{name}" for name in SERVICES)

STANDUPS = 40
SLOTS = 1024


def try_two(tag: str, name: str, compose: Sequence[str]) -> str:
    """Follows the usage in deploy/cells.yml. Returns a summary."""
    with database_secrets() as folder:
        project = Project(name, tag, compose=compose,
                          files=[ROOT / "deploy/postgres.yml", ROOT / "deploy/cells.yml"])
        project.environment["STANDUPS_SECRETS_DIRECTORY"] = str(folder)
        project.environment["STANDUPS_SECOND_WEB_PORT"] = str(free_ports(1)[0])
        try:
            project.compose("up", "-d", "--no-build")
            project.wait_healthy(["postgres", *SERVICES, *SECOND], 180)
            return _share(project)
        finally:
            project.down()


def _share(project: Project) -> str:
    def standups(*arguments: str, router: str = "north", check: bool = True):
        """Runs the command line in the project's network, with the operator's key."""
        return run(
            ["docker", "run", "--rm", "--network", project.network(), "--read-only", "--cap-drop", "ALL"]
            + ["--user", "0", "--volume", f"{project.keys('operator')}:/key:ro"]
            + ["--env", "STANDUPS_KEY=/key/operator.key_secret", "--env", f"STANDUPS_ROUTER=tcp://{router}"]
            + [f"standups-cli:{project.tag}", *arguments],
            check=check, timeout=120)

    def slots() -> dict[str, int]:
        status = json.loads(standups("cells", "--json").stdout)
        return {one["name"]: _count(one["slots"]) for one in status["cells"]}

    def expect(what: str, found: object, wanted: object) -> None:
        if found != wanted:
            raise Failed(f"{what}: {found!r} instead of {wanted!r}")

    pages = {cell: f"http://127.0.0.1:{project.environment[port]}/"
             for cell, port in (("north", "STANDUPS_WEB_PORT"), ("south", "STANDUPS_SECOND_WEB_PORT"))}
    for cell, page in pages.items():
        standups("cells", "add", cell, "--router", f"tcp://{cell}", "--web", page)
    expect("the pages", {one["name"]: one["web"] for one in json.loads(standups("cells", "--json").stdout)["cells"]}, pages)
    expect("north has all", slots(), {"north": SLOTS, "south": 0})
    with Access(project).client() as client:
        # A service reads the cell map each second.
        until(lambda: _creates(client), 10, "north takes standups")
        made = {client.standups.create(f"Shared {number}", ["Ann"])["id"] for number in range(STANDUPS)}
        live = [begin(client, f"Live {number}", 60) for number in range(4)]
    made |= {meeting.standup for meeting in live}

    began = time.monotonic()
    standups("cells", "move", "--wait")
    moved = time.monotonic() - began
    expect("each cell has an equal share of the slots", slots(), {"north": SLOTS // 2, "south": SLOTS // 2})

    def listed(router: str) -> set[str]:
        found = json.loads(standups("list", "--json", router=router).stdout)["standups"]
        ids = [one["standup"]["id"] for one in found if one["standup"]["title"] != "Probe"]
        expect("each is there once", len(ids), len(set(ids)))
        return set(ids)

    for router in ("north", "south"):
        expect(f"all standups, asked of {router}", listed(router) == made, True)
    # Each page reads the other cell's standups with its own gateway's key.
    shown = {}
    for cell, other in (("north", "south"), ("south", "north")):
        link = json.loads(standups("web", "invite", "tester", "--json", router=cell).stdout)["link"]
        shown[other] = _listed_by_page(pages[cell], link.rpartition("login=")[2], other)
    expect("all standups, by the pages", (shown["north"] | shown["south"]) >= made, True)
    expect("each by one page", shown["north"] & shown["south"], set())
    time.sleep(max(0.0, max(one.starts_ms + one.duration_ms for one in live) / 1000 + 2 - time.time()))
    off = 0
    for meeting in live:
        def kept(meeting: Running = meeting) -> list[dict]:
            return json.loads(standups("meetings", "list", meeting.standup, "--json").stdout)["meetings"]

        until(lambda: bool(kept()), 60, "the meeting is kept")
        shown = kept()
        expect("each meeting is kept once", [one["id"] for one in shown], [meeting.id])
        off = max(off, abs(shown[0]["durationMs"] - meeting.duration_ms), key=abs)
        expect("its turns", len(shown[0]["turns"]), meeting.speakers)
    if off > tolerance_ms():
        raise Failed(f"a meeting ended {off} ms off its time")

    project.compose("kill", "south-router", "south-standups", "south-cells", "south-persistence")
    away = standups("list", "--json", check=False)
    if away.returncode == 0 or "south" not in away.stderr:
        raise Failed(f"without south the list ended with {away.returncode}: {away.stderr.strip()}")
    project.compose("start", "south-router", "south-standups", "south-cells", "south-persistence")
    project.wait_healthy(SECOND)
    expect("all standups after south was away", listed("north") == made, True)

    standups("cells", "move", "--without", "south", "--wait")
    expect("north has all again", slots(), {"north": SLOTS, "south": 0})
    expect("all standups, given back", listed("south") == made, True)
    return (f"two cells: {SLOTS // 2} slots with {len(made)} standups and {len(live)} live meetings moved in"
            f" {moved:.1f} s, the meetings at most {off} ms off; given back")


def _listed_by_page(page: str, code: str, cell: str) -> set[str]:
    """The other cell's standups that a page shows."""

    def post(path: str, body: object, **fields: str) -> HTTPResponse:
        request = urllib.request.Request(
            page + path, data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Origin": page.rstrip("/"), **fields})
        return urllib.request.urlopen(request, timeout=30)

    with post("api/login", {"code": code}) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    with post(f"api/commands/standups.list?cell={cell}", {}, Cookie=cookie) as answer:
        return {one["standup"]["id"] for one in json.load(answer)["standups"]}


def _creates(client) -> bool:
    try:
        client.standups.create("Probe", ["Ann"])
    except Exception:  # noqa: BLE001  asked again
        return False
    return True


def _count(slots: str) -> int:
    """Number of slots in a list such as `0-511,700`."""
    ends = [[int(end) for end in part.split("-")] for part in slots.split(",") if part]
    return sum(end[-1] - end[0] + 1 for end in ends)
