"""The schedule of a standup."""

from datetime import UTC, datetime, timedelta

from harness import NARROW, WIDE, PageTest

CALENDAR = """BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n%sEND:VCALENDAR\r\n"""
EVENT = "BEGIN:VEVENT\r\nUID:%s\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:%s\r\nSUMMARY:%s\r\n%sEND:VEVENT\r\n"


class ScheduleTest(PageTest):
    def calendar(self):
        """A calendar with a day off and an observance, both in the next ten years."""
        year = datetime.now(UTC).year + 1
        return CALENDAR % (EVENT % ("a@test", f"{year}1225", "Christmas Day", "") + EVENT % ("b@test", f"{year}1224", "Christmas Eve", "CATEGORIES:Observance\r\n"))

    def test_a_schedule_is_set_previewed_changed_elsewhere_and_removed(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}", size=NARROW)
        page.get_by_role("link", name="Next meeting").click()
        self.at(page, f"/standups/{standup['id']}/schedule")
        page.get_by_role("heading", name="Schedule", exact=True).wait_for()
        page.locator(".dates li").nth(4).wait_for()
        page.get_by_label("Time", exact=True).fill("07:15")
        for day in ("Tuesday", "Wednesday", "Thursday", "Friday"):
            page.get_by_label(day).uncheck()
        page.get_by_label("Time zone").fill("Europe/Paris")
        self.holds(page, "[...document.querySelectorAll('.dates time')].length === 5"
                         " && [...document.querySelectorAll('.dates time')].every((each, index, all) => !index || Date.parse(each.dateTime) - Date.parse(all[index - 1].dateTime) > 6 * 86400000)")
        page.get_by_role("combobox", name="Start").select_option("Start automatically")
        page.get_by_role("combobox", name="Reminder").select_option("10 min before")
        self.axe(page, "schedule")
        self.picture(page, "schedule-filled-390")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The schedule was saved.").wait_for()
        saved = self.ask("schedule.get", subject=standup["id"])
        self.assertEqual((saved["rule"], saved["mode"], saved["remindMs"]), ({"at": "07:15", "on": ["mon"], "zone": "Europe/Paris"}, "start", 600_000))
        # Another person changes it, and the untouched form follows.
        self.ask("schedule.set", subject=standup["id"], rule={"at": "08:45", "on": ["mon"], "zone": "Europe/Paris"})
        self.holds(page, "document.getElementById('plan-at').value === '08:45'")
        # A touched form keeps its text, and shows the change.
        page.get_by_label("Time", exact=True).fill("10:00")
        self.ask("schedule.set", subject=standup["id"], rule={"at": "11:11", "on": ["tue"], "zone": "Europe/Paris"})
        page.get_by_text("Someone else changed this schedule.").wait_for()
        self.assertEqual(page.get_by_label("Time", exact=True).input_value(), "10:00")
        self.axe(page, "a schedule that was changed elsewhere")
        page.get_by_role("button", name="Use theirs").click()
        self.holds(page, "document.getElementById('plan-at').value === '11:11'")
        page.get_by_role("button", name="Remove schedule").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove schedule").click()
        page.get_by_text("The schedule was removed.").wait_for()
        page.get_by_role("button", name="Remove schedule").wait_for(state="detached")
        self.quiet()

    def test_a_schedule_has_several_times(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/schedule", size=NARROW)
        page.get_by_label("Time zone").fill("Europe/Paris")
        page.get_by_role("button", name="Add a time").click()
        page.get_by_label("Time 2", exact=True).fill("15:30")
        page.get_by_role("group", name="Days of time 2").get_by_label("Thursday").check()
        self.axe(page, "several times")
        self.picture(page, "schedule-times-390")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The schedule was saved.").wait_for()
        saved = self.ask("schedule.get", subject=standup["id"])
        self.assertEqual(saved["rule"]["also"], [{"at": "15:30", "on": ["thu"]}])
        page.get_by_role("button", name="Remove time 2").click()
        page.get_by_role("button", name="Save").click()
        self.holds(page, "!document.getElementById('plan-at-1')")

    def test_a_standup_meets_every_second_week(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/schedule", size=NARROW)
        page.get_by_label("Time zone").fill("UTC")
        page.locator(".dates li").nth(4).wait_for()
        page.get_by_role("combobox", name="Weeks").select_option("Every second week")
        weeks = page.get_by_role("combobox", name="Meets in the week of")
        weeks.locator("option").nth(1).wait_for(state="attached")
        self.assertEqual(weeks.locator("option").count(), 2)
        # Five working days, of one week or of two that are two weeks apart.
        spread = ("(() => { const all = [...document.querySelectorAll('.dates time')].map((each) => Math.floor((Date.parse(each.dateTime) / 86400000 - 4) / 7));"
                  " return all.length === 5 && all.every((each) => (each - all[0]) % 2 === 0); })()")
        self.holds(page, spread)
        before = page.locator(".dates time").first.get_attribute("datetime")
        other = weeks.locator("option:not(:checked)").get_attribute("value")
        weeks.select_option(other)
        self.holds(page, f"document.querySelector('.dates time').dateTime !== {before!r}")
        self.axe(page, "every second week")
        self.picture(page, "schedule-weeks-390")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The schedule was saved.").wait_for()
        saved = self.ask("schedule.get", subject=standup["id"])
        self.assertEqual((saved["rule"]["everyWeeks"], saved["rule"]["weekOf"]), (2, other))
        page.reload()
        self.holds(page, f"document.getElementById('plan-week')?.value === {other!r}")
        self.quiet()

    def test_a_break_is_added_and_the_list_says_until_when(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/schedule", size=NARROW)
        page.get_by_label("Time zone").fill("UTC")
        page.get_by_role("button", name="Add a break").click()
        page.get_by_label("Name of break 1").fill("Summer break")
        today = datetime.now(UTC).date()
        last = today + timedelta(days=20)
        page.get_by_label("First day of break 1").fill(f"{today - timedelta(days=1)}")
        page.get_by_label("Last day of break 1").fill(f"{last}")
        # The preview begins after the break.
        self.holds(page, f"[...document.querySelectorAll('.dates time')].length === 5 && document.querySelector('.dates time').dateTime > {f'{last}T23'!r}")
        self.axe(page, "a break")
        self.picture(page, "schedule-break-390")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The schedule was saved.").wait_for()
        self.assertEqual(self.ask("schedule.get", subject=standup["id"])["breaks"], [{"name": "Summer break", "from": f"{today - timedelta(days=1)}", "to": f"{last}"}])
        list_page = self.open("/", size=NARROW)
        list_page.get_by_text("On a break until").wait_for()
        self.axe(list_page, "a list with a break")
        self.picture(list_page, "list-break-390")
        page.get_by_role("button", name="Remove break 1").click()
        page.get_by_role("button", name="Save").click()
        self.holds(page, "!document.getElementById('break-name-0')")
        list_page.get_by_text("On a break until").wait_for(state="detached")
        self.quiet()

    def test_an_error_is_next_to_its_field(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/schedule")
        page.get_by_label("Time zone").fill("Paris")
        page.get_by_role("button", name="Save").click()
        page.locator("#problem-zone").get_by_text("Unknown time zone").wait_for()
        self.axe(page, "unknown zone")
        self.picture(page, "schedule-problem")

    def test_the_days_of_a_calendar_are_named_and_can_be_chosen(self):
        standup = self.standup()
        page = self.open(f"/standups/{standup['id']}/schedule", size=WIDE)
        for day in ("Saturday", "Sunday"):
            page.get_by_label(day).check()
        page.get_by_role("combobox", name="Calendar").select_option("File")
        page.get_by_label("File (.ics)").set_input_files([{"name": "off.ics", "mimeType": "text/calendar", "buffer": self.calendar().encode()}])
        page.get_by_role("button", name="Save").click()
        off, eve = page.get_by_label("Christmas Day is a day off"), page.get_by_label("Christmas Eve is a day off")
        off.wait_for()
        self.assertEqual((off.is_checked(), eve.is_checked()), (True, False))
        eve.check()
        off.uncheck()
        self.axe(page, "days off")
        self.picture(page, "schedule-days-off")
        page.get_by_role("button", name="Save").click()
        self.holds(page, "[...document.querySelectorAll('button.primary')].every((each) => !each.disabled)")
        for _ in range(200):
            skipped = self.ask("schedule.get", subject=standup["id"])["holidays"]["skipped"]
            if [each["name"] for each in skipped] == ["Christmas Eve"]:
                break
        self.assertEqual({each["name"] for each in skipped}, {"Christmas Eve"})
        # After a reload, the days are kept and can be chosen again.
        page.reload()
        eve.wait_for()
        self.assertTrue(eve.is_checked())
        off.check()
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The schedule was saved.").wait_for()
        names = {each["name"] for each in self.ask("schedule.get", subject=standup["id"])["holidays"]["skipped"]}
        self.assertEqual(names, {"Christmas Day", "Christmas Eve"})
        self.quiet()

    def test_an_observer_only_reads(self):
        standup = self.standup()
        self.ask("schedule.set", subject=standup["id"], rule={"at": "09:30", "on": ["mon"], "zone": "Europe/Paris"})
        self.tell("role", role="observer")
        page = self.open(f"/standups/{standup['id']}/schedule")
        page.get_by_text("View only").wait_for()
        self.assertEqual(page.get_by_role("button", name="Save").count(), 0)
        self.axe(page, "observer")


if __name__ == "__main__":
    import unittest
    unittest.main()
