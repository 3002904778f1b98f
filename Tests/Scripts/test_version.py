"""scripts/version keeps the version consistent in all its places."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support import program

version = program("version")


class Version(unittest.TestCase):
    def run_version(self, *arguments: str) -> tuple[int, str, str]:
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = version.main(list(arguments))
        return status, output.getvalue(), errors.getvalue()

    def test_all_places_of_the_product_state_the_same_version(self) -> None:
        self.assertEqual(self.run_version("--check"), (0, "", ""))
        self.assertEqual(self.run_version()[1], version.current() + "\n")

    def test_a_place_that_differs_is_named_and_can_be_set(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            root = Path(directory)
            for path in version.PLACES:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text((version.ROOT / path).read_text(encoding="utf-8"), encoding="utf-8")
            (root / "deploy/generate").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
            (root / "deploy/generate").chmod(0o755)
            manifest = root / "deploy/clients/python/pyproject.toml"
            manifest.write_text(manifest.read_text(encoding="utf-8").replace(version.current(), "9.8.7"), encoding="utf-8")
            with mock.patch.object(version, "ROOT", root):
                status, _, errors = self.run_version("--check")
                self.assertEqual(status, 1)
                self.assertIn("deploy/clients/python/pyproject.toml states 9.8.7", errors)
                self.assertEqual(self.run_version("--set", "2.0.0-rc.1")[0], 0)
                self.assertEqual(self.run_version("--check"), (0, "", ""))
                self.assertEqual(self.run_version()[1], "2.0.0-rc.1\n")

    def test_a_prerelease_has_a_tilde_in_its_debian_package(self) -> None:
        self.assertEqual(self.run_version("--debian", "2.0.0"), (0, "2.0.0\n", ""))
        self.assertEqual(self.run_version("--debian", "2.0.0-rc.1"), (0, "2.0.0~rc.1\n", ""))

    def test_an_invalid_version_is_refused_with_its_form(self) -> None:
        for option, text in (("--set", "1.2"), ("--set", "1.2.0-dev"), ("--set", ""), ("--debian", "1.2.0+1")):
            status, _, errors = self.run_version(option, text)
            self.assertEqual(status, 64)
            self.assertIn(f"Invalid version: {text}. Expected MAJOR.MINOR.PATCH", errors)
        self.assertEqual(self.run_version("--nonsense")[0], 64)


if __name__ == "__main__":
    unittest.main()
