"""The public types of the contracts, as the compiler extracts them: members, types, comments."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import catalog

DOCUMENT = "docs/asyncapi.yaml"
# The libraries whose types the messages contain.
LIBRARIES = ("Bus", "Cells", "Countdown", "Documents", "FastJSON", "Schema", "Standups")

# The JSON types of the types that are not in these modules, by their precise identifiers.
PRIMITIVES = {
    "s:SS": "string", "s:Sb": "boolean", "s:Si": "integer", "s:s5Int64V": "integer", "s:s6UInt64V": "integer",
    "s:s5UInt8V": "integer", "s:20FoundationEssentials4DateV": "string", "s:20FoundationEssentials4UUIDV": "string",
    "s:20FoundationEssentials4DataV": "string",
}
DATE, UUID, DATA = (f"s:20FoundationEssentials4{name}V" for name in ("Date", "UUID", "Data"))


class Failure(Exception):
    """A source is incomplete, or a program fails. The second argument is the exit status."""


@dataclass(frozen=True)
class Type:
    """The type of a member, as it is written."""

    # Precise identifier of a named type; "[]" for an array and "[:]" for an object with any keys.
    name: str
    arguments: tuple[Type, ...] = ()
    is_optional: bool = False


@dataclass
class Member:
    """A stored property, or a case of an enumeration."""

    name: str
    doc: list[str]
    # The type of a property; the labels and types of the values of a case.
    type: Type | None = None
    values: tuple[tuple[str, Type], ...] = ()
    # True for a computed property, and for one whose setter is not public.
    is_computed: bool = False


@dataclass
class Declaration:
    """A public structure, enumeration or type alias."""

    id: str
    path: str
    kind: str
    module: str
    place: tuple[str, int]
    doc: list[str]
    conforms: set[str] = field(default_factory=set)
    members: list[Member] = field(default_factory=list)
    alias: Type | None = None
    nested: dict[str, str] = field(default_factory=dict)

    @property
    def cases(self) -> list[Member]:
        """The cases of an enumeration."""
        return [member for member in self.members if member.type is None]

    @property
    def properties(self) -> list[Member]:
        """The properties that everybody can set, so that they are stored."""
        return [member for member in self.members if member.type is not None and not member.is_computed]


def place_of(symbol: dict[str, Any]) -> tuple[str, int]:
    """File and line of a symbol; line 0 if it is the compiler's own."""
    location = symbol.get("location", {})
    return location.get("uri", ""), location.get("position", {}).get("line", 0)


def service(declaration: Declaration) -> str:
    """The service that answers a command, or sends a delegate message."""
    return catalog.service(declaration.module.removesuffix("API"))


def contracts(root: Path) -> tuple[str, ...]:
    """The modules of the contracts, in the order in which the document lists their messages.

    A service keeps its place in the document; new services follow in the order of the catalog.
    """
    file = root / DOCUMENT
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    listed = list(dict.fromkeys(re.findall(r"^ +x-service: (\w+)$", text, re.MULTILINE)))

    def place(feature: str) -> int:
        name = catalog.service(feature, root)
        return listed.index(name) if name in listed else len(listed)

    return tuple(f"{feature}API" for feature in sorted(catalog.features(root), key=place))


def paragraphs(symbol: dict[str, Any]) -> list[str]:
    """The paragraphs of a comment, each on one line; lists keep their lines, code is left out."""
    found: list[str] = []
    text: list[str] = []
    is_code = False
    for line in [*(entry["text"] for entry in symbol.get("docComment", {}).get("lines", [])), ""]:
        if line.strip().startswith("```"):
            is_code = not is_code
            continue
        if is_code:
            continue
        if line.strip():
            text.append(line.strip())
        elif text:
            found.append(" ".join(text))
            text = []
    return [paragraph for paragraph in found if not paragraph.startswith("- ")]


class Parser:
    """Reads types from the fragments of a declaration."""

    def __init__(self, fragments: list[dict[str, str]]) -> None:
        self.tokens: list[tuple[str, str]] = []
        for fragment in fragments:
            if fragment["kind"] == "typeIdentifier":
                self.tokens.append(("type", fragment.get("preciseIdentifier", fragment["spelling"])))
            elif fragment["kind"] in ("identifier", "keyword", "externalParam", "internalParam", "attribute"):
                self.tokens.append((fragment["kind"], fragment["spelling"]))
            else:
                self.tokens += [("text", character) for character in fragment["spelling"] if not character.isspace()]
        self.at = 0

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self, text: str) -> bool:
        if self.peek()[1] == text:
            self.at += 1
            return True
        return False

    def type(self) -> Type:
        if self.take("["):
            one = self.type()
            if self.take(":"):
                two = self.type()
                self.take("]")
                found = Type("[:]", (one, two))
            else:
                self.take("]")
                found = Type("[]", (one,))
        else:
            kind, name = self.peek()
            if kind != "type":
                # A function, a tuple or an existential: no message contains one.
                self.at = len(self.tokens)
                return Type("unknown")
            self.at += 1
            while self.take("."):
                name = self.peek()[1]
                self.at += 1
            arguments: list[Type] = []
            if self.take("<"):
                arguments.append(self.type())
                while self.take(","):
                    arguments.append(self.type())
                self.take(">")
            found = Type(name, tuple(arguments))
        return Type(found.name, found.arguments, True) if self.take("?") else found

    def property(self) -> tuple[Type, bool]:
        """The type of a property, and true if only its getter is public."""
        is_wrapped = any(kind == "attribute" for kind, _ in self.tokens)
        while self.peek()[0] != "end" and not self.take(":"):
            self.at += 1
        found = self.type()
        return found, self.peek()[1] == "{" and not is_wrapped

    def case(self) -> tuple[tuple[str, Type], ...]:
        """The labels and types of the values of a case."""
        while self.peek()[0] != "end" and not self.take("("):
            self.at += 1
        found: list[tuple[str, Type]] = []
        while self.peek()[0] != "end" and not self.take(")"):
            label = ""
            if self.peek()[0] in ("externalParam", "identifier"):
                label = self.peek()[1]
                self.at += 1
                self.take(":")
            found.append((label, self.type()))
            self.take(",")
        return tuple(found)

    def alias(self) -> Type:
        while not self.take("="):
            self.at += 1
        return self.type()


class Symbols:
    """All public types of some modules."""

    def __init__(self, root: Path, binaries: Path) -> None:
        self.contracts = contracts(root)
        self.types: dict[str, Declaration] = {}
        self.constants: dict[str, list[str]] = {}
        symbols: dict[str, tuple[str, dict[str, Any]]] = {}
        owners: dict[str, str] = {}
        conforms: dict[str, set[str]] = defaultdict(set)
        for module, graph in extract(root, binaries, self.contracts):
            for symbol in graph["symbols"]:
                symbols[symbol["identifier"]["precise"]] = (module, symbol)
            for relation in graph["relationships"]:
                if relation["kind"] == "memberOf":
                    owners[relation["source"]] = relation["target"]
                elif relation["kind"] == "conformsTo":
                    conforms[relation["source"]].add(relation["target"])
        protocols = {id_: symbol["pathComponents"][-1] for id_, (_, symbol) in symbols.items()}
        for id_, (module, symbol) in symbols.items():
            kind = symbol["kind"]["identifier"].removeprefix("swift.")
            if kind in ("struct", "enum", "typealias"):
                self.types[id_] = Declaration(
                    id_, ".".join(symbol["pathComponents"]), kind, module, place_of(symbol), paragraphs(symbol),
                    {protocols.get(target, target) for target in conforms[id_]})
                if kind == "typealias":
                    self.types[id_].alias = Parser(symbol["declarationFragments"]).alias()
        found: list[tuple[tuple[str, int], str, Member]] = []
        for id_, (_, symbol) in symbols.items():
            owner = owners.get(id_, "")
            kind = symbol["kind"]["identifier"].removeprefix("swift.")
            name = symbol["pathComponents"][-1]
            if kind == "type.property":
                self.constants[".".join(symbol["pathComponents"])] = paragraphs(symbol)
            if owner not in self.types:
                continue
            if kind in ("struct", "enum", "typealias"):
                self.types[owner].nested[name] = id_
                continue
            place = place_of(symbol)
            fragments = symbol["declarationFragments"]
            if kind == "property" and place[1]:
                type_, is_computed = Parser(fragments).property()
                found.append((place, owner, Member(name, paragraphs(symbol), type_, is_computed=is_computed)))
            elif kind == "enum.case":
                member = Member(name.split("(")[0], paragraphs(symbol), values=Parser(fragments).case())
                found.append((place, owner, member))
        for _, owner, member in sorted(found, key=lambda entry: entry[0]):
            self.types[owner].members.append(member)

    def conforming(self, protocol: str) -> list[Declaration]:
        """The types that conform to a protocol, in the order of the contracts and their files."""
        order = {module: number for number, module in enumerate(self.contracts)}
        found = [type_ for type_ in self.types.values() if protocol in type_.conforms]
        return sorted(found, key=lambda type_: (
            order.get(type_.module, 99), type_.module,
            # The file that is named after the service comes first.
            not Path(type_.place[0]).name.startswith(type_.module[:6]), type_.place))

    def aliased(self, declaration: Declaration) -> Declaration:
        """The type itself, without aliases."""
        while declaration.alias is not None and declaration.alias.name in self.types:
            declaration = self.types[declaration.alias.name]
        return declaration

    def by_path(self, path: str) -> Declaration:
        for type_ in self.types.values():
            if type_.path == path:
                return type_
        raise Failure(f"No public type “{path}” in the contracts.", 65)


def extract(root: Path, binaries: Path, contracts: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The symbol graph of each module, with those of its extensions to other modules."""
    maps = [
        *binaries.glob("*.build/module.modulemap"), *root.glob("Sources/C*/module.modulemap"),
        *root.glob("Sources/C*/include/module.modulemap"),
    ]
    if not (binaries / "Modules").is_dir():
        raise Failure(f"{binaries} has no modules; build first: scripts/test --build-only.", 69)
    folders = {name: root / "Services" / name.removesuffix("API") / "Contract" for name in contracts}
    folders |= {name: root / "Sources" / name for name in LIBRARIES}
    for module, folder in folders.items():
        built = max((file.stat().st_mtime for file in (binaries / f"{module}.build").glob("*")), default=0)
        # The compiler reads comments from the sources, at the places where they were when it built the module.
        if any(file.stat().st_mtime > built for file in folder.rglob("*.swift")):
            raise Failure(f"{module} has changed; build first: scripts/test --build-only.", 69)
    target = json.loads(run(["swift", "-print-target-info"]))["target"]["triple"]
    with tempfile.TemporaryDirectory() as graphs:
        for module in folders:
            run([
                "swift", "symbolgraph-extract", "-module-name", module, "-I", str(binaries / "Modules"),
                "-target", target, "-output-dir", graphs, "-minimum-access-level", "public",
                *(part for path in maps for part in ("-Xcc", f"-fmodule-map-file={path}")),
            ])
        for path in sorted(Path(graphs).iterdir()):
            yield path.name.split(".")[0].split("@")[0], json.loads(path.read_text(encoding="utf-8"))


def run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise Failure(f"{command[0]} is missing.", 69) from error
    if done.returncode:
        raise Failure(f"{' '.join(command[:3])} failed: {done.stderr.strip()[-2000:]}", 69)
    return done.stdout
