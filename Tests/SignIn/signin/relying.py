"""A small relying party (OpenID Connect Core 1.0, section 3.1), which shows that a provider works without the gateway."""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlencode, urlsplit

from . import tokens
from .browser import Browser, Page
from .provider import Client


@dataclass
class Grant:
    """The tokens of a sign-in or of a refresh, and the person's verified claims."""

    claims: dict[str, Any]
    access_token: str
    refresh_token: str | None

    @property
    def groups(self) -> set[str]:
        found = self.claims.get("groups", [])
        return {found} if isinstance(found, str) else set(found)


@dataclass
class RelyingParty:
    """Code flow with PKCE."""

    issuer: str
    client: Client
    browser: Browser = field(default_factory=Browser)
    """Sends the party's own requests, not those of the person."""
    timeout: float = 10
    """Time for each of its own requests, in seconds."""

    def __post_init__(self) -> None:
        page = self.browser.get(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration", timeout=self.timeout)
        assert page.status == 200, (page.status, page.text)
        self.discovery = page.json
        assert self.discovery["issuer"] == self.issuer, self.discovery["issuer"]
        for name in ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"):
            assert str(self.discovery[name]).startswith(("https://", "http://127.0.0.1:")), self.discovery[name]

    def sign_in(self, scopes: str, log_in: Callable[[Page], Page], browser: Browser) -> Grant:
        """Signs in a person.

        Args:
            log_in: Follows the provider's pages from the first one to the redirect to the party.
        """
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        page = log_in(browser.get(self.authorization(scopes, state, nonce, verifier)))
        target = page.location
        assert target and target.startswith(self.client.redirect), (page.status, target, page.text[:500])
        answer = {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}
        assert answer.get("state") == state, answer
        return self.redeem(answer, nonce, verifier)

    def authorization(self, scopes: str, state: str, nonce: str, verifier: str) -> str:
        """URL of the provider's first page."""
        query = urlencode({
            "response_type": "code", "client_id": self.client.id, "redirect_uri": self.client.redirect, "scope": scopes,
            "state": state, "nonce": nonce, "code_challenge": tokens.challenge(verifier), "code_challenge_method": "S256",
        })
        return f"{self.discovery['authorization_endpoint']}?{query}"

    def redeem(self, answer: dict[str, str], nonce: str, verifier: str) -> Grant:
        """Redeems the code of a return, whose state belongs to this browser."""
        if self.discovery.get("authorization_response_iss_parameter_supported"):
            assert answer.get("iss") == self.issuer, answer
        assert "code" in answer, answer
        return self._redeem({
            "grant_type": "authorization_code", "code": answer["code"], "redirect_uri": self.client.redirect,
            "code_verifier": verifier,
        }, nonce)

    def refresh(self, grant: Grant) -> Grant:
        """Exchanges the refresh token.

        Raises:
            AssertionError: the provider rejects it.
        """
        assert grant.refresh_token
        fresh = self._redeem({"grant_type": "refresh_token", "refresh_token": grant.refresh_token}, None)
        assert fresh.claims["sub"] == grant.claims["sub"]
        fresh.refresh_token = fresh.refresh_token or grant.refresh_token
        return fresh

    def token_request(self, form: dict[str, str]) -> Page:
        """A request to the token endpoint with the client's secret (RFC 6749, section 2.3.1)."""
        text = f"{quote_plus(self.client.id)}:{quote_plus(self.client.secret)}"
        return self.browser.post(
            self.discovery["token_endpoint"], form, timeout=self.timeout, Authorization=f"Basic {base64.b64encode(text.encode()).decode()}")

    def _redeem(self, form: dict[str, str], nonce: str | None) -> Grant:
        page = self.token_request(form)
        assert page.status == 200, (page.status, page.text)
        answer = page.json
        assert nonce is None or "id_token" in answer, answer
        claims: dict[str, Any] = {}
        if "id_token" in answer:
            claims = self._claims(answer["id_token"])
            self.check(claims, nonce)
        page = self.browser.get(
            self.discovery["userinfo_endpoint"], timeout=self.timeout,
            Authorization=f"Bearer {answer['access_token']}")
        assert page.status == 200, (page.status, page.text)
        info = page.json
        assert info["sub"] == claims.get("sub", info["sub"]), (info, claims)
        return Grant(info | claims, answer["access_token"], answer.get("refresh_token"))

    def _claims(self, token: str) -> dict[str, Any]:
        """The claims of an ID token, whose signature must be right."""
        page = self.browser.get(self.discovery["jwks_uri"], timeout=self.timeout)
        assert page.status == 200, (page.status, page.text)
        keys = page.json["keys"]
        assert len(keys) <= 100, f"{len(keys)} keys"
        return tokens.verified(token, keys)

    def check(self, claims: dict[str, Any], nonce: str | None) -> None:
        """The checks of OpenID Connect Core 1.0, section 3.1.3.7."""
        assert nonce is None or claims.get("nonce") == nonce, claims
        audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        assert claims["iss"] == self.issuer and self.client.id in audience, claims
        assert claims.get("azp", self.client.id if len(audience) == 1 else None) == self.client.id, claims
        now = time.time()
        assert max(claims["iat"], claims.get("nbf", 0)) - 60 < now < claims["exp"], claims
        assert isinstance(claims["sub"], str) and 1 <= len(claims["sub"]) <= 255, claims
