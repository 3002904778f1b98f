"""Where the router is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Endpoints:
    """The router's two sockets for tools."""

    commands: str
    events: str

    @staticmethod
    def of_host(url: str) -> Endpoints:
        """`tcp://host`, with the default ports 5550 and 5551."""
        return Endpoints(f"{url}:5550", f"{url}:5551")

    @staticmethod
    def of_environment(environment: Mapping[str, str] | None = None) -> Endpoints:
        """The same variables and defaults as the services': `STANDUPS_COMMANDS`, `STANDUPS_EVENTS`;
        else `STANDUPS_ROUTER`, else the sockets in `STANDUPS_RUNTIME_DIR`."""
        values = os.environ if environment is None else environment
        host = values.get("STANDUPS_ROUTER")
        directory = values.get("STANDUPS_RUNTIME_DIR")
        if not directory:
            xdg = values.get("XDG_RUNTIME_DIR", "")
            usual = f"/tmp/standups-{os.getuid()}"
            directory = f"{xdg}/standups" if xdg.startswith("/") else usual
        local = Endpoints(f"ipc://{directory}/commands", f"ipc://{directory}/events")
        usual_ones = Endpoints.of_host(host) if host else local
        return Endpoints(
            values.get("STANDUPS_COMMANDS") or usual_ones.commands,
            values.get("STANDUPS_EVENTS") or usual_ones.events,
        )
