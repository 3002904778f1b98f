"""The services of Sources/ServiceCatalog, and the features of the checkout, for the tests and scripts in Python."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "deploy"))

from generator.catalog import CATALOG, Mistake, services  # noqa: E402  needs the path


def features(root: Path = ROOT) -> tuple[str, ...]:
    """Directories of Services that have a contract, in the order of the catalog.

    Features without a service of their own belong to the router, and follow it.
    """
    folders = {path.parent.name for path in root.glob("Services/*/Contract")}
    first, *others = (name.capitalize() for name in services(root))
    if missing := {first, *others} - folders:
        raise Mistake(f"Services/{min(missing)}/Contract is missing, though {CATALOG} lists the service.")
    return (first, *sorted(folders - {first, *others}), *others)


def service(feature: str, root: Path = ROOT) -> str:
    """The service that answers a feature's commands."""
    name = feature.lower()
    return name if name in services(root) else "router"


def keepers(root: Path = ROOT) -> tuple[str, ...]:
    """The services that store documents, each with a writer epoch, in the order of the catalog."""
    return tuple(re.findall(r'CatalogedService\(\s*"([\w-]+)"[^)]*\bkeepsDocuments: true', _read(root)))


def deployment_settings(root: Path = ROOT) -> list[str]:
    """Names of the variables that only the deployment reads."""
    block = re.search(r"deploymentSettings = \[(.*?)\]", _read(root), re.DOTALL)
    if not block:
        raise Mistake(f"{CATALOG} has no list “deploymentSettings”.")
    return [f"STANDUPS_{name}" for name in re.findall(r'"([A-Z_]+)"', block[1])]


def _read(root: Path) -> str:
    return (root / CATALOG).read_text(encoding="utf-8")
