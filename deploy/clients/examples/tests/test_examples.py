"""Runs every example as a user would."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from dashboard import Dashboard
from minutes_webhook import minutes
from services import Services
from standups import Client, CloudEvent, Snapshot

examples = Path(__file__).resolve().parents[1]
PEOPLE = ["Ann", "Bob", "Cy"]


@contextmanager
def running(services: Services, *command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        env=services.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def begin(client: Client, title: str = "Daily", duration_ms: int = 60_000) -> str:
    standup = client.standups.create(title, PEOPLE, duration_ms)
    live = client.meetings.start(standup["id"], is_recorded=False)
    return str(live["session"]["id"])


def end(client: Client, meeting: str) -> None:
    client.meetings.end(meeting)
    client.meetings.answer(meeting, "saveAndEnd")


class Receiver:
    """A webhook that rejects the first post."""

    def __init__(self) -> None:
        self.posts: queue.Queue[dict[str, Any]] = queue.Queue()
        receiver, refusals = self, [503]

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(refusals.pop() if refusals else 200)
                self.end_headers()
                receiver.posts.put({**json.loads(body), "key": self.headers["Idempotency-Key"]})

            def log_message(self, *_: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self) -> Receiver:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.mark.services
def test_minutes_reach_the_webhook(services: Services, tmp_path: Path) -> None:
    script = [sys.executable, str(examples / "minutes_webhook.py")]
    with Receiver() as receiver, Client(services.endpoints) as client:
        command = [*script, receiver.url, "--all", "--position", str(tmp_path / "position")]
        with running(services, *command):
            first = begin(client)
            end(client, first)
            refused, taken = (receiver.posts.get(timeout=30) for _ in range(2))
            assert refused == taken and taken["meeting"] == first
            assert taken["text"].startswith("**Daily**, 20") and "No transcript." in taken["text"]
            third = begin(client, "Third")
            end(client, third)
            assert receiver.posts.get(timeout=30)["meeting"] == third
        second = begin(client, "Weekly")
        end(client, second)
        with running(services, *command):
            post = receiver.posts.get(timeout=30)
            # The program ended before it recorded the third post, so it posts it again with the same key.
            if post["meeting"] == third:
                post = receiver.posts.get(timeout=30)
            assert post["meeting"] == second and post["text"].startswith("**Weekly**")
        assert receiver.posts.empty()


def test_minutes_as_text() -> None:
    meeting = {
        "date": "2026-11-21T09:30:00.000Z",
        "transcript": "",
        "segments": [{"speaker": "Ann", "fromMs": 61_000, "toMs": 62_000, "text": "Done."}],
    }
    assert minutes("Daily", meeting) == "**Daily**, 2026-11-21 09:30 UTC\n- 1:01 *Ann*: Done."


@pytest.mark.services
def test_the_dashboard_shows_what_runs(services: Services) -> None:
    script = [sys.executable, str(examples / "dashboard.py")]
    with Client(services.endpoints) as client:
        early = begin(client, "Early")
        with running(services, *script) as process:
            assert process.stdout is not None

            def find(*words: str) -> str:
                assert process.stdout is not None
                for line in process.stdout:
                    if all(word in line for word in words):
                        return line
                raise AssertionError(f"{words} did not come")

            find("Early", "▶ Ann, then Bob")
            client.meetings.next(early)
            find("Early", "▶ Bob, then Cy")
            late = begin(client, "Late")
            find("Late", "▶ Ann, then Bob")
            client.meetings.end(late)
            find("Late", "waiting for an answer")
            client.meetings.answer(late, "discard")
            end(client, early)
            find("No meeting is running.")


def test_the_dashboard_takes_a_snapshot_that_is_newer_than_what_follows() -> None:
    session = {
        "id": "m",
        "standup": {"title": "", "durationMs": 60_000, "attendees": [{"name": " "}]},
        "speakerIndex": 0,
    }
    dashboard = Dashboard()
    dashboard.take(Snapshot("e", 1, (), ({"session": session, "elapsedMs": 30_000},)))
    event = {"specversion": "1.0", "id": "1", "source": "s", "time": "2026-11-21T09:30:00Z"}
    again = {"type": "meeting.started", "subject": "m", "data": {"standup": session["standup"]}}
    dashboard.take(CloudEvent.parse({**event, **again}))
    assert dashboard.lines(80)[1].split() == [
        "Standup", "██████████░░░░░░░░░░", "0:30", "▶", "Someone",
    ]  # fmt: skip
    dashboard.take(CloudEvent.parse({**event, "type": "meeting.segment", "subject": "x", "data": {}}))
    new = {"standup": {**session["standup"], "title": "New"}}
    asked = {"type": "meeting.alertPresented", "subject": "n", "data": new}
    dashboard.take(CloudEvent.parse({**event, **asked}))
    assert dashboard.lines(80)[1].split()[0] == "New"
    assert dashboard.lines(80)[1].endswith("‖ waiting for an answer")
    dashboard.take(Snapshot("e", 9, (), ()))
    assert dashboard.lines(80) == ["No meeting is running."]


@pytest.mark.services
def test_the_c_subscriber_says_who_speaks(services: Services, tmp_path: Path) -> None:
    program = tmp_path / "now_speaking"
    source = examples / "now_speaking.c"
    assert len(source.read_text().splitlines()) < 80
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", program, source, "-lzmq"], check=True)
    with Client(services.endpoints) as client:
        meeting = begin(client)
        with running(services, str(program), services.endpoints.events, meeting) as process:
            assert process.stderr is not None and process.stdout is not None
            assert process.stderr.readline() == "Confirmed.\n"
            client.meetings.next(meeting)
            assert process.stdout.readline() == "Bob\n"
            client.meetings.next(meeting)
            assert process.stdout.readline() == "Cy\n"
            end(client, meeting)
            assert process.wait(30) == 0


@pytest.mark.services
def test_the_pipeline_says_how_long_it_took(services: Services) -> None:
    script = str(examples / "speaking_time.sh")
    lines: queue.Queue[str] = queue.Queue()
    with (
        Client(services.endpoints) as client,
        running(services, script, "--count", "1") as process,
    ):
        assert process.stdout is not None
        reader = threading.Thread(target=lambda out=process.stdout: lines.put(out.readline()))
        reader.start()
        line = ""
        # A watch does not report when it starts to listen, so meetings are ended until it prints one.
        for number in range(60):
            end(client, begin(client, f"Daily {number}"))
            try:
                line = lines.get(timeout=0.5)
                break
            except queue.Empty:
                continue
        reader.join(30)
        date, title, seconds, spoken = line.rstrip("\n").split("\t")
        assert date.startswith("20") and seconds.endswith(" s") and spoken == "no transcript"
        assert title.startswith("Daily ")
        assert process.wait(30) == 0


def followed(process: subprocess.Popen[str], count: int) -> list[int]:
    """The sequences that a follower prints before it exits."""
    output, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    sequences = [int(line.split()[0]) for line in output.splitlines()]
    assert len(sequences) == count, error
    return sequences


@pytest.mark.services
def test_nats_is_followed_on_though_the_stream_is_made_anew(
    bridged: Services, nats_url: str, tmp_path: Path
) -> None:
    script = [sys.executable, str(examples / "follow_nats.py"), nats_url, str(tmp_path / "position")]
    with Client(bridged.endpoints) as client:
        for number in range(30):
            client.events.publish([{"type": "test.nats", "subject": str(number)}])
        head = int(client.events.heads()["head"])
        with running(bridged, *script, "--count", str(head)) as process:
            first = followed(process, head)
        client.bridge.rebuild()
        for number in range(30):
            client.events.publish([{"type": "test.nats", "subject": str(number)}])
        with running(bridged, *script, "--count", "30") as process:
            first += followed(process, 30)
    assert first == list(range(1, head + 31))


@pytest.mark.services
def test_commands_go_over_nats(bridged: Services, nats_url: str) -> None:
    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        script = [sys.executable, str(examples / "nats_command.py"), nats_url, *arguments]
        return subprocess.run(
            script, check=False, env=bridged.environment, capture_output=True, text=True, timeout=60
        )

    made = command("standups.create", '{"title":"Over NATS","durationMs":60000}')
    assert made.returncode == 0, made.stderr
    listed = command("standups.list")
    assert [one["standup"]["title"] for one in json.loads(listed.stdout)["standups"]].count("Over NATS") == 1
    refused = command("standups.delete", json.dumps({"id": json.loads(made.stdout)["id"]}))
    assert refused.returncode == 1
    assert "STANDUPS_NATS_COMMANDS" in refused.stderr
    wrong = command("standups.create", '{"title":7}')
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("error: ")
    script = [sys.executable, str(examples / "nats_command.py"), "nats://127.0.0.1:1", "standups.list"]
    away = subprocess.run(
        [*script, "--patience", "1"], check=False, capture_output=True, text=True, timeout=60
    )
    assert away.returncode == 1
    assert away.stderr.startswith("error: NATS: ")
    assert away.stderr.count("\n") == 1


@pytest.mark.services
def test_the_c_follower_reads_what_nats_has(bridged: Services, nats_url: str, tmp_path: Path) -> None:
    program = tmp_path / "follow_nats"
    source = examples / "follow_nats.c"
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", program, source, "-lnats"], check=True)
    with Client(bridged.endpoints) as client:
        for number in range(30):
            client.events.publish([{"type": "test.nats", "subject": str(number)}])
        bridged.wait_until(lambda: client.bridge.status().get("behind") == 0, 30, "it is behind")
        head = int(client.events.heads()["head"])
        with running(bridged, str(program), nats_url, "5", "20") as process:
            assert followed(process, 20) == list(range(6, 26))
        assert head >= 30
