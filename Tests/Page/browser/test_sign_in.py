"""Signing in with a provider, and the link for one's own phone."""
from harness import NARROW, PageTest

# Which modules of the drawn QR code are dark, without its margin.
DRAWN = """() => {
  const svg = document.querySelector('svg.qr');
  const path = svg.querySelector('path');
  const size = svg.viewBox.baseVal.width;
  const at = (x, y) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5));
  const rows = [...Array(size).keys()].map((y) => [...Array(size).keys()].map((x) => (at(x, y) ? '1' : '0')).join(''));
  const margin = rows.slice(0, 4).concat(rows.slice(-4)).concat(rows.map((row) => row.slice(0, 4) + row.slice(-4)));
  return { rows: rows.slice(4, -4).map((row) => row.slice(4, -4)), margin: margin.join('') };
}"""


class PhoneTest(PageTest):
    def test_the_page_opens_on_a_phone(self):
        context = self.context(size=NARROW, scheme="dark")
        page = self.open("/", context)
        with page.expect_response("**/api/phone") as response:
            page.get_by_role("button", name="Use on my phone").click()
        told = response.value.json()
        page.get_by_role("img", name="QR code of the link").wait_for()
        drawn = page.evaluate(DRAWN)
        self.assertEqual(drawn["rows"], told["qr"])
        self.assertNotIn("1", drawn["margin"])
        self.axe(page, "phone")
        self.picture(page, "phone")
        link = page.get_by_role("dialog").get_by_label("Link", exact=True).input_value()
        self.assertEqual(link, told["link"])
        phone = self.open(link.removeprefix(self.base), logged_in=False)
        phone.get_by_text("Signed in as").wait_for()
        page.keyboard.press("Escape")
        self.assertEqual(page.get_by_role("dialog").count(), 0)
        self.quiet()


class ProviderTest(PageTest):
    needs_memory = True

    def test_a_provider_signs_in_with_the_place_kept(self):
        self.tell("sign-in", providers=[{"name": "company", "label": "Example Inc.", "path": "/sign-in/company"}],
                  next=f"{self.base}/health?out")
        for size, scheme in (((1440, 900), "light"), (NARROW, "dark")):
            page = self.open("/focus", logged_in=False, ready=False, size=size, scheme=scheme)
            link = page.get_by_role("link", name="Sign in with Example Inc.")
            link.wait_for()
            self.assertEqual(link.get_attribute("href"), "/sign-in/company?to=%2Ffocus")
            self.axe(page, "sign-in")
            self.picture(page, f"sign-in-{scheme}")
        # A session that ends leads there, too.
        page = self.open("/focus/items")
        page.context.clear_cookies()
        self.tell("close", code=4001)
        link = page.get_by_role("link", name="Sign in with Example Inc.")
        link.wait_for()
        self.assertEqual(link.get_attribute("href"), "/sign-in/company?to=%2Ffocus%2Fitems")
        page.get_by_text("Your session has ended.").wait_for()

    def test_a_logout_continues_at_the_provider(self):
        self.tell("sign-in", providers=[], next=f"{self.base}/search?q=out")
        page = self.open("/")
        page.get_by_role("button", name="Log out").click()
        self.at(page, "/search?q=out")


if __name__ == "__main__":
    import unittest
    unittest.main()
