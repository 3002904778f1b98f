"""Transcription in the contract test."""

from __future__ import annotations

import base64
import signal
import time
import uuid
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contract.client import Client
from contract.imitation import Imitation
from contract.world import World, eventually, key, new_standup, of_meeting

THEIRS = {"transcription.sneezed"}
"""A delegate message that only the imitated service declares."""


def use(world: World) -> None:
    """Work that only the router assigns is denied to tools, and without an engine nothing is recorded.

    From then on, the service has the engine, if there is one.
    """
    tool = world.tool
    tool.refuse("denied", "transcription.start", {"id": "tool/ear", "subject": "ear", "startMs": 0}, key="tool/ear")
    tool.refuse("denied", "transcription.finish", {"id": "tool/ear"}, key="tool/ear")
    tool.refuse("denied", "transcription.stream", {"id": "tool/ear"}, key="tool/ear")
    tool.refuse("denied", "transcription.cancel", {"id": "tool/ear"}, key="tool/ear")
    restricted_meetings(world)
    languages(world)
    world.services.stop("transcription")
    world.services.start("transcription")
    world.until_up("transcription")


def imitate(world: World) -> None:
    """No service, an imitated one, and the real one with its engine, if there is one."""
    since = len(world.log)
    world.services.stop("transcription")
    world.event("service.down", since, subject="transcription")
    absent(world.tool)
    nonsense(world)
    dead_letters(world)
    world.services.start("transcription")
    world.until_up("transcription")
    if world.has_engine:
        recorded_meetings(world, world.audio)
        authorizing(world.tool)
        dictation(world.tool, world.audio)


def restricted_meetings(world: World) -> None:
    """Without an engine, the alert gives the reason."""
    tool = world.tool
    standup = new_standup(tool, "Restricted", 60_000, "Ada")
    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    assert "speechRestricted" in asked["session"]["destination"]["alert"]
    assert tool.do("meetings.answer", {"id": asked["session"]["id"], "action": "cancel"}, idem=key()) == {
        "discarded": {}}
    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    meeting = asked["session"]["id"]
    tool.do("meetings.answer", {"id": meeting, "action": "continueWithoutRecording"}, idem=key())
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})
    authorization = tool.do("transcription.authorization", {"subject": standup})
    assert authorization["status"] == "restricted" and authorization["reason"]
    name = f"dictation/{uuid.uuid4()}"
    tool.refuse("denied", "transcription.dictate", {"id": name, "standup": standup, "offset": 0}, key=name)


def languages(world: World) -> None:
    """Without an engine, no language is available, and its reason is the same in every language."""
    tool = world.tool
    assert tool.do("transcription.languages") == {"languages": []}
    standup = new_standup(tool, "Spanish", 60_000, "Ada")
    assert tool.do("standups.edit", {"id": standup, "language": "es"})["language"] == "es"
    tool.refuse("invalid", "standups.edit", {"id": standup, "language": "Spanish"})
    reasons = {
        tool.do("transcription.authorization", {"subject": standup} | language)["reason"]
        for language in ({}, {"language": "es"})}
    assert len(reasons) == 1, reasons
    tool.refuse("invalid", "transcription.authorization", {"subject": standup, "language": "Spanish"})
    assert "language" not in tool.do("standups.edit", {"id": standup, "language": ""})


def absent(tool: Client) -> None:
    """Commands for an unavailable service wait until their deadline."""
    tool.refuse("unavailable", "transcription.authorization", {"subject": "x"}, patience_ms=2000)
    assert {"name": "transcription", "state": "missing", "instances": 0} in tool.do("router.health")["services"]


def nonsense(world: World) -> None:
    """A recogniser that fails during a meeting, and one that sends nonsense."""
    tool = world.tool
    calls = [
        "transcription.failed", "transcription.lineRecognized", "transcription.authorizationChanged",
        "transcription.stateRequested", "transcription.subjectNamed", "transcription.dictationNamed", "transcription.sneezed",
    ]
    fake = Imitation(
        world.context, world.services.proxied, "transcription", delegates=calls,
        access={f"transcription.{verb}": "parent" for verb in ["start", "stream", "finish", "cancel"]}
        | {"transcription.authorization": "observer"},
        teams={"transcription.authorization": "any", "transcription.audio": "any"},
        answers={
            "transcription.authorization": {"status": "authorized"},
            "transcription.start": lambda body: {"id": body["id"], "creditSamples": 160_000},
            "transcription.audio": {"creditSamples": 160_000, "settled": 0, "stream": "s1"},
            "transcription.stream": {"creditSamples": 160_000, "settled": 0, "stream": "s1"},
            "transcription.finish": {"lines": []},
            "transcription.cancel": {},
        })
    fake.start()
    since = len(world.log)
    kind, welcome = fake.hello()
    assert kind == "OK" and welcome["unbound"] == ["transcription.sneezed"], welcome
    world.event("bus.unbound", since)
    tool.do("router.health")
    tool.do("router.bindings")

    standup = new_standup(tool, "Failing", 60_000, "Ada")
    tool.do("standups.edit", {"id": standup, "language": "es"})
    live = tool.do("meetings.start", {"standup": standup, "isRecorded": True}, idem=key())
    meeting = live["session"]["id"]
    stream = of_meeting(meeting)
    tool.do("transcription.audio", {"id": stream, "offset": 1600, "atMs": 100, "stream": "s1"},
            attachments=[b"\0\0"], key=stream)
    line = {"key": "u0", "fromMs": 0, "toMs": 400, "text": "I was heard.", "stream": "s1"}
    assert fake.ask("DLG", "transcription.lineRecognized", {"id": stream, "line": line})[0] == "FIN"
    unheard = fake.ask("DLG", "transcription.lineRecognized", {"id": "nobody/1", "line": line})[1]
    assert (unheard["code"], unheard["detail"]) == ("unbound", {"owner": "nobody"}), unheard
    work = fake.ask("DLG", "transcription.stateRequested", {})[1]
    while "next" in work and not work["streams"]:
        work = fake.ask("DLG", "transcription.stateRequested", {"after": work["next"]})[1]
    assert [one["settledMs"] for one in work["streams"] if one["id"] == stream] == [400], work
    assert [one["language"] for one in work["streams"] if one["id"] == stream] == ["es"], work
    assert fake.ask("DLG", "transcription.subjectNamed", {"subject": standup}) == ("FIN", {})
    named = fake.ask("DLG", "transcription.dictationNamed", {"standup": standup})
    assert named == ("FIN", {"isAllowed": True, "language": "es"}), named
    stranger = fake.ask("DLG", "transcription.dictationNamed", {"standup": standup, "person": str(uuid.uuid4())})
    assert stranger == ("FIN", {"isAllowed": False}), stranger
    # Like one of several instances, which queries the state reported by another one.
    decided = fake.ask("DLG", "transcription.stateRequested", {"subject": standup})[1]
    assert (decided["authorizations"], decided["streams"]) == ({}, []), decided
    assert tool.do("meetings.get", {"id": meeting})["session"]["heard"] == {"stream": "s1", "untilMs": 400}
    assert fake.ask("DLG", "transcription.failed", {"id": stream, "reason": "The ear fell off."})[0] == "FIN"
    world.event("meeting.speechFailed", since, subject=meeting)
    asked = tool.do("meetings.get", {"id": meeting})
    assert "speechFailed" in asked["session"]["destination"]["alert"]
    tool.do("meetings.answer", {"id": meeting, "action": "continueMeeting"}, idem=key())
    tool.do("meetings.end", {"id": meeting})
    ended = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
    assert ended["finished"]["transcript"].endswith(" ❌")
    tool.do("transcription.audio", {"id": stream, "offset": 0}, attachments=[b"\0\0"], key=stream)

    assert fake.ask("DLG", "transcription.sneezed", {"loudly": True})[1]["code"] == "unbound"
    world.event("bus.deadLetter", since)
    assert fake.ask("DLG", "transcription.lineRecognized", {"id": 7}, corr=key())[1]["code"] == "invalid"
    assert fake.ask("DLG", "timer.finished", {"id": stream, "elapsedMs": 0})[1]["code"] == "denied"
    fake.bye()
    assert any(one["state"] == "draining" for one in tool.do("router.services")["services"])
    tool.do("router.health")
    fake.bye()
    fake.stop()


def dead_letters(world: World) -> None:
    tool = world.tool
    # The rejections were sent before the dead-letter messages are stored.
    eventually(lambda: tool.do("router.deadLetters", {"action": "list"})["total"] == 3)
    letters = tool.do("router.deadLetters", {"action": "list", "limit": 1})
    assert letters["next"]
    assert tool.do("router.deadLetters", {"action": "list", "after": letters["next"]})["letters"]
    sneezed = next(one["id"] for one in tool.do("router.deadLetters", {"action": "list"})["letters"]
                   if one["target"] == "transcription.sneezed")
    (letter,) = tool.do("router.deadLetters", {"action": "list", "id": sneezed})["letters"]
    assert letter["body"] == {"loudly": True}
    again = tool.do("router.deadLetters", {"action": "replay", "id": sneezed})
    assert again["letters"][0]["attempts"] == 2 and again["removed"] == []
    tool.do("router.health")
    span = {"since": "2020-01-01T00:00:00.000Z", "before": "2099-01-01T00:00:00.000Z", "target": "transcription."}
    found = tool.do("router.deadLetters", {"action": "list", "limit": 100} | span)["letters"]
    assert sneezed in [one["id"] for one in found]
    assert tool.do("router.deadLetters", {"action": "drop", "target": "nobody."})["removed"] == []
    assert tool.do("router.deadLetters", {"action": "drop"})["removed"]
    tool.refuse("not_found", "router.deadLetters", {"action": "drop", "id": key()})


def chunks(audio: Path, seconds: float) -> Iterator[tuple[int, bytes]]:
    """Pieces of a tenth of a second, each with the position of its first sample."""
    with wave.open(str(audio)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
        offset = 0
        while offset < seconds * 16_000 and (data := file.readframes(1600)):
            yield offset, data
            offset += len(data) // 2


def hear(tool: Client, stream: str, audio: Path, seconds: float) -> None:
    """Sends audio faster than real time, but slowly enough for partial transcripts."""
    # The reply arrives when the meeting is on disk; its stream is opened right after that.
    eventually(lambda: tool.ask(
        "transcription.audio", {"id": stream, "offset": 0}, attachments=[b"\0\0"], key=stream).kind == "FIN")
    for offset, data in chunks(audio, seconds):
        end = time.monotonic() + 60
        while (reply := tool.ask(
                "transcription.audio", {"id": stream, "offset": offset}, attachments=[data], key=stream)).kind != "FIN":
            assert reply.code == "busy" and time.monotonic() < end, reply
            time.sleep(reply.body["retryAfterMs"] / 1000)
        time.sleep(0.03)


def recorded_meetings(world: World, audio: Path) -> None:
    """Recording with every answer to the permission question."""
    tool, since = world.tool, len(world.log)
    standup = new_standup(tool, "Recorded", 60_000, "Ada", "Grace")
    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    assert "speechAuthorization" in asked["session"]["destination"]["alert"]
    meeting = asked["session"]["id"]
    tool.do("meetings.answer", {"id": meeting, "action": "dontAllow"}, idem=key())
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})

    asked = tool.do("meetings.start", {"standup": standup}, idem=key())
    assert "speechDenied" in asked["session"]["destination"]["alert"]
    meeting = asked["session"]["id"]
    live = tool.do("meetings.answer", {"id": meeting, "action": "openSettings"}, idem=key())["live"]
    assert live["session"]["isRecording"]
    stream = of_meeting(meeting)
    hear(tool, stream, audio, 9)
    tool.refuse("invalid", "transcription.audio", {"id": stream, "offset": 0}, key=stream)
    world.event("meeting.partial", since, subject=meeting)
    world.event("meeting.segment", since, subject=meeting, seconds=20)
    tool.do("meetings.get", {"id": meeting})
    world.services.stop("transcription", signal.SIGKILL)
    world.proxy.drop("transcription")
    world.services.start("transcription")
    world.until_up("transcription")
    tool.do("meetings.end", {"id": meeting})
    ended = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
    assert ended["finished"]["segments"]

    standup = new_standup(tool, "Allowed", 60_000, "Ada")
    meeting = tool.do("meetings.start", {"standup": standup})["session"]["id"]
    assert "live" in tool.do("meetings.answer", {"id": meeting, "action": "allow"})
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})
    meeting = tool.do("meetings.start", {"standup": standup})["session"]["id"]
    hear(tool, of_meeting(meeting), audio, 3)
    tool.do("meetings.end", {"id": meeting})
    ended = tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"})
    assert ended["finished"]["segments"], "what is heard last is in it"

    since = len(world.log)
    meeting = tool.do("meetings.start", {"standup": standup})["session"]["id"]
    hear(tool, of_meeting(meeting), audio, 1)
    tool.do("transcription.authorize", {"subject": standup, "isGranted": False}, idem=key())
    world.event("standup.recordingDecided", since, subject=standup)
    world.event("meeting.recordingStopped", since, subject=meeting)
    assert not tool.do("meetings.get", {"id": meeting})["session"]["isRecording"]
    tool.refuse("not_found", "transcription.audio", {"id": of_meeting(meeting), "offset": 0},
                attachments=[bytes(3200)], key=of_meeting(meeting))
    tool.do("meetings.end", {"id": meeting})
    tool.do("meetings.answer", {"id": meeting, "action": "discard"})
    for decision in ({"isGranted": True}, {}):
        tool.do("transcription.authorize", {"subject": standup} | decision, idem=key())


def dictate(tool: Client, standup: str, audio: bytes) -> list[str]:
    """Dictates audio, and returns the recognised lines."""
    name = f"dictation/{uuid.uuid4()}"
    body: dict[str, Any] = {"id": name, "standup": standup}
    offset, end = 0, time.monotonic() + 60
    while True:
        piece = audio[2 * offset:][:96_000]
        is_last = 2 * offset + len(piece) == len(audio)
        reply = tool.ask("transcription.dictate", body | {"offset": offset}
                         | ({"audio": base64.b64encode(piece).decode()} if piece else {})
                         | ({"isLast": True} if is_last else {}), key=name)
        assert time.monotonic() < end, reply
        if reply.code == "busy":
            time.sleep(reply.body["retryAfterMs"] / 1000)
            continue
        assert reply.kind == "FIN", reply
        if reply.body.get("isOver"):
            return reply.body["lines"]
        body["stream"] = reply.body["stream"]
        offset += len(piece) // 2
        if not piece:
            # No event reports the end of a dictation; it is read again until everything is recognised.
            time.sleep(0.1)


def dictation(tool: Client, audio: Path) -> None:
    """A dictation needs no decision on recording, and no one else learns of its words."""
    standup = new_standup(tool, "Dictated", 60_000, "Ada")
    tool.do("transcription.authorize", {"subject": standup, "isGranted": False}, idem=key())
    sound = b"".join(data for _, data in chunks(audio, 20))
    assert dictate(tool, standup, sound), "words are recognised"
    name = f"dictation/{uuid.uuid4()}"
    tool.refuse("not_found", "transcription.dictate", {"id": name, "standup": str(uuid.uuid4()), "offset": 0}, key=name)
    tool.refuse("invalid", "transcription.dictate", {"id": "tool/a", "standup": standup, "offset": 0}, key="tool/a")
    tool.refuse("not_found", "transcription.audio", {"id": name, "offset": 0}, attachments=[bytes(3200)], key=name)


def authorizing(tool: Client) -> None:
    """Recording decisions, for a subject that no other part uses."""
    assert tool.do("transcription.languages")["standard"] == "en"
    missing = tool.do("transcription.authorization", {"subject": "ear", "language": "xh"})
    assert missing["status"] == "restricted" and "standups engine add" in missing["reason"], missing
    assert tool.do("transcription.authorization", {"subject": "ear"})["status"] == "notDetermined"
    tool.do("transcription.authorize", {"subject": "ear", "isGranted": False}, idem=key())
    tool.do("transcription.authorize", {"subject": "ear", "isGranted": True}, idem=key())
    tool.do("transcription.authorize", {"subject": "ear"}, idem=key())
