"""The address is the state: back and forward through everything."""
from harness import NARROW, PageTest


class HistoryTest(PageTest):
    def test_back_and_forward(self):
        standup = self.standup()
        past = self.past(standup)
        d = f"/standups/{standup['id']}"
        for size in ((1440, 900), NARROW):
            page = self.open("/", size=size)
            page.locator(".cards a", has_text="Design").click()
            self.at(page, d)
            page.locator("a.row", has_text="202").click()
            self.at(page, f"{d}/meetings/{past['id']}")
            page.go_back()
            self.at(page, d)
            page.get_by_role("link", name="Recording").click()
            self.at(page, f"{d}/settings")
            page.locator(".c3 .back").click()
            self.at(page, d)
            page.go_back()
            self.at(page, "/")
            page.go_forward()
            page.go_forward()
            self.at(page, f"{d}/settings")
            page.get_by_role("heading", name="Recording").wait_for()
            page.reload()
            page.get_by_role("heading", name="Recording").wait_for()
            # At a directly opened place, “back” leaves the page, and closing shows the screen below.
            page.locator(".c3 .back").click()
            self.at(page, d)
        self.quiet()

    def test_closing_a_cold_place_stays_in_the_page(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/settings", size=NARROW)
        page.locator(".c3 .back").click()
        self.at(page, f"/standups/{standup['id']}")
        page.locator(".c2 .back").click()
        self.at(page, "/")

    def test_back_answers_no_alert(self):
        standup = self.standup()
        live = self.meet(standup)
        d = f"/standups/{standup['id']}"
        page = self.open(d)
        page.get_by_role("link", name="Join meeting").click()
        self.at(page, f"{d}/record")
        page.get_by_role("button", name="Next speaker").wait_for()
        page.keyboard.press("e")
        self.at(page, f"{d}/record/alert/endMeeting")
        page.go_back()
        self.at(page, d)
        self.assertIn("endMeeting", str(self.ask("meetings.get", id=live)["session"]["destination"]))
        page.go_forward()
        self.at(page, f"{d}/record/alert/endMeeting")
        page.get_by_role("dialog").get_by_role("button", name="Back").click()
        self.at(page, d)
        self.assertIn("endMeeting", str(self.ask("meetings.get", id=live)["session"]["destination"]))
        # Every screen shows that the meeting waits.
        self.assertEqual(page.get_by_text("Waiting for an answer").count(), 2)
        page.go_forward()
        page.get_by_role("dialog").wait_for()
        self.press(page, "3")
        self.at(page, f"{d}/record")
        self.assertNotIn("destination", self.ask("meetings.get", id=live)["session"])
        # Escape leaves every question open, however often it is pressed.
        self.press(page, "p")
        self.at(page, f"{d}/record/alert/paused")
        page.get_by_role("dialog").wait_for()
        for _ in range(3):
            page.keyboard.press("Escape")
        self.at(page, d)
        page.get_by_text("The question stays open. Anyone in the team can answer it.").wait_for()
        self.assertIn("paused", str(self.ask("meetings.get", id=live)["session"]["destination"]))
        page.go_forward()
        page.get_by_role("dialog").wait_for()
        self.press(page, "1")
        self.at(page, f"{d}/record")

    def test_search(self):
        standup = self.standup()
        if self.process:
            self.tell("past", standup=standup["id"], lines=["A walrus was seen."])
        page = self.open("/")
        page.keyboard.press("/")
        self.at(page, "/search")
        self.holds(page, "document.activeElement.type === 'search'")
        page.keyboard.type("walrus")
        self.at(page, "/search?q=walrus")
        if self.process:
            page.locator("mark", has_text="walrus").wait_for()
            page.locator("a.hit").click()
            page.get_by_role("heading", name="Transcript").wait_for()
            page.go_back()
        self.at(page, "/search?q=walrus")
        page.go_back()
        self.at(page, "/")

    def test_the_list_alert(self):
        self.tell("alert")
        page = self.open("/")
        self.at(page, "/alert/dataFailedToLoad")
        self.axe(page)
        page.get_by_role("button", name="Load samples").click()
        self.at(page, "/")
        page.get_by_text("Engineering").wait_for()
