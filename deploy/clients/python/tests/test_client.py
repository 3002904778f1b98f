"""Both clients against a scripted router, over real sockets."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zmq
from fake_router import FakeRouter
from journal import Journal
from standups import (
    BEGINNING,
    AsyncClient,
    Client,
    CloudEvent,
    Confirmation,
    Conflict,
    Denied,
    Endpoints,
    Expired,
    Follower,
    Keys,
    Position,
    PositionFile,
    Snapshot,
    StandupsError,
    Unavailable,
)
from standups.codec import Message


def sequences(follower: Follower, count: int) -> list[int | None]:
    events = list(itertools.islice(follower, count))
    return [event.sequence if isinstance(event, CloudEvent) else None for event in events]


def test_commands_as_methods(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        client.standups.create("Daily", ["Ann", {"id": "1", "name": "Bob"}], duration_ms=5000)
        client.standups.list(limit=3)
        client.meetings.answer("m", "saveAndEnd")
        client.focus.start("ann", "Report", duration_ms=60_000)
        client.focus.items("ann")
        assert client.events.heads()["head"] == 0
        client.command("timer.pause", {"id": "tool/egg"}, key="tool/egg")
    create, listing, answer, focus, items, heads, pause = router.received
    assert create.target == "standups.create" and create.body == {
        "title": "Daily",
        "attendees": [{"name": "Ann"}, {"id": "1", "name": "Bob"}],
        "durationMs": 5000,
    }
    assert listing.body == {"limit": 3} and "idem" not in listing.header
    assert answer.body == {"id": "m", "action": "saveAndEnd"} and answer.header["idem"]
    assert focus.target == "focus.start" and focus.header["idem"]
    assert focus.body == {"person": "ann", "title": "Report", "durationMs": 60_000}
    assert items.body == {"person": "ann"} and "idem" not in items.header
    assert heads.body == {} and "key" not in heads.header
    assert pause.body == {"id": "tool/egg"} and pause.header["key"] == "tool/egg"


def test_a_refusal_and_a_retry(router: FakeRouter) -> None:
    def script(message: Message) -> dict[str, Any] | StandupsError | None:
        if message.target == "meetings.start":
            return Conflict("Meets.")
        if message.header.get("attempt", 1) < 3:
            return Unavailable("Away.", retryable=True)
        return {"attempt": message.header["attempt"]}

    router.script = script  # type: ignore[assignment]
    with Client(router.endpoints) as client:
        with pytest.raises(Conflict):
            client.meetings.start("s")
        assert client.meetings.next("m") == {"attempt": 3}
    keys = {message.header["idem"] for message in router.received[1:]}
    assert len(router.received) == 4 and len(keys) == 1


def test_nobody_answers(directory: str) -> None:
    nowhere = Endpoints(f"ipc://{directory}/c", f"ipc://{directory}/e")
    with Client(nowhere, timeout=0.05) as client:
        with pytest.raises(Unavailable, match="was not sent"):
            client.standups.list()
        with pytest.raises(Unavailable):
            client.subscribe(["m/"])


def test_only_what_may_have_been_sent_may_have_been_done(router: FakeRouter) -> None:
    router.script = lambda message: None
    with (
        Client(router.endpoints, timeout=0.2) as client,
        pytest.raises(Expired, match="may have taken effect"),
    ):
        client.meetings.next("m")

    async def main() -> None:
        async with AsyncClient(router.endpoints, timeout=0.2) as client:
            with pytest.raises(Expired, match="may have taken effect"):
                await client.meetings.next("m")
        nowhere = Endpoints(router.endpoints.commands + "-away", router.endpoints.events)
        async with AsyncClient(nowhere, timeout=0.2) as client:
            with pytest.raises(Unavailable, match="was not sent"):
                await client.meetings.next("m")

    asyncio.run(main())


def test_a_command_survives_the_router(router: FakeRouter) -> None:
    """The first router stops with the command unanswered; it is sent again to the second one."""
    first = router.run

    def script(message: Message) -> dict[str, Any] | None:
        return None if router.run == first else {"run": router.run}

    router.script = script

    async def main() -> dict[str, Any]:
        async with AsyncClient(router.endpoints) as client:
            asking = asyncio.ensure_future(client.command("meetings.next", {"id": "m"}))
            while not router.received:  # noqa: ASYNC110  another thread receives
                await asyncio.sleep(0.001)
            await asyncio.to_thread(router.restart)
            return await asking

    assert asyncio.run(main()) == {"run": router.run}
    assert router.run != first
    assert len({message.header["idem"] for message in router.received}) == 1


def test_many_commands_at_once(router: FakeRouter) -> None:
    async def main() -> list[Any]:
        async with AsyncClient(router.endpoints) as client:
            asking = [client.command("a.b", {"n": n}) for n in range(200)]
            return await asyncio.gather(*asking)

    assert [reply["echo"]["n"] for reply in asyncio.run(main())] == list(range(200))


def test_a_cancelled_command_leaves_nothing_behind(router: FakeRouter) -> None:
    router.script = lambda message: None if message.target == "a.never" else {}

    async def main() -> None:
        async with AsyncClient(router.endpoints) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.command("a.never"), 0.05)
            assert await client.command("a.b") == {}

    asyncio.run(main())


def test_a_confirmed_subscription_misses_nothing_after_it(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        subscription = client.subscribe(["m/1/"])
        router.publish(*(router.journal.add(meeting=one) for one in ("1", "10", "1")))
        found = [subscription.next(5), subscription.next(5)]
        assert [event.sequence for event in found if isinstance(event, CloudEvent)] == [1, 3]
        assert subscription.next(0.01) is None
        router.restart()
        assert isinstance(subscription.next(10), Confirmation)
    assert router.subscribed[-1].startswith("~/")


def test_denied_topics(router: FakeRouter) -> None:
    router.denied = ["m/1/"]
    with Client(router.endpoints) as client:
        with pytest.raises(Denied) as caught:
            client.subscribe(["m/1/"])
        assert caught.value.detail == {"topics": ["m/1/"]}
        with pytest.raises(Denied):
            next(client.follow(meeting="1"))


def test_without_a_router_a_follower_fails(tmp_path: Path) -> None:
    nowhere = Endpoints(f"ipc://{tmp_path}/commands", f"ipc://{tmp_path}/events")
    with Client(nowhere, timeout=0.2) as client, pytest.raises(Unavailable) as caught:
        next(client.follow())
    assert f"{tmp_path}/commands" in str(caught.value)
    assert caught.value.retryable

    async def follow() -> None:
        async with AsyncClient(nowhere, timeout=60) as client:
            await client.follow(connect_timeout=0.2).__anext__()

    with pytest.raises(Unavailable):
        asyncio.run(follow())


def test_a_follower_can_be_asked_again_once_there_is_a_router(router: FakeRouter) -> None:
    router.stop()
    with Client(router.endpoints) as client:
        follower = client.follow(connect_timeout=0.2)
        with pytest.raises(Unavailable):
            next(follower)
        router.start()
        found = None
        for _ in range(50):
            with suppress(Unavailable):
                found = next(follower)
                break
        assert isinstance(found, Snapshot)


def test_an_answer_that_waits_for_a_busy_reader_is_in_time(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        follower = client.follow(connect_timeout=0.5)
        assert follower.next(0) is None
        time.sleep(1)
        assert isinstance(follower.next(10), Snapshot)


def test_a_router_that_has_answered_once_may_go_away(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        follower = client.follow(connect_timeout=0.5)
        assert isinstance(next(follower), Snapshot)
        router.stop()
        assert follower.next(1) is None
        router.start()
        router.publish(router.journal.add())
        assert sequences(follower, 1) == [1]


def test_a_snapshot_then_every_event(router: FakeRouter) -> None:
    router.journal.add()
    with Client(router.endpoints) as client:
        follower = client.follow()
        first = next(follower)
        assert isinstance(first, Snapshot) and (first.sequence, first.reason) == (1, "start")
        router.publish(router.journal.add(), router.journal.add())
        assert sequences(follower, 2) == [2, 3]


def test_a_lost_event_and_a_lost_tail_are_found(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        follower = client.follow(position=BEGINNING)
        router.publish(router.journal.add())
        assert sequences(follower, 1) == [1]
        router.journal.add()
        router.publish(router.journal.add())
        router.journal.add()
        assert sequences(follower, 3) == [2, 3, 4]
        router.publish(*router.journal.events)
        router.publish(router.journal.add())
        assert sequences(follower, 1) == [5]


def test_it_goes_on_over_a_restart_of_the_router(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        follower = client.follow(position=BEGINNING)
        router.publish(router.journal.add())
        assert sequences(follower, 1) == [1]
        router.stop()
        for _ in range(1500):
            router.journal.add()
        router.start()
        assert sequences(follower, 1500) == list(range(2, 1502))
        router.publish(router.journal.add())
        assert sequences(follower, 1) == [1502]


def test_it_turns_to_the_other_router(tmp_path: Path) -> None:
    places = [tmp_path / name for name in "ab"]
    for place in places:
        place.mkdir()
    first = FakeRouter(str(places[0]))
    second = FakeRouter(str(places[1]), first.journal)
    both = Endpoints(
        f"{first.endpoints.commands},{second.endpoints.commands}",
        f"{first.endpoints.events},{second.endpoints.events}",
    )
    with second:
        # The first router never existed.
        with Client(both, timeout=20) as client:
            assert client.standups.status() == {"echo": {}}
        second.stop()
        with first, Client(both, timeout=20) as client:
            follower = client.follow(position=BEGINNING)
            first.publish(first.journal.add())
            assert sequences(follower, 1) == [1]
            assert client.standups.status() == {"echo": {}}
            first.stop()
            second.start()
            assert client.standups.status() == {"echo": {}}
            second.publish(second.journal.add())
            assert sequences(follower, 1) == [2]


def test_it_goes_on_over_a_restart_of_its_own(router: FakeRouter, tmp_path: Path) -> None:
    file = PositionFile(tmp_path / "position")
    assert file.load() is None
    for _ in range(5):
        router.journal.add()
    for expected in ([1, 2], [2, 3], [3, 4]):
        with Client(router.endpoints) as client:
            follower = client.follow(position=file.load() or BEGINNING, on_position=file.save)
            # The last item was given but not processed when the follower ended.
            assert sequences(follower, 2) == expected
    assert file.load() == Position(3, router.journal.epoch)
    file.path.write_text("{}")
    with pytest.raises(StandupsError):
        file.load()


def test_another_journal(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        follower = client.follow(position=BEGINNING)
        router.publish(router.journal.add())
        assert sequences(follower, 1) == [1]
        router.journal = Journal()
        router.journal.add()
        item = next(follower)
        assert isinstance(item, Snapshot) and (item.reason, item.sequence) == ("epoch", 1)


def test_next_with_a_time_limit(router: FakeRouter) -> None:
    with Client(router.endpoints) as client:
        follower = client.follow()
        assert isinstance(follower.next(10), Snapshot)
        assert follower.next(0.01) is None
        router.publish(router.journal.add())
        assert isinstance(follower.next(10), CloudEvent)
        follower.close()
        assert list(follower) == []


def test_following_with_asyncio(router: FakeRouter) -> None:
    async def main() -> list[Any]:
        saved: list[Position] = []
        found: list[Any] = []
        async with AsyncClient(router.endpoints) as client:
            follower = client.follow(position=BEGINNING, on_position=saved.append)
            router.publish(router.journal.add())
            router.journal.add()
            async for item in follower:
                found.append(item.position.sequence if item.position else None)
                if len(found) == 2:
                    router.restart()
                    router.publish(router.journal.add())
                if len(found) == 3:
                    follower.close()
            subscription = await client.subscribe(["m/"])
            router.publish(router.journal.add())
            found.append((await subscription.__anext__()).__class__)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(subscription.__anext__(), 0.05)
            router.publish(router.journal.add())
            event = await subscription.__anext__()
            assert isinstance(event, CloudEvent) and event.sequence == 5
        assert [position.sequence for position in saved] == [1, 2]
        return found

    assert asyncio.run(main()) == [1, 2, 3, CloudEvent]


def test_curve(directory: str) -> None:
    public, secret = zmq.curve_keypair()
    mine, my_secret = zmq.curve_keypair()
    fake = FakeRouter(directory)
    fake.keys = (public, secret)
    with fake:
        keys = Keys(public.decode(), mine.decode(), my_secret.decode())
        with Client(fake.endpoints, keys=keys) as client:
            assert client.standups.status() == {"echo": {}}
            client.subscribe(["m/"])


@pytest.mark.parametrize(
    "environment, commands",
    [
        ({"STANDUPS_COMMANDS": "tcp://a:1", "STANDUPS_ROUTER": "tcp://b"}, "tcp://a:1"),
        ({"STANDUPS_ROUTER": "tcp://b"}, "tcp://b:5550"),
        ({"STANDUPS_ROUTER": "tcp://a,tcp://b"}, "tcp://a:5550,tcp://b:5550"),
        ({"STANDUPS_RUNTIME_DIR": "/run/s"}, "ipc:///run/s/commands"),
        ({"XDG_RUNTIME_DIR": "/run/user/1"}, "ipc:///run/user/1/standups/commands"),
        ({"XDG_RUNTIME_DIR": "relative"}, None),
    ],
)
def test_endpoints(environment: dict[str, str], commands: str | None) -> None:
    found = Endpoints.of_environment(environment).commands
    assert found == commands if commands else found.startswith("ipc:///tmp/standups-")
