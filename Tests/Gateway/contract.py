"""The gateway in the contract test."""

from __future__ import annotations

import http.client
import json
import urllib.request

from contract.world import World, key


def use(world: World) -> None:
    """A person is invited to the page, sends a command from it, and is logged out."""
    tool = world.tool
    tool.refuse("invalid", "gateway.invite", {"name": "", "role": "operator"})
    invite = tool.do("gateway.invite", {"name": "Ada", "role": "operator"})
    address = tool.do("gateway.sessions")["address"]
    host = address.removeprefix("http://").rstrip("/")
    assert invite["link"] == f"{address}#login={invite['code']}"

    def post(path: str, body: dict, cookie: str = "") -> tuple[int, str]:
        connection = http.client.HTTPConnection(host)
        connection.request("POST", path, json.dumps(body), {
            "Content-Type": "application/json", "Origin": f"http://{host}", "Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, (answer.headers["Set-Cookie"] or "").split(";")[0]

    status, cookie = post("/api/login", {"code": invite["code"]})
    assert status == 204 and cookie, status
    assert post("/api/login", {"code": invite["code"]})[0] == 401
    assert post("/api/commands/standups.list", {}, cookie)[0] == 200
    session, = tool.do("gateway.sessions")["sessions"]
    assert (session["name"], session["role"]) == ("Ada", "operator")
    feed = tool.do("gateway.calendar", {"name": "Ada"})
    assert feed["link"].startswith(f"{address}calendar.ics?token=")
    assert [one.get("isCalendar") for one in tool.do("gateway.sessions")["sessions"]].count(True) == 1
    with urllib.request.urlopen(feed["link"]) as calendar:
        assert calendar.read().startswith(b"BEGIN:VCALENDAR")
    tool.do("gateway.invite", {"name": "Bob", "role": "observer"})
    assert tool.do("gateway.revoke", {"name": "Bob"}, idem=key()) == {"sessions": 0, "invites": 1}
    assert tool.do("gateway.revoke", {"id": session["id"]}, idem=key()) == {"sessions": 1, "invites": 0}
    tool.refuse("not_found", "gateway.revoke", {"id": session["id"]}, idem=key())
    assert post("/api/commands/standups.list", {}, cookie)[0] == 401
