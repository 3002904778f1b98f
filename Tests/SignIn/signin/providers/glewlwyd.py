"""Glewlwyd (Debian package glewlwyd), with SQLite, configured by its API."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from ..browser import Browser, Page
from ..provider import Provider, User
from ..tokens import Key

SCHEMA = Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
CONFIGURATION = """\
port={port}
bind_address="127.0.0.1"
external_url="{url}"
login_url="login.html"
api_prefix="api"
static_files_path="/usr/share/glewlwyd/webapp/"
log_mode="console"
log_level="WARNING"
cookie_domain="127.0.0.1"
cookie_secure=0
session_expiration=86400
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
user_middleware_module_path="{directory}/none"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
use_secure_connection=false
secure_connection_key_file="{directory}/unused.key"
secure_connection_pem_file="{directory}/unused.pem"
hash_algorithm="SHA512"
database = {{ type = "sqlite3" path = "{directory}/glewlwyd.db" }};
static_files_mime_types = ( {{ extension = ".html" mime_type = "text/html" compress = 0 }} )
"""
TEXT = {"multiple": False, "read": True, "write": True}


class Glewlwyd(Provider):
    name = "glewlwyd"
    needs_hint = True
    scopes = ("openid", "profile", "email", "groups", "offline_access")
    users = (User("ann", "ann's password", "Ann Example"), User("ben", "ben's password", "Ben Example"))

    @property
    def issuer(self) -> str:
        return f"{self.url}/api/oidc"

    def prepare(self) -> None:
        (self.directory / "none").mkdir()
        with sqlite3.connect(self.directory / "glewlwyd.db") as database:
            database.executescript(SCHEMA.read_text(encoding="utf-8"))
        database.close()
        (self.directory / "glewlwyd.conf").write_text(
            CONFIGURATION.format(port=self.port, url=self.url, directory=self.directory), encoding="utf-8")

    def command(self) -> tuple[list[str], dict[str, str]]:
        return ["glewlwyd", f"--config-file={self.directory}/glewlwyd.conf"], {}

    def fill(self) -> None:
        self._admin = Browser()
        self._send("POST", "auth/", {"username": "admin", "password": "password"})
        module = self._send("GET", "mod/user/database").json
        module["parameters"]["data-format"]["groups"] = TEXT | {"multiple": True}
        self._send("PUT", "mod/user/database", module)
        self._send("PUT", "mod/user/database/reset")
        for scope in self.scopes[1:]:
            self._send("POST", "scope/", {"name": scope, "display_name": scope, "password_required": False, "scheme": {}})
        key = Key.make("glewlwyd")
        self._send("POST", "mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "parameters": {
                "iss": self.issuer, "jwt-type": "rsa", "jwt-key-size": "256",
                "key": key.secret_pem.decode(), "cert": key.public_pem.decode(), "jwks-show": True,
                "access-token-duration": 3600, "refresh-token-duration": 86400, "code-duration": 60,
                "refresh-token-rolling": True, "refresh-token-one-use": "always", "auth-type-code-enabled": True,
                "auth-type-code-revoke-replayed": True, "auth-type-refresh-enabled": True, "allow-non-oidc": False,
                "pkce-allowed": True, "pkce-required": True, "oauth-as-iss-id": True,
                "session-management-allowed": True, "session-cookie-name": "GLEWLWYD2_OIDC_SID",
                "session-cookie-expiration": 86400,
                "name-claim": "on-demand", "name-claim-scope": ["profile"],
                "email-claim": "on-demand", "email-claim-scope": ["email"],
                "claims": [{
                    "name": "groups", "user-property": "groups", "type": "string", "mandatory": False, "on-demand": False,
                    "scope": ["groups"]}],
            }})
        self._send("POST", "client/", {
            "client_id": self.client.id, "name": "Standups", "client_secret": self.client.secret, "confidential": True,
            "enabled": True, "redirect_uri": [self.client.redirect], "authorization_type": ["code", "refresh_token"],
            "token_endpoint_auth_method": ["client_secret_basic"], "post_logout_redirect_uri": self.client.after_logout,
            "scope": [],
        })
        for user, groups in zip(self.users, (["engineering"], []), strict=True):
            self._send("POST", "user/", {
                "username": user.login, "password": user.password, "name": user.name, "enabled": True,
                "email": f"{user.login}@example.com", "scope": ["g_profile", *self.scopes], "groups": groups,
            })

    def _send(self, method: str, path: str, body: Any = None) -> Page:
        """A request to the API of the administrator, which must succeed."""
        page = self._admin.post_json(f"{self.url}/api/{path}", body, method) if body is not None else (
            self._admin.request(method, f"{self.url}/api/{path}"))
        assert page.status == 200, f"{method} {path}: {page.status} {page.text}"
        return page

    def log_in(self, browser: Browser, page: Page, user: User, until: str) -> Page:
        """Authenticates, grants the scopes and continues, as login.html does."""
        page = browser.follow(page, until=f"{self.url}/login.html")
        assert page.location, (page.status, page.text)
        query = {name: values[0] for name, values in parse_qs(urlsplit(page.location).query).items()}
        done = browser.post_json(f"{self.url}/api/auth/", {"username": user.login, "password": user.password})
        assert done.status == 200, (done.status, done.text)
        scopes = query["scope"]
        done = browser.post_json(
            f"{self.url}/api/auth/grant/{quote(query['client_id'])}", {"scope": scopes}, "PUT")
        assert done.status == 200, (done.status, done.text)
        return browser.follow(browser.get(f"{query['callback_url']}&g_continue"), until=until)

    def set_groups(self, user: User, *groups: str) -> None:
        found = self._send("GET", f"user/{user.login}").json
        self._send("PUT", f"user/{user.login}", found | {"groups": list(groups)})

    def remove(self, user: User) -> None:
        # A person who is only disabled can still refresh.
        self._send("DELETE", f"user/{user.login}")

    def confirm_logout(self, browser: Browser, page: Page, until: str) -> Page:
        # Without the hint, the response is empty and the session at the provider stays.
        return browser.follow(page, until=until)
