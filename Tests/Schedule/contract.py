"""Schedules in the contract test."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from contract.imitation import Imitation
from contract.world import World, key, new_standup


def use(world: World) -> None:
    """Schedules of all kinds, including one that starts and one that asks in the next minute but one."""
    tool, since = world.tool, len(world.log)
    starting, asking, writing = (
        new_standup(tool, title, 600_000, "Ada", "Grace") for title in ("Starts", "Asks", "Written"))
    at = datetime.now(UTC) + timedelta(seconds=65)
    soon = {"at": f"{at:%H:%M}", "on": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "zone": "UTC"}
    calendar = "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN", "BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20200101",
        "RRULE:FREQ=YEARLY", "SUMMARY:New Year", "END:VEVENT", *(
            line for name, day in (("A Day", "0202"), ("Another Day", "0303")) for line in (
                "BEGIN:VEVENT", f"DTSTART;VALUE=DATE:2020{day}", "RRULE:FREQ=YEARLY", "DESCRIPTION:Observance",
                f"SUMMARY:{name}", "END:VEVENT")),
        "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20200404", "RRULE:FREQ=YEARLY", "SUMMARY:Not Here", "END:VEVENT",
        "END:VCALENDAR", ""])
    chosen = {"ics": calendar, "observe": ["A Day"], "ignore": ["Not Here"]}
    set_ = tool.do("schedule.set", {"subject": starting, "rule": soon, "mode": "start", "holidays": chosen}, idem=key())
    assert {day["name"] for day in set_["holidays"]["skipped"]} == {"New Year", "A Day"}
    assert {day["name"] for day in set_["holidays"]["observances"]} == {"Another Day", "Not Here"}
    assert (set_["holidays"]["observe"], set_["holidays"]["ignore"]) == (["A Day"], ["Not Here"])
    kept = tool.do(
        "schedule.set", {"subject": starting, "rule": soon, "mode": "start", "holidays": {"isKept": True}}, idem=key())
    assert {day["name"] for day in kept["holidays"]["skipped"]} == {"New Year", "Not Here"}
    tool.refuse(
        "invalid", "schedule.set", {"subject": asking, "rule": soon, "mode": "ask", "holidays": {"isKept": True}})
    tool.do("schedule.set", {"subject": asking, "rule": soon, "mode": "ask", "remindMs": 120_000}, idem=key())
    in_writing = {"subject": writing, "rule": soon, "mode": "write", "closesAfterMs": 300_000}
    assert tool.do("schedule.set", in_writing, idem=key())["closesAfterMs"] == 300_000
    local = tool.do("schedule.set", in_writing | {"asksLocally": True}, idem=key())
    assert local["asksLocally"] is True
    tool.refuse("invalid", "schedule.set", in_writing | {"mode": "ask"})
    tool.refuse("invalid", "schedule.set", {"subject": asking, "rule": soon, "asksLocally": True})
    assert world.event("schedule.reminded", since, subject=asking)["data"]["title"] == "Asks"

    class Holidays(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(calendar.encode())

        def log_message(self, *_: object) -> None:
            pass

    weekly = {"at": "09:30", "on": ["mon", "wed"], "also": [{"at": "15:30", "on": ["thu"]}], "zone": "Europe/Paris"}
    with ThreadingHTTPServer(("127.0.0.1", 0), Holidays) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        made = tool.do("schedule.set", {"subject": "a subject", "rule": weekly, "holidays": {"url": url}}, idem=key())
        server.shutdown()
    assert made["mode"] == "ask" and made["holidays"]["host"] == f"127.0.0.1:{server.server_port}"
    tool.refuse("unavailable", "schedule.set", {"subject": "a subject", "rule": weekly, "holidays": {"url": url}})
    tool.refuse("invalid", "schedule.set", {"subject": "a subject", "rule": weekly | {"zone": "Europe/Pariss"}})
    # Every second week: a Monday, on which the weeks are counted also in a year with 53 weeks.
    second = weekly | {"everyWeeks": 2, "weekOf": "2026-12-23"}
    counted = tool.do("schedule.set", {"subject": "a subject", "rule": second}, idem=key())
    assert counted["rule"] == second | {"weekOf": "2026-12-21"}, counted
    weeks = {(datetime.fromisoformat(at).date() - date(2026, 12, 21)).days // 7 for at in counted["next"]}
    assert all(week % 2 == 0 for week in weeks), counted
    assert tool.do("schedule.next", {"rule": second, "count": 5})["times"] == counted["next"]
    for wrong in ({"everyWeeks": 9}, {"weekOf": "2026-02-30"}, {"everyWeeks": 1}):
        tool.refuse("invalid", "schedule.set", {"subject": "a subject", "rule": second | wrong})
    # A break that covers the next Wednesdays, and one that is over.
    today = datetime.now(UTC).date()
    pause = {"name": "Summer break", "from": str(today), "to": str(today + timedelta(days=20))}
    over = {"name": "Over", "from": "2020-07-20", "to": "2020-08-14"}
    paused = tool.do(
        "schedule.set", {"subject": "a subject", "rule": weekly, "breaks": [pause, over]}, idem=key())
    assert paused["breaks"] == [pause] and min(paused["next"])[:10] > pause["to"], paused
    tried = tool.do("schedule.next", {"rule": weekly, "breaks": [pause], "count": 5})["times"]
    assert tried == paused["next"], tried
    # A command that does not name them keeps them.
    assert tool.do("schedule.set", {"subject": "a subject", "rule": weekly}, idem=key())["breaks"] == [pause]
    assert "breaks" in {name for each in tool.do("schedule.list", {})["schedules"] for name in each}
    for wrong in ([pause] * 21, [pause | {"to": "2020-01-01"}], [pause | {"name": " "}]):
        tool.refuse("invalid", "schedule.set", {"subject": "a subject", "rule": weekly, "breaks": wrong})
    made = tool.do("schedule.set", {"subject": "a subject", "rule": weekly, "breaks": []}, idem=key())
    assert "breaks" not in made
    tool.refuse("denied", "schedule.subjectGone", {"subject": starting})
    tool.refuse("denied", "schedule.subjectMoved", {"subject": starting, "team": "default"})
    page = tool.do("schedule.list", {"limit": 1})
    assert page["total"] == 4 and tool.do("schedule.list", {"limit": 2, "after": page["next"]})["schedules"]
    assert tool.do("schedule.get", {"subject": "a subject"}) == made
    assert tool.do("schedule.next", {"subject": "a subject", "count": 2})["times"] == made["next"][:2]
    assert len(tool.do("schedule.next", {"rule": weekly})["times"]) == 10
    entry = {"subject": "a subject", "title": "Daily", "durationMs": 900_000, "link": "https://standups.test/"}
    written = tool.do("schedule.calendar", {"entries": [entry]})
    assert "SUMMARY:Daily" in written["ics"] and written["entries"] == 1
    tool.do("schedule.remove", {"subject": "a subject"}, idem=key())
    for target in ("schedule.get", "schedule.remove", "schedule.next"):
        tool.refuse("not_found", target, {"subject": "a subject"})
    # The length of the log, and the standups whose events follow.
    world.notes["schedule"] = since, starting, asking, writing


def imitate(world: World) -> None:
    """The scheduled events occurred, once, and the schedule is deleted with its standup."""
    tool, (since, starting, asking, writing) = world.tool, world.notes["schedule"]
    due = world.event("schedule.due", since, subject=starting, seconds=130)["data"]
    assert "meeting" not in world.event("schedule.due", since, subject=asking, seconds=130)["data"]
    assert "closesAt" in world.event("schedule.due", since, subject=writing, seconds=130)["data"]
    tool.do("meetings.end", {"id": due["meeting"]}, idem=key())
    tool.do("meetings.answer", {"id": due["meeting"], "action": "discard"}, idem=key())
    tool.do("standups.delete", {"id": starting}, idem=key())
    world.event("schedule.removed", since, subject=starting)
    # An imitated service reports an absence, which would take minutes.
    world.services.stop("schedule")
    loading = Imitation(world.context, world.services.proxied, "schedule", answers={}, is_loading=True)
    loading.start()
    assert loading.hello()[1]["code"] == "busy"
    states = {one["name"]: one["state"] for one in tool.do("router.health")["services"]}
    assert states["schedule"] == "loading"
    assert "schedule" not in [one["name"] for one in tool.do("router.services")["services"]]
    loading.stop()
    fake = Imitation(
        world.context, world.services.proxied, "schedule", answers={},
        delegates=[
            "schedule.timesPassed", "schedule.timeCame", "schedule.writingEnded", "schedule.subjectsKept",
            "schedule.subjectNamed", "schedule.zonesNamed", "schedule.zoneCame"])
    fake.start()
    assert fake.hello()[0] == "OK"
    passed = {"at": "2026-11-26T08:30:00.000Z", "since": "2026-11-25T08:30:00.000Z", "count": 2, "mode": "start"}
    for subject, gone in ((asking, False), (starting, True)):
        answer = fake.ask("DLG", "schedule.timesPassed", passed | {"subject": subject}, idem=key())
        assert answer == ("FIN", {"isGone": gone}), answer
    assert world.event("schedule.missed", since, subject=asking)["data"]["count"] == 2
    # If the call is repeated, the reply has the end of the earlier announcement.
    answer = fake.ask("DLG", "schedule.timesPassed", passed | {"subject": asking}, idem=key())
    assert answer == ("FIN", {"isGone": False, "settledUntil": passed["at"]}), answer
    answer = fake.ask("DLG", "schedule.subjectsKept", {"subjects": [asking, starting, "a subject"]}, idem=key())
    assert answer == ("FIN", {"gone": [starting], "teams": {asking: "default"}}), answer
    # The updates of one time become one meeting.
    for _ in range(2):
        answer = fake.ask("DLG", "schedule.writingEnded", {"subject": writing, "at": passed["at"]}, idem=key())
        assert answer == ("FIN", {"isGone": False}), answer
    saved = tool.do("standups.get", {"id": writing})["meetings"]
    assert [(each["date"], each["ending"]) for each in saved] == [(passed["at"], "written")], saved
    tool.do("teams.add", {"name": "Ops"}, idem=key())
    ops = tool.do("standups.create", {"title": "Ops", "team": "ops"}, idem=key())["id"]
    for subject, named in ((asking, {}), (ops, {"team": "ops"})):
        assert fake.ask("DLG", "schedule.subjectNamed", {"subject": subject}) == ("FIN", named)
    # A person in another zone is asked by an event of their own.
    bo = tool.do("people.add", {"name": "Bo", "zone": "Asia/Tokyo", "isOperator": True}, idem=key())["id"]
    attendees = [{"name": "Bo", "person": bo}]
    local = tool.do("standups.create", {"title": "Local", "attendees": attendees}, idem=key())["id"]
    assert fake.ask("DLG", "schedule.zonesNamed", {"subject": local}) == ("FIN", {"zones": ["Asia/Tokyo"]})
    asked = {"subject": local, "at": passed["at"], "closesAt": "2026-11-26T16:30:00.000Z"}
    answer = fake.ask("DLG", "schedule.zoneCame", asked | {"zone": "Asia/Tokyo"}, idem=key())
    assert answer == ("FIN", {"isGone": False}), answer
    assert world.event("schedule.due", since, subject=local)["data"]["people"] == [bo]
    answer = fake.ask("DLG", "schedule.timeCame", asked | {"mode": "write", "except": ["Asia/Tokyo"]}, idem=key())
    assert answer == ("FIN", {"isGone": False}), answer
    fake.bye()
    fake.stop()
    world.services.start("schedule")
    world.until_up("schedule")
    for standup in (writing, ops, local):
        tool.do("standups.delete", {"id": standup}, idem=key())
    tool.do("people.remove", {"id": bo}, idem=key())
