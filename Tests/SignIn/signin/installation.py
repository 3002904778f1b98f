"""A running installation whose gateway signs people in through providers."""

from __future__ import annotations

import json
import signal
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import zmq
from contract.client import Client as Tool
from contract.services import CHILDREN, NAMES, Services
from contract.world import key, until_up

from .browser import Browser, Page
from .provider import Client, Provider, free_port

REFRESH = 5
"""Interval between two refreshes of a session, in seconds: the minimum."""
TEAM = "web"
"""Team of the people whose group at the provider is `engineering`."""
PLACE = "/health"
"""A place of the page, which a person wants to see after the sign-in."""


@dataclass
class Registration:
    """A provider, as the operator of the gateway configures it."""

    name: str
    issuer: str
    client: Client
    scopes: tuple[str, ...] = ("openid", "profile", "email", "groups", "offline_access")


class Installation:
    """All services without keys, a tool that may send every command, and another user who is served meanwhile."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self._context = zmq.Context()
        # Short, because a Unix socket's path has at most 107 bytes.
        self.directory = Path(tempfile.mkdtemp(prefix="si-"))
        self.services = Services(binaries, self.directory, None)
        self.tool = Tool(self._context, self.services.commands)
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}"

    def client(self, name: str) -> Client:
        """The gateway, as a provider with this name has to register it."""
        return Client(f"{self.address}/sign-in/{name}/return", f"{self.address}/")

    def start(self, *registrations: Registration) -> None:
        """Starts all services, and waits until the gateway serves."""
        common = {"STANDUPS_COMMANDS": self.services.commands}
        self._gateway = common | {
            "STANDUPS_WEB": f"127.0.0.1:{self._port}", "STANDUPS_SIGN_IN": str(self._write(registrations)),
            "STANDUPS_SIGN_IN_REFRESH": str(REFRESH)}
        for name in NAMES:
            self.services.start(name, settings={"router": {}, "gateway": self._gateway}.get(name, common))
        until_up(self.tool, CHILDREN)
        self.tool.do("teams.add", {"id": TEAM, "name": "Web"}, idem=key())
        self._until_loaded()

    def restart_gateway(self) -> None:
        """Kills the gateway and starts another one at the same address."""
        self.services.stop("gateway", signal.SIGKILL)
        self.services.start("gateway", settings=self._gateway)
        self._until_loaded()

    def _until_loaded(self) -> None:
        """Waits until the gateway has loaded its sessions. It listens and is registered earlier, and answers 503 then."""
        end = time.monotonic() + 60
        while True:
            try:
                if self.tool.ask("gateway.invitations", patience_ms=1000).kind == "FIN":
                    return
            except TimeoutError:
                pass
            assert time.monotonic() < end, "the gateway does not serve"
            # Sleeps because no event reports that a service has loaded.
            time.sleep(0.05)

    def _write(self, registrations: tuple[Registration, ...]) -> Path:
        """The file of STANDUPS_SIGN_IN, with a file for each secret."""
        providers = []
        for one in registrations:
            secret = self.directory / f"{one.name}.secret"
            secret.touch(mode=0o600)
            secret.write_text(f"{one.client.secret}\n", encoding="utf-8")
            providers.append({
                "name": one.name, "label": f"Provider {one.name}", "issuer": one.issuer, "clientID": one.client.id,
                "clientSecretFile": str(secret), "scopes": list(one.scopes), "groupsClaim": "groups",
                "roles": [{"group": "engineering", "team": TEAM, "role": "member"}], "addsPeople": True,
                "linksByEmail": False})
        path = self.directory / "sign-in.json"
        path.write_text(json.dumps({"providers": providers}), encoding="utf-8")
        return path

    def __enter__(self) -> Installation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None:
            error.add_note(self.services.complaints())
        self.tool.close()
        self.services.kill_all()
        self._context.destroy(0)
        rmtree(self.directory)

    # MARK: People

    def begin(self, browser: Browser, name: str, to: str = PLACE) -> Page:
        """The response to a click on the button of a provider."""
        return browser.get(f"{self.address}/sign-in/{name}?{urlencode({'to': to})}")

    def me(self, browser: Browser) -> Page:
        return browser.get(f"{self.address}/api/me")

    def members(self) -> dict[str, Any]:
        """The members of the team, by the ids of the persons."""
        found = self.tool.do("teams.members", {"id": TEAM})["members"]
        return {one["person"]: one for one in found}

    def problems(self) -> str:
        """The problems that `standups health` reports, as JSON."""
        return json.dumps(self.tool.do("router.health"))

    def log_out(self, browser: Browser) -> Page:
        return browser.post_json(f"{self.address}/api/logout", {}, Origin=self.address)

    def invited(self, name: str, address: str) -> Browser:
        """A browser with the session of an invitation, as an operator."""
        browser = Browser(address)
        code = self.tool.do("gateway.invite", {"name": name, "role": "operator"})["code"]
        page = browser.post_json(f"{self.address}/api/login", {"code": code}, Origin=self.address)
        assert page.status in (200, 204), (page.status, page.text)
        return browser


@dataclass
class Bystander:
    """Another user, who requests something all the time; the slowest response shows whether they are held up."""

    installation: Installation
    samples: list[tuple[float, float]] = field(default_factory=list)
    """When each request was sent, on the monotonic clock, and how long its response took, in seconds."""
    failures: list[str] = field(default_factory=list)

    def __enter__(self) -> Bystander:
        self._browser = self.installation.invited("Bystander", "127.9.9.9")
        self._is_ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_ended.set()
        self._thread.join(60)

    def _run(self) -> None:
        while not self._is_ended.is_set():
            began = time.monotonic()
            try:
                page = self.installation.me(self._browser)
                if page.status != 200:
                    self.failures.append(f"{page.status} {page.text[:100]}")
            except (OSError, AssertionError) as error:
                self.failures.append(repr(error))
            self.samples.append((began, time.monotonic() - began))
            # Sleeps because it must not use the machine that it observes; less than its 20 requests per second.
            self._is_ended.wait(0.1)

    def slowest(self, since: float) -> float:
        """The longest response time of requests sent since then, in seconds."""
        return max((took for sent, took in self.samples if sent >= since), default=0)


def registration(provider: Provider) -> Registration:
    return Registration(provider.name, provider.issuer, provider.client, provider.scopes)
