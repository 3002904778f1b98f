"""Follows docs/http.md as a reader would: runs every command and program, and compares what they print with the page."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import blocks
from services import Services
from test_events_page import terminal

PAGE = "http.md"
ADDRESS = "127.0.0.1:8080"
[(_, UP), (_, TOKEN), (_, FOLLOW), (_, CREATE), (_, STANDUP), (_, EVENT)] = blocks(PAGE, "Four steps")
[(_, TOKENS)] = blocks(PAGE, "Tokens")
[(_, MEET)] = blocks(PAGE, "Commands")
[(_, REPEAT)] = blocks(PAGE, "Idempotency")
[(_, MISSING), (_, ERROR)] = blocks(PAGE, "Errors")
[(_, LIMIT), (_, LIMITS)] = blocks(PAGE, "Rate limits")
[(_, CONTINUE), (_, FILTER)] = blocks(PAGE, "Events")
[(_, READ)] = blocks(PAGE, "Readable addresses")
[(_, CONFIGURATION), (_, TOOLS)] = blocks(PAGE, "Assistants")
[(_, TABLE), (_, FIGURES)] = blocks(PAGE, "Spreadsheets")
UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class Reader:
    """A terminal in which the commands of the page are typed, with the address of these services."""

    def __init__(self, services: Services, directory: Path) -> None:
        self.services, self.directory = services, directory
        services.environment["TOKEN"] = self.type(TOKEN + "\necho $TOKEN").strip()

    def script(self, text: str) -> str:
        return text.replace(ADDRESS, self.services.environment["STANDUPS_WEB"])

    def type(self, text: str, **variables: str) -> str:
        """Runs commands.

        Returns:
            Their output.
        """
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.script(text)],
            cwd=self.directory,
            env=self.services.environment | variables,
            stdout=subprocess.PIPE,
            text=True,
            timeout=60,
            check=True,
        )
        return ended.stdout

    def create(self) -> dict[str, Any]:
        standup: dict[str, Any] = json.loads(self.type(CREATE))
        return standup

    def meet(self, standup: str) -> str:
        """Runs the meeting of the page.

        Returns:
            Its id.
        """
        return self.type(MEET + "\necho; echo $MEETING", STANDUP=standup).splitlines()[-1]


@pytest.fixture
def reader(served: Services, tmp_path: Path) -> Iterator[Reader]:
    yield Reader(served, tmp_path)


@pytest.mark.services
def test_four_steps_lead_to_the_first_event(reader: Reader) -> None:
    # The services of this test run already.
    assert UP == "standups up"
    token = reader.services.environment["TOKEN"]
    assert re.fullmatch(r"standups_[A-Za-z0-9_-]{43}", token), token
    with terminal(reader.services, "bash", "-c", reader.script(FOLLOW), cwd=reader.directory) as follow:
        # The stream has begun when its first line arrives.
        follow.line("retry: 2000")
        created = reader.create()
        shown = json.loads(STANDUP)
        ids = [{**one, "id": "same"} for one in shown["attendees"]]
        assert [{**one, "id": "same"} for one in created["attendees"]] == ids
        assert {**created, "id": shown["id"], "attendees": shown["attendees"]} == shown
        follow.line("event: standup.created")
        data = follow.lines.get(timeout=30)
    event = json.loads(data.removeprefix("data: "))
    assert event["type"] == "standup.created" and event["subject"] == created["id"]
    retry, place, empty, identifier, type_, shown_data = EVENT.splitlines()
    assert retry == "retry: 2000" and not empty
    assert all(re.fullmatch(rf"id: {UUID.pattern}/\d+", line) for line in (place, identifier))
    assert type_ == "event: standup.created"
    assert all(part in shown_data for part in ("data: {", '"type":"standup.created"'))


@pytest.mark.services
def test_tokens_are_listed_and_revoked(reader: Reader) -> None:
    add, list_, revoke = TOKENS.splitlines()
    board = reader.type(add).strip()
    me = f"curl -s -o /dev/null -w '%{{http_code}}' -H 'Authorization: Bearer {board}' http://{ADDRESS}/api/me"
    assert reader.type(me) == "200"
    listed = reader.type(list_)
    assert "board" in listed and "tutorial" in listed
    assert board not in listed
    reader.type(revoke)
    assert reader.type(me) == "401"


@pytest.mark.services
def test_a_meeting_runs_and_is_read_again(reader: Reader) -> None:
    standup = reader.create()["id"]
    meeting = reader.meet(standup)
    title, meetings, past, *minutes, live = reader.type(READ, STANDUP=standup, MEETING=meeting).splitlines()
    assert (title, meetings, past, live) == ("Daily", "1", meeting, "0")
    assert "Daily" in minutes[0]
    reader.type(TABLE, STANDUP=standup, MEETING=meeting)
    rows = (reader.directory / "turns.csv").read_text(encoding="utf-8-sig").splitlines()
    assert rows[0].startswith("meeting,started,turn,attendee,name")
    assert [row.split(",")[4] for row in rows[1:]] == ["Ann", "Bob"]
    reader.type(FIGURES, STANDUP=standup)
    meetings_table, people_table = (reader.directory / "stats.csv").read_text(encoding="utf-8-sig").split("\n\n")
    assert meeting in meetings_table
    assert [name for name in ("Ann", "Bob") if name in people_table] == ["Ann", "Bob"]


@pytest.mark.services
def test_a_repeated_command_is_executed_once(reader: Reader) -> None:
    first, second = reader.type(REPEAT).split()
    assert UUID.fullmatch(first) and first == second


@pytest.mark.services
def test_an_error_is_like_the_one_on_the_page(reader: Reader) -> None:
    assert json.loads(reader.type(MISSING)) == json.loads(ERROR)


@pytest.mark.services
def test_responses_contain_the_state_of_the_rate_limit(reader: Reader) -> None:
    assert reader.type(LIMIT).replace("\r", "").splitlines() == LIMITS.splitlines()


@pytest.mark.services
def test_a_stream_continues_after_the_last_event(reader: Reader) -> None:
    standup = reader.create()["id"]
    reader.meet(standup)
    with terminal(reader.services, "bash", "-c", reader.script(FILTER), STANDUP=standup) as filtered:
        filtered.line("event: meeting.started")
        started = json.loads(filtered.lines.get(timeout=30).removeprefix("data: "))
        filtered.line("event: meeting.finished")
    last = f"{started['epoch']}/{int(started['sequence'])}"
    # The first steps of the page wrote this file.
    (reader.directory / "events.txt").write_text(f"retry: 2000\nid: {last}\n", encoding="utf-8")
    with terminal(reader.services, "bash", "-c", reader.script(CONTINUE), cwd=reader.directory) as continued:
        continued.line("event: meeting.speakerChanged")


@pytest.mark.services
def test_an_assistant_lists_its_tools(reader: Reader) -> None:
    assert {"list_standups", "start_meeting"} < {*reader.type(TOOLS).split()}
    [server] = json.loads(CONFIGURATION)["mcpServers"].values()
    assert server["type"] == "http" and server["url"].endswith("/mcp")
    assert server["headers"] == {"Authorization": "Bearer TOKEN"}
