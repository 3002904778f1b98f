"""The bell: its sounds, and the edge of the page, which flashes with it."""
from harness import NARROW, PageTest

#: Remembers each flash, because one lasts only a second.
FLASHES = """globalThis.flashes = [];
new MutationObserver(() => { const { flash } = document.documentElement.dataset; if (flash) flashes.push(flash); })
  .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-flash'] });"""


class BellTest(PageTest):
    def meeting(self, **options):
        standup = self.standup(names=("Ada", "Grace", "Alan"))
        live = self.meet(standup, isRecorded=False)
        context = self.context(**options)
        context.add_init_script(FLASHES)
        return live, self.open(f"/standups/{standup['id']}/record", context)

    def dings(self, page):
        return page.evaluate("Number(document.documentElement.dataset.dings ?? 0)")

    def test_a_sound_is_chosen_played_and_remembered(self):
        context = self.context(size=NARROW)
        page = self.open(context=context)
        page.get_by_role("button", name="Sounds").click()
        for name in ("Bell", "Wood block", "Soft tones", "None"):
            self.assertGreaterEqual(page.get_by_role("radio", name=name).bounding_box()["height"], 24)
        self.axe(page, "sounds")
        self.picture(page, "sounds-390")
        page.get_by_role("radio", name="Wood block").check()
        self.holds(page, "document.documentElement.dataset.dings === '1'")
        page.get_by_role("button", name="Play: turn ending").click()
        self.holds(page, "document.documentElement.dataset.dings === '2'")
        page.get_by_role("radio", name="None").check()
        self.holds(page, "document.documentElement.dataset.flash === 'turn'")
        self.assertEqual(self.dings(page), 2)
        page.keyboard.press("Escape")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        page.get_by_role("button", name="Sounds").click()
        self.assertTrue(page.get_by_role("radio", name="None").is_checked())
        self.quiet()

    def test_a_change_of_speaker_flashes_without_sound_and_before_any_gesture(self):
        live, page = self.meeting()
        self.ask("meetings.next", id=live)
        self.holds(page, "globalThis.flashes.join() === 'turn'")
        self.assertEqual(self.dings(page), 0)
        self.holds(page, "!document.documentElement.dataset.flash")
        page.keyboard.press("m")
        page.get_by_role("button", name="Unmute").wait_for()
        self.ask("meetings.next", id=live)
        self.holds(page, "globalThis.flashes.join() === 'turn,turn'")
        self.assertEqual(self.dings(page), 0)
        self.quiet()

    def test_the_flash_does_not_move_if_the_person_prefers_that(self):
        live, page = self.meeting(reduced_motion="reduce", forced_colors="active")
        self.ask("meetings.next", id=live)
        self.holds(page, """(({ animationName, borderTopWidth, content }) => animationName === 'none' && borderTopWidth === '8px' && content !== 'none')(
          getComputedStyle(document.documentElement, '::after'))""")
        self.quiet()
