"""libzmq's sockets, set up as the bus wants them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import zmq

from .codec import MAX_BYTES
from .endpoints import Keys


def prepare(socket: zmq.Socket[Any], keys: Keys | None) -> None:
    """Options for either socket, before it connects."""
    socket.set(zmq.LINGER, 0)
    socket.set(zmq.MAXMSGSIZE, 2 * MAX_BYTES)
    # libzmq has little jitter of its own: many tools must not come back at the same instant.
    socket.set(zmq.RECONNECT_IVL, random.randint(50, 150))
    socket.set(zmq.RECONNECT_IVL_MAX, 1000)
    # Finds dead TCP connections; whether the router works, its own heartbeat tells.
    socket.set(zmq.HEARTBEAT_IVL, 2000)
    socket.set(zmq.HEARTBEAT_TIMEOUT, 6000)
    if keys is not None:
        socket.set(zmq.CURVE_SERVERKEY, keys.server.encode())
        socket.set(zmq.CURVE_PUBLICKEY, keys.public.encode())
        socket.set(zmq.CURVE_SECRETKEY, keys.secret.encode())


def connect_commands(socket: zmq.Socket[Any], endpoint: str, keys: Keys | None) -> None:
    prepare(socket, keys)
    socket.connect(endpoint)


def connect_events(
    socket: zmq.Socket[Any], endpoint: str, keys: Keys | None, topics: Iterable[str]
) -> None:
    prepare(socket, keys)
    socket.set(zmq.RCVHWM, 100_000)
    for topic in topics:
        # The last one asks for the confirmation. After a reconnect libzmq sends them again in the
        # order of their bytes, where `~` is last as well.
        socket.set(zmq.SUBSCRIBE, topic.encode())
    socket.connect(endpoint)
