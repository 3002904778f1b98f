"""Two cells, each with a gateway in memory and its own page."""
from harness import NARROW, WIDE, PageTest


class CellsTest(PageTest):
    needs_memory = True

    def setUp(self):
        super().setUp()
        self.there = self.second()

    def there_is(self, title, names=("Bob", "Carol")):
        """Creates a standup in the other cell."""
        return self.post("/api/commands/standups.create", {
            "title": title, "theme": "navy", "durationMs": 900_000, "attendees": [{"name": name} for name in names]}, base=self.there)

    def cell(self, **more):
        self.tell("cell", base=self.there, **more)

    def test_the_standups_of_both(self):
        self.standup("Design")
        night = self.there_is("Night shift")
        self.there_is("Support", ("Dan",))
        self.post("/api/commands/meetings.start", {"standup": night["id"]}, base=self.there)
        self.cell(web=f"{self.there}/")
        for size, scheme in ((WIDE, "light"), (NARROW, "dark")):
            page = self.open("/", size=size, scheme=scheme)
            section = page.get_by_role("region", name="Cell south")
            section.get_by_role("link", name="Night shift").get_by_text("Meeting now").wait_for()
            self.assertEqual(section.get_by_role("link").count(), 2)
            self.assertIn("15 min", section.get_by_role("link", name="Support").inner_text())
            self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
            self.axe(page, "two cells")
            self.picture(page, f"cells-{scheme}-{size[0]}")
        page.context.add_cookies([{"name": "standups", "value": "test", "url": self.there}])
        link = section.get_by_role("link", name="Support")
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"{self.there}/standups/*")
        page.get_by_role("heading", name="Support").wait_for()
        self.quiet()

    def test_a_page_that_nobody_told_of(self):
        support = self.there_is("Support")
        self.cell()
        page = self.open("/", size=NARROW)
        section = page.get_by_role("region", name="Cell south")
        section.get_by_text("Support").wait_for()
        self.assertEqual(section.get_by_role("link").count(), 0)
        section.get_by_text("standups cells add south --router tcp://south --web").wait_for()
        self.axe(page, "no address")
        page = self.open(f"/standups/{support['id']}", size=NARROW)
        page.get_by_role("main").get_by_text("This standup is in another cell: south.").wait_for()
        self.axe(page, "no address")

    def test_a_cell_that_cannot_be_read(self):
        self.standup("Design")
        self.cell(web=f"{self.there}/", problem="The key is not known there.")
        page = self.open("/")
        page.get_by_text("Could not load the standups of cell south: The key is not known there.").wait_for()
        self.axe(page, "cannot be read")
        page.get_by_role("link", name="Design").click()
        page.get_by_role("heading", name="Design").wait_for()

    def test_a_standup_that_is_there(self):
        support = self.there_is("Support")
        self.cell(web=f"{self.there}/")
        for size in (WIDE, NARROW):
            for place in ("", "/record", "/settings", "/edit"):
                page = self.open(f"/standups/{support['id']}{place}", size=size)
                main = page.get_by_role("main")
                main.get_by_text("This standup is in another cell: south.").wait_for()
                link = main.get_by_role("link", name="Open in south")
                self.assertEqual(link.get_attribute("href"), f"{self.there}/standups/{support['id']}{place}")
                self.axe(page, place)
        self.picture(page, "cells-elsewhere")

    def test_a_standup_that_moves_while_it_is_seen(self):
        standup = self.standup("Design")
        self.cell(web=f"{self.there}/")
        page = self.open(f"/standups/{standup['id']}")
        page.get_by_role("heading", name="Design").wait_for()
        self.post("/test/arrive", {"standup": standup}, base=self.there)
        self.tell("leave", standup=standup["id"])
        page.get_by_role("link", name="Open in south").wait_for()
        self.quiet()

    def test_what_was_said_there(self):
        support = self.there_is("Support")
        self.post("/test/past", {"standup": support["id"], "lines": ["The icons are late."]}, base=self.there)
        self.cell(web=f"{self.there}/")
        page = self.open("/search?q=icons")
        page.get_by_text("1 meeting in cell south").wait_for()
        link = page.get_by_role("main").get_by_role("link", name="Support")
        self.assertTrue(link.get_attribute("href").startswith(f"{self.there}/standups/{support['id']}/meetings/"))
        self.assertEqual(link.locator("mark").inner_text(), "icons")
        self.axe(page, "found there")
        self.quiet()
