"""Addresses of the router's sockets."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import StandupsError


class RuntimeDirectoryError(StandupsError):
    """The directory of the sockets is not private to this user; the message names it and the remedy."""


def addresses(endpoint: str) -> list[str]:
    """The addresses of the alternating routers; usually one."""
    return [address for address in endpoint.split(",") if address]


@dataclass(frozen=True)
class Endpoints:
    """The router's two sockets for tools. For several alternating routers, the addresses of all, separated by commas:
    commands go to one of them, and to the next when that one is silent; events come from the active one."""

    commands: str
    events: str
    #: The default directory of the sockets, below /tmp, where any user may create it.
    shared_directory: str | None = field(default=None, compare=False, repr=False)

    def secure(self) -> None:
        """Creates the runtime directory below /tmp for this user only, or checks it. Must be called before
        connecting: another user who creates it first could answer at its sockets. Raises `RuntimeDirectoryError`."""
        path = self.shared_directory
        if path is None or not any(
            endpoint.startswith(f"ipc://{path}/")
            for endpoint in (*addresses(self.commands), *addresses(self.events))
        ):
            return
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            pass
        except OSError as error:
            raise RuntimeDirectoryError(
                f"{path} cannot be created ({error.strerror}); set STANDUPS_RUNTIME_DIR to another directory."
            ) from error
        # A link is rejected, whatever its target.
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode):
            raise RuntimeDirectoryError(
                f"{path} is a link or a file, not a directory; remove it, or set STANDUPS_RUNTIME_DIR to"
                " another directory."
            )
        if found.st_uid != os.geteuid():
            raise RuntimeDirectoryError(
                f"{path} belongs to another user; set STANDUPS_RUNTIME_DIR to a directory of your own."
            )
        if found.st_mode & 0o022:
            raise RuntimeDirectoryError(f"Other users can write to {path}; chmod 700 it.")

    @staticmethod
    def of_host(url: str) -> Endpoints:
        """Parses `tcp://host`, or several separated by commas, with the default ports 5550 and 5551."""
        hosts = addresses(url)
        return Endpoints(
            ",".join(f"{host}:5550" for host in hosts), ",".join(f"{host}:5551" for host in hosts)
        )

    @staticmethod
    def of_router(router: str) -> Endpoints:
        """Parses a cell's router address: `tcp://host`, or several separated by commas, or the absolute path of a
        runtime directory."""
        if router.startswith("/"):
            return Endpoints(f"ipc://{router}/commands", f"ipc://{router}/events")
        return Endpoints.of_host(router)

    @staticmethod
    def of_environment(environment: Mapping[str, str] | None = None) -> Endpoints:
        """Reads the same variables and defaults as the services: `STANDUPS_COMMANDS`, `STANDUPS_EVENTS`; else
        `STANDUPS_ROUTER`, else the sockets in `STANDUPS_RUNTIME_DIR`."""
        values = os.environ if environment is None else environment
        host = values.get("STANDUPS_ROUTER")
        directory, shared = values.get("STANDUPS_RUNTIME_DIR"), None
        if not directory:
            xdg = values.get("XDG_RUNTIME_DIR", "")
            usual = f"/tmp/standups-{os.getuid()}"
            directory = f"{xdg}/standups" if xdg.startswith("/") else usual
            shared = None if xdg.startswith("/") else usual
        local = Endpoints(f"ipc://{directory}/commands", f"ipc://{directory}/events")
        usual_ones = Endpoints.of_host(host) if host else local
        return Endpoints(
            values.get("STANDUPS_COMMANDS") or usual_ones.commands,
            values.get("STANDUPS_EVENTS") or usual_ones.events,
            shared,
        )
