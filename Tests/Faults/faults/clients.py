"""Clients that act like people and tools, concurrently, and record the replies."""

from __future__ import annotations

import json
import random
import threading
import time
import uuid
from typing import Any

import zmq
from standups import BusError, Client, Endpoints, Expired
from standups.core.commands import Call, CommandCore
from standups.keys import Keys

from .evidence import JSON, History, Operation

#: Codes that mean that the command was not done and will not be.
REFUSALS = {"invalid", "not_found", "conflict", "denied", "too_large", "version", "compacted"}
THEMES = "bubblegum buttercup indigo navy oxblood poppy sky tan teal yellow".split()
#: With more standups, clients would rarely use the same one.
MOST_STANDUPS = 40


class _Core(CommandCore):
    """Records the id of each attempt, as in the events."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []

    def _frames(self, call: Call) -> tuple[bytes, ...]:
        if call.id not in self.ids[-1:]:
            self.ids.append(call.id)
        return super()._frames(call)


class Tool(Client):
    """The ordinary client, with a record of every command."""

    def __init__(
        self, context: zmq.Context[Any], endpoints: Endpoints, history: History, name: str, keys: Keys | None = None,
    ) -> None:
        super().__init__(endpoints, context=context, keys=keys)
        self._history, self.name = history, name
        self._core = self._noting = _Core()

    def ask(
        self, target: str, body: JSON, *, timeout: float, key: str | None = None, changes: bool = True,
    ) -> Operation:
        """Sends a command until it is answered or the time is over; never raises an error of the bus."""
        key = (key or str(uuid.uuid4())) if changes else None
        operation = self._history.begin(self.name, target, body, key)
        self._noting.ids = operation.ids
        try:
            operation.reply = self.command(
                target, body, timeout=timeout, idempotency_key=key, changes=changes)
            operation.outcome = "done"
        except BusError as error:
            operation.code = error.code
            is_final = error.code in REFUSALS and not error.retryable and not isinstance(error, Expired)
            # It was done, and its reply is erased.
            is_final = is_final and "wasDone" not in error.detail
            operation.outcome = "refused" if is_final else "unknown"
            operation.reply = {"message": error.message, "detail": dict(error.detail)}
        operation.ended = time.time()
        return operation


class Board:
    """The clients' shared knowledge of each other's work; it may be outdated, which is intended."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.standups: dict[str, JSON] = {}
        #: By meeting: the standup, the start, and the maximum duration.
        self.live: dict[str, tuple[str, float, float]] = {}

    def put(self, standup: JSON) -> None:
        with self.lock:
            if standup["id"] not in self.standups or (
                standup["revision"] > self.standups[standup["id"]]["revision"]
            ):
                self.standups[standup["id"]] = standup

    def drop(self, standup: str) -> None:
        with self.lock:
            self.standups.pop(standup, None)

    def one(self, rng: random.Random) -> JSON | None:
        with self.lock:
            return rng.choice(list(self.standups.values())) if self.standups else None

    def began(self, meeting: str, standup: str, seconds: float) -> None:
        with self.lock:
            self.live[meeting] = (standup, time.time(), seconds)

    def meeting(self, rng: random.Random) -> tuple[str, str] | None:
        """A meeting that may still run, and its standup."""
        with self.lock:
            now = time.time()
            for meeting in [key for key, value in self.live.items() if value[1] + value[2] < now]:
                del self.live[meeting]
            if not self.live:
                return None
            meeting = rng.choice(list(self.live))
            return meeting, self.live[meeting][0]

    def is_idle(self, standup: str) -> bool:
        with self.lock:
            return all(value[0] != standup for value in self.live.values())


class Worker(threading.Thread):
    """A client. Its seed decides its intentions; its knowledge decides which of them are possible."""

    def __init__(
        self, tool: Tool, board: Board, seed: str, stop: threading.Event, teams: tuple[str, ...] = (),
    ) -> None:
        """With `teams`, most standups are created in one of them."""
        super().__init__(name=tool.name, daemon=True)
        self._teams = teams
        self.failure: BaseException | None = None
        self._tool, self._board, self._stop_event = tool, board, stop
        self._rng = random.Random(seed)
        self._wants = {
            self._create: 6, self._edit: 20, self._start: 40, self._next: 8, self._hold: 7, self._remove: 3,
            self._read: 12, self._import: 2, self._remove_meeting: 3, self._list: 2, self._write: 6, self._reorder: 4,
            self._figures: 3,
        }

    def run(self) -> None:
        try:
            for _ in range(3):
                self._create()
            while not self._stop_event.wait(self._rng.uniform(0, 0.15)):
                self._rng.choices(list(self._wants), list(self._wants.values()))[0]()
        except BaseException as error:  # noqa: BLE001 - reported by the waiting thread
            self.failure = error
        finally:
            self._tool.close()

    def _do(self, target: str, body: JSON) -> Operation:
        """Sends a command, and sometimes repeats it with the same key."""
        rng = self._rng
        operation = self._tool.ask(target, body, timeout=rng.choice((2, 5, 10, 20)))
        if operation.outcome == "unknown":
            if rng.random() < 0.6:
                operation = self._tool.ask(target, body, timeout=20, key=operation.key)
        elif rng.random() < 0.12:
            self._tool.ask(target, body, timeout=10, key=operation.key)
        return operation

    def _text(self) -> str:
        """All titles differ, so an event shows the command that caused it."""
        return f"{self.name} {self._rng.getrandbits(48):012x}"

    def _attendees(self) -> list[JSON]:
        return [{"name": f"P{number}"} for number in range(self._rng.randint(1, 4))]

    def _create(self) -> None:
        if len(self._board.standups) >= MOST_STANDUPS:
            return self._remove()
        body: JSON = {
            "title": self._text(), "durationMs": self._rng.randint(1000, 6000), "attendees": self._attendees()}
        if self._rng.random() < 0.5:
            body["id"] = str(uuid.UUID(int=self._rng.getrandbits(128), version=4))
        if self._teams and self._rng.random() < 0.7:
            body["team"] = self._rng.choice(self._teams)
        operation = self._do("standups.create", body)
        if operation.outcome == "done" and operation.reply:
            self._board.put(operation.reply)

    def _edit(self) -> None:
        standup = self._board.one(self._rng)
        if standup is None:
            return self._create()
        body: JSON = {"id": standup["id"]}
        # A command that changes nothing stores its reply, too.
        if self._rng.random() < 0.1:
            self._do("standups.edit", body)
            return
        body["title"] = self._text()
        if self._rng.random() < 0.6:
            body["durationMs"] = self._rng.randint(1000, 6000)
        if self._rng.random() < 0.3:
            body["theme"] = self._rng.choice(THEMES)
        if self._rng.random() < 0.3:
            body["attendees"] = self._attendees()
        if self._rng.random() < 0.5:
            body["revision"] = standup["revision"]
        operation = self._do("standups.edit", body)
        if operation.outcome == "done" and operation.reply:
            self._board.put(operation.reply)
        elif operation.code == "conflict":
            self._look(standup["id"])
        elif operation.code == "not_found":
            self._board.drop(standup["id"])

    def _start(self) -> None:
        standup = self._board.one(self._rng)
        if standup is None:
            return self._create()
        if not self._board.is_idle(standup["id"]) and self._rng.random() < 0.9:
            return
        # Without a speech engine, a recorded meeting asks before it starts.
        body = {"standup": standup["id"], "isRecorded": self._rng.random() < 0.06}
        operation = self._do("meetings.start", body)
        if operation.outcome != "done" or not operation.reply:
            if operation.code == "not_found":
                self._board.drop(standup["id"])
            elif operation.code == "conflict":
                self._go_on(((operation.reply or {}).get("detail") or {}).get("meeting"))
            return
        session = operation.reply["session"]
        if "alert" in session.get("destination", {}):
            action = self._rng.choice(("continueWithoutRecording", "cancel"))
            if self._do("meetings.answer", {"id": session["id"], "action": action}).outcome != "done":
                return
            if action == "cancel":
                return
        self._board.began(session["id"], standup["id"], session["standup"]["durationMs"] / 1000)

    def _next(self) -> None:
        found = self._board.meeting(self._rng)
        if found is None:
            return self._start()
        body: JSON = {"id": found[0]}
        if self._rng.random() < 0.3:
            body["from"] = self._rng.randint(0, 3)
        self._do("meetings.next", body)

    def _go_on(self, meeting: str | None) -> None:
        """Answers a question that another client left open, so that the standup can meet again."""
        if meeting is None or self._rng.random() < 0.3:
            return
        found = self._tool.ask("meetings.get", {"id": meeting}, timeout=10, changes=False)
        session = (found.reply or {}).get("session") or {}
        if "alert" in session.get("destination", {}):
            actions = ("resume", "saveAndEnd") if "startedAt" in session else ("continueWithoutRecording", "cancel")
            self._do("meetings.answer", {"id": meeting, "action": self._rng.choice(actions)})

    def _hold(self) -> None:
        """Opens a question, which pauses the clock, and answers it."""
        found = self._board.meeting(self._rng)
        if found is None:
            return self._start()
        if self._do("meetings.end", {"id": found[0]}).outcome == "refused":
            return
        self._stop_event.wait(self._rng.uniform(0, 1.2))
        action = self._rng.choice(("resume", "resume", "resume", "saveAndEnd", "discard"))
        self._do("meetings.answer", {"id": found[0], "action": action})
        if action != "resume" and self._rng.random() < 0.6:
            self._undo_end(found[1])

    def _undo_end(self, standup: str) -> None:
        """Undoes the last end of a meeting, sometimes too late, or after the next meeting has begun."""
        ended = (self._look(standup) or {}).get("ended")
        if ended is None:
            return
        self._stop_event.wait(self._rng.choice((0, 0, 0.5, 2, 9.9)))
        body = {"id": ended["meeting"], "change": ended["undo"]["change"]}
        operation = self._do("meetings.undo", body)
        if operation.outcome == "done" and operation.reply:
            seconds = operation.reply["session"]["standup"]["durationMs"] / 1000
            self._board.began(ended["meeting"], standup, seconds)

    def _write(self) -> None:
        """Writes or removes the update of an attendee."""
        standup = self._board.one(self._rng)
        if standup is None:
            return self._create()
        body: JSON = {"standup": standup["id"], "attendee": self._rng.choice(standup["attendees"])["id"]}
        if self._rng.random() < 0.2:
            self._do("standups.removeUpdate", body)
        else:
            self._do("standups.writeUpdate", body | {"text": self._text()})

    def _reorder(self) -> None:
        """Changes the order of the speakers who are still to come."""
        found = self._board.meeting(self._rng)
        if found is None:
            return self._start()
        got = self._tool.ask("meetings.get", {"id": found[0]}, timeout=10, changes=False)
        session = (got.reply or {}).get("session")
        if not session:
            return
        attendees = [one["id"] for one in session["standup"]["attendees"]]
        order = session.get("agenda", {}).get("order", range(len(attendees)))
        coming = [attendees[place] for place in order][session["speakerIndex"] + 1:]
        if len(coming) > 1:
            body = {"id": found[0], "from": session["speakerIndex"], "order": [*coming[1:], coming[0]]}
            self._do("meetings.reorder", body)

    def _figures(self) -> None:
        standup = self._board.one(self._rng)
        if standup is not None:
            self._tool.ask("meetings.stats", {"standup": standup["id"]}, timeout=10, changes=False)

    def _remove(self) -> None:
        standup = self._board.one(self._rng)
        if standup is None or len(self._board.standups) < 8:
            return
        if self._do("standups.delete", {"id": standup["id"]}).outcome == "done":
            self._board.drop(standup["id"])

    def _remove_meeting(self) -> None:
        standup = self._board.one(self._rng)
        found = self._look(standup["id"]) if standup else None
        if found and found["meetings"]:
            meeting = self._rng.choice(found["meetings"])["id"]
            self._do("standups.deleteMeeting", {"standup": found["summary"]["standup"]["id"], "meeting": meeting})

    def _read(self) -> None:
        standup = self._board.one(self._rng)
        if standup is not None:
            self._look(standup["id"])

    def _look(self, standup: str) -> JSON | None:
        operation = self._tool.ask("standups.get", {"id": standup, "limit": 5}, timeout=10, changes=False)
        if operation.outcome == "done" and operation.reply:
            self._board.put(operation.reply["summary"]["standup"])
            return operation.reply
        if operation.code == "not_found":
            self._board.drop(standup)
        return None

    def _list(self) -> None:
        self._tool.ask("standups.list", {"limit": 20}, timeout=10, changes=False)
        self._tool.ask("meetings.live", {}, timeout=10, changes=False)

    def _file(self) -> list[JSON]:
        def new() -> str:
            return str(uuid.UUID(int=self._rng.getrandbits(128), version=4))

        # Two seconds, in the apps' format.
        return [{
            "id": new(), "title": self._text(), "theme": "appOrange", "duration": [0, 2 * 10**18],
            "attendees": [{"id": new(), "name": "Blob"}],
            "meetings": [{"id": new(), "date": 700000000.0, "transcript": "It was said."}],
        }]

    def _import(self) -> None:
        existing = self._rng.choice(("refuse", "keep"))
        file = self._file()
        if self._rng.random() < 0.5:
            done = self._do("standups.import", {"json": json.dumps(file), "existing": existing})
        else:
            # Imports in parts, which become visible when all have arrived and the whole was imported.
            body = {"id": str(uuid.uuid4()), "existing": existing}
            parts = self._rng.randint(1, 3)
            for part in range(1, parts + 1):
                file = self._file()
                sent = self._do("standups.importPart", {**body, "part": part, "json": json.dumps(file)})
                if sent.outcome != "done":
                    return
            done = self._do("standups.importAll", {"id": body["id"], "parts": parts})
        if done.outcome == "done":
            self._look(str(file[0]["id"]))
