"""A gateway, a browser, and the tests' actions with both.

Without PAGE_GATEWAY the gateway in memory is started; otherwise that address is used, with the session cookie
PAGE_COOKIE ("name=value") of an operator. Tests that need failures run only with the one in memory.
"""
import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
import uuid
import wave

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = os.environ.get("PAGE_CHROMIUM", "/usr/bin/chromium")
GATEWAY = os.environ.get("PAGE_GATEWAY", "").rstrip("/")
SHOTS = os.environ.get("PAGE_SHOTS", "")
WAV, SAID = os.environ.get("PAGE_WAV", ""), os.environ.get("PAGE_SAID", "")
#: Commands that kill a process, one per line, and the seed of their times.
KILLS = [line for line in os.environ.get("PAGE_KILL", "").splitlines() if line.strip()]
SEED = int(os.environ.get("PAGE_SEED") or random.randrange(1 << 32))
#: The gateway's replies reach the page up to this many milliseconds late, so that a test that does not wait fails.
LATE = int(os.environ.get("PAGE_LATE") or 0)
#: Requests still leave in their order.
DELAY = """(() => {
  const send = window.fetch, later = window.setTimeout;
  window.fetch = async (...request) => {
    const reply = await send(...request);
    await new Promise((go) => later(go, Math.random() * %d));
    return reply;
  };
})()"""
WIDE, MIDDLE, NARROW = (1440, 900), (1024, 768), (390, 844)


def words(text):
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def distance(one, two):
    """Word edit distance: the minimum number of insertions, deletions and replacements."""
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        left, row[0] = row[0], i
        for j, b in enumerate(two, 1):
            left, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, left + (a != b))
    return row[-1]


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status, self.body = status, body


def gateway_in_memory(*arguments):
    """Starts a gateway in memory, which prints its address and ends with these tests, however they end."""
    return subprocess.Popen(["setpriv", "--pdeathsig", "TERM", "node", str(HERE.parent / "fake" / "gateway.mjs"), *arguments],
                            stdout=subprocess.PIPE, text=True)


class PageTest(unittest.TestCase):
    """A test with a freshly reset gateway; closes everything it opened."""

    needs_memory = False
    arguments = []

    @classmethod
    def setUpClass(cls):
        if cls.needs_memory and GATEWAY:
            raise unittest.SkipTest("only the gateway in memory can be told to do this")
        cls.process = None
        cls.base, cls.cookie = GATEWAY, os.environ.get("PAGE_COOKIE", "standups=test")
        if not GATEWAY:
            cls.process = gateway_in_memory()
            cls.base = cls.process.stdout.readline().strip()
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", *cls.arguments])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        if cls.process:
            cls.process.terminate()
            cls.process.wait()
            cls.process.stdout.close()

    def second(self):
        """Starts another cell in memory with its own page; returns its address."""
        process = gateway_in_memory()
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process.stdout.readline().strip()

    def setUp(self):
        self.said = []
        if self.process:
            self.tell("reset")
        self.made = []

    def tearDown(self):
        if not self._outcome.success:
            for page in (page for context in self.browser.contexts for page in context.pages):
                with contextlib.suppress(Error):
                    print(f"\n{self.id()}: {page.url} shows:\n{page.evaluate('document.body.innerText')}\n"
                          f"history: {page.evaluate('[history.length, JSON.stringify(history.state)]')}", file=sys.stderr)
        if not self.process:
            for standup in self.made:
                with contextlib.suppress(Refused):
                    live = self.ask("standups.get", id=standup)["summary"].get("live")
                    if live:
                        with contextlib.suppress(Refused):
                            self.ask("meetings.end", id=live)
                        for action in ("discard", "cancel"):
                            with contextlib.suppress(Refused):
                                self.ask("meetings.answer", id=live, action=action)
                    self.ask("standups.delete", id=standup)

    # The gateway

    def post(self, path, body, base=None, **headers):
        request = urllib.request.Request(
            (base or self.base) + path, data=json.dumps(body).encode(), method="POST",
            headers={"Content-Type": "application/json", "Cookie": self.cookie, "Origin": self.base, **headers})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = answer.read()
                return json.loads(text) if text else {}
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, error.read().decode()) from None

    def ask(self, target, **body):
        """Sends a command without the browser; retries if there were too many."""
        key = str(uuid.uuid4())
        for _ in range(50):
            try:
                return self.post(f"/api/commands/{target}", body, **{"Idempotency-Key": key})
            except Refused as refused:
                if refused.status not in (429, 503):
                    raise
                time.sleep(0.1)
        self.fail(f"{target} is never taken")

    def tell(self, name, **body):
        """Controls the gateway in memory."""
        if not self.process:
            self.skipTest("only the gateway in memory can be told to do this")
        return self.post(f"/test/{name}", body)

    def standup(self, title="Design", theme="orange", names=("Ada", "Grace"), minutes=5, persons=()):
        """A standup whose first attendees are the given persons."""
        made = self.ask("standups.create", title=title, theme=theme, durationMs=int(minutes * 60_000),
                        attendees=[{"name": name, **({"person": persons[index]} if index < len(persons) else {})}
                                   for index, name in enumerate(names)])
        self.made.append(made["id"])
        return made

    def persons(self):
        """The persons of the gateway in memory: the one who is logged in, and the one of `other`."""
        return [each["person"] for each in self.ask("teams.members", id="default")["members"][:2]]

    def meet(self, standup, isRecorded=None, **more):  # noqa: N803  as the command has it
        """Starts a meeting."""
        body = {"standup": standup["id"]} if isRecorded is None else {"standup": standup["id"], "isRecorded": isRecorded}
        live = self.ask("meetings.start", **body, **more)
        alert = live["session"].get("destination", {}).get("alert", {})
        if alert:
            action = "allow" if "speechAuthorization" in alert else "continueWithoutRecording"
            live = self.ask("meetings.answer", id=live["session"]["id"], action=action)["live"]
        return live["session"]["id"]

    def past(self, standup):
        """Holds a meeting to its end."""
        live = self.meet(standup)
        self.ask("meetings.end", id=live)
        return self.ask("meetings.answer", id=live, action="saveAndEnd")["finished"]

    def sent(self, live, person=None):
        """The audio that the page sent from the room's microphone, or from a person's own."""
        return self.tell("sound", meeting=f"{live}/{person}" if person else live).get("samples", [])

    # The processes of the real gateway and services

    def end_process(self, page, kill):
        """Kills a process; waits if it has not been restarted after the last kill."""
        for _ in range(300):
            if subprocess.run(kill, shell=True, check=False).returncode == 0:
                return
            page.wait_for_timeout(100)
        self.fail(f"“{kill}” found no process within 30 s.")

    def until_up(self):
        """Waits for the gateway, which the supervisor may have to restart."""
        for _ in range(300):
            try:
                urllib.request.urlopen(GATEWAY, timeout=10).close()
                return
            except OSError:
                time.sleep(0.1)
        self.fail(f"{GATEWAY} did not answer within 30 s.")

    def until_quiet(self, live):
        """Waits until no new words have been transcribed for three seconds."""
        before, since = None, time.monotonic()
        while time.monotonic() - since < 3:
            now = self.ask("meetings.get", id=live)["session"]["transcript"]
            if now != before:
                before, since = now, time.monotonic()
            time.sleep(0.3)

    # The browser

    def context(self, size=WIDE, scheme="light", logged_in=True, service_workers="block", **options):
        """A browser of its own. Without the service worker, which would answer the requests that the tests drop or hold."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
                                           service_workers=service_workers, **options)
        self.addCleanup(context.close)
        if logged_in:
            name, value = self.cookie.split("=", 1)
            context.add_cookies([{"name": name, "value": value, "url": self.base}])
        return context

    def other(self, **options):
        """A browser in which the second person is logged in."""
        context = self.context(logged_in=False, **options)
        name, value = self.tell("session", person=1)["cookie"].split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": self.base}])
        return context

    def open(self, path="/", context=None, ready=True, **options):
        page = (context or self.context(**options)).new_page()
        # Generous, as the machine may be busy; a missing element still fails.
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: self.said.append(f"{path}: {error}"))
        page.on("console", self.hear)
        if LATE:
            page.add_init_script(DELAY % LATE)
        page.goto(self.base + path)
        if ready:
            page.wait_for_selector("html[data-ready]")
        return page

    def hear(self, message):
        expected = ("/favicon.ico", "401", "404", "409", "ERR_", "WebSocket", "410")
        if message.type == "error" and not any(each in f"{message.text} {message.location}" for each in expected):
            self.said.append(message.text)

    def quiet(self):
        """Asserts that the browser reported no error and no policy violation."""
        self.assertEqual(self.said, [])

    def holds(self, page, expression, argument=None):
        """Waits until an expression is true; without the page's own eval, which its policy forbids."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if page.evaluate(f"(it) => {expression}", argument):
                return
            page.wait_for_timeout(20)
        self.fail(f"never: {expression}; the page shows: {page.evaluate('document.body.innerText')!r}")

    def until(self, page, check, what):
        """Waits until a condition outside of the page is true."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if check():
                return
            page.wait_for_timeout(50)
        self.fail(what)

    def choose(self, page, name):
        """Chooses a command from the menu of a meeting."""
        page.get_by_role("button", name="More actions").click()
        page.get_by_role("button", name=name).click()

    def settled(self, page):
        """Waits for the reply to the last command of a meeting. Until then its controls are disabled and its keys ignored."""
        controls = "document.querySelector('dialog[open]') ? 'dialog[open] button' : '#next'"
        # The button that has the focus keeps it, and is disabled only by its attribute.
        self.holds(page, f"![...document.querySelectorAll({controls})].some((each) => each.disabled || each.ariaDisabled === 'true')")

    def press(self, page, key):
        """Presses a key of a meeting."""
        self.settled(page)
        page.keyboard.press(key)

    def at(self, page, path):
        page.wait_for_url(self.base + path)

    def axe(self, page, what=""):
        # The rule is experimental, and therefore off by default.
        options = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
        found = Axe().run(page, options=options).response["violations"]
        told = [f"{each['id']}: {each['nodes'][0]['html'][:160]} {each['nodes'][0].get('failureSummary', '')[:300]}" for each in found]
        self.assertEqual(told, [], f"{what} {page.url}")

    def picture(self, page, name):
        if SHOTS:
            pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(pathlib.Path(SHOTS) / f"{name}.png"))


class SpokenTest(PageTest):
    """Tests with a fake microphone that plays PAGE_WAV."""

    #: The file starts when the microphone is opened: seconds of silence before it.
    lead = 3

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name) / "said.wav"
        with wave.open(WAV) as source, wave.open(str(path), "wb") as target:
            target.setparams(source.getparams())
            frames = source.readframes(source.getnframes())
            cls.seconds = source.getnframes() / source.getframerate()
            silence = bytes(source.getframerate() * source.getsampwidth() * source.getnchannels())
            target.writeframes(silence * cls.lead + frames + silence * 30)
        cls.arguments = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={path}%noloop"]
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()
