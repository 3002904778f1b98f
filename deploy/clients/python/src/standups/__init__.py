"""Client library that follows and runs Standups meetings. See README.md."""

from .aio import AsyncClient, AsyncFollower, AsyncSubscription
from .client import Client, Follower, Subscription
from .core.follower import Item
from .endpoints import Endpoints, RuntimeDirectoryError
from .errors import (
    BusError,
    Busy,
    Compacted,
    Conflict,
    Denied,
    Draining,
    Expired,
    Invalid,
    Moved,
    NotFound,
    ProtocolError,
    StandupsError,
    TooLarge,
    Unavailable,
    Unroutable,
    VersionMismatch,
)
from .events import BEGINNING, Beat, CloudEvent, Confirmation, Position, Snapshot
from .keys import KeyFileError, Keys
from .position import PositionFile
from .tracing import current_traceparent, traced

__all__ = [
    "BEGINNING",
    "AsyncClient",
    "AsyncFollower",
    "AsyncSubscription",
    "Beat",
    "BusError",
    "Busy",
    "Client",
    "CloudEvent",
    "Compacted",
    "Confirmation",
    "Conflict",
    "Denied",
    "Draining",
    "Endpoints",
    "Expired",
    "Follower",
    "Invalid",
    "Item",
    "KeyFileError",
    "Keys",
    "Moved",
    "NotFound",
    "Position",
    "PositionFile",
    "ProtocolError",
    "RuntimeDirectoryError",
    "Snapshot",
    "StandupsError",
    "Subscription",
    "TooLarge",
    "Unavailable",
    "Unroutable",
    "VersionMismatch",
    "current_traceparent",
    "traced",
]
