"""Frames, compared with bytes that the services write."""

from __future__ import annotations

import dataclasses

import pytest
from standups import ProtocolError, TooLarge, topics
from standups.codec import Message, decode, encode
from standups.events import CloudEvent, confirmation_of, head_of, split

ID = "5b0b6a3e-8a1c-4c07-9a3e-1f1d6b5a7c11"


def test_a_command_in_bytes() -> None:
    message = Message("CMD", "meetings.next", {"id": ID, "idem": "k"}, {"id": "ä"})
    assert encode(message) == [
        b'STB1 CMD meetings.next {"id":"' + ID.encode() + b'","idem":"k"}',
        '{"id":"ä"}'.encode(),
    ]


def test_a_reply_as_the_router_writes_it() -> None:
    head = b'STB1 FIN - {"id":"0d2f9c9e-6f0e-4a52-bb1c-5f3b63a6f7aa","corr":"%s","cause":"%s","x":1}'
    message = decode([head % (ID.encode(), ID.upper().encode()), b'{"head":3}', b"\x00\x01"])
    assert (message.kind, message.target, message.cause) == ("FIN", "-", ID)
    assert message.body == {"head": 3}
    assert message.attachments == (b"\x00\x01",)
    assert message.header["x"] == 1


def test_what_is_written_is_read() -> None:
    message = Message("DLG", "a.b-c_d", {"id": ID, "deadline": 1 << 53}, {"a": [1.5, None]}, (b"",))
    assert decode(encode(message)) == message


@pytest.mark.parametrize(
    "frames",
    [
        [],
        [b""],
        [b"STB1"],
        [b"STB2 CMD a.b {}"],
        [b"STB1 CMD a.b"],
        [b"STB1 NOPE a.b " + b'{"id":"1"}'],
        [b"STB1 CMD a/b " + b'{"id":"1"}'],
        [b"STB1 CMD a.b\n " + b'{"id":"1"}'],
        [b"STB1 CMD  a.b " + b'{"id":"1"}'],
        [b"STB1 CMD a.b {}"],
        [b"STB1 CMD a.b []"],
        [b'STB1 CMD a.b {"id":1}'],
        [b'STB1 FIN - {"id":"1"}', b"{"],
        [b'STB1 FIN - {"id":"1"}', b"\xff"],
        [b'STB1 FIN - {"id":"1"}', b"[" * 100_000],
        [b'STB1 FIN - {"id":"1"}'] + [b"{}"] * 8,
        [b'STB1 FIN - {"id":"1"}', b'"' + b"a" * (1 << 20) + b'"'],
        [b'STB1 FIN - {"id":"' + b"1" * 4096 + b'"}'],
    ],
)
def test_what_is_no_message_is_refused(frames: list[bytes]) -> None:
    with pytest.raises(ProtocolError):
        decode(frames)


def test_what_the_bus_would_refuse_is_not_sent() -> None:
    with pytest.raises(TooLarge):
        encode(Message("CMD", "a.b", {"id": ID}, "a" * (1 << 20)))
    with pytest.raises(TooLarge):
        encode(Message("CMD", "a.b", {"id": ID, "idem": "a" * 4096}))
    with pytest.raises(TooLarge):
        encode(Message("CMD", "a.b", {"id": ID}, {}, (b"",) * 7))
    with pytest.raises(ValueError):
        encode(Message("CMD", "a b", {"id": ID}))
    with pytest.raises(ValueError):
        encode(Message("CMD", "a.b", {"id": ID}, float("nan")))


def test_topics() -> None:
    assert topics.of_meeting("1", "meeting.tick") == "m/1/meeting.tick/"
    assert topics.of_team("web") == "g/web/"
    assert topics.of_team("a b", topics.of_type("meeting.tick")) == "g/a%20b/t/meeting.tick/"
    assert topics.of_type("a b", "c/d~é%") == "t/a%20b/c%2Fd~%C3%A9%25/"
    assert topics.tokens("t/a%20b/c%2Fd~%C3%A9%25/") == ["a b", "c/d~é%"]
    assert not topics.of_meeting("10").startswith(topics.of_meeting("1"))


def test_an_event() -> None:
    frame = (
        b't/meeting.finished/m1/ {"data":{"meeting":{}},"datacontenttype":"application/json",'
        b'"epoch":"e","id":"1","prevmeeting":"00000000000000000004","prevteam":"00000000000000000003","sequence":"00000000000000000012",'
        b'"source":"/standups/standups","specversion":"1.0","subject":"m1","team":"web",'
        b'"time":"2026-11-21T09:30:00.125Z","type":"meeting.finished","later":true}'
    )
    topic, value = split(frame)
    event = CloudEvent.parse(value)
    assert topic == "t/meeting.finished/m1/"
    assert (event.sequence, event.epoch, event.previous_of_meeting) == (12, "e", 4)
    assert event.previous_of_type == 0
    assert (event.team, event.previous_of_team) == ("web", 3)
    assert event.time.isoformat() == "2026-11-21T09:30:00.125000+00:00"
    assert event.raw["later"] is True


@pytest.mark.parametrize("text", ["2026-11-21T09:30:00Z", "2026-11-21T10:30:00.1234567891+01:00"])
def test_times(text: str) -> None:
    event = CloudEvent.parse(
        {"specversion": "1.0", "id": "1", "source": "s", "type": "t", "time": text}
    )
    assert event.time.timestamp() == pytest.approx(1795253400, abs=0.2)
    assert not event.is_durable
    assert not event.is_erased and dataclasses.replace(event, data={"erased": True}).is_erased


@pytest.mark.parametrize(
    "change",
    [
        {"specversion": "2.0"},
        {"sequence": "-1"},
        {"sequence": 1},
        {"sequence": "²"},
        {"time": "yesterday"},
        {"id": None},
    ],
)
def test_what_is_no_event_is_refused(change: dict[str, object]) -> None:
    good: dict[str, object] = {
        "specversion": "1.0",
        "id": "1",
        "source": "s",
        "type": "t",
        "time": "2026-11-21T09:30:00Z",
    }
    CloudEvent.parse(good)
    with pytest.raises(ProtocolError):
        CloudEvent.parse({**good, **change})


def test_beat_and_confirmation() -> None:
    assert head_of({"epoch": "e", "head": 3}).head == 3
    assert confirmation_of({"epoch": "", "head": 0, "denied": ["m/1/"]}).denied == ("m/1/",)
    refused = confirmation_of({"epoch": "", "head": 0, "denied": ["m/1"], "reasons": ["No slash."]})
    assert refused.refusal is not None and "m/1 (No slash.)" in refused.refusal.message
    assert refused.refusal.detail == {"topics": ["m/1"], "reasons": ["No slash."]}
    assert confirmation_of({"epoch": "", "head": 0, "denied": []}).refusal is None
    with pytest.raises(ProtocolError):
        confirmation_of({"epoch": "", "head": 0, "denied": [], "reasons": "No."})
    wrongs: list[object] = [{}, {"epoch": "e", "head": True}, {"epoch": 1, "head": 1}, []]
    for wrong in wrongs:
        with pytest.raises(ProtocolError):
            head_of(wrong)
    for frame in (b"h/", b"\xff {}", b"h/ {"):
        with pytest.raises(ProtocolError):
            split(frame)
