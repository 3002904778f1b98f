"""The page without a connection, and through two versions. Each test has a gateway of its own, which it can end."""
import urllib.parse

from harness import NARROW, PageTest, gateway_in_memory

#: The versions of the page of which the browser has loaded files in this tab.
VERSIONS = "[...new Set(performance.getEntriesByType('resource').map(({ name }) => /assets.([0-9a-f]+)/.exec(name)?.[1]).filter(Boolean))]"
#: True if the worker of the page's own version controls it, and keeps all of its files.
KEPT = f"""caches.keys().then(async (all) => !!navigator.serviceWorker.controller && all.length === 1
  && all[0] === `page /assets/${{{VERSIONS}[0]}}` && !!await caches.match('/'))"""
#: An expression of the entry `it` that is kept.
ENTRY = """new Promise((resolve) => {
  const opening = indexedDB.open('standups-seen', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('seen');
  opening.onsuccess = () => {
    const request = opening.result.transaction('seen').objectStore('seen').get('last');
    request.onsuccess = () => { opening.result.close(); const it = request.result; resolve(%s); };
  };
})"""
#: Name of the person whose state is kept, null if none is; and the number of standups with past meetings.
SEEN, PAGES = ENTRY % "it?.me.name ?? null", ENTRY % "it?.data.pages.size"


class OfflineTest(PageTest):
    needs_memory = True

    def setUp(self):
        super().setUp()
        self.own, self.base = gateway_in_memory(), ""
        self.addCleanup(self.end)
        self.base = self.own.stdout.readline().strip()

    def end(self):
        """Kills the gateway."""
        self.own.kill()
        self.own.wait()
        self.own.stdout.close()

    def replace(self, version, *failures):
        """Starts a gateway with another version of the page at the same address, which fails once as listed."""
        self.end()
        self.own = gateway_in_memory(str(urllib.parse.urlsplit(self.base).port), version, *failures)
        self.assertEqual(self.own.stdout.readline().strip(), self.base)

    def kept(self, path="/", **options):
        """Opens a page, and waits until its files and its state are kept."""
        page = self.open(path, self.context(service_workers="allow", **options))
        self.holds(page, KEPT)
        self.holds(page, f"{SEEN}.then((it) => it !== null)")
        return page

    def test_the_page_opens_offline_in_the_language_of_the_person(self):
        standup = self.standup()
        page = self.kept(f"/standups/{standup['id']}", locale="de-AT")
        page.get_by_role("button", name="Meeting starten").wait_for()
        page.context.set_offline(True)
        page.reload()
        page.get_by_text("Offline. Stand der Daten: ").wait_for()
        page.get_by_role("button", name="Meeting starten").click()
        page.get_by_text("Du bist offline").first.wait_for()
        # A language that was never loaded is kept as well.
        page.evaluate("localStorage.setItem('language', 'ja')")
        page.reload()
        page.get_by_role("button", name="ミーティングを開始").wait_for()

    def test_the_page_opens_offline_with_what_was_seen_and_refuses_commands(self):
        standup, other = self.standup(), self.standup("Retro", names=("Radia",))
        page = self.kept(f"/standups/{standup['id']}", size=NARROW)
        page.context.set_offline(True)
        page.reload()
        banner = page.get_by_text("Offline. Showing data from ")
        banner.wait_for()
        page.get_by_role("heading", name="Design").wait_for()
        self.assertEqual(page.get_by_text("Reconnecting").count(), 0)
        self.axe(page, "offline")
        self.picture(page, "offline-390")
        page.get_by_role("button", name="Start meeting").click()
        page.get_by_text("You’re offline, so nothing can be changed or loaded.").first.wait_for()
        page.goto(self.base + "/")
        # Its past meetings were not read.
        page.get_by_role("link", name="Retro").click()
        self.at(page, f"/standups/{other['id']}")
        page.get_by_text("Not available offline").wait_for()
        page.get_by_text("Radia").first.wait_for()
        page.context.set_offline(False)
        banner.wait_for(state="detached")
        page.get_by_text("No meetings yet").wait_for()
        page.get_by_role("button", name="Start meeting").click()
        page.get_by_role("dialog").wait_for()
        self.quiet()

    def test_past_meetings_that_were_read_are_shown_offline(self):
        standup = self.standup()
        self.past(standup)
        page = self.kept(f"/standups/{standup['id']}")
        meeting = page.locator("a[href*='/meetings/']").first
        meeting.wait_for()
        # Kept within seconds, without leaving the page.
        self.holds(page, f"{PAGES}.then((it) => it === 1)")
        page.context.set_offline(True)
        page.reload()
        page.get_by_text("Offline. Showing data from ").wait_for()
        meeting.click()
        page.get_by_role("heading", name="Transcript").wait_for()

    def test_after_an_update_no_file_of_the_earlier_version_is_used(self):
        self.standup()
        page = self.kept()
        first = page.evaluate(VERSIONS)
        self.replace("two")
        # The open tab continues with its own version, and says that there is another one.
        page.get_by_text("Standups was updated.").wait_for()
        self.assertEqual(page.evaluate(VERSIONS), first)
        self.axe(page, "updated")
        self.picture(page, "updated-1440")
        self.standup("Second")
        page.get_by_role("button", name="Reload").click()
        page.get_by_role("heading", name="Daily Standups two").wait_for()
        page.get_by_role("link", name="Second").wait_for()
        self.holds(page, KEPT)
        second = page.evaluate(VERSIONS)
        self.assertEqual(len(second), 1)
        self.assertNotEqual(second, first)
        self.assertEqual(page.get_by_text("Standups was updated.").count(), 0)
        self.holds(page, f"{SEEN}.then((it) => it !== null)")
        self.end()
        page.reload()
        page.get_by_text("Offline. Showing data from ").wait_for()
        page.get_by_role("heading", name="Daily Standups two").wait_for()
        self.assertEqual(page.evaluate(VERSIONS), second)

    def test_an_update_that_fails_is_tried_again(self):
        self.standup()
        page = self.kept()
        self.replace("two", "worker", "files")
        page.get_by_text("Standups was updated.").wait_for()
        self.assertEqual(len(page.evaluate("caches.keys()")), 1)

    def test_a_page_that_opens_between_two_versions_has_files_of_one(self):
        self.standup()
        context = self.context(service_workers="allow")
        page = self.open(context=context)
        self.holds(page, KEPT)
        first = page.evaluate(VERSIONS)
        self.end()
        page.goto(self.base + "/search")
        page.get_by_text("Offline. Showing data from ").wait_for()
        self.assertEqual(page.evaluate(VERSIONS), first)
        self.replace("two")
        # The worker of the first version still controls this visit, but its shell and files are not used for it.
        other = self.open(context=context)
        other.get_by_role("heading", name="Daily Standups two").wait_for()
        self.assertEqual(len(other.evaluate(VERSIONS)), 1)
        self.assertNotEqual(other.evaluate(VERSIONS), first)

    def test_a_gateway_that_does_not_answer_is_not_waited_for(self):
        self.standup()
        page = self.kept()
        self.post("/test/slow", {"isSlow": True})
        page.reload()
        page.wait_for_selector("html[data-ready]")
        page.get_by_role("link", name="Design").wait_for()
        self.assertEqual(page.get_by_text("Offline.").count(), 0)

    def leaves(self, page, how):
        """Asserts that nothing of the person is left after the given end of the session."""
        self.holds(page, f"{SEEN}.then((it) => it !== null)")
        how()
        page.get_by_role("button", name="Log in").wait_for()
        self.holds(page, f"{SEEN}.then((it) => it === null)")
        page.context.set_offline(True)
        page.reload()
        page.get_by_text("Standups is not responding.").wait_for()
        self.assertEqual(page.get_by_text("Design").count(), 0)

    def test_a_logout_leaves_nothing(self):
        self.standup()
        page = self.kept()
        self.leaves(page, lambda: page.get_by_role("button", name="Log out").click())

    def test_a_session_that_was_ended_elsewhere_leaves_nothing(self):
        self.standup()
        page = self.kept()
        self.leaves(page, lambda: self.post("/test/close", {"code": 4001}))

    def test_a_logout_without_a_connection_leaves_nothing(self):
        self.standup()
        page = self.kept()
        page.context.set_offline(True)
        page.get_by_text("Connection lost.").wait_for()
        page.get_by_role("button", name="Log out").click()
        self.holds(page, f"{SEEN}.then((it) => it === null)")
        page.reload()
        page.get_by_text("Standups is not responding.").wait_for()
        self.assertEqual(page.get_by_text("Design").count(), 0)

    def test_a_login_whose_answer_is_lost_leaves_nothing_of_the_earlier_person(self):
        self.standup()
        page = self.kept()
        code = self.post("/test/code", {})["code"]
        # The gateway lets the browser in, and cannot be reached from then on.
        page.context.route("**/api/me", lambda route: route.abort("internetdisconnected"))
        page.goto(f"{self.base}/#login={code}")
        self.holds(page, "!localStorage.getItem('seen')")
        page.context.set_offline(True)
        page.reload()
        page.get_by_text("Standups is not responding.").wait_for()
        self.assertEqual(page.get_by_text("Design").count(), 0)

    def test_another_person_of_the_same_browser_is_shown_nothing_of_the_earlier_one(self):
        self.standup()
        page = self.kept()
        tab = self.open(context=page.context)
        name = self.ask("teams.members", id="default")["members"][1]["name"]
        value = self.post("/test/session", {"person": 1})["cookie"].split("=", 1)[1]
        page.context.add_cookies([{"name": "standups", "value": value, "url": self.base}])
        # The other tab still has the stream of the earlier person, until it reconnects.
        page.reload()
        page.get_by_text(f"Signed in as {name}").wait_for()
        self.holds(page, f"{SEEN}.then((it) => it?.startsWith({name!r}))")
        self.post("/test/cut", {})
        tab.get_by_text(f"Signed in as {name}").wait_for()
        page.context.set_offline(True)
        page.reload()
        page.get_by_text("Offline. Showing data from ").wait_for()
        page.get_by_text(f"Signed in as {name}").wait_for()
