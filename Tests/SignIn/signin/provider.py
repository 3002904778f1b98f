"""Common parts of the real providers."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from .browser import Browser, Page


@dataclass(frozen=True)
class Client:
    """The relying party, as it is registered at a provider."""

    redirect: str
    after_logout: str
    """URL that the provider returns to after a logout."""
    id: str = "standups"
    secret: str = "0zJ7-example_secret.of~the-test"
    """Contains only unreserved characters, because Glewlwyd does not decode the others (RFC 6749, section 2.3.1)."""


@dataclass(frozen=True)
class User:
    """A person, as the provider knows them."""

    login: str
    password: str
    name: str


class Provider(ABC):
    """A real provider, which runs in a temporary directory until the end of the context."""

    name: str
    scopes: tuple[str, ...]
    users: tuple[User, User]
    """The first is in the group engineering, the second is not."""
    needs_hint = False
    """True if its logout requires the last ID token (`id_token_hint`), which the gateway does not store."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.port = free_port()
        self.directory = Path(tempfile.mkdtemp(prefix=f"{self.name}-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    @abstractmethod
    def issuer(self) -> str: ...

    @abstractmethod
    def prepare(self) -> None:
        """Writes the configuration."""

    @abstractmethod
    def command(self) -> tuple[list[str], dict[str, str]]:
        """The command that starts the provider, and its environment."""

    @abstractmethod
    def fill(self) -> None:
        """Adds what can be added only to the running provider."""

    @abstractmethod
    def log_in(self, browser: Browser, page: Page, user: User, until: str) -> Page:
        """Logs a person in, from the provider's first page to the redirect to a URL that begins with `until`."""

    @abstractmethod
    def set_groups(self, user: User, *groups: str) -> None:
        """Changes the groups of a person."""

    @abstractmethod
    def remove(self, user: User) -> None:
        """Removes a person, or disables them."""

    @abstractmethod
    def confirm_logout(self, browser: Browser, page: Page, until: str) -> Page:
        """Confirms the logout on the provider's page, to the redirect to a URL that begins with `until`."""

    def __enter__(self) -> Provider:
        try:
            self.prepare()
            self.start()
            self.fill()
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None:
            error.add_note(self.log())
        self.stop()
        shutil.rmtree(self.directory)

    def start(self) -> None:
        """Starts the process and waits until it accepts connections.

        Raises:
            AssertionError: it ended, or did not accept any within 30 s.
        """
        command, environment = self.command()
        assert shutil.which(command[0]), (
            f"{command[0]} is missing: apt-get install --no-install-recommends $(Tests/SignIn/run --packages)")
        with open(self.directory / "log", "ab") as log:
            self._process = subprocess.Popen(
                command, env={"PATH": os.environ["PATH"], "HOME": str(self.directory)} | environment, cwd=self.directory,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            assert self._process.poll() is None, f"{self.name} ended with {self._process.returncode}"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            # Sleeps because a process does not report that it listens.
            time.sleep(0.05)
        raise AssertionError(f"{self.name} does not listen")

    def stop(self) -> None:
        """Ends the process, as a crash would, and waits for it."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                # The group, because plackup may have started others.
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def log(self) -> str:
        """The end of the log, for a report."""
        path = self.directory / "log"
        return "\n".join(path.read_text(errors="replace").splitlines()[-20:]) if path.exists() else ""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
