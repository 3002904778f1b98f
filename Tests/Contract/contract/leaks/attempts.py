"""Attempts to read another team's objects by other ways than their ids in a body."""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .installation import MARKS, PRINCIPALS
from .matrix import Matrix, anonymous
from .objects import RULE, WINDOW, Objects, imported, unknown
from .rules import Principal

STRANGERS = [one for one in PRINCIPALS if not one.may_see("ops")]
"""Those who must not learn anything of the team `ops`."""


def named(name: str) -> Principal:
    return next(one for one in PRINCIPALS if one.name == name)


def mixed_ids(matrix: Matrix) -> None:
    """Commands about an object of the own team that also name one of another: the reply is that for an unknown id."""
    admin, ops, nothing = named("web-admin"), matrix.maker.all("ops"), unknown()
    for target, rule in matrix.rules.items():
        kinds = matrix.bodies.kinds(target, optional=True)
        if rule.teams != "any" or len(kinds) < 2:
            continue
        for member, kind in kinds.items():
            replies = []
            for other in (ops, nothing):
                # New ones for each attempt, because the command may change them.
                web = matrix.maker.fresh(matrix.objects["web"], set(kinds.values()))
                body = matrix.bodies.body(target, web, spare=matrix.spare)
                value = other.value(kind)
                body[member] = [value] if isinstance(body.get(member), list) else value
                replies.append(_shape(matrix.ask(admin, target, body)))
                matrix.maker.tidy(web, matrix.objects["web"])
            if replies[0] != replies[1]:
                matrix.report("difference", target, f"{member} of another team: {replies}")


def foreign_values(matrix: Matrix) -> None:
    """Ids of another team in places that no schema calls an id of an object."""
    # Other objects than those whose ids must not occur: a sender sees the ids that they sent.
    admin, ops, nothing = named("web-admin"), matrix.maker.all("ops"), unknown()
    web = matrix.objects["web"]
    calls: list[tuple[str, Any]] = []
    for other in (ops, nothing):
        # Meetings and attendees of another team in the own standup, with weights and in files.
        file = imported(web, "sent")
        file[0]["meetings"][0]["id"], file[0]["attendees"][0]["id"] = other.past, other.attendee
        file[0]["id"] = str(uuid.uuid4())
        calls += [
            ("standups.edit", {"id": web.standup, "attendees": [{"id": other.attendee, "name": "sent", "weight": 2}]}),
            ("meetings.start", {"standup": web.live_standup, "absent": [other.attendee], "present": [other.live_attendee]}),
            ("standups.create", {"title": "sent", "attendees": [{"id": other.live_attendee, "name": "sent", "weight": 2}]}),
            ("standups.create", {"id": other.standup, "title": "sent"}),
            # Persons of another team, in a command and in a file.
            ("standups.create", {"title": "sent", "attendees": [{"name": "sent", "person": other.person}]}),
            ("standups.edit", {"id": web.standup, "attendees": [{"name": "sent", "person": other.person}]}),
            ("standups.import", {"json": json.dumps(_linked(web, other))}),
            ("events.replay", {"after": 0, "standup": other.standup}), ("events.replay", {"after": 0, "teams": [other.team]}),
            ("events.replay", {"after": 0, "meeting": other.live}),
            ("events.replay", {"after": 0, "by": f"person/{matrix.installation.persons['ops-member']}"}),
            # Figures of a person of another team, in the own standup.
            ("meetings.stats", {"standup": web.standup, "person": other.person} | WINDOW),
            ("standups.search", {"query": "periscope ops"}), ("standups.search", {"query": "title"}),
            ("standups.search", {"query": "periscope", "person": other.person}), ("standups.findPerson", {"name": "Ada"}),
            ("standups.import", {"json": json.dumps(file)}),
            ("standups.import", {"json": json.dumps(_with_note(web, other))}),
            # A cursor of an export comes from the client.
            ("standups.export", {"after": json.dumps({"hasStandups": True, "hasMeetings": False, "open": other.standup})}),
        ]
        # The parts of a long meeting are in documents of their own.
        part = imported(replace(web, standup=str(uuid.uuid4()), past=other.past), "sent", parts=2)
        part[0]["meetings"][0]["part"] = 1
        calls.append(("standups.importPart", {"id": str(uuid.uuid4()), "part": 1, "json": json.dumps(part)}))
        for existing in ("refuse", "keep", "replace"):
            whole = imported(other, "sent")
            calls.append(("standups.import", {"json": json.dumps(whole), "existing": existing}))
    half = len(calls) // 2
    before = matrix.digest(ops)
    for (target, body), (_, control) in zip(calls[:half], calls[half:], strict=True):
        found, expected = matrix.ask(admin, target, body), matrix.ask(admin, target, control)
        if target != "events.replay" and _shape(found) != _shape(expected):
            matrix.report("difference", target, f"{json.dumps(body)[:150]}: {_shape(found)}; unknown: {_shape(expected)}")
    if (after := matrix.digest(ops)) != before:
        matrix.report("change", "*", f"foreign values changed {[name for name in after if after[name] != before[name]]}")


def _with_note(own: Objects, other: Objects) -> list[dict[str, Any]]:
    """A new standup with a meeting whose follow-up has the id of another team's."""
    meeting = str(uuid.uuid4())
    file = imported(replace(own, standup=str(uuid.uuid4()), past=meeting), "sent")
    file[0]["meetings"][0]["notes"] = [{
        "id": other.follow_up, "attendee": file[0]["attendees"][0], "text": "sent", "meeting": meeting, "atMs": 0}]
    return file


def _linked(own: Objects, other: Objects) -> list[dict[str, Any]]:
    """A new standup with an attendee who is linked to a person of another team."""
    file = imported(replace(own, standup=str(uuid.uuid4()), past=str(uuid.uuid4())), "sent")
    file[0]["attendees"][0]["person"] = other.person
    return file


def _shape(reply: Any) -> str:
    """The part of a reply that must not depend on the existence of an object of another team."""
    return anonymous(reply.body) if reply.kind == "ERR" else reply.kind


def pages(matrix: Matrix) -> int:
    """Reads every list page by page, and continues the pages of others.

    Returns:
        The number of pages.
    """
    count = 0
    lists = [target for target, rule in matrix.rules.items()
             if rule.teams != "all" and "after" in matrix.bodies.schema(target)["properties"]]
    for target in sorted(lists):
        foreign = [*_cursors(matrix, target)]
        for principal in STRANGERS:
            # An admin's page of everything they may see, then what follows the cursors of others.
            for start in (None, *foreign):
                body = _page(matrix, target, matrix.objects["web"], start)
                # Bounded, because new events arrive while old ones are read.
                for _ in range(400):
                    reply = matrix.ask(principal, target, body)
                    count += 1
                    if reply.kind != "FIN":
                        break
                    if target == "events.replay":
                        _check_events(matrix, principal, reply.body["events"])
                        body["after"], more = reply.body["resume"], reply.body["hasMore"]
                    else:
                        body["after"], more = reply.body.get("next"), "next" in reply.body
                    if not more:
                        break
                if start and target != "events.replay":
                    # The cursor with the id of the other team's object.
                    matrix.ask(principal, target, _page(matrix, target, matrix.objects["ops"], start))
                    count += 1
    return count


def _cursors(matrix: Matrix, target: str) -> Iterator[Any]:
    """Cursors in the pages of the team `ops`, and ids of its objects in the form of cursors."""
    ops = matrix.objects["ops"]
    for reader in (named("operator"), named("ops-member")):
        body = _page(matrix, target, ops, None)
        for _ in range(3):
            reply = matrix.ask(reader, target, body)
            if reply.kind != "FIN" or not (cursor := reply.body.get("next", reply.body.get("resume"))):
                break
            yield cursor
            body["after"] = cursor
    if target != "events.replay":
        yield from (ops.live, ops.standup, ops.value("work"))


def _page(matrix: Matrix, target: str, objects: Any, after: Any) -> dict[str, Any]:
    body = matrix.bodies.body(target, objects)
    for filter_ in ("ids", "teams", "meeting") if target in ("standups.export", "events.replay") else ():
        body.pop(filter_, None)
    if target == "events.replay":
        body.pop("standup", None)
    limit = matrix.bodies.schema(target)["properties"].get("limit")
    if limit:
        body["limit"] = 40 if target == "events.replay" else 2
    return body | ({} if after is None else {"after": after})


def _check_events(matrix: Matrix, principal: Principal, events: list[Any]) -> None:
    """A person receives only events of teams in which the person has a role."""
    for event in events:
        team = event.get("team")
        if team is None or not principal.may_see(team):
            matrix.report("leak", "events.replay", f"{principal.name} read an event of {team}: {json.dumps(event)[:300]}")


def repeated_keys(matrix: Matrix) -> int:
    """Repeats commands of others with their idempotency keys.

    Returns:
        The number of repeated commands.
    """
    chief, count = named("operator"), 0
    for target, rule in sorted(matrix.rules.items()):
        if rule.teams == "all" or target == "standups.answer" or not matrix.is_idempotent(target):
            continue
        kinds = set(matrix.bodies.kinds(target).values())
        objects = matrix.maker.fresh(matrix.objects["ops"], kinds)
        body, idem = matrix.bodies.body(target, objects, spare=matrix.spare), str(uuid.uuid4())
        first = matrix.ask(chief, target, body, idem=idem)
        for principal in STRANGERS:
            repeated = matrix.ask(principal, target, body, idem=idem)
            count += 1
            fresh = matrix.ask(principal, target, copy.deepcopy(body), idem=str(uuid.uuid4()))
            if repeated.kind == "FIN" and first.kind == "FIN" and repeated.body == first.body and first.body:
                matrix.report("idempotency", target, f"{principal.name} got the reply of another: {repeated.body}")
            elif repeated.code != "conflict" and _shape(repeated) != _shape(fresh):
                # Only `conflict` may reveal that the key was used: keys are random, and known to their senders only.
                matrix.report("idempotency", target, (
                    f"{principal.name}: {_shape(repeated)} for a used key, {_shape(fresh)} for a new one"))
        matrix.maker.tidy(objects, matrix.objects["ops"])
    return count


def removed_team(matrix: Matrix) -> None:
    """The key of a tool whose only team was removed may do nothing."""
    installation, tool = matrix.installation, Principal("gone-tool", is_tool=True)
    body = {"id": "gone"}
    matrix.maker.do("teams.add", body | {"name": "gone"})
    installation.add_key(tool.name, "team:gone:admin")
    installation.connect(tool.name)
    if matrix.ask(tool, "teams.get", body).kind != "FIN" or installation.readers[tool.name].subscribe(["g/gone/"]):
        matrix.report("outcome", "teams.get", f"{tool.name} has no role in its team")
    matrix.maker.do("teams.remove", body)
    for target, rule in matrix.rules.items():
        reply = matrix.ask(tool, target, matrix.bodies.body(target, matrix.objects["web"], spare=matrix.spare))
        if (reply.code == "denied") == (rule.access == "anyone"):
            matrix.report("outcome", target, f"{tool.name}: {reply.body}")
    installation.readers[tool.name].close()
    installation.connect(tool.name)
    if not installation.readers[tool.name].subscribe(["g/gone/"]):
        matrix.report("subscription", "g/gone/", f"{tool.name} subscribed to a removed team")


def topics(matrix: Matrix) -> list[str]:
    """One prefix of each form."""
    ops, web = matrix.objects["ops"], matrix.objects["web"]
    return [
        "t/", "t/meeting.", "t/standup.created/", f"s/{ops.live_standup}/", f"m/{ops.live}/", f"s/{web.live_standup}/",
        f"m/{web.live}/", "g/ops/", "g/ops/t/meeting.", f"g/ops/m/{ops.live}/", "g/web/", f"g/web/m/{web.live}/",
        "g/default/", "g/deflt/", "t/load.tick/", "h/", "g/", "g/o", "g/web",
    ]


def subscribe(matrix: Matrix) -> int:
    """Subscribes each principal to topics of each form, and compares the denied topics with the rule.

    Returns:
        The number of subscriptions.
    """
    every = topics(matrix)
    for principal in PRINCIPALS:
        denied = matrix.installation.readers[principal.name].subscribe(every)
        for topic in every:
            # A prefix of several teams' names is not a valid topic.
            is_whole = topic not in ("g/o", "g/web")
            if principal.tool in ("operator", "observer"):
                allowed = is_whole
            elif principal.tool == "loadtest":
                allowed = topic == "h/" or topic.startswith("t/load.")
            else:
                allowed = topic == "h/" or any(topic.startswith(f"g/{team}/") for team in principal.roles)
            if allowed == (topic in denied):
                matrix.report("subscription", topic, f"{principal.name}: {'denied' if allowed else 'accepted'}")
    return len(PRINCIPALS) * len(every)


def received(matrix: Matrix) -> int:
    """Checks all events that arrived since the subscriptions.

    Returns:
        The number of events.
    """
    # The meetings of all teams were live and edited all the time; each has ticked once a second.
    count = 0
    for principal in PRINCIPALS:
        frames = matrix.installation.readers[principal.name].read()
        count += len(frames)
        teams = set()
        for frame in frames:
            text = frame.decode()
            topic = text.partition(" ")[0]
            matrix.inspect(principal, "subscription", text)
            if topic.startswith("g/"):
                teams.add(topic.split("/")[1])
            elif principal.teams is not None and topic != "h/" and not topic.startswith(("~/", "t/load.")):
                matrix.report("leak", "subscription", f"{principal.name} received {text[:200]}")
        for team in MARKS:
            if (team in teams) != (principal.may_see(team)):
                matrix.report("subscription", f"g/{team}/", (
                    f"{principal.name} received {'events' if team in teams else 'no event'} of {team}"))
    return count


def moves(matrix: Matrix) -> None:
    """A standup that leaves a team leaves no trace of the new one."""
    made = matrix.maker.do("standups.create", {"title": "moving", "team": "web"})
    web = replace(matrix.objects["web"], standup=made["id"])
    matrix.maker.do("standups.setTeam", {"id": web.standup, "team": "ops"})
    matrix.maker.do("standups.edit", {"id": web.standup, "title": f"{MARKS['ops']} moved"})
    matrix.maker.do("schedule.set", {"subject": web.standup, "rule": RULE})
    for principal in STRANGERS:
        for target in ("standups.get", "standups.edit", "standups.export", "standups.followUps", "standups.updates",
                       "meetings.stats", "schedule.get"):
            reply = matrix.ask(principal, target, matrix.bodies.body(target, web))
            if reply.code not in ("not_found", "denied"):
                matrix.report("leak", target, f"{principal.name} got a standup that left the team: {reply.body}")


def ended_meetings(matrix: Matrix) -> None:
    """For those who may not see its team, a meeting whose end can be undone does not exist."""
    for action in ("saveAndEnd", "discard"):
        ops, nothing = matrix.maker.live(matrix.objects["ops"]), unknown()
        matrix.maker.do("meetings.end", {"id": ops.live})
        matrix.maker.do("meetings.answer", {"id": ops.live, "action": action})
        ended = matrix.maker.do("standups.get", {"id": ops.live_standup})["ended"]
        change = ended["undo"]["change"]
        for principal in STRANGERS:
            found, expected = (
                matrix.ask(principal, "meetings.undo", {"id": meeting, "change": change})
                for meeting in (ops.live, nothing.live))
            if found.kind != "ERR" or _shape(found) != _shape(expected):
                matrix.report("difference", "meetings.undo", (
                    f"{principal.name}, after {action}: {_shape(found)}; unknown: {_shape(expected)}"))
        # The end was not final: a member of the team can still undo it.
        reply = matrix.ask(named("ops-member"), "meetings.undo", {"id": ops.live, "change": change})
        if reply.kind != "FIN":
            matrix.report("outcome", "meetings.undo", f"ops-member, after {action}: {reply.body}")
