#!/usr/bin/env python3
"""Prints every event that is published to NATS, in order and once, and continues there after a restart.

    pip install nats-py
    follow_nats.py nats://localhost:4222 position.json

The name of the stream contains the journal's epoch and the offset between its sequences and those of the journal. The
bridge may rebuild a stream at any time from the journal, so this program identifies printed events by their sequence. A
missing sequence was erased. With --count, the program exits after that many events.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import nats
from nats.errors import Error
from nats.errors import TimeoutError as NothingCame
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy


@dataclass(frozen=True)
class Stream:
    """`<cell>_<epoch8>_<base>`"""

    name: str
    epoch: str
    base: int

    @staticmethod
    async def find(js: JetStreamContext, cell: str) -> Stream | None:
        """Returns the stream that receives the cell's events now; other streams are left over from earlier journals."""
        for info in await js.streams_info():
            name = info.config.name or ""
            if f"{cell}.t.>" in (info.config.subjects or []) and name.startswith(f"{cell}_"):
                _, epoch, base = name.rsplit("_", 2)
                return Stream(name, epoch, int(base))
        return None


@dataclass
class Position:
    """The last printed event: an epoch and a sequence of the journal."""

    path: Path
    epoch: str = ""
    sequence: int = 0

    @staticmethod
    def load(path: Path) -> Position:
        if not path.exists():
            return Position(path)
        saved = json.loads(path.read_text())
        return Position(path, saved["epoch"], saved["sequence"])

    def save(self) -> None:
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps({"epoch": self.epoch, "sequence": self.sequence}))
        os.replace(beside, self.path)


async def read(js: JetStreamContext, stream: Stream, position: Position, cell: str, left: int) -> int:
    """Prints the stream's events after the position until the stream is replaced.

    Returns:
        Number of events that remain to be printed.
    """
    if position.epoch != stream.epoch:
        if position.epoch:
            print(f"The journal has changed; its epoch was {position.epoch}.", file=sys.stderr)
        position.epoch, position.sequence = stream.epoch, stream.base
    consumer = await js.pull_subscribe(
        f"{cell}.t.>",
        stream=stream.name,
        config=ConsumerConfig(
            ack_policy=AckPolicy.NONE,
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=max(1, position.sequence - stream.base + 1),
            inactive_threshold=60,
        ),
    )
    made = (await js.stream_info(stream.name)).created
    while left:
        try:
            messages = await consumer.fetch(min(100, left), timeout=1)
        except NothingCame:
            # A rebuilt stream does not have this consumer.
            if (await js.stream_info(stream.name)).created != made:
                break
            continue
        for message in messages:
            sequence = message.metadata.sequence.stream + stream.base
            if sequence <= position.sequence:
                continue  # printed before the stream was rebuilt
            event = json.loads(message.data)
            print(sequence, event["type"], event["subject"], flush=True)
            position.sequence = sequence
            left -= 1
        position.save()
    return left


async def follow(url: str, path: Path, cell: str, count: int) -> None:
    connection = await nats.connect(url, max_reconnect_attempts=-1)
    js = connection.jetstream()
    position = Position.load(path)
    left = count
    while left:
        try:
            if stream := await Stream.find(js, cell):
                left = await read(js, stream, position, cell, left)
        except (Error, OSError) as error:
            print(f"Retrying: {error}", file=sys.stderr)
        if left:
            await asyncio.sleep(0.5)
    await connection.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("position", type=Path)
    parser.add_argument("--cell", default="standups", help="STANDUPS_NATS_CELL of the bridge")
    parser.add_argument("--count", type=int, default=-1, help="number of events after which to exit")
    arguments = parser.parse_args()
    try:
        asyncio.run(follow(arguments.url, arguments.position, arguments.cell, arguments.count))
    except KeyboardInterrupt:
        pass
