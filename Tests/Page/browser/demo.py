"""Runs the demo's meeting in a browser, from an invitation link to a past meeting that search finds, and saves a
screenshot of each screen. Called by scripts/demo --web, with PAGE_GATEWAY, PAGE_LINK, PAGE_WAV and PAGE_SHOTS.
"""
import os
import sys
import time
import unittest

from harness import NARROW, SpokenTest

NAMES = ("Ann", "Bob", "Cy")
#: Speaking time of each person in the recording, in seconds.
SLOT = 12


class Demo(SpokenTest):
    number = 0

    def shot(self, page, name):
        Demo.number += 1
        self.picture(page, f"{Demo.number:02}-{name}")

    def runTest(self):
        context = self.context(logged_in=False, permissions=["microphone"])
        page = self.open("/", context, ready=False)
        page.get_by_text("standups web", exact=True).wait_for()
        self.shot(page, "login")
        page.close()
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto(os.environ["PAGE_LINK"])
        page.wait_for_selector("html[data-ready]")
        [cookie] = context.cookies()
        self.cookie = f"{cookie['name']}={cookie['value']}"
        self.shot(page, "nothing-yet")

        standup = self.make(page)
        self.hold(page, standup)
        self.look_back(page, standup)
        self.look_around(page)
        self.quiet()

    def make(self, page):
        for title, theme, minutes in (("Design", "orange", 15), ("Night shift", "navy", 10)):
            self.standup(title, theme, ("Ada", "Grace", "Edsger"), minutes)
        page.get_by_role("link", name="Add standup").click()
        page.get_by_label("Title").fill("Demo")
        for index, name in enumerate(NAMES, 1):
            if index > 1:
                page.get_by_role("button", name="Add attendee").click()
            page.get_by_label(f"Name of attendee {index}", exact=True).fill(name)
        page.get_by_role("radio", name="Teal").check()
        self.shot(page, "form")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("heading", name="Demo").wait_for()
        self.shot(page, "standup")
        return page.url.rsplit("/", 1)[1]

    def hold(self, page, standup):
        """Each speaker is followed by the next when done."""
        page.get_by_role("button", name="Start meeting").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        self.shot(page, "may-it-be-recorded")
        dialog.get_by_role("button", name="Allow", exact=True).click()
        page.get_by_role("button", name="Record with this browser").click()
        page.get_by_text("This browser is listening").wait_for()
        begun = time.monotonic()
        live = self.ask("standups.get", id=standup)["summary"]["live"]
        other = self.open(f"/standups/{standup}/record", size=NARROW, scheme="dark")

        def wait(seconds):
            page.wait_for_timeout(max(0, 1000 * (seconds - (time.monotonic() - begun))))
        for index, name in enumerate(NAMES):
            page.locator(".stage .name", has_text=name).wait_for()
            wait(self.lead + SLOT * index + 7)
            if index == 1:
                self.shot(page, "meeting")
                self.shot(other, "meeting-on-a-phone")
            if index < 2:
                wait(self.lead + SLOT * (index + 1) - 0.3)
                page.keyboard.press("n")
        wait(self.lead + self.seconds + 2)
        self.until_quiet(live)
        page.keyboard.press("e")
        page.get_by_role("dialog").wait_for()
        self.shot(page, "end")
        page.get_by_role("button", name="Save and end").click()
        page.get_by_text("The meeting ended and was saved.").first.wait_for()
        other.close()

    def look_back(self, page, standup):
        [past] = self.ask("standups.get", id=standup)["meetings"]
        page.goto(f"{self.base}/standups/{standup}/meetings/{past['id']}")
        page.get_by_text("Transcript", exact=True).wait_for()
        page.get_by_text("login page").first.wait_for()
        self.shot(page, "past-meeting")
        page.goto(f"{self.base}/search?q=database")
        page.locator("mark").first.wait_for()
        self.shot(page, "search")

    def look_around(self, page):
        trace = self.ask("router.traces", limit=1)["traces"][0]["correlation"]
        for name, path, heading in (("focus", "/focus", "Focus"), ("health", "/health", "Health"),
                                    ("services", "/services", "Services"), ("bindings", "/bindings", "Bindings"),
                                    ("trace", f"/traces/{trace}", "Trace"), ("dead-letters", "/dead-letters", "Dead letters")):
            page.goto(self.base + path)
            page.get_by_role("heading", name=heading, exact=True).first.wait_for()
            self.holds(page, "!document.body.innerText.includes('Loading')")
            self.shot(page, name)

    def tearDown(self):
        """Keeps the created data for inspection."""


if __name__ == "__main__":
    told = unittest.TextTestRunner(verbosity=0).run(unittest.TestSuite([Demo()]))
    sys.exit(not told.wasSuccessful())
