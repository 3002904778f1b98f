"""The page in Firefox and in WebKit: log in, create a standup, meet in two windows, and end; an own microphone, a phone, and offline."""
import sys
import unittest

from engines import Firefox, WebKit, until
from harness import GATEWAY, PageTest, gateway_in_memory
from test_live import HIDDEN, LINES, NAMES
from test_offline import KEPT, PAGES, SEEN
from test_pictures import OVERLAPPING, TOUCHING

#: Number of pieces of sound that are kept until they are settled.
PIECES = """new Promise((resolve) => {
  const opening = indexedDB.open('standups-sound', 1);
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve(0);
  opening.onsuccess = () => {
    const request = opening.result.transaction('pieces').objectStore('pieces').count();
    request.onsuccess = () => { opening.result.close(); resolve(request.result); };
  };
})"""


class EnginesTest(PageTest):
    @classmethod
    def setUpClass(cls):
        if GATEWAY:
            raise unittest.SkipTest("only the gateway in memory gives out codes to log in")
        cls.process = gateway_in_memory()
        cls.base, cls.cookie = cls.process.stdout.readline().strip(), "standups=test"

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.wait()
        cls.process.stdout.close()

    def tearDown(self):
        """Does nothing, because the gateway is reset before each test."""

    def enter(self, engine, *more):
        """Starts a browser, which needs more programs, and logs in."""
        if missing := engine.missing(*more):
            reason = f"{engine.__name__} is not tested: {', '.join(missing)} is missing. scripts/setup --page installs it."
            print(reason, file=sys.stderr)
            self.skipTest(reason)
        browser = engine()
        self.addCleanup(browser.close)
        browser.go(f"{self.base}/#login={self.tell('code')['code']}")
        browser.holds("document.documentElement.dataset.ready === 'yes'")
        return browser

    def speaks(self, engine):
        """A person's own microphone sends the tone of the fake one, is muted, and is turned off."""
        browser = self.enter(engine, *engine.sound)
        persons = self.persons()
        standup = self.standup(persons=persons)
        live = self.meet(standup)
        browser.go(f"{self.base}/standups/{standup['id']}/record")
        browser.press("Use my microphone")
        browser.press("Turn on my microphone")
        browser.holds("document.body.innerText.includes('Your microphone is on')")
        until(lambda: self.sent(live, persons[0]), "sound was sent")
        # The transactions of the page commit.
        browser.holds(f"{PIECES}.then((count) => count > 0)")
        browser.type("body", "m")
        browser.holds("document.body.innerText.includes('You are muted')")
        browser.press("Turn off")
        browser.holds("document.body.innerText.includes('Use my microphone')")

    def meets(self, engine):
        browser = self.enter(engine)

        browser.press("Add standup")
        browser.type("#field-title", "Weekly review")
        browser.holds("document.activeElement.id === 'field-title'")
        fields = "[...document.querySelectorAll('main input[maxlength=\"1000\"], [role=main] input[maxlength=\"1000\"]')].slice(1)"
        browser.holds(f"{fields}.length > 0")
        browser.press("Add attendee")
        browser.holds(f"{fields}.length === 2")
        for index, name in enumerate(("Ada", "Grace")):
            browser.type(f"#{browser.value(f'return CSS.escape({fields}[arguments[0]].id)', index)}", name)
        browser.press("Save")
        browser.holds("/^.standups.[0-9a-f-]{36}$/.test(location.pathname)")
        standup = browser.url()

        browser.press("Start meeting")
        browser.press("Continue without recording" if browser.value("return document.body.innerText.includes('Continue without recording')") else "Allow")
        speaks = "document.querySelector('.stage .name')?.innerText.includes(arguments[0])"
        browser.holds(speaks, "Ada")
        first, second = browser.tab(f"{standup}/record")
        browser.holds(speaks, "Ada")
        browser.press("Next speaker")
        browser.holds(speaks, "Grace")
        browser.show(first)
        browser.holds(speaks, "Grace")
        # The last turn: a key, after which the page asks everyone whether to end.
        browser.type("body", "n")
        browser.holds("location.pathname.endsWith('/alert/endMeeting')")
        browser.show(second)
        browser.press("Save and end")
        browser.holds("location.href === arguments[0]", standup)
        browser.holds("document.body.innerText.includes('The meeting ended and was saved.')")
        browser.show(first)
        browser.holds("location.href === arguments[0]", standup)
        self.assertEqual(len(self.ask("standups.get", id=standup.split("/")[-1], limit=20)["meetings"]), 1)

    def fits(self, engine):
        """The list, a live meeting and a past one in a window of the size of a phone."""
        browser = self.enter(engine)
        standup = self.standup("Design and engineering, every morning", "navy", NAMES, 12)
        past = self.tell("past", standup=standup["id"], lines=LINES)
        live = self.meet(standup)
        for line in LINES:
            self.tell("say", meeting=live, text=line)
        home = f"/standups/{standup['id']}"
        browser.phone(self.base)
        for path, text in (("/", "Design and engineering"), (f"{home}/record", LINES[-1]), (f"{home}/meetings/{past['id']}", LINES[-1])):
            with self.subTest(path=path):
                browser.go(self.base + path)
                browser.holds("document.body.innerText.includes(arguments[0])", text)
                self.assertEqual(browser.value("return [innerWidth, document.documentElement.scrollWidth]"), [390, 390], "nothing sticks out")
                for check in (OVERLAPPING, TOUCHING, *([HIDDEN] if path.endswith("record") else [])):
                    self.assertEqual(browser.value(f"return ({check})()"), [])

    def opens_offline(self, engine):
        """The files and the state that a visit kept are shown without a connection."""
        browser = self.enter(engine)
        standup = self.standup()
        past = self.tell("past", standup=standup["id"], lines=LINES)
        home = f"{self.base}/standups/{standup['id']}"
        browser.go(home)
        browser.holds(KEPT)
        browser.holds(f"{SEEN}.then((it) => it !== null)")
        browser.holds(f"{PAGES}.then((it) => it === 1)")
        # A page that is left while it writes does not lock the database for the next one.
        self.standup("Retro")
        browser.holds("document.body.innerText.includes('Retro')")
        browser.go(home)
        browser.holds(f"{PAGES}.then((it) => it === 1)")
        self.tell("away", isAway=True)
        for path, text in (("", "Start meeting"), (f"/meetings/{past['id']}", LINES[-1])):
            browser.go(home + path)
            browser.holds("document.body.innerText.includes('Offline. Showing data from ')")
            browser.holds("document.body.innerText.includes(arguments[0])", text)
        self.tell("away", isAway=False)
        browser.holds("!document.body.innerText.includes('Offline.')")

    def test_phone_in_firefox(self):
        self.fits(Firefox)

    def test_phone_in_webkit(self):
        self.fits(WebKit)

    def test_offline_in_firefox(self):
        self.opens_offline(Firefox)

    def test_offline_in_webkit(self):
        self.opens_offline(WebKit)

    def test_firefox(self):
        self.meets(Firefox)

    def test_microphone_in_firefox(self):
        self.speaks(Firefox)

    def test_microphone_in_webkit(self):
        self.speaks(WebKit)

    def test_webkit(self):
        self.meets(WebKit)
