"""Commands against a scripted peer, with simulated time."""

from __future__ import annotations

import random
from typing import Any

import pytest
from standups import BusError, Conflict, Expired, TooLarge, Unavailable
from standups.codec import Message, decode, encode
from standups.core.commands import Call, CommandCore, Request
from standups.core.effects import ResetCommands, SendFrames
from standups.core.timing import Now


class Wire:
    def __init__(self) -> None:
        self.core = CommandCore(random.Random(7))
        self.steady = 50.0
        self.resets = 0

    @property
    def now(self) -> Now:
        return Now(self.steady, 1_000_000 + self.steady)

    def start(self, target: str = "meetings.next", changes: bool = True, timeout: float = 10) -> Call:
        return self.core.start(Request(target, {"id": "m"}, changes), self.now, timeout)

    def sent(self) -> list[Message]:
        """The commands sent since the last call, without heartbeats."""
        found = []
        for effect in self.core.effects:
            if isinstance(effect, SendFrames):
                found.append(decode(effect.frames))
            elif isinstance(effect, ResetCommands):
                self.resets += 1
        self.core.effects.clear()
        return [message for message in found if message.kind == "CMD"]

    def reply(self, kind: str, cause: str, body: dict[str, Any]) -> None:
        header = {"id": "r", "cause": cause}
        self.core.receive(encode(Message(kind, "-", header, body)), self.now)

    def router(self, name: str) -> None:
        self.reply("HB", "hb", {"router": name})

    def wait(self, seconds: float) -> None:
        self.steady += seconds
        self.core.tick(self.now)


def test_a_command_and_its_answer() -> None:
    wire = Wire()
    call = wire.start()
    [message] = wire.sent()
    assert message.target == "meetings.next" and message.body == {"id": "m"}
    assert message.header["deadline"] == (1_000_050 + 10) * 1000
    assert message.header["idem"] and "attempt" not in message.header
    wire.reply("FIN", "somebody-else", {})
    assert not call.is_done
    wire.reply("FIN", call.id.upper(), {"done": True})
    assert call.is_done and call.result() == {"done": True}
    assert wire.core.wake() is None


def test_only_what_changes_something_carries_a_key() -> None:
    wire = Wire()
    wire.start(changes=False)
    assert "idem" not in wire.sent()[0].header


def test_a_refusal_is_an_exception_of_its_class() -> None:
    wire = Wire()
    call = wire.start()
    wire.reply("ERR", call.id, {"code": "conflict", "message": "No.", "detail": {"meeting": "7"}})
    with pytest.raises(Conflict) as caught:
        call.result()
    assert caught.value.code == "conflict" and caught.value.detail == {"meeting": "7"}


@pytest.mark.parametrize("body", [{}, {"code": "new_one", "message": "x"}, {"code": 3}])
def test_an_unknown_refusal_is_an_error_all_the_same(body: dict[str, Any]) -> None:
    wire = Wire()
    call = wire.start()
    wire.reply("ERR", call.id, body)
    with pytest.raises(BusError):
        call.result()


def test_retries_keep_the_key_and_the_deadline_and_wait_as_told() -> None:
    wire = Wire()
    call = wire.start()
    [first] = wire.sent()
    refusal = {"code": "busy", "message": "Full.", "retryable": True, "retryAfterMs": 400}
    wire.reply("ERR", call.id, refusal)
    wire.wait(0.4)
    assert wire.sent() == []
    wire.wait(0.1)
    [second] = wire.sent()
    assert second.header["idem"] == first.header["idem"]
    assert second.header["deadline"] == first.header["deadline"]
    assert second.header["attempt"] == 2 and second.id != first.id
    wire.reply("ERR", first.id, {"code": "conflict", "message": "Late."})
    assert not call.is_done
    wire.reply("FIN", second.id, {})
    assert call.is_done


def test_pauses_grow_and_differ() -> None:
    pauses = []
    for seed in range(2):
        wire = Wire()
        wire.core = CommandCore(random.Random(seed))
        call = wire.start(timeout=100)
        for _ in range(8):
            wire.reply("ERR", call.id, {"code": "unavailable", "message": "", "retryable": True})
            begin = wire.steady
            wire.sent()
            while not wire.sent():
                wire.wait(0.01)
                wire.router("r")
            pauses.append(round(wire.steady - begin, 2))
    assert pauses[:8] != pauses[8:]
    assert pauses[7] > 10 * pauses[0] and max(pauses) <= 2.02


def test_the_last_refusal_is_told_when_the_time_is_over() -> None:
    wire = Wire()
    call = wire.start(timeout=1)
    wire.reply("ERR", call.id, {"code": "unavailable", "message": "Away.", "retryable": True})
    wire.wait(0.1)
    wire.wait(0.9)
    with pytest.raises(Unavailable):
        call.result()


def test_no_answer_is_expired() -> None:
    wire = Wire()
    call = wire.start(timeout=2)
    wire.router("r")
    wire.wait(1.99)
    assert not call.is_done
    wire.wait(0.02)
    with pytest.raises(Expired):
        call.result()


def test_what_no_router_got_was_not_done() -> None:
    wire = Wire()
    call, later = wire.start(timeout=2), wire.start(timeout=3)
    wire.wait(2.01)
    with pytest.raises(Unavailable, match=r"“meetings\.next” was not sent"):
        call.result()
    # The connection is established only now: the transport sends the queued messages.
    wire.core.connected()
    wire.wait(1)
    with pytest.raises(Expired, match="may have taken effect"):
        later.result()


def test_another_router_gets_everything_again() -> None:
    wire = Wire()
    call, read = wire.start(), wire.start(changes=False)
    wire.router("a")
    first = wire.sent()
    wire.wait(1)
    wire.router("a")
    assert wire.sent() == []
    wire.router("b")
    second = wire.sent()
    assert [m.header.get("idem") for m in first] == [m.header.get("idem") for m in second]
    assert second[0].id == first[0].id and second[1].id != first[1].id
    wire.reply("FIN", call.id, {})
    wire.reply("FIN", read.id, {})
    assert call.is_done and read.is_done


def test_a_command_that_an_earlier_router_may_have_had_is_sent_again() -> None:
    wire = Wire()
    wire.start()
    wire.sent()
    wire.wait(1)
    wire.router("b")
    assert len(wire.sent()) == 1


def test_a_router_that_was_known_before_a_pause_is_forgotten() -> None:
    wire = Wire()
    wire.reply("FIN", wire.start().id, {})
    wire.router("a")
    wire.wait(100)
    wire.start()
    wire.sent()
    wire.router("b")
    assert wire.sent() == []


def test_silence_opens_a_new_connection() -> None:
    wire = Wire()
    call = wire.start()
    wire.sent()
    for _ in range(29):
        wire.wait(0.1)
    assert wire.sent() == [] and wire.resets == 0
    wire.wait(0.11)
    assert [message.id for message in wire.sent()] == [call.id] and wire.resets == 1


def test_noise_is_counted() -> None:
    wire = Wire()
    wire.core.receive([b"noise"], wire.now)
    assert wire.core.unreadable == 1


def test_what_is_too_large_is_told_at_once() -> None:
    wire = Wire()
    with pytest.raises(TooLarge):
        wire.core.start(Request("a.b", {"x": "a" * (1 << 20)}), wire.now, 1)
    assert wire.core.wake() is None


@pytest.mark.parametrize("seed", range(20))
def test_every_command_ends_once_whatever_happens(seed: int) -> None:
    """A peer that forgets, restarts, rejects and repeats carries out each key at most once."""
    rng = random.Random(seed)
    wire = Wire()
    effects: dict[str, int] = {}
    router, calls = 0, []
    for _ in range(400):
        if rng.random() < 0.2:
            calls.append(wire.start(timeout=rng.choice([1, 5, 30])))
        if rng.random() < 0.02:
            router += 1
        for message in wire.sent():
            roll = rng.random()
            if roll < 0.3:
                continue
            if roll < 0.5:
                code = rng.choice(["busy", "unavailable", "draining"])
                wire.reply("ERR", message.id, {"code": code, "message": "", "retryable": True})
                continue
            effects.setdefault(message.header["idem"], len(effects))
            if roll < 0.8:
                wire.reply("FIN", message.id, {"n": effects[message.header["idem"]]})
        if rng.random() < 0.3:
            wire.router(f"r{router}")
        wire.wait(0.1)
    for _ in range(400):
        wire.wait(0.1)
    assert all(call.is_done for call in calls)
    assert wire.core.wake() is None
    answers = [call.reply["n"] for call in calls if call.error is None]
    assert len(answers) > len(calls) / 3 and len(set(answers)) == len(answers)
