"""docs/architecture.md names the files that a new service touches."""

from __future__ import annotations

import re
import unittest

from support import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
# The feature itself.
OWN = "Services/Focus/"
SWIFTS_OWN = ("Codable", "SerialExecutor")


def paths(markdown: str) -> set[str]:
    """The paths in the first column of a table."""
    rows = re.findall(r"^\| (`.*?) \|", markdown, re.MULTILINE)
    return {path for row in rows for path in re.findall(r"`([^`]+)`", row)}


class AddAChildTests(unittest.TestCase):
    def setUp(self) -> None:
        self.section = PAGE.split("\n## Add a child\n", 1)[1]
        self.listed = paths(self.section)

    def test_it_is_the_last_section(self) -> None:
        self.assertNotIn("\n## ", self.section)

    def test_each_listed_file_names_the_service(self) -> None:
        self.assertGreater(len(self.listed), 20)
        for path in sorted(self.listed):
            with self.subTest(path):
                if "focus" not in (ROOT / path).read_text(encoding="utf-8").lower():
                    self.fail(f"{path} does not name focus.")

    def test_each_function_that_the_service_shares_exists(self) -> None:
        shared = {
            "startClocks": "Services/Timer/Bindings/Parent+Countdowns.swift",
            "giveUp": "Sources/Composition/Parent+Absence.swift",
        }
        for name, path in shared.items():
            self.assertRegex((ROOT / path).read_text(encoding="utf-8"), rf"\n  (?:package )?func {name}\(")

    def test_each_file_that_imports_the_contract_is_listed(self) -> None:
        for directory in ("Sources", "Services"):
            for file in (ROOT / directory).rglob("*.swift"):
                path = file.relative_to(ROOT).as_posix()
                if path.startswith(OWN):
                    continue
                if re.search(r"^(?:public )?import FocusAPI$", file.read_text(encoding="utf-8"), re.MULTILINE):
                    self.assertIn(path, self.listed)


class ModuleTests(unittest.TestCase):
    def test_each_module_of_the_table_exists_and_each_module_is_listed(self) -> None:
        table = PAGE.split("\n## Modules\n", 1)[1].split("\n## ", 1)[0]
        listed = {path.split("/")[-1] for path in paths(table)}
        # Modules of C libraries end with an ellipsis, and services with a star.
        modules = {path.name for path in (ROOT / "Sources").iterdir() if not re.match("C[A-Z]", path.name)}
        self.assertEqual(modules - listed, set())
        for name in sorted(listed - {"Contract", "Service", "Bindings", "Tools", "Verbs", "Page", "Router", "Command", "Load", "Simulation"}):
            with self.subTest(name):
                self.assertTrue((ROOT / "Sources" / name).is_dir())


class NameTests(unittest.TestCase):
    def test_each_name_is_that_of_a_file_or_a_declaration(self) -> None:
        declaration = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w*)")
        known = {*SWIFTS_OWN}
        for directory in ("Sources", "Services", "Tests"):
            for file in (ROOT / directory).rglob("*"):
                known.add(file.stem)
                if file.suffix == ".swift":
                    known.update(declaration.findall(file.read_text(encoding="utf-8")))
        named = set(re.findall(r"`([A-Z][A-Za-z0-9+]*)`", PAGE))
        self.assertGreater(len(named), 50)
        self.assertEqual(named - known, set())


if __name__ == "__main__":
    unittest.main()
