"""Webhooks in the contract test."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from contract.imitation import Imitation
from contract.world import World, eventually, key, new_standup


def use(world: World) -> None:
    """A webhook that is accepted, one that fails, and one whose receiver is gone."""
    tool = world.tool
    bodies: list[bytes] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200 if "matrix" in self.path else int(self.path[1:4]))
            self.end_headers()

        do_PUT = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    def is_reported() -> bool:
        # A router without a standby is a problem of its own, some seconds after its start.
        return any("webhook" in problem for problem in tool.do("router.health")["problems"])

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        heads = tool.do("events.heads")
        good = tool.do("webhooks.add", {
            "url": f"{url}/200", "types": ["standup.", "meeting", "com.example.deploy.done"], "format": "structured",
            "secret": "0123456789abcdef",
            "after": heads["head"], "epoch": heads["epoch"]}, idem=key())
        bad = tool.do("webhooks.add", {"url": f"{url}/500", "after": 0, "format": "binary"}, idem=key())
        gone = tool.do("webhooks.add", {"url": f"{url}/410", "after": 0}, idem=key())
        narrow = tool.do("webhooks.add", {"url": f"{url}/200", "standup": key(), "meeting": key()}, idem=key())
        chats = [
            tool.do("webhooks.add", {"url": f"{url}/200", "format": name, "after": 0}, idem=key())
            for name in ("slack", "mattermost", "discord")]
        chats.append(tool.do("webhooks.add", {
            "url": f"{url}/_matrix/client/v3/rooms/!r:example.org", "format": "matrix", "secret": key(),
            "types": ["com.example.deploy.done"], "after": 0}, idem=key()))
        tool.refuse("invalid", "webhooks.add", {"url": url, "format": "slack", "types": ["meeting.segment"]})
        tool.do("events.publish", {"events": [{
            "type": "com.example.deploy.done", "subject": "web", "data": {"by": "Ada"}}]}, idem=key())
        tool.refuse("invalid", "webhooks.add", {"url": "ftp://example.org/"})
        tool.refuse("compacted", "webhooks.add", {"url": url, "epoch": "another"})
        tool.refuse("not_found", "webhooks.get", {"id": key()})
        standup = new_standup(tool, "Hooked", 60_000, "Ada")
        eventually(lambda: tool.do("webhooks.get", {"id": good["id"]})["delivered"] > 0)
        eventually(lambda: tool.do("webhooks.get", {"id": bad["id"]}).get("nextAttemptAt"))
        assert tool.do("webhooks.get", {"id": bad["id"]})["state"] == "failing"
        eventually(is_reported)
        assert tool.do("webhooks.get", {"id": gone["id"]})["state"] == "paused"
        eventually(lambda: any(
            json.loads(body)["data"]["standup"]["id"] == standup for body in bodies if b"standup.created" in body))
        eventually(lambda: any(b"meeting.finished" not in body and b" is over" in body for body in bodies))
        eventually(lambda: any(b"m.mentions" in body and b"com.example.deploy.done" in body for body in bodies))
        assert tool.do("webhooks.test", {"id": good["id"]})["isAccepted"]
        assert tool.do("webhooks.test", {"id": bad["id"]})["reason"]
        edited = tool.do("webhooks.edit", {"id": good["id"], "secret": "0123456789abcdef"}, idem=key())
        assert edited["url"] == good["url"] and edited["secretFingerprint"]
        tool.refuse("invalid", "webhooks.edit", {"id": good["id"]})
        unknown = {"id": key(), "url": good["url"], "types": ["meeting.finished"], "standup": key()}
        tool.refuse("not_found", "webhooks.edit", unknown)
        tool.do("webhooks.pause", {"id": good["id"]}, idem=key())
        tool.do("webhooks.resume", {"id": good["id"]}, idem=key())
        team = tool.do("teams.add", {"name": "Hooked"}, idem=key())["id"]
        tool.refuse("not_found", "webhooks.add", {"url": url, "team": "unknown"})
        own = tool.do("webhooks.add", {"url": f"{url}/200", "team": team}, idem=key())
        assert own["team"] == team
        tool.refuse("conflict", "teams.remove", {"id": team})
        assert len(tool.do("webhooks.list")["webhooks"]) == 9
        for hook in (good, bad, gone, narrow, own, *chats):
            tool.do("webhooks.remove", {"id": hook["id"]}, idem=key())
        tool.do("teams.remove", {"id": team}, idem=key())
        eventually(lambda: not is_reported())
        server.shutdown()


def imitate(world: World) -> None:
    """A repeated decision, and a different one with the same key."""
    world.services.stop("webhooks")
    fake = Imitation(
        world.context, world.services.proxied, "webhooks", answers={}, delegates=["store.changesDecided"])
    fake.start()
    assert fake.hello()[0] == "OK"
    stored, idem = f"webhooks/{key()}", key()
    first = {"changes": [], "events": [], "reply": {"key": stored, "reply": {"is": "first"}}}
    second = {"changes": [], "events": [], "reply": {"key": stored, "reply": {"is": "second"}}}
    for _ in range(2):
        assert fake.ask("DLG", "store.changesDecided", first, idem=idem) == ("FIN", {})
    outcome = fake.ask("DLG", "store.changesDecided", second, idem=key())
    assert outcome == ("FIN", {"repeated": {"is": "first"}}), outcome
    fake.bye()
    fake.bye()
    fake.stop()
    world.services.start("webhooks")
    world.until_up("webhooks")
