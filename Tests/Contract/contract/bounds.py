"""Commands beyond the bounds that the document declares, each in one member."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from .document import Document
from .traffic import Event, Message
from .world import World


def check(world: World, document: Document) -> None:
    """Sends each command that a tool may send, and has sent, once beyond each of its bounds; every one must fail.

    Raises:
        AssertionError: one was executed, or failed with `internal`; the message lists all of them.
    """
    sent, executed = _executed(world)
    wrong = []
    for name in sorted(sent.keys() & set(document.of_kind("CMD"))):
        if document.messages[name].get("x-access") == "parent":
            continue
        header = {key: value for key, value in sent[name].header.items() if key == "key"}
        for path, body in violations(document, document.messages[name]["payload"], sent[name].body):
            reply = world.tool.ask(
                document.messages[name]["name"], body, attachments=sent[name].attachments, **header)
            if reply.kind == "FIN" or reply.code == "internal":
                wrong.append(f"{document.messages[name]['name']}: {path}: {reply.code or 'executed'}")
    assert executed > 20, "almost no command was executed before"
    assert not wrong, "beyond a bound of the document: " + "; ".join(wrong)


def _executed(world: World) -> tuple[dict[str, Message], int]:
    """The last request of each command that the tool had executed, by the command's name in the document."""
    waiting: dict[str, Message] = {}
    found: dict[str, Message] = {}
    for item in list(world.log):
        if isinstance(item, Event) or len(item.words) < 4:
            continue
        if item.kind == "CMD" and item.to_router and item.peer == "tool" and len(item.frames) > 1:
            try:
                waiting[item.header["id"]] = item
            except (ValueError, KeyError, TypeError):
                continue  # Malformed on purpose
        elif item.kind == "FIN" and not item.to_router and (request := waiting.pop(item.header.get("cause", ""), None)):
            found[request.target.replace(".", "_")] = request
    return found, len(found)


def violations(document: Document, schema: dict[str, Any], value: Any) -> Iterator[tuple[str, Any]]:
    """Copies of a valid value, each beyond one bound of its schema, with the path of the member."""
    schema = document.resolved(schema)
    for wrong in _beyond(schema):
        yield "", wrong
    if isinstance(value, dict):
        for name, member in schema.get("properties", {}).items():
            for path, wrong in violations(document, member, value.get(name)):
                changed = copy.deepcopy(value)
                changed[name] = wrong
                yield f"{name}.{path}".rstrip("."), changed
    elif isinstance(value, list) and value:
        for path, wrong in violations(document, schema.get("items", {}), value[0]):
            yield f"0.{path}".rstrip("."), [wrong, *copy.deepcopy(value[1:])]
        most = schema.get("maxItems")
        if most is not None and most <= 2000:
            yield "", [copy.deepcopy(value[0]) for _ in range(most + 1)]


def _beyond(schema: dict[str, Any]) -> Iterator[Any]:
    kind = schema.get("type")
    if kind == "integer":
        yield from (schema[name] + step for name, step in (("minimum", -1), ("maximum", 1)) if name in schema)
    elif kind == "string":
        if schema.get("minLength"):
            yield ""
        if "maxLength" in schema:
            yield "a" * (schema["maxLength"] + 1)
        if "enum" in schema:
            yield "none of them"
        elif "pattern" in schema:
            yield " / \0"
    elif kind == "array" and schema.get("minItems"):
        yield []
