"""The traces that commands belong to."""

from __future__ import annotations

import asyncio

import pytest
from fake_router import FakeRouter
from opentelemetry import trace
from standups import AsyncClient, Client, current_traceparent, traced

ONE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
OTHER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"


def test_a_command_belongs_to_the_trace_that_is_said(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        client.standups.list()
        client.command("standups.list", traceparent=ONE)
        with traced(ONE):
            client.standups.list()
            client.command("standups.list", traceparent=OTHER)
            with traced(None):
                client.standups.list()
        client.standups.list()
    found = [message.header.get("traceparent") for message in router.received]
    assert found == [None, ONE, ONE, OTHER, None, None]


def test_tasks_have_traces_of_their_own(router: FakeRouter) -> None:
    async def main() -> None:
        async with AsyncClient(router.endpoints) as client:

            async def ask(limit: int, traceparent: str) -> None:
                with traced(traceparent):
                    await client.standups.list(limit=limit)

            await asyncio.gather(ask(1, ONE), ask(2, OTHER))

    asyncio.run(main())
    found = {message.body["limit"]: message.header.get("traceparent") for message in router.received}
    assert found == {1: ONE, 2: OTHER}


def test_the_current_span_of_opentelemetry_is_taken() -> None:
    assert current_traceparent() is None
    span = trace.SpanContext(
        0x4BF92F3577B34DA6A3CE929D0E0E4736, 0x00F067AA0BA902B7, False, trace.TraceFlags(1)
    )
    with trace.use_span(trace.NonRecordingSpan(span)):
        assert current_traceparent() == ONE
        with traced(OTHER):
            assert current_traceparent() == OTHER
        with traced(None):
            assert current_traceparent() is None
    assert current_traceparent() is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "00-x",
        ONE + "\n",
        ONE.upper(),
        ONE.replace("00-", "ff-", 1),
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    ],
)
def test_what_is_none_is_refused(text: str, router: FakeRouter) -> None:
    with pytest.raises(ValueError, match="invalid traceparent"), traced(text):
        pass
    with Client(router.endpoints) as client, pytest.raises(ValueError, match="invalid traceparent"):
        client.command("standups.list", traceparent=text)
    assert router.received == []
