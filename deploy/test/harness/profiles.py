"""Optional profiles of the compose file: the load tester, and Prometheus."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence

from .bus import Access
from .project import DESCRIBED, ROOT, SERVICES, Project
from .shell import Failed, run, until

#: Port of each service's metrics and health, reachable only on the bus.
PORT = 9464


def load_alone(tag: str, name: str, compose: Sequence[str]) -> str:
    """`compose up timer load`: a router, a timer and the load tester, whose exit code is the result."""
    project = Project(name, tag, compose=compose)
    try:
        project.compose("up", "-d", "--no-build", "timer", "load")
        load = project.container("load")
        code = int(run(["docker", "wait", load], timeout=120).stdout)
        logs = run(["docker", "logs", load])
        said = [line.strip() for line in (logs.stdout + logs.stderr).splitlines() if line.strip()]
        if code != 0:
            raise Failed("\n".join([f"the load tester ended with {code}:", *said[-15:]]))
        if project.services() != {"keys", "router", "timer", "load"}:
            raise Failed(f"more than was asked for was started: {sorted(project.services())}")
        ticks = next(line for line in said if "ticks" in line.lower())
        return f"load tester against the timer alone: {re.sub(r'  +', ' ', ticks)}"
    finally:
        project.down()


def metrics(project: Project) -> list[tuple[str, Callable[[], str]]]:
    """Checks of `--profile metrics` and the probes; the first one starts Prometheus."""
    return [
        ("Prometheus is up", lambda: _start(project)),
        ("it finds every service once", lambda: _targets(project)),
        ("the alerts are loaded and none fires", lambda: _alerts(project)),
        ("commands are counted", lambda: _commands(project)),
        ("the dashboard's queries are understood", lambda: _dashboard(project)),
        ("/metrics, /healthz and /readyz of every service", lambda: _pages(project)),
        ("only the ports of the router, the page and Prometheus are published", lambda: _published(project)),
    ]


def _start(project: Project) -> str:
    project.compose("--profile", "metrics", "up", "-d", "--no-build", "prometheus")
    took = project.wait_healthy(["prometheus"])
    return f"healthy after {took:.0f} s"


def _ask(project: Project, path: str, **query: str) -> dict:
    url = f"{project.prometheus}/api/v1/{path}?{urllib.parse.urlencode(query)}"
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        raise Failed(f"{path} {query}: {error.read().decode()}") from error
    except OSError as error:
        raise Failed(f"Prometheus does not answer: {error}") from error


def _targets(project: Project) -> str:
    def up() -> list[str]:
        targets = _ask(project, "targets", state="active")["activeTargets"]
        return sorted(one["labels"]["service"] for one in targets if one["health"] == "up")

    until(lambda: up() == sorted(SERVICES), 40, f"{len(SERVICES)} targets that are up (now {up()})")
    return ", ".join(up())


def _alerts(project: Project) -> str:
    rules = [rule for group in _ask(project, "rules")["groups"] for rule in group["rules"]]
    written = (ROOT / "deploy/prometheus/alerts.yml").read_text().count("- alert:")
    broken = [rule["name"] for rule in rules if rule["health"] not in ("ok", "unknown")]
    if len(rules) != written or broken:
        raise Failed(f"{len(rules)} of {written} rules are loaded; cannot be evaluated: {broken}")
    firing = [rule["name"] for rule in rules if rule["state"] == "firing"]
    if firing:
        raise Failed(f"while all is well these fire: {firing}")
    return f"{len(rules)}"


def _commands(project: Project) -> str:
    with Access(project).client() as client:
        client.standups.create("Counted", ["Ann"])

    def counted() -> float:
        found = _ask(project, "query", query='sum(standups_commands_total{outcome="ok"})')["result"]
        return float(found[0]["value"][1]) if found else 0

    until(lambda: counted() > 0, 20, "commands in Prometheus")
    return f"{counted():.0f}"


def _dashboard(project: Project) -> str:
    """Every query is valid. Without events there is nothing to show."""
    panels = json.loads((ROOT / "deploy/grafana/dashboard.json").read_text())["panels"]
    queries = [target["expr"].replace("$__rate_interval", "1m").replace("$__interval", "1m")
               for panel in panels for target in panel.get("targets", [])]
    shown = sum(bool(_ask(project, "query", query=query)["result"]) for query in queries)
    if shown < len(queries) / 4:
        raise Failed(f"only {shown} of {len(queries)} queries show anything")
    return f"{len(queries)}, of which {shown} show something"


def _pages(project: Project) -> str:
    """Requested from a container on the bus."""
    script = r"""
      port=$1; shift
      for service in "$@"; do for page in healthz readyz metrics; do
        exec 3<>"/dev/tcp/$service/$port" || { echo "$service $page none"; continue; }
        printf 'GET /%s HTTP/1.0\r\nHost: x\r\n\r\n' "$page" >&3
        answer=$(cat <&3); exec 3>&-
        read -r _ code _ <<<"$answer"
        echo "$service $page $code $(grep -c '^standups_' <<<"$answer")"
      done; done"""
    said = run(["docker", "run", "--rm", "--network", project.network(), "debian:bookworm-slim"]
               + ["bash", "-c", script, "-", str(PORT), *SERVICES], check=False)
    lines = [line.split() for line in said.stdout.splitlines()]
    # Every process has four metrics of the bus, in addition to the service's own.
    wrong = [" ".join(line) for line in lines
             if len(line) < 4 or line[2] != "200" or (line[1] == "metrics" and int(line[3]) < 6)]
    if wrong or len(lines) != 3 * len(SERVICES):
        raise Failed(f"{len(lines)} pages answered; wrong: {wrong} {said.stderr.strip()}")
    return f"{len(lines)} pages"


def _published(project: Project) -> str:
    found = {}
    for service in (*SERVICES, "prometheus"):
        text = run(["docker", "inspect", "-f", "{{json .HostConfig.PortBindings}}",
                    project.container(service)]).stdout
        bindings = {port: [one["HostIp"] for one in hosts]
                    for port, hosts in (json.loads(text) or {}).items()}
        if bindings:
            found[service] = bindings
    local = ["127.0.0.1"]
    if found != {"router": {f"{port}/tcp": local for port in DESCRIBED[0].ports.values()},
                 "gateway": {"8080/tcp": local}, "prometheus": {"9090/tcp": local}}:
        raise Failed(f"published: {found}")
    return "on 127.0.0.1"
