"""Attendees, their turn lengths and order, and the next meeting."""
import datetime
import re

from harness import NARROW, PageTest


class PeopleTest(PageTest):
    def test_weights(self):
        standup = self.standup(names=("Ada", "Grace"))
        page = self.open(f"/standups/{standup['id']}/edit")
        page.get_by_label("Share of time, attendee 1").select_option("2×")
        page.get_by_role("button", name="Save").click()
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("Ada ×2").wait_for()
        kept = self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"]
        self.assertEqual([each.get("weight") for each in kept], [2, None])
        self.quiet()

    def test_an_attendee_is_linked_to_a_member_of_the_team(self):
        standup = self.standup(names=("Ada", "Grace"))
        # With the real services, the session of an operator belongs to no person.
        self.tell("role", role="operator")
        members = self.ask("teams.members", id="default")["members"]
        page = self.open(f"/standups/{standup['id']}/edit", self.context(size=NARROW, permissions=["notifications"]))
        page.get_by_label("Person, attendee 1").select_option("Tester")
        self.axe(page, "links")
        self.picture(page, "people-links")
        page.get_by_role("button", name="Save").click()
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("Ada (you)").wait_for()
        page.get_by_text("Get a notification when it’s your turn?").wait_for()
        page.locator(".notice").get_by_role("button", name="Notifications").click()
        page.get_by_role("dialog", name="Notifications").get_by_role("button", name="Close").click()
        kept = self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"]
        self.assertEqual([each.get("person") for each in kept], [members[0]["person"], None])
        page = self.open(f"/standups/{standup['id']}/edit")
        page.get_by_label("Person, attendee 1").select_option("No person")
        page.get_by_role("button", name="Save").click()
        self.at(page, f"/standups/{standup['id']}")
        kept = self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"]
        self.assertNotIn("person", kept[0])
        self.quiet()

    def test_who_takes_part_is_chosen_before_the_start(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger", "Tony"))
        page = self.open(f"/standups/{standup['id']}", size=NARROW)
        until = datetime.datetime.now().astimezone().date() + datetime.timedelta(days=3)
        page.get_by_label("Last day away: Edsger").fill(until.isoformat())
        page.get_by_text(re.compile("Away through .+")).wait_for()
        kept = self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"]
        ends = datetime.datetime.fromtimestamp(kept[2]["absentUntilMs"] / 1000, datetime.UTC).astimezone()
        self.assertEqual((ends.date() - until, ends.time()), (datetime.timedelta(days=1), datetime.time()))
        box = page.get_by_label("Edsger takes part in the next meeting")
        self.assertFalse(box.is_checked())
        page.get_by_label("Grace takes part in the next meeting").uncheck()
        page.get_by_label("Order").select_option("Last first")
        self.axe(page, "who takes part")
        self.picture(page, "people-before")
        page.get_by_role("button", name="Start meeting").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        first = dialog.get_by_role("button", name="Allow", exact=True)
        (first if first.count() else dialog.get_by_role("button", name="Continue without recording")).click()
        page.locator(".stage .name", has_text="Tony").wait_for()
        page.get_by_text("Speaker 1 of 2").wait_for()

        grace = page.get_by_role("switch", name="Grace is here")
        self.assertEqual(grace.get_attribute("aria-checked"), "false")
        grace.click()
        page.get_by_text("Speaker 1 of 3").wait_for()
        self.assertEqual(grace.get_attribute("aria-checked"), "true")
        page.get_by_role("switch", name="Ada is here").click()
        page.get_by_text("Speaker 1 of 2").wait_for()
        page.get_by_text("Next: Grace").wait_for()
        # Grace joined late, in a page that opens now as well; Ada returns until that is undone.
        seat = page.locator(".seat", has_text="Grace")
        seat.get_by_text("Joined late").wait_for()
        page.reload()
        seat.get_by_text("Joined late").wait_for()
        self.assertEqual(page.get_by_text("Joined late").count(), 1)
        other = self.open(f"/standups/{standup['id']}/record", size=NARROW)
        other.locator(".seat", has_text="Grace").get_by_text("Joined late").wait_for()
        page.get_by_role("switch", name="Ada is here").click()
        other.locator(".seat", has_text="Ada").get_by_text("Joined late").wait_for()
        page.get_by_role("button", name="Undo", exact=True).click()
        for each in (page, other):
            each.locator(".seat", has_text="Ada").get_by_text("Joined late").wait_for(state="detached")
            each.locator(".seat", has_text="Grace").get_by_text("Joined late").wait_for()
        self.axe(page, "who is here")
        self.picture(page, "people-live")
        live = self.ask("standups.get", id=standup["id"])["summary"]["live"]
        self.ask("meetings.end", id=live)
        self.ask("meetings.answer", id=live, action="saveAndEnd")
        self.at(page, f"/standups/{standup['id']}")
        page.locator("a.link[href*='/meetings/']").first.click()
        page.locator(".row", has_text="Grace").get_by_text("Joined late").wait_for()
        page.locator(".row", has_text="Edsger").get_by_text("Away", exact=True).wait_for()
        self.quiet()

    def test_a_date_is_typed_digit_by_digit(self):
        """Each digit makes a different date; the one shown when the field loses focus counts."""
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}")
        until = datetime.datetime.now().astimezone().date() + datetime.timedelta(days=400)

        def kept():
            return self.ask("standups.get", id=standup["id"])["summary"]["standup"]

        field = page.get_by_label("Last day away: Ada")
        field.focus()
        for digits in (until.strftime("%m"), until.strftime("%d"), until.strftime("%Y")):
            page.keyboard.type(digits, delay=50)
        self.assertEqual(kept()["revision"], standup["revision"], "a part of the date was sent")
        self.assertEqual(field.input_value(), until.isoformat())
        page.keyboard.press("Enter")
        page.get_by_text(re.compile("Away through .+")).wait_for()
        ends = datetime.datetime.fromtimestamp(kept()["attendees"][0]["absentUntilMs"] / 1000, datetime.UTC).astimezone()
        self.assertEqual(ends.date() - until, datetime.timedelta(days=1))
        # Clearing the field does not revert the absence.
        revision = kept()["revision"]
        field.focus()
        page.keyboard.press("Backspace")
        page.get_by_label("Order").focus()
        self.holds(page, "document.querySelector('input[type=date]').value === it", until.isoformat())
        self.assertEqual(kept()["revision"], revision)
        # A date in the past is rejected.
        field.focus()
        page.keyboard.type("01012020", delay=50)
        page.get_by_label("Order").focus()
        page.get_by_text("The last day away must be today or later.").wait_for()
        self.assertEqual(kept()["revision"], revision)
        self.quiet()

    def test_an_absence_is_taken_back(self):
        standup = self.standup()
        ada = standup["attendees"][0]["id"]
        page = self.open(f"/standups/{standup['id']}")
        later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
        self.ask("standups.absent", id=standup["id"], attendee=ada, untilMs=int(later.timestamp() * 1000))
        page.get_by_role("button", name="Ada is back").click()
        page.get_by_text(re.compile("Away through .+")).wait_for(state="detached")
        page.get_by_role("checkbox", name="Ada takes part in the next meeting", checked=True).wait_for()
        self.quiet()

    def test_the_next_time(self):
        standup = self.standup("Planned")
        today = datetime.datetime.now(datetime.UTC).date()
        thursday = today + datetime.timedelta(days=(3 - today.weekday()) % 7 + 7)
        calendar = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Standups//test//EN", "BEGIN:VEVENT", "UID:company",
            "DTSTAMP:20260101T000000Z", f"DTSTART;VALUE=DATE:{thursday:%Y%m%d}", "SUMMARY:Company Day", "END:VEVENT",
            "END:VCALENDAR", ""]
        page = self.open("/")
        self.ask("schedule.set", subject=standup["id"], rule={"at": "09:30", "on": ["mon", "thu"], "zone": "Europe/Paris"},
            holidays={"ics": "\r\n".join(calendar)})
        card = page.locator(".card", has_text="Planned").locator("time")
        self.assertRegex(card.get_attribute("datetime"), re.compile(r"^\d{4}-\d\d-\d\dT\d\d:30"))
        card.click()
        page.get_by_role("link", name="Next meeting").wait_for()
        page.get_by_text("Day off: Company Day").wait_for()
        again = self.open("/")
        again.locator(".card", has_text="Planned").locator("time").wait_for()
        self.axe(again, "next times")
        self.quiet()
