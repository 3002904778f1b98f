#!/usr/bin/python3
"""Runs a whole meeting over the bus, with nothing of ours but the protocol: STB1 by hand.

usage: meeting.py COMMANDS EVENTS     (two ZeroMQ endpoints)

Prints one JSON object a line for whatever came; ends with 0 once the meeting is finished and saved.
"""
import json
import sys
import time
import uuid

try:
    import zmq
except ImportError:
    sys.exit("python3-zmq is missing; install it with: sudo apt-get install python3-zmq")

LIMIT_MS = 20_000


def say(what, **more):
    print(json.dumps({"what": what, **more}, ensure_ascii=False), flush=True)


class Bus:
    def __init__(self, context, endpoint):
        self.socket = context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(endpoint)

    def ask(self, target, body, **header):
        """Sends a command, and returns the kind and the body of its answer."""
        asked = str(uuid.uuid4())
        head = {"id": asked, "deadline": int(time.time() * 1000) + LIMIT_MS, "later": [None], **header}
        text = "STB1 CMD " + target + " " + json.dumps(head, separators=(" , ", " : "))
        self.socket.send_multipart([text.encode(), json.dumps(body, indent=1).encode()])
        while True:
            if not self.socket.poll(LIMIT_MS):
                sys.exit(f"{target} was not answered")
            frames = self.socket.recv_multipart()
            version, kind, dash, answer = frames[0].decode().split(" ", 3)
            assert (version, dash) == ("STB1", "-"), frames[0]
            answer = json.loads(answer)
            assert uuid.UUID(answer["id"]) and answer["id"] != asked
            if answer.get("cause") == asked:
                assert answer["corr"] == asked, answer
                return kind, json.loads(frames[1])

    def done(self, target, body, **header):
        kind, answer = self.ask(target, body, **header)
        if kind != "FIN":
            sys.exit(f"{target}: {kind} {answer}")
        return answer


def main():
    context = zmq.Context()
    bus = Bus(context, sys.argv[1])
    bus.done("standups.status", {})
    create = {"title": "Grüße 🎈", "durationMs": 3000, "attendees": [{"name": "Żaneta"}, {"name": "B"}]}
    standup = bus.done("standups.create", create, idem="python-1")
    again = bus.done("standups.create", create, idem="python-1")
    say("created", standup=standup, again=again == standup)

    events = context.socket(zmq.SUB)
    events.setsockopt(zmq.LINGER, 0)
    events.connect(sys.argv[2])
    events.subscribe("s/" + standup["id"] + "/")
    nonce = str(uuid.uuid4())
    events.subscribe("~/" + nonce)
    topic = ""
    while topic != "~/" + nonce:
        # What happens meanwhile may come before it.
        if not events.poll(LIMIT_MS):
            sys.exit("the subscription was not confirmed")
        topic, confirmation = events.recv().decode().split(" ", 1)
    events.unsubscribe("~/" + nonce)
    say("confirmed", **json.loads(confirmation))

    live = bus.done("meetings.start", {"standup": standup["id"], "isRecorded": False})
    meeting = live["session"]["id"]
    say("started", meeting=meeting)
    kind, refusal = bus.ask("meetings.start", {"standup": standup["id"]})
    say("refused", kind=kind, **refusal)
    while True:
        if not events.poll(LIMIT_MS):
            sys.exit("no event came")
        frames = events.recv_multipart()
        assert len(frames) == 1, frames
        topic, event = frames[0].decode().split(" ", 1)
        event = json.loads(event)
        say("event", topic=topic, event=event)
        if event["type"] == "meeting.finished":
            break
    saved = bus.done("standups.get", {"id": standup["id"]})
    say("saved", meetings=[meeting["id"] for meeting in saved["meetings"]])


main()
