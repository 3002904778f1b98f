"""W3C Trace Context: adds commands to your own trace."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_TRACEPARENT = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}\Z"
)
_current: ContextVar[str | None] = ContextVar("standups_traceparent", default=None)


def checked(traceparent: str) -> str:
    """Returns the argument unchanged. Raises `ValueError` if it is not a valid traceparent."""
    if not _TRACEPARENT.match(traceparent):
        raise ValueError(
            f"invalid traceparent {traceparent!r}; expected one such as"
            " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        )
    return traceparent


@contextmanager
def traced(traceparent: str | None) -> Iterator[None]:
    """Assigns the commands sent within the block to this trace; with `None`, to no trace.

    Raises `ValueError` for an invalid traceparent.
    """
    token = _current.set("" if traceparent is None else checked(traceparent))
    try:
        yield
    finally:
        _current.reset(token)


def current_traceparent() -> str | None:
    """The traceparent set with `traced`; else that of OpenTelemetry's current span, if the program uses
    OpenTelemetry."""
    told = _current.get()
    if told is not None:
        return told or None
    # A program that has a span has loaded the module; it is not imported otherwise.
    opentelemetry: Any = sys.modules.get("opentelemetry.trace")
    if opentelemetry is None:
        return None
    span = opentelemetry.get_current_span().get_span_context()
    if not span.is_valid:
        return None
    return f"00-{span.trace_id:032x}-{span.span_id:016x}-{int(span.trace_flags) & 3:02x}"
