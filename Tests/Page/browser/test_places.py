"""Every place opened directly, in light and dark, wide and narrow: content, accessibility, and layout stability."""
from harness import MIDDLE, NARROW, WIDE, PageTest
from scenes import every_place

#: The moves since the page was opened, without an action of the user: extent, element, from where and to where.
SHIFTS = """() => new Promise((resolve) => {
  const found = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const named = ({ node, previousRect, currentRect }) => `${(node?.outerHTML ?? node?.parentElement?.outerHTML ?? '').slice(0, 80)} `
    + `from ${place(previousRect)} to ${place(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) found.push([entry.value, ...entry.sources.map(named)]);
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(found), 100);
})"""


#: Controls smaller than 24 px, except links within a sentence.
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=range]), select, summary')].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return each.offsetParent && !each.closest('.hidden, .skip, p') && (width < 24 || height < 24);
}).map((each) => each.outerHTML.slice(0, 100))"""

#: Controls without a border.
BARE = """() => [...document.querySelectorAll('button:not(.row), .button, select, input:not([type=range], [type=checkbox], .swatch input)')]
  .filter((each) => each.offsetParent && getComputedStyle(each).borderTopWidth === '0px').map((each) => each.outerHTML.slice(0, 80))"""

#: Renders one node object in two columns, changes one of them, then the other one, and returns the text of both.
SHARED = """async () => {
  const at = new URL('.', document.querySelector('script[type=module]').src);
  const { h, render } = await import(at + 'dom.js');
  const root = document.createElement('div');
  const waiting = h('p', {}, h('b', {}, 'Loading'));
  const texts = [];
  for (const columns of [[waiting, waiting], ['one', waiting], ['one', 'two'], [waiting, 'two'], [waiting, waiting], ['one', 'two']]) {
    render(root, columns.map((each) => h('div', {}, each)));
    texts.push([...root.children].map((each) => each.textContent).join());
  }
  return texts;
}"""


class PlacesTest(PageTest):
    def test_every_place_cold(self):
        scene = every_place(self)
        for scheme in ("light", "dark"):
            for size in (WIDE, MIDDLE, NARROW):
                context = self.context(size=size, scheme=scheme)
                for name, path, heading in scene:
                    with self.subTest(place=name, scheme=scheme, width=size[0]):
                        page = self.open(path, context)
                        if heading:
                            page.get_by_role("heading", name=heading, exact=True).first.wait_for()
                        self.holds(page, "!document.body.innerText.includes('Loading')")
                        self.assertEqual(page.url, self.base + path)
                        self.assertEqual(page.evaluate("document.documentElement.scrollWidth > innerWidth"), False, "nothing sticks out")
                        self.assertEqual(page.evaluate(SMALL), [], "large enough to be hit")
                        self.axe(page, name)
                        if name != "long":
                            self.picture(page, f"{name}-{scheme}-{size[0]}")
                        shifts = page.evaluate(SHIFTS)
                        self.assertLess(sum(value for value, *_ in shifts), 0.001, f"nothing jumps: {shifts}")
                        page.close()
        self.quiet()

    def test_a_node_that_is_shown_twice(self):
        page = self.open("/")
        self.assertEqual(page.evaluate(SHARED), ["Loading,Loading", "one,Loading", "one,two", "Loading,two", "Loading,Loading", "one,two"])

    def test_alerts_over_a_meeting(self):
        standup = self.standup()
        live = self.ask("meetings.start", standup=standup["id"])["session"]
        alert = next(iter(live["destination"]["alert"]))
        place = f"/standups/{standup['id']}/record/alert/{alert}"
        for scheme in ("light", "dark"):
            for size in (WIDE, NARROW):
                page = self.open(place, size=size, scheme=scheme)
                page.get_by_role("dialog").wait_for()
                self.at(page, place)
                self.axe(page)
                self.picture(page, f"alert-{scheme}-{size[0]}")
        self.quiet()

    def test_a_link_that_leads_nowhere(self):
        page = self.open("/standups/12")
        page.get_by_role("heading", name="Page not found").wait_for()
        home = page.get_by_role("link", name="Go to your standups.")
        home.wait_for()
        self.axe(page)
        self.assertEqual(page.evaluate(SMALL), [])
        home.focus()
        page.keyboard.press("Enter")
        self.at(page, "/")
        page.get_by_role("heading", name="Daily Standups").wait_for()

    def test_what_is_not_there(self):
        page = self.open("/standups/00000000-0000-4000-8000-000000000000", size=NARROW)
        page.get_by_text("Standup not found. It may have been deleted.").wait_for()
        self.axe(page)
        page.get_by_role("link", name="Back").click()
        self.at(page, "/")

    def test_large_text(self):
        """At 200 % zoom a wide screen becomes a narrow one, and everything is still reachable."""
        standup = self.standup()
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record", context=self.context(size=(720, 450), device_scale_factor=2))
        page.get_by_role("button", name="Next speaker").wait_for()
        self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        self.axe(page)

    def test_the_time_has_room_in_its_ring(self):
        standup = self.standup(minutes=240)
        self.meet(standup)
        for size in (WIDE, (1280, 720), (844, 390), NARROW, (720, 450)):
            page = self.open(f"/standups/{standup['id']}/record", size=size)
            page.locator(".clock").wait_for()
            ring, inside, clock = (page.locator(each).bounding_box() for each in (".ring", ".inside", ".clock"))
            used = page.evaluate("""() => {
                const range = document.createRange();
                range.selectNodeContents(document.querySelector('.clock'));
                return range.getBoundingClientRect().width;
            }""")
            self.assertLessEqual(used, 0.7 * ring["width"], size)
            content = page.evaluate("document.querySelector('.inside').scrollHeight")
            self.assertLessEqual(content, inside["height"] + 1, size)
            self.assertGreaterEqual(clock["y"], ring["y"] + 0.1 * ring["height"], size)
            page.close()

    def test_the_facts_of_a_card_do_not_touch(self):
        standup = self.standup()
        self.ask("schedule.set", subject=standup["id"], rule={"at": "09:30", "on": ["mon", "thu"], "zone": "Europe/Paris"})
        for size in (WIDE, (1280, 720), (844, 390), NARROW, (320, 640)):
            page = self.open("/", size=size)
            page.locator(".card time").wait_for()
            boxes = [each.bounding_box() for each in page.locator(".facts > *").all()]
            for one, two in ((a, b) for a in boxes for b in boxes if a is not b):
                apart = one["x"] + one["width"] + 8 <= two["x"] or two["x"] + two["width"] + 8 <= one["x"] or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"]
                self.assertTrue(apart, f"{size}: {one} {two}")
            page.close()

    def test_forced_colours_keep_borders_and_swatches(self):
        standup = self.standup()
        context = self.context(forced_colors="active")
        page = self.open(f"/standups/{standup['id']}/edit", context)
        page.locator(".swatch").first.wait_for()
        colours = page.evaluate("[...document.querySelectorAll('.swatch')].map((each) => getComputedStyle(each).backgroundColor)")
        self.assertEqual(len(set(colours)), 16)
        self.assertEqual(page.evaluate(BARE), [])

    def test_forced_colours_keep_what_colours_say(self):
        standup = self.standup("Daily", names=("Ada", "Bob", "Cy"), persons=self.persons())
        self.past(standup)
        live = self.meet(standup)
        self.ask("meetings.absent", id=live, attendee=standup["attendees"][2]["id"])
        if self.process:
            self.tell("say", meeting=live, text="I finished the importer.")
        places = {"list": ("/", ".cards .card"), "live": (f"/standups/{standup['id']}/record", ".stage .name"), "history": (f"/standups/{standup['id']}/history", ".chart")}
        for size in (WIDE, NARROW):
            context = self.context(size=size, forced_colors="active")
            for name, (path, part) in places.items():
                with self.subTest(place=name, width=size[0]):
                    page = self.open(path, context)
                    page.locator(part).first.wait_for()
                    self.axe(page, f"{name} in forced colours")
                    self.picture(page, f"{name}-forced-{size[0]}")
                    self.assertEqual(page.evaluate(BARE), [], "each control has a border")
                    if name == "live":
                        page.locator(".seat.speaking").wait_for()
                        outline = page.evaluate("getComputedStyle(document.querySelector('.seat.speaking')).outlineStyle")
                        self.assertEqual(outline, "solid", "the speaker is marked without colours")
                    if name == "history":
                        fills = page.evaluate("[...document.querySelectorAll('.key.used, .key.over, .key.late, .key.absent')].map((each) => getComputedStyle(each).backgroundColor)")
                        self.assertEqual(len(set(fills)), 4, "the kinds of figures differ")
                    page.close()

    def test_columns(self):
        """As many columns as fit, always with the deepest; the state is the same."""
        standup = self.standup()
        place = f"/standups/{standup['id']}/settings"
        page = self.open(place)
        shown = "[...document.querySelectorAll('.column')].filter((each) => each.offsetParent).map((each) => each.querySelector('h1')?.innerText)"
        for width, wanted in ((1440, ["Daily Standups", "Design", "Recording"]), (1000, ["Design", "Recording"]), (600, ["Recording"])):
            page.set_viewport_size({"width": width, "height": 800})
            self.holds(page, f"JSON.stringify({shown}) === JSON.stringify(it)", wanted)
            self.at(page, place)


class EntryTest(PageTest):
    needs_memory = True

    def test_a_link_lets_in_once(self):
        code = self.tell("code")["code"]
        page = self.open(f"/health#login={code}", logged_in=False)
        page.get_by_role("heading", name="Health").wait_for()
        self.assertEqual(page.url, self.base + "/health")
        again = self.open(f"/#login={code}", logged_in=False, ready=False)
        again.get_by_text("This link is invalid").wait_for()
        self.axe(again)
        self.picture(again, "login-light-1440")

    def test_without_a_session(self):
        for size in ((1440, 900), (390, 844)):
            page = self.open("/", logged_in=False, ready=False, size=size, scheme="dark")
            page.get_by_text("standups web", exact=True).wait_for()
            self.axe(page)
            self.picture(page, f"login-dark-{size[0]}")

    def test_a_link_that_is_pasted_into_the_open_page(self):
        page = self.open("/", logged_in=False, ready=False)
        page.get_by_label("Or paste the link or its code").wait_for()
        code = self.tell("code")["code"]
        page.evaluate("(code) => { location.hash = `login=${code}`; }", code)
        page.wait_for_selector("html[data-ready]")
        self.assertEqual(page.url, self.base + "/")
        # An invalid link does not end the session.
        page.evaluate("(code) => { location.hash = `login=${code}`; }", code)
        page.get_by_text("This link is invalid").wait_for()
        page.get_by_role("heading", name="Daily Standups").wait_for()
        page.get_by_role("link", name="Add standup").wait_for()

    def test_a_code_that_is_pasted(self):
        page = self.open("/", logged_in=False, ready=False)
        page.get_by_label("Or paste the link or its code").fill(self.tell("code")["code"])
        page.keyboard.press("Enter")
        page.wait_for_selector("html[data-ready]")

    def test_a_session_that_is_revoked(self):
        standup = self.standup()
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        self.holds(page, "document.title.includes('Ada')")
        page.context.clear_cookies()
        self.tell("close", code=4001)
        page.get_by_text("Your session has ended.").wait_for()
        self.holds(page, "document.title === 'Daily Standups'")
        page.wait_for_timeout(500)
        self.assertEqual(page.title(), "Daily Standups")

    def test_an_observer_changes_nothing(self):
        standup = self.standup()
        live = self.meet(standup)
        self.tell("role", role="observer")
        page = self.open(f"/standups/{standup['id']}/record")
        self.assertEqual(page.get_by_role("button", name="Next speaker").count(), 0)
        self.tell("ask", target="meetings.end", body={"id": live})
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        self.assertTrue(dialog.get_by_role("button", name="Save and end").is_disabled())
        dialog.get_by_role("button", name="Back").click()
        self.at(page, f"/standups/{standup['id']}")
        self.axe(page)


if __name__ == "__main__":
    import unittest
    unittest.main()
