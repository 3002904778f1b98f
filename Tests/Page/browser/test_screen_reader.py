"""A whole meeting as a screen reader reads and speaks it, compared with the transcript in screen-reader.txt.

PAGE_TRANSCRIPT=write writes the transcript instead; read the difference before you commit it.
"""
import os
import re

from harness import HERE, PageTest

TRANSCRIPT = HERE / "screen-reader.txt"

#: Collects the announcements.
ANNOUNCED = """document.addEventListener('DOMContentLoaded', () => {
  window.announced = [];
  new MutationObserver(() => window.announced.push(document.getElementById('said').textContent))
    .observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true });
});"""

#: Values that differ in every run, and their stand-ins.
CHANGING = (
    (r"\w{3}, \w{3} \d{1,2}, \d{4}(, \d\d:\d\d [AP]M)?", "DATE"),
    (r"\b\d\d:\d\d [AP]M", "TIME"),
    (r"\+?\b\d+:\d\d(:\d\d)?\b", "0:00"),
    (r"/[0-9a-f]{8}-[0-9a-f-]{27}", "/ID"),
    (r"\b\d+ (s|min)( \d+ s)?(?=\W|$)", "LENGTH"),
    # It is shown for two minutes, which a slow machine may need.
    (r'\n *- paragraph: "Not here yet: Bob"', ""),
)


class ScreenReaderTest(PageTest):
    needs_memory = True

    def note(self, page, title, whole=False):
        """Adds the readable content, and the announcements since the last time. An open dialog hides the rest."""
        page.wait_for_timeout(300)
        self.settled(page)
        dialogs = page.locator("dialog[open]")
        shown = [page.locator("#page")] if whole else [dialogs.last] if dialogs.count() else [page.get_by_role("main"), page.locator(".notices")]
        announced = page.evaluate("window.announced.splice(0)")
        self.lines += [f"## {title}", *(f"announced: {each}" for each in announced), "", *(each.aria_snapshot() for each in shown), ""]

    def test_a_whole_meeting(self):
        self.lines = []
        standup = self.standup("Daily", names=("Ada", "Bob", "Cy"), minutes=6, persons=self.persons())
        context = self.context(locale="en-US", timezone_id="UTC")
        context.add_init_script(ANNOUNCED)
        page = self.open("/", context)
        self.note(page, "The list", whole=True)
        page.get_by_role("link", name="Daily").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Start meeting").wait_for()
        self.note(page, "The standup")
        page.get_by_role("button", name="Start meeting").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        self.note(page, "The question about recording")
        self.press(page, "1")
        page.locator(".stage .name", has_text="Ada").wait_for()
        live = self.ask("standups.get", id=standup["id"])["summary"]["live"]
        self.tell("say", meeting=live, text="I finished the importer.")
        page.get_by_text("I finished the importer.").wait_for()
        page.get_by_text("Tester (you) is connected").wait_for()
        self.note(page, "The first speaker")
        self.press(page, "n")
        page.locator(".stage .name", has_text="Bob").wait_for()
        self.note(page, "The next speaker")
        self.press(page, "b")
        page.locator(".stage .name", has_text="Ada").wait_for()
        self.note(page, "Back to the first speaker")
        page.wait_for_timeout(1600)
        self.press(page, "l")
        page.locator(".stage .name", has_text="Bob").wait_for()
        self.note(page, "The first speaker comes later")
        self.press(page, "p")
        page.get_by_role("dialog").wait_for()
        self.note(page, "A pause")
        self.press(page, "3")
        page.get_by_role("dialog", name="Discard this meeting?").wait_for()
        self.note(page, "The question about discarding")
        page.keyboard.press("Escape")
        page.get_by_role("dialog", name="Discard this meeting?").wait_for(state="detached")
        self.press(page, "p")
        page.get_by_role("dialog").wait_for(state="detached")
        self.press(page, "e")
        page.get_by_role("dialog").wait_for()
        self.note(page, "The question about the end")
        self.press(page, "1")
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_role("button", name="Resume the meeting").wait_for()
        self.note(page, "After the meeting")
        page.locator(".notices").get_by_role("button", name="Close").click()
        page.get_by_role("link").filter(has=page.locator(".icon")).filter(has_text="202").first.click()
        page.get_by_role("heading", name="Transcript").wait_for()
        self.note(page, "The past meeting")
        self.quiet()
        text = "\n".join(self.lines)
        for pattern, stand_in in CHANGING:
            text = re.sub(pattern, stand_in, text)
        if os.environ.get("PAGE_TRANSCRIPT") == "write":
            TRANSCRIPT.write_text(text, encoding="utf-8")
        self.assertEqual(text.splitlines(), TRANSCRIPT.read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    import unittest
    unittest.main()
