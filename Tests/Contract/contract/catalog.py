"""The services of Sources/ServiceCatalog, and the features of the checkout, for the tests and scripts in Python."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CATALOG = "Sources/ServiceCatalog/ServiceCatalog.swift"


class Incomplete(Exception):
    """The catalog, or the directory of a service, lacks something that is expected of it."""


def services(root: Path = ROOT) -> tuple[str, ...]:
    """Names of all services in their start order, the router first."""
    found = tuple(re.findall(r'\bCatalogedService\(\s*"([a-z]+)"', _read(root)))
    if found[:1] != ("router",):
        raise Incomplete(f"{CATALOG} lists {', '.join(found) or 'no service'}; expected the router first.")
    return found


def features(root: Path = ROOT) -> tuple[str, ...]:
    """Directories of Services that have a contract, in the order of the catalog.

    Features without a service of their own belong to the router, and follow it.
    """
    folders = {path.parent.name for path in root.glob("Services/*/Contract")}
    first, *others = (name.capitalize() for name in services(root))
    if missing := {first, *others} - folders:
        raise Incomplete(f"Services/{min(missing)}/Contract is missing, though {CATALOG} lists the service.")
    return (first, *sorted(folders - {first, *others}), *others)


def service(feature: str, root: Path = ROOT) -> str:
    """The service that answers a feature's commands."""
    name = feature.lower()
    return name if name in services(root) else "router"


def deployment_settings(root: Path = ROOT) -> list[str]:
    """Names of the variables that only the deployment reads."""
    block = re.search(r"deploymentSettings = \[(.*?)\]", _read(root), re.DOTALL)
    if not block:
        raise Incomplete(f"{CATALOG} has no list “deploymentSettings”.")
    return [f"STANDUPS_{name}" for name in re.findall(r'"([A-Z_]+)"', block[1])]


def _read(root: Path) -> str:
    return (root / CATALOG).read_text(encoding="utf-8")
