"""Proxies between each party and the router; this process can cut and slow their connections.

    python -m faults.wire FOLDER PARTY…

It listens on FOLDER/PARTY-commands, -events and -ingest, and connects on to FOLDER/commands and so on. Each line
on its input is an order, such as {"party": "timer", "mode": "cut"}. It is a separate process so that work of the
driver does not delay the connections. Bytes are forwarded as they arrive, so a cut may fall within a message.
"""

from __future__ import annotations

import asyncio
import json
import sys

SOCKETS = ("commands", "events", "ingest")


class Party:
    """The connections of one service, or of several clients."""

    def __init__(self) -> None:
        self.mode = "pass"
        self.delay = 0.0
        self._passing = asyncio.Event()
        self._passing.set()
        self._writers: set[asyncio.StreamWriter] = set()

    def order(self, mode: str, delay: float) -> None:
        self.mode, self.delay = mode, delay
        if mode == "cut":
            for writer in self._writers:
                writer.transport.abort()
        if mode == "stall":
            self._passing.clear()
        else:
            self._passing.set()

    async def join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter, path: str) -> None:
        """Forwards one connection from its start to its end."""
        if self.mode == "cut":
            back.transport.abort()
            return
        try:
            far, forth = await asyncio.open_unix_connection(path)
        except OSError:
            back.transport.abort()  # The router is unavailable; libzmq reconnects
            return
        self._writers |= {back, forth}
        try:
            await asyncio.gather(self._pump(near, forth), self._pump(far, back))
        finally:
            self._writers -= {back, forth}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                if self.mode == "slow":
                    await asyncio.sleep(self.delay)
                await self._passing.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass  # Cut, or the other side has closed; both directions end
        finally:
            writer.transport.abort()


async def main(folder: str, names: list[str]) -> None:
    parties = {name: Party() for name in names}
    for name, party in parties.items():
        for socket in SOCKETS:
            await asyncio.start_unix_server(
                lambda near, back, party=party, socket=socket: party.join(near, back, f"{folder}/{socket}"),
                f"{folder}/{name}-{socket}",
            )
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    print("ready", flush=True)
    while line := await orders.readline():
        order = json.loads(line)
        parties[order["party"]].order(order["mode"], order.get("delay", 0.0))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
