"""The apps' own tests of their screens, in a browser: add, edit, delete, record, discard; also by keyboard only."""
import time

from harness import NARROW, PageTest


class AppsTest(PageTest):
    def test_add(self):
        page = self.open("/")
        page.get_by_role("link", name="Add standup").click()
        self.at(page, "/standups/new")
        self.holds(page, "document.activeElement.id === 'field-title'")
        page.keyboard.type("Engineering")
        page.get_by_label("Name of attendee 1", exact=True).fill("Ada")
        page.get_by_role("button", name="Add attendee").click()
        self.holds(page, "document.activeElement.getAttribute('aria-label') === 'Name of attendee 2'")
        page.keyboard.type("Grace")
        page.get_by_role("radio", name="Teal").check()
        page.get_by_role("slider", name="Length").press("ArrowRight")
        page.get_by_label("Warning").select_option("10 s before a turn ends")
        page.get_by_role("checkbox", name="Allow overtime").check()
        page.get_by_role("button", name="Save").click()
        page.get_by_role("heading", name="Engineering").wait_for()
        page.get_by_text("Warning before a turn ends").wait_for()
        made = page.url.rsplit("/", 1)[1]
        self.made.append(made)
        standup = self.ask("standups.get", id=made)["summary"]["standup"]
        self.assertEqual((standup["theme"], standup["durationMs"], [each["name"] for each in standup["attendees"]]), ("teal", 360_000, ["Ada", "Grace"]))
        self.assertEqual((standup["warnMs"], standup["mayRunOver"]), (10_000, True))
        self.assertEqual(page.locator(".cards .title").last.inner_text(), "Engineering")
        page.go_back()
        self.at(page, "/")
        self.quiet()

    def test_what_is_empty_is_not_saved(self):
        page = self.open("/standups/new")
        self.holds(page, "document.activeElement.id === 'field-title'")
        page.keyboard.press("Enter")
        page.get_by_text("Enter a title or the name of an attendee.").wait_for()
        self.at(page, "/standups/new")
        self.assertEqual(page.locator(".cards .card").count() if self.process else 0, 0)

    def test_a_length_beyond_the_slider(self):
        standup = self.standup(minutes=240)
        page = self.open(f"/standups/{standup['id']}/edit")
        field = page.get_by_label("Length in minutes")
        self.assertEqual(field.input_value(), "240")
        self.assertEqual(page.get_by_role("slider", name="Length").get_attribute("aria-valuetext"), "4 h")
        field.fill("")
        field.press_sequentially("95")
        page.get_by_role("button", name="Save").click()
        self.at(page, f"/standups/{standup['id']}")
        self.assertEqual(self.ask("standups.get", id=standup["id"])["summary"]["standup"]["durationMs"], 5_700_000)

    def test_the_focus_stays_where_it_is_while_something_is_asked(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger"))
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        for name, wanted in (("Next speaker", "Grace"), ("+1 min: one more minute for the speaker", "Grace")):
            page.get_by_role("button", name=name).focus()
            page.keyboard.press("Enter")
            page.locator(".stage .name", has_text=wanted).wait_for()
            page.wait_for_timeout(300)
            self.assertIn(name, page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"))
        self.quiet()

    def answered(self, page, asked):
        """Waits until no command has been outstanding for half a second."""
        quiet_since, end = None, time.monotonic() + 60
        while quiet_since is None or time.monotonic() - quiet_since < 0.5:
            if time.monotonic() > end:
                self.fail(f"never answered: {[request.url for request in asked]}")
            page.wait_for_timeout(20)
            if any("/api/commands/" in request.url for request in asked):
                quiet_since = None
            else:
                quiet_since = quiet_since or time.monotonic()

    def test_an_end_asks_for_nothing_that_is_gone(self):
        for answer in ("1", "2"):
            standup = self.standup()
            self.meet(standup)
            page = self.open(f"/standups/{standup['id']}/record")
            asked, lost = set(), []
            page.on("request", lambda request, asked=asked: asked.add(request))
            page.on("requestfinished", lambda request, asked=asked: asked.discard(request))
            page.on("requestfailed", lambda request, asked=asked: asked.discard(request))
            page.on("response", lambda response, lost=lost: response.status == 404 and lost.append(response.url))
            page.get_by_role("button", name="Next speaker").wait_for()
            # A reply overtaken by an event is read again, and the meeting may have ended by then.
            self.answered(page, asked)
            page.keyboard.press("e")
            page.get_by_role("dialog").wait_for()
            self.answered(page, asked)
            page.keyboard.press(answer)
            if answer == "2":
                page.get_by_role("dialog", name="Discard this meeting?").get_by_role("button", name="Discard", exact=True).click()
            self.at(page, f"/standups/{standup['id']}")
            page.wait_for_timeout(500)
            self.assertEqual(lost, [])

    def test_one_more_minute_is_offered_where_it_is_given(self):
        standup = self.standup(names=("Ada",), minutes=1 / 60)
        standup = self.ask("standups.edit", id=standup["id"], revision=standup["revision"], mayRunOver=True)
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_text("Time is up").first.wait_for()
        page.get_by_role("button", name="One more minute", disabled=True).wait_for()
        page.get_by_text("Over", exact=True).wait_for()

    def test_the_title_says_where_one_is(self):
        standup = self.standup()
        page = self.open("/")
        self.holds(page, "document.title === 'Daily Standups'")
        page.get_by_role("link", name="Design").click()
        self.holds(page, "document.title === 'Design – Daily Standups'")
        page.goto(f"{self.base}/standups/{standup['id']}/settings")
        self.holds(page, "document.title === 'Recording – Daily Standups'")

    def test_focus_moves_as_the_form_says(self):
        standup = self.standup(names=("Ada", "Grace", "Edsger"))
        page = self.open(f"/standups/{standup['id']}/edit")
        focused = "document.activeElement.value"
        self.holds(page, "document.activeElement.id === 'field-title'")
        page.get_by_role("button", name="Remove attendee 2").click()
        self.holds(page, f"{focused} === 'Edsger'")
        page.get_by_role("button", name="Remove attendee 2").click()
        self.holds(page, f"{focused} === 'Ada'")
        page.get_by_role("button", name="Remove attendee 1").click()
        self.holds(page, "document.activeElement.getAttribute('aria-label') === 'Name of attendee 1'")
        page.get_by_role("button", name="Cancel").click()
        self.at(page, f"/standups/{standup['id']}")
        self.assertEqual(len(self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"]), 3)

    def test_edit(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}")
        page.get_by_role("link", name="Edit").click()
        self.holds(page, "document.activeElement.id === 'field-title'")
        page.get_by_label("Title").fill("Product")
        page.keyboard.press("Enter")
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_role("heading", name="Product").wait_for()
        self.assertEqual(page.locator(".cards .title").all_inner_texts()[-1], "Product")

    def test_delete(self):
        standup = self.standup("Gone")
        page = self.open(f"/standups/{standup['id']}")
        page.get_by_role("link", name="Delete").click()
        self.at(page, f"/standups/{standup['id']}/alert/deleteStandup")
        page.get_by_role("button", name="Cancel").click()
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_role("link", name="Delete").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        self.at(page, "/")
        self.assertNotIn("Gone", page.locator(".cards").all_inner_texts())

    def test_record(self):
        standup = self.standup(names=("Ada", "Grace"), minutes=5)
        page = self.open(f"/standups/{standup['id']}")
        page.get_by_role("button", name="Start meeting").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        self.assertIn("/record/alert/speech", page.url)
        first = dialog.get_by_role("button", name="Allow", exact=True)
        (first if first.count() else dialog.get_by_role("button", name="Continue without recording")).click()
        self.at(page, f"/standups/{standup['id']}/record")
        page.locator(".stage .name", has_text="Ada").wait_for()
        self.holds(page, "/^4:[0-5]\\d · Ada · Design$/.test(document.title)")
        page.keyboard.press("n")
        page.locator(".stage .name", has_text="Grace").wait_for()
        self.holds(page, "document.getElementById('said').textContent.startsWith('Grace is speaking. No more speakers.')")
        self.holds(page, "document.documentElement.dataset.dings === '1'")
        self.press(page, "Space")
        self.at(page, f"/standups/{standup['id']}/record/alert/endMeeting")
        self.assertEqual(page.get_by_role("button", name="Discard meeting").count(), 0)
        self.press(page, "1")
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("The meeting ended and was saved.").first.wait_for()
        page.get_by_role("link").filter(has=page.locator(".icon")).filter(has_text="202").click()
        page.get_by_role("heading", name="Transcript").wait_for()
        self.quiet()

    def test_discard(self):
        standup = self.standup()
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record", size=NARROW)
        self.choose(page, "End meeting")
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("2")
        sure = page.get_by_role("dialog", name="Discard this meeting?")
        sure.wait_for()
        self.axe(page, "discard")
        self.picture(page, "discard-390")
        sure.get_by_role("button", name="Keep the meeting").click()
        sure.wait_for(state="detached")
        page.get_by_role("button", name="Discard meeting").click()
        sure.get_by_role("button", name="Discard", exact=True).click()
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("The meeting was discarded. An admin can restore it for 7 days.").first.wait_for()
        page.get_by_text("No meetings yet").wait_for()

    def test_a_discarded_meeting_is_restored(self):
        standup = self.standup()
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record", size=NARROW)
        self.choose(page, "End meeting")
        page.get_by_role("button", name="Discard meeting").click()
        page.get_by_role("dialog", name="Discard this meeting?").get_by_role("button", name="Discard", exact=True).click()
        page.get_by_text("No meetings yet").wait_for()
        page.get_by_role("link", name="Discarded meetings").click()
        self.at(page, f"/standups/{standup['id']}/discarded")
        restore = page.get_by_role("button", name="Restore the meeting of")
        restore.wait_for()
        page.get_by_text("0 lines · until").wait_for()
        self.axe(page)
        restore.click()
        self.at(page, f"/standups/{standup['id']}")
        page.get_by_text("The meeting was restored.").first.wait_for()
        page.get_by_text("No meetings yet").wait_for(state="detached")
        self.assertEqual(len(self.ask("standups.get", id=standup["id"])["meetings"]), 1)
        page.goto(f"{self.base}/standups/{standup['id']}/discarded")
        page.get_by_text("No discarded meetings").wait_for()

    def test_a_past_meeting_is_deleted_after_a_question(self):
        standup = self.standup()
        past = self.past(standup)
        page = self.open(f"/standups/{standup['id']}/meetings/{past['id']}")
        page.get_by_role("button", name="Delete meeting").click()
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        page.get_by_role("button", name="Delete meeting").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete meeting").click()
        self.at(page, f"/standups/{standup['id']}")

    def test_minutes_come_as_a_file(self):
        standup = self.standup()
        past = self.past(standup)
        page = self.open(f"/standups/{standup['id']}/meetings/{past['id']}")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download as Markdown").click()
        self.assertTrue(download.value.suggested_filename.endswith(".md"))

    def test_import(self):
        """An exported file can be imported."""
        standup = self.standup("Brought back")
        page = self.open("/")
        with page.expect_download() as download:
            page.get_by_role("link", name="Export").click()
        path = download.value.path()
        page.get_by_role("button", name="Import…").click()
        page.get_by_label("File (standups.json)").set_input_files(path)
        page.get_by_label("If a standup already exists").select_option("keep")
        self.axe(page)
        self.picture(page, "import-light-1440")
        page.get_by_role("button", name="Import", exact=True).click()
        page.get_by_text("skipped.").wait_for()
        page.get_by_role("dialog").wait_for(state="detached")
        self.assertEqual(self.ask("standups.get", id=standup["id"])["summary"]["standup"]["title"], "Brought back")

    def test_consent(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/settings")
        page.get_by_role("button", name="Don’t record").click()
        page.get_by_text("Recording is off for this standup.").wait_for()
        page.get_by_role("button", name="Ask at the next meeting").click()
        page.get_by_text("You will be asked at the next meeting.").wait_for()

    def test_focus(self):
        page = self.open("/focus")
        page.get_by_label("What are you doing?").fill("Write")
        page.get_by_role("button", name="Start", exact=True).click()
        page.get_by_role("button", name="Stop").wait_for()
        self.assertTrue(page.get_by_label("What are you doing?").is_disabled())
        self.holds(page, "/24:[0-5]\\d/.test(document.querySelector('.clock').textContent)")
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("link", name="Write").first.click()
        page.get_by_role("button", name="Delete").click()
        page.get_by_text("Session not found.").wait_for()
        self.quiet()

    def test_by_keyboard_from_nothing_to_a_past_meeting(self):
        page = self.open("/")

        def press(key, times=1):
            for _ in range(times):
                page.keyboard.press(key)

        def tab_to(what):
            for _ in range(80):
                press("Tab")
                if page.evaluate("(what) => (document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText ?? '').startsWith(what)", what):
                    return
            self.fail(f"{what} cannot be reached")

        tab_to("Add standup")
        press("Enter")
        self.holds(page, "document.activeElement.id === 'field-title'")
        page.keyboard.type("By hand")
        tab_to("Name of attendee 1")
        page.keyboard.type("Ada")
        # Enter moves to the next name, and on an empty one to the exit.
        press("Enter")
        self.holds(page, "document.activeElement.getAttribute('aria-label') === 'Name of attendee 2'")
        press("Enter")
        self.holds(page, "document.activeElement.id === 'save'")
        press("Enter")
        page.get_by_role("heading", name="By hand").wait_for()
        self.made.append(page.url.rsplit("/", 1)[1])
        self.holds(page, "document.activeElement.id === 'heading-2'")
        tab_to("Start meeting")
        press("Enter")
        page.get_by_role("dialog").wait_for()
        self.holds(page, "location.pathname.includes('/record/alert/')")
        press("1")
        self.holds(page, "location.pathname.endsWith('/record')")
        press("e")
        page.get_by_role("dialog").wait_for()
        self.holds(page, "location.pathname.endsWith('endMeeting')")
        press("1")
        self.holds(page, "!location.pathname.includes('/record')")
        self.holds(page, "document.activeElement.id === 'heading-2'")
        year = page.evaluate("new Intl.DateTimeFormat(undefined, { weekday: 'short' }).format(new Date())")
        tab_to(year)
        press("Enter")
        page.get_by_role("heading", name="Transcript").wait_for()
        press("?")
        page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
        press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
        press("/")
        self.holds(page, "document.activeElement.type === 'search'")
        self.quiet()
