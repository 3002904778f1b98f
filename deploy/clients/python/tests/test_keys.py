"""Keys: their files, and a router that does not know them."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
import zmq.auth
from fake_router import FakeRouter
from standups import (
    AsyncClient,
    Client,
    Denied,
    Endpoints,
    Expired,
    KeyFileError,
    Keys,
    Unavailable,
)

PUBLIC = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
SECRET = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A certificate made by `zmq.auth`, with the router's key next to it."""
    _, secret = zmq.auth.create_certificates(tmp_path, "mine")
    os.chmod(secret, 0o600)
    zmq.auth.create_certificates(tmp_path, "router")
    return Path(secret)


@pytest.fixture
def secured(directory: str, mine: Path) -> Iterator[FakeRouter]:
    """A router with keys that admits any client that knows its public key."""
    fake = FakeRouter(directory)
    public, secret = zmq.auth.load_certificate(mine.with_name("router.key_secret"))
    assert secret is not None
    fake.keys = (public, secret)
    with fake:
        yield fake


def test_what_zmq_auth_writes(mine: Path) -> None:
    public, secret = zmq.auth.load_certificate(mine)
    router, _ = zmq.auth.load_certificate(mine.with_name("router.key"))
    assert secret is not None
    keys = Keys.load(mine)
    assert keys == Keys(router.decode(), public.decode(), secret.decode())
    assert Keys.load(str(mine), mine.with_name("router.key")) == keys
    assert Keys.load(mine, PUBLIC).server == PUBLIC
    assert secret.decode() not in repr(keys)


def test_what_standups_keys_writes(tmp_path: Path) -> None:
    file = tmp_path / "timer.key_secret"
    file.write_text(
        "#   ZeroMQ CURVE **Secret** Certificate\n\nmetadata\n"
        '    name = "timer"\n    role = "service:timer"\n'
        f'curve\n    public-key = "{PUBLIC}"\n    secret-key = "{SECRET}"\n'
    )
    file.chmod(0o600)
    assert Keys.load(file, PUBLIC) == Keys(PUBLIC, PUBLIC, SECRET)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_secret_that_others_may_read(mine: Path, mode: int) -> None:
    mine.chmod(mode)
    with pytest.raises(KeyFileError, match="chmod 600"):
        Keys.load(mine)


def test_what_is_no_key(tmp_path: Path, mine: Path) -> None:
    with pytest.raises(KeyFileError, match="no secret key"):
        Keys.load(mine.with_name("mine.key"))
    with pytest.raises(KeyFileError, match="nothing"):
        Keys.load(tmp_path / "nothing")
    with pytest.raises(KeyFileError, match="elsewhere"):
        Keys.load(mine, tmp_path / "elsewhere")
    bad = tmp_path / "bad"
    bad.write_text('curve\n    public-key = "short"\n')
    with pytest.raises(KeyFileError, match="40 characters"):
        Keys.load(mine, bad)


def test_the_environment(tmp_path: Path, mine: Path) -> None:
    keys = Keys.load(mine)
    named = {"STANDUPS_KEY": str(mine)}
    assert Keys.of_environment(named) == keys
    assert Keys.of_environment(named, endpoint="ipc:///x") == keys
    other = Keys.of_environment({**named, "STANDUPS_ROUTER_KEY": PUBLIC})
    assert other is not None and other.server == PUBLIC
    slash = "/" + PUBLIC[1:]
    other = Keys.of_environment({**named, "STANDUPS_ROUTER_KEY": slash})
    assert other is not None and other.server == slash
    with pytest.raises(KeyFileError, match="cannot be read"):
        Keys.of_environment({**named, "STANDUPS_ROUTER_KEY": slash[:36] + ".key"})
    assert Keys.of_environment({"STANDUPS_KEY": "none", "HOME": "/"}) is None
    assert Keys.of_environment({"HOME": str(tmp_path)}) is None
    settings = tmp_path / "standups"
    settings.mkdir()
    mine.rename(settings / "standups.key_secret")
    mine.with_name("router.key").rename(settings / "router.key")
    usual = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert Keys.of_environment(usual) == keys
    # On a single machine no keys are used unless one is named.
    assert Keys.of_environment(usual, endpoint="ipc:///x") is None


def test_both_clients_connect(secured: FakeRouter, mine: Path) -> None:
    with Client(secured.endpoints, key=mine) as client:
        assert client.standups.status() == {"echo": {}}
        client.subscribe(["m/"])

    async def main() -> None:
        async with AsyncClient(
            secured.endpoints, key=mine, router_key=mine.with_name("router.key")
        ) as client:
            assert await client.standups.status() == {"echo": {}}
            await client.subscribe(["m/"])

    asyncio.run(main())


def test_without_a_key(secured: FakeRouter) -> None:
    with Client(secured.endpoints, timeout=60) as client:
        with pytest.raises(Denied, match="STANDUPS_KEY"):
            client.standups.status()
        with pytest.raises(Denied, match="STANDUPS_KEY"):
            client.subscribe(["m/"])
        with pytest.raises(Denied, match="STANDUPS_KEY"):
            next(client.follow())

    async def main() -> None:
        async with AsyncClient(secured.endpoints, timeout=60) as client:
            with pytest.raises(Denied, match="STANDUPS_KEY"):
                await client.standups.status()
            with pytest.raises(Denied, match="STANDUPS_KEY"):
                await client.subscribe(["m/"])

    asyncio.run(main())


def test_with_a_key_where_there_are_none(router: FakeRouter, mine: Path) -> None:
    with Client(router.endpoints, key=mine, timeout=60) as client, pytest.raises(Denied, match="uses no keys"):
        client.standups.status()


def test_an_unknown_key(directory: str, mine: Path) -> None:
    """libzmq asks a handler, which knows no keys; once it does, the same client is admitted."""
    knows = threading.Event()
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    _public, secret = zmq.auth.load_certificate(mine.with_name("router.key_secret"))

    def serve() -> None:
        zap = context.socket(zmq.REP)
        zap.bind("inproc://zeromq.zap.01")
        router = context.socket(zmq.ROUTER)
        router.set(zmq.CURVE_SERVER, 1)
        router.set(zmq.CURVE_SECRETKEY, secret or b"")
        router.set(zmq.ZAP_DOMAIN, b"commands")
        router.bind(f"ipc://{directory}/commands")
        stop = context.socket(zmq.PAIR)
        stop.connect("inproc://stop")
        poller = zmq.Poller()
        for socket in (zap, router, stop):
            poller.register(socket, zmq.POLLIN)
        stop.send(b"ready")
        while stop not in (came := dict(poller.poll())):
            if zap in came:
                request = zap.recv_multipart()
                status = b"200" if knows.is_set() else b"400"
                zap.send_multipart([b"1.0", request[1], status, b"", b"", b""])
            if router in came:
                router.recv_multipart()
        for socket in (zap, router, stop):
            socket.close(linger=0)

    stop = context.socket(zmq.PAIR)
    stop.bind("inproc://stop")
    thread = threading.Thread(target=serve)
    thread.start()
    assert stop.recv() == b"ready"
    try:
        endpoints = Endpoints(f"ipc://{directory}/commands", f"ipc://{directory}/events")
        with Client(endpoints, key=mine, timeout=60) as client:
            with pytest.raises(Denied, match="does not know this key"):
                client.standups.status()
            knows.set()
            # The client is admitted; this router just never answers.
            with pytest.raises((Expired, Unavailable)):
                client.command("standups.status", changes=False, timeout=0.5)
    finally:
        stop.send(b"")
        thread.join()
        stop.close(linger=0)
        context.term()
