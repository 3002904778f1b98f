"""Exceptions with the bus's stable error codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class StandupsError(Exception):
    """Anything this package raises."""


class ProtocolError(StandupsError):
    """Bytes that are no message of this protocol."""


class BusError(StandupsError):
    """An `ERR` of the bus, or the same trouble found on this side.

    `code` is stable and for programs; the message is a sentence for people. The list of codes is
    open: one that this version does not know arrives as a plain `BusError`.
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
        #: Whether the same command may succeed later.
        self.retryable = retryable
        #: Seconds to wait before that.
        self.retry_after = retry_after
        self.detail: Mapping[str, Any] = detail or {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        BusError.by_code[cls.fixed_code] = cls

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @staticmethod
    def from_body(body: Any) -> BusError:
        """Reads the body of an `ERR`; whatever it is, an error comes out."""
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
    """No service answers this target."""

    fixed_code = "unroutable"


class Busy(BusError):
    """A queue is full."""

    fixed_code = "busy"


class Expired(BusError):
    """No answer before the deadline. The command may have been done."""

    fixed_code = "expired"


class Invalid(BusError):
    """The message itself is wrong."""

    fixed_code = "invalid"


class Denied(BusError):
    """The sender may not do this."""

    fixed_code = "denied"


class TooLarge(BusError):
    """More frames or bytes than a message may have."""

    fixed_code = "too_large"


class VersionMismatch(BusError):
    """The peer speaks another version of the protocol."""

    fixed_code = "version"


class Draining(BusError):
    """The service is going away and takes no new work."""

    fixed_code = "draining"


class Compacted(BusError):
    """What was asked for is older than what is kept, or of another journal."""

    fixed_code = "compacted"


class Conflict(BusError):
    """It contradicts the present state."""

    fixed_code = "conflict"


class NotFound(BusError):
    """The thing it names does not exist."""

    fixed_code = "not_found"


class Moved(BusError):
    """What it is about is in another installation: ask there, under the same idempotency key."""

    fixed_code = "moved"

    @property
    def router(self) -> str | None:
        """What to connect to, as `STANDUPS_ROUTER`, or the absolute path of a runtime directory."""
        return self.detail.get("router")


class Unavailable(BusError):
    """The service is away at present."""

    fixed_code = "unavailable"
