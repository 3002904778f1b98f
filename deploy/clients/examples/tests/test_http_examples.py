"""Runs the examples of docs/http.md against a stand-in for the gateway, and against the real one."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import slack_command
from pages import blocks
from services import Services

examples = Path(__file__).resolve().parents[1]
SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
TOKEN = "standups_test"
DAILY = {"id": "d", "title": "Daily", "attendees": [{"id": "a", "name": "Ann"}, {"id": "n", "name": " "}]}
RETRO = {"id": "r", "title": "Retro <&>", "attendees": [{"id": "c", "name": "Cy"}]}
WEEKLY = {"id": "w", "title": "Weekly", "attendees": [{"id": "c2", "name": "Cy"}, {"id": "d2", "name": "Dan"}]}


class StandIn:
    """Answers the requests of the examples as the gateway does, with two pages of each list."""

    def __init__(self) -> None:
        self.live: dict[str, dict[str, Any]] = {}
        self.more: list[dict[str, Any]] = []
        self.requests: list[tuple[str, Any, str | None]] = []
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(None)

            def do_POST(self) -> None:
                self.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def answer(self, body: Any) -> None:
                stand_in.requests.append((self.path, body, self.headers["Idempotency-Key"]))
                is_known = self.headers["Authorization"] == f"Bearer {TOKEN}"
                status, value = stand_in.reply(self.path, body) if is_known else (401, refusal("denied", "No token."))
                data = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def reply(self, path: str, body: Any) -> tuple[int, dict[str, Any]]:
        name, _, query = path.partition("?")
        if name == "/api/standups":
            page = [{"standup": one, "meetings": 2} for one in (DAILY, RETRO, *self.more)]
            return 200, paged("standups", page, query)
        if name == "/api/standups/d/meetings":
            page = [
                {"id": "m2", "date": "2026-11-21T09:30:00.000Z", "durationMs": 900_000},
                {"id": "m1", "date": "2026-11-20T09:30:00.000Z"},
            ]
            return 200, paged("meetings", page, query)
        if name == "/api/meetings":
            return 200, paged("meetings", [{"session": one} for one in self.live.values()], query)
        if name == "/api/commands/meetings.start":
            standup = next(one for one in (DAILY, RETRO) if one["id"] == body["standup"])
            if standup["id"] in self.live:
                return 409, refusal("conflict", "The standup is meeting.")
            self.live[standup["id"]] = {"id": standup["id"], "standup": standup, "speakerIndex": 0}
            return 200, {"session": self.live[standup["id"]]}
        if name in ("/api/commands/standups.absent", "/api/commands/standups.writeUpdate"):
            return 200, {}
        if name == "/api/commands/meetings.absent" and body["attendee"] != "a":
            return 409, refusal("conflict", "The attendee has no turn left.")
        session = self.live[body["id"]]
        if name == "/api/commands/meetings.next":
            session["speakerIndex"] += 1
            if session["speakerIndex"] == len(session["standup"]["attendees"]):
                session |= {"speakerIndex": session["speakerIndex"] - 1, "destination": {}}
        elif name == "/api/commands/meetings.end":
            session["destination"] = {}
        elif name == "/api/commands/meetings.answer":
            del self.live[body["id"]]
        return 200, {"session": session}

    def __enter__(self) -> StandIn:
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def refusal(code: str, message: str) -> dict[str, Any]:
    return {"code": code, "message": message, "retryable": False}


def paged(member: str, rows: list[Any], query: str) -> dict[str, Any]:
    """The first row, or the rest if the query has the cursor."""
    if "after=a%2B" in query:
        return {member: rows[1:]}
    return {member: rows[:1], **({"next": "a+"} if rows[1:] else {})}


@pytest.fixture
def gateway() -> Iterator[StandIn]:
    with StandIn() as gateway:
        yield gateway


# MARK: Slack


class Slack:
    """Sends slash commands as Slack does."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/"
        self.numbers = itertools.count()

    def post(self, body: bytes, secret: str = SECRET, age: int = 0, **fields: str) -> tuple[int, Any]:
        timestamp = str(int(time.time()) - age)
        signed = b"v0:" + timestamp.encode() + b":" + body
        signature = "v0=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        headers = {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature, **fields}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url, body, headers), timeout=30) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def type(self, text: str, trigger: str = "1") -> tuple[str, str]:
        """The kind and the text of the response to a command."""
        command, _, words = text.partition(" ")
        # The number keeps the signatures of equal commands in one second apart.
        fields = {"command": command, "text": words, "trigger_id": trigger, "number": next(self.numbers)}
        status, answer = self.post(urllib.parse.urlencode(fields).encode())
        assert status == 200, answer
        return answer["response_type"], answer["text"]


@contextmanager
def slack(url: str, token: str = TOKEN) -> Iterator[Slack]:
    """Slack, with the example as a program of its own."""
    command = [sys.executable, str(examples / "slack_command.py"), "--port", "0", "--url", url]
    environment = {**os.environ, "STANDUPS_TOKEN": token, "SLACK_SIGNING_SECRET": SECRET}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = re.fullmatch(r"Listening on port (\d+)\.\n", process.stdout.readline())
        assert port
        yield Slack(int(port[1]))
    finally:
        process.kill()
        process.communicate()


def test_slack_starts_a_meeting_and_moves_on(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        assert person.type("/standup who") == ("ephemeral", "No meeting is running.")
        assert person.type("/standup start daily") == ("in_channel", "Daily: Ann speaks, then Someone.")
        assert person.type("/standup who") == ("in_channel", "Daily: Ann speaks, then Someone.")
        assert person.type("/standup next") == ("in_channel", "Daily: Someone speaks, as the last one.")
        assert person.type("/standup start Retro <&>")[1] == "Retro &lt;&amp;&gt;: Cy speaks, as the last one."
        several = "Several meetings are running: Daily, Retro &lt;&amp;&gt;. Add a name."
        assert person.type("/standup next") == ("ephemeral", several)
        assert person.type("/standup next Daily")[1] == "Daily: everyone has spoken. `/standup end` ends the meeting."
        assert person.type("/standup end Daily") == ("in_channel", "Daily: the meeting is over.")
        assert [*gateway.live] == ["r"]


def test_slack_names_the_speakers_in_their_order(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        person.type("/standup start Daily")
        gateway.live["d"]["agenda"] = {"order": [1, 0]}
        assert person.type("/standup who")[1] == "Daily: Someone speaks, then Ann."
        gateway.live["d"]["agenda"] = {"order": [1]}
        assert person.type("/standup who")[1] == "Daily: Someone speaks, as the last one."


def test_slack_leaves_out_archived_standups(gateway: StandIn) -> None:
    gateway.more = [WEEKLY | {"isArchived": True}]
    with slack(gateway.url) as person:
        assert person.type("/standup start Weekly")[0] == "ephemeral"
        assert person.type("/standup away Cy")[1].startswith("Retro &lt;&amp;&gt;: Cy is marked as away")


def sent(gateway: StandIn, target: str) -> list[Any]:
    return [body for path, body, _ in gateway.requests if path == f"/api/commands/{target}"]


def test_slack_marks_an_attendee_as_away(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        day = datetime.datetime(2026, 12, 6).astimezone()
        assert person.type("/standup away ann until 2026-12-05") == (
            "in_channel", "Daily: Ann is marked as away through 2026-12-05.")
        assert sent(gateway, "standups.absent") == [
            {"id": "d", "attendee": "a", "untilMs": int(day.timestamp()) * 1000}]
        assert not sent(gateway, "meetings.absent")
        now = datetime.datetime.now(datetime.timezone.utc).astimezone()
        assert person.type("/standup away Cy in retro <&>")[1].startswith("Retro &lt;&amp;&gt;: Cy is marked as away through 20")
        until = sent(gateway, "standups.absent")[1]["untilMs"] / 1000 - now.timestamp()
        assert 0 < until <= 25 * 3600
        for text in ("until 2026-13-01", "until soon", "until 9999-12-31"):
            assert person.type(f"/standup away Ann {text}")[1].startswith("Invalid date")


def test_slack_removes_the_turns_of_an_absent_attendee(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        person.type("/standup start Daily")
        assert person.type("/standup away Ann until 2026-12-05")[1].endswith("turns in the live meeting are removed.")
        assert sent(gateway, "meetings.absent") == [{"id": "d", "attendee": "a"}]
        person.type("/standup start Retro <&>")
        assert person.type("/standup away Cy until 2026-12-05") == (
            "in_channel",
            "Retro &lt;&amp;&gt;: Cy is marked as away through 2026-12-05. In the live meeting: The attendee has no turn left.",
        )


def test_slack_leaves_a_written_update(gateway: StandIn) -> None:
    gateway.more = [WEEKLY]
    with slack(gateway.url) as person:
        assert person.type("/standup update Ann: Done: the login page.") == (
            "in_channel", "Daily: update of Ann: Done: the login page.")
        person.type("/standup start Daily")
        person.type("/standup update Ann in daily: Live.")
        assert sent(gateway, "standups.writeUpdate") == [
            {"standup": "d", "attendee": "a", "text": "Done: the login page."},
            {"standup": "d", "attendee": "a", "text": "Live."},
        ]
        several = "Several attendees have the name “Cy”: in Retro &lt;&amp;&gt;, Weekly. Add `in NAME`."
        assert person.type("/standup update Cy: Done.") == ("ephemeral", several)
        assert person.type("/standup update Cy in Weekly: Done.") == ("in_channel", "Weekly: update of Cy: Done.")
        assert person.type("/standup update Eve in Daily: Done.")[1] == "Attendee “Eve” not found in “Daily”."
        for text in ("update", "update Ann", "update Ann:", "update : Done.", "away"):
            assert person.type(f"/standup {text}") == ("ephemeral", slack_command.HELP)
        assert person.type("/standup update Ann: " + "a" * 1000)[1].startswith("The command is too long")


def test_slack_shows_errors_only_to_the_person(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        assert person.type("/standup start Nowhere")[0] == "ephemeral"
        assert person.type("/standup dance") == ("ephemeral", slack_command.HELP)
        person.type("/standup start Daily")
        assert person.type("/standup start Daily") == ("ephemeral", "The standup is meeting.")
    with slack(gateway.url, token="wrong") as person:
        assert person.type("/standup who") == ("ephemeral", "No token.")
    with slack("http://127.0.0.1:9") as person:
        assert person.type("/standup who") == ("ephemeral", "Standups is unreachable; try again.")


def test_a_repeated_slash_command_has_the_same_idempotency_key(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        for trigger in ("1", "1", "2"):
            person.type("/standup start Daily", trigger)
    first, again, other = [key for path, _, key in gateway.requests if path.endswith("meetings.start")]
    assert first == again and first != other


def test_slack_requests_are_verified(gateway: StandIn) -> None:
    with slack(gateway.url) as person:
        for age in (0, 290, -290):
            assert person.post(b"text=who", age=age)[0] == 200
        assert person.post(b"text=who", age=310)[0] == 401
        assert person.post(b"text=who", age=-310)[0] == 401
        assert person.post(b"text=who", secret="another")[0] == 401
        for fields in (
            {"X-Slack-Signature": ""},
            {"X-Slack-Signature": "v0=ü"},
            {"X-Slack-Request-Timestamp": "now"},
            {"X-Slack-Request-Timestamp": "-1"},
            {"X-Slack-Request-Timestamp": "9" * 5000},
        ):
            assert person.post(b"text=who", **fields)[0] == 401, fields
        assert person.post(b"text=" + b"a" * slack_command.MAX_BYTES)[0] == 413
    assert slack_command.is_signed(
        # The example of Slack's documentation.
        SECRET,
        "1531420618",
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
        b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
        b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
        "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
        1531420618,
    )


def test_a_recorded_slack_request_is_not_repeated(gateway: StandIn) -> None:
    timestamp = str(int(time.time()))
    signed = b"v0:" + timestamp.encode() + b":text=next"
    signature = "v0=" + hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    fields = {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature}
    with slack(gateway.url) as person:
        statuses = [person.post(b"text=next", **fields)[0] for _ in range(3)]
        assert statuses == [200, 401, 401]
        count = len(gateway.requests)
        assert person.post(b"text=who", **fields)[0] == 401 and len(gateway.requests) == count


def test_a_signature_is_remembered_as_long_as_it_is_valid() -> None:
    signatures = slack_command.Signatures()
    assert signatures.is_new("a", 1000) and not signatures.is_new("a", 1600)
    assert signatures.is_new("b", 1601) and [*signatures.expiries] == ["b"]
    signatures.expiries = {str(number): 3000 for number in range(slack_command.MAX_SIGNATURES)}
    assert not signatures.is_new("c", 2000) and signatures.is_new("c", 3001)


@pytest.mark.services
def test_slack_runs_a_real_meeting(served: Services) -> None:
    [(_, printed)] = blocks("http.md", "Slack")
    add = printed.splitlines()[0].removeprefix("export STANDUPS_TOKEN=$(").removesuffix(")")
    standups = [*add.split(), "--json"]
    added = subprocess.run(standups, env=served.environment, check=True, capture_output=True, text=True)
    create = ["standups", "add", "Daily", "--attendee", "Ann", "--attendee", "Bob"]
    subprocess.run(create, env=served.environment, check=True, stdout=subprocess.DEVNULL)
    with slack(f"http://{served.environment['STANDUPS_WEB']}", json.loads(added.stdout)["token"]) as person:
        assert person.type("/standup start Daily", "1") == ("in_channel", "Daily: Ann speaks, then Bob.")
        assert person.type("/standup start Daily", "1") == ("in_channel", "Daily: Ann speaks, then Bob.")
        assert person.type("/standup update Bob: Tests are green.", "6") == (
            "in_channel", "Daily: update of Bob: Tests are green.")
        assert person.type("/standup who", "2") == ("in_channel", "Daily: Ann speaks, then Bob.")
        assert person.type("/standup next", "3") == ("in_channel", "Daily: Bob speaks, as the last one.")
        assert person.type("/standup end", "4") == ("in_channel", "Daily: the meeting is over.")
        assert person.type("/standup who", "5") == ("ephemeral", "No meeting is running.")
        assert person.type("/standup update Ann: Done.", "7") == ("in_channel", "Daily: update of Ann: Done.")
        assert person.type("/standup away Bob", "8")[1].startswith("Daily: Bob is marked as away through 20")
        assert person.type("/standup start Daily", "9") == ("in_channel", "Daily: Ann speaks, as the last one.")


# MARK: Google Sheets

SHEET = """
const properties = { STANDUPS_URL: process.argv[2], STANDUPS_TOKEN: process.argv[3] };
globalThis.PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => properties[name] }) };
// Apps Script waits for each request.
const { execFileSync } = require('node:child_process');
globalThis.UrlFetchApp = { fetch: (url, { headers }) => {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const text = execFileSync('curl', ['-sf', ...fields, url], { encoding: 'utf8' });
  return { getContentText: () => text };
} };
const source = require('node:fs').readFileSync(process.argv[1], 'utf8');
const found = new Function(`${source}; return [STANDUPS(), MEETINGS('d')];`)();
process.stdout.write(JSON.stringify(found));
"""


def test_the_script_for_sheets_returns_rows(gateway: StandIn) -> None:
    assert shutil.which("node"), "node has to be there: scripts/setup --page gets it"
    command = ["node", "-e", SHEET, str(examples / "sheets.gs"), gateway.url, TOKEN]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    standups, meetings = json.loads(ended.stdout)
    assert standups == [["title", "meetings", "last meeting"], ["Daily", 2, ""], ["Retro <&>", 2, ""]]
    assert meetings == [
        ["time", "minutes"],
        ["2026-11-21T09:30:00.000Z", 15],
        ["2026-11-20T09:30:00.000Z", 0],
    ]


# MARK: Grafana


def rows(target: dict[str, Any], value: Any) -> list[dict[str, Any]]:
    """The rows that the plugin Infinity makes from a response."""

    def select(selector: str, one: Any) -> Any:
        for part in selector.split("."):
            one = one.get(part) if isinstance(one, dict) else None
        return one

    root = select(target["root_selector"], value)
    assert isinstance(root, list), f"{target['root_selector']} selects no list"
    return [{column["text"]: select(column["selector"], one) for column in target["columns"]} for one in root]


@pytest.mark.services
def test_the_panel_for_grafana_shows_the_standups(served: Services) -> None:
    [(_, add)] = re.findall(r"^```(sh)\n(.*?)\n```$", (examples / "grafana/README.md").read_text(), re.MULTILINE | re.DOTALL)
    added = subprocess.run(
        [*add.split(), "--json"], env=served.environment, check=True, capture_output=True, text=True
    )
    for title in ("Daily", "Weekly"):
        create = ["standups", "add", title, "--attendee", "Ann"]
        subprocess.run(create, env=served.environment, check=True, stdout=subprocess.DEVNULL)
    panel = json.loads((examples / "grafana/panel.json").read_text())
    [target] = panel["targets"]
    request = urllib.request.Request(
        f"http://{served.environment['STANDUPS_WEB']}{target['url']}",
        method=target["url_options"]["method"],
        headers={"Authorization": f"Bearer {json.loads(added.stdout)['token']}"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        found = rows(target, json.load(response))
    assert found == [
        {"Standup": title, "Meetings": 0, "Last meeting": None} for title in ("Daily", "Weekly")
    ]
    source = (examples / "grafana/datasource.yml").read_text()
    assert f"uid: {panel['datasource']['uid']}\n" in source and f"type: {panel['datasource']['type']}\n" in source
