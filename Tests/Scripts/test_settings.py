"""scripts/settings generates the settings reference from the programs and the deployment."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support import ROOT, program

settings = program("settings")

HELP = """usage: {name}-service [options]

environment:
  STANDUPS_LOG_LEVEL  what is logged
                      debug or info; default: info
  {own}  text with a | and a <name>
      form; with a semicolon; default: none: nothing
"""


class Help(unittest.TestCase):
    def test_a_variable_has_name_summary_form_and_default(self) -> None:
        found = settings.parse_help("timer-service", HELP.format(name="timer", own="STANDUPS_TIMER_LIMIT"))
        self.assertEqual([variable.name for variable in found], ["STANDUPS_LOG_LEVEL", "STANDUPS_TIMER_LIMIT"])
        self.assertEqual(found[1].form, "form; with a semicolon")
        self.assertEqual(found[1].fallback, "none: nothing")

    def test_a_help_without_a_default_or_a_variable_is_incomplete(self) -> None:
        with self.assertRaisesRegex(settings.Incomplete, "STANDUPS_A"):
            settings.parse_help("timer-service", "  STANDUPS_A  a limit\n      number\n")
        with self.assertRaises(settings.Incomplete):
            settings.parse_help("timer-service", "no variables\n")

    def test_cells_of_a_table_are_escaped(self) -> None:
        self.assertEqual(settings.cell("a | <b> *"), "a \\| &lt;b> \\*")


class Deployment(unittest.TestCase):
    def test_every_variable_of_the_deployment_has_a_description_and_one_default(self) -> None:
        rows = settings.deployment_settings()
        self.assertGreater(len(rows), 20)
        for variable, paths in rows:
            self.assertTrue(variable.summary and variable.fallback and paths, variable.name)

    def test_images_and_compose_set_the_router_and_the_page(self) -> None:
        values = settings.container_values()
        self.assertIn(("STANDUPS_ROUTER", "tcp://*", "image stage `router`"), values)
        self.assertIn(("STANDUPS_WEB", "*:8080", "compose, `gateway`"), values)


class Page(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.binaries = Path(directory.name)
        for name in settings.catalog.services():
            file = self.binaries / f"{name}-service"
            file.write_text(f"#!/bin/sh\ncat <<'E'\n{HELP.format(name=name, own=f'STANDUPS_{name.upper()}_X')}E\n", encoding="utf-8")
            file.chmod(0o755)
        page = self.binaries / "settings.md"
        patch = mock.patch.object(settings, "PAGE", str(page))
        patch.start()
        self.addCleanup(patch.stop)

    def run_settings(self, *arguments: str) -> tuple[int, str]:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            status = settings.main(["--binaries", str(self.binaries), *arguments])
        return status, errors.getvalue()

    def test_a_page_that_is_written_is_current_and_a_changed_one_is_not(self) -> None:
        self.assertEqual(self.run_settings()[0], 0)
        self.assertEqual(self.run_settings("--check"), (0, ""))
        page = Path(settings.PAGE)
        text = page.read_text(encoding="utf-8")
        self.assertEqual(text.count("`STANDUPS_LOG_LEVEL`"), 1)
        self.assertIn("## The timer service", text)
        page.write_text(text + "\n", encoding="utf-8")
        self.assertEqual(self.run_settings("--check")[0], 1)

    def test_a_missing_program_is_reported(self) -> None:
        (self.binaries / "timer-service").unlink()
        status, errors = self.run_settings("--check")
        self.assertEqual(status, 69)
        self.assertIn("timer-service", errors)
        self.assertEqual(self.run_settings("--nonsense")[0], 64)

    def test_the_committed_page_has_the_generated_head(self) -> None:
        self.assertTrue((ROOT / "docs/settings.md").read_text(encoding="utf-8").startswith(settings.HEAD))


if __name__ == "__main__":
    unittest.main()
