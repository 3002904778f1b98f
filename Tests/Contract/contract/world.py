"""A running bus, and what the parts of the scenario share."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import zmq

from .client import Client
from .proxy import Listener, Proxy
from .services import Services
from .traffic import Event, Log, Message

FROM_THE_APPS = [
    {
        "id": "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b01", "title": "Imported", "theme": "appOrange",
        "duration": [16, 4852094820647174144],
        "attendees": [{"id": "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b02", "name": "Blob"}],
        "meetings": [{
            "id": "8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b03", "date": 700000000.0,
            "transcript": "The periscope is finished.",
        }],
    }
]


class World:
    """A bus with all services, and a tool."""

    def __init__(
        self, context: zmq.Context, log: Log, services: Services, audio: Path, *, has_engine: bool,
    ) -> None:
        self.context, self.log, self.services = context, log, services
        # A recording, 16 kHz mono, and true if there is an engine to recognise it.
        self.audio, self.has_engine = audio, has_engine
        # Values that a part keeps for its later functions, by feature.
        self.notes: dict[str, Any] = {}
        self.proxy = Proxy(context, log, services.proxied, services.commands)
        self.listener = Listener(context, log, services.events)
        self.tool = Client(context, services.proxied)
        self.began = len(log)
        self.proxy.start()
        self.listener.start()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.tool.close()
        self.listener.stop()
        self.proxy.stop()

    def until_up(self, *names: str) -> None:
        """Waits until the router has registered these services."""
        until_up(self.tool, names)

    def event(self, kind: str, since: int, seconds: float = 30, **labels: str) -> Any:
        """Waits for an event of a type, optionally with a subject.

        Returns:
            The whole event.
        """
        def test(item: Message | Event) -> Any:
            if isinstance(item, Message) or not item.topic.startswith(f"t/{kind}/"):
                return None
            body = item.body
            return body if all(body.get(key) == value for key, value in labels.items()) else None
        return self.log.wait(f"the event {kind}", test, since=since, seconds=seconds)

    def delegate(self, target: str, since: int, seconds: float = 10) -> Message:
        """Waits for a delegate call."""
        return self.log.wait(
            f"the delegate call {target}",
            lambda item: isinstance(item, Message) and item.kind == "DLG" and item.target == target and item,
            since=since, seconds=seconds)


def until_up(tool: Client, names: Iterable[str], seconds: float = 60) -> None:
    """Waits until the router has registered these services. A busy machine may need seconds to start it.

    Raises:
        TimeoutError: it did not.
    """
    wanted = set(names)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            listed = tool.ask("router.services", patience_ms=2000)
        except TimeoutError:
            continue
        if listed.kind == "FIN" and wanted <= {one["name"] for one in listed.body["services"]}:
            return
        time.sleep(0.05)
    raise TimeoutError(f"{', '.join(sorted(wanted))} did not come")


def key() -> str:
    return str(uuid.uuid4())


def of_meeting(meeting: str) -> str:
    """The meeting's id in the services that work for it."""
    return f"meeting/{meeting}"


def nested(levels: int) -> Any:
    """Nested objects."""
    value: Any = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


def eventually(test: Callable[[], bool], seconds: float = 30) -> None:
    """Polls until the test is true.

    Raises:
        TimeoutError: it did not become true.
    """
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end:
            code = test.__code__
            raise TimeoutError(
                f"what {code.co_filename}:{code.co_firstlineno} asks for did not become true within {seconds:g} s")
        time.sleep(0.02)


def new_standup(tool: Client, title: str, duration_ms: int, *names: str) -> str:
    return tool.do(
        "standups.create",
        {"title": title, "durationMs": duration_ms, "attendees": [{"name": name} for name in names]}, idem=key(),
    )["id"]
