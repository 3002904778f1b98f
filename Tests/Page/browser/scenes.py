"""Standups, meetings and people that several tests show."""


def every_place(test):
    """Creates one of everything: (name, path, heading)."""
    design = test.standup("Design", "orange", ("Ada", "Barbara", "Edsger", "Grace", "Niklaus", "Tony"))
    test.standup("Product", "poppy", ("Margaret", "Radia"), 30)
    # Its turns are longer than a slow test, because a change of turn moves the list.
    night = test.standup("Night shift", "navy", ("Annie", "Jocelyn", "Vera"), 60)
    long = test.standup("A title that does not want to end, as some titles are, and one-very-long-word-without-any-space-in-it", "yellow", ("", "Somebody with quite a long name indeed"))
    if test.process:
        past = test.tell("past", standup=design["id"], lines=[
            "Yesterday I drew the new icons, today I try them on a dark background.", "I moved the timer to the top, where everybody can see it.",
            "Nothing is in my way.", "The build is green again, and I will look at the slow test."])
        test.tell("letter")
    else:
        past = test.past(design)
    live = test.meet(night)
    test.ask("schedule.set", subject=design["id"], rule={"at": "09:30", "on": ["mon", "thu"], "zone": "America/New_York"}, mode="start", remindMs=600_000)
    if test.process:
        test.tell("say", meeting=live, text="I reviewed the design of the clock.")
    ann = test.ask("people.add", name="Ann of a team with quite a long name", email="ann.places@example.com", zone="Europe/Paris")["id"]
    test.addCleanup(test.ask, "people.remove" if not test.process else "people.list", id=ann)
    test.ask("teams.setMember", team="default", person=ann, role="admin")
    test.ask("gateway.invite", name="Ann of a team with quite a long name", person=ann)
    token = test.ask("tokens.add", name="wall", role="observer", team="default", expires="2999-01-01T00:00:00.000Z")["id"]
    test.addCleanup(test.ask, "tokens.revoke", id=token)
    hook = test.ask("webhooks.add", url="https://hooks.example.com/services/a-long-address-of-a-chat/0123456789", types=["meeting.finished"], format="slack")["id"]
    test.addCleanup(test.ask, "webhooks.remove", id=hook)
    test.ask("webhooks.pause", id=hook)
    d, n = f"/standups/{design['id']}", f"/standups/{night['id']}"
    return [
        ("list", "/", "Daily Standups"), ("new", "/standups/new", "New standup"), ("detail", d, "Design"), ("long", f"/standups/{long['id']}", long["title"]),
        ("edit", f"{d}/edit", "Edit standup"), ("delete", f"{d}/alert/deleteStandup", "Delete this standup?"), ("record", f"{n}/record", "Night shift"),
        ("record-none", f"{d}/record", "Meeting"), ("meeting", f"{d}/meetings/{past['id']}", None), ("settings", f"{d}/settings", "Recording"), ("schedule", f"{d}/schedule", "Schedule"), ("schedule-none", f"{n}/schedule", "Schedule"),
        ("search", "/search?q=icons", "Search"), ("search-empty", "/search", "Search"), ("focus", "/focus", "Focus"), ("focus-items", "/focus/items", "Sessions"),
        ("people", "/people", "People"), ("person", f"/people/{ann}", "Ann of a team with quite a long name"), ("teams", "/teams", "Teams"),
        ("team", "/teams/default", None), ("tokens", "/tokens", "Tokens"), ("webhooks", "/webhooks", "Webhooks"), ("sessions", "/sessions", "Logins"),
        ("system", "/system", "System"),
        ("health", "/health", "Health"), ("services", "/services", "Services"), ("bindings", "/bindings", "Bindings"), ("dead-letters", "/dead-letters", "Dead letters"),
        ("trace", f"/traces/{test.ask('router.traces', limit=1)['traces'][0]['correlation']}", "Trace"),
    ]


def every_screen(test):
    """Creates one of everything, and what a place shows at other times: (name, path, selector of an element that is visible once it has loaded)."""
    places = every_place(test)
    paths = {name: path for name, path, _ in places}
    me, grace = test.persons()
    live = paths["record"].split("/")[2]
    meeting = test.ask("standups.get", id=live)["summary"]["live"]
    for line in ("It draws the ring of turns now, and the time in the middle of it.", "Next is the picture of the whole meeting.", "Nothing is in my way."):
        test.tell("say", meeting=meeting, text=line)
    test.ask("standups.note", standup=live, meeting=meeting, text="Ask the vendor")
    # The first turn ends soon for as long as the tests run.
    ending = test.standup("Retro", "seafoam", ("Ada", "Grace"), 120, (me, grace))
    ending = test.ask("standups.edit", id=ending["id"], revision=ending["revision"], warnMs=3_599_000)
    daily = test.standup("Daily", "magenta", ("Ada", "Grace"), 15, (me, grace))
    for _ in range(2):
        test.past(daily)
    discarded = test.meet(daily)
    test.ask("meetings.end", id=discarded)
    test.ask("meetings.answer", id=discarded, action="discard")
    test.meet(ending)
    asked = test.standup("Operations", "teal", ("Ada", "Grace"), 30)
    test.ask("meetings.end", id=test.meet(asked))
    consent = test.standup("Research", "lavender", ("Ada", "Grace"), 30)
    test.ask("meetings.start", standup=consent["id"])
    test.ask("standups.writeUpdate", standup=daily["id"], attendee=daily["attendees"][0]["id"], text="I finish the report.")
    d, o, c = (f"/standups/{each['id']}" for each in (daily, asked, consent))
    shown = {"list": ".card time", "record": "#note", "focus": ".clock", "meeting": "text=Yesterday I drew", "search": "mark"}
    return [*((name, path, shown.get(name, "h1")) for name, path, _ in places),
            ("standup", d, "text=I finish the report."), ("history", f"{d}/history", "svg"), ("person-history", f"/people/{me}/history", "h1"),
            ("discarded", f"{d}/discarded", "h1"), ("ending", f"/standups/{ending['id']}/record", ".stage.ending"),
            ("alert", f"{o}/record/alert/endMeeting", "dialog"), ("consent", f"{c}/record/alert/speechAuthorization", "dialog"), ("nowhere", "/standups/12", "h1")]
