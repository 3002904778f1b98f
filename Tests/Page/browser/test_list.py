"""The list: first use, running standups first, the filter, and the name of downloaded minutes."""
import re

from harness import NARROW, PageTest


class ListTest(PageTest):
    needs_memory = True

    def test_an_empty_installation_offers_a_sample(self):
        page = self.open("/", size=NARROW)
        page.get_by_role("button", name="Add a sample standup").wait_for()
        self.axe(page, "first use")
        self.picture(page, "first-use-390")
        page.get_by_role("button", name="Add a sample standup").click()
        page.get_by_role("heading", name="Sample standup").wait_for()
        page.get_by_role("button", name="Start meeting").wait_for()
        self.quiet()

    def test_running_standups_come_first_and_a_filter_finds_the_others(self):
        made = [self.standup(title=f"Standup {index}") for index in range(6)]
        page = self.open("/")
        page.get_by_text("Standup 0").wait_for()
        self.meet(made[4])
        self.holds(page, "document.querySelector('.card .title').textContent === 'Standup 4'")
        self.axe(page, "filter")
        self.picture(page, "list-filter")
        page.get_by_role("searchbox", name="Filter standups").fill("is:running")
        self.holds(page, "document.querySelectorAll('.card').length === 1")
        page.get_by_role("searchbox", name="Filter standups").fill("standup 2")
        self.holds(page, "document.querySelectorAll('.card').length === 1 && document.querySelector('.card .title').textContent === 'Standup 2'")
        self.ask("standups.edit", id=made[3]["id"], team="web")
        page.get_by_role("searchbox", name="Filter standups").fill("team:we STAND")
        self.holds(page, "document.querySelectorAll('.card').length === 1 && document.querySelector('.card .title').textContent === 'Standup 3'")
        page.get_by_role("searchbox", name="Filter standups").fill("team:web is:running")
        page.get_by_text("No standup matches the filter.").wait_for()
        page.get_by_role("searchbox", name="Filter standups").fill("zzz")
        page.get_by_text("No standup matches the filter.").wait_for()
        self.axe(page, "no match")

    def test_pinned_standups_come_after_running_ones_and_stay_after_a_reload(self):
        made = [self.standup(title=f"Standup {index}") for index in range(3)]
        page = self.open(f"/standups/{made[2]['id']}", size=NARROW)
        page.get_by_role("checkbox", name="Pin to the top of the list").check()
        page.get_by_role("link", name="Back").first.click()
        page.reload()
        self.holds(page, "document.querySelector('.card .title')?.textContent.startsWith('Standup 2')")
        self.axe(page, "pinned")
        self.meet(made[1])
        self.holds(page, "document.querySelectorAll('.card .title')[0].textContent === 'Standup 1'")
        self.assertRegex(page.locator(".card .title").nth(1).inner_text(), "^Standup 2")
        self.picture(page, "list-pinned-390")

    def test_a_standup_is_archived_undone_and_found_in_the_archive(self):
        standup = self.standup(title="Retro")
        self.standup(title="Daily")
        page = self.open(f"/standups/{standup['id']}", size=NARROW)
        page.get_by_role("button", name="Archive", exact=True).click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Start meeting").wait_for()
        page.get_by_role("button", name="Archive", exact=True).click()
        page.get_by_text("This standup is archived.").wait_for()
        self.axe(page, "archived")
        self.picture(page, "archived-390")
        page.get_by_role("link", name="Back").first.click()
        self.holds(page, "document.querySelectorAll('.card').length === 1")
        page.get_by_role("button", name="Archived: 1").click()
        self.axe(page, "archive of the list")
        page.get_by_role("link", name="Retro").click()
        page.get_by_role("button", name="Unarchive").click()
        page.get_by_role("button", name="Start meeting").wait_for()

    def test_minutes_have_a_readable_name(self):
        standup = self.standup(title="Design: web")
        past = self.past(standup)
        page = self.open(f"/standups/{standup['id']}/meetings/{past['id']}")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download as Markdown").click()
        self.assertRegex(download.value.suggested_filename, re.compile(r"^Design web \d{4}-\d\d-\d\d \d\d\.\d\d\.md$"))
        self.quiet()


if __name__ == "__main__":
    import unittest
    unittest.main()
