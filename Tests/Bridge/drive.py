"""The bridge under load; see scripts/test-bridge --help."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import nats
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from standups import Client, Endpoints

SERVICES = ("router", "persistence", "standups", "timer", "bridge")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def eventually(what: str, is_so: Callable[[], Any], seconds: float = 120) -> float:
    """Waits for a condition, and returns the duration."""
    begin = time.monotonic()
    while True:
        try:
            if is_so():
                return time.monotonic() - begin
        except Exception as error:  # noqa: BLE001  # a service that is being started
            last: Exception | None = error
        else:
            last = None
        if time.monotonic() - begin > seconds:
            raise RuntimeError(f"not within {seconds:.0f} s: {what}") from last
        time.sleep(0.05)


def quantile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Server:
    """One nats-server."""

    def __init__(self, folder: Path, name: str, port: int, more: str = "") -> None:
        self.folder, self.name, self.port = folder / name, name, port
        self.folder.mkdir()
        (self.folder / "server.conf").write_text(
            f'server_name: {name}\nlisten: "127.0.0.1:{port}"\njetstream {{ store_dir: "{self.folder}/data" }}\n{more}\n')
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                ["/usr/sbin/nats-server", "-c", str(self.folder / "server.conf")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


def ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    found = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return found


def cluster(folder: Path, count: int) -> list[Server]:
    numbers = ports(2 * count)
    routes = ", ".join(f"nats://127.0.0.1:{port}" for port in numbers[count:])
    return [
        Server(folder, f"n{place + 1}", numbers[place], "" if count == 1 else
               f'cluster {{ name: drive, listen: "127.0.0.1:{numbers[count + place]}", routes: [{routes}] }}')
        for place in range(count)
    ]


class World:
    """Services and servers in a directory of their own."""

    def __init__(self, binaries: Path, servers: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bridge-"))
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.servers: list[Server] = []
        self.binaries = binaries
        (self.folder / "run").mkdir(mode=0o700)
        self.servers = cluster(self.folder, servers)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("STANDUPS_")} | {
            "STANDUPS_RUNTIME_DIR": f"{self.folder}/run",
            "STANDUPS_DATA": f"{self.folder}/data",
            "STANDUPS_JOURNAL_EVENTS": "100000000",
        }
        self.settings = {
            "bridge": {
                "STANDUPS_NATS_URL": ",".join(server.url for server in self.servers),
                "STANDUPS_NATS_REPLICAS": str(servers),
            }
        }
        (self.folder / "data").mkdir()
        for name in SERVICES:
            self.start(name)
        self.client = Client(Endpoints.of_environment(self.environment))
        eventually("the bridge is live", lambda: self.status()["state"] == "live")

    def start(self, name: str) -> None:
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(self.binaries / f"{name}-service")], env=self.environment | self.settings.get(name, {}), stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        self.processes[name].kill()
        self.processes[name].wait()

    def close(self) -> None:
        self.client.close()
        for name in reversed(SERVICES):
            self.processes[name].send_signal(signal.SIGTERM)
            try:
                self.processes[name].wait(10)
            except subprocess.TimeoutExpired:
                self.processes[name].kill()
        for server in self.servers:
            server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def status(self) -> dict[str, Any]:
        return self.client.command("bridge.status")

    def publish(self, count: int, at_once: int = 200) -> None:
        for first in range(0, count, at_once):
            drafts = [
                {"type": "test.bridge", "subject": f"s{number % 50}", "data": {"number": number, "text": "x" * 100}}
                for number in range(first, min(first + at_once, count))
            ]
            self.client.command("events.publish", {"events": drafts})

    def head(self) -> int:
        return int(self.client.command("events.heads")["head"])

    def caught_up(self, seconds: float = 300) -> float:
        head = self.head()
        return eventually("the stream has everything", lambda: self.status().get("sequence", 0) >= head, seconds)

    def journal(self) -> Iterator[dict[str, Any]]:
        after = 0
        while True:
            page = self.client.command("events.replay", {"after": after, "limit": 1000})
            for event in page["events"]:
                after = int(event["sequence"])
                yield event
            if not page["hasMore"]:
                return

    def wrong(self) -> int:
        """Number of stream positions that differ from the journal."""
        status = self.status()
        messages = asyncio.run(read(self.servers[0].url, status["stream"], status["sequence"] - status["base"]))
        wrong = 0
        count = 0
        for event in self.journal():
            count += 1
            place = int(event["sequence"]) - status["base"]
            if messages.get(place) != event["id"]:
                wrong += 1
        return wrong + max(0, len(messages) - count)


async def read(url: str, stream: str, last: int) -> dict[int, str]:
    """The ids of all events of a stream, by position."""
    connection = await nats.connect(url)
    js = connection.jetstream(timeout=30)
    consumer = await js.pull_subscribe(
        "standups.t.>", stream=stream,
        config=ConsumerConfig(
            ack_policy=AckPolicy.NONE, deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=1))
    found: dict[int, str] = {}
    while max(found, default=0) < last:
        for message in await consumer.fetch(1000, timeout=30):
            found[message.metadata.sequence.stream] = json.loads(message.data)["id"]
    await connection.close()
    return found


@contextmanager
def world(binaries: Path, servers: int) -> Iterator[World]:
    one = World(binaries, servers)
    try:
        yield one
    finally:
        one.close()


async def leader(urls: list[str], stream: str) -> str | None:
    connection = await nats.connect(urls, connect_timeout=2)
    try:
        info = await connection.jetstream(timeout=5).stream_info(stream)
        return info.cluster.leader if info.cluster else None
    finally:
        await connection.close()


def leaders(arguments: argparse.Namespace) -> dict[str, Any]:
    """Publishes events while leaders are killed."""
    with world(arguments.binaries, 3) as one:
        stream = one.status()["stream"]
        names: list[str] = []
        begin = time.monotonic()
        for _ in range(arguments.kills):
            one.publish(arguments.events // (arguments.kills + 1))
            name: list[str | None] = [None]

            def led(name: list[str | None] = name) -> bool:
                name[0] = asyncio.run(leader([server.url for server in one.servers], stream))
                return bool(name[0])

            eventually("the stream has a leader", led)
            victim = next(server for server in one.servers if server.name == name[0])
            victim.kill()
            names.append(victim.name)
            one.publish(500)
            victim.start()
            say(f"{victim.name}, which led the stream, was killed and started again")
        one.publish(max(0, arguments.events - one.head()))
        one.caught_up()
        status = one.status()
        return {
            "events": one.head(), "kills": names, "wrong": one.wrong(), "rebuilt": status["rebuilt"],
            "seconds": round(time.monotonic() - begin, 1)}


def lag(arguments: argparse.Namespace) -> dict[str, Any]:
    """Latency from an event to a NATS subscriber, at 1,000 events per second."""

    async def listen(url: str, count: int, ready: asyncio.Event) -> list[float]:
        connection = await nats.connect(url)
        times: list[float] = []
        done = asyncio.Event()

        async def take(message: Any) -> None:
            now = time.time()
            event = json.loads(message.data)
            if event["type"] == "test.bridge":
                times.append(now - datetime.fromisoformat(event["time"]).timestamp())
                if len(times) >= count:
                    done.set()

        await connection.subscribe("standups.t.>", cb=take)
        await connection.flush()
        ready.set()
        await asyncio.wait_for(done.wait(), 60 + count / 500)
        await connection.close()
        return times

    async def run(one: World) -> list[float]:
        count = 1000 * arguments.seconds
        ready = asyncio.Event()
        task = asyncio.create_task(listen(one.servers[0].url, count, ready))
        await ready.wait()

        def publish() -> None:
            begin = time.monotonic()
            for turn in range(count // 10):
                one.publish(10, 10)
                time.sleep(max(0.0, begin + 0.01 * (turn + 1) - time.monotonic()))

        await asyncio.to_thread(publish)
        return await task

    with world(arguments.binaries, 1) as one:
        # The bridge subscribes to a type once it has seen it.
        one.publish(10)
        one.caught_up()
        begin = time.monotonic()
        times = asyncio.run(run(one))
        return {
            "events": len(times), "perSecond": round(len(times) / (time.monotonic() - begin)),
            "p50Ms": round(1000 * quantile(times, 0.5), 1), "p99Ms": round(1000 * quantile(times, 0.99), 1),
            "maxMs": round(1000 * max(times), 1)}


def away(arguments: argparse.Namespace) -> dict[str, Any]:
    """Commands with NATS available and unavailable."""

    def commands(one: World, seconds: int) -> dict[str, float]:
        times: list[float] = []
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            begin = time.monotonic()
            one.client.standups.create(f"Standup {number}", ["Ann"], 60_000)
            times.append(time.monotonic() - begin)
            number += 1
            time.sleep(0.01)
        return {
            "commands": len(times), "p50Ms": round(1000 * quantile(times, 0.5), 2),
            "p99Ms": round(1000 * quantile(times, 0.99), 2), "maxMs": round(1000 * max(times), 1)}

    with world(arguments.binaries, 1) as one:
        there = commands(one, arguments.seconds)
        one.servers[0].kill()
        gone = commands(one, arguments.away or arguments.seconds)
        eventually("it is told", lambda: one.status()["state"] == "away")
        behind = one.status().get("behind", 0)
        one.servers[0].start()
        took = eventually(
            "the stream has everything",
            lambda: one.status()["state"] == "live" and one.status()["sequence"] >= one.head())
        return {
            "there": there, "away": gone, "awaySeconds": arguments.away or arguments.seconds, "behind": behind,
            "backAfterSeconds": round(took, 1), "wrong": one.wrong()}


def rebuild(arguments: argparse.Namespace) -> dict[str, Any]:
    """A stream that is deleted and rebuilt."""
    with world(arguments.binaries, 1) as one:
        say(f"{arguments.rebuild} events are published")
        one.publish(arguments.rebuild, 1000)
        first = one.caught_up(3600)
        head = one.head()
        say("the stream is made anew")
        begin = time.monotonic()
        one.client.command("bridge.rebuild")
        eventually(
            "it was made anew",
            lambda: one.status()["rebuilt"] == 1 and one.status().get("sequence", 0) >= head, 3600)
        took = time.monotonic() - begin
        return {
            "events": head, "seconds": round(took, 1), "perSecond": round(head / took),
            "behindTheJournalSeconds": round(first, 1), "wrong": one.wrong() if head <= 200_000 else None}


PARTS = {"leaders": leaders, "lag": lag, "away": away, "rebuild": rebuild}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--events", type=int, default=50_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--away", type=int, default=0)
    parser.add_argument("--rebuild", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures: dict[str, Any] = {}
    for name in arguments.parts or PARTS:
        say(f"==> {name}")
        figures[name] = PARTS[name](arguments)
        say(json.dumps(figures[name]))
    if arguments.json:
        print(json.dumps(figures, indent=2))
    return 1 if any(one.get("wrong") for one in figures.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
