"""Mutated messages of every kind in docs/asyncapi.yaml, sent to the real processes.

No process may end or hang because of them: each message gets a reply or an error with a documented code,
concurrent ordinary traffic continues, and stored data can be read afterwards, also after a restart of everything.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zmq
from contract.check import may_fail
from contract.document import Document
from standups import BusError

from .clients import Tool
from .evidence import JSON, History
from .features import Features
from .mutations import Mutator
from .options import Parser, add_common, finish
from .plan import Plan
from .watchers import HealthWatch, Meter, journal, pages
from .world import World

ROOT = Path(__file__).resolve().parents[3]
#: Time limit of a message, and grace period for its reply, in seconds.
DEADLINE, GRACE = 10.0, 20.0
#: Maximum number of pending messages.
WINDOW = 24
MOST_MEMORY = 256
#: End of the names of messages that end the work of a real service; an occasional one is enough.
RARE = ".termBegun"


def senders_of(message: JSON) -> list[str]:
    """The services that send a delegate message, by its description in the document."""
    return message.get("x-services") or [message["x-service"]]


class Found(Exception):
    """A violation, with a sentence about it."""


class Session:
    """A connection that sends mutated messages and compares the replies with the document."""

    def __init__(self, run: Run, socket: zmq.Socket[bytes], service: str | None = None) -> None:
        self._run, self._socket, self._service = run, socket, service
        self._beat_at = 0.0
        self._nameless: deque[tuple[float, float, str, str]] = deque()
        #: By id: the time sent, the time limit, the message and its mutation.
        self._waiting: dict[str, tuple[float, float, str, str]] = {}

    def send(self, kind: str, name: str, example: JSON, key: str | None) -> None:
        run, rng = self._run, self._run.rng
        body, what = run.mutator.body(run.prepare(name, example))
        header: JSON = {"id": str(uuid.uuid4()), "deadline": int((time.time() + DEADLINE) * 1000)}
        if kind == "CMD" and rng.random() < 0.5:
            header["idem"] = str(uuid.uuid4())
        if key is not None and rng.random() < 0.9:
            header["key"] = str(example.get(key, "tool/x"))
        text, done = run.mutator.header(header)
        frames = [f"STB1 {kind} {name} {text}".encode("utf-8", "surrogatepass"), body]
        if run.has_attachments(name) or rng.random() < 0.02:
            frames.append(rng.randbytes(rng.choice((0, 1, 2, 3200, 100_000))))
        if sum(map(len, frames)) > 1_000_000:
            # A frame above one mebibyte ends the connection and its pending messages.
            frames[1] = b"{}"
        told, entry = json.loads(text), (time.monotonic(), run.patience(json.loads(text)), name, f"{what}; {done}")
        if _is_uuid(told.get("id")):
            self._waiting[told["id"].lower()] = entry
        else:
            # Its reply cannot name the message.
            self._nameless.append(entry)
        self._socket.send_multipart(frames)
        run.sent[name] += 1
        self.beat()

    def beat(self) -> None:
        """Sends a service's heartbeat."""
        if self._service and time.monotonic() > self._beat_at:
            self._beat_at = time.monotonic() + 1
            self._socket.send_multipart([f'STB1 HB {self._service} {{"id": "{uuid.uuid4()}"}}'.encode(), b"{}"])

    def step(self, seconds: float) -> None:
        """Handles messages that arrive within that time, and checks for missing replies."""
        self.beat()
        if self._socket.poll(int(1000 * seconds)):
            while self._socket.poll(0):
                self._take(self._socket.recv_multipart())
        now = time.monotonic()
        for one, (sent, patience, name, what) in list(self._waiting.items()):
            if now - sent > patience:
                del self._waiting[one]
                self._run.find(f"{name} was not answered within {patience:.0f} s ({what})")
        if self._nameless and now - self._nameless[0][0] > self._nameless[0][1]:
            _, patience, name, what = self._nameless.popleft()
            self._run.find(f"{name} was not answered within {patience:.0f} s ({what})")

    @property
    def under_way(self) -> int:
        return len(self._waiting) + len(self._nameless)

    def _take(self, frames: list[bytes]) -> None:
        try:
            words = frames[0].decode().split(" ", 3)
            header, body = json.loads(words[3]), json.loads(frames[1])
        except (ValueError, IndexError) as error:
            return self._run.find(f"An answer that cannot be read: {frames!r:.300} ({error})")
        kind, cause = words[1], header.get("cause")
        if cause is None and kind == "ERR" and self._nameless:
            found = self._nameless.popleft()
        else:
            found = self._waiting.pop(str(cause).lower(), None)
        if found is not None:
            self._run.answered(found[2], found[3], kind, body)
        return None


def _is_uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(value) == 36 and bool(uuid.UUID(value))
    except ValueError:
        return False


class Run:
    """A run of mutated traffic on an installation of its own."""

    def __init__(self, binaries: Path, seed: int, seconds: float) -> None:
        self.seed, self.seconds = seed, seconds
        self.rng = random.Random(f"traffic {seed}")
        self.document = Document(ROOT / "docs/asyncapi.yaml")
        self.history = History()
        self.context: zmq.Context[Any] = zmq.Context()
        self.world = World(binaries, Plan(seed, seconds, 1, 0, (), ()), self.history, has_volume=False)
        self.sent: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.ordinary = 0
        self.findings: list[str] = []
        self._lock = threading.Lock()
        self.ids: dict[str, list[str]] = {"id": [], "standup": [], "meeting": []}
        self.mutator = Mutator(self.rng, self.ids)
        self._kinds = {
            name: message for name, message in self.document.messages.items()
            if message["x-kind"] in ("CMD", "DLG") and message.get("examples")}
        self.features = Features()

    def find(self, sentence: str) -> None:
        with self._lock:
            if len(self.findings) < 100:
                self.findings.append(sentence)

    def has_attachments(self, name: str) -> bool:
        return "x-attachments" in self._kinds[name]

    @staticmethod
    def patience(header: JSON) -> float:
        """Time limit for a reply: the deadline if it is valid, else 30 s."""
        return (DEADLINE if isinstance(header.get("deadline"), int) else 30) + GRACE

    def prepare(self, name: str, example: JSON) -> JSON:
        """Restricts files and network addresses to our directory and this machine."""
        if name == "persistence.backup":
            return example | {"path": f"{self.world.folder}/backup-{self.rng.getrandbits(16)}.db"}
        if "url" in example:
            return example | {"url": "http://127.0.0.1:9/hook"}
        return example

    def answered(self, name: str, what: str, kind: str, body: Any) -> None:
        """Compares a reply with the document."""
        if kind == "REHELLO":
            # The router has forgotten this service; the message was rejected, and the service registers again.
            self.codes["rehello"] += 1
            return
        if kind == "ERR":
            code = body.get("code") if isinstance(body, dict) else None
            self.codes[str(code)] += 1
            if code == "internal":
                self.find(f"{name} was answered with internal: {body} ({what})")
            elif not isinstance(body, dict) or not may_fail(self._kinds[name], body):
                self.find(f"{name} was answered with {code}, which the document does not list: {body} ({what})")
            return
        self.codes["ok"] += 1
        reply = f"{name}.reply"
        if reply in self.document.messages:
            for error in self.document.errors(f"{self.document.pointer(reply)}/payload", body)[:1]:
                self.find(f"{reply} is not as the document says: {error} ({what})")

    # The run

    def run(self) -> None:
        stop = threading.Event()
        health = HealthWatch(self.context, self.world.endpoints(), self.history, stop, self.world.keys())
        meter = Meter(self.world, self.history, stop)
        tool = Tool(self.context, self.world.endpoints(), self.history, "looker")
        watchers = (health, meter)
        try:
            self.world.start()
            for watcher in watchers:
                watcher.start()
            if not health.well(60):
                raise Found("It was not well at the start.")
            self._things(tool)
            # First tools alone, so that later faults elsewhere were caused by their messages.
            self._phase(self.seconds * 0.6, self._ordinary, self._unreadable, self._mutated)
            self._back(tool)
            self._letters(tool)
            self._clean(tool)
            self._phase(self.seconds * 0.3, self._ordinary, self._unreadable, self._children)
            # While these services are replaced, no ordinary traffic is possible.
            self._phase(self.seconds * 0.1, self._unreadable, self._needed)
            self._back(tool)
            self._clean(tool)
            if not health.well(60):
                last = health.last
                raise Found(f"It was not well afterwards: {'; '.join(last.problems) if last else 'no answer'}")
            before = self._readable(tool)
            for name in self.world.plan.names:
                self.world.kill(name)
            if not health.well(60):
                raise Found("It was not well after everything was started again.")
            after = self._readable(tool)
            for what in before:
                if after[what][:len(before[what])] != before[what]:
                    self.find(f"After a restart {what} is another one.")
        except Found as error:
            self.find(str(error))
        except BusError as error:
            self.find(f"When all was well, a command was answered with {error}")
        except (SystemExit, KeyboardInterrupt):
            # Interrupted; pending work ends with this process.
            self.world.end(keep=False)
            os._exit(130)
        finally:
            stop.set()
            for watcher in watchers:
                if watcher.ident is not None:
                    watcher.join(10)
            tool.close()
            for one in self.history.evidence.exits:
                if not one.is_ours:
                    self.find(f"{one.name} ended by itself with {one.code}.")
            for name, most in self.history.evidence.memory.items():
                if most > MOST_MEMORY:
                    self.find(f"{name} had {most:.0f} MiB of memory.")
            self.world.end(keep=bool(self.findings))
            self.context.destroy(0)

    def _phase(self, seconds: float, *targets: Callable[[threading.Event], None]) -> None:
        """Runs all targets concurrently for a time."""
        ending = threading.Event()
        threads = [threading.Thread(target=self._guarded, args=(target, ending), name=target.__name__)
                   for target in targets]
        for thread in threads:
            thread.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            progress(f"{sum(self.sent.values())} messages, {self.ordinary} ordinary meetings")
            ending.wait(min(1, max(0, end - time.monotonic())))
        ending.set()
        for thread in threads:
            thread.join(90)
            if thread.is_alive():
                raise Found(f"{thread.name.strip('_')} did not come to its end.")

    def _back(self, tool: Tool) -> None:
        """Waits until the real services are registered again and each one answers."""
        end = time.monotonic() + 60
        for target in self.features.values("ANSWERS"):
            while tool.ask(target, {}, timeout=5, changes=False).outcome != "done":
                if time.monotonic() > end:
                    raise Found(f"{target} is not answered a minute after its service could come back.")

    def _letters(self, tool: Tool) -> None:
        """A tool's invalid messages are rejected and do not become dead-letter messages of services."""
        page = tool.command("router.deadLetters", {"action": "list", "limit": 1000}, changes=False, timeout=30)
        for (target, code), count in Counter(
            (letter["target"], letter["error"]["code"]) for letter in page["letters"]
        ).items():
            self.find(f"What a tool said led to {count} dead letters of {target}, {code}: "
                      f"{next(one for one in page['letters'] if one['target'] == target)}")

    def _guarded(self, target: Any, ending: threading.Event) -> None:
        try:
            target(ending)
        except Found as error:
            self.find(str(error))
        except BaseException as error:  # noqa: BLE001 - reported with the findings
            self.find(f"{target.__name__.strip('_')} ended: {error!r}")

    def _things(self, tool: Tool) -> None:
        """Creates things, so that messages about them pass the first checks."""
        for number in range(6):
            standup = tool.standups.create(f"Thing {number}", ["Ann", "Bob"], 600_000)
            self.ids["standup"].append(standup["id"])
            if number < 3:
                session = tool.meetings.start(standup["id"], is_recorded=False)["session"]
                self.ids["meeting"].append(session["id"])
        self.ids["id"] += self.ids["standup"] + self.ids["meeting"]

    def _dealer(self) -> zmq.Socket[bytes]:
        socket = self.context.socket(zmq.DEALER)
        socket.set(zmq.LINGER, 0)
        socket.set(zmq.SNDTIMEO, 5000)
        socket.connect(self.world.endpoints().commands)
        return socket

    def _mutated(self, ending: threading.Event) -> None:
        """Sends every command repeatedly with a tool's rights, in a different order each time."""
        names = [name for name, message in self._kinds.items() if message["x-kind"] == "CMD"]
        socket = self._dealer()
        session = Session(self, socket)
        try:
            while not ending.is_set():
                self.rng.shuffle(names)
                for name in names:
                    message = self._kinds[name]
                    example = self.rng.choice(message["examples"])["payload"]
                    session.send("CMD", name, example, message.get("x-key"))
                    while session.under_way >= WINDOW:
                        session.step(0.5)
                    if ending.is_set():
                        break
            while session.under_way:
                session.step(0.5)
        finally:
            socket.close(0)

    def _unreadable(self, ending: threading.Event) -> None:
        """Sends frames that are hardly messages, each over a connection of its own: each is answered or ends that
        connection."""
        rng = random.Random(f"unreadable {self.seed}")
        mutator = Mutator(rng, {})
        while not ending.wait(0.05):
            socket = self._dealer()
            try:
                header = json.dumps({"id": str(uuid.uuid4()), "deadline": int((time.time() + DEADLINE) * 1000)})
                name = rng.choice(list(self._kinds))
                frames, _ = mutator.frames([f"STB1 CMD {name} {header}".encode(), b"{}"])
                socket.send_multipart(frames)
                self.sent["(unreadable)"] += 1
                # The router still works for this connection, or for a new one if libzmq has ended it.
                socket.send_multipart([f'STB1 HB - {{"id": "{uuid.uuid4()}"}}'.encode(), b"{}"])
                if socket.poll(2000):
                    self.codes["unreadable answered"] += 1
                else:
                    self.codes["unreadable, connection ended"] += 1
            finally:
                socket.close(0)

    def _children(self, ending: threading.Event) -> None:
        """Services that register, sometimes wrongly, and send messages of services.

        One of them replaces a real service, as only a service of that name may send its messages.
        """
        self._imitate(ending, are_needed=False)

    def _needed(self, ending: threading.Event) -> None:
        self._imitate(ending, are_needed=True)

    def _imitate(self, ending: threading.Event, *, are_needed: bool) -> None:
        senders = {
            sender for message in self._kinds.values() if message["x-kind"] == "DLG" for sender in senders_of(message)}
        services = self.features.imitated(senders, are_needed=are_needed)
        rng = random.Random(f"child {self.seed} {services[0]}")
        while not ending.is_set():
            service = rng.choice(services)
            self.world.hold(service)
            try:
                self._child(rng, service, ending)
            finally:
                self.world.release(service)

    def _child(self, rng: random.Random, service: str, ending: threading.Event) -> None:
        names = [name for name, message in self._kinds.items()
                 if message["x-kind"] == "DLG" and service in senders_of(message)]
        # Registers commands that no client sends, so that none waits for this service's missing replies.
        manifest = self.document.messages["hello"]["examples"][0]["payload"] | {
            "service": service, "instance": str(uuid.uuid4()), "isSharded": False, "delegates": names,
            "commands": [{"target": f"{service}.boil", "access": "member"}]}
        socket = self._dealer()
        try:
            head = f'STB1 HELLO {service} {{"id": "{uuid.uuid4()}"}}'.encode()
            for _ in range(10):
                body, _ = self.mutator.body(manifest)
                if b'"boil' not in body and rng.random() < 0.5:
                    socket.send_multipart([head, body[:900_000]])
                    self.sent["hello"] += 1
                    socket.poll(300)
            if not self._hello(socket, head, manifest, ending):
                return
            session = Session(self, socket, service)
            for _ in range(30):
                name = rng.choice(names)
                if not name.endswith(RARE) or rng.random() < 0.1:
                    session.send("DLG", name, rng.choice(self._kinds[name]["examples"])["payload"], None)
                while session.under_way >= 8:
                    session.step(0.5)
                if ending.is_set():
                    break
            while session.under_way:
                session.step(0.5)
            # BYE twice: no new work, and closed.
            for _ in range(2):
                socket.send_multipart([f'STB1 BYE {service} {{"id": "{uuid.uuid4()}"}}'.encode(), b"{}"])
                socket.poll(2000)
        finally:
            socket.close(0)

    def _hello(
        self, socket: zmq.Socket[bytes], head: bytes, manifest: JSON, ending: threading.Event,
    ) -> bool:
        """Registers until it is accepted: its predecessor may still be waited for."""
        end = time.monotonic() + 30
        while time.monotonic() < end and not ending.is_set():
            socket.send_multipart([head, json.dumps(manifest).encode()])
            while socket.poll(15_000):
                kind = socket.recv_multipart()[0].decode().split(" ", 3)[1]
                if kind == "OK":
                    return True
                if kind == "ERR":
                    break
            else:
                raise Found("A child's hello was not answered within 15 s.")
            ending.wait(0.3)
        return False

    def _ordinary(self, ending: threading.Event) -> None:
        """A client that sends only valid commands, and must not be affected."""
        tool = Tool(self.context, self.world.endpoints(), self.history, "ordinary")
        try:
            while not ending.is_set():
                standup = self._do(tool, "standups.create", {
                    "title": str(uuid.uuid4()), "durationMs": 1000, "attendees": [{"name": "Ann"}, {"name": "Bob"}]})
                edited = self._do(tool, "standups.edit", {"id": standup["id"], "title": "Again", "revision": 1})
                if edited["title"] != "Again":
                    raise Found(f"An ordinary edit came to {edited}.")
                session = self._do(tool, "meetings.start", {"standup": standup["id"], "isRecorded": False})["session"]
                end = time.monotonic() + 30
                while not (meetings := self._do(tool, "standups.get", {"id": standup["id"]}, False)["meetings"]):
                    if time.monotonic() > end:
                        raise Found("An ordinary meeting of one second did not end within 30 s.")
                    ending.wait(0.1)
                if [one["id"] for one in meetings] != [session["id"]]:
                    raise Found(f"An ordinary meeting is not kept: {meetings}")
                self._do(tool, "standups.delete", {"id": standup["id"]})
                self.ordinary += 1
        finally:
            tool.close()

    @staticmethod
    def _do(tool: Tool, target: str, body: JSON, changes: bool = True) -> JSON:
        operation = tool.ask(target, body, timeout=30, changes=changes)
        if operation.outcome != "done" or operation.reply is None:
            raise Found(f"An ordinary {target} was answered with {operation.code}: {operation.reply}")
        return operation.reply

    # Afterwards

    def _clean(self, tool: Tool) -> None:
        """Ends work started by mutated messages, as a person would, so that health can recover."""
        for clean in self.features.values("clean"):
            clean(tool)
        body: JSON = {"action": "drop"}
        while (page := tool.command("router.deadLetters", body, timeout=30)).get("next"):
            body["after"] = page["next"]

    def _readable(self, tool: Tool) -> dict[str, list[Any]]:
        """All stored data, read by every available command."""
        def ask(target: str) -> Any:
            return lambda more: tool.command(target, more, changes=False, timeout=30)

        listed = pages(ask("standups.list"), ("standups",))["standups"]
        snapshot = pages(ask("events.snapshot"), ("standups", "meetings"))
        for summary in listed:
            one = summary["standup"]["id"]
            pages(lambda more, one=one: tool.command(
                "standups.get", {"id": one, **more}, changes=False, timeout=30), ("meetings",))
        exported = self._export(tool)
        status = tool.standups.status()
        if status.get("unreadable"):
            self.find(f"Something unreadable is kept: {status['unreadable']}")
        if [one["standup"] for one in snapshot["standups"]] != [one["standup"] for one in listed] and (
            sorted(one["standup"]["id"] for one in snapshot["standups"])
            != sorted(one["standup"]["id"] for one in listed)
        ):
            self.find("The snapshot has other standups than the list.")
        if len(json.loads(exported)) != len(listed):
            self.find("The export has other standups than the list.")
        events = journal(tool)
        for index, event in enumerate(events):
            if int(event["sequence"]) != index + 1:
                raise Found(f"The journal has {event['sequence']} where {index + 1} has to be.")
        lists = {
            f"the list of {target}": pages(ask(target), (member,))[member] for target, member in self.features.values("LIST")}
        return {"the list": [one["standup"] for one in listed], "the journal": events, **lists}

    @staticmethod
    def _export(tool: Tool) -> str:
        parts: list[str] = []
        after: str | None = None
        while True:
            page = tool.standups.export(after=after)
            parts.append(page["json"])
            after = page.get("next")
            if after is None:
                return "".join(parts)

    def json(self) -> JSON:
        evidence = self.history.evidence
        return {
            "seed": self.seed, "seconds": round(self.seconds), "messages": sum(self.sent.values()),
            "kinds": len(self.sent), "answers": dict(self.codes), "ordinaryMeetings": self.ordinary,
            "memoryMiB": {name: round(most) for name, most in evidence.memory.items()},
            "findings": self.findings}


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K  {text}" if text else "\r\x1b[K", end="", file=sys.stderr, flush=True)


def main() -> int:
    parser = Parser(prog="test-faults --traffic", description=__doc__)
    add_common(parser)
    options = finish(parser)
    print(f"seed {options.seed}: mutated traffic for {options.minutes:g} min", file=sys.stderr)
    run = Run(options.binaries.resolve(), options.seed, options.minutes * 60)
    run.run()
    progress("")
    for finding in run.findings[:20]:
        print(f"seed {options.seed}: {finding[:1500]}", file=sys.stderr)
    if run.findings:
        print(f"  logs and files: {run.world.folder}", file=sys.stderr)
    if options.json:
        print(json.dumps(run.json(), indent=2, ensure_ascii=False))
    else:
        told = run.json()
        answers = ", ".join(f"{count} {code}" for code, count in run.codes.most_common())
        print(f"{told['messages']} messages of {told['kinds']} kinds, {told['ordinaryMeetings']} ordinary meetings "
              f"beside them; answers: {answers}. Memory at most: "
              + ", ".join(f"{name} {most}" for name, most in sorted(told["memoryMiB"].items())) + " MiB.")
    return 1 if run.findings else 0


if __name__ == "__main__":
    sys.exit(main())
