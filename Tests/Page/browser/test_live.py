"""The live meeting: parts that must be visible without scrolling, and its controls."""
from harness import NARROW, WIDE, PageTest

#: The last window is a window of 1440 x 900 at 200 % zoom.
SIZES = (WIDE, (1280, 720), (844, 390), NARROW, (720, 450))
#: Names that are as long as names become.
NAMES = [f"{first} {last}" for first, last in zip(
    ("Wolfeschlegelsteinhausenbergerdorff", "Maria Theresia Antonia", "Ada", "Grace", "Barbara", "Edsger", "Niklaus", "Tony", "Margaret",
     "Radia", "Katherine", "Annie"),
    ("von Habsburg-Lothringen", "de la Santisima Trinidad", "Lovelace", "Hopper", "Liskov", "Dijkstra", "Wirth", "Hoare", "Hamilton",
     "Perlman", "Johnson", "Easley"), strict=True)]
LINES = (
    "Yesterday I finished the importer, and found out why it was slow: it read every file twice.",
    "Today I review the design of the clock with Grace.",
    "I wait for an answer from the vendor, who promised one until Thursday, and nothing else is in my way at the moment.",
    "That is all.")

#: Parts of the meeting that are not completely visible, with their boxes.
HIDDEN = """() => {
  const out = [];
  const look = (name, { left, top, right, bottom, width }, clip) => {
    const [x0, y0, x1, y1] = clip ? [clip.left, clip.top, clip.right, clip.bottom] : [0, 0, innerWidth, innerHeight];
    if (!width || left < Math.max(0, x0) - 1 || top < Math.max(0, y0) - 1 || right > Math.min(innerWidth, x1) + 1 || bottom > Math.min(innerHeight, y1) + 1) {
      out.push(`${name}: ${[left, top, right, bottom].map(Math.round)} in ${[x0, y0, x1, y1].map(Math.round)}`);
    }
  };
  const stage = document.querySelector('.stage').getBoundingClientRect();
  look('stage', stage);
  for (const name of ['.of', '.name', '.time', '.how', '.clock', '.next']) look(name, document.querySelector(`.stage ${name}`).getBoundingClientRect(), stage);
  const controls = [...document.querySelectorAll('.live .head a, .live .head button, .controls > button, .mic button, .mic select, .then button')];
  for (const each of controls) {
    const name = each.getAttribute('aria-label') ?? each.innerText;
    const box = each.getBoundingClientRect();
    look(name, box);
    if (box.width < 24 || box.height < 24) out.push(`${name} is small`);
    for (const x of [box.left + 4, box.right - 4]) if (!each.contains(document.elementFromPoint(x, box.top + box.height / 2))) out.push(`${name} is covered`);
  }
  for (const each of document.querySelectorAll('.controls > button')) if (each.scrollWidth > each.clientWidth + 1) out.push(`${each.innerText} is cut off`);
  const range = document.createRange();
  const lines = new Map();
  // Only text has the boxes of lines; a range of elements has theirs as well.
  const walker = document.createTreeWalker(document.querySelector('.words .scroll'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) if (box.width > 1) lines.set(Math.round(box.bottom / 8), box);
  }
  const last = [...lines.entries()].sort(([a], [b]) => a - b).slice(-3);
  if (last.length < 3) out.push(`only ${last.length} lines`);
  const scroll = document.querySelector('.words .scroll').getBoundingClientRect();
  for (const [, box] of last) look('line', box, scroll);
  return out;
}"""


class LiveTest(PageTest):
    needs_memory = True

    def meeting(self, names=NAMES, lines=LINES, theme="navy", minutes=12, **edits):
        standup = self.standup("Design and engineering, every morning", theme, names, minutes)
        if edits:
            standup = self.ask("standups.edit", id=standup["id"], revision=standup["revision"], **edits)
        live = self.meet(standup)
        for line in lines:
            self.tell("say", meeting=live, text=line)
        return standup, live

    def test_what_counts_is_visible_without_scrolling(self):
        standup, _live = self.meeting()
        for scheme in ("light", "dark"):
            for size in SIZES:
                with self.subTest(size=size, scheme=scheme):
                    page = self.open(f"/standups/{standup['id']}/record", size=size, scheme=scheme)
                    page.get_by_text(LINES[-1]).wait_for()
                    self.picture(page, f"live-{scheme}-{size[0]}x{size[1]}")
                    self.assertEqual(page.evaluate(HIDDEN), [])
                    self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
                    larger = page.evaluate("['.time', '.clock'].map((each) => parseFloat(getComputedStyle(document.querySelector(`.stage ${each}`)).fontSize))")
                    self.assertGreaterEqual(larger[0], 2 * larger[1], "the turn is larger than the meeting")
                    self.axe(page, f"{size} {scheme}")
                    page.close()
        self.quiet()

    def test_back_to_the_speaker_before(self):
        standup, live = self.meeting(("Ada", "Bob", "Grace"), theme="orange")
        place = f"/standups/{standup['id']}/record"
        one, two = self.open(place), self.open(place, size=NARROW)
        one.get_by_role("button", name="Next speaker").focus()
        one.keyboard.press("Enter")
        for page in (one, two):
            page.locator(".stage .name", has_text="Bob").wait_for()
        back = one.get_by_role("button", name="Back to Ada")
        back.wait_for()
        self.holds(one, "document.getElementById('said').textContent === 'Bob is speaking. Next: Grace. Press b to undo.'")
        self.assertIn("Next speaker", one.evaluate("document.activeElement.innerText"))
        self.picture(two, "live-back")
        self.assertEqual(two.evaluate(HIDDEN), [])
        self.axe(one, "back")
        # Everyone can undo it, also with the key; the focus stays among the controls.
        two.get_by_role("button", name="Back to Ada").focus()
        two.keyboard.press("Enter")
        for page in (one, two):
            page.locator(".stage .name", has_text="Ada").wait_for()
            page.get_by_role("button", name="Back to Ada").wait_for(state="detached")
        self.holds(two, "document.activeElement.id === 'next'")
        self.assertEqual(self.ask("meetings.get", id=live)["session"]["speakerIndex"], 0)
        one.wait_for_timeout(1600)
        self.press(one, "l")
        one.locator(".stage .name", has_text="Bob").wait_for()
        back.wait_for()
        self.press(one, "b")
        two.locator(".stage .name", has_text="Ada").wait_for()
        self.assertEqual(len(self.ask("meetings.get", id=live)["session"].get("agenda", {"order": [0, 1, 2]})["order"]), 3)
        self.quiet()

    def test_the_end_of_a_meeting_is_taken_back(self):
        standup, live = self.meeting(("Ada", "Bob"))
        one, two = (self.open(f"/standups/{standup['id']}/record") for _ in range(2))
        self.choose(one, "End meeting")
        two.get_by_text("You asked to end the meeting.").wait_for()
        one.get_by_role("button", name="Save and end").click()
        for page in (one, two):
            self.at(page, f"/standups/{standup['id']}")
            page.get_by_role("button", name="Resume the meeting").wait_for()
        self.axe(two, "ended")
        self.picture(two, "live-ended")
        two.get_by_role("button", name="Resume the meeting").click()
        self.at(two, f"/standups/{standup['id']}/record")
        two.get_by_text(LINES[-1]).wait_for()
        one.get_by_role("button", name="Resume the meeting").wait_for(state="detached")
        one.get_by_text("Join meeting").wait_for()
        self.ask("meetings.get", id=live)
        self.quiet()

    def test_the_speakers_to_come_are_reordered(self):
        standup, _live = self.meeting(("Ada", "Bob", "Cy"))
        one, two = (self.open(f"/standups/{standup['id']}/record") for _ in range(2))
        up = one.get_by_role("button", name="Move Cy up")
        up.focus()
        one.keyboard.press("Enter")
        for page in (one, two):
            page.locator(".seat.next", has_text="Cy").wait_for()
        # The pressed button is at its end now: the focus is on the other one of the same speaker.
        self.holds(one, "document.activeElement.getAttribute('aria-label') === 'Move Cy down'")
        self.axe(one, "reordered")
        two.locator(".seat", has_text="Bob").drag_to(two.locator(".seat", has_text="Cy"))
        one.locator(".seat.next", has_text="Bob").wait_for()
        self.press(one, "b")
        two.locator(".seat.next", has_text="Cy").wait_for()
        self.quiet()

    def test_escape_leaves_the_question_open(self):
        standup, live = self.meeting(("Ada", "Bob"))
        self.tell("ask", target="meetings.end", body={"id": live})
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_text("Someone asked to end the meeting.").wait_for()
        page.keyboard.press("Escape")
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("The question stays open. Anyone in the team can answer it.").wait_for()
        self.assertIn("endMeeting", self.ask("meetings.get", id=live)["session"]["destination"]["alert"])

    def test_a_question_names_the_person_who_asked(self):
        standup = self.standup(names=("Ada", "Bob"), persons=self.persons())
        self.meet(standup)
        place = f"/standups/{standup['id']}/record"
        one, two = self.open(place), self.open(place, self.other())
        self.choose(two, "End meeting")
        one.get_by_text("Bob asked to end the meeting.").wait_for()
        two.get_by_text("You asked to end the meeting.").wait_for()
        self.picture(one, "live-asked")
        self.quiet()

    def test_the_menu_by_keyboard(self):
        standup, _live = self.meeting(("Ada", "Bob", "Grace"))
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_role("button", name="More actions").focus()
        page.keyboard.press("Enter")
        later = page.get_by_role("button", name="Move the speaker to the end")
        later.wait_for()
        self.picture(page, "live-menu")
        self.axe(page, "menu")
        page.keyboard.press("Escape")
        later.wait_for(state="hidden")
        self.holds(page, "document.activeElement.getAttribute('aria-label') === it", "More actions")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator(".stage .name", has_text="Bob").wait_for()
        later.wait_for(state="hidden")

    def test_a_turn_that_ends_and_a_meeting_that_runs_over_change_colour(self):
        standup, _ = self.meeting(("Ada",), theme="yellow", minutes=0.5, warnMs=24_000, mayRunOver=True)
        page = self.open(f"/standups/{standup['id']}/record")
        colour = "getComputedStyle(document.querySelector('.stage')).backgroundColor"
        for kind, text, wanted in (("ending", "This turn ends soon", "rgb(255, 178, 36)"), ("over", "Time is up", "rgb(179, 38, 30)")):
            page.locator(f".stage.{kind}", has_text=text).wait_for()
            self.holds(page, f"{colour} === '{wanted}'")
            self.picture(page, f"live-{kind}")
            self.axe(page, kind)


if __name__ == "__main__":
    import unittest
    unittest.main()
