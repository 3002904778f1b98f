"""Plots as SVG, without a library, in the reader's light or dark colours."""

import html
import math

STYLE = """<style>
.paper { fill: #ffffff } .title { font-size: 15px; font-weight: 600; fill: #1f2328 }
.label { font-size: 12px; fill: #59636e } .grid { stroke: #d1d9e0 } .line { fill: none; stroke-width: 2 }
.c0 { stroke: #0969da; fill: #0969da } .c1 { stroke: #bc4c00; fill: #bc4c00 }
.c2 { stroke: #1a7f37; fill: #1a7f37 } .c3 { stroke: #8250df; fill: #8250df }
.c4 { stroke: #9a6700; fill: #9a6700 } .line.c0, .line.c1, .line.c2 { fill: none }
@media (prefers-color-scheme: dark) {
  .paper { fill: #0d1117 } .title { fill: #e6edf3 } .label { fill: #9198a1 } .grid { stroke: #2f353d }
  .c0 { stroke: #4493f8; fill: #4493f8 } .c1 { stroke: #f0883e; fill: #f0883e }
  .c2 { stroke: #3fb950; fill: #3fb950 } .c3 { stroke: #ab7df8; fill: #ab7df8 }
  .c4 { stroke: #d29922; fill: #d29922 } .line.c0, .line.c1, .line.c2 { fill: none }
}
</style>"""


def page(width, height, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'font-family="system-ui, sans-serif">\n{STYLE}\n<rect class="paper" width="100%" '
            f'height="100%"/>\n' + "\n".join(body) + "\n</svg>\n")


def text(x, y, words, name="label", anchor="start"):
    return (f'<text class="{name}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
            f"{html.escape(words)}</text>")


def percentiles(path, title, lines):
    """Latency in µs by percentile: each further nine has the same width, and the latency axis is logarithmic."""
    left, right, top, bottom = 80, 725, 60, 290
    values = [v for _, points in lines for _, v in points if v > 0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    nines = lambda q: -math.log10(1 - q / 100)
    span = nines(99.99) - nines(50)
    x = lambda q: left + (nines(q) - nines(50)) / span * (right - left)
    y = lambda v: bottom - (math.log10(max(v, 10**low)) - low) / (high - low) * (bottom - top)
    body = [text(left, 24, title, "title")]
    for power in range(low, high + 1):
        v = 10.0**power
        words = f"{v:g} µs" if v < 1e3 else f"{v / 1e3:g} ms" if v < 1e6 else f"{v / 1e6:g} s"
        body.append(f'<line class="grid" x1="{left}" y1="{y(v):.1f}" x2="{right}" y2="{y(v):.1f}"/>')
        body.append(text(left - 8, y(v) + 4, words, anchor="end"))
    for q in (50, 90, 99, 99.9, 99.99):
        body.append(f'<line class="grid" x1="{x(q):.1f}" y1="{top}" x2="{x(q):.1f}" y2="{bottom}"/>')
        body.append(text(x(q), bottom + 18, f"{q:g} %", anchor="middle"))
    for index, (name, points) in enumerate(lines):
        path_points = " ".join(f"{x(q):.1f},{y(v):.1f}" for q, v in points)
        body.append(f'<polyline class="line c{index % 5}" points="{path_points}"/>')
        place = right - 150 * (len(lines) - index)
        body.append(f'<line class="line c{index % 5}" x1="{place}" y1="42" x2="{place + 20}" y2="42"/>')
        body.append(text(place + 26, 46, name))
    path.write_text(page(760, 320, body))


def bars(path, title, groups):
    """Horizontal bars in groups, with their values."""
    left, right = 230, 660
    body, y = [text(20, 24, title, "title")], 50
    names = []
    for heading, group in groups:
        body.append(text(20, y + 12, heading, "title"))
        y += 22
        # Each group has its own scale, as the groups measure different work.
        most = max((value for _, value in group), default=1) or 1
        for name, value in group:
            if name not in names:
                names.append(name)
            width = max(1.0, value / most * (right - left))
            body.append(text(left - 8, y + 12, name, anchor="end"))
            body.append(f'<rect class="c{names.index(name) % 5}" x="{left}" y="{y}" width="{width:.1f}" '
                        f'height="14" rx="2"/>')
            body.append(text(left + width + 8, y + 12, f"{value:.3g}"))
            y += 20
        y += 12
    path.write_text(page(760, y + 8, body))
