"""Addresses of the router's sockets."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import StandupsError


class RuntimeDirectoryError(StandupsError):
    """The directory of the sockets is not this user's alone; the message names it and says what to do."""


def addresses(endpoint: str) -> list[str]:
    """The addresses of the routers that take turns; usually one."""
    return [address for address in endpoint.split(",") if address]


@dataclass(frozen=True)
class Endpoints:
    """The router's two sockets for tools. Of several routers that take turns, those of all, with commas: commands go to
    one of them, and to the next when that one is silent; events come from the active one."""

    commands: str
    events: str
    #: The directory of the sockets where nobody chose one: below /tmp, where anybody may make it.
    shared_directory: str | None = field(default=None, compare=False, repr=False)

    def secure(self) -> None:
        """Before anything connects: whoever makes the directory below /tmp first would decide who answers at
        the sockets in it. So it is made, for this user only, or looked at. Raises `RuntimeDirectoryError`."""
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
        # A link is not followed, wherever it leads.
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode):
            raise RuntimeDirectoryError(
                f"{path} is a link or a file, not a directory; remove it, or set STANDUPS_RUNTIME_DIR to"
                " another directory."
            )
        if found.st_uid != os.geteuid():
            raise RuntimeDirectoryError(
                f"{path} belongs to another user; set STANDUPS_RUNTIME_DIR to a directory of yours."
            )
        if found.st_mode & 0o022:
            raise RuntimeDirectoryError(f"Other users can write to {path}; chmod 700 it.")

    @staticmethod
    def of_host(url: str) -> Endpoints:
        """`tcp://host`, or several with commas, with the default ports 5550 and 5551."""
        hosts = addresses(url)
        return Endpoints(
            ",".join(f"{host}:5550" for host in hosts), ",".join(f"{host}:5551" for host in hosts)
        )

    @staticmethod
    def of_router(router: str) -> Endpoints:
        """As a cell is named: `tcp://host`, or several with commas, or the absolute path of a runtime directory."""
        if router.startswith("/"):
            return Endpoints(f"ipc://{router}/commands", f"ipc://{router}/events")
        return Endpoints.of_host(router)

    @staticmethod
    def of_environment(environment: Mapping[str, str] | None = None) -> Endpoints:
        """The same variables and defaults as the services': `STANDUPS_COMMANDS`, `STANDUPS_EVENTS`;
        else `STANDUPS_ROUTER`, else the sockets in `STANDUPS_RUNTIME_DIR`."""
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
