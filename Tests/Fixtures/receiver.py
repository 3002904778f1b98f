#!/usr/bin/python3
"""A receiver of webhooks that knows only the documents; the path of a request says how it behaves.

    receiver.py LOG [--port PORT] [--secret SECRET] [--stay]

Prints its port, appends each request to LOG as a line of JSON before it answers, and ends with its
standard input unless it is to stay.

    /ok /status/503 /retry-after/120 /flaky/2 (2 failures, then 200) /slow (no answer) /close /big
    /redirect /slack /mattermost /discord /_matrix/… (400 for what these would refuse)
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import chats

options = argparse.ArgumentParser()
options.add_argument("log")
options.add_argument("--port", type=int, default=0)
options.add_argument("--secret")
options.add_argument("--stay", action="store_true")
given = options.parse_args()

lock, ended, counts = threading.Lock(), threading.Event(), {}


def verify(headers: dict[str, str], body: bytes) -> str:
    """Checks a signature as Standard Webhooks say."""
    if "webhook-signature" not in headers:
        return "none"
    secret = given.secret or ""
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    ok = any(hmac.compare_digest(wanted, one) for one in headers["webhook-signature"].split())
    return "valid" if ok else "wrong"


def event(headers: dict[str, str], body: bytes) -> dict | None:
    """Reads a CloudEvent in either mode; what is for a chat is none."""
    if headers["content-type"].startswith("application/cloudevents+json"):
        return json.loads(body)
    if "ce-id" not in headers:
        return None
    attributes = {name[3:]: unquote(value) for name, value in headers.items() if name.startswith("ce-")}
    return attributes | {"datacontenttype": headers["content-type"], "data": json.loads(body)}


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers["content-length"]))
        with lock:
            count = counts[self.path] = counts.get(self.path, 0) + 1
        word, _, value = self.path[1:].partition("/")
        status = {"status": int(value) if value.isdigit() else 0, "retry-after": 429, "redirect": 302}.get(word, 200)
        if word == "flaky" and count <= int(value):
            status = 500
        refused, said = chats.check(self.command, self.path, headers, body)
        if refused:
            status = 400
        try:
            read = event(headers, body)
        except (KeyError, ValueError):
            read = None
        line = {"path": self.path, "status": status, "headers": headers, "event": read, "bytes": len(body),
                "signature": verify(headers, body), "refused": refused, "said": said}
        with lock, open(given.log, "a", encoding="utf-8") as log:
            print(json.dumps(line), file=log, flush=True)
        if word == "slow":
            ended.wait()
        if word in ("slow", "close"):
            self.close_connection = True
            return
        answer = b"x" * 3_000_000 if word == "big" else b"thank you"
        self.send_response(status)
        if word == "retry-after":
            self.send_header("Retry-After", value)
        if word == "redirect":
            self.send_header("Location", "/ok")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        try:
            self.wfile.write(answer)
        except OSError:
            self.close_connection = True  # it did not want all of it

    do_PUT = do_POST  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


server = Server(("127.0.0.1", given.port), Receiver)
print(server.server_port, flush=True)
if given.stay:
    server.serve_forever()
else:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    ended.set()
