"""The gateway in the contract test."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from contract.web import Site
from contract.world import World, eventually, key, new_standup


def use(world: World) -> None:
    """Sessions with a role, and those of a person."""
    use_role(world)
    use_person(world)
    use_invitations(world)
    use_tokens(world)


def use_person(world: World) -> None:
    """A person is invited to the page, and does there what the role permits."""
    tool, since = world.tool, len(world.log)
    site = Site(tool.do("gateway.sessions")["address"])
    ann = tool.do("people.add", {"name": "Ann"}, idem=key())["id"]
    tool.refuse("invalid", "gateway.invite", {"name": "Ann", "role": "observer", "person": ann})
    invite = tool.do("gateway.invite", {"name": "Ann", "person": ann})
    answer = site.post("/api/login", {"code": invite["code"]})
    assert answer.status == 204 and answer.cookie, answer.status
    cookie = answer.cookie
    create = {"title": "Ann’s", "durationMs": 60_000}
    assert site.command("standups.create", create, cookie).status == 403
    tool.do("teams.setMember", {"team": "default", "person": ann, "role": "member"}, idem=key())
    eventually(lambda: site.command("standups.create", create, cookie).status == 200)
    event = world.event("standup.created", since, by=f"person/{ann}")
    assert site.command("standups.delete", {"id": event["subject"]}, cookie).status == 403
    me = json.loads(site.command("router.whoami", {}, cookie).body)
    assert me == {"by": event["by"], "teams": ["default"]}, me
    for target, body in (
        ("standups.list", {}), ("standups.search", {"query": "words"}),
        ("transcription.authorization", {"subject": event["subject"]}),
    ):
        assert site.command(target, body, cookie).status == 200, target
    own_voice(world, site, cookie)
    trace = tool.do("router.trace", {"id": event["correlationid"]})
    assert any(one.get("by") == event["by"] for one in trace["messages"])
    journal = tool.do("events.replay", {"after": 0, "by": event["by"]})["events"]
    assert [one["type"] for one in journal] == ["login.began", "standup.created"], journal
    tool.do("gateway.calendar", {"name": "Ann", "person": ann})
    sessions = tool.do("gateway.sessions")["sessions"]
    assert [one.get("role") for one in sessions if one.get("person") == ann] == [None, None]
    assert tool.do("gateway.revoke", {"person": ann}, idem=key()) == {"sessions": 2, "invites": 0}
    assert site.command("standups.list", {}, cookie).status == 401
    tool.do("standups.delete", {"id": event["subject"]}, idem=key())
    tool.do("people.remove", {"id": ann}, idem=key())


def own_voice(world: World, site: Site, cookie: str) -> None:
    """The person agrees that their voice is recognised, and withdraws the consent; a tool has no voice."""
    none = {"hasPrint": False, "learnedMs": 0}

    def send(target: str) -> Any:
        answer = site.command(target, {}, cookie)
        assert answer.status == 200, f"{target}: {answer.status} {answer.body!r}"
        return json.loads(answer.body)

    assert send("people.voice") == none
    agreed = send("people.agreeToVoice")
    assert agreed.pop("agreedAt") and agreed == none, agreed
    assert send("people.voice") == send("people.agreeToVoice")
    assert send("people.withdrawVoice") == none
    for target in ("people.voice", "people.agreeToVoice", "people.withdrawVoice"):
        world.tool.refuse("denied", target, {})


def use_invitations(world: World) -> None:
    """Invitations last for hours, are listed and withdrawn, and let phones in; events show who did what."""
    tool, since = world.tool, len(world.log)
    site = Site(tool.do("gateway.sessions")["address"])
    ann = tool.do("people.add", {"name": "Ann"}, idem=key())["id"]
    chief = tool.do("people.add", {"name": "Chief"}, idem=key())["id"]
    tool.do("teams.add", {"id": "guests", "name": "Guests"}, idem=key())
    tool.do("teams.setMember", {"team": "guests", "person": chief, "role": "admin"}, idem=key())
    tool.refuse("invalid", "gateway.invite", {"name": "Ann", "person": ann, "hours": 721})
    invite = tool.do("gateway.invite", {"name": "Ann", "person": ann, "hours": 72})
    event = world.event("invitation.added", since, subject=invite["id"])
    assert event["data"]["person"] == ann and event["data"]["expires"] == invite["expires"], event
    screen = tool.do("gateway.invite", {"name": "Screen", "role": "observer"})
    world.event("invitation.added", since, subject=screen["id"])
    listed = {one["id"]: one for one in tool.do("gateway.invitations")["invitations"]}
    assert listed[invite["id"]]["person"] == ann and listed[screen["id"]]["role"] == "observer", listed
    tool.do("gateway.withdraw", {"id": screen["id"]}, idem=key())
    world.event("invitation.withdrawn", since, subject=screen["id"])
    tool.refuse("not_found", "gateway.withdraw", {"id": screen["id"]}, idem=key())

    cookie = site.post("/api/login", {"code": tool.do("gateway.invite", {"name": "Chief", "person": chief})["code"]}).cookie
    assert cookie
    began = world.event("login.began", since, by=f"person/{chief}")
    assert began["data"] == {"session": began["subject"], "person": chief, "how": "link"}, began
    # An admin invites the persons of the team, of whom Ann is not one yet.
    request = {"name": "Ann", "person": ann}
    eventually(lambda: site.command("gateway.invitations", {}, cookie).status == 200)
    assert site.command("gateway.invite", request, cookie).status == 404
    assert site.command("gateway.invite", {"name": "x", "role": "observer"}, cookie).status == 403
    assert site.command("gateway.withdraw", {"id": invite["id"]}, cookie).status == 404
    tool.do("teams.setMember", {"team": "guests", "person": ann, "role": "member"}, idem=key())
    made = json.loads(site.command("gateway.invite", request, cookie).body)
    mine = json.loads(site.command("gateway.invitations", {}, cookie).body)["invitations"]
    assert {one["id"] for one in mine} == {made["id"], invite["id"]}, mine
    # The link of the admin is useless while Ann has a role elsewhere.
    tool.do("teams.setMember", {"team": "default", "person": ann, "role": "member"}, idem=key())
    assert site.post("/api/login", {"code": made["code"]}).status == 401

    phone = json.loads(site.post("/api/phone", {}, cookie).body)
    assert len(phone["qr"]) == len(phone["qr"][0]), phone
    assert site.post("/api/phone", {}).status == 401
    later = len(world.log)
    assert site.post("/api/login", {"code": phone["link"].partition("#login=")[2]}).status == 204
    assert world.event("login.began", later, by=f"person/{chief}")["data"]["how"] == "phone"
    assert site.post("/api/logout", {}, cookie).status == 200
    world.event("login.ended", since, subject=began["subject"], by=f"person/{chief}")
    for person in (ann, chief):
        tool.do("people.remove", {"id": person}, idem=key())
    world.event("invitation.withdrawn", since, subject=invite["id"])
    tool.do("teams.remove", {"id": "guests"}, idem=key())


def use_tokens(world: World) -> None:
    """Programs send commands with tokens, which are limited to a team, to commands, or act as a person."""
    tool, since = world.tool, len(world.log)
    site = Site(tool.do("gateway.sessions")["address"])
    tool.do("teams.add", {"name": "Tokens"}, idem=key())
    tool.refuse("invalid", "tokens.add", {"name": "ci", "role": "member"})
    tool.refuse("not_found", "tokens.add", {"name": "ci", "role": "member", "team": "nosuch"})
    added = tool.do("tokens.add", {"name": "ci", "role": "member", "team": "tokens"})
    event = world.event("token.added", since, subject=added["id"])
    assert event["team"] == "tokens" and event["data"]["name"] == "ci", event

    def send(token: str, target: str, body: object) -> Any:
        return site.post(f"/api/commands/{target}", body, Origin=None, Authorization=f"Bearer {token}")

    def refused(token: str, target: str, body: object, status: int) -> None:
        answer = send(token, target, body)
        assert answer.status == status, f"{target}: {answer.status} {answer.body!r}"

    made = send(added["token"], "standups.create", {"title": "By token", "durationMs": 60_000})
    assert made.status == 200 and made.fields["RateLimit-Limit"] == "20", made
    created = world.event("standup.created", since, by=f"token/{added['id']}")
    assert created["team"] == "tokens"
    me = json.loads(send(added["token"], "router.whoami", {}).body)
    assert me == {"by": f"token/{added['id']}", "teams": ["tokens"]}, me
    refused(added["token"], "standups.delete", {"id": created["subject"]}, 403)
    reader = tool.do("tokens.add", {"name": "wall", "role": "observer", "commands": ["standups.get"]})
    end = "2099-01-01T00:00:00.000Z"
    for more in ({"role": "operator"}, {"role": "admin", "team": "tokens"}):
        other = tool.do("tokens.add", {"name": "other", "expires": end, **more})
        assert other["expires"] == end, other
        assert send(other["token"], "router.whoami", {}).status == 200
    read = send(reader["token"], "standups.get", {"id": created["subject"]})
    assert read.status == 200, read.body
    refused(reader["token"], "standups.list", {}, 403)
    ann = tool.do("people.add", {"name": "Ann"}, idem=key())["id"]
    tool.do("teams.setMember", {"team": "tokens", "person": ann, "role": "observer"}, idem=key())
    own = tool.do("tokens.add", {"name": "laptop", "person": ann})
    tokens, after = {}, {}
    while after is not None:
        page = tool.do("tokens.list", {"limit": 2, **after})
        tokens |= {one["id"]: one for one in page["tokens"]}
        after = {"after": page["next"]} if "next" in page else None
    listed = tokens[reader["id"]]
    assert listed["commands"] == ["standups.get"] and "team" not in listed, listed
    assert tokens[own["id"]]["person"] == ann, tokens
    eventually(lambda: send(own["token"], "standups.get", {"id": created["subject"]}).status == 200)
    tool.do("people.remove", {"id": ann}, idem=key())
    eventually(lambda: send(own["token"], "standups.get", {"id": created["subject"]}).status == 401)
    world.event("token.revoked", since, subject=own["id"])
    tool.do("tokens.revoke", {"id": reader["id"]}, idem=key())
    refused(reader["token"], "standups.get", {"id": created["subject"]}, 401)
    tool.refuse("not_found", "tokens.revoke", {"id": reader["id"]}, idem=key())
    tool.do("standups.delete", {"id": created["subject"]}, idem=key())
    tool.do("teams.remove", {"id": "tokens"}, idem=key())
    world.event("token.revoked", since, subject=added["id"])
    # The router denies it at once, and the gateway a moment later.
    eventually(lambda: send(added["token"], "router.whoami", {}).status == 401)


def imitate(world: World) -> None:
    """The last use of a token is saved within two minutes."""
    eventually(lambda: any("used" in one for one in world.tool.do("tokens.list")["tokens"]), seconds=150)


def use_role(world: World) -> None:
    """Someone is invited to the page with a role, sends a command from it, and is logged out."""
    tool = world.tool
    tool.refuse("invalid", "gateway.invite", {"name": "", "role": "operator"})
    invite = tool.do("gateway.invite", {"name": "Ada", "role": "operator"})
    address = tool.do("gateway.sessions")["address"]
    site = Site(address)
    assert invite["link"] == f"{address}#login={invite['code']}"
    answer = site.post("/api/login", {"code": invite["code"]})
    assert answer.status == 204 and answer.cookie, answer.status
    cookie = answer.cookie
    assert site.post("/api/login", {"code": invite["code"]}).status == 401
    assert site.command("standups.list", {}, cookie).status == 200
    session, = tool.do("gateway.sessions")["sessions"]
    assert (session["name"], session["role"]) == ("Ada", "operator")
    feed = tool.do("gateway.calendar", {"name": "Ada"})
    assert feed["link"].startswith(f"{address}calendar.ics?token=")
    assert [one.get("isCalendar") for one in tool.do("gateway.sessions")["sessions"]].count(True) == 1
    with urllib.request.urlopen(feed["link"]) as calendar:
        assert calendar.read().startswith(b"BEGIN:VCALENDAR")
    _routes(site, cookie, new_standup(tool, "Files", 60_000, "Ada"))
    assert site.post("/api/logout", {}, site.login(world, "Cleo")).status == 200
    _errors(site, cookie, site.login(world, "Eve", "observer"))
    tool.do("gateway.revoke", {"name": "Eve"}, idem=key())
    tool.do("gateway.invite", {"name": "Bob", "role": "observer"})
    assert tool.do("gateway.revoke", {"name": "Bob"}, idem=key()) == {"sessions": 0, "invites": 1}
    assert tool.do("gateway.revoke", {"id": session["id"]}, idem=key()) == {"sessions": 1, "invites": 0}
    tool.refuse("not_found", "gateway.revoke", {"id": session["id"]}, idem=key())
    assert site.command("standups.list", {}, cookie).status == 401


def _routes(site: Site, cookie: str, standup: str) -> None:
    """Requests that are not commands."""
    page = site.ask("GET", "/").body.decode()
    found = re.search(r'"(/assets/[^"]+)"', page)
    assert found and site.ask("GET", found[1]).status == 200
    assert site.ask("GET", "/api/me", cookie=cookie).status == 200
    assert site.ask("GET", "/calendar.ics", cookie=cookie).status == 200
    file = site.ask("GET", f"/api/export?ids={standup}", cookie=cookie)
    assert json.loads(file.body)[0]["title"] == "Files"
    imported = site.ask("POST", "/api/import?mode=keep", file.body.decode(), cookie)
    assert json.loads(imported.body) == {"created": 0, "replaced": 0, "kept": 1}
    assert site.ask("GET", f"/api/standups/{standup}/meetings/{key()}.md", cookie=cookie).status == 404
    listed = json.loads(site.ask("GET", "/api/standups?limit=1000", cookie=cookie).body)["standups"]
    assert standup in [one["standup"]["id"] for one in listed]
    for path in (f"/api/standups/{standup}", f"/api/standups/{standup}/meetings?limit=1", "/api/meetings"):
        assert site.ask("GET", path, cookie=cookie).status == 200, path
    figures = site.ask("GET", f"/api/standups/{standup}/stats.csv?zoneMinutes=60", cookie=cookie)
    assert figures.body.decode("utf-8-sig").startswith("meeting,started,"), figures.body
    assert site.ask("GET", f"/api/standups/{key()}/stats.csv", cookie=cookie).status == 404
    assert site.ask("GET", f"/api/meetings/{key()}", cookie=cookie).status == 404
    assert site.ask("GET", "/api/standups?team=web", cookie=cookie).status == 400
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert json.loads(site.post("/mcp", ping, cookie).body)["result"] == {}
    assert site.post("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, cookie).status == 202
    handshake = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec_WebSocket_Protocol": "standups.1"}
    assert site.ask("GET", "/api/stream", cookie=cookie, **handshake).status == 101
    assert site.ask("GET", "/api/stream", cookie=cookie).status == 426
    assert site.ask("GET", f"/api/events?standup={standup}", cookie=cookie).body.startswith(b"retry: ")


def _errors(site: Site, cookie: str, observer: str) -> None:
    """Requests that the gateway rejects."""
    for status, answer in (
        (400, site.command("standups.get", {}, cookie)),
        (400, site.command("standups.list", {}, cookie, Idempotency_Key="again")),
        (401, site.command("standups.list", {})),
        (403, site.command("standups.list", {}, cookie, Origin="http://example.org")),
        (403, site.command("standups.create", {}, observer)),
        (404, site.command("standups.get", {"id": key()}, cookie)),
        (413, site.post("/api/login", {"code": "a" * 2000})),
        (415, site.command("standups.list", {}, cookie, Content_Type="text/plain")),
        (421, site.command("standups.list", {}, cookie, Host="example.org")),
        (404, site.command("standups.list?cell=nowhere", {}, cookie)),
        (404, site.ask("GET", "/assets/none/Gateway/Page/main.js")),
        (400, site.post("/api/login", {})),
        (400, site.ask("GET", "/api/export?ids=none", cookie=cookie)),
        (400, site.ask("GET", "/api/events?after=none", cookie=cookie)),
        (400, site.post("/api/import?mode=none", [], cookie)),
        (400, site.post("/mcp", [], cookie)),
        (400, site.post("/mcp", {}, cookie, MCP_Protocol_Version="1")),
        (401, site.post("/mcp", {}, Origin=None)),
        (403, site.post("/mcp", {}, cookie, Origin="http://example.org")),
        (406, site.post("/mcp", {}, cookie, Accept="text/html")),
    ):
        assert answer.status == status, (answer.status, answer.body)
    codes = [site.ask("POST", "/api/login", '{"code":"guess"}').status for _ in range(10)]
    assert codes[-1] == 429, codes
