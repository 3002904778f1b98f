"""Checks traffic against the document, and counts the occurring parts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from .document import Document
from .traffic import Event, Message

ANYONES_ERRORS = {
    "unroutable", "busy", "expired", "invalid", "denied", "too_large", "version", "draining", "unavailable",
    "internal", "conflict",
}


def may_fail(described: dict[str, Any], error: dict[str, Any]) -> bool:
    """Returns true if a message may be answered with an error, by its description in the document.

    A command that is repeated after its result was erased fails as `not_found`, whatever it is about (docs/protocol.md).
    """
    code = error.get("code")
    if code == "not_found" and (error.get("detail") or {}).get("wasDone"):
        return True
    return code in ANYONES_ERRORS | set(described.get("x-errors", ()))


WRONG = {"invalid", "too_large", "unroutable"}
"""Codes for an invalid request."""


@dataclass
class Checker:
    """Checks messages one by one.

    `theirs` are words of targets, types and services that do not belong to the product: the scenario's
    own, which the document does not know.
    """

    document: Document
    theirs: set[str]
    seen: Counter[str] = field(default_factory=Counter)
    first: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The first occurrence of each message, for an example."""
    codes: Counter[str] = field(default_factory=Counter)
    members: Counter[str] = field(default_factory=Counter)
    """Number of occurrences of each member of each schema, by its place in the document."""
    values: Counter[tuple[str, Any]] = field(default_factory=Counter)
    """Number of occurrences of each value of each enumeration."""
    topics: dict[str, set[str]] = field(default_factory=dict)
    problems: Counter[str] = field(default_factory=Counter)
    _requests: dict[str, tuple[str, str]] = field(default_factory=dict)
    _refused: set[str] = field(default_factory=set)

    def take(self, items: Iterable[Message | Event]) -> None:
        items = list(items)
        for item in items:
            if isinstance(item, Message) and item.kind == "ERR" and item.body["code"] in WRONG:
                self._refused.add(item.header.get("cause", ""))
        for item in items:
            if isinstance(item, Event):
                self._event(item)
            else:
                self._message(item)

    # Messages

    def _message(self, message: Message) -> None:
        words = message.words
        if message.to_router and message.peer in {"tool", "?"} and (
            not self._is_head(words) or message.kind not in {"CMD", "HB"}
        ):
            return  # Malformed on purpose; its reply is checked
        if not self._is_head(words):
            return self._complain("head", f"{message.frames[0]!r} is no head")
        name = self._name(message)
        if name is None:
            return
        if name not in self.document.messages:
            return self._complain(name, f"{message.kind} {message.target} from {message.peer} has no schema")
        expected = self.document.messages[name]["x-kind"]
        if message.kind != expected:
            return self._complain(name, f"its kind is {message.kind}, not {expected}")
        if not self._is_wrong_on_purpose(message):
            self.first.setdefault(name, {"headers": message.header, "payload": message.body})
            self._value(name, "headers", message.header)
            self._value(name, "payload", message.body)
            self.seen[name] += 1
            if name == "hello":
                self._declarations(message.body.get("commands", ()))
        if (message.attachments and "x-attachments" not in self.document.messages[name]
                and not self._is_wrong_on_purpose(message)):
            self._complain(name, "attachments that the document does not know")

    def _declarations(self, commands: Iterable[dict[str, Any]]) -> None:
        """Each service declares the permission that each of its commands requires."""
        for command in commands:
            described = self.document.messages.get(command["target"])
            if described is None:
                self._complain(command["target"], "it is declared and has no schema")
                continue
            said, written = command["access"], described["x-access"]
            if said != written:
                self._complain(command["target"], f"its access is {said}, not {written}")
            said, written = command.get("teams", "all"), described.get("x-teams", "all")
            if said != written:
                self._complain(command["target"], f"it is for persons in {said} teams, not {written}")

    @staticmethod
    def _is_head(words: list[str]) -> bool:
        if len(words) != 4 or words[0] != "STB1":
            return False
        try:
            return "id" in json.loads(words[3])
        except ValueError:
            return False

    def _is_wrong_on_purpose(self, message: Message) -> bool:
        """True if the message was meant to be rejected, according to its reply."""
        return message.header["id"] in self._refused

    def _name(self, message: Message) -> str | None:
        kind, target, header = message.kind, message.target, message.header
        if kind in {"CMD", "DLG", "HELLO", "BYE"}:
            name = {"HELLO": "hello", "BYE": "bye"}.get(kind, target)
            self._requests[header["id"]] = (name, message.peer)
            foreign = target.split(".")[0] in self.theirs or target in self.theirs
            return None if foreign or self._is_wrong_on_purpose(message) else name
        if kind == "HB":
            return "heartbeat" if message.to_router else "pulse"
        if kind == "REHELLO":
            return "rehello"
        if kind == "ERR":
            self._error(message)
            return "error"
        if kind not in {"FIN", "OK"}:
            return kind if not message.to_router else None
        name, _ = self._requests.get(header.get("cause", ""), ("", ""))
        if not name:
            return "an answer to nothing"
        return None if name.split(".")[0] in self.theirs else name + ".reply"

    def _error(self, message: Message) -> None:
        code = message.body.get("code", "")
        if not message.to_router:
            self.codes[code] += 1
        name, _ = self._requests.get(message.header.get("cause", ""), ("", ""))
        described = self.document.messages.get(name, {})
        if "x-errors" in described and not may_fail(described, message.body):
            self._complain(name, f"it was answered with {code}, which its x-errors do not list")

    # Events

    def _event(self, event: Event) -> None:
        topic, body = event.topic, event.body
        if topic == "h/" or topic.startswith("~/"):
            name = "beat" if topic == "h/" else "confirmation"
            self._value(name, "payload", body)
            self.seen[name] += 1
            return
        name = body.get("type", "")
        if name.split(".")[0] in self.theirs:
            return
        message = self.document.messages.get(name)
        if message is None:
            return self._complain(name, f"an event under {topic} has no schema")
        self.first.setdefault(name, {"payload": body})
        self._value(name, "payload", body)
        if body["source"] != message["x-source"]:
            self._complain(name, f"its source is {body['source']}")
        parts = topic.split("/")
        views = {parts[0]}
        if parts[0] == "g" and len(parts) > 2:
            if body.get("team") != parts[1]:
                self._complain(name, f"it went out under {topic}, which is not its team")
            parts = parts[2:]
            views.add(parts[0])
        if not views <= set(message["x-views"]):
            self._complain(name, f"it went out under {topic}")
        type_at, other = (1, body["subject"]) if parts[0] == "t" else (2, None)
        if len(parts) != 4 or parts[3] or parts[type_at] != name or (other and parts[2] != quote(other, safe="~")):
            self._complain(name, f"{topic} is no topic of it")
        self.topics.setdefault(name, set()).update(views)
        self.seen[name] += 1

    # Values

    def _value(self, name: str, part: str, value: Any) -> None:
        pointer = f"{self.document.pointer(name)}/{part}"
        if part not in self.document.messages[name]:
            return self._complain(name, f"{part} have no schema")
        for error in self.document.errors(pointer, value):
            self._complain(name, f"{part}: {error}")
        for unknown in self._unknown([(f"#{pointer}", self.document.resolve(f"#{pointer}"))], value, "$"):
            self._complain(name, f"{part}: {unknown} is not described")

    def _unknown(self, places: list[tuple[str, dict[str, Any]]], value: Any, path: str) -> Iterator[str]:
        """Members that no schema describes; counts the described ones."""
        flat = [one for place in places for one in self._flatten(*place, value)]
        for place, schema in flat:
            if "enum" in schema:
                self.values[place, value] += 1
        if isinstance(value, list):
            items = [(f"{place}/items", schema["items"]) for place, schema in flat if "items" in schema]
            for index, element in enumerate(value):
                yield from self._unknown(items, element, f"{path}[{index}]")
        if not isinstance(value, dict):
            return
        # Without a description of members, it is any JSON, for other readers.
        is_opaque = not any("properties" in schema or "additionalProperties" in schema for _, schema in flat)
        for member, inner in value.items():
            known = [
                (f"{place}/properties/{member}", schema["properties"][member])
                for place, schema in flat if member in schema.get("properties", {})]
            for place, _ in known:
                self.members[place] += 1
            extra = [
                (f"{place}/additionalProperties", schema["additionalProperties"])
                for place, schema in flat if "additionalProperties" in schema]
            if known or extra:
                yield from self._unknown(known or extra, inner, f"{path}.{member}")
            elif not is_opaque:
                yield f"{path}.{member}"

    def _flatten(self, place: str, schema: Any, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        """The schemas that apply, without references and alternatives."""
        if "$ref" in schema:
            yield from self._flatten(schema["$ref"], self.document.resolve(schema["$ref"]), value)
            return
        yield place, schema
        for index, one in enumerate(schema.get("allOf", ())):
            yield from self._flatten(f"{place}/allOf/{index}", one, value)
        for index, one in enumerate(schema.get("oneOf", ())):
            if not self.document.errors(f"{place[1:]}/oneOf/{index}", value):
                yield from self._flatten(f"{place}/oneOf/{index}", one, value)

    def _complain(self, name: str, problem: str) -> None:
        self.problems[f"{name}: {problem}"] += 1

    # Missing parts

    def unseen(self) -> list[str]:
        """Everything in the document that occurred in no message: messages, members, values, codes."""
        missing = [f"message {name}" for name in self.document.messages if not self.seen[name]]
        for name, message in self.document.messages.items():
            views = set(message.get("x-views", ())) - self.topics.get(name, set())
            missing += [f"topic {view}/ of {name}" for view in sorted(views)]
        for place, schema in self._roots():
            for member, kind, value in _parts(place, schema):
                if kind == "member" and not self.members[member]:
                    missing.append(f"member {member[2:]}")
                elif kind == "value" and not self.values[member, value]:
                    missing.append(f"value {value} of {member[2:]}")
        return missing

    def _roots(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, schema in self.document.schemas.items():
            yield f"#/components/schemas/{name}", schema
        for name, message in self.document.messages.items():
            yield f"#{self.document.pointer(name)}/payload", message["payload"]


def _parts(place: str, schema: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """All members and enumeration values below a schema."""
    for value in schema.get("enum", ()):
        yield place, "value", value
    for name, inner in schema.get("properties", {}).items():
        yield f"{place}/properties/{name}", "member", None
        yield from _parts(f"{place}/properties/{name}", inner)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _parts(f"{place}/{key}", schema[key])
    for key in ("allOf", "oneOf"):
        for index, inner in enumerate(schema.get(key, ())):
            yield from _parts(f"{place}/{key}/{index}", inner)
