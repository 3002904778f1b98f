"""Figures quoted from docs/benchmarks.md match that page.

A quote is a link whose text begins with a digit, such as `[7.58 µs](benchmarks.md#the-page)`: the figure must be
in that section. Thousands separators do not matter.
"""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from support import ROOT

BENCHMARKS = ROOT / "docs/benchmarks.md"
LINK = re.compile(r"\[(?P<text>[^\]]+)\]\([^)\s]*?benchmarks\.md#(?P<section>[\w-]+)\)")


class Quote(NamedTuple):
    place: str
    figure: str
    section: str


def plain(text: str) -> str:
    """The text without thousands separators, and with plain spaces."""
    return re.sub(r"(?<=\d)[ ,](?=\d{3}(?!\d))", "", re.sub(r"[\u00a0\u2009\u202f]", " ", text))


def sections(source: str) -> dict[str, str]:
    """The content of each section, by its anchor."""
    parts = re.split(r"^## (.*)$", plain(source), flags=re.MULTILINE)
    anchors = (re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in parts[1::2])
    return dict(zip(anchors, parts[2::2], strict=True))


def quotes(page: Path) -> Iterator[Quote]:
    source = page.read_text(encoding="utf-8")
    for link in LINK.finditer(source):
        if link["text"][0].isdigit():
            line = source.count("\n", 0, link.start()) + 1
            yield Quote(f"{page.relative_to(ROOT)}:{line}", plain(link["text"]), link["section"])


def is_quoted_exactly(quote: Quote, found: dict[str, str]) -> bool:
    return bool(re.search(rf"(?<![\d.]){re.escape(quote.figure)}(?![\d.]*\d|\w)", found.get(quote.section, "")))


class FigureTests(unittest.TestCase):
    def test_quoted_figures_are_those_of_the_benchmarks(self) -> None:
        found = sections(BENCHMARKS.read_text(encoding="utf-8"))
        pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "deploy").glob("**/*.md")]
        all_quotes = [quote for page in pages for quote in quotes(page)]
        self.assertGreater(len(all_quotes), 40)
        for quote in all_quotes:
            with self.subTest(quote.place):
                self.assertTrue(
                    is_quoted_exactly(quote, found), f"“{quote.figure}” is not in #{quote.section}")  # fmt: skip

    def test_a_figure_that_differs_is_found(self) -> None:
        found = sections("## The page\n| 7.58 µs | 46\u202f513 | 10 000 |\n## Other\n1.5\n")
        for figure, is_exact in [
            ("7.58 µs", True), ("7.58", True), ("46513", True), ("10000", True),
            ("7.5", False), ("58", False), ("7.58 ms", False), ("6513", False), ("1.5", False),
        ]:  # fmt: skip
            with self.subTest(figure):
                self.assertEqual(is_quoted_exactly(Quote("a.md:1", figure, "the-page"), found), is_exact)
        self.assertFalse(is_quoted_exactly(Quote("a.md:1", "7.58", "missing"), found))


if __name__ == "__main__":
    unittest.main()
