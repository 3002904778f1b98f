"""The page in its languages, and in one that the tests make from English, in which forgotten texts are visible."""
import re
import subprocess

from harness import HERE, NARROW, WIDE, PageTest

LANGUAGES = ("en", "de", "fr", "es", "ja", "ar")

#: Elements whose text does not fit: buttons and links that are clipped, and anything that sticks out of the window.
CLIPPED = """() => [...document.querySelectorAll('button, .button, a.row, label, h2, dt, summary, select, legend')].filter((each) => {
  if (!each.offsetParent || each.closest('.hidden, .skip, [popover]:not(:popover-open)')) return false;
  const { left, right } = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline' || left < -1 || right > innerWidth + 1;
}).map((each) => `${each.className}: ${each.textContent}`)"""

#: Texts that people see, or that a screen reader speaks.
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('code, kbd, noscript, time, datalist, option[lang]')) found.push(walker.currentNode.data);
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt']) if (each.hasAttribute(name) && !each.closest('datalist')) found.push(each.getAttribute(name));
  }
  return found;
}"""

#: Distance between the right edges of an element that is visible and of its text.
RIGHT = """(selector) => {
  const each = [...document.querySelectorAll(selector)].find((it) => it.offsetParent);
  const range = document.createRange();
  range.selectNodeContents(each);
  return each.getBoundingClientRect().right - range.getBoundingClientRect().right;
}"""

#: Names and texts that the tests enter, values that are the same in every language, and days, months and languages, whose
#: names the browser knows.
OWN = re.compile(r"Design|Night shift|Ada|Grace Hopper|Grace|Edsger|Tester|Chrome on Linux|operator|Finish the report|Everything is done|team:|is:running|"
                 r"(Mo|Di|Mi|Do|Fr|Sa|So|Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)\w*|Englisch|Spanisch|Portugiesisch|default|America/New_York|Europe/\w+|UTC|"
                 r"https://\S+|\S+@\S+|\.ics|CSV|QR|Everyone|Paused by a person\.|meeting\.finished")


class LanguagesTest(PageTest):
    needs_memory = True

    def scene(self):
        """A standup with a past and a written meeting, and one that meets now; returns paths by name."""
        design, night = self.standup("Design", names=("Ada", "Edsger")), self.standup("Night shift", "navy", ("Grace", "Ada"), 15)
        person = self.ask("people.add", name="Ada", email="ada@example.com", zone="Europe/Paris")["id"]
        self.ask("teams.setMember", team="default", person=person, role="admin")
        self.ask("gateway.invite", name="Ada", person=person)
        self.ask("tokens.add", name="Ada", role="observer", team="default", expires="2999-01-01T00:00:00.000Z")
        self.ask("webhooks.pause", id=self.ask("webhooks.add", url="https://hooks.example.com/ada", types=["meeting.finished"], format="slack")["id"])
        self.ask("standups.writeUpdate", standup=design["id"], attendee=design["attendees"][0]["id"], text="Finish the report")
        past = self.tell("past", standup=design["id"], lines=["Everything is done"])
        self.meet(night)
        d, n = f"/standups/{design['id']}", f"/standups/{night['id']}"
        return {"list": "/", "standup": d, "live": f"{n}/record", "form": f"{d}/edit", "new": "/standups/new", "meeting": f"{d}/meetings/{past['id']}",
                "settings": f"{d}/settings", "schedule": f"{d}/schedule", "history": f"{d}/history", "search": "/search", "delete": f"{d}/alert/deleteStandup", "discarded": f"{d}/discarded", "people": "/people", "person": f"/people/{person}",
                "teams": "/teams", "team": "/teams/default", "tokens": "/tokens", "webhooks": "/webhooks", "sessions": "/sessions", "focus": "/focus", "items": "/focus/items"}

    #: Places of operators, some of whose words are those of the services in every language.
    TOOLS = {"system": "/system", "health": "/health", "services": "/services", "bindings": "/bindings", "letters": "/dead-letters"}

    def sheets(self, page):
        """Opens each sheet of the list, one after the other, and yields its name."""
        page.keyboard.press("?")
        page.locator("dialog[open]").wait_for()
        yield "help"
        for index in range(page.locator(".foot button").count() - 1):  # the last one logs out
            page.keyboard.press("Escape")
            page.locator("dialog[open]").wait_for(state="detached")
            page.locator(".foot button").nth(index).click()
            page.locator("dialog[open]").wait_for()
            # The link to a phone is requested.
            self.holds(page, "!document.querySelector('dialog .quiet[role=status]')?.textContent.includes('…')")
            yield f"sheet {index}"
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")

    def speaking(self, language, **options):
        """A browser whose person chose a language."""
        context = self.context(**options)
        context.add_init_script(f"localStorage.setItem('language', '{language}')")
        return context

    def test_the_language_of_the_browser_is_used(self):
        page = self.open("/", self.context(locale="de-AT"))
        page.get_by_role("link", name="Standup hinzufügen").first.wait_for()
        self.assertEqual(page.evaluate("[document.documentElement.lang, document.documentElement.dir]"), ["de", "ltr"])
        page = self.open("/", self.context(locale="pt-BR"))
        page.get_by_role("link", name="Add standup").first.wait_for()
        self.assertEqual(page.evaluate("[document.documentElement.lang, document.documentElement.dir]"), ["en", "ltr"])
        self.quiet()

    def test_the_choice_is_remembered_in_this_browser(self):
        page = self.open("/people")
        page.get_by_role("button", name="Language").first.click()
        dialog = page.get_by_role("dialog")
        self.axe(page, "language")
        # A choice alone changes nothing.
        dialog.get_by_role("combobox").select_option("de")
        page.get_by_role("heading", name="Language").wait_for()
        dialog.get_by_role("button", name="Use this language").click()
        page.get_by_role("heading", name="Personen").wait_for()
        page.reload()
        page.get_by_role("heading", name="Personen").wait_for()
        other = self.open("/", page.context)
        other.get_by_role("button", name="Sprache").click()
        self.assertEqual(other.get_by_role("dialog").get_by_role("combobox").input_value(), "de")
        other.get_by_role("dialog").get_by_role("combobox").select_option("")
        other.get_by_role("button", name="Diese Sprache verwenden").click()
        other.get_by_role("link", name="Add standup").first.wait_for()
        self.quiet()

    def test_the_language_can_be_chosen_before_signing_in(self):
        page = self.open("/", self.context(size=NARROW, logged_in=False), ready=False)
        page.get_by_role("combobox").select_option(label="العربية")
        page.get_by_role("button", name="Use this language").click()
        page.get_by_role("button", name="تسجيل الدخول").wait_for()
        self.assertEqual(page.evaluate("document.documentElement.dir"), "rtl")
        self.axe(page, "sign-in")

    def test_no_text_is_left_in_plain_letters(self):
        scene = self.scene()
        context = self.speaking("de", locale="de-DE")
        # The page waits only a few seconds for its texts.
        made = {each.parent.parent.name: subprocess.run(["node", str(HERE.parent / "pseudo.mjs"), each.parent.parent.name], check=True, capture_output=True, text=True).stdout
                for each in HERE.parents[2].glob("Services/*/Page/words.de.js")}
        context.route("**/Page/words.de.js", lambda route: route.fulfill(body=made[route.request.url.split("/")[-3]], content_type="text/javascript; charset=utf-8"))
        for name, path in scene.items():
            with self.subTest(place=name):
                page = self.open(path, context)
                self.holds(page, "document.querySelector('h1') && !document.body.innerText.includes('[Ļöåďîñğ…')")
                shown = [OWN.sub("", each) for each in page.evaluate(TEXTS)]
                self.assertEqual(sorted({each for each in shown if re.search(r"[A-Za-z]{2}", each)}), [])
                self.assertTrue(any("~]" in each for each in shown))
                page.close()
        page = self.open("/", context)
        for name in self.sheets(page):
            with self.subTest(sheet=name):
                shown = [OWN.sub("", each) for each in page.evaluate(TEXTS)]
                self.assertEqual(sorted({each for each in shown if re.search(r"[A-Za-z]{2}", each)}), [])
        self.quiet()

    def test_the_language_of_a_standup_is_chosen(self):
        design = self.standup("Design", names=("Ada",))
        saved = lambda: self.ask("standups.get", id=design["id"])["summary"]["standup"].get("language")
        path = f"/standups/{design['id']}"
        page = self.open(f"{path}/edit")
        language = page.locator("#field-language")
        # The choice is shown before the languages are known.
        language.locator("option", has_text="Spanish").wait_for(state="attached")
        self.assertEqual(language.locator("option").all_inner_texts(), ["English (default)", "Spanish", "Portuguese"])
        language.select_option("Spanish")
        page.get_by_role("button", name="Save").click()
        self.at(page, path)
        page.get_by_text("Spanish").first.wait_for()
        self.assertEqual(saved(), "es")
        # Its model was removed.
        self.ask("standups.edit", id=design["id"], language="de")
        page = self.open(f"{path}/edit")
        missing = page.get_by_text("No speech model for this language is installed")
        missing.wait_for()
        self.axe(page, "a language without a model")
        page.locator("#field-language").select_option("English (default)")
        missing.wait_for(state="detached")
        page.get_by_role("button", name="Save").click()
        self.at(page, path)
        self.assertIsNone(saved())
        self.quiet()

    def test_every_language_fits_into_a_narrow_window(self):
        scene = {**self.scene(), **self.TOOLS}
        places = {NARROW: tuple(scene), WIDE: ("live",)}
        for language in LANGUAGES:
            for size, names in places.items():
                context = self.speaking(language, size=size)
                for name in names:
                    with self.subTest(language=language, place=name, width=size[0]):
                        page = self.open(scene[name], context)
                        page.locator("h1:visible").first.wait_for()
                        self.assertEqual(page.evaluate("document.documentElement.lang"), language)
                        self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out")
                        self.assertEqual(page.evaluate(CLIPPED), [])
                        self.picture(page, f"{name}-{language}-{size[0]}")
                        page.close()
                if size == NARROW:
                    page = self.open("/", context)
                    for name in self.sheets(page):
                        with self.subTest(language=language, sheet=name):
                            self.assertEqual(page.evaluate(CLIPPED), [])
                            self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out")
                            self.picture(page, f"{name.replace(' ', '-')}-{language}-{size[0]}")
                context.close()
        self.quiet()

    def test_arabic_is_mirrored_and_times_are_not(self):
        scene = self.scene()
        context = self.speaking("ar", size=WIDE)
        page = self.open(scene["live"], context)
        page.locator(".stage .time").wait_for()
        box = lambda selector: page.locator(selector).first.bounding_box()
        self.assertEqual(page.evaluate("document.documentElement.dir"), "rtl")
        self.assertGreater(box(".who")["x"], box(".ring")["x"], "the speaker is on the right")
        self.assertGreater(box(".now")["x"], box(".side")["x"], "the list of speakers is on the left")
        self.assertGreater(box("#next")["x"], box(".controls .others")["x"])
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.stage .time')).direction"), "ltr")
        self.assertRegex(page.locator(".stage .time").inner_text(), r"^\d+:\d\d$")
        self.axe(page, "live in Arabic")
        page = self.open(scene["standup"], self.speaking("ar", size=NARROW))
        page.get_by_role("heading", name="Design").wait_for()
        self.assertGreater(box(".back:visible")["x"], box("h1:visible")["x"])
        right = lambda selector: page.evaluate(RIGHT, selector)
        self.assertLess(abs(right("h1")), 2, "a Latin title is on the right as well")
        self.axe(page, "standup in Arabic")
        page = self.open(scene["list"], self.speaking("ar", size=NARROW))
        page.locator(".cards .title").first.wait_for()
        self.assertLess(abs(right(".cards .title")), 2)
        self.quiet()
