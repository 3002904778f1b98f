"""The main path of the page in Firefox and in WebKit: log in, create a standup, meet in two windows, and end; and an own microphone."""
import sys
import unittest

from engines import Firefox, WebKit, until
from harness import GATEWAY, PageTest, gateway_in_memory


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

    def test_firefox(self):
        self.meets(Firefox)

    def test_microphone_in_firefox(self):
        self.speaks(Firefox)

    def test_microphone_in_webkit(self):
        self.speaks(WebKit)

    def test_webkit(self):
        self.meets(WebKit)
