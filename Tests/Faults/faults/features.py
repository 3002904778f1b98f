"""Additions of the features to mutated messages: Tests/FEATURE/faults.py, in the order of the catalog."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from contract import catalog
from contract.parts import load


class Features:
    """The parts of the features that have one."""

    def __init__(self, parts: Mapping[str, Any] | None = None) -> None:
        self._parts = load("faults") if parts is None else parts

    def values(self, name: str) -> list[Any]:
        """The values that the parts have for a name."""
        return [getattr(part, name) for part in self._parts.values() if hasattr(part, name)]

    def imitated(self, senders: Collection[str], *, are_needed: bool) -> tuple[str, ...]:
        """The services to replace by ones that send mutated messages, unless their part excludes them.

        Args:
            senders: services that send messages to the router.
            are_needed: true for the services that ordinary traffic needs, false for all others.
        """
        found = []
        for feature in catalog.features():
            part, name = self._parts.get(feature), catalog.service(feature)
            is_own = name in senders and name == feature.lower()
            if is_own and getattr(part, "IS_IMITATED", True) and getattr(part, "IS_NEEDED", False) == are_needed:
                found.append(name)
        return tuple(found)
