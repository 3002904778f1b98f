#!/usr/bin/env python3
"""Answers the Slack slash command `/standup`, over HTTP with a token.

    STANDUPS_TOKEN=… SLACK_SIGNING_SECRET=… python slack_command.py --port 3000

    /standup start Daily            starts a meeting
    /standup who [Daily]            names the current speaker and the next one
    /standup next [Daily]           moves on to the next speaker
    /standup end [Daily]            ends the meeting and saves it
    /standup away Ann [in Daily] [until 2026-12-05]
                                    marks an attendee as away, by default for today
    /standup update Ann [in Daily]: Finished the login page.
                                    writes an update, which is shown in the attendee's turn

The name of the standup is required only if several meetings run, or if several standups have such an attendee. Archived
standups are left out. An update
is for the live meeting, or otherwise for the next one, and replaces an earlier one of the attendee. In Slack, create the command under “Slash
Commands” with the public URL of this server, and copy the signing secret from “Basic Information”. The server needs only
the standard library.
"""

import argparse
import datetime
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BYTES = 64 << 10
MAX_CHARACTERS = 1000
# Slack's own limit for the age of a request, which keeps a recorded request from being repeated later.
MAX_AGE_SECONDS = 300
# Maximum number of requests within that age whose signatures are remembered.
MAX_SIGNATURES = 10_000
# Slack waits three seconds for the response.
TIMEOUT_SECONDS = 2.5
START, WHO, NEXT, END, AWAY, UPDATE = "start who next end away update".split()
HELP = (
    "Expected `start NAME`, `who`, `next`, `end`, `away ATTENDEE [in NAME] [until YYYY-MM-DD]` or "
    "`update ATTENDEE [in NAME]: TEXT`."
)


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


class Signatures:
    """The signatures of accepted requests, so that a recorded request is not repeated while it is still valid."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.expiries: dict[str, float] = {}

    def is_new(self, signature: str, now: float) -> bool:
        """Remembers a valid signature; false if it is known, or if there are too many."""
        with self.lock:
            self.expiries = {one: end for one, end in self.expiries.items() if end >= now}
            if signature in self.expiries or len(self.expiries) >= MAX_SIGNATURES:
                return False
            # The clock of Slack may be ahead by the same time.
            self.expiries[signature] = now + 2 * MAX_AGE_SECONDS
            return True


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
    # Without an agenda, the attendees speak in the order of the list.
    people = [people[place] for place in session.get("agenda", {}).get("order", range(len(people)))]
    index = session["speakerIndex"]
    after = people[index + 1 : index + 2]
    return f"{title}: {people[index]} speaks" + (f", then {after[0]}." if after else ", as the last one.")


def active(gateway: Gateway) -> list[dict]:
    """The standups that are not archived."""
    standups = [one["standup"] for one in gateway.all("/api/standups", "standups")]
    return [one for one in standups if not one.get("isArchived")]


def attendee(gateway: Gateway, name: str, title: str) -> tuple[dict, dict]:
    """The attendee with this name, and the standup: the one with this title, or the only one with such an attendee."""
    found = [
        (standup, one)
        for standup in active(gateway)
        if not title or named(standup, title)
        for one in standup["attendees"]
        if one["name"].strip().casefold() == name.casefold()
    ]
    if len(found) == 1:
        return found[0]
    if found:
        titles = ", ".join(sorted(standup["title"] for standup, _ in found))
        raise Problem(f"Several attendees have the name “{name}”: in {titles}. Add `in NAME`.")
    raise Problem(f"Attendee “{name}” not found" + (f" in “{title}”." if title else "."))


def is_meeting(gateway: Gateway, standup: dict) -> str | None:
    """The id of the live meeting of a standup; None if it is not meeting."""
    sessions = [one["session"] for one in gateway.all("/api/meetings", "meetings")]
    return next((one["id"] for one in sessions if one["standup"]["id"] == standup["id"]), None)


def away(gateway: Gateway, words: str, keys: Callable[[str], str]) -> str:
    """Marks an attendee as away through a day, and removes the remaining turns in a live meeting."""
    match = re.fullmatch(r"(.+?)(?: in (.+?))?(?: until (\S+))?", words)
    if not match:
        raise Problem(HELP)
    standup, person = attendee(gateway, match[1].strip(), (match[2] or "").strip())
    try:
        # Days are those of the time zone of this server.
        today = datetime.datetime.now(datetime.timezone.utc).astimezone().date()
        day = datetime.date.fromisoformat(match[3]) if match[3] else today
        end = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time()).astimezone().timestamp()
    except (ValueError, OverflowError) as error:
        raise Problem(f"Invalid date “{match[3]}”; expected YYYY-MM-DD.") from error
    gateway.command(
        "standups.absent", keys(AWAY), id=standup["id"], attendee=person["id"], untilMs=int(end) * 1000)
    said = f"{standup['title'] or 'Standup'}: {person['name'].strip()} is marked as away through {day}."
    meeting = is_meeting(gateway, standup)
    if meeting is None:
        return said
    try:
        gateway.command("meetings.absent", keys("turns"), id=meeting, attendee=person["id"])
    except Problem as problem:
        return f"{said} In the live meeting: {problem}"
    return f"{said} The remaining turns in the live meeting are removed."


def update(gateway: Gateway, words: str, keys: Callable[[str], str]) -> str:
    """Writes the update of an attendee for the live meeting, or for the next one; it replaces an earlier one."""
    head, _, text = words.partition(":")
    match = re.fullmatch(r"(.+?)(?: in (.+?))?", head.strip())
    if not match or not text.strip():
        raise Problem(HELP)
    standup, person = attendee(gateway, match[1].strip(), (match[2] or "").strip())
    gateway.command(
        "standups.writeUpdate", keys(UPDATE), standup=standup["id"], attendee=person["id"], text=text.strip())
    return f"{standup['title'] or 'Standup'}: update of {person['name'].strip()}: {text.strip()}"


def answer(gateway: Gateway, text: str, trigger: str) -> str:
    """Runs a command.

    Args:
        text: the words after `/standup`.
        trigger: id of this use of the command. A repeated request has the same one, and is not executed twice.
    """
    if len(text) > MAX_CHARACTERS:
        raise Problem(f"The command is too long; expected at most {MAX_CHARACTERS} characters.")
    verb, _, title = text.strip().partition(" ")
    title = title.strip()

    def keys(purpose: str) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"slack:{trigger}:{purpose}"))

    if verb == START and title:
        found = [one for one in active(gateway) if named(one, title)]
        if len(found) != 1:
            raise Problem(f"There {'is no standup' if not found else 'are several standups'} with the title “{title}”.")
        started = gateway.command("meetings.start", keys(START), standup=found[0]["id"], isRecorded=False)
        return speaker(started["session"])
    if verb == WHO:
        return speaker(live(gateway, title))
    if verb == NEXT:
        moved = gateway.command("meetings.next", keys(NEXT), id=live(gateway, title)["id"])
        return speaker(moved["session"])
    if verb == END:
        session = live(gateway, title)
        if session.get("destination") is None:
            gateway.command("meetings.end", keys(END), id=session["id"])
        gateway.command("meetings.answer", keys("answer"), id=session["id"], action="saveAndEnd")
        return f"{session['standup']['title'] or 'Standup'}: the meeting is over."
    if verb == AWAY and title:
        return away(gateway, title, keys)
    if verb == UPDATE and title:
        return update(gateway, title, keys)
    raise Problem(HELP)


def server(port: int, gateway: Gateway, secret: str) -> ThreadingHTTPServer:
    signatures = Signatures()

    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit()) or int(length[:9]) > MAX_BYTES:
                return self.reply(413, {"error": "too large"})
            body = self.rfile.read(int(length))
            timestamp = self.headers.get("X-Slack-Request-Timestamp", "")
            signature = self.headers.get("X-Slack-Signature", "")
            now = time.time()
            if not is_signed(secret, timestamp, body, signature, now):
                return self.reply(401, {"error": "invalid signature"})
            if not signatures.is_new(signature, now):
                return self.reply(401, {"error": "repeated request"})
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
