"""Two browsers at once: both see everything, and nothing is lost or done twice."""
from harness import NARROW, PageTest

#: Presses Next `wait` milliseconds after a name appears.
PRESS = """([where, name, wait]) => {
  const press = () => {
    const button = document.getElementById('next');
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  };
  const seen = new MutationObserver(() => {
    if (document.querySelector(where)?.innerText !== name) return;
    seen.disconnect();
    setTimeout(press, wait);
  });
  seen.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


class TwoTest(PageTest):
    def test_two_edit(self):
        standup = self.standup()
        place = f"/standups/{standup['id']}/edit"
        one, two = self.open(place), self.open(place)
        one.get_by_label("Title").fill("Mine")
        two.get_by_label("Title").fill("Theirs")
        two.get_by_role("radio", name="Sky").check()
        two.get_by_role("button", name="Save").click()
        one.get_by_text("Someone else changed this standup while you were editing it.").wait_for()
        self.assertEqual(one.get_by_label("Title").input_value(), "Mine")
        self.axe(one)
        self.picture(one, "conflict-light-1440")
        self.assertTrue(one.get_by_role("button", name="Save").is_disabled())
        one.get_by_role("button", name="Keep mine").click()
        one.get_by_role("button", name="Save").click()
        two.get_by_role("heading", name="Mine").wait_for()
        now = self.ask("standups.get", id=standup["id"])["summary"]["standup"]
        self.assertEqual((now["title"], now["theme"]), ("Mine", "sky"))
        self.quiet()

    def test_what_a_speaker_has_to_come_back_to(self):
        standup = self.standup()
        live = self.meet(standup, isRecorded=False)
        place = f"/standups/{standup['id']}/record"
        # One column, so that only the turn shows it.
        one, two = self.open(place, size=NARROW), self.open(place, size=NARROW)
        one.get_by_label("New follow-up").fill("The review")
        one.get_by_role("button", name="Add", exact=True).click()
        two.get_by_role("button", name="Done: The review").wait_for()
        self.holds(one, "document.getElementById('note').value === ''")
        self.axe(one)
        two.get_by_role("button", name="Done: The review").click()
        one.get_by_role("button", name="Done: The review").wait_for(state="detached")
        # Another person's follow-up is shown in their turn.
        one.get_by_label("New follow-up").fill("The vendor")
        one.get_by_label("Follow-up for").select_option(label="Grace")
        one.get_by_label("New follow-up").press("Enter")
        self.holds(one, "document.getElementById('note').value === ''")
        self.assertEqual(two.get_by_role("button", name="Done: The vendor").count(), 0)
        self.ask("meetings.next", id=live)
        two.get_by_role("button", name="Done: The vendor").wait_for()
        self.ask("meetings.end", id=live)
        self.ask("meetings.answer", id=live, action="saveAndEnd")
        # It stays with the standup and the meeting.
        self.at(one, f"/standups/{standup['id']}")
        one.get_by_role("button", name="Done: The vendor").click()
        one.get_by_role("button", name="Done: The vendor").wait_for(state="detached")
        two.goto(f"{self.base}/standups/{standup['id']}/meetings/{live}")
        two.get_by_text("The review").wait_for()
        two.get_by_text("The vendor").wait_for()
        self.axe(two)
        self.quiet()

    def test_what_is_written_outlives_a_reload(self):
        standup = self.standup()
        page = self.open("/standups/new")
        page.get_by_label("Title").fill("Half a title")
        page.get_by_role("button", name="Add attendee").click()
        page.get_by_label("Name of attendee 2", exact=True).fill("Grace")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        self.assertEqual(page.get_by_label("Title").input_value(), "Half a title")
        self.assertEqual(page.get_by_label("Name of attendee 2", exact=True).input_value(), "Grace")
        page.get_by_role("button", name="Cancel").click()
        page.goto(f"{self.base}/standups/{standup['id']}/edit")
        page.get_by_label("Title").fill("Mine")
        page.goto("about:blank")
        self.ask("standups.edit", id=standup["id"], revision=standup["revision"], title="Theirs", theme="sky")
        page.goto(f"{self.base}/standups/{standup['id']}/edit")
        # The other user's change is shown at once.
        page.get_by_text("Someone else changed this standup while you were editing it.").wait_for()
        self.assertEqual(page.get_by_label("Title").input_value(), "Mine")
        self.assertTrue(page.get_by_role("radio", name="Sky").is_checked())
        # A cancelled edit is discarded, in this tab and in another one.
        page.get_by_role("button", name="Cancel").click()
        for each in (page, self.open("/", page.context)):
            each.goto(self.base + "/standups/new")
            each.wait_for_selector("html[data-ready]")
            self.assertEqual(each.get_by_label("Title").input_value(), "")
        self.quiet()

    def test_one_deletes_what_the_other_edits(self):
        standup = self.standup()
        one = self.open(f"/standups/{standup['id']}/edit")
        one.get_by_label("Title").fill("Rescued")
        self.ask("standups.delete", id=standup["id"])
        self.at(one, "/standups/new")
        one.get_by_text("This standup was deleted while you were editing it").wait_for()
        one.get_by_role("button", name="Save").click()
        one.get_by_role("heading", name="Rescued").wait_for()
        self.made.append(one.url.rsplit("/", 1)[1])

    def test_one_deletes_what_the_other_sees(self):
        standup = self.standup()
        pages = [self.open(f"/standups/{standup['id']}{rest}") for rest in ("", "/settings", "/alert/deleteStandup")]
        self.ask("standups.delete", id=standup["id"])
        for page in pages:
            self.at(page, "/")
            page.get_by_role("dialog").wait_for(state="detached")

    def test_an_alert_is_for_everybody_and_answered_once(self):
        standup = self.standup()
        self.meet(standup)
        place = f"/standups/{standup['id']}/record"
        one, two = self.open(place), self.open(place)
        self.choose(one, "End meeting")
        for page in (one, two):
            self.at(page, f"{place}/alert/endMeeting")
        one.get_by_role("button", name="Resume").click()
        for page in (one, two):
            self.at(page, place)
            page.get_by_role("dialog").wait_for(state="hidden")
        self.press(two, "e")
        self.at(one, f"{place}/alert/endMeeting")
        two.get_by_role("dialog").wait_for()
        one.get_by_role("dialog").wait_for()
        # Both answer at once: it takes effect once, and both see the result.
        self.press(one, "1")
        self.press(two, "2")
        for page in (one, two):
            self.at(page, f"/standups/{standup['id']}")
        self.quiet()

    def test_two_press_next_at_once(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger", "Tony"))
        live = self.meet(standup)
        place = f"/standups/{standup['id']}/record"
        one, two = self.open(place), self.open(place)
        for page in (one, two):
            page.get_by_role("button", name="Next speaker").wait_for()
        one.keyboard.press("n")
        two.keyboard.press("n")
        for page in (one, two):
            self.holds(page, "!['Ada', undefined].includes(document.querySelector('.stage .name')?.innerText)")
        speaker = self.ask("meetings.get", id=live)["session"]["speakerIndex"]
        self.assertIn(speaker, (1, 2))
        for page in (one, two):
            self.holds(page, f"document.querySelector('.stage .of')?.innerText === 'Speaker {speaker + 1} of 4'")

    def test_two_press_next_one_after_the_other(self):
        """The second page has already moved on; still, no speaker is skipped."""
        for wait in (60, 200, 450, 700):
            standup = self.standup(names=("Ada", "Grace", "Edsger", "Tony"), minutes=30)
            live = self.meet(standup)
            place = f"/standups/{standup['id']}/record"
            one, two = self.open(place), self.open(place)
            for page in (one, two):
                page.get_by_role("button", name="Next speaker").wait_for()
            # Within the page, so that a busy machine does not delay the press.
            two.evaluate(PRESS, [".stage .name", "Grace", wait])
            one.get_by_role("button", name="Next speaker").click()
            two.get_by_text("Grace has just begun.").wait_for()
            self.assertEqual(self.ask("meetings.get", id=live)["session"]["speakerIndex"], 1, wait)
            # A second press is intended.
            two.wait_for_timeout(450)
            two.get_by_role("button", name="Next speaker").click()
            two.locator(".stage .name", has_text="Edsger").wait_for()
            for page in (one, two):
                page.close()

    def test_a_press_ends_the_turn_that_was_seen_when_it_began(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger", "Tony"), minutes=30)
        live = self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_role("button", name="Next speaker").hover()
        page.mouse.down()
        self.ask("meetings.next", id=live)
        page.locator(".stage .name", has_text="Grace").wait_for()
        page.wait_for_timeout(1600)
        page.mouse.up()
        page.get_by_text("Grace has just begun.").wait_for()
        self.assertEqual(self.ask("meetings.get", id=live)["session"]["speakerIndex"], 1)

    def test_a_key_that_is_held_is_one_press(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger", "Tony"), minutes=30)
        live = self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_role("button", name="Next speaker").wait_for()
        for _ in range(40):
            page.keyboard.down("n")
            page.wait_for_timeout(60)
        page.keyboard.up("n")
        self.assertEqual(self.ask("meetings.get", id=live)["session"]["speakerIndex"], 1)

    def test_two_start_at_once(self):
        standup = self.standup()
        one, two = (self.open(f"/standups/{standup['id']}") for _ in range(2))
        one.get_by_role("button", name="Start meeting").click(no_wait_after=True)
        two.evaluate("[...document.querySelectorAll('button')].find((each) => each.innerText.includes('Start meeting'))?.click()")
        self.holds(one, "location.pathname.includes('/record')")
        one.get_by_role("dialog").wait_for()

    def test_a_meeting_that_starts_is_seen_in_the_list(self):
        standup = self.standup()
        page = self.open("/")
        self.meet(standup)
        page.locator(".cards a", has_text="Meeting now").first.wait_for()
