"""Every screen at four sizes, in light, dark and Arabic: nothing sticks out, overlaps, touches an edge, or is still loading.

With PAGE_SHOTS, saves a picture of each. Without it, opens only those that other tests do not: these open every place at 1440,
1024 and 390 px, and in each language at 390 px.
"""
from harness import NARROW, SHOTS, WIDE, PageTest
from scenes import every_screen

LAPTOP, ACROSS = (1280, 720), (844, 390)
#: Language, colour scheme and sizes of each look.
LOOKS = {"light": ("en", "light", (WIDE, LAPTOP, ACROSS, NARROW)), "dark": ("en", "dark", (WIDE, LAPTOP, ACROSS, NARROW)),
         "arabic": ("ar", "light", (WIDE, LAPTOP, ACROSS, NARROW))}
#: Those that are opened without PAGE_SHOTS.
FEW = {"light": ("en", "light", (LAPTOP, ACROSS)), "arabic": ("ar", "dark", (LAPTOP, ACROSS))}

#: True if nothing is loading, in any language of these looks.
STILL = "!/Loading|جارٍ التحميل/.test(document.body.innerText) && !!document.querySelector('h1')"

#: Controls that overlap another control, each by its name. One that scrolls under a bar does not count.
OVERLAPPING = """() => {
  const shown = [...document.querySelectorAll('main a, main button, main select, main input:not([type=radio]), main summary, dialog[open] button')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest('.hidden, .skip, [popover]:not(:popover-open)'));
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const bar = (each) => { for (let it = each; it; it = it.parentElement) if (['sticky', 'fixed'].includes(getComputedStyle(it).position)) return it; return null; };
  const bars = shown.map(bar);
  const name = (each) => each.getAttribute('aria-label') ?? (each.innerText || each.id);
  const found = [];
  for (let one = 0; one < shown.length; one += 1) for (let two = one + 1; two < shown.length; two += 1) {
    const [a, b] = [boxes[one], boxes[two]];
    if (bars[one] !== bars[two] || shown[one].contains(shown[two]) || shown[two].contains(shown[one])) continue;
    const [width, height] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    if (width > 2 && height > 2) found.push(`${name(shown[one])} / ${name(shown[two])}`);
  }
  return found;
}"""

#: Texts that touch the edge of their column.
TOUCHING = """() => [...document.querySelectorAll('.column :is(h1, h2, p)')].filter((each) => {
  if (!each.offsetParent || each.closest('.hidden')) return false;
  const range = document.createRange();
  range.selectNodeContents(each);
  // A text that is cut off is as wide as its box.
  const { left, right, width } = (getComputedStyle(each).overflowX === 'visible' ? range : each).getBoundingClientRect();
  const column = each.closest('.column').getBoundingClientRect();
  return width > 1 && (left - column.left < 8 || column.right - right < 8);
}).map((each) => each.innerText.slice(0, 60))"""


class PicturesTest(PageTest):
    needs_memory = True

    def look(self, page, name, look, sizes):
        """Checks what a page shows at each size."""
        self.holds(page, STILL)
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            self.holds(page, f"innerWidth === {size[0]} && ({STILL})")
            with self.subTest(screen=name, look=look, size=size):
                self.picture(page, f"{name}-{look}-{size[0]}x{size[1]}")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0], "nothing sticks out")
                self.assertEqual(page.evaluate(OVERLAPPING), [], "no control overlaps another one")
                self.assertEqual(page.evaluate(TOUCHING), [], "no text touches an edge")

    def dressed(self, look, **options):
        """A browser with a look, and its sizes."""
        language, scheme, sizes = (LOOKS if SHOTS else FEW)[look]
        context = self.context(size=sizes[0], scheme=scheme, **options)
        context.add_init_script(f"localStorage.setItem('language', '{language}')")
        return context, sizes

    def test_every_screen_at_every_size(self):
        screens = every_screen(self)
        for look in LOOKS if SHOTS else FEW:
            context, sizes = self.dressed(look)
            for name, path, shown in screens:
                with self.subTest(screen=name, look=look):
                    page = self.open(path, context)
                    page.locator(f"{shown} >> visible=true").last.wait_for()
                    self.at(page, path)
                    self.look(page, name, look, sizes)
                    page.close()
            context.close()
            self.looks_signed_out(look)
        self.quiet()

    def looks_signed_out(self, look):
        context, sizes = self.dressed(look, logged_in=False)
        page = self.open("/", context, ready=False)
        page.locator("#code").wait_for()
        self.look(page, "sign-in", look, sizes)
        context.close()

    def test_an_outage_at_every_size(self):
        standup = self.standup()
        self.past(standup)
        for look in LOOKS if SHOTS else FEW:
            context, sizes = self.dressed(look)
            for name, path in {"list-away": "/", "standup-away": f"/standups/{standup['id']}"}.items():
                self.tell("away", isAway=False)
                page = self.open(path, context)
                self.holds(page, "document.body.innerText.includes('Design')")
                self.tell("away", isAway=True)
                page.locator(".banner").first.wait_for()
                self.look(page, name, look, sizes)
                page.close()
            self.tell("away", isAway=False)
        self.quiet()
