"""Spans of real services, decoded with OpenTelemetry's own definitions."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from collector import Answer, Collector
from services import Services, binaries, eventually
from standups import Client, CloudEvent, Snapshot

pytestmark = pytest.mark.services

OUTER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

#: Unnoticed change of the machine's clock between two requests, at most, in nanoseconds.
STEP = 2_000_000


def span_id(message: dict[str, Any]) -> str:
    """The last 8 bytes of a message's id."""
    return str(message["id"]).replace("-", "")[16:]


def settings(collector: Collector, **more: str) -> dict[str, str]:
    return {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.endpoint,
        "OTEL_BSP_SCHEDULE_DELAY": "50",
        **more,
    }


def test_a_meeting_is_exported_span_by_span() -> None:
    with Collector() as collector:
        more = {
            "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20t",
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test",
        }
        with Services(settings(collector, **more)) as services, Client(services.endpoints) as client:
            follower = client.follow(types=["meeting."])
            assert isinstance(next(follower), Snapshot)
            standup = client.standups.create("Rhubarb", ["Wilhelmina", "Bartholomew"], 60_000)
            started = client.command(
                "meetings.start", {"standup": standup["id"], "isRecorded": False}, traceparent=OUTER
            )
            meeting = started["session"]["id"]
            client.meetings.next(meeting)
            client.meetings.next(meeting)
            client.meetings.answer(meeting, "saveAndEnd")
            events: list[CloudEvent] = []
            while not events or events[-1].type != "meeting.finished":
                item = next(follower)
                assert isinstance(item, CloudEvent)
                events.append(item)
            correlation = events[-1].correlation
            assert correlation is not None
            # A trace has the name of the command that started it.
            traces = {correlation: correlation.replace("-", "")}
            assert events[0].correlation is not None
            traces[events[0].correlation] = OUTER.split("-")[1]
            for id, trace in traces.items():

                def is_whole(id: str = id, trace: str = trace) -> bool:
                    told = client.router.trace(id)["messages"]
                    spans = {span.id for span in collector.of_trace(trace)}
                    return {span_id(one) for one in told if "answer" in one} == spans and len(spans) == len(told)

                eventually(is_whole, 30, f"the spans of {trace} are not its messages")
                told = client.router.trace(id)["messages"]
                spans = {span.id: span for span in collector.of_trace(trace)}
                assert len(spans) == len(collector.of_trace(trace))
                for message in told:
                    span = spans[span_id(message)]
                    assert span.name == message["target"]
                    assert span.service == f"standups-{message['to']}"
                    assert span.attributes["messaging.message.id"] == message["id"]
                    assert span.attributes["messaging.message.conversation_id"] == id
                    assert span.attributes["standups.from"] == message["from"]
                    assert span.kind == 2 and not span.failed
                    assert abs((span.end - span.start) // 1000 - message["answer"]["afterUs"]) <= 1
                    if "cause" in message:
                        parent = spans[span_id({"id": message["cause"]})]
                        assert span.parent == parent.id
                        assert parent.start - STEP <= span.start
                    else:
                        assert span.parent == (OUTER.split("-")[2] if trace in OUTER else "")
            assert client.router.trace(OUTER.split("-")[1])["correlation"] == events[0].correlation
            # The command line continues the trace named by its environment, or starts one.
            inner = OUTER.replace("4bf9", "aaaa")
            command = [str(services.binaries / "standups"), "list", "--json"]
            environment = services.environment | {"TRACEPARENT": inner}
            subprocess.run(command, env=environment, check=True, capture_output=True)
            collector.wait_until(
                lambda _: bool(collector.of_trace(inner.split("-")[1])), 30, "the list has no span"
            )
            assert "standups.list" in {span.name for span in collector.of_trace(inner.split("-")[1])}
            assert client.router.health()["problems"] == []
        assert collector.problems == []
        assert all(headers["authorization"] == "Bearer t" for headers in collector.headers)
        everything = b"".join(collector.bodies)
        assert b'"deployment.environment.name"' in everything
        # No words and no names of people are exported.
        for word in (b"Rhubarb", b"Wilhelmina", b"Bartholomew"):
            assert word not in everything


def test_what_is_sampled_is_said_from_outside() -> None:
    with Collector() as collector:
        more = {"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0"}
        with Services(settings(collector, **more)) as services, Client(services.endpoints) as client:
            client.standups.list()
            client.command("standups.list", traceparent=OUTER[:-2] + "00")
            client.command("standups.list", traceparent=OUTER)
            # With --trace a command is exported regardless of the ratio.
            command = [str(services.binaries / "standups"), "list", "--trace", "--json"]
            done = subprocess.run(
                command, env=services.environment, check=True, capture_output=True, text=True
            )
            begun = [json.loads(line)["trace"]["correlation"] for line in done.stderr.splitlines()]
            traces = {OUTER.split("-")[1], *(correlation.replace("-", "") for correlation in begun)}
            assert len(traces) > 1
            collector.wait_until(
                lambda _: {span.trace for span in collector.spans} >= traces, 30, "not all came"
            )
            assert {span.trace for span in collector.spans} == traces
            for trace in traces - {OUTER.split("-")[1]}:
                assert [span.parent for span in collector.of_trace(trace)].count("") == 1
        assert collector.problems == []


def test_a_collector_that_is_busy_gets_it_again_and_is_told_of() -> None:
    busy = Answer(503, (("Retry-After", "2"),))
    partial = Answer(200, (), '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"beware"}}')
    with Collector() as collector:
        with Services(settings(collector)) as services, Client(services.endpoints) as client:
            count = collector.script([busy, partial])
            client.standups.list()
            collector.wait_until(lambda _: len(collector.bodies) > count, 30, "nothing came")
            # The collector receives the spans before the router has read its answer.
            problem, problems = "is not receiving spans", ""
            while problem not in problems and len(collector.bodies) == count + 1:
                problems = "\n".join(client.router.health()["problems"])
            assert problem in problems
            collector.wait_until(
                lambda _: len(collector.bodies) > count + 1, 30, "it did not come again"
            )
            assert collector.bodies[count] == collector.bodies[count + 1]
            client.standups.create("One more", ["Ann"])
        # Spans of commands answered before the end were sent.
        assert "standups.create" in {span.name for span in collector.spans}
        assert collector.problems == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"),
        ("OTEL_TRACES_SAMPLER_ARG", "2"),
        ("STANDUPS_TRACE_MESSAGES", "0"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(name: str, value: str, directory: str) -> None:
    environment = {
        "STANDUPS_RUNTIME_DIR": directory,
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
        "OTEL_TRACES_SAMPLER": "traceidratio",
        name: value,
    }
    done = subprocess.run(
        [str(binaries() / "router-service")], check=False, env=environment, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 78
    assert name in done.stderr
