"""Runs the programs of docs/protocol.md as a reader would, after `standups up` and with default settings."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pages import blocks
from services import Services
from standups import BEGINNING, Client, CloudEvent
from test_protocol import Program, running

[(_, REQUEST)] = blocks("protocol.md", "A request")
[(_, SIGNATURE)] = blocks("protocol.md", "The signature")


def durable(lines: list[str]) -> list[str]:
    """The types of the durable events among the lines that the client prints."""
    return [type for _, type, *_ in map(str.split, lines) if type != "meeting.tick"]


def journal(services: Services) -> list[str]:
    """The types of the events of the meeting, as the journal has them."""
    with Client(services.endpoints) as client:
        types: list[str] = []
        for item in client.follow(types=["meeting."], position=BEGINNING):
            if isinstance(item, CloudEvent):
                types.append(item.type)
                if item.type == "meeting.finished":
                    break
        return types


@contextmanager
def suspended(program: Program) -> Iterator[None]:
    """Suspends the client. A router that starts meanwhile publishes events that the client misses."""
    program.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        program.process.send_signal(signal.SIGCONT)


@pytest.mark.services
def test_the_client_runs_as_printed(services: Services) -> None:
    with running(services.environment) as program:
        types = durable(program.rest())
    assert types == ["meeting.started", "meeting.speakerChanged", "meeting.finished"]


@pytest.mark.services
def test_the_client_prints_each_event_once_although_the_router_dies(services: Services) -> None:
    with running(services.environment) as program:
        lines = [program.line()]
        services.kill("router")
        lines += program.rest()
    assert durable(lines) == journal(services)


@pytest.mark.services
def test_the_client_replays_a_gap(services: Services) -> None:
    with running(services.environment) as program:
        lines = [program.line()]
        with suspended(program):
            services.kill("router")
            types = journal(services)
        lines += program.rest()
    assert durable(lines) == types


@pytest.mark.services
@pytest.mark.parametrize("services", [{"STANDUPS_JOURNAL_EVENTS": "1"}], indirect=True)
def test_the_client_takes_a_snapshot_if_the_journal_is_compacted(services: Services) -> None:
    with running(services.environment) as program:
        program.line()
        with suspended(program):
            services.kill("router")
            journal(services)
            # The journal is compacted when persistence starts.
            services.kill("persistence")
            with Client(services.endpoints) as client:
                while int(client.events.heads()["oldest"]) == 1:
                    time.sleep(0.05)
        assert program.rest()[-1] == "snapshot: the meeting is over\n"


def test_the_program_prints_the_signature_of_the_request() -> None:
    printed = subprocess.run([sys.executable, "-c", SIGNATURE], check=True, capture_output=True, text=True)
    [signature] = re.findall(r"^Webhook-Signature: (.*)$", REQUEST, re.MULTILINE)
    assert printed.stdout == f"{signature}\n"
