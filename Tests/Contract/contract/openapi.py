"""Writes docs/openapi.yaml: the routes of the gateway, and the commands that it sends to the bus."""

from __future__ import annotations

import copy
import json
import re
from http import HTTPStatus
from typing import Any

from .check import ANYONES_ERRORS
from .symbols import Failure, Member
from .writer import Writer, error_codes, text, web_commands

DOCUMENT = "docs/openapi.yaml"
BASE = "Tests/Contract/contract/openapi.yaml"

# The requirements of each kind of sender.
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "anyone": [], "session": [{"session": []}, {"proxy": []}, {"token": []}],
    "calendar": [{"session": []}, {"proxy": []}, {"token": []}, {"calendar": []}],
}
# Statuses of the web server itself, which rejects an invalid request with a sentence.
SENTENCES = (400, 413, 426, 431, 503)
# Statuses of libmicrohttpd, which rejects a request before it knows the route, with a page that has no
# media type.
PAGES = (414, 431)
# A repeated command fails as `not_found` if its result was erased, and any command if its cell is unknown.
FORWARDED = {*ANYONES_ERRORS, "not_found", "moved"}


class OpenAPI:
    """Builds the document from the routes, and from the schemas and messages of the AsyncAPI document."""

    def __init__(self, writer: Writer, asyncapi: dict[str, Any], base: dict[str, Any]) -> None:
        self.writer = writer
        self.facts = writer.facts
        self.messages = {found["name"]: found for found in asyncapi["components"]["messages"].values()}
        self.schemas: dict[str, Any] = asyncapi["components"]["schemas"]
        self.base = base
        self.codes = {error["code"]: error["status"] for error in self.facts["errors"]}
        # The codes that may occur.
        self.possible = FORWARDED.union(*(self.messages[name]["x-errors"] for name in web_commands(self.facts)))
        self.responses: dict[str, Any] = {}
        self.parameters: dict[str, Any] = {}
        self.docs = {name: self.cases(name) for name in ("WebRoute", "WebParameter", "WebStatus")}

    def cases(self, name: str) -> dict[str, Member]:
        """The cases of an enumeration, by their raw values, or by their names if those are not strings."""
        declaration = self.writer.symbols.by_path(name)
        values = self.facts["enumerations"].get(name) or [member.name for member in declaration.cases]
        for member in declaration.cases:
            if not member.doc:
                raise Failure(f"{name}.{member.name} has no comment.", 65)
        return dict(zip(values, declaration.cases, strict=True))

    def document(self) -> dict[str, Any]:
        paths: dict[str, Any] = {}
        for route, member in self.docs["WebRoute"].items():
            method, path = route.split(" ")
            traits = self.facts["routes"][route]
            if "{target}" not in path:
                operation = self.alias if "alias" in traits else self.route
                paths[path] = {method.lower(): operation(member, path, traits)}
                continue
            targets = web_commands(self.facts)
            for name, message in self.messages.items():
                if name in targets:
                    paths[path.replace("{target}", name)] = {method.lower(): self.command(message, traits)}
        base = self.base
        services = dict.fromkeys(operation["tags"][0] for path in paths.values() for operation in path.values())
        components = base["components"]
        return {
            **{name: base[name] for name in ("openapi", "info", "servers", "security")},
            "tags": [{"name": name} for name in services], "paths": paths,
            "components": {
                "securitySchemes": components["securitySchemes"],
                "headers": components["headers"],
                "parameters": {
                    self.parameter_key(name): self.parameters[name]
                    for name in self.docs["WebParameter"] if name in self.parameters},
                "responses": dict(sorted(self.responses.items())),
                "schemas": self.used([paths, self.responses, self.parameters]),
            },
        }

    # MARK: Operations

    def route(self, member: Member, path: str, traits: dict[str, Any]) -> dict[str, Any]:
        """The operation of a route that is not a command."""
        found: dict[str, Any] = {"operationId": member.name, "tags": ["gateway"], "summary": member.doc[0]}
        if member.doc[1:]:
            found["description"] = text(member.doc[1:])
        return {**found, **self.exchange(
            traits, [*re.findall(r"\{(\w+)\}", path), *traits["parameters"]], self.content(traits.get("request")),
            self.content(traits.get("response")), self.statuses(traits))}

    def alias(self, member: Member, path: str, traits: dict[str, Any]) -> dict[str, Any]:
        """The operation of a route that is another spelling of a command, whose contract describes it."""
        alias = traits["alias"]
        name = alias["target"]
        if name not in web_commands(self.facts):
            raise Failure(f"{path}: the gateway does not forward {name}.", 65)
        message, reply = copy.deepcopy((self.messages[name], self.messages[f"{name}.reply"]))
        inputs: dict[str, str] = dict(zip(re.findall(r"\{(\w+)\}", path), alias["path"], strict=True))
        parameters: list[Any] = [self.input(one, "path", message, inputs[one], "string") for one in inputs]
        parameters += [self.input(one, "query", message, one, kind) for one, kind in sorted(alias["query"].items())]
        for one in alias["fixed"]:
            self.member(message, one, "integer")
        statuses = self.statuses({**traits, "errors": [*traits["errors"], *message["x-errors"]]})
        # A file has the contents of the reply in another form.
        is_file = traits["response"]["type"] != "application/json"
        response = self.content(traits["response"]) if is_file else self.json(reply["payload"], self.examples(reply))
        return {
            "operationId": member.name, "tags": [message["x-service"]], "summary": member.doc[0],
            "description": "\n\n".join(
                [*member.doc[1:], f"Requires the permission `{message['x-access']}`, as `{name}` does."]),
            **self.exchange(
                traits, [*parameters, *traits["parameters"]], None, response, statuses,
                "" if is_file else reply["summary"]),
            **{key: message[key] for key in ("x-access", "x-errors")},
        }

    def member(self, message: dict[str, Any], name: str, kind: str) -> dict[str, Any]:
        """The schema of a member of a command, which must have this type."""
        found = self.resolved(message["payload"]).get("properties", {}).get(name)
        if found is None or self.resolved(found).get("type") != kind:
            raise Failure(f"{message['name']} has no member {name} with the type {kind}.", 65)
        return dict(found)

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema to which a schema refers; itself if it is not a reference."""
        return self.schemas[schema["$ref"].split("/")[-1]] if "$ref" in schema else schema

    def input(self, name: str, place: str, message: dict[str, Any], member: str, kind: str) -> dict[str, Any]:
        """A parameter that contains a member of a command."""
        schema = self.member(message, member, kind)
        description = schema.pop("description")
        return {"name": name, "in": place, "description": description,
                **({"required": True} if place == "path" else {}), "schema": schema}

    def command(self, message: dict[str, Any], traits: dict[str, Any]) -> dict[str, Any]:
        """The operation of a command: the message of the bus, as the gateway forwards it."""
        name = message["name"]
        reply = self.messages[f"{name}.reply"]
        parameters = [one for one in traits["parameters"] if one != "X-Standups-Key" or "x-key" in message]
        statuses = self.statuses({**traits, "errors": [*traits["errors"], *message["x-errors"]]})
        extensions = {key: message[key] for key in ("x-access", "x-idempotent", "x-errors")}
        return {
            "operationId": name.replace(".", "_"), "tags": [message["x-service"]], "summary": message["summary"],
            "description": "\n\n".join(
                [*filter(None, [message.get("description")]), f"Requires the permission `{message['x-access']}`."]),
            **self.exchange(
                traits, parameters, self.json(message["payload"], self.examples(message)),
                self.json(reply["payload"], self.examples(reply)), statuses, reply["summary"]),
            **extensions,
        }

    def exchange(
        self, traits: dict[str, Any], parameters: list[Any], request: dict[str, Any] | None,
        response: dict[str, Any] | None, statuses: set[int], summary: str = "",
    ) -> dict[str, Any]:
        """The parts that all operations have; a parameter is a name, or complete."""
        found: dict[str, Any] = {}
        if SECURITY[traits["access"]] != self.base["security"]:
            found["security"] = SECURITY[traits["access"]]
        if parameters:
            found["parameters"] = [
                self.parameter(one) if isinstance(one, str) else one for one in parameters]
        if request:
            found["requestBody"] = {
                "description": f"At most {traits['maxBytes']:,} bytes.", "required": True, "content": request}
        responses: dict[str, Any] = {}
        for status in traits["statuses"]:
            one: dict[str, Any] = {"description": summary or HTTPStatus(status).phrase + "."}
            if traits["setsCookie"]:
                one["headers"] = {"Set-Cookie": {"$ref": "#/components/headers/Set-Cookie"}}
            if response and status == traits["statuses"][0]:
                one["content"] = response
            responses[str(status)] = one
        failure = self.content(traits.get("failure"))
        for status in sorted(statuses):
            responses[str(status)] = self.failure(status)
            if failure and status in traits["failureStatuses"]:
                sentence = {"text/plain": {"schema": {"type": "string"}}} if status in SENTENCES else {}
                responses[str(status)] = {
                    "description": HTTPStatus(status).phrase + ".", "content": {**failure, **sentence}}
        return {**found, "responses": responses}

    @staticmethod
    def examples(message: dict[str, Any]) -> Any:
        return next((example["payload"] for example in message.get("examples", ()) if "payload" in example), None)

    @staticmethod
    def json(schema: dict[str, Any], example: Any = None) -> dict[str, Any]:
        return {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}

    def content(self, content: dict[str, Any] | None) -> dict[str, Any] | None:
        """The body of a route that is not a command: of a type in the contracts, or a file."""
        if content is None:
            return None
        if "schema" not in content:
            return {content["type"]: {} if content["type"] == "*/*" else {"schema": {}}}
        return self.json(self.writer.reference(self.writer.symbols.by_path(content["schema"])))

    def parameter(self, name: str) -> dict[str, Any]:
        """A reference to a parameter, which is added if it is new."""
        if name not in self.parameters:
            facts = self.facts["parameters"][name]
            if "type" in facts:
                schema = self.writer.reference(self.writer.symbols.by_path(facts["type"]))
            elif "each" in facts["bounds"]:
                schema = self.writer.limit({"type": "array", "items": {"type": "string"}}, facts["bounds"])
            else:
                schema = self.writer.limit({"type": "string"}, facts["bounds"])
            self.parameters[name] = {
                "name": name.rstrip("?"), "in": facts["place"], "description": text(self.docs["WebParameter"][name].doc),
                **({"required": True} if facts["place"] == "path" else {}),
                **({"style": "form", "explode": False} if schema.get("type") == "array" else {}), "schema": schema}
        return {"$ref": f"#/components/parameters/{self.parameter_key(name)}"}

    @staticmethod
    def parameter_key(name: str) -> str:
        """The name of a parameter in the document: a question mark marks one of the query."""
        return name.replace("?", ".query")

    # MARK: Errors

    def statuses(self, traits: dict[str, Any]) -> set[int]:
        """The statuses of all errors that a route may return."""
        problems = self.facts["problems"]
        codes = {"invalid", *traits["errors"], *(FORWARDED if traits["sendsCommands"] else ())}
        found = {*PAGES, problems["otherSite"], *(problems[self.problem(status)] for status in traits["problems"])}
        if traits["access"] != "anyone":
            # The proxy may identify a user without access, and the sessions may not be loaded yet.
            codes |= {"denied", "unavailable"}
            found.add(problems["notLoggedIn"])
        if "Origin" in traits["parameters"]:
            codes.add("denied")
        if traits["isTyped"]:
            found.add(problems["notJSON"])
        if traits["maxBytes"]:
            codes.add("too_large")
        return found | {self.codes[code] for code in codes}

    def problem(self, status: int) -> str:
        return next(name for name, value in self.facts["problems"].items() if value == status)

    def failure(self, status: int) -> dict[str, Any]:
        """A reference to the response for an error, which is added if it is new."""
        name = f"Error{status}"
        if name not in self.responses:
            symbols = self.writer.symbols
            lines = [
                f"- `{code}`: {' '.join(symbols.constants[path])}"
                for path, (code, value) in zip(error_codes(symbols), self.codes.items(), strict=True)
                if value == status and code in self.possible]
            if status in self.facts["problems"].values():
                lines = self.docs["WebStatus"][self.problem(status)].doc
            description = "\n".join(lines) if lines[1:] else lines[0].removeprefix("- ")
            found: dict[str, Any] = {"description": text([description])}
            if status in (self.codes["busy"], self.codes["unavailable"]):
                found["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
            has_body = status not in PAGES and status != self.facts["problems"]["noHandshake"]
            found["content"] = self.json({"$ref": "#/components/schemas/Error"}) if has_body else {}
            if status in SENTENCES:
                found["content"]["text/plain"] = {"schema": {"type": "string"}}
            self.responses[name] = found
        return {"$ref": f"#/components/responses/{name}"}

    # MARK: Schemas

    def used(self, parts: Any) -> dict[str, Any]:
        """The schemas that the document refers to, in the order of the AsyncAPI document."""
        schemas = named({**self.schemas, **self.writer.schemas})
        found: set[str] = set()
        new = {*names(parts)}
        while new:
            found |= new
            new = {*names([schemas[name] for name in new])} - found
        return {name: schema for name, schema in schemas.items() if name in found}


def named(schemas: dict[str, Any]) -> dict[str, Any]:
    """The same schemas, in which each alternative is a schema of its own, so that generated clients have a type for it."""
    found: dict[str, Any] = {}
    for name, schema in schemas.items():
        # An alternative is an object with one member, whose name distinguishes it from the others.
        alternatives = {f"{name}{member[:1].upper()}{member[1:]}": one
                        for one in schema.get("oneOf", ()) for member in one["required"]}
        found[name] = schema if not alternatives else {
            **schema, "oneOf": [{"$ref": f"#/components/schemas/{each}"} for each in alternatives]}
        found |= alternatives
    return found


def names(parts: Any) -> list[str]:
    """The names of the schemas that a part of the document refers to."""
    return re.findall(r'"#/components/schemas/(\w+)"', json.dumps(parts))
