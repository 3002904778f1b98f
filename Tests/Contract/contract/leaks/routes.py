"""Attempts to read or change another team's objects through the gateway, and without a key."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

from ..client import Client
from ..web import COMMANDS, Answer, Site
from .attempts import named
from .matrix import Matrix, anonymous
from .objects import Objects, imported, unknown
from .rules import Principal

SESSIONS = 4
"""Sessions of each person: one may send only 20 requests per second."""


class Browser:
    """The sessions of a person."""

    def __init__(self, matrix: Matrix, site: Site, principal: Principal) -> None:
        self._matrix, self._site, self._principal = matrix, site, principal
        invite = {"name": principal.name, "person": matrix.installation.persons[principal.name]}
        codes = [matrix.maker.do("gateway.invite", invite)["code"] for _ in range(SESSIONS)]
        self._cookies = itertools.cycle([site.post("/api/login", {"code": code}).cookie for code in codes])

    def ask(self, method: str, path: str, body: str | None = None) -> Answer:
        """Sends a request, and checks that the response contains nothing of a team that the person may not see."""
        answer = self._site.until_accepted(method, path, body, next(self._cookies))
        self._matrix.inspect(self._principal, _name(path), answer.body.decode(), f"{path} {body}")
        return answer


def requests(matrix: Matrix, site: Site, objects: Objects) -> Iterator[tuple[str, str, str | None]]:
    """Requests that name objects."""
    for target in site.document.targets:
        kinds = matrix.bodies.kinds(target)
        if target in matrix.rules and matrix.rules[target].teams == "any" and kinds:
            yield "POST", COMMANDS + target, json.dumps(matrix.bodies.body(target, objects, spare=matrix.spare))
    yield "GET", f"/api/export?ids={objects.standup}", None
    yield "GET", f"/api/standups/{objects.standup}/meetings/{objects.past}.md", None


def routes(matrix: Matrix) -> int:
    """Sends requests about objects of `ops` as persons of other teams.

    Returns:
        The number of requests.
    """
    site = Site(matrix.maker.do("gateway.sessions", {})["address"])
    ops, nothing, count = matrix.objects["ops"], unknown(), 0
    before = matrix.digest()
    for name in ("web-admin", "web-observer", "default-admin"):
        browser = Browser(matrix, site, named(name))
        for theirs, no_ones in zip(requests(matrix, site, ops), requests(matrix, site, nothing), strict=True):
            found, expected = (_shape(browser.ask(*request)) for request in (theirs, no_ones))
            count += 2
            if found != expected:
                matrix.report("difference", _name(theirs[1]), f"{name}: {found} for ops, {expected} for an unknown id")
        for path in ("/api/export", "/calendar.ics"):
            browser.ask("GET", path)
            count += 1
        for mode in ("refuse", "keep", "replace"):
            browser.ask("POST", f"/api/import?mode={mode}", json.dumps(imported(ops, "sent")))
            count += 1
    if (after := matrix.digest()) != before:
        matrix.report("change", "*", f"requests changed {[name for name in after if after[name] != before[name]]}")
    return count


def _name(path: str) -> str:
    """The name of a command, or the beginning of another path."""
    return path.removeprefix(COMMANDS) if path.startswith(COMMANDS) else path[:20]


def _shape(answer: Answer) -> Any:
    """The part of a response that must not depend on the existence of an object of another team."""
    return answer.status, anonymous(json.loads(answer.body)) if answer.status >= 400 and answer.body else ""


def keyless(matrix: Matrix) -> None:
    """A client without a key gets no reply."""
    installation = matrix.installation
    client = Client(installation.context, installation.services.commands, None)
    try:
        reply = client.ask("standups.list", patience_ms=1000)
        matrix.report("leak", "standups.list", f"a client without a key got {reply.body}")
    except TimeoutError:
        pass
    finally:
        client.close()
