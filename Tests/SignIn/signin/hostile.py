"""A provider that is correct by default, and violates the protocol in one way for each flaw."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from . import tokens
from .provider import Client
from .tokens import Key

ENDPOINTS = ("discovery", "keys", "token", "userinfo")
"""The endpoints that a relying party requests itself."""
KINDS = ("huge", "slow", "never", "elsewhere", "not-json", "deep", "broken")
"""Flaws that each of them can have: the flaw `token-huge` sends a response without end to the request for tokens."""
HUGE = 100_000_000
"""Length of a huge response, in bytes."""
DEPTH = 40_000
"""Levels of a deep response, which is shorter than the gateway's bound of 256 KiB."""
SUBJECTS: dict[str, Any] = {"subject-empty": "", "subject-long": "s" * 100_000, "subject-number": 7}
"""Invalid subjects, which UserInfo repeats."""
MAX_REQUEST = 65_536
"""Maximum length of a request's header or body, in bytes."""


@dataclass
class Realm:
    """A provider of its own, below a path of the server: with an issuer, a person, and at most one flaw."""

    server: Hostile
    name: str
    client: Client
    flaw: str = ""
    subject: str = "248289761001"
    groups: list[str] = field(default_factory=lambda: ["engineering"])
    key: Key | None = None
    counts: Counter[str] = field(default_factory=Counter)
    """Number of requests by endpoint, and of bytes of huge responses."""

    def __post_init__(self) -> None:
        self.key = self.key or self.server.keys[0]
        self.published = [self.key]
        self.issuer = f"{self.server.url}/{self.name}"
        self._codes: dict[str, dict[str, str]] = {}
        self._spent: set[str] = set()
        self._refresh: set[str] = set()
        self._access: set[str] = set()
        self._earlier: str | None = None

    def rotate(self) -> None:
        """Signs with another key, and publishes only that one."""
        self.key = self.server.keys[1]
        self.published = [self.key]

    # MARK: Endpoints

    def discovery(self) -> dict[str, Any]:
        found = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "end_session_endpoint": f"{self.issuer}/logout",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "authorization_response_iss_parameter_supported": True,
        }
        return found | {
            "discovery-wrong-issuer": {"issuer": f"{self.server.url}/another"},
            "discovery-issuer-prefix": {"issuer": f"{self.issuer}/"},
            "discovery-script": {"authorization_endpoint": "javascript:alert(1)"},
            "discovery-file": {"token_endpoint": "file:///etc/passwd"},
            "discovery-plain": {"token_endpoint": "http://login.example.com/token"},
            "discovery-no-keys": {"jwks_uri": 7},
        }.get(self.flaw, {})

    def jwks(self) -> dict[str, Any]:
        if self.flaw == "keys-ten-thousand":
            # Short ones, so that their number counts and not the length of the response.
            return {"keys": [self.published[0].jwk, *({"kty": "oct"} for _ in range(10_000))]}
        if self.flaw == "keys-empty":
            return {"keys": []}
        return {"keys": [key.jwk for key in self.published]}

    def authorize(self, query: dict[str, str]) -> str:
        """The URL that the person's browser is sent back to."""
        assert query["redirect_uri"] == self.client.redirect, query
        assert query["response_type"] == "code" and query["code_challenge_method"] == "S256", query
        assert query["client_id"] == self.client.id and "openid" in query["scope"].split(), query
        answer = {"state": query["state"], "iss": self.issuer}
        if self.flaw == "access-denied":
            answer |= {"error": "access_denied", "error_description": "<script>alert(1)</script> The person declined."}
        elif self.flaw == "error-unknown":
            answer |= {"error": "unknown_error"}
        elif self.flaw == "error-unavailable":
            answer |= {"error": "temporarily_unavailable"}
        else:
            code = secrets.token_urlsafe(24)
            self._codes[code] = query
            answer["code"] = code
        if self.flaw == "response-wrong-issuer":
            answer["iss"] = f"{self.server.url}/another"
        elif self.flaw == "response-no-issuer":
            del answer["iss"]
        return f"{self.client.redirect}?{urlencode(answer)}"

    def token(self, form: dict[str, str], authorization: str) -> tuple[int, Any]:
        """The status and the body for a request for tokens."""
        expected = f"Basic {base64.b64encode(f'{self.client.id}:{self.client.secret}'.encode()).decode()}"
        given = unquote_plus(base64.b64decode(authorization.removeprefix("Basic ")).decode()) if authorization else ""
        if authorization != expected and given != f"{self.client.id}:{self.client.secret}":
            return 401, {"error": "invalid_client"}
        if form.get("grant_type") == "refresh_token":
            return self._refreshed(form)
        if self.flaw == "code-rejected":
            return 400, {"error": "invalid_grant", "error_description": "The code is unknown."}
        code = form.get("code", "")
        query = self._codes.pop(code, None)
        if query is None:
            self.counts["codes redeemed again"] += code in self._spent
            return 400, {"error": "invalid_grant"}
        self._spent.add(code)
        if form.get("redirect_uri") != self.client.redirect or (
                tokens.challenge(form.get("code_verifier", "")) != query["code_challenge"]):
            return 400, {"error": "invalid_grant"}
        return 200, self._tokens(query.get("nonce"))

    def _refreshed(self, form: dict[str, str]) -> tuple[int, Any]:
        self.counts["refreshes"] += 1
        if self.flaw == "refresh-rejected":
            return 400, {"error": "invalid_grant", "error_description": "The person has left."}
        if self.flaw == "refresh-rejected-silently":
            return 400, None
        if self.flaw == "refresh-broken":
            return 503, {"error": "temporarily_unavailable"}
        token = form.get("refresh_token", "")
        if token not in self._refresh:
            self.counts["unknown refresh tokens"] += 1
            return 400, {"error": "invalid_grant"}
        answer = self._tokens(None)
        if self.flaw == "refresh-rotated":
            self._refresh.discard(token)
        else:
            del answer["refresh_token"]
        return 200, answer

    def _tokens(self, nonce: str | None) -> dict[str, Any]:
        access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._access.add(access)
        self._refresh.add(refresh)
        answer = {
            "access_token": access, "token_type": "Bearer", "expires_in": 3600, "refresh_token": refresh,
            "id_token": self._id_token(nonce)}
        if self.flaw == "token-no-id-token":
            del answer["id_token"]
        return answer

    def _id_token(self, nonce: str | None) -> str:
        assert self.key is not None
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": self.issuer, "sub": self.subject, "aud": self.client.id, "iat": now, "exp": now + 300}
        if "userinfo" not in self.flaw:
            claims |= self._person()
        if nonce is not None:
            claims["nonce"] = nonce
        other = f"{self.server.url}/another"
        claims |= {
            "wrong-audience": {"aud": "another"},
            "audiences-without-azp": {"aud": [self.client.id, "another"]},
            "wrong-azp": {"aud": [self.client.id, "another"], "azp": "another"},
            "wrong-issuer": {"iss": other},
            "wrong-nonce": {"nonce": "another"},
            "expired": {"iat": now - 7200, "exp": now - 3600},
            "issued-in-the-future": {"iat": now + 3600, "exp": now + 7200},
            "not-yet-valid": {"nbf": now + 3600},
            "no-expiry": {"exp": None},
            **{name: {"sub": value} for name, value in SUBJECTS.items()},
            "refresh-other-subject": {"sub": "another"},
            "refresh-wrong-issuer": {"iss": other},
            "refresh-wrong-audience": {"aud": "another"},
        }.get(self.flaw, {})
        claims = {name: value for name, value in claims.items() if value is not None}
        if self.flaw == "no-nonce":
            claims.pop("nonce", None)
        stranger = self.server.keys[1]
        match self.flaw:
            case "wrong-signature" | "refresh-wrong-signature":
                return stranger.sign(claims, kid=self.key.kid)
            case "unknown-key":
                return stranger.sign(claims)
            case "key-in-header":
                return stranger.sign(claims, jwk=stranger.jwk)
            case "key-by-url":
                return stranger.sign(claims, jku=f"{self.server.url}/{self.name}/elsewhere/keys")
            case "alg-none":
                return tokens.unsigned(claims)
            case "alg-none-in-capitals":
                return tokens.unsigned(claims, "NoNe")
            case "hs256-public-key":
                return tokens.with_secret(claims, self.key.public_pem, self.key.kid)
            case "hs256-client-secret":
                return tokens.with_secret(claims, self.client.secret.encode(), self.key.kid)
            case "critical-header":
                return self.key.sign(claims, crit=["b64"], b64=False)
        token = self.key.sign(claims)
        if self.flaw == "replayed-token" and self._earlier:
            return self._earlier
        self._earlier = self._earlier or token
        return token

    def userinfo(self, authorization: str) -> tuple[int, Any]:
        if authorization.removeprefix("Bearer ") not in self._access:
            return 401, {"error": "invalid_token"}
        subject = SUBJECTS.get(self.flaw, self.subject)
        if self.flaw in ("userinfo-other-subject", "refresh-userinfo-other-subject"):
            subject = "another"
        return 200, {"sub": subject} | self._person()

    def _person(self) -> dict[str, Any]:
        """The claims that are in the ID token, or only in UserInfo if a flaw is about that."""
        return {
            "name": f"Ann {self.name}", "email": f"{self.name}@example.com", "email_verified": True,
            "zoneinfo": "Europe/Berlin", "groups": self.groups}


class Hostile:
    """The server of all realms, in a thread of its own, on two ports: one may redirect to the other."""

    def __init__(self) -> None:
        self.keys = (Key.make("first"), Key.make("second"))
        self.realms: dict[str, Realm] = {}
        self.url = self.elsewhere = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._servers: list[asyncio.Server] = []

    def add(self, name: str, client: Client, flaw: str = "") -> Realm:
        """A new realm, whose issuer contains its name."""
        realm = self.realms[name] = Realm(self, name, client, flaw)
        return realm

    def __enter__(self) -> Hostile:
        self._thread.start()
        self.url, self.elsewhere = (self._listen() for _ in range(2))
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _listen(self) -> str:
        async def start() -> asyncio.Server:
            return await asyncio.start_server(self._serve, "127.0.0.1", 0)

        server = asyncio.run_coroutine_threadsafe(start(), self._loop).result(10)
        self._servers.append(server)
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
        # Connections that never get a response.
        pending = asyncio.all_tasks() - {asyncio.current_task()}
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    # MARK: Requests

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The peer closes the connection early if the response is huge, as it should.
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            try:
                line, fields, body = await self._request(reader)
                try:
                    kind = self._respond(writer, *line, fields, body)
                except AssertionError as error:
                    kind = None
                    self._send(writer, 400, f"The test's provider rejects this request: {error}".encode(), "text/plain")
                if kind is not None:
                    await self._stall(reader, writer, *kind)
                await writer.drain()
                writer.close()
                await writer.wait_closed()
            finally:
                writer.transport.abort()

    @staticmethod
    async def _request(reader: asyncio.StreamReader) -> tuple[tuple[str, str], dict[str, str], bytes]:
        """The method and the path, the header fields, and the body."""
        head = (await reader.readuntil(b"\r\n\r\n"))[:MAX_REQUEST].decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        fields = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in head[1:] if one)}
        length = min(int(fields.get("content-length", 0)), MAX_REQUEST)
        return (method, path), fields, await reader.readexactly(length)

    def _respond(
        self, writer: asyncio.StreamWriter, method: str, path: str, fields: dict[str, str], body: bytes,
    ) -> tuple[Realm, str] | None:
        """Responds at once, or returns how to stall."""
        parts = urlsplit(path)
        name, *rest = parts.path.strip("/").split("/")
        realm = self.realms.get(name)
        if realm is None:
            self._send(writer, 404, b"not found", "text/plain")
            return None
        is_elsewhere = rest[:1] == ["elsewhere"]
        realm.counts["elsewhere"] += is_elsewhere
        endpoint = "/".join(rest[is_elsewhere:])
        endpoint = "discovery" if endpoint == ".well-known/openid-configuration" else endpoint
        realm.counts[endpoint] += 1
        kind = realm.flaw.removeprefix(f"{endpoint}-")
        if endpoint in ENDPOINTS and kind in KINDS and kind != realm.flaw and not is_elsewhere:
            return self._misbehave(writer, realm, endpoint, kind)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        authorization = fields.get("authorization", "")
        match (method, endpoint):
            case ("GET", "discovery"):
                self._json(writer, 200, realm.discovery())
            case ("GET", "keys"):
                self._json(writer, 200, realm.jwks())
            case ("GET", "authorize"):
                self._redirect(writer, realm.authorize(query))
            case ("POST", "token"):
                form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
                self._json(writer, *realm.token(form, authorization))
            case ("GET" | "POST", "userinfo"):
                self._json(writer, *realm.userinfo(authorization))
            case ("GET", "logout"):
                self._redirect(writer, query.get("post_logout_redirect_uri", f"{self.url}/{name}"))
            case _:
                self._send(writer, 404, b"not found", "text/plain")
        return None

    def _misbehave(
        self, writer: asyncio.StreamWriter, realm: Realm, endpoint: str, kind: str,
    ) -> tuple[Realm, str] | None:
        """Responds in the way that the kind names, or returns how to stall."""
        match kind:
            case "elsewhere":
                self._redirect(writer, f"{self.elsewhere}/{realm.name}/elsewhere/{path_of(endpoint)}", 307)
            case "not-json":
                self._send(writer, 200, b'{"issuer": "http', "application/json")
            case "deep":
                self._send(writer, 200, b'{"a":' * DEPTH + b"1" + b"}" * DEPTH, "application/json")
            case "broken":
                self._send(writer, 503, b"<h1>Service unavailable</h1>", "text/html")
            case _:
                return realm, kind
        return None

    async def _stall(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, realm: Realm, kind: str) -> None:
        """Sends a response without end, or none, until the peer closes the connection."""
        match kind:
            case "huge":
                self._head(writer, 200, {"Content-Type": "application/json"})
                for chunk in pieces(b'{"a": "', b" " * 65_536, HUGE):
                    writer.write(chunk)
                    await writer.drain()
                    realm.counts["huge bytes"] += len(chunk)
            case "slow":
                self._head(writer, 200, {"Content-Type": "application/json"})
                for _ in range(600):
                    writer.write(b" ")
                    await writer.drain()
                    # Sleeps because this is the attack: a byte per second.
                    await asyncio.sleep(1)
            case "never":
                await reader.read()

    def _json(self, writer: asyncio.StreamWriter, status: int, value: Any) -> None:
        body = b"" if value is None else json.dumps(value).encode()
        self._send(writer, status, body, "application/json")

    def _redirect(self, writer: asyncio.StreamWriter, target: str, status: int = 303) -> None:
        self._head(writer, status, {"Location": target, "Content-Length": "0"})

    def _send(self, writer: asyncio.StreamWriter, status: int, body: bytes, media: str) -> None:
        self._head(writer, status, {"Content-Type": media, "Content-Length": str(len(body)), "Cache-Control": "no-store"})
        writer.write(body)

    @staticmethod
    def _head(writer: asyncio.StreamWriter, status: int, fields: dict[str, str]) -> None:
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"HTTP/1.1 {status} .\r\n{lines}Connection: close\r\n\r\n".encode())


def path_of(endpoint: str) -> str:
    return ".well-known/openid-configuration" if endpoint == "discovery" else endpoint


def pieces(first: bytes, piece: bytes, length: int) -> Iterator[bytes]:
    """Pieces that together have this length, in bytes."""
    yield first
    for _ in range(length // len(piece)):
        yield piece
