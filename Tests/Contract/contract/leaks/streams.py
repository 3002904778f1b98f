"""The live streams of the gateway: persons of every team read them while the matrix acts on objects of all teams."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import threading
import time
from typing import Any

from ..web import Site
from .installation import MARKS, PRINCIPALS
from .matrix import Matrix
from .rules import Principal

PERSONS = [one for one in PRINCIPALS if one.is_person]

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FOLLOWING_SECONDS = 60


class Stream:
    """A WebSocket (RFC 6455) to the gateway, and all text frames that it received."""

    def __init__(self, host: str, cookie: str, hello: dict[str, Any]) -> None:
        name, _, port = host.rpartition(":")
        self._socket = socket.create_connection((name.strip("[]"), int(port)), timeout=30)
        self.frames: list[str] = []
        self.closed: int | None = None
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall((
            f"GET /api/stream HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Protocol: standups.1\r\n\r\n").encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        while self._file.readline().strip():
            pass
        if self.status != 101:
            return
        self._send(TEXT, json.dumps(hello).encode())
        # The gateway closes a stream that it cannot send to, so that the frames are read at once.
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self) -> None:
        if self.status == 101:
            self._socket.shutdown(socket.SHUT_RDWR)
            self._thread.join()
        self._file.close()
        self._socket.close()

    def position(self) -> int:
        """The sequence up to which the stream has sent all events; -1 if it does not follow the journal yet."""
        for frame in reversed([*self.frames]):
            message = json.loads(frame)
            for name in ("following", "passed"):
                if name in message:
                    return int(message[name]["after"])
            if "sequence" in message.get("event", {}):
                return int(message["event"]["sequence"])
        return -1

    def _send(self, opcode: int, data: bytes) -> None:
        # A client masks its frames; the mask 0 leaves them as they are.
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self._socket.sendall(bytes([0x80 | opcode]) + size + b"\0\0\0\0" + data)

    def _read(self) -> None:
        text = b""
        try:
            while head := self._file.read(2):
                size = head[1] & 0x7F
                if size >= 126:
                    size = int.from_bytes(self._file.read(2 if size == 126 else 8), "big")
                opcode, data = head[0] & 0x0F, self._file.read(size)
                if opcode == CLOSE:
                    self.closed = int.from_bytes(data[:2], "big")
                    return
                if opcode == PING:
                    self._send(PONG, data)
                elif opcode <= TEXT:
                    text += data
                    if head[0] & 0x80:
                        self.frames.append(text.decode())
                        # The gateway closes a stream of which it receives nothing for a minute.
                        if text.startswith(b'{"beat"'):
                            self._send(TEXT, b'{"ping": 1}')
                        text = b""
        except OSError:
            self.closed = self.closed or 0


class Streams:
    """A stream of each person, and the check of its frames."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._site = Site(matrix.maker.do("gateway.sessions", {})["address"])
        self._cookies = {one.name: self._login(one) for one in PERSONS}
        # Everyone asks for the ticks of the meetings of all teams.
        self._meetings = [objects.live for objects in matrix.objects.values()]
        self._open = {one.name: self._stream(one, None) for one in PERSONS}
        self._settle(self._open, 0)

    def _login(self, person: Principal) -> str:
        invite = {"name": person.name, "person": self._matrix.installation.persons[person.name]}
        return self._site.post("/api/login", {"code": self._matrix.maker.do("gateway.invite", invite)["code"]}).cookie

    def _stream(self, person: Principal, follow: Any) -> Stream:
        return Stream(self._site.host, self._cookies[person.name], {"follow": follow, "meetings": self._meetings})

    def _settle(self, streams: dict[str, Stream], sequence: int) -> None:
        """Waits until the streams have sent all events up to a sequence."""
        end = time.monotonic() + FOLLOWING_SECONDS
        for person in PERSONS:
            stream = streams[person.name]
            while person.roles and stream.position() < sequence:
                if stream.closed is not None or time.monotonic() > end:
                    raise AssertionError(
                        f"the stream of {person.name} ends at {stream.position()} of {sequence}: {stream.status}, {stream.closed}")
                time.sleep(0.05)

    def check(self) -> int:
        """Checks all frames until now, and those of new streams that read all events since the start.

        Returns:
            The number of frames.
        """
        matrix = self._matrix
        heads = matrix.maker.do("events.heads", {})
        again = {one.name: self._stream(one, {"epoch": heads["epoch"], "after": 0}) for one in PERSONS}
        for streams in (again, self._open):
            self._settle(streams, heads["head"])
        count = 0
        for person in PERSONS:
            for stream, has_ticks in ((self._open[person.name], True), (again[person.name], False)):
                frames, closed = [*stream.frames], stream.closed
                stream.close()
                count += len(frames)
                if person.roles and closed is not None:
                    matrix.report("stream", person.name, f"the gateway closed the stream with {closed}")
                check_frames(matrix, person, frames, has_ticks=has_ticks)
        return count


def check_frames(matrix: Matrix, person: Principal, frames: list[str], *, has_ticks: bool) -> None:
    """Reports each frame with something of a team that the person may not see, and teams of the person without events."""
    teams, ticks = set(), set()
    for frame in frames:
        matrix.inspect(person, "stream", frame)
        event = json.loads(frame).get("event")
        if event is None:
            continue
        team = event.get("team")
        teams.add(team)
        if event["type"] == "meeting.tick":
            ticks.add(team)
        if team is None or not person.may_see(team):
            matrix.report("leak", "stream", f"{person.name} received an event of {team}: {frame[:300]}")
    for team in MARKS:
        for what, found in (("events", teams), ("ticks", ticks)):
            if person.may_see(team) and team not in found and (has_ticks or what == "events"):
                matrix.report("stream", person.name, f"received no {what} of {team}")
