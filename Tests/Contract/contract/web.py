"""The document of the gateway, and requests to a running gateway, whose responses must follow it."""

from __future__ import annotations

import http.client
import itertools
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from .document import walk
from .openapi import DOCUMENT
from .world import World

ROOT = Path(__file__).resolve().parents[3]
URI = "urn:openapi"
COMMANDS = "/api/commands/"
# Are about the person who sends them; these sessions belong to no person.
OF_PERSONS = ["people.agreeToVoice", "people.voice", "people.withdrawVoice"]


class WebDocument:
    """An OpenAPI 3.1 document."""

    def __init__(self, root: dict[str, Any] | None = None) -> None:
        self.root = root or yaml.safe_load((ROOT / DOCUMENT).read_text(encoding="utf-8"))
        self._registry = Registry().with_resource(URI, Resource(contents=self.root, specification=DRAFT202012))
        # Each path as a pattern; those without parameters come first.
        self._patterns = sorted(
            ((re.compile("".join("[^/]+" if part.startswith("{") else re.escape(part)
                                 for part in re.split(r"(\{\w+\})", path))), path) for path in self.root["paths"]),
            key=lambda entry: entry[1].count("{"))

    @property
    def targets(self) -> list[str]:
        """The commands that the gateway forwards."""
        return [path.removeprefix(COMMANDS) for path in self.root["paths"] if path.startswith(COMMANDS)]

    def resolve(self, reference: str) -> Any:
        """The target of a reference in this document.

        Raises:
            KeyError: it has no target.
        """
        node: Any = self.root
        for part in reference.removeprefix("#/").split("/"):
            node = node[part.replace("~1", "/").replace("~0", "~")]
        return node

    def errors(self, schema: dict[str, Any], value: Any) -> list[str]:
        """The violations of a value against a schema of this document."""
        validator = Draft202012Validator(
            json.loads(json.dumps(schema).replace('"#/', f'"{URI}#/')), registry=self._registry,
            format_checker=FormatChecker())
        return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]

    def problems(self) -> Iterator[str]:
        """All errors in the document: in its form, in its references, and in its examples."""
        used = {node["$ref"]: place for place, node in walk(self.root, "#")
                if isinstance(node, dict) and isinstance(node.get("$ref"), str) and "/example/" not in place}
        for reference, place in used.items():
            try:
                self.resolve(reference)
            except KeyError:
                yield f"{place}: {reference} points at nothing"
                return  # The validator expects valid references.
        found = [f"OpenAPI 3.1: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
                 for error in OpenAPIV31SpecValidator(self.root).iter_errors()]
        yield from found
        if found:
            return  # An invalid document cannot validate anything.
        for group, entries in self.root["components"].items():
            for name, entry in entries.items():
                if group != "securitySchemes" and f"#/components/{group}/{name}" not in used:
                    yield f"#/components/{group}/{name} is used nowhere"
                if "description" not in entry:
                    yield f"#/components/{group}/{name} has no description"
        for place, node in walk(self.root, "#"):
            if isinstance(node, dict) and isinstance(node.get("schema"), dict) and "example" in node:
                for error in self.errors(node["schema"], node["example"]):
                    yield f"{place}/example: {error}"

    def violations(self, method: str, path: str, answer: Answer) -> Iterator[str]:
        """Differences between a response and the document."""
        known = next((template for pattern, template in self._patterns if pattern.fullmatch(path)), None)
        if known is None or method.lower() not in self.root["paths"][known]:
            yield "the request is not described"
            return
        described = self.root["paths"][known][method.lower()]["responses"].get(str(answer.status))
        if described is None:
            yield f"the status {answer.status} is not described: {answer.body[:200]!r}"
            return
        if "$ref" in described:
            described = self.resolve(described["$ref"])
        for name in ("Retry-After", "Set-Cookie"):
            if name in answer.fields and name not in described.get("headers", {}):
                yield f"the header field {name} is not described"
        content = described.get("content", {})
        if not content or not answer.body:
            if content or answer.body:
                yield f"with the status {answer.status}, {'a' if content else 'no'} body is described"
            return
        media = content.get(answer.type, content.get("*/*"))
        if media is None:
            yield f"with the status {answer.status}, the media type {answer.type} is not described"
        elif answer.type == "application/json" and "schema" in media:
            for error in self.errors(media["schema"], json.loads(answer.body)):
                yield f"with the status {answer.status}, {error}"


@dataclass
class Answer:
    """A response."""

    status: int
    fields: http.client.HTTPMessage
    body: bytes

    @property
    def type(self) -> str:
        return (self.fields["Content-Type"] or "").split(";")[0]

    @property
    def cookie(self) -> str:
        return (self.fields["Set-Cookie"] or "").split(";")[0]


class Site:
    """Sends requests to a gateway, as its page does."""

    def __init__(self, address: str) -> None:
        self.host = address.removeprefix("http://").rstrip("/")
        self.document = WebDocument()

    def ask(self, method: str, path: str, body: str | None = None, cookie: str = "", **fields: str | None) -> Answer:
        """Sends a request; None omits a header field that the page sends.

        Raises:
            AssertionError: the response differs from the document.
        """
        connection = http.client.HTTPConnection(self.host, timeout=30)
        sent = {"Content-Type": "application/json", "Origin": f"http://{self.host}", "Cookie": cookie} | {
            name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(
            method, path, None if body is None else body.encode(),
            {name: value for name, value in sent.items() if value is not None})
        response = connection.getresponse()
        # Server-Sent Events do not end; their first part is enough.
        is_open = response.headers["Content-Type"] == "text/event-stream"
        body = b"" if response.status == 101 else response.read1() if is_open else response.read()
        answer = Answer(response.status, response.headers, body)
        connection.close()
        found = [*self.document.violations(method, path.split("?")[0], answer)]
        assert not found, f"{method} {path}: {'; '.join(found)}"
        return answer

    def until_accepted(
        self, method: str, path: str, body: str | None = None, cookie: str = "", **fields: str | None,
    ) -> Answer:
        """Sends a request; repeats it as long as there are too many of its kind.

        Raises:
            AssertionError: there still were too many after 5 minutes.
        """
        end = time.monotonic() + 300
        while (answer := self.ask(method, path, body, cookie, **fields)).status == 429:
            assert time.monotonic() < end, f"{path}: still too many requests"
            # The gateway states when it accepts the next one.
            time.sleep(int(answer.fields["Retry-After"]))
        return answer

    def post(self, path: str, body: Any, cookie: str = "", **fields: str | None) -> Answer:
        """Sends JSON until it is accepted."""
        return self.until_accepted("POST", path, json.dumps(body), cookie, **fields)

    def command(self, target: str, body: Any, cookie: str = "", **fields: str | None) -> Answer:
        return self.post(COMMANDS + target, body, cookie, **fields)

    def login(self, world: World, name: str, role: str = "operator") -> str:
        """The cookie of a new session."""
        code = world.tool.do("gateway.invite", {"name": name, "role": role})["code"]
        answer = self.post("/api/login", {"code": code})
        assert answer.status == 204 and answer.cookie, answer.status
        return answer.cookie


def check(world: World) -> None:
    """Sends every command through the gateway, without any member. The response must follow the document."""
    site = Site(world.tool.do("gateway.sessions")["address"])
    # Each may send 20 commands at once.
    cookies = itertools.cycle([site.login(world, f"sweep {number}") for number in range(3)])
    key = {"$ref": "#/components/parameters/X-Standups-Key"}
    statuses = {}
    for target in site.document.targets:
        is_keyed = key in site.document.root["paths"][COMMANDS + target]["post"]["parameters"]
        owner = {"X_Standups_Key": "tool/sweep"} if is_keyed else {}
        statuses[target] = site.command(target, {}, next(cookies), **owner).status
    done = [target for target, status in statuses.items() if status == 200]
    denied = sorted(target for target, status in statuses.items() if status == 403)
    wrong = [target for target, status in statuses.items() if status == 500]
    assert len(done) > 20, f"only {', '.join(done)} were executed"
    assert not wrong, f"{', '.join(wrong)} failed"
    # An operator may send all others.
    assert denied == OF_PERSONS, f"denied: {', '.join(denied)}"
