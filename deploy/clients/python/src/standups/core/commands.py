"""Commands: deadlines, retries with the same idempotency key, and resending after a router's restart."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..codec import JSON, Message, decode, encode, new_id
from ..errors import BusError, Expired, ProtocolError, Unavailable
from .effects import Effect, ResetCommands, SendFrames
from .timing import Backoff, Now


@dataclass(frozen=True)
class Request:
    """A command. A command that changes state carries an idempotency key."""

    target: str
    body: Mapping[str, Any] = field(default_factory=dict)
    changes: bool = True
    attachments: tuple[bytes, ...] = ()
    #: The id that selects the service instance, if several instances share the work.
    key: str | None = None
    #: The command's trace, in W3C Trace Context format.
    traceparent: str | None = None


class Call:
    """A command under way. Once `is_done` is true, either `error` or `reply` is set."""

    def __init__(self, request: Request, idem: str | None, timeout: float, now: Now) -> None:
        self.request = request
        self.idem = idem
        self.id = new_id()
        self.timeout = timeout
        self.expires = now.steady + timeout
        self.deadline_ms = int((now.wall + timeout) * 1000)
        self.attempt = 1
        self.sent_at = now.steady
        self.retry_at: float | None = None
        self.reply: JSON = {}
        self.error: BusError | None = None
        #: The last retryable refusal.
        self.refusal: BusError | None = None
        self.is_done = False
        #: True once a router may have received it.
        self.may_be_done = False

    def result(self) -> JSON:
        if self.error is not None:
            raise self.error
        return self.reply


class CommandCore:
    """The commands of one connection.

    While a command is under way, the core requests a heartbeat from the router each second. The answer names the
    router's run: a new run never received earlier messages, so they are sent again. No answer for three seconds
    means that the connection is dead, whatever the transport reports.
    """

    HEARTBEAT = 1.0
    DEAD_AFTER = 3.0
    #: Seconds until the next router is tried if the current one is known to be unavailable.
    TURN_AFTER = 0.1

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()
        self._calls: dict[str, Call] = {}
        self._backoffs: dict[int, Backoff] = {}
        self._router: str | None = None
        self._heard = 0.0
        self._beat_at = 0.0
        self.effects: deque[Effect] = deque()
        #: Number of messages that could not be decoded; nothing else is known about them.
        self.unreadable = 0

    @property
    def router(self) -> str | None:
        """The router's run, once it is known."""
        return self._router

    def start(
        self, request: Request, now: Now, timeout: float, idem: str | None = None
    ) -> Call:
        """Starts a command. Raises `TooLarge` or `ValueError` if it cannot be encoded."""
        key = idem or (new_id() if request.changes else None)
        call = Call(request, key, timeout, now)
        frames = self._frames(call)
        is_first = not self._calls
        self._calls[call.id] = call
        self.effects.append(SendFrames(frames))
        if is_first:
            # Nothing listened before, so earlier silence and earlier knowledge of the router mean nothing.
            self._heard = now.steady
            self._router = None
            self._beat(now)
        return call

    def cancel(self, call: Call) -> None:
        """Cancels the wait for the reply. The command may still be carried out."""
        self._forget(call)

    def receive(self, frames: list[bytes], now: Now) -> None:
        try:
            message = decode(frames)
        except ProtocolError:
            self.unreadable += 1
            return
        self._heard = now.steady
        self.connected()
        if message.kind in ("HB", "REHELLO"):
            self._router_is(message.body, now)
            return
        call = self._calls.get(message.cause or "")
        if call is None or call.retry_at is not None:
            return
        if message.kind == "FIN":
            call.reply = _object(message.body)
            self._finish(call, None)
        elif message.kind == "ERR":
            self._refused(call, BusError.from_body(message.body), now)

    def connected(self) -> None:
        """The transport reports a connection: pending commands are sent."""
        for call in self._calls.values():
            call.may_be_done = True

    def lost(self, now: Now) -> None:
        """The transport reports that the router is unavailable, and another router exists."""
        self._heard = min(self._heard, now.steady - self.DEAD_AFTER + self.TURN_AFTER)

    def tick(self, now: Now) -> None:
        """Advances the core; must be called at `wake()` at the latest."""
        for call in list(self._calls.values()):
            if now.steady >= call.expires:
                self._expire(call)
            elif call.retry_at is not None and now.steady >= call.retry_at:
                # A rejected command is over: another attempt is another message.
                self._send_again(call, now, fresh=True)
        if not self._calls:
            return
        if now.steady - self._heard >= self.DEAD_AFTER:
            self._heard = now.steady
            self.effects.append(ResetCommands())
            self._send_all_again(now)
            self._beat(now)
        if now.steady >= self._beat_at:
            self._beat(now)

    def wake(self) -> float | None:
        """When `tick` is due, on the steady clock; `None` while no command is under way."""
        if not self._calls:
            return None
        times = [self._beat_at, self._heard + self.DEAD_AFTER]
        for call in self._calls.values():
            times.append(call.expires if call.retry_at is None else min(call.expires, call.retry_at))
        return min(times)

    def _beat(self, now: Now) -> None:
        self._beat_at = now.steady + self.HEARTBEAT
        beat = Message("HB", "-", {"id": new_id()})
        self.effects.append(SendFrames(tuple(encode(beat))))

    def _router_is(self, body: Any, now: Now) -> None:
        router = body.get("router") if isinstance(body, dict) else None
        if not isinstance(router, str) or router == self._router:
            return
        is_other, self._router = self._router is not None, router
        for call in list(self._calls.values()):
            # If no router was known, a message sent before the last heartbeat may have gone to an earlier one.
            # Sending twice is harmless, waiting in vain is not.
            if is_other or now.steady - call.sent_at >= self.HEARTBEAT:
                self._send_waiting_again(call, now)

    def _refused(self, call: Call, error: BusError, now: Now) -> None:
        if not error.retryable:
            self._finish(call, error)
            return
        backoff = self._backoffs.setdefault(id(call), Backoff(self._rng))
        at = now.steady + backoff.next(at_least=error.retry_after or 0.0)
        if at >= call.expires:
            self._finish(call, error)
            return
        call.refusal = error
        call.retry_at = at

    def _expire(self, call: Call) -> None:
        if call.refusal is not None:
            return self._finish(call, call.refusal)
        if not call.may_be_done:
            reason = f"No router responded for {call.timeout:g} s: “{call.request.target}” was not sent."
            return self._finish(call, Unavailable(reason, retryable=True))
        reason = (
            f"“{call.request.target}” received no reply within {call.timeout:g} s. If the command changes data, the"
            " change may have taken effect; it is safe to retry with the same idempotency key."
        )
        self._finish(call, Expired(reason))

    def _send_all_again(self, now: Now) -> None:
        for call in list(self._calls.values()):
            self._send_waiting_again(call, now)

    def _send_waiting_again(self, call: Call, now: Now) -> None:
        if call.retry_at is None:
            # With a key the router recognises the repeated message. Without one, the reply to the earlier message
            # would be lost with its connection, and the id rejected as already under way.
            self._send_again(call, now, fresh=call.idem is None)

    def _send_again(self, call: Call, now: Now, fresh: bool) -> None:
        call.retry_at = None
        call.attempt += 1
        call.sent_at = now.steady
        if fresh:
            del self._calls[call.id]
            call.id = new_id()
            self._calls[call.id] = call
        self.effects.append(SendFrames(self._frames(call)))

    def _frames(self, call: Call) -> tuple[bytes, ...]:
        header: JSON = {"id": call.id, "deadline": call.deadline_ms}
        if call.idem is not None:
            header["idem"] = call.idem
        if call.attempt > 1:
            header["attempt"] = call.attempt
        if call.request.key is not None:
            header["key"] = call.request.key
        if call.request.traceparent is not None:
            header["traceparent"] = call.request.traceparent
        request = call.request
        message = Message("CMD", request.target, header, request.body, request.attachments)
        return tuple(encode(message))

    def _finish(self, call: Call, error: BusError | None) -> None:
        call.error = error
        call.is_done = True
        self._forget(call)

    def _forget(self, call: Call) -> None:
        self._calls.pop(call.id, None)
        self._backoffs.pop(id(call), None)


def _object(body: Any) -> JSON:
    return body if isinstance(body, dict) else {"value": body}
