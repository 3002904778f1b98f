"""Exceptions with the bus's stable error codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class StandupsError(Exception):
    """Base class of the exceptions that this package raises."""


class ProtocolError(StandupsError):
    """Bytes that are not a valid message of this protocol."""


class BusError(StandupsError):
    """An `ERR` of the bus, or an equivalent error found by the client.

    `code` is stable and for programs; the message is a sentence for people. The list of codes is open: an unknown
    code arrives as a plain `BusError`.
    """

    fixed_code: ClassVar[str] = "internal"
    by_code: ClassVar[dict[str, type[BusError]]] = {}

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code or self.fixed_code
        self.message = message
        #: True if the same command may succeed later.
        self.retryable = retryable
        #: Seconds to wait before a retry.
        self.retry_after = retry_after
        self.detail: Mapping[str, Any] = detail or {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        BusError.by_code[cls.fixed_code] = cls

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @staticmethod
    def from_body(body: Any) -> BusError:
        """Decodes the body of an `ERR`; returns an error for any body."""
        if not isinstance(body, dict) or not isinstance(body.get("code"), str):
            return BusError("The peer returned an error that cannot be read.")
        code = body["code"]
        after = body.get("retryAfterMs")
        detail = body.get("detail")
        kind = BusError.by_code.get(code, BusError)
        return kind(
            str(body.get("message", "")),
            code=code,
            retryable=body.get("retryable") is True,
            retry_after=after / 1000 if isinstance(after, (int, float)) else None,
            detail=detail if isinstance(detail, dict) else None,
        )


class Unroutable(BusError):
    """No service handles this target."""

    fixed_code = "unroutable"


class Busy(BusError):
    """A queue is full."""

    fixed_code = "busy"


class Expired(BusError):
    """No reply before the deadline. The command may have been carried out."""

    fixed_code = "expired"


class Invalid(BusError):
    """The message itself is wrong."""

    fixed_code = "invalid"


class Denied(BusError):
    """The sender is not permitted to do this."""

    fixed_code = "denied"


class TooLarge(BusError):
    """More frames or bytes than a message may have."""

    fixed_code = "too_large"


class VersionMismatch(BusError):
    """The peer speaks another version of the protocol."""

    fixed_code = "version"


class Draining(BusError):
    """The service is shutting down and accepts no new work."""

    fixed_code = "draining"


class Compacted(BusError):
    """The requested events are no longer retained, or belong to another journal."""

    fixed_code = "compacted"


class Conflict(BusError):
    """The command conflicts with the current state."""

    fixed_code = "conflict"


class NotFound(BusError):
    """The named object does not exist."""

    fixed_code = "not_found"


class Moved(BusError):
    """The subject is in another cell: send the command there with the same idempotency key."""

    fixed_code = "moved"

    @property
    def router(self) -> str | None:
        """The address to connect to, as in `STANDUPS_ROUTER`, or the absolute path of a runtime directory."""
        return self.detail.get("router")


class Unavailable(BusError):
    """The service is currently unavailable."""

    fixed_code = "unavailable"
