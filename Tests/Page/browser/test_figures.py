"""The history of a standup and a person: pictures, tables and the CSV file."""
from harness import NARROW, PageTest


class FiguresTest(PageTest):
    needs_memory = True

    def met(self):
        """A standup that has met twice, in which the person who is logged in takes part."""
        person = self.persons()[0]
        made = self.standup("Daily", persons=[person])
        for _ in range(2):
            live = self.meet(made, isRecorded=False)
            self.ask("meetings.end", id=live)
            self.ask("meetings.answer", id=live, action="saveAndEnd")
        return made, person

    def test_each_picture_has_a_table(self):
        standup, _ = self.met()
        for size, scheme in (((1440, 900), "light"), (NARROW, "dark")):
            page = self.open(f"/standups/{standup['id']}", context=self.context(size=size, scheme=scheme))
            page.get_by_role("link", name="History").click()
            self.at(page, f"/standups/{standup['id']}/history")
            page.get_by_role("img", name="Length and plan: 2 meetings").wait_for()
            page.get_by_role("img", name="Attendance: 1 week, 100 % present").wait_for()
            page.get_by_role("img", name="Speaking time by week: ").wait_for()
            page.get_by_role("img", name="Turns over their time: ").wait_for()
            for summary in page.get_by_text("Show as a table").all():
                summary.click()
            for name in ("Length and plan", "Speaking time", "Speaking time by week", "Turns over their time", "Attendance"):
                page.get_by_role("table", name=name, exact=True).wait_for()
            self.axe(page, f"history-{size[0]}")
            self.picture(page, f"history-{size[0]}-{scheme}")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0])
        self.quiet()

    def test_the_file_has_a_readable_name(self):
        standup, _ = self.met()
        page = self.open(f"/standups/{standup['id']}/history")
        page.get_by_role("img", name="Length and plan").wait_for()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV").click()
        self.assertRegex(download.value.suggested_filename, r"^Daily history 20\d\d-\d\d-\d\d\.csv$")
        self.quiet()

    def test_a_person_has_a_history(self):
        _, person = self.met()
        page = self.open(f"/people/{person}/history", size=NARROW)
        page.get_by_role("heading", name="History of Ada").wait_for()
        page.get_by_label("Period").select_option("4")
        page.get_by_text("Daily spoke the longest").wait_for()
        self.axe(page, "history-of-a-person")
        self.quiet()
