"""Calls to a person outside the meeting's view: the tab's title, notices and notifications."""
import datetime
import tempfile

from harness import CHROMIUM, NARROW, PageTest

#: Titles of the notifications that the service worker shows.
SHOWN = """navigator.serviceWorker.ready.then((it) => it.getNotifications())
  .then((all) => all.map(({ title, body, data }) => `${title}|${body}|${data.path}`).join())"""

#: A tab that the test puts into the background and back, as a browser does: a hidden tab does not have the focus, and is not drawn.
BACKGROUND = """{
  let isHidden = false;
  const draw = window.requestAnimationFrame;
  const waiting = [];
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  document.hasFocus = () => !isHidden;
  window.requestAnimationFrame = (work) => (isHidden ? waiting.push(work) : draw(work));
  window.hide = (now) => {
    isHidden = now;
    document.dispatchEvent(new Event('visibilitychange'));
    if (!now) for (const work of waiting.splice(0)) draw(work);
  };
}"""


class TurnTest(PageTest):
    needs_memory = True

    def linked(self):
        """A standup in which the person who is logged in speaks second."""
        return self.standup("Daily", names=("Grace", "Ada"), persons=self.persons()[::-1])

    def test_a_person_is_called_on_any_page(self):
        standup = self.linked()
        context = self.context(size=NARROW, service_workers="allow")
        context.grant_permissions(["notifications"])
        # As in a window that does not have the focus.
        context.add_init_script("""document.hasFocus = () => false;
          window.reached = [];
          Navigator.prototype.vibrate = (pattern) => { window.reached.push(['vibrate', ...pattern]); return true; };
          Navigator.prototype.setAppBadge = async () => { window.reached.push(['badge']); };""")
        page = self.open(context=context)
        page.evaluate("Notification.requestPermission = ((ask) => () => { document.documentElement.dataset.asked = 'yes'; return ask.call(Notification); })(Notification.requestPermission); null")
        page.get_by_role("button", name="Notifications").click()
        self.axe(page, "notifications")
        self.picture(page, "notifications-390")
        self.assertIsNone(page.evaluate("document.documentElement.dataset.asked ?? null"))
        page.get_by_role("button", name="Turn on").click()
        page.get_by_text("Notifications are on.").wait_for()
        self.assertEqual(page.evaluate("document.documentElement.dataset.asked"), "yes")
        page.get_by_role("button", name="Close").click()
        live = self.meet(standup, isRecorded=False)
        page.get_by_text("Daily: You’re next").wait_for()
        self.holds(page, "document.title.startsWith('You’re next · ')")
        place = f"/standups/{standup['id']}/record"
        self.holds(page, f"{SHOWN}.then((all) => all === it)", f"You’re next|Daily|{place}")
        self.ask("meetings.next", id=live)
        page.get_by_text("Daily: Your turn").wait_for()
        self.holds(page, "document.title.startsWith('Your turn · ')")
        self.holds(page, f"{SHOWN}.then((all) => all === it)", f"Your turn|Daily|{place}")
        reached = page.evaluate("window.reached")
        self.assertIn(["vibrate", 120, 60, 120], reached)
        self.assertIn(["badge"], reached)
        self.quiet()

    def test_a_person_is_called_in_a_hidden_tab_at_each_stage(self):
        standup = self.linked()
        context = self.context(service_workers="allow")
        context.grant_permissions(["notifications"])
        context.add_init_script(BACKGROUND)
        page = self.open(context=context)
        page.evaluate("localStorage.setItem('notify', 'yes')")
        page.locator(".card", has_text="Daily").wait_for()
        called = lambda path, text: self.holds(page, f"{SHOWN}.then((all) => all.split(',').some((each) => new RegExp(it).test(each)))", f"^{text}[|]Daily[|]{path}$")
        home = f"/standups/{standup['id']}"
        # A visible tab calls no one.
        live = self.meet(standup, isRecorded=False)
        page.get_by_text("Daily: You’re next").wait_for()
        self.assertEqual(page.evaluate(SHOWN), "")
        self.ask("meetings.end", id=live)
        self.ask("meetings.answer", id=live, action="saveAndEnd")
        self.holds(page, "document.title === 'Daily Standups'")

        page.evaluate("window.hide(true)")
        soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=4)
        self.ask("schedule.set", subject=standup["id"], rule={"at": f"{soon:%H:%M}", "on": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "zone": "UTC"})
        called(home, "Starts in [1-5] min")
        live = self.meet(standup, isRecorded=False)
        called(f"{home}/record", "You’re next")
        self.holds(page, "document.title === 'You’re next · Daily Standups'")
        self.ask("meetings.next", id=live)
        called(f"{home}/record", "Your turn")
        self.holds(page, "document.title === 'Your turn · Daily Standups'")
        self.assertEqual(page.locator(".card", has_text="Meeting now").count(), 0, "a hidden tab is not drawn")
        page.evaluate("window.hide(false)")
        page.locator(".card", has_text="Meeting now").wait_for()
        self.ask("meetings.end", id=live)
        self.ask("meetings.answer", id=live, action="saveAndEnd")
        self.holds(page, "document.title === 'Daily Standups'")
        self.quiet()

    def test_without_a_choice_nothing_is_asked_or_shown(self):
        standup = self.linked()
        context = self.context(service_workers="allow")
        context.grant_permissions(["notifications"])
        context.add_init_script("""document.hasFocus = () => false;
          Notification.requestPermission = () => { document.documentElement.dataset.asked = 'yes'; return Promise.resolve('denied'); };""")
        page = self.open(context=context)
        self.meet(standup, isRecorded=False)
        page.get_by_text("Daily: You’re next").wait_for()
        self.assertEqual(page.evaluate(SHOWN), "")
        self.assertIsNone(page.evaluate("document.documentElement.dataset.asked ?? null"))
        self.quiet()

    def test_a_browser_that_blocks_notifications_says_so(self):
        page = self.open()
        page.evaluate("Notification.requestPermission = () => Promise.resolve('denied'); null")
        page.get_by_role("button", name="Notifications").click()
        page.get_by_role("button", name="Turn on").click()
        page.get_by_text("Your browser blocks notifications for this page.").wait_for()
        self.quiet()

    def test_the_manifest_is_complete(self):
        page = self.open()
        manifest = page.evaluate("fetch('/manifest.webmanifest').then((it) => it.json())")
        self.assertEqual(manifest["scope"], "/")
        self.assertEqual({(each["purpose"], each["sizes"]) for each in manifest["icons"] if each["type"] == "image/png"},
                         {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")})
        icons = [(each["src"], each["type"], each["sizes"]) for each in manifest["icons"]]
        # iOS accepts no SVG file.
        icons.append((page.evaluate("document.querySelector('link[rel=apple-touch-icon]').href"), "image/png", "180x180"))
        for path, kind, size in icons:
            self.assertEqual(page.evaluate("(it) => fetch(it).then(({ status, headers }) => [status, headers.get('content-type')])", path), [200, kind])
            if kind == "image/png":
                drawn = page.evaluate("""async (it) => {
                  const image = new Image();
                  image.src = it;
                  await image.decode();
                  return `${image.naturalWidth}x${image.naturalHeight}`;
                }""", path)
                self.assertEqual(drawn, size)
        self.quiet()

    def test_the_browser_can_install_the_page(self):
        # A context of its own would be like a private window, in which nothing can be installed.
        with tempfile.TemporaryDirectory() as profile:
            context = self.playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=["--no-sandbox"])
            try:
                name, value = self.cookie.split("=", 1)
                context.add_cookies([{"name": name, "value": value, "url": self.base}])
                page = self.open(context=context)
                page.evaluate("navigator.serviceWorker.ready.then(() => null)")
                errors = context.new_cdp_session(page).send("Page.getInstallabilityErrors")
                self.assertEqual(errors["installabilityErrors"], [])
            finally:
                context.close()
