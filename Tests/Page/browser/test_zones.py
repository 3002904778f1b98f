"""Times for a reader whose browser is in another time zone, and searches for words and days."""
import datetime
import re
import zoneinfo

from harness import NARROW, PageTest

TOKYO, PARIS = "Asia/Tokyo", "Europe/Paris"


class ZonesTest(PageTest):
    needs_memory = True

    def far(self, zone=TOKYO, **options):
        """A browser in a zone."""
        return self.context(timezone_id=zone, locale="en-US", **options)

    def test_a_schedule_is_shown_in_both_zones(self):
        standup = self.standup()
        self.ask("schedule.set", subject=standup["id"], rule={"at": "09:30", "on": ["mon", "thu"], "zone": "America/New_York"})
        page = self.open("/", self.far())
        time = page.locator(".card time")
        time.wait_for()
        at = datetime.datetime.fromisoformat(time.get_attribute("datetime"))
        self.assertEqual(f"{at.astimezone(zoneinfo.ZoneInfo('America/New_York')):%H:%M}", "09:30")
        here = at.astimezone(zoneinfo.ZoneInfo(TOKYO))
        self.assertIn(f"{here:%a, %b} {here.day}, {here.year} {here:%I:%M %p}", time.inner_text())
        page.goto(f"{self.base}/standups/{standup['id']}/schedule")
        first = page.locator(".dates li").first
        first.get_by_text("09:30 AM in America/New_York").wait_for()
        self.assertIn(f"{here:%I:%M %p}", first.inner_text())
        # In the zone of the schedule, a time is shown once.
        page = self.open(f"/standups/{standup['id']}/schedule", self.far("America/New_York"))
        page.locator(".dates li").nth(4).get_by_text("09:30 AM").wait_for()
        self.assertEqual(page.get_by_text("in America/New_York").count(), 0)
        self.quiet()

    def test_an_absence_that_was_set_in_another_zone_ends_at_its_time(self):
        standup = self.standup()
        midnight = (datetime.datetime.now(zoneinfo.ZoneInfo(PARIS)) + datetime.timedelta(days=3)).replace(hour=0, minute=0, second=0, microsecond=0)
        self.ask("standups.absent", id=standup["id"], attendee=standup["attendees"][0]["id"], untilMs=int(midnight.timestamp() * 1000))
        last, end = midnight - datetime.timedelta(days=1), midnight.astimezone(zoneinfo.ZoneInfo(TOKYO))
        for zone, text in ((PARIS, f"Away through {last:%a, %b} {last.day}, {last.year}"), (TOKYO, f"Away until {end:%a, %b} {end.day}, {end.year}, {end:%I:%M %p}")):
            page = self.open(f"/standups/{standup['id']}", self.far(zone, size=NARROW))
            page.get_by_text(text, exact=True).first.wait_for()
            page.close()
        self.quiet()

    def test_a_meeting_is_found_on_its_day_in_the_zone_of_the_reader(self):
        standup, other = self.standup(), self.standup("Retro")
        self.tell("past", standup=standup["id"], lines=["We designed the clock."], date="2026-02-10T20:00:00.000Z")
        self.tell("past", standup=other["id"], lines=["The clock is late."], date="2026-02-12T20:00:00.000Z")
        page = self.open("/search?q=clock", self.far())
        hits = page.locator("a.hit")
        self.holds(page, "document.querySelectorAll('a.hit').length === 2")
        self.assertRegex(" ".join(hits.all_inner_texts()), "Wed, Feb 11, 2026")
        page.get_by_text("Filters", exact=True).click()
        for field, day, found in (("From", "2026-02-12", 1), ("To", "2026-02-12", 0), ("From", "2026-02-11", 1), ("To", "2026-02-13", 2)):
            page.get_by_label(field, exact=True).fill(day)
            self.holds(page, f"document.querySelectorAll('a.hit').length === {found}")
        self.axe(page, "filters of a search")
        page.locator("#search-standup").select_option("Retro")
        self.holds(page, "document.querySelectorAll('a.hit').length === 1")
        # The filters stay for other words.
        page.get_by_role("searchbox").last.fill("design")
        page.get_by_text("No meeting contains all of these words.").wait_for()
        page.locator("#search-standup").select_option("")
        page.locator("mark", has_text=re.compile("^design$")).wait_for()
        hits.first.click()
        page.get_by_role("heading", name="Wed, Feb 11, 2026").wait_for()
        page.get_by_text("05:00 AM").first.wait_for()
        self.quiet()

    def test_a_word_of_a_language_without_spaces_is_found(self):
        standup = self.standup("朝会")
        self.tell("past", standup=standup["id"], lines=["今日は新しい時計を設計します。"])
        page = self.open("/", self.context(locale="ja-JP"))
        page.keyboard.press("/")
        self.holds(page, "document.activeElement.type === 'search'")
        page.keyboard.insert_text("時計")
        page.locator("mark", has_text=re.compile("^時計$")).wait_for()
        self.holds(page, "decodeURIComponent(location.search) === '?q=時計'")
        page.reload()
        page.locator("a.hit", has_text="朝会").click()
        page.get_by_text("今日は新しい時計を設計します。").wait_for()
        self.quiet()


if __name__ == "__main__":
    import unittest
    unittest.main()
