"""An event stream of the gateway (Server-Sent Events), read in a thread."""

from __future__ import annotations

import http.client
import threading
from urllib.parse import urlsplit

from .browser import Browser


class EventStream:
    """Collects the lines of a stream until it ends."""

    def __init__(self, address: str, browser: Browser) -> None:
        parts = urlsplit(address)
        assert parts.hostname
        self._connection = http.client.HTTPConnection(
            parts.hostname, parts.port, timeout=120, source_address=(browser.address, 0))
        jar = browser.cookies.get(parts.netloc, {})
        self._connection.request("GET", "/api/events", headers={
            "Cookie": "; ".join(f"{name}={value}" for name, value in jar.items()), "Accept": "text/event-stream"})
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.lines: list[str] = []
        self._is_ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            while line := self._response.readline():
                self.lines.append(line.decode().strip())
        except (OSError, http.client.HTTPException, AttributeError, ValueError) as error:
            # The last two come from a connection that `close` closed meanwhile.
            self.lines.append(f"({error!r})")
        finally:
            self._is_ended.set()

    def wait(self, seconds: float) -> bool:
        """Returns true as soon as the stream ends; false after this time."""
        return self._is_ended.wait(seconds)

    @property
    def end(self) -> str:
        """The last data, which states why the gateway closed the stream."""
        return next((line for line in reversed(self.lines) if line.startswith("data:")), "")

    def close(self) -> None:
        self._connection.close()
