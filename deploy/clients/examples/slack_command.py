#!/usr/bin/env python3
"""Answers the Slack slash command `/standup`, over HTTP with a token.

    STANDUPS_TOKEN=… SLACK_SIGNING_SECRET=… python slack_command.py --port 3000

    /standup start Daily        starts a meeting
    /standup who [Daily]        names the current speaker
    /standup next [Daily]       moves on to the next speaker
    /standup end [Daily]        ends the meeting and saves it

The name is required only if several meetings run. In Slack, create the command under “Slash Commands” with the public
URL of this server, and copy the signing secret from “Basic Information”. The server needs only the standard library.
"""

import argparse
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BYTES = 64 << 10
# Slack's own limit for the age of a request, which keeps a recorded request from being repeated later.
MAX_AGE_SECONDS = 300
# Slack waits three seconds for the response.
TIMEOUT_SECONDS = 2.5
START, WHO, NEXT, END = "start who next end".split()
HELP = "Expected `start NAME`, `who`, `next` or `end`."


class Problem(Exception):
    """A sentence for the person who typed the command."""


class Gateway:
    """Sends requests to the gateway with the token."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url.rstrip("/"), token

    def request(self, path: str, body: dict | None = None, key: str | None = None) -> dict:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise Problem(sentence(error.read())) from error
        except OSError as error:
            raise Problem("Standups is unreachable; try again.") from error

    def command(self, target: str, key: str, **body: object) -> dict:
        return self.request(f"/api/commands/{target}", body, key)

    def all(self, path: str, member: str) -> list[dict]:
        """All elements of a list, page by page."""
        found, query = [], ""
        while True:
            page = self.request(path + query)
            found += page[member]
            if "next" not in page:
                return found
            query = "?" + urllib.parse.urlencode({"after": page["next"]})


def sentence(body: bytes) -> str:
    """The message of an error response, which is JSON or a sentence."""
    try:
        return str(json.loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")[:200].strip() or "The request failed."


def is_signed(secret: str, timestamp: str, body: bytes, signature: str, now: float) -> bool:
    """Checks a request of Slack: https://api.slack.com/authentication/verifying-requests-from-slack."""
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(now - int(timestamp[:12])) > MAX_AGE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"v0={expected}".encode(), signature.encode())


def live(gateway: Gateway, title: str) -> dict:
    """The live meeting of the standup with this title; of the only one, if the title is empty."""
    meetings = gateway.all("/api/meetings", "meetings")
    found = [one for one in meetings if not title or named(one["session"]["standup"], title)]
    if len(found) == 1:
        return found[0]["session"]
    if found:
        titles = ", ".join(sorted(one["session"]["standup"]["title"] for one in found))
        raise Problem(f"Several meetings are running: {titles}. Add a name.")
    raise Problem(f"No meeting of “{title}” is running." if title else "No meeting is running.")


def named(standup: dict, title: str) -> bool:
    return standup["title"].casefold() == title.casefold()


def speaker(session: dict) -> str:
    """A sentence with the current speaker of a meeting, and the next one."""
    title = session["standup"]["title"] or "Standup"
    if session.get("destination") is not None:
        return f"{title}: everyone has spoken. `/standup end` ends the meeting."
    people = [one["name"].strip() or "Someone" for one in session["standup"]["attendees"]]
    index = session["speakerIndex"]
    after = people[index + 1 : index + 2]
    return f"{title}: {people[index]} speaks" + (f", then {after[0]}." if after else ", as the last one.")


def answer(gateway: Gateway, text: str, trigger: str) -> str:
    """Runs a command.

    Args:
        text: the words after `/standup`.
        trigger: id of this use of the command. A repeated request has the same one, and is not executed twice.
    """
    verb, _, title = text.strip().partition(" ")
    title = title.strip()
    key = str(uuid.uuid5(uuid.NAMESPACE_URL, f"slack:{trigger}"))
    if verb == START and title:
        standups = [one["standup"] for one in gateway.all("/api/standups", "standups")]
        found = [one for one in standups if named(one, title)]
        if len(found) != 1:
            raise Problem(f"There {'is no standup' if not found else 'are several standups'} with the title “{title}”.")
        started = gateway.command("meetings.start", key, standup=found[0]["id"], isRecorded=False)
        return speaker(started["session"])
    if verb == WHO:
        return speaker(live(gateway, title))
    if verb == NEXT:
        moved = gateway.command("meetings.next", key, id=live(gateway, title)["id"])
        return speaker(moved["session"])
    if verb == END:
        session = live(gateway, title)
        if session.get("destination") is None:
            gateway.command("meetings.end", key, id=session["id"])
        other = str(uuid.uuid5(uuid.NAMESPACE_URL, f"slack:{trigger}:answer"))
        gateway.command("meetings.answer", other, id=session["id"], action="saveAndEnd")
        return f"{session['standup']['title'] or 'Standup'}: the meeting is over."
    raise Problem(HELP)


def server(port: int, gateway: Gateway, secret: str) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit()) or int(length[:9]) > MAX_BYTES:
                return self.reply(413, {"error": "too large"})
            body = self.rfile.read(int(length))
            timestamp = self.headers.get("X-Slack-Request-Timestamp", "")
            if not is_signed(secret, timestamp, body, self.headers.get("X-Slack-Signature", ""), time.time()):
                return self.reply(401, {"error": "invalid signature"})
            fields = dict(urllib.parse.parse_qsl(body.decode(errors="replace")))
            try:
                text, kind = answer(gateway, fields.get("text", ""), fields.get("trigger_id", "")), "in_channel"
            except Problem as problem:
                text, kind = str(problem), "ephemeral"
            # Slack reads these three characters as markup.
            text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return self.reply(200, {"response_type": kind, "text": text})

        def reply(self, status: int, value: dict) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def main() -> None:
    parser = argparse.ArgumentParser(description="Answers the Slack slash command /standup.")
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="URL of the gateway")
    parser.add_argument("--port", type=int, default=3000, help="port on this machine; 0 lets the system choose")
    options = parser.parse_args()
    missing = [name for name in ("STANDUPS_TOKEN", "SLACK_SIGNING_SECRET") if not os.environ.get(name)]
    if missing:
        sys.exit(f"Missing {' and '.join(missing)} in the environment.")
    gateway = Gateway(options.url, os.environ["STANDUPS_TOKEN"])
    listening = server(options.port, gateway, os.environ["SLACK_SIGNING_SECRET"])
    print(f"Listening on port {listening.server_port}.", flush=True)
    listening.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
