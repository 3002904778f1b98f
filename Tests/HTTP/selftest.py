"""Tests that the check fails when it should: against a small server that breaks the document in each way."""

from __future__ import annotations

import json
import tempfile
import threading
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from conformance import fuzz, generated
from conformance.findings import ACCEPTED, EXCLUDED, Finding, unaccepted
from conformance.installation import Credential

GOOD = (200, {"Content-Type": "application/json"}, {"limit": 1})
PATH = "/api/limits"
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0", "info": {"title": "Limits", "version": "1"}, "servers": [{"url": "http://127.0.0.1:1"}],
    "security": [{"token": []}],
    "paths": {PATH: {"post": {
        "operationId": "limits", "tags": ["limits"],
        "requestBody": {"required": True, "content": {"application/json": {"schema": {
            "type": "object", "required": ["limit"],
            "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 10}}}}}},
        "responses": {
            "200": {"description": "OK.", "content": {"application/json": {"schema": {
                "type": "object", "required": ["limit"], "properties": {"limit": {"type": "integer"}}}}}},
            **{status: {"description": "Error."} for status in ("400", "401", "405", "415")},
        }}}},
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}, "schemas": {}},
}


@contextmanager
def serving(answer: tuple[int, dict[str, str], Any], **flaws: bool) -> Iterator[str]:
    """A server that follows the document, except for its answer to a valid request, and for its flaws."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            if self.headers["Authorization"] != "Bearer secret" and not flaws.get("is_open"):
                return self.reply(401, {}, None)
            if self.headers["Content-Type"] != "application/json":
                return self.reply(415, {}, None)
            if not flaws.get("is_careless") and not self.is_valid(body):
                return self.reply(400, {}, None)
            return self.reply(*answer)

        @staticmethod
        def is_valid(body: bytes) -> bool:
            try:
                value = json.loads(body)
            except ValueError:
                return False
            limit = value.get("limit") if isinstance(value, dict) else None
            return type(limit) in (int, float) and limit == int(limit) and 1 <= limit <= 10

        def other(self) -> None:
            self.reply(200 if flaws.get("is_any_method") else 405, {"Allow": "POST"}, None)

        def reply(self, status: int, fields: dict[str, str], value: Any) -> None:
            body = b"" if value is None else json.dumps(value).encode()
            self.send_response(status)
            for name, field in {**fields, "Content-Length": str(len(body))}.items():
                self.send_header(name, field)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    for method in ("GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY"):
        setattr(Handler, f"do_{method}", Handler.other)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def findings(answer: tuple[int, dict[str, str], Any], **flaws: bool) -> set[str]:
    """The kinds of findings about a server."""
    credentials = [Credential("header", "Authorization", "Bearer secret")]
    with serving(answer, **flaws) as url, tempfile.TemporaryDirectory() as directory:
        found, _, count = fuzz.check(DOCUMENT, url, Path(directory) / "run", credentials, {}, examples=5, seed=1, phases="coverage")
    assert count > 10, count
    assert all(one.operation.endswith(PATH) for one in found), found
    return {one.kind for one in found}


class Fuzzing(unittest.TestCase):
    def test_a_server_that_follows_the_document_has_no_finding(self) -> None:
        self.assertEqual(findings(GOOD), set())

    def test_each_flaw_is_found(self) -> None:
        json_type = {"Content-Type": "application/json"}
        for kind, answer, flaws in (
            ("UndefinedStatusCode", (201, json_type, {"limit": 1}), {}),
            ("ServerError", (500, json_type, {"limit": 1}), {}),
            ("JsonSchemaError", (200, json_type, {"limit": "one"}), {}),
            ("UndefinedContentType", (200, {"Content-Type": "text/plain"}, {"limit": 1}), {}),
            ("AcceptedNegativeData", GOOD, {"is_careless": True}),
            ("IgnoredAuth", GOOD, {"is_open": True}),
            ("UnsupportedMethodResponse", GOOD, {"is_any_method": True}),
            ("RejectedPositiveData", (400, {}, None), {}),
        ):
            with self.subTest(kind):
                self.assertIn(kind, findings(answer, **flaws))


class Cutting(unittest.TestCase):
    def test_the_byte_limits_of_nested_members_are_found(self) -> None:
        root = {
            "components": {"schemas": {
                "Name": {"type": "string", "x-maxBytes": 4},
                "Tree": {"properties": {"name": {"$ref": "#/components/schemas/Name"},
                                        "trees": {"items": {"$ref": "#/components/schemas/Tree"}}}}}},
            "paths": {"/trees": {"post": {"requestBody": {"content": {"application/json": {"schema": {
                "properties": {"size": {"type": "integer"}, "tree": {"$ref": "#/components/schemas/Tree"}, "names": {
                    "items": {"$ref": "#/components/schemas/Name"}}}}}}}}}}}
        self.assertEqual(fuzz.body_limits(root), {"POST /trees": {"tree": {"name": 4}, "names": {"": 4}}})


class Generating(unittest.TestCase):
    def test_an_omitted_part_is_a_problem(self) -> None:
        odd = json.loads(json.dumps(DOCUMENT).replace("application/json", "application/x-odd"))
        with tempfile.TemporaryDirectory() as directory:
            for name, document, expected in (("good", DOCUMENT, 0), ("odd", odd, 1)):
                path = Path(directory) / f"{name}.json"
                path.write_text(json.dumps(document), encoding="utf-8")
                self.assertEqual(len(generated.generate(path, Path(directory) / name)), expected, name)


class Exceptions(unittest.TestCase):
    def test_only_a_finding_with_a_reason_is_accepted(self) -> None:
        (kind, operation), reason = next(iter(ACCEPTED.items()))
        self.assertTrue(reason)
        known, other = Finding(kind, operation), Finding("UndefinedStatusCode", operation)
        self.assertEqual(unaccepted([known, other]), [other])

    def test_each_exclusion_has_a_reason(self) -> None:
        self.assertTrue(EXCLUDED and all(EXCLUDED.values()))


if __name__ == "__main__":
    unittest.main()
