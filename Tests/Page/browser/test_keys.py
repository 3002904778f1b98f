"""Keyboard shortcuts of single characters, which can be turned off, and notices, which stay while they are needed."""
import json

from harness import NARROW, PageTest

#: State of the animation that ends a notice without a problem and an offer, or null.
TIMER = "(document.querySelector('.notice').getAnimations().find((each) => each.animationName === 'stay') ?? null)"


class KeysTest(PageTest):
    needs_memory = True

    def turn_off(self, page):
        page.get_by_role("button", name="Shortcuts").first.click()
        dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
        choice = dialog.get_by_role("checkbox", name="Single-key shortcuts in this browser")
        choice.click()
        self.axe(page, "shortcuts")
        self.picture(page, "shortcuts")
        dialog.get_by_role("button", name="Close").click()
        dialog.wait_for(state="detached")

    def test_shortcuts_can_be_turned_off_in_this_browser(self):
        standup = self.standup("Daily", names=("Ada", "Bob", "Cy"))
        live = self.meet(standup)
        page = self.open("/")
        self.turn_off(page)
        page.keyboard.press("/")
        page.keyboard.press("?")
        page.get_by_role("link", name="Daily").click()
        page.get_by_role("link", name="Join meeting").click()
        following = page.get_by_role("button", name="Next speaker")
        following.wait_for()
        self.settled(page)
        self.assertIsNone(following.get_attribute("aria-keyshortcuts"))
        for key in ("n", " ", "l", "+", "p", "e", "m", "?", "/"):
            page.keyboard.press(key)
        # A button still responds to the keys of buttons, and nothing else has happened before.
        following.focus()
        page.keyboard.press("Enter")
        page.locator(".stage .name", has_text="Bob").wait_for()
        self.holds(page, "document.getElementById('said').textContent === 'Bob is speaking. Next: Cy.'")
        session = self.ask("meetings.get", id=live)["session"]
        self.assertEqual((session["speakerIndex"], len(session.get("agenda", {"order": [0, 1, 2]})["order"]), "alert" in session.get("destination", {})), (1, 3, False))
        self.assertEqual(page.get_by_role("dialog").count(), 0)
        self.assertTrue(page.url.endswith("/record"))
        self.assertEqual(page.get_by_role("button", name="Mute the bell").count(), 1)
        page.keyboard.press("b")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("dialog").wait_for()
        self.assertEqual(page.locator("dialog kbd").count(), 0, "no hints at keys")
        page.keyboard.press("2")
        page.get_by_role("dialog").get_by_role("button", name="Resume").click()
        page.get_by_role("dialog").wait_for(state="detached")
        self.assertEqual(self.ask("meetings.get", id=live)["session"]["speakerIndex"], 1)
        # The choice outlasts a reload, and is undone in the same place.
        page.reload()
        page.get_by_role("button", name="Next speaker").wait_for()
        self.settled(page)
        page.keyboard.press("n")
        self.choose(page, "Keyboard shortcuts")
        choice = page.get_by_role("checkbox", name="Single-key shortcuts in this browser")
        self.assertFalse(choice.is_checked())
        choice.click()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        self.assertEqual(self.ask("meetings.get", id=live)["session"]["speakerIndex"], 1)
        self.press(page, "n")
        page.locator(".stage .name", has_text="Cy").wait_for()
        self.quiet()


class NoticesTest(PageTest):
    needs_memory = True

    def test_a_brief_notice_waits_while_it_is_read(self):
        page = self.open("/", size=NARROW)
        for motion in ("no-preference", "reduce"):
            with self.subTest(motion=motion):
                page.emulate_media(reduced_motion=motion)
                self.ask("standups.delete", id=self.shown(page, motion))
                notice = page.locator(".notice", has_text="was deleted")
                notice.wait_for()
                self.assertEqual(page.evaluate(f"{TIMER}.effect.getTiming().duration"), 10_000)
                notice.hover()
                self.holds(page, f"{TIMER}.playState === 'paused'")
                page.mouse.move(1, 1)
                self.holds(page, f"{TIMER}.playState === 'running'")
                notice.get_by_role("button", name="Close").focus()
                self.holds(page, f"{TIMER}.playState === 'paused'")
                page.evaluate("document.activeElement.blur()")
                self.holds(page, f"{TIMER}.playState === 'running'")
                # Its time is over.
                page.evaluate(f"{TIMER}.finish()")
                notice.wait_for(state="detached")
        self.quiet()

    def shown(self, page, name):
        """Shows a standup of its own, and returns its id."""
        standup = self.standup(name)
        page.goto(f"{self.base}/standups/{standup['id']}")
        page.get_by_role("button", name="Start meeting").wait_for()
        return standup["id"]

    def test_problems_and_offers_stay_until_they_are_closed(self):
        standup = self.standup("Daily", names=("Ada",))
        page = self.open(f"/standups/{standup['id']}")
        page.get_by_role("button", name="Archive").click()
        offer = page.locator(".notice", has_text="was archived")
        offer.wait_for()
        self.assertIsNone(page.evaluate(TIMER))
        self.axe(page, "an offer")
        offer.get_by_role("button", name="Undo").focus()
        page.keyboard.press("Enter")
        offer.wait_for(state="detached")
        page.get_by_role("button", name="Start meeting").wait_for()
        # The focus of the button is not lost.
        self.holds(page, "document.activeElement.id === 'heading-2'")
        body = json.dumps({"code": "invalid", "message": "The disk is full.", "retryable": False})
        page.route("**/api/commands/meetings.start", lambda route: route.fulfill(status=400, body=body, content_type="application/json"))
        page.get_by_role("button", name="Start meeting").click()
        problem = page.locator(".notice.problem", has_text="The disk is full.")
        problem.wait_for()
        self.assertIsNone(page.evaluate(TIMER))
        problem.get_by_role("button", name="Close").focus()
        page.keyboard.press("Enter")
        problem.wait_for(state="detached")
        self.holds(page, "document.activeElement.id === 'heading-2'")

    def test_the_key_of_an_offer_changes_only_the_turns_in_a_meeting(self):
        archived, daily = self.standup("Old", names=("Ada",)), self.standup("Daily", names=("Ada", "Bob"))
        self.meet(daily)
        page = self.open(f"/standups/{archived['id']}")
        page.get_by_role("button", name="Archive").click()
        page.locator(".notice", has_text="was archived").wait_for()
        page.get_by_role("link", name="Daily").first.click()
        page.get_by_role("link", name="Join meeting").click()
        page.get_by_role("button", name="Next speaker").wait_for()
        self.press(page, "n")
        page.locator(".stage .name", has_text="Bob").wait_for()
        self.press(page, "b")
        page.locator(".stage .name", has_text="Ada").wait_for()
        self.assertTrue(self.ask("standups.get", id=archived["id"])["summary"]["standup"]["isArchived"])
        page.locator(".notice", has_text="was archived").wait_for()
        self.quiet()

    def test_nothing_is_left_for_the_next_person(self):
        standup = self.standup("Secret plans", names=("Ada",))
        page = self.open(f"/standups/{standup['id']}")
        page.get_by_role("button", name="Archive").click()
        page.locator(".notice", has_text="Secret plans").wait_for()
        page.get_by_role("button", name="Log out").first.click()
        code = page.get_by_label("Or paste the link or its code")
        code.wait_for()
        code.fill(self.tell("code")["code"])
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Daily Standups").wait_for()
        self.assertEqual(page.locator(".notice").count(), 0)


if __name__ == "__main__":
    import unittest
    unittest.main()
