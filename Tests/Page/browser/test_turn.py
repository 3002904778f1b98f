"""Calls to a person outside the meeting's view: the tab's title, notices and notifications."""
from harness import NARROW, PageTest

#: Titles of the notifications that the service worker shows.
SHOWN = """navigator.serviceWorker.ready.then((it) => it.getNotifications())
  .then((all) => all.map(({ title, body, data }) => `${title}|${body}|${data.path}`).join())"""


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
        for icon in manifest["icons"]:
            self.assertEqual(page.evaluate("(it) => fetch(it).then(({ status, headers }) => [status, headers.get('content-type')])", icon["src"]),
                             [200, "image/svg+xml"])
        self.quiet()
