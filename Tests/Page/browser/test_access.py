"""Webhooks, logins, calendar links, and the entry of the operators' tools."""
from harness import NARROW, PageTest


class AccessTest(PageTest):
    def test_a_webhook_is_added_tested_paused_and_removed(self):
        page = self.open("/webhooks", size=NARROW)
        page.get_by_role("button", name="Add webhook").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Address").fill("https://hooks.example.com/broken")
        dialog.get_by_label("Format").select_option("Slack" if not self.process else "CloudEvent (binary)")
        dialog.get_by_label("Events").fill("meeting.finished")
        if self.process:
            dialog.get_by_label("Secret").fill("short")
            page.keyboard.press("Enter")
            dialog.get_by_role("alert").get_by_text("Invalid secret").wait_for()
            self.assertEqual(dialog.get_by_label("Secret").get_attribute("aria-invalid"), "true")
            self.axe(page, "an invalid secret")
            dialog.get_by_label("Secret").fill("")
        dialog.get_by_role("button", name="Add webhook").click()
        page.get_by_role("button", name="Test https://hooks.example.com/broken").click()
        if self.process:
            page.get_by_text("The test failed: The receiver responded with 500.").wait_for()
        page.get_by_role("button", name="Pause https://hooks.example.com/broken").click()
        page.get_by_role("button", name="Resume https://hooks.example.com/broken").wait_for()
        self.axe(page, "webhooks")
        self.picture(page, "webhooks-390")
        page.get_by_role("button", name="Edit https://hooks.example.com/broken").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Events").fill("meeting.noted")
        dialog.get_by_role("button", name="Save").click()
        page.get_by_text("All teams · meeting.noted").wait_for()
        page.get_by_role("button", name="Remove https://hooks.example.com/broken").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        page.get_by_role("button", name="Remove https://hooks.example.com/broken").wait_for(state="detached")
        self.said = [each for each in self.said if "400" not in each]
        self.quiet()

    def test_a_calendar_link_is_shown_once_and_revoked(self):
        page = self.open("/sessions")
        page.get_by_text("(this browser)").wait_for()
        page.get_by_role("button", name="Add calendar link").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name").fill("Calendar of Ann")
        page.keyboard.press("Enter")
        link = dialog.get_by_label("Link", exact=True)
        link.wait_for()
        link = link.input_value()
        self.assertIn("/calendar.ics?token=", link)
        self.axe(page, "calendar link")
        self.picture(page, "calendar-link")
        dialog.get_by_role("button", name="Close").click()
        revoke = page.get_by_role("button", name="Revoke the calendar link of Calendar of Ann")
        revoke.wait_for()
        self.assertNotIn(link, page.content())
        revoke.click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        revoke.wait_for(state="detached")
        self.quiet()

    def test_a_login_elsewhere_appears_and_is_ended(self):
        page = self.open("/sessions")
        page.get_by_text("(this browser)").wait_for()
        before = page.get_by_role("button", name="Log out Tester").count()
        code = self.tell("code")["code"]
        self.open(f"/#login={code}", logged_in=False)
        page.get_by_role("button", name="Log out Tester").nth(before).wait_for()
        self.picture(page, "logins")
        page.get_by_role("button", name="Log out Tester").nth(before).click()
        page.get_by_role("dialog").get_by_role("button", name="Log out").click()
        page.get_by_text("Tester was logged out.").wait_for()
        page.get_by_role("button", name="Log out Tester").nth(before).wait_for(state="detached")

    def test_the_tools_are_behind_one_entry(self):
        page = self.open("/")
        self.assertEqual(page.get_by_role("link", name="Health").count(), 0)
        page.get_by_role("link", name="System").click()
        for name in ("Health", "Services", "Bindings", "Dead letters"):
            page.get_by_role("link", name=name).click()
            page.get_by_role("heading", name=name, exact=True).wait_for()
            page.get_by_role("link", name="Back").last.click()
            self.at(page, "/system")
        self.quiet()


if __name__ == "__main__":
    import unittest
    unittest.main()
