"""Who is there, for how long they speak, in which order, and when they meet next."""
import datetime
import re

from harness import NARROW, PageTest


class PeopleTest(PageTest):
    def test_weights(self):
        standup = self.standup(names=("Ada", "Grace"))
        page = self.open(f"/standups/{standup['id']}/edit")
        page.get_by_label("How long the turn of Ada is").select_option("2×")
        page.get_by_role("button", name="Save").click()
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("Ada ×2").wait_for()
        kept = self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"]
        self.assertEqual([each.get("weight") for each in kept], [2, None])
        self.quiet()

    def test_who_takes_part_is_chosen_before_the_start(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger", "Tony"))
        page = self.open(f"/standups/{standup['id']}", size=NARROW)
        until = datetime.datetime.now().astimezone().date() + datetime.timedelta(days=3)
        page.get_by_label("Last day on which Edsger is absent").fill(until.isoformat())
        page.get_by_text(re.compile("Absent until .+")).wait_for()
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
        page.locator(".inside .name", has_text="Tony").wait_for()
        page.get_by_text("Speaker 1 of 2").wait_for()

        page.get_by_text("Who is here").click()
        page.get_by_role("button", name="Grace has come, and speaks last").click()
        page.get_by_text("Speaker 1 of 3").wait_for()
        page.get_by_role("button", name="Ada is not here").click()
        page.get_by_text("Speaker 1 of 2").wait_for()
        page.get_by_text("Next: Grace").wait_for()
        self.axe(page, "who is here")
        self.picture(page, "people-live")
        self.quiet()

    def test_an_absence_is_taken_back(self):
        standup = self.standup()
        ada = standup["attendees"][0]["id"]
        page = self.open(f"/standups/{standup['id']}")
        later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
        self.ask("standups.absent", id=standup["id"], attendee=ada, untilMs=int(later.timestamp() * 1000))
        page.get_by_role("button", name="Ada is back").click()
        page.get_by_text(re.compile("Absent until .+")).wait_for(state="detached")
        self.assertTrue(page.get_by_label("Ada takes part in the next meeting").is_checked())
        self.quiet()

    def test_the_next_time(self):
        standup = self.standup("Planned")
        page = self.open("/")
        self.ask("schedule.set", subject=standup["id"], rule={"at": "09:30", "on": ["mon", "thu"], "zone": "Europe/Paris"})
        card = page.locator(".card", has_text="Planned").locator("time")
        self.assertRegex(card.get_attribute("datetime"), re.compile(r"^\d{4}-\d\d-\d\dT\d\d:30"))
        card.click()
        page.get_by_text("Next meeting").wait_for()
        again = self.open("/")
        again.locator(".card", has_text="Planned").locator("time").wait_for()
        self.axe(again, "next times")
        self.quiet()
