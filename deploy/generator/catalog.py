"""Reads the names of the services from the service catalog in Swift, the only list of the services."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Path of the catalog, relative to the root of the checkout.
CATALOG = "Sources/ServiceCatalog/ServiceCatalog.swift"


class Mistake(Exception):
    """Mistakes in the catalog or the descriptions, one per line, each with how to fix it."""


def services(root: Path = ROOT) -> list[str]:
    """The names of all services in their start order, the router first. Raises `Mistake`."""
    try:
        text = (root / CATALOG).read_text(encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{CATALOG} cannot be read: {error.strerror}.") from error
    return parse(text)


#: An entry. Parentheses in its arguments are not expected, so that its end is certain.
_ENTRY = re.compile(r'\s*CatalogedService\(\s*"(?P<name>[a-z]+(-[a-z]+)*)"(?P<arguments>("[^"\n]*"|[^"()])*)\),?')


def parse(text: str) -> list[str]:
    """The names in the Swift source of the catalog. Accepts only the form that the catalog has. Raises `Mistake`."""
    code = re.sub(r"^ *//.*\n", "", text, flags=re.MULTILINE)
    _only(code, r"static let all = (\[router\] \+ children)$", "static let all = [router] + children")
    names = _entries(_only(code, r"static let router = (CatalogedService\(.*?\))$", "static let router = CatalogedService(…)"))
    names += _entries(_only(code, r"static let children = \[\n(.*?)^  \]$", "static let children = […]"))
    if code.count("CatalogedService(") != len(names):
        raise Mistake(f"{CATALOG} has an entry outside of `router` and `children`; move it to `children`.")
    if names[0] != "router":
        raise Mistake(f"{CATALOG} calls the router \"{names[0]}\"; expected \"router\".")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise Mistake(f"{CATALOG} lists {', '.join(twice)} more than once; remove the other entry.")
    return names


def _only(code: str, pattern: str, form: str) -> str:
    """The part of the only line or block of this form."""
    found = re.findall(pattern, code, re.MULTILINE | re.DOTALL)
    if len(found) != 1:
        raise Mistake(f"{CATALOG} has {len(found)} declarations of the form `{form}`; expected one.")
    return found[0]


def _entries(code: str) -> list[str]:
    """The names of consecutive entries, and of nothing else."""
    names, position = [], 0
    while code[position:].strip():
        entry = _ENTRY.match(code, position)
        if not entry:
            line = code[position:].strip().splitlines()[0]
            raise Mistake(f"{CATALOG} has an entry that cannot be read: `{line}`;"
                          " expected CatalogedService(\"name\", …) with a literal name of lowercase letters and hyphens.")
        names.append(entry["name"])
        position = entry.end()
    return names


if __name__ == "__main__":
    try:
        print("\n".join(services()))
    except Mistake as mistake:
        sys.exit(str(mistake))
