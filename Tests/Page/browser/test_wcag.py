"""WCAG 2.2 AA beyond axe, over every place: focus, edges of controls, reflow, text spacing, zoom, order of headings."""
from harness import NARROW, WIDE, PageTest
from scenes import every_place

#: Functions of the measurements: colours over the ones below, and contrast (WCAG 2.2, relative luminance).
COLOURS = """
  const parse = (text) => {
    const all = (text.match(/-?[\\d.]+(e-?\\d+)?/g) ?? []).map(Number);
    const [r, g, b, a = 1] = text.startsWith('color(') ? [...all.slice(0, 3).map((each) => each * 255), all[3]] : all;
    return all.length ? { c: [r, g, b], a } : { c: [0, 0, 0], a: 0 };
  };
  const over = ({ c, a }, below) => c.map((each, index) => each * a + below[index] * (1 - a));
  const behind = (el) => (el ? over(parse(getComputedStyle(el).backgroundColor), el.matches('dialog, .notice') ? [128, 128, 128] : behind(el.parentElement)) : [255, 255, 255]);
  const light = (colour) => {
    const [r, g, b] = colour.map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  const name = (el) => `${el.outerHTML.slice(0, 110)} in ${el.parentElement.className || el.parentElement.tagName}`;
  const seen = (el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest('.hidden, .skip') && el.getBoundingClientRect().width > 1;
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const controls = () => [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((el) => seen(el) && !el.disabled);
"""

#: Controls whose focus ring is missing, or has too little contrast with the colours next to it. The last key was Tab.
RINGS = "() => {" + COLOURS + """
  const out = [];
  // The surface on which a ring around an element lies; a swatch fills its label, for example.
  const around = (el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    let it = el.parentElement;
    for (let box = it.getBoundingClientRect(); it !== document.body && (box.left > left - 2 || box.top > top - 2 || box.right < right + 2 || box.bottom < bottom + 2); box = it.getBoundingClientRect()) it = it.parentElement;
    return it;
  };
  for (const el of controls()) {
    el.focus();
    if (document.activeElement !== el) continue;
    // A ring of its own, or that of its label or row.
    const rings = [el, el.closest('label'), el.closest('.row')].filter(Boolean).flatMap((it) => {
      const style = getComputedStyle(it);
      const found = [];
      if (it !== el && getComputedStyle(el).opacity !== '0' && style.outlineStyle === 'none' && style.boxShadow === 'none') return [];
      if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) {
        const isInside = parseFloat(style.outlineOffset) < 0;
        found.push({ colour: parse(style.outlineColor), next: behind(isInside ? it : around(it)) });
      }
      const inset = /(.+?) 0px 0px 0px (\\d+)px inset/.exec(style.boxShadow);
      if (inset && Number(inset[2]) >= 2 && it !== el) found.push({ colour: parse(inset[1]), next: behind(it) });
      return getComputedStyle(it).opacity === '0' ? [] : found;
    });
    const best = Math.max(0, ...rings.map(({ colour, next }) => contrast(over(colour, next), next)));
    if (best < 3) out.push(`${best.toFixed(2)} ${name(el)}`);
  }
  return out;
}"""

#: Controls that nothing but a faint colour distinguishes: fields without an edge, icons, and switches.
EDGES = "() => {" + COLOURS + """
  const out = [];
  const look = (el, value) => { if (value < 3) out.push(`${value.toFixed(2)} ${name(el)}`); };
  for (const el of controls()) {
    const style = getComputedStyle(el);
    const below = behind(el.parentElement);
    if (el.matches('textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])')) {
      const lines = ['Top', 'Bottom'].filter((side) => parseFloat(style[`border${side}Width`]) >= 1).map((side) => parse(style[`border${side}Color`]));
      look(el, Math.max(contrast(behind(el), below), ...lines.map((each) => contrast(over(each, below), below))));
    } else if (el.matches('select')) {
      // The arrow has the colour of the text.
      look(el, style.appearance === 'none' ? 0 : contrast(over(parse(style.color), behind(el)), behind(el)));
    } else if (el.matches('button, a') && !el.innerText.trim()) {
      const icon = el.querySelector('svg');
      look(el, icon ? contrast(over(parse(getComputedStyle(icon).stroke), behind(el)), behind(el)) : 0);
    }
    if (el.matches('.switch')) look(el, contrast(over(parse(getComputedStyle(el, '::before').backgroundColor), behind(el)), behind(el)));
  }
  return out;
}"""

#: Controls that are completely covered when they get the focus.
COVERED = "() => {" + COLOURS + """
  const out = [];
  for (const el of controls()) {
    el.focus();
    if (document.activeElement !== el) continue;
    // Its visible label may lie over it.
    const own = el.closest('label, .day, .swatch') ?? el;
    const { left, top, width, height } = own.getBoundingClientRect();
    const isHit = [0.1, 0.3, 0.5, 0.7, 0.9].some((y) => [0.1, 0.5, 0.9].some((x) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height);
      return hit && (own.contains(hit) || hit.contains(own) && hit.matches('label, li, p'));
    }));
    if (!isHit) out.push(`${[left, top, width, height].map(Math.round)} ${name(el)}`);
  }
  return out;
}"""

#: Content that sticks out of the window or is cut off, except in a container that scrolls.
CUT = "() => {" + COLOURS + """
  const out = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  const scrolls = (el) => { for (let it = el; it && it !== document.body; it = it.parentElement) if (it.matches('.scroll, svg')) return true; return false; };
  for (const el of root.querySelectorAll('*')) {
    if (!seen(el) || scrolls(el) || el.closest('svg, [popover]:not(:popover-open), option')) continue;
    const style = getComputedStyle(el);
    const { left, right } = el.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) out.push(`${Math.round(left)}–${Math.round(right)} ${name(el)}`);
    if (style.display === 'inline' || !el.innerText?.trim()) continue;
    const isField = el.matches('input, select, textarea');
    const clips = (axis) => style[`overflow${axis}`] === 'hidden' || style[`overflow${axis}`] === 'clip' || el.matches('button, .button');
    if (!isField && clips('X') && el.scrollWidth > el.clientWidth + 1) out.push(`cut at the side: ${name(el)}`);
    if (!isField && clips('Y') && el.scrollHeight > el.clientHeight + 1) out.push(`cut below: ${el.scrollHeight} in ${el.clientHeight} ${name(el)}`);
  }
  return out;
}"""

#: Headings of the visible columns whose level is more than one below the one before.
SKIPPED = """() => {
  let before = 0;
  return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((each) => each.checkVisibility()).filter((each) => {
    const level = Number(each.tagName[1]);
    const isSkipped = level > before + 1;
    before = level;
    return isSkipped;
  }).map((each) => each.outerHTML);
}"""

#: The spacing of WCAG 1.4.12. The policy of the page permits no style element.
SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets.push(sheet);
}"""

#: A window of 1280 × 1024 at 400 % zoom.
SMALLEST = (320, 256)


class WCAGTest(PageTest):
    needs_memory = True
    maxDiff = None

    def every(self):
        """Creates one of everything, for the places that others do not open."""
        scene = every_place(self)
        design = next(path for name, path, _ in scene if name == "detail")
        return [*((name, path, heading) for name, path, heading in scene if name != "long"),
                ("history", f"{design}/history", "History"), ("discarded", f"{design}/discarded", None)]

    def measured(self, page, rule, expression, *sizes):
        """Asserts that an expression finds nothing in windows of the given sizes."""
        for size in sizes or (WIDE,):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            self.holds(page, "innerWidth === it", size[0])
            with self.subTest(rule=rule, place=page.url, size=size):
                self.assertEqual(page.evaluate(expression), [])

    def opened(self, scheme):
        """Opens every place, one after another, in a window of 1440 px."""
        context = self.context(scheme=scheme)
        for _, path, heading in self.places:
            page = self.open(path, context)
            if heading:
                page.get_by_role("heading", name=heading, exact=True).first.wait_for()
            self.holds(page, "!document.body.innerText.includes('Loading')")
            yield page
            page.close()
        context.close()

    def rings(self, page, scheme):
        # After a key, a browser shows the focus.
        page.keyboard.press("Tab")
        self.measured(page, f"rings and edges, {scheme}", f"[...({RINGS})(), ...({EDGES})()]")

    def test_every_place(self):
        self.places = self.every()
        for page in self.opened("light"):
            self.measured(page, "order of headings", SKIPPED)
            self.rings(page, "light")
            self.measured(page, "covered focus", COVERED, WIDE, NARROW, SMALLEST)
            self.measured(page, "cut off at 400 %", CUT, SMALLEST)
            self.measured(page, "cut off at 200 %", CUT, (WIDE[0] // 2, WIDE[1] // 2))
            page.evaluate(SPACING)
            self.measured(page, "cut off with more space in text", CUT, NARROW, WIDE)
        for page in self.opened("dark"):
            self.rings(page, "dark")
        self.quiet()

    def test_the_focus_stays_at_the_controls_of_a_meeting(self):
        standup = self.standup(names=("Ada", "Grace", "Radia"), minutes=60)
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        for label in ("+1 min", "Next speaker", "Pause"):
            button = page.get_by_role("button", name=label)
            button.focus()
            self.settled(page)
            page.keyboard.press("Enter")
            if label == "Pause":
                page.get_by_role("dialog").wait_for()
                self.holds(page, "document.activeElement.closest('dialog')")
                self.press(page, "p")
                page.get_by_role("dialog").wait_for(state="detached")
            self.settled(page)
            self.holds(page, "(document.activeElement.ariaLabel ?? document.activeElement.innerText).includes(it)", label)

    def test_a_sheet_returns_the_focus_to_its_button(self):
        page = self.open("/")
        for label in ("Sounds", "Shortcuts", "Language"):
            page.get_by_role("button", name=label).focus()
            page.keyboard.press("Enter")
            page.get_by_role("dialog").wait_for()
            self.holds(page, "document.activeElement.closest('dialog')")
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")
            self.holds(page, "document.activeElement.innerText === it", label)

    def test_a_transcript_has_the_language_of_its_standup(self):
        standup = self.ask("standups.edit", id=self.standup("Diario")["id"], language="es")
        past = self.tell("past", standup=standup["id"], lines=["Ayer terminé el importador."])
        live = self.meet(standup)
        self.tell("say", meeting=live, text="Hoy reviso el reloj.")
        for place, text in ((f"meetings/{past['id']}", "Ayer terminé el importador."), ("record", "Hoy reviso el reloj.")):
            page = self.open(f"/standups/{standup['id']}/{place}")
            line = page.get_by_text(text)
            line.wait_for()
            self.assertEqual(line.evaluate("(it) => it.lang"), "es")
            self.axe(page, place)


class ArabicTest(PageTest):
    needs_memory = True

    def test_pictures_begin_on_the_right(self):
        standup = self.standup("Design", names=("Ada", "Grace"))
        self.tell("past", standup=standup["id"], lines=["Yesterday I drew the new icons.", "Nothing is in my way."])
        for language, edge in (("ar", "right"), ("en", "left")):
            context = self.context(size=NARROW)
            context.add_init_script(f"localStorage.setItem('language', '{language}')")
            page = self.open(f"/standups/{standup['id']}/history", context)
            page.locator(".chart rect").first.wait_for()
            self.picture(page, f"history-{language}")
            for picture in (".chart", "svg.bar"):
                apart = page.evaluate("""([picture, edge]) => {
                    const svg = document.querySelector(picture);
                    return Math.abs(svg.getBoundingClientRect()[edge] - svg.querySelector('rect').getBoundingClientRect()[edge]) / svg.getBoundingClientRect().width;
                }""", [picture, edge])
                self.assertLess(apart, 0.05, f"{picture} in {language}")


if __name__ == "__main__":
    import unittest
    unittest.main()
