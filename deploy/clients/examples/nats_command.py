#!/usr/bin/env python3
"""Sends a command over NATS and prints the reply.

    pip install nats-py
    nats_command.py nats://localhost:4222 standups.list
    nats_command.py nats://localhost:4222 standups.create '{"title":"Daily","durationMs":900000}'

The bridge accepts the commands in STANDUPS_NATS_COMMANDS. While it is unavailable or busy, the command is retried with
its idempotency key, so that it takes effect only once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import uuid

import nats
from nats.errors import Error, NoRespondersError, NoServersError
from nats.errors import TimeoutError as NothingCame


async def quiet(_: Exception) -> None:
    """Errors are reported once, at the end."""


async def ask(url: str, subject: str, body: bytes, headers: dict[str, str]) -> tuple[dict, bool]:
    """Returns the reply and whether it is an error of the services."""
    try:
        # With reconnects, the library would retry for minutes before it reported that no server answers.
        connection = await asyncio.wait_for(nats.connect(url, allow_reconnect=False, error_cb=quiet), 2)
    except asyncio.TimeoutError as error:
        raise NoServersError from error
    try:
        answer = await connection.request(subject, body, timeout=15, headers=headers)
        return json.loads(answer.data), "Nats-Service-Error" in (answer.headers or {})
    finally:
        await connection.close()


async def command(url: str, cell: str, target: str, body: str, patience: float) -> dict | str:
    """Returns the reply, or a string with the reason for its absence."""
    headers = {"Nats-Msg-Id": str(uuid.uuid4())}
    end = asyncio.get_running_loop().time() + patience
    while True:
        pause = 0.5
        try:
            reply, is_error = await ask(url, f"{cell}.cmd.{target}", body.encode(), headers)
        except NoRespondersError:
            why = "no bridge accepts commands there"
        except NothingCame:
            why = "no reply arrived in time"
        except (Error, OSError) as error:
            why = f"NATS: {error}"
        else:
            if not is_error:
                return reply
            why = reply["message"]
            if not reply["retryable"]:
                return why
            pause = reply.get("retryAfterMs", 500) / 1000
        if asyncio.get_running_loop().time() + pause > end:
            return why
        await asyncio.sleep(pause)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("target")
    parser.add_argument("body", nargs="?", default="{}")
    parser.add_argument("--cell", default="standups", help="STANDUPS_NATS_CELL of the bridge")
    parser.add_argument("--patience", type=float, default=30, help="seconds to retry")
    arguments = parser.parse_args()
    result = asyncio.run(
        command(arguments.url, arguments.cell, arguments.target, arguments.body, arguments.patience)
    )
    if isinstance(result, str):
        sys.exit(f"error: {result}")
    print(json.dumps(result))
