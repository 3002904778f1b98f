"""Builds docs/asyncapi.yaml, and the lists in Swift that follow from the contracts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from .symbols import DATA, DATE, PRIMITIVES, UUID, Declaration, Failure, Member, Symbols, Type, service

# How a description names the sender of a delegate message.
SENDERS = {"bridge": "the bridge", "gateway": "the gateway"}
# Types of the frames, which the base describes.
FRAMES = {
    "BusError": "Error", "BusError.Code": "ErrorCode", "Manifest": "Manifest", "Welcome": "Welcome", "Pulse": "Pulse",
    "CloudEvent": "DurableEvent",
}
ACCESS = {
    "anyone": "Any key that the router knows may send it.",
    "observer": "Keys with the role `observer` or `operator` may send it.",
    "member": "Keys with the role `operator` may send it.",
    "admin": "Keys with the role `operator` may send it.",
    "operator": "Keys with the role `operator` may send it.",
    "owner": "The router sends it; a tool may send it for its own work.",
    "parent": "Only the router may send it.",
}

# Keywords of the types that are not in the contracts.
KEYWORDS: dict[str, dict[str, Any]] = {
    DATE: {"format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"},
    DATA: {"contentEncoding": "base64"},
}
# Any JSON value; what it is follows from another member.
ANY = "RawJSON"


class Writer:
    """Builds the document from the types, the values and the base."""

    def __init__(self, symbols: Symbols, facts: dict[str, Any], base: dict[str, Any], examples: dict[str, Any]) -> None:
        self.symbols = symbols
        self.facts = facts
        self.base = base
        self.examples = examples
        self.schemas: dict[str, dict[str, Any]] = {}
        # Replies that several messages have.
        self.shared = {
            declaration.alias.name for declaration in symbols.types.values()
            if declaration.alias is not None and declaration.path.endswith(".Reply")}
        # Messages without an example.
        self.missing: list[str] = []

    # MARK: Schemas

    def schema(self, type_: Type) -> dict[str, Any]:
        """The schema of a member's type, without its bounds."""
        if type_.name == "[]":
            return {"type": "array", "items": self.schema(type_.arguments[0])}
        if type_.name == "[:]":
            return {"type": "object", "additionalProperties": self.schema(type_.arguments[1])}
        if type_.name == UUID:
            return bounded({"type": "string"}, self.facts["uuid"])
        if type_.name in PRIMITIVES:
            json_type = PRIMITIVES[type_.name]
            minimum = {"minimum": 0} if json_type == "integer" else {}
            return {"type": json_type, **minimum, **KEYWORDS.get(type_.name, {})}
        found = self.symbols.types.get(type_.name)
        if found is None:
            raise Failure(f"The type {type_.name} is not in the contracts.", 65)
        return self.reference(found, type_)

    def reference(self, declaration: Declaration, type_: Type | None = None) -> dict[str, Any]:
        """A reference to a type's schema, or the schema itself if only one message has it."""
        if declaration.kind == "typealias":
            if declaration.alias is None:
                raise Failure(f"{declaration.path} has no type.", 65)
            target = self.symbols.types.get(declaration.alias.name)
            if target is not None and target.path in self.facts["scalars"]:
                return self.named(declaration.path.replace(".", ""), self.scalar(target.path), declaration.doc)
            return self.schema(declaration.alias)
        if declaration.path == "IdentifiedArray" and type_ is not None:
            return {"type": "array", "items": self.schema(type_.arguments[0])}
        if declaration.path == ANY:
            return {}
        if declaration.path in FRAMES:
            return {"$ref": f"#/components/schemas/{FRAMES[declaration.path]}"}
        if declaration.path in self.facts["scalars"]:
            name = self.facts["scalars"][declaration.path].get("name")
            found = self.scalar(declaration.path)
            return self.named(name, found, declaration.doc) if name else found
        if "WrittenAs" in declaration.conforms:
            return self.reference(self.symbols.types[declaration.nested["Written"]])
        is_nested = "." in declaration.path
        if is_nested and declaration.path in self.facts["enumerations"]:
            return self.body(declaration)
        if declaration.path.endswith(".Reply") and declaration.id not in self.shared:
            return self.body(declaration)
        return self.named(declaration.path.replace(".", ""), None, declaration.doc, declaration)

    def named(
        self, name: str, schema: dict[str, Any] | None, doc: list[str], declaration: Declaration | None = None
    ) -> dict[str, Any]:
        """A reference to a shared schema, which is added if it is new."""
        if name not in self.schemas:
            self.schemas[name] = {}  # It may contain itself.
            found = schema if declaration is None else self.body(declaration)
            assert found is not None
            if declaration is not None and declaration.path in self.facts["enumerations"]:
                doc = [*doc, "\n".join(self.cases(declaration))]
            self.schemas[name] = {"description": text(doc), **found} if doc else dict(found)
        return {"$ref": f"#/components/schemas/{name}"}

    def scalar(self, path: str) -> dict[str, Any]:
        return bounded({"type": "string"}, self.facts["scalars"][path])

    def body(self, declaration: Declaration) -> dict[str, Any]:
        """The schema of a structure or an enumeration."""
        if declaration.kind == "enum":
            values = self.facts["enumerations"].get(declaration.path)
            if values is not None:
                return {"type": "string", "enum": values}
            if len(declaration.cases) == 1:
                return self.case(declaration.cases[0])
            return {"type": "object", "oneOf": [self.case(member) for member in declaration.cases]}
        bounds = self.facts["bounds"].get(declaration.path, {})
        # Computed properties are left out, except those with bounds, which have a setter that is not public.
        members = [member for member in declaration.members if not member.is_computed or member.name in bounds]
        required = [member.name for member in members if member.type and not member.type.is_optional]
        found: dict[str, Any] = {"type": "object"}
        if required:
            found["required"] = required
        found["properties"] = {
            member.name: self.member(declaration, member, bounds.get(member.name)) for member in members}
        return found

    def member(self, declaration: Declaration, member: Member, bounds: dict[str, Any] | None) -> dict[str, Any]:
        """The schema of a member. A shared schema describes itself; any other member needs a comment."""
        assert member.type is not None
        found = self.schema(member.type)
        if bounds:
            found = self.limit(found, bounds)
        doc = [*member.doc, *self.choices(member.type)]
        if not doc and "$ref" not in found:
            raise Failure(f"{declaration.path}.{member.name} has no comment.", 65)
        return {**found, "description": text(doc)} if doc else found

    def choices(self, type_: Type) -> list[str]:
        """Descriptions of the values of an enumeration without a shared schema, which would describe them."""
        found = self.symbols.types.get(type_.name)
        if found is None or "." not in found.path or found.path not in self.facts["enumerations"]:
            return []
        return ["\n".join(self.cases(found))]

    def cases(self, declaration: Declaration) -> list[str]:
        values = self.facts["enumerations"][declaration.path]
        for member in declaration.cases:
            if not member.doc:
                raise Failure(f"{declaration.path}.{member.name} has no comment.", 65)
        return [f"- `{value}`: {' '.join(member.doc)}" for value, member in zip(values, declaration.cases, strict=True)]

    def limit(self, schema: dict[str, Any], bounds: dict[str, Any]) -> dict[str, Any]:
        """A schema within bounds; those with a name become a shared schema."""
        name = bounds.get("name")
        if name:
            doc = next((doc for path, doc in self.symbols.constants.items()
                        if path.startswith("Bounds.") and path[7:].lower() == name.lower()), [])
            return self.named(name, bounded(schema, bounds), doc)
        found = bounded(schema, bounds)
        if "each" in bounds:
            key = "items" if "items" in found else "additionalProperties"
            found[key] = self.limit(found[key], bounds["each"][0])
        return found

    def case(self, member: Member) -> dict[str, Any]:
        """The schema of a case with values: an object with one member, named after it."""
        if [label for label, _ in member.values] == [""]:
            inner = self.schema(member.values[0][1])
        else:
            required = [label for label, type_ in member.values if not type_.is_optional]
            inner = {"type": "object", **({"required": required} if required else {}),
                     "properties": {label: self.schema(type_) for label, type_ in member.values}}
        found: dict[str, Any] = {"type": "object"}
        if member.doc:
            found["description"] = text(member.doc)
        return {**found, "required": [member.name], "properties": {member.name: inner}, "maxProperties": 1}

    # MARK: Messages

    def document(self) -> dict[str, Any]:
        """The whole document."""
        channels: dict[str, Any] = {}
        operations: dict[str, Any] = {}
        messages: dict[str, Any] = {}
        events: dict[str, Any] = {}
        for protocol in ("BusCommand", "DelegateMessage"):
            for declaration in self.symbols.conforming(protocol):
                if declaration.path in self.facts["messages"]:
                    self.exchange(declaration, channels, operations, messages)
        channels, operations, messages = (by_service(each) for each in (channels, operations, messages))
        for declaration in self.events():
            facts = self.facts["messages"].get(declaration.path)
            if facts and facts["event"]["isPublished"]:
                events[key(facts["name"])] = self.event(declaration, facts)
        base = self.base
        for name, channel in base["channels"].items():
            channels[name] = {**channel, "messages": {
                each: reference for entry, reference in channel["messages"].items()
                for each, reference in self.expand(entry, reference, events).items()}}
        for name, operation in base["operations"].items():
            target = channels[operation["channel"]["$ref"].split("/")[-1]]
            wanted = operation.get("messages")
            operations[name] = operation if wanted != "events" else {
                **operation, "messages": [
                    {"$ref": f"{operation['channel']['$ref']}/messages/{each}"} for each in target["messages"]]}
        messages = {**base["components"]["messages"], **messages, **events}
        schemas = dict(base["components"]["schemas"])
        self.complete([schemas, base["components"]["messages"]])
        for declaration in self.symbols.conforming("BusCommand"):
            # A command that is a value of another message, too.
            if declaration.path in self.schemas:
                messages[key(self.facts["messages"][declaration.path]["name"])]["payload"] = {
                    "$ref": f"#/components/schemas/{declaration.path}"}
        return {
            **{name: base[name] for name in ("asyncapi", "info", "defaultContentType", "servers")},
            "channels": channels, "operations": operations,
            "components": {"messages": messages, "schemas": {**schemas, **self.schemas}},
        }

    def events(self) -> list[Declaration]:
        """All types of events, in the order of the contracts."""
        return [*self.symbols.conforming("EventData"), *self.symbols.conforming("ForwardedEvent")]

    def complete(self, parts: Any) -> None:
        """Adds the schemas of types that the base refers to."""
        known = self.base["components"]["schemas"]
        for name in sorted(set(re.findall(r"#/components/schemas/(\w+)", json.dumps(parts)))):
            if name not in known and name not in self.schemas:
                self.reference(self.symbols.by_path(name))

    def expand(self, entry: str, reference: Any, events: dict[str, Any]) -> dict[str, Any]:
        """The events that a channel of the base names by their family, or the named message."""
        if entry != "events":
            return {entry: reference}
        words = str(reference).split()
        return {
            name: {"$ref": f"#/components/messages/{name}"} for name, event in events.items()
            if all((event["x-durable"] == (word == "durable")) if len(word) > 1 else word in event["x-views"]
                   for word in words)}

    def exchange(
        self, declaration: Declaration, channels: dict[str, Any], operations: dict[str, Any], messages: dict[str, Any]
    ) -> None:
        """Adds a command or a delegate message, with its reply."""
        facts = self.facts["messages"][declaration.path]
        name = facts["name"]
        id_ = key(name)
        answers = service(declaration)
        command = facts.get("command")
        summary, rest = declaration.doc[0], declaration.doc[1:]
        senders = facts.get("services")
        sender = SENDERS.get(answers, f"the {answers} service")
        if senders:
            sender = f"each service that stores documents: {', '.join(senders[:-1])} and {senders[-1]}"
        channels[id_] = {
            "address": name,
            "description": f"{summary} {ACCESS[command['access']] if command else f'Sent by {sender}.'}",
            "servers": [{"$ref": "#/servers/commands"}],
            "messages": {each: {"$ref": f"#/components/messages/{each}"} for each in (id_, f"{id_}_reply", "error")},
        }
        here = f"#/channels/{id_}"
        operations[id_] = {
            "action": "receive", "channel": {"$ref": here}, "summary": summary,
            "messages": [{"$ref": f"{here}/messages/{id_}"}],
            "reply": {"channel": {"$ref": here}, "messages": [
                {"$ref": f"{here}/messages/{id_}_reply"}, {"$ref": f"{here}/messages/error"}]},
        }
        extensions: dict[str, Any] = {"x-kind": "CMD" if command else "DLG"}
        extensions |= {"x-services": senders} if senders else {"x-service": answers}
        if command:
            extensions["x-access"] = command["access"]
            if command["access"] in ("observer", "member", "admin"):
                extensions["x-teams"] = command["teams"]
            extensions["x-idempotent"] = command["isStored"]
        extensions["x-errors"] = list((command or facts)["errors"])
        if "KeyedCommand" in declaration.conforms:
            extensions["x-key"] = "id"
        if command and command.get("attachments"):
            extensions["x-attachments"] = command["attachments"]
        messages[id_] = self.message(name, summary, rest, self.payload(declaration), True, extensions)
        reply = self.symbols.types[declaration.nested["Reply"]]
        doc = reply.doc or self.symbols.aliased(reply).doc
        payload = self.schema(reply.alias) if reply.alias else self.reference(reply)
        if not doc:
            raise Failure(f"{reply.path} has no comment.", 65)
        messages[f"{id_}_reply"] = self.message(
            f"{name}.reply", doc[0], doc[1:], payload, True, {"x-kind": "FIN"})

    def payload(self, declaration: Declaration) -> dict[str, Any]:
        if "WrittenAs" in declaration.conforms:
            return self.reference(self.symbols.types[declaration.nested["Written"]])
        return self.body(declaration)

    def message(
        self, name: str, summary: str, rest: list[str], payload: dict[str, Any], has_header: bool,
        extensions: dict[str, Any]
    ) -> dict[str, Any]:
        found: dict[str, Any] = {"name": name, "title": name, "summary": text([summary])}
        if rest:
            found["description"] = text(rest)
        found["contentType"] = "application/json"
        if has_header:
            found["headers"] = {"$ref": "#/components/schemas/Header"}
        found["payload"] = payload
        examples = self.examples.get(name)
        if examples:
            found["examples"] = examples
        else:
            self.missing.append(name)
        return {**found, **extensions}

    def event(self, declaration: Declaration, facts: dict[str, Any]) -> dict[str, Any]:
        """An event of the journal, or an ephemeral one."""
        traits = facts["event"]
        payload = {"allOf": [
            {"$ref": f"#/components/schemas/{'DurableEvent' if traits['isDurable'] else 'EphemeralEvent'}"},
            {"type": "object", "required": ["type", "data"], "properties": {
                "type": {"type": "string", "const": facts["name"]}, "data": self.data(declaration, facts)}},
        ]}
        return self.message(facts["name"], declaration.doc[0], declaration.doc[1:], payload, False, {
            "x-kind": "EVENT", "x-durable": traits["isDurable"], "x-source": f"/standups/{traits['source']}",
            "x-subject": traits["subject"], "x-views": ["t", *traits["families"]]})

    def data(self, declaration: Declaration, facts: dict[str, Any]) -> dict[str, Any]:
        """The data of an event, which another service may write."""
        return self.reference(self.symbols.by_path(facts["data"])) if facts.get("data") else self.payload(declaration)


def by_service(entries: dict[str, Any]) -> dict[str, Any]:
    """The entries in the order of the services that the first words of their names belong to."""
    order: dict[str, int] = {}
    for name in entries:
        order.setdefault(name.split("_")[0], len(order))
    return dict(sorted(entries.items(), key=lambda entry: order[entry[0].split("_")[0]]))


def key(name: str) -> str:
    return name.replace(".", "_")


def text(doc: Iterable[str]) -> str:
    """A comment as text of the document: JSON has no nil, and members without a value are absent."""
    found = "\n\n".join(doc)
    return re.sub(r"\bNil\b", "Absent", re.sub(r"\bnil\b", "absent", found))


def bounded(schema: dict[str, Any], bounds: dict[str, Any]) -> dict[str, Any]:
    """A schema with the keywords of its bounds."""
    found = dict(schema)
    for name in ("format", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"):
        if name in bounds:
            found[name] = bounds[name]
    if "maxBytes" in bounds:
        found["x-maxBytes"] = bounds["maxBytes"]
    if bounds.get("isSigned"):
        found.pop("minimum", None)
    if bounds.get("isObject"):
        found["type"] = "object"
    if bounds.get("orZero"):
        found.pop("minimum")
        found["anyOf"] = [{"const": 0}, {"minimum": bounds["minimum"]}]
    if "values" in bounds:
        found["enum"] = bounds["values"]
    if "only" in bounds:
        found["const"] = bounds["only"]
    if "fallback" in bounds:
        found["default"] = bounds["fallback"]
    return found


# MARK: Catalog


def catalog(symbols: Symbols) -> str:
    """The list of all types, for the program that prints their values."""
    def entries(name: str, type_: str, found: Iterable[str]) -> list[str]:
        return [f"  static var {name}: {type_} {{", "    [", *(f"      {entry}," for entry in found), "    ]", "  }"]

    def types(protocol: str) -> list[str]:
        return [f'("{type_.path}", {type_.path}.self)' for type_ in symbols.conforming(protocol)
                if not type_.path.startswith(("IdentifiedArray",))]

    def values(type_: Declaration) -> str:
        return ", ".join(f"{type_.path}.{escaped(member.name)}.rawValue" for member in type_.cases)

    enumerations = [
        f'"{type_.path}": [{values(type_)}]' for type_ in symbols.conforming("s:SY")
        if type_.kind == "enum" and type_.members and "s:Se" in type_.conforms and not type_.path.startswith("Kind")]
    scalars = [entry.replace("Identifier.self", "Identifier<Never>.self") for entry in types("BoundedScalar")]
    lines = [
        "// swift-format-ignore-file", "// Generated by scripts/contracts from the contracts.", "",
        *(f"import {module}" for module in sorted({type_.module for type_ in symbols.types.values()} - {"FastJSON"})),
        "", "/// All messages, and the types that they contain.", "enum Catalog {",
        *entries("commands", "[(String, any BusCommand.Type)]", types("BusCommand")), "",
        *entries("delegates", "[(String, any DelegateMessage.Type)]", types("DelegateMessage")), "",
        *entries("events", "[(String, any EventData.Type)]", types("EventData")), "",
        *entries("forwarded", "[(String, any ForwardedEvent.Type)]", types("ForwardedEvent")), "",
        *entries("bounded", "[(String, any Bounded.Type)]", types("Bounded")), "",
        *entries("scalars", "[(String, any BoundedScalar.Type)]", scalars), "",
        *entries("enumerations", "[String: [String]]", enumerations), "",
        *entries("errors", "[BusError.Code]", error_codes(symbols)), "}", "",
    ]
    return "\n".join(lines)


def error_codes(symbols: Symbols) -> list[str]:
    """The declarations of all error codes, in the order in which contract-facts prints their values."""
    return sorted(path for path in symbols.constants if path.startswith("BusError.Code."))


def escaped(name: str) -> str:
    return f"`{name}`" if name in ("operator", "default", "in") else name


# MARK: Targets


def commands(facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The traits of the commands that programs other than the router may send, by target."""
    return {entry["name"]: entry["command"] for entry in facts["messages"].values()
            if entry.get("command") and entry["command"]["access"] != "parent"}


def web_commands(facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Those of these commands that the gateway forwards: HTTP carries no attachments."""
    return {name: command for name, command in commands(facts).items() if not command.get("attachments")}


def swift_lists(
    type_: str, element: str, modules: Iterable[str], lists: dict[str, tuple[str, list[str]]],
    source: str = "commands", access: str = "",
) -> str:
    """A Swift file that adds lists of elements to a type, each with its comment."""
    lines = [f"// Generated by scripts/contracts from the traits of the {source}.", ""]
    if modules:
        lines += [*(f"import {module}" for module in sorted(modules)), ""]
    lines.append(f"extension {type_} {{")
    for name, (doc, found) in lists.items():
        lines += [f"  /// {doc}", f"  {access}static let {name}: {element} = [", *(f"    {each}," for each in found), "  ]", ""]
    return "\n".join([*lines[:-1], "}", ""])


def rights(facts: dict[str, Any]) -> str:
    """The permission that each target of the page requires: all targets that are not reserved for the router."""
    found = [f'"{name}": .{command["access"]}' for name, command in sorted(web_commands(facts).items())]
    return swift_lists("Rights", "[String: CommandAccess]", ("Bus",), {
        "targets": ("Permission that each target requires.", found)})


def call_targets(symbols: Symbols, facts: dict[str, Any]) -> str:
    """The commands that tools may send, for `standups call`: those of the router, and those of services."""
    found: dict[bool, list[str]] = {True: [], False: []}
    modules = {"Bus"}
    targets = commands(facts)
    for declaration in symbols.conforming("BusCommand"):
        if facts["messages"][declaration.path]["name"] in targets:
            found[service(declaration) == "router"].append(f"{declaration.path}.self")
            modules.add(declaration.module)
    return swift_lists("CallTarget", "[any BusCommand.Type]", modules, {
        "ofRouter": ("Commands that the router itself answers.", found[True]),
        "ofServices": ("Commands that services answer, without those that only the router may send.", found[False])})


# MARK: Events


def event_catalog(facts: dict[str, Any], order: Iterable[str]) -> str:
    """The types of all events with the traits that programs without their contracts need."""
    def entry(path: str) -> str:
        message = facts["messages"][path]
        traits = message["event"]
        flags = "".join(f", {name}: false" for name in ("isDurable", "isPublished") if not traits[name])
        return f'CatalogedEvent("{message["name"]}", from: "{traits["source"]}"{flags})'

    return swift_lists(
        "ServiceCatalog", "[CatalogedEvent]", (), {"events": ("Events of all contracts.", [entry(path) for path in order])},
        source="events", access="public ")
