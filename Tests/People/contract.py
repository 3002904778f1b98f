"""Persons and teams in the contract test."""

from __future__ import annotations

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
    for target in ("people.addIdentity", "people.removeIdentity"):
        tool.refuse("not_found", target, {"id": ada["id"], "identity": identity})
    tool.refuse("not_found", "teams.removeMember", {"team": "default", "person": ada["id"]})
