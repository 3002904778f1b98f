"""An imitated gateway, which shows that the checks pass for a careful one and fail for a careless one."""

from __future__ import annotations

import json
import secrets
import threading
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from cryptography.exceptions import InvalidSignature
from signin import tokens
from signin.browser import Browser, Page
from signin.installation import PLACE, Registration
from signin.provider import Client
from signin.relying import RelyingParty

FAILURES = (AssertionError, InvalidSignature, OSError, ValueError, RecursionError, KeyError)
"""Errors of the relying party, whichever check finds the flaw."""


class Careless(RelyingParty):
    """Believes everything."""

    def _claims(self, token: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(tokens.decode(token.split(".")[1]))
        return found

    def check(self, claims: dict[str, Any], nonce: str | None) -> None:
        """Checks nothing."""


class ImitatedGateway:
    """Signs people in with the small relying party; it has the part of an installation that the attacks use."""

    def __init__(self, *, is_careful: bool) -> None:
        self._is_careful = is_careful
        self._registrations: dict[str, Registration] = {}
        self._attempts: dict[str, dict[str, str]] = {}
        self._sessions: dict[str, str] = {}
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                gateway.respond(self)

            def log_message(self, *_: Any) -> None:
                """Prints nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> ImitatedGateway:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def client(self, name: str) -> Client:
        return Client(f"{self.address}/sign-in/{name}/return", f"{self.address}/")

    def start(self, *registrations: Registration) -> None:
        self._registrations = {one.name: one for one in registrations}

    def begin(self, browser: Browser, name: str, to: str = PLACE) -> Page:
        return browser.get(f"{self.address}/sign-in/{name}?{urlencode({'to': to})}")

    def me(self, browser: Browser) -> Page:
        return browser.get(f"{self.address}/api/me")

    def respond(self, request: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(request.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        cookies = {name: morsel.value for name, morsel in SimpleCookie(request.headers["Cookie"] or "").items()}
        status, fields, body = 404, {}, b"{}"
        match parts.path.strip("/").split("/"):
            case ["api", "me"]:
                name = self._sessions.get(cookies.get("session", ""))
                status, body = (200, json.dumps({"name": name}).encode()) if name else (401, b"{}")
            case ["sign-in", name]:
                status, fields = self._begin(name, query)
            case ["sign-in", name, "return"]:
                status, fields = self._return(name, query, cookies.get("attempt", ""))
        request.send_response(status)
        for name, value in (fields | {"Content-Length": str(len(body))}).items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    @staticmethod
    def _status(error: Exception) -> int:
        if "invalid_grant" in str(error):
            return 403
        return 503 if isinstance(error, OSError) or "not complete" in str(error) or "(503, " in str(error) else 502

    def _party(self, name: str) -> RelyingParty:
        one = self._registrations[name]
        return (RelyingParty if self._is_careful else Careless)(one.issuer, one.client, timeout=2)

    def _begin(self, name: str, query: dict[str, str]) -> tuple[int, dict[str, str]]:
        attempt, state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(4))
        try:
            url = self._party(name).authorization("openid", state, nonce, verifier)
        except FAILURES as error:
            return self._status(error), {}
        self._attempts[attempt if self._is_careful else state] = {
            "name": name, "state": state, "nonce": nonce, "verifier": verifier, "to": query.get("to", "/")}
        return 303, {"Location": url, "Set-Cookie": f"attempt={attempt}; HttpOnly; SameSite=Lax"}

    def _return(self, name: str, query: dict[str, str], cookie: str) -> tuple[int, dict[str, str]]:
        if self._is_careful:
            attempt = self._attempts.pop(cookie, None)
            if attempt is None or attempt["name"] != name or attempt["state"] != query.get("state"):
                return 400, {}
        else:
            attempt = self._attempts.get(query.get("state", ""))
            if attempt is None:
                return 400, {}
        if query.get("error"):
            return 503 if query["error"] == "temporarily_unavailable" else 403, {}
        try:
            party = self._party(name)
            if self._is_careful and query.get("iss") != party.issuer:
                return 400, {}
            grant = party.redeem(query, attempt["nonce"], attempt["verifier"])
        except FAILURES as error:
            return self._status(error), {}
        session = secrets.token_urlsafe(32)
        self._sessions[session] = grant.claims.get("name", "?")
        to = attempt["to"]
        is_ours = to.startswith("/") and not to.startswith(("//", "/\\", "/\t"))
        return 303, {
            "Location": to if is_ours or not self._is_careful else "/",
            "Set-Cookie": f"session={session}; HttpOnly; SameSite=Lax"}
