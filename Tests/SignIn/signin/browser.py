"""A browser without a page: cookies, redirects and forms."""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

MAX_REDIRECTS = 12
"""Maximum number of redirects that are followed, as in browsers (20), but tighter."""


MAX_BODY = 1_000_000
"""Maximum length of a body, in bytes."""


@dataclass
class Page:
    """A response, and the URL that it came from."""

    url: str
    status: int
    fields: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def location(self) -> str | None:
        """The absolute URL of a redirect; None without one."""
        target = self.fields["Location"]
        return urljoin(self.url, target) if target and self.status in (301, 302, 303, 307, 308) else None


class _Forms(HTMLParser):
    """The forms of a page, with the values of their inputs."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[dict[str, str], dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((found, {}))
        elif tag in ("input", "button") and self.forms and found.get("name"):
            if found.get("type") in ("checkbox", "radio") and "checked" not in found:
                return
            self.forms[-1][1][found["name"]] = found.get("value", "")


@dataclass
class Browser:
    """Keeps the cookies of each origin, as a browser keeps those of each host; redirects are followed on request."""

    address: str = "127.0.0.1"
    """Loopback address that it connects from, because the gateway limits the attempts of each address."""
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    visited: list[str] = field(default_factory=list)
    """The URLs of all requests, in order."""

    def copy(self) -> Browser:
        """Another browser with the same cookies."""
        return Browser(self.address, {origin: dict(jar) for origin, jar in self.cookies.items()})

    def request(
        self, method: str, url: str, body: bytes | None = None, timeout: float = 60, **fields: str,
    ) -> Page:
        """Sends one request, without following a redirect."""
        self.visited.append(url)
        parts = urlsplit(url)
        assert parts.scheme == "http" and parts.hostname, f"not a URL of this test: {url}"
        connection = http.client.HTTPConnection(
            parts.hostname, parts.port or 80, timeout=timeout, source_address=(self.address, 0))
        jar = self.cookies.setdefault(parts.netloc, {})
        sent = {"Accept": "text/html,*/*", "User-Agent": "standups-test"} | {
            name.replace("_", "-"): value for name, value in fields.items()}
        if jar:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            page = Page(url, response.status, response.headers, self._body(response, timeout))
        finally:
            connection.close()
        for value in page.fields.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(value).items():
                if morsel["max-age"] == "0" or "1970" in morsel["expires"] or not morsel.value:
                    jar.pop(name, None)
                else:
                    jar[name] = morsel.value
        return page

    @staticmethod
    def _body(response: http.client.HTTPResponse, timeout: float) -> bytes:
        """Reads a body.

        Raises:
            AssertionError: it is too long or not complete in time.
        """
        end, body = time.monotonic() + timeout, b""
        while piece := response.read1(65_536):
            body += piece
            assert len(body) <= MAX_BODY, f"more than {MAX_BODY} bytes"
            assert time.monotonic() < end, f"not complete within {timeout:g} s"
        return body

    def get(self, url: str, **options: Any) -> Page:
        return self.request("GET", url, **options)

    def post(self, url: str, form: dict[str, str], **fields: Any) -> Page:
        return self.request(
            "POST", url, urlencode(form).encode(), Content_Type="application/x-www-form-urlencoded", **fields)

    def post_json(self, url: str, value: Any, method: str = "POST", **fields: str) -> Page:
        return self.request(method, url, json.dumps(value).encode(), Content_Type="application/json", **fields)

    def follow(self, page: Page, until: str | None = None) -> Page:
        """Follows redirects, but not to a URL that begins with `until`.

        Raises:
            AssertionError: the redirects do not end.
        """
        for _ in range(MAX_REDIRECTS):
            target = page.location
            if target is None or (until is not None and target.startswith(until)):
                return page
            page = self.get(target)
        raise AssertionError(f"more than {MAX_REDIRECTS} redirects, the last to {page.location}")

    def submit(self, page: Page, values: dict[str, str], containing: str) -> Page:
        """Sends the form of a page that has an input with this name.

        Raises:
            AssertionError: the page has no such form.
        """
        parser = _Forms()
        parser.feed(page.text)
        for form, inputs in parser.forms:
            if containing in inputs:
                target = urljoin(page.url, form.get("action") or page.url)
                # A form without an address is sent to that of the page.
                if form.get("action") in ("#", ""):
                    target = page.url
                return self.post(target, inputs | values, Referer=page.url, Origin=origin(target))
        raise AssertionError(f"{page.url} has no form with {containing} (status {page.status}):\n{page.text[:1500]}")


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
