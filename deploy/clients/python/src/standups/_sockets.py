"""libzmq's sockets, configured for the bus."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import zmq
from zmq.utils.monitor import parse_monitor_message

from .codec import MAX_BYTES
from .endpoints import addresses
from .errors import Denied
from .keys import Keys


def prepare(socket: zmq.Socket[Any], keys: Keys | None) -> None:
    """Sets the options common to both sockets; call it before connecting."""
    socket.set(zmq.LINGER, 0)
    socket.set(zmq.MAXMSGSIZE, 2 * MAX_BYTES)
    # libzmq adds little jitter: many tools must not reconnect at the same instant.
    socket.set(zmq.RECONNECT_IVL, random.randint(50, 150))
    socket.set(zmq.RECONNECT_IVL_MAX, 1000)
    # Detects dead TCP connections; the protocol's own heartbeat shows whether the router works.
    socket.set(zmq.HEARTBEAT_IVL, 2000)
    socket.set(zmq.HEARTBEAT_TIMEOUT, 6000)
    if keys is not None:
        socket.set(zmq.CURVE_SERVERKEY, keys.server.encode())
        socket.set(zmq.CURVE_PUBLICKEY, keys.public.encode())
        socket.set(zmq.CURVE_SECRETKEY, keys.secret.encode())


def connect(socket: zmq.Socket[Any], endpoint: str) -> None:
    """Connects; uses IPv6 for an address in brackets.

    With that option, libzmq resolves a name only to an IPv6 address, so it stays off for any other endpoint.
    """
    socket.set(zmq.IPV6, int(endpoint.startswith("tcp://[")))
    socket.connect(endpoint)


def connect_commands(socket: zmq.Socket[Any], endpoint: str, keys: Keys | None) -> None:
    prepare(socket, keys)
    connect(socket, endpoint)


def connect_events(
    socket: zmq.Socket[Any], endpoint: str, keys: Keys | None, topics: Iterable[str]
) -> None:
    prepare(socket, keys)
    socket.set(zmq.RCVHWM, 100_000)
    # This socket sends only subscriptions; libzmq would silently drop those beyond a mark.
    socket.set(zmq.SNDHWM, 0)
    for topic in topics:
        # The last subscription requests the confirmation. After a reconnect libzmq sends them again in the order of
        # their bytes, where `~` is last as well.
        socket.set(zmq.SUBSCRIBE, topic.encode())
    for address in addresses(endpoint):
        connect(socket, address)


#: Events after which libzmq does not retry, as only a different key helps.
_REFUSALS = zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL


#: Events that show at once that a router is unavailable. With a single router, the client just waits for it.
_LOSSES = zmq.EVENT_DISCONNECTED | zmq.EVENT_CONNECT_RETRIED


def watch(socket: zmq.Socket[Any]) -> Any:
    """Returns a monitor socket that reports rejections, new connections and lost connections. Call it before
    connecting."""
    return socket.get_monitor_socket(_REFUSALS | _LOSSES | zmq.EVENT_HANDSHAKE_SUCCEEDED)


def is_connection(frames: list[bytes]) -> bool:
    """Returns true if a monitor socket reported a connection: waiting messages now go out."""
    return bool(parse_monitor_message(frames)["event"] & zmq.EVENT_HANDSHAKE_SUCCEEDED)


def is_loss(frames: list[bytes]) -> bool:
    """Returns true if a monitor socket reported a lost connection or a failed attempt."""
    return bool(parse_monitor_message(frames)["event"] & _LOSSES)


def refusal(frames: list[bytes], endpoint: str, keys: Keys | None) -> Denied:
    """The error for a monitor socket's message."""
    event = parse_monitor_message(frames)
    if event["event"] == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
        return Denied(
            f"The router at {endpoint} does not know this key, or does not accept it for this socket: add it"
            " with `standups keys add`."
        )
    if keys is None:
        return Denied(
            f"The router at {endpoint} requires a key: set key= and router_key=, or STANDUPS_KEY and"
            " STANDUPS_ROUTER_KEY."
        )
    return Denied(
        f"The router at {endpoint} uses no keys, so the connection would not be encrypted."
    )


def close(socket: zmq.Socket[Any] | None, watching: Any) -> None:
    if socket is not None:
        if watching is not None:
            # In this order: libzmq waits forever for a monitor socket that was closed first.
            socket.disable_monitor()
            watching.close(linger=0)
        socket.close(linger=0)
