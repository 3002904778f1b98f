"""A collector of OpenTelemetry: reads what it is sent by OpenTelemetry's own definitions, and nothing else."""

from __future__ import annotations

import base64
import importlib
import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

json_format: Any = importlib.import_module("google.protobuf.json_format")
trace_service: Any = importlib.import_module(
    "opentelemetry.proto.collector.trace.v1.trace_service_pb2"
)

#: OTLP/JSON has ids in hexadecimal, where the JSON of protocol buffers has Base64.
_IDS = {"traceId": 32, "spanId": 16, "parentSpanId": 16}


class Span(NamedTuple):
    """The tested parts of a span; ids are in hexadecimal."""

    service: str
    name: str
    trace: str
    id: str
    parent: str
    start: int
    end: int
    kind: int
    failed: bool
    attributes: dict[str, str | int]


class Answer(NamedTuple):
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: str = "{}"


def read(body: bytes) -> list[Span]:
    """Decodes spans strictly. Raises for input that does not match the definitions, unknown members included."""
    request = trace_service.ExportTraceServiceRequest()
    text = json.dumps(_with_base64(json.loads(body)))
    json_format.Parse(text, request, ignore_unknown_fields=False)
    spans = []
    for resource in request.resource_spans:
        about = _attributes(resource.resource.attributes)
        for scope in resource.scope_spans:
            assert scope.scope.name == "standups.router" and scope.scope.version
            for span in scope.spans:
                spans.append(
                    Span(
                        str(about["service.name"]),
                        span.name,
                        span.trace_id.hex(),
                        span.span_id.hex(),
                        span.parent_span_id.hex(),
                        span.start_time_unix_nano,
                        span.end_time_unix_nano,
                        span.kind,
                        span.status.code == 2,
                        _attributes(span.attributes),
                    )
                )
    return spans


def _with_base64(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_base64(one) for one in value]
    if not isinstance(value, dict):
        return value
    changed = {}
    for name, member in value.items():
        if name in _IDS:
            assert re.fullmatch(f"[0-9a-f]{{{_IDS[name]}}}", member) and int(member, 16), member
            changed[name] = base64.b64encode(bytes.fromhex(member)).decode()
        else:
            changed[name] = _with_base64(member)
    return changed


def _attributes(attributes: Any) -> dict[str, str | int]:
    found: dict[str, str | int] = {}
    for one in attributes:
        assert one.key not in found, f"{one.key} is there twice"
        kind = one.value.WhichOneof("value")
        assert kind in ("string_value", "int_value")
        found[one.key] = getattr(one.value, kind)
    return found


class Collector:
    """Listens on 127.0.0.1. Default answer: 200."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())
        self._answers: list[Answer] = []
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.spans: list[Span] = []
        self.problems: list[str] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                answer = collector._take(self.path, headers, body)
                self.send_response(answer.status)
                for name, value in answer.headers:
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body.encode())

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def __enter__(self) -> Collector:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def script(self, answers: list[Answer]) -> int:
        """Sets the answers to the next requests; returns the number of earlier ones."""
        with self._changed:
            self._answers = list(answers)
            return len(self.bodies)

    def _take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        with self._changed:
            self.bodies.append(body)
            self.headers.append(headers)
            answer = self._answers.pop(0) if self._answers else Answer()
            try:
                assert path == "/v1/traces", path
                assert headers["content-type"] == "application/json"
                spans = read(body)
                if answer.status == 200:
                    self.spans += spans
            except (AssertionError, LookupError, TypeError, ValueError, json_format.ParseError) as error:
                self.problems.append(f"{error!r} in {body[:300]!r}")
            self._changed.notify_all()
            return answer

    def wait_until(
        self, condition: Callable[[Collector], bool], seconds: float, sentence: str
    ) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: condition(self), seconds):
                names = [f"{span.service} {span.name}" for span in self.spans]
                raise TimeoutError(f"{sentence}; there are {names}, and {self.problems}")

    def of_trace(self, trace: str) -> list[Span]:
        with self._changed:
            return [span for span in self.spans if span.trace == trace]
