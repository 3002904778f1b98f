"""The tests of the page repeat a test that failed once."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

from support import ROOT

sys.path.insert(0, str(ROOT / "Tests" / "Page" / "browser"))
import run as page_run

SOME = """
import pathlib, unittest

class Some(unittest.TestCase):
    runs = 0
    def test_fine(self): pass
    def test_fails_once(self):
        with self.subTest(at=1):
            Some.runs += 1
            self.assertEqual(Some.runs, 2)
    def test_fails(self): self.fail("always")

class Four(unittest.TestCase):
    runs = 0
    def step(self):
        Four.runs += 1
        self.assertGreater(Four.runs, 4)
    test_a = test_b = test_c = test_d = step

class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise OSError("no browser")
    def test_fine(self): pass
"""


class RepeatingTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        (Path(directory.name) / "some_tests_of_a_page.py").write_text(SOME, encoding="utf-8")
        sys.path.insert(0, directory.name)
        self.addCleanup(sys.path.remove, directory.name)
        self.addCleanup(sys.modules.pop, "some_tests_of_a_page", None)

    def run_tests(self, *names: str) -> tuple[bool, str]:
        output = io.StringIO()
        suite = unittest.defaultTestLoader.loadTestsFromNames([f"some_tests_of_a_page.{name}" for name in names])
        with contextlib.redirect_stderr(output):
            return page_run.run(suite, output), output.getvalue()

    def test_a_test_that_passes_when_repeated_is_named(self) -> None:
        passed, output = self.run_tests("Some.test_fine", "Some.test_fails_once")
        self.assertTrue(passed)
        self.assertIn("\nREPEATED: some_tests_of_a_page.Some.test_fails_once\n", output)

    def test_a_test_that_fails_twice_fails_the_run(self) -> None:
        passed, output = self.run_tests("Some")
        self.assertFalse(passed)
        self.assertNotIn("REPEATED", output)

    def test_many_failures_and_a_broken_browser_are_not_repeated(self) -> None:
        for name in ("Four", "Broken"):
            passed, output = self.run_tests(name)
            self.assertFalse(passed)
            self.assertNotIn("Repeating", output)

    def test_tests_that_pass_are_run_once(self) -> None:
        passed, output = self.run_tests("Some.test_fine")
        self.assertTrue(passed)
        self.assertNotIn("epeat", output)
