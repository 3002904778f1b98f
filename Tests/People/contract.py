"""Persons and teams in the contract test."""

from __future__ import annotations

from contract.client import Client
from contract.traffic import Message
from contract.world import World, key

ISSUER = "https://login.example.com"


def use(world: World) -> None:
    """Persons with their identities, teams with their members, and the removal of both."""
    tool, since = world.tool, len(world.log)
    identity = {"issuer": ISSUER, "subject": "ada"}
    ada = {"name": "Ada", "email": "Ada@Example.com", "zone": "Europe/London", "isOperator": True}
    ada = tool.do("people.add", ada | {"identities": [identity]}, idem=key())
    assert ada["email"] == "ada@example.com" and ada["isOperator"] is True
    assert world.event("person.added", since, subject=ada["id"])["data"] == {"id": ada["id"], "isOperator": True}
    tool.refuse("conflict", "people.add", {"name": "Eve", "email": "ada@example.com"})
    grace = tool.do("people.add", {"name": "Grace"})
    tool.refuse("conflict", "people.edit", {"id": grace["id"], "email": "ada@example.com"})
    tool.refuse("conflict", "people.addIdentity", {"id": grace["id"], "identity": identity})
    change = {"id": grace["id"], "name": "Grace Hopper", "email": "grace@example.com"}
    tool.do("people.edit", change | {"zone": "America/New_York", "isOperator": True}, idem=key())
    edited = world.event("person.edited", since, subject=grace["id"])["data"]
    assert edited == {"id": grace["id"], "changed": ["name", "email", "zone", "isOperator"], "isOperator": True}
    assert "isOperator" not in tool.do("people.edit", {"id": grace["id"], "zone": "", "isOperator": False})
    tool.do("people.addIdentity", {"id": grace["id"], "identity": identity | {"subject": "grace"}}, idem=key())
    world.event("person.identitiesChanged", since, subject=grace["id"])
    assert tool.do("people.get", {"identity": identity | {"subject": "grace"}})["name"] == "Grace Hopper"
    assert tool.do("people.get", {"email": "grace@example.com"})["id"] == grace["id"]
    tool.do("people.removeIdentity", {"id": grace["id"], "identity": identity | {"subject": "grace"}}, idem=key())
    page = tool.do("people.list", {"limit": 1})
    assert page["total"] == 2
    page = tool.do("people.list", {"limit": 1, "after": page["next"]})
    assert page["people"] and "next" not in page
    # The router reads the first of the two persons every second.
    world.log.wait(
        "a page of roles", lambda item: isinstance(item, Message) and item.kind == "FIN" and {"load", "next"} <= item.body.keys(),
        since=since)

    team = tool.do("teams.add", {"name": "Web & Mobile"}, idem=key())
    assert team == {"id": "web-mobile", "name": "Web & Mobile", "members": 0}
    world.event("team.added", since, subject="web-mobile")
    tool.refuse("conflict", "teams.add", {"id": "web-mobile", "name": "Other"})
    tool.do("teams.rename", {"id": "web-mobile", "name": "Web"}, idem=key())
    world.event("team.renamed", since, subject="web-mobile")
    for person, role in ((ada, "admin"), (grace, "observer")):
        tool.do("teams.setMember", {"team": "web-mobile", "person": person["id"], "role": role}, idem=key())
    world.event("team.memberSet", since, subject="web-mobile")
    assert tool.do("teams.get", {"id": "web-mobile"})["members"] == 2
    page = tool.do("teams.members", {"id": "web-mobile", "limit": 1})
    tool.do("teams.members", {"id": "web-mobile", "limit": 1, "after": page["next"]})
    page = tool.do("teams.list", {"limit": 1})
    assert tool.do("teams.list", {"after": page["next"]})["teams"][-1]["id"] == "web-mobile"
    granted(world, ada["id"], identity)
    linked(tool, ada["id"], grace["id"])
    tool.do("teams.removeMember", {"team": "web-mobile", "person": grace["id"]}, idem=key())
    world.event("team.memberRemoved", since, subject="web-mobile")
    tool.refuse("conflict", "teams.remove", {"id": "default"})
    standup = tool.do("standups.create", {"title": "Web", "team": "web-mobile"}, idem=key())
    tool.refuse("conflict", "teams.remove", {"id": "web-mobile"})
    tool.do("standups.delete", {"id": standup["id"]}, idem=key())
    tool.do("teams.remove", {"id": "web-mobile"}, idem=key())
    world.event("team.removed", since, subject="web-mobile")
    for target in ("teams.get", "teams.members", "teams.remove"):
        tool.refuse("not_found", target, {"id": "web-mobile"})
    tool.refuse("not_found", "teams.rename", {"id": "web-mobile", "name": "Web"})
    membership = {"team": "web-mobile", "person": ada["id"]}
    tool.refuse("not_found", "teams.setMember", membership | {"role": "member"})
    for person in (ada, grace):
        tool.do("people.remove", {"id": person["id"]}, idem=key())
        world.event("person.removed", since, subject=person["id"])
    for target in ("people.get", "people.remove", "people.edit"):
        tool.refuse("not_found", target, {"id": ada["id"]})
    tool.refuse("not_found", "people.grant", {"id": ada["id"], "identity": identity, "memberships": []})
    for target in ("people.addIdentity", "people.removeIdentity"):
        tool.refuse("not_found", target, {"id": ada["id"], "identity": identity})
    tool.refuse("not_found", "teams.removeMember", {"team": "default", "person": ada["id"]})


def granted(world: World, ada: str, identity: dict[str, str]) -> None:
    """Roles that a sign-in provider grants to Ada, who is an operator and an admin of the team by hand."""
    tool, since = world.tool, len(world.log)
    grant = {"id": ada, "identity": identity, "memberships": [
        {"team": "default", "role": "member"}, {"team": "web-mobile", "role": "observer"}, {"team": "none", "role": "admin"}]}
    data = {"name": "Ada King", "email": "ada@example.org", "zone": "Europe/Paris", "isOperator": True}
    person = tool.do("people.grant", grant | data, idem=key())
    member = {"team": "default", "role": "member", "issuer": ISSUER}
    assert person["teams"] == [{"team": "web-mobile", "role": "admin"}, member], person
    assert person["name"] == "Ada King" and "operatorIssuer" not in person
    world.event("team.memberSet", since, subject="default")
    members = tool.do("teams.members", {"id": "default"})["members"]
    assert {"person": ada, "name": "Ada King", "role": "member", "issuer": ISSUER} in members, members
    tool.refuse("conflict", "teams.removeMember", {"team": "default", "person": ada})
    tool.do("people.edit", {"id": ada, "isOperator": False})
    assert tool.do("people.grant", grant | {"isOperator": True})["operatorIssuer"] == ISSUER
    tool.refuse("conflict", "people.edit", {"id": ada, "isOperator": False})
    tool.refuse("conflict", "people.grant", grant | {"identity": identity | {"subject": "other"}})
    left = tool.do("people.removeIdentity", {"id": ada, "identity": identity})
    assert left["teams"] == [{"team": "web-mobile", "role": "admin"}] and "isOperator" not in left, left
    world.event("team.memberRemoved", since, subject="default")
    tool.do("people.addIdentity", {"id": ada, "identity": identity})
    tool.do("people.edit", {"id": ada, "email": "ada@example.com", "isOperator": True})


def linked(tool: Client, ada: str, grace: str) -> None:
    """Attendees who are linked to persons of the team."""
    stranger = tool.do("people.add", {"name": "Eve"})["id"]
    body = {"title": "Linked", "team": "web-mobile"}
    for person in (key(), stranger):
        tool.refuse("not_found", "standups.create", body | {"attendees": [{"name": "Eve", "person": person}]})
    standup = tool.do("standups.create", body | {"attendees": [{"name": "Ada", "person": ada.upper()}]}, idem=key())
    [attendee] = standup["attendees"]
    assert attendee["person"] == ada
    edit = {"id": standup["id"], "attendees": [{"id": attendee["id"], "name": "Ada"}, {"name": "Grace", "person": grace}]}
    edited = tool.do("standups.edit", edit)
    assert [each["person"] for each in edited["attendees"]] == [ada, grace]
    tool.refuse("invalid", "standups.edit", {"id": standup["id"], "attendees": [
        {"name": "Ada", "person": ada}, {"name": "Countess", "person": ada}]})
    meeting = tool.do("meetings.start", {"standup": standup["id"], "isRecorded": False})["session"]
    assert [each["person"] for each in meeting["standup"]["attendees"]] == [ada, grace]
    tool.do("meetings.end", {"id": meeting["id"]})
    tool.do("meetings.answer", {"id": meeting["id"], "action": "discard"})
    exported = tool.do("standups.export", {"ids": [standup["id"]]})["json"]
    assert ada in exported and grace in exported
    tool.do("people.remove", {"id": stranger})
    # Grace leaves the team, and the link stays.
    tool.do("teams.removeMember", {"team": "web-mobile", "person": grace})
    kept = [{"id": each["id"], "name": each["name"]} for each in edited["attendees"]]
    assert tool.do("standups.edit", {"id": standup["id"], "attendees": kept})["attendees"] == edited["attendees"]
    tool.refuse("not_found", "standups.create", body | {"attendees": [{"name": "Grace", "person": grace}]})
    kept[1]["person"] = ""
    assert "person" not in tool.do("standups.edit", {"id": standup["id"], "attendees": kept})["attendees"][1]
    tool.do("standups.delete", {"id": standup["id"]}, idem=key())
