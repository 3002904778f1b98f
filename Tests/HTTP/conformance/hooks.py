"""Extends schemathesis, which imports this module: sends the credentials, and makes requests reach their handlers."""

from __future__ import annotations

import itertools
import json
import os
import re
import uuid
from typing import Any

import schemathesis

SETTINGS = json.loads(os.environ["CONFORMANCE_SETTINGS"])
UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
NEXT = itertools.cycle(SETTINGS["credentials"])
UNREACHABLE = "http://127.0.0.1:9/hook"


@schemathesis.hook
def before_call(_context: Any, case: Any, _arguments: Any) -> None:
    """Replaces values that would only lead to an early error, or to a request to a foreign machine."""
    fields = case.headers
    if fields.get("Origin") == SETTINGS["origin-of-the-document"] or "Origin" not in fields:
        fields["Origin"] = SETTINGS["url"]
    # A key that was used for another body leads to a conflict.
    if UUID.fullmatch(str(fields.get("Idempotency-Key", ""))):
        fields["Idempotency-Key"] = str(uuid.uuid4())
    if isinstance(case.body, dict) and str(case.body.get("url", "")).startswith("http"):
        case.body["url"] = UNREACHABLE
    if case.meta and case.meta.generation.mode.is_positive:
        case.body = shortened(case.body, SETTINGS["byte-limits"].get(case.operation.label))


def shortened(value: Any, limits: Any) -> Any:
    """A valid value, with each text cut to its number of bytes, of which the schema limits only the characters."""
    if isinstance(value, str) and isinstance(limits, int):
        return value.encode(errors="surrogatepass")[:limits].decode(errors="ignore")
    if isinstance(value, dict) and isinstance(limits, dict):
        return {name: shortened(one, limits.get(name)) for name, one in value.items()}
    if isinstance(value, list) and isinstance(limits, dict):
        return [shortened(one, limits.get("")) for one in value]
    return value


if SETTINGS["credentials"]:

    @schemathesis.auth(refresh_interval=None)
    class Credentials:
        """Sends each request with the next credential, because each has a rate limit."""

        def get(self, _case: Any, _context: Any) -> list[str]:
            return next(NEXT)

        def set(self, case: Any, data: list[str], _context: Any) -> None:
            place, name, value = data
            if place == "cookie":
                case.cookies = {**(case.cookies or {}), name: value}
            else:
                case.headers[name] = value


@schemathesis.deserializer("text/html", "text/markdown", "text/calendar", "text/csv", "text/vtt", "text/plain")
def words(_context: Any, response: Any) -> str:
    return response.content.decode()
