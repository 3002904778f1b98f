"""A real NATS server, with the part of a client that creates a stream."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType


class NATS:
    """A server in a directory of its own, as a context manager."""

    def __enter__(self) -> NATS:
        program = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin")
        assert program, "nats-server is not installed; scripts/setup gets it"
        self._folder = Path(tempfile.mkdtemp(prefix="contract-nats-"))
        # The server chooses the port and writes it to a file.
        self._process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", str(self._folder / "data"),
             "--ports_file_dir", str(self._folder)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while not (ports := list(self._folder.glob("*.ports"))):
            assert time.monotonic() < end and self._process.poll() is None, "nats-server did not start"
            time.sleep(0.02)
        self.url: str = json.loads(ports[0].read_text())["nats"][0]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def make(self, stream: str, subject: str) -> None:
        """Creates a stream with JetStream's API."""
        body = json.dumps({"name": stream, "subjects": [subject], "storage": "file", "num_replicas": 1})
        host, port = self.url.removeprefix("nats://").split(":")
        with socket.create_connection((host, int(port)), 10) as connection:
            connection.sendall(
                f"CONNECT {{}}\r\nSUB answers 1\r\nPUB $JS.API.STREAM.CREATE.{stream} answers {len(body)}\r\n"
                f"{body}\r\n".encode())
            said = b""
            while b"stream_create_response" not in said:
                more = connection.recv(4096)
                assert more, said
                said += more
            assert b'"error"' not in said, said
