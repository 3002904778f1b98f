"""The addresses of the sockets, and whether their directory is trusted."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest
import zmq
from standups import AsyncClient, Client, Endpoints, RuntimeDirectoryError
from standups._sockets import connect


def endpoints(path: Path) -> Endpoints:
    return Endpoints(f"ipc://{path}/commands", f"ipc://{path}/events", str(path))


def test_only_the_usual_directory_is_shared() -> None:
    usual = Endpoints.of_environment({})
    assert usual.shared_directory == f"/tmp/standups-{os.getuid()}"
    assert usual.commands == f"ipc://{usual.shared_directory}/commands"
    for chosen in ({"STANDUPS_RUNTIME_DIR": "/run/x"}, {"XDG_RUNTIME_DIR": "/run/user/7"}):
        assert Endpoints.of_environment(chosen).shared_directory is None


def test_it_is_made_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "runtime"
    for _ in range(2):
        with Client(endpoints(path)):
            assert path.stat().st_mode & 0o777 == 0o700


def test_what_is_not_in_it_is_not_looked_at(tmp_path: Path) -> None:
    Endpoints("tcp://127.0.0.1:1", "tcp://127.0.0.1:2", str(tmp_path / "runtime")).secure()
    assert not (tmp_path / "runtime").exists()


def has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


@pytest.mark.parametrize(
    ("bound", "connected"),
    [
        pytest.param(
            "tcp://[::1]:*",
            "[::1]",
            # Skipped without IPv6, which only the administrator of the machine can enable.
            marks=pytest.mark.skipif(not has_ipv6(), reason="no IPv6 loopback address"),
        ),
        ("tcp://127.0.0.1:*", "127.0.0.1"),
        ("tcp://127.0.0.1:*", "localhost"),
    ],
)
def test_an_address_in_brackets_is_ipv6_and_a_name_is_ipv4(bound: str, connected: str) -> None:
    with zmq.Context() as context, context.socket(zmq.PULL) as pull, context.socket(zmq.PUSH) as push:
        pull.set(zmq.IPV6, int("[" in bound))
        pull.bind(bound)
        port = pull.get_string(zmq.LAST_ENDPOINT).rpartition(":")[2]
        connect(push, f"tcp://{connected}:{port}")
        push.send(b"hello")
        assert pull.poll(30_000)
        assert pull.recv() == b"hello"


@pytest.mark.parametrize("what", ["link", "file", "foreign", "shared"])
def test_one_that_others_decide_on_is_refused(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "runtime"
    if what == "link":
        (tmp_path / "theirs").mkdir(0o700)
        path.symlink_to(tmp_path / "theirs")
    elif what == "file":
        path.touch()
    else:
        path.mkdir(0o700)
    if what == "shared":
        path.chmod(0o770)
    if what == "foreign":
        monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(RuntimeDirectoryError, match=str(path)):
        Client(endpoints(path))

    async def connect() -> None:
        AsyncClient(endpoints(path))

    with pytest.raises(RuntimeDirectoryError, match=str(path)):
        asyncio.run(connect())
