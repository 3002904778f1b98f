"""The document: its descriptions of messages, and its own validity."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft7Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

URI = "urn:asyncapi"
KINDS = {"HELLO", "OK", "REHELLO", "BYE", "HB", "CMD", "DLG", "FIN", "ERR", "EVENT"}


class Document:
    """An AsyncAPI 3.0 document, with the schemas of its messages."""

    def __init__(self, path: Path) -> None:
        self.root: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        resource = Resource(contents=self.root, specification=DRAFT7)
        self._registry = Registry().with_resource(URI, resource)
        self._validators: dict[str, Draft7Validator] = {}
        found = self.root["components"]["messages"].items()
        self.messages: dict[str, dict[str, Any]] = {message["name"]: message for _, message in found}
        """The messages by their names, such as `timer.start`."""
        self._pointers = {message["name"]: f"/components/messages/{key}" for key, message in found}

    def pointer(self, name: str) -> str:
        """The JSON pointer of a message in the document."""
        return self._pointers[name]

    @property
    def schemas(self) -> dict[str, dict[str, Any]]:
        return self.root["components"]["schemas"]

    def of_kind(self, kind: str) -> set[str]:
        return {name for name, message in self.messages.items() if message["x-kind"] == kind}

    def resolve(self, reference: str) -> Any:
        """The target of a reference in this document.

        Raises:
            KeyError: it has no target.
        """
        node: Any = self.root
        if not reference.startswith("#/"):
            raise KeyError(reference)
        for part in reference[2:].split("/"):
            node = node[part.replace("~1", "/").replace("~0", "~")]
        return node

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A schema without a reference at its top; its own members override those of the target."""
        while "$ref" in schema:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**self.resolve(schema["$ref"]), **rest}
        return schema

    def errors(self, pointer: str, value: Any) -> list[str]:
        """The violations of a value against the schema at a place in this document."""
        if pointer not in self._validators:
            self._validators[pointer] = Draft7Validator(
                {"$ref": f"{URI}#{pointer}"}, registry=self._registry, format_checker=FormatChecker())
        return [
            f"{error.json_path}: {error.message[:300]}" for error in self._validators[pointer].iter_errors(value)]

    # The document itself

    def problems(self) -> Iterator[str]:
        """All errors in the document."""
        yield from self._model_problems()
        used: set[str] = set()
        dangling = False
        for place, node in walk(self.root, "#"):
            if "/examples/" in place:
                continue
            if isinstance(node, dict) and isinstance(reference := node.get("$ref"), str):
                used.add(reference)
                try:
                    self.resolve(reference)
                except (KeyError, TypeError):
                    yield f"{place}: {reference} points at nothing"
                    dangling = True
        if dangling:
            return  # An invalid document cannot validate anything
        for group in ("schemas", "messages"):
            for name in self.root["components"][group]:
                if f"#/components/{group}/{name}" not in used:
                    yield f"#/components/{group}/{name} is used nowhere"
        for name in self.root["channels"]:
            if f"#/channels/{name}" not in used:
                yield f"#/channels/{name} has no operation"
        for name, schema in self.schemas.items():
            yield from self._schema_problems(f"#/components/schemas/{name}", schema)
            if "description" not in schema:
                yield f"#/components/schemas/{name} has no description"
        for name, message in self.messages.items():
            yield from self._message_problems(name, message)

    def _model_problems(self) -> Iterator[str]:
        """Errors according to the AsyncAPI 3.0 models of the package asyncapi3."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from asyncapi3 import AsyncAPI3
            from pydantic import ValidationError
        try:
            AsyncAPI3.model_validate(self.root)
        except ValidationError as error:
            for one in error.errors():
                yield f"AsyncAPI 3.0: {'/'.join(map(str, one['loc']))}: {one['msg']}"

    def _message_problems(self, name: str, message: dict[str, Any]) -> Iterator[str]:
        place = f"#{self.pointer(name)}"
        if place != f"#/components/messages/{name.replace('.', '_')}":
            yield f"{place}: its name is {name}"
        if message.get("x-kind") not in KINDS:
            yield f"{place}: x-kind is {message.get('x-kind')!r}"
        yield from self._schema_problems(f"{place}/payload", message["payload"])
        if not message.get("examples") and name != "part":
            yield f"{place} has no example"
        for index, example in enumerate(message.get("examples", [])):
            for member in ("payload", "headers"):
                if member in example:
                    for error in self.errors(f"{self.pointer(name)}/{member}", example[member]):
                        yield f"{place}/examples/{index}/{member}: {error}"

    def _schema_problems(self, place: str, schema: Any) -> Iterator[str]:
        for error in Draft7Validator(Draft7Validator.META_SCHEMA).iter_errors(schema):
            yield f"{place}: {error.json_path}: {error.message}"
        for inner, node in walk(schema, place):
            if isinstance(node, dict) and isinstance(required := node.get("required"), list):
                for name in set(required) - set(node.get("properties", {})):
                    yield f"{inner}: “{name}” is required and not described"


def walk(node: Any, place: str) -> Iterator[tuple[str, Any]]:
    """All parts of a document, each with its place."""
    yield place, node
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from walk(child, f"{place}/{key}")
