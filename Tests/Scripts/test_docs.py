"""The documents agree with the tree: their tables, lists, links and anchors."""

from __future__ import annotations

import re
import subprocess
import unittest
from pathlib import Path

import tomllib
from support import ROOT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def tracked(*patterns: str) -> list[str]:
    """Files of the repository, also those that are not committed yet."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [path for path in listed if (ROOT / path).is_file()]


def prose(text: str) -> list[str]:
    """The lines outside of fenced code."""
    lines, is_code = [], False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            lines.append(line)
    return lines


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    found: set[str] = set()
    for line in prose(text):
        if heading := re.match(r"#+ (.*)", line):
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            slug = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
            number = 1
            unique = slug
            while unique in found:
                unique, number = f"{slug}-{number}", number + 1
            found.add(unique)
    return found


def first_cells(text: str, heading: str) -> list[str]:
    """The first cells of the table whose head begins with these words."""
    lines = text[text.index(f"| {heading}") :].splitlines()
    rows = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        rows.append(line.split("|")[1].strip())
    return rows


def services() -> list[str]:
    return list(tomllib.loads(read("deploy/services.toml"))["service"])


class Links(unittest.TestCase):
    def test_every_link_leads_to_a_file_and_an_anchor(self) -> None:
        broken = []
        for path in tracked("*.md"):
            for target in LINK.findall("\n".join(prose(read(path)))):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                place = (ROOT / path).parent / file if file else ROOT / path
                if not place.exists():
                    broken.append(f"{path}: {target}: no such file")
                elif anchor and place.suffix == ".md" and anchor not in anchors(place.read_text(encoding="utf-8")):
                    broken.append(f"{path}: {target}: no such heading")
        self.assertEqual(broken, [])

    def test_every_page_that_the_tree_names_exists(self) -> None:
        missing = []
        for path in tracked():
            if path.endswith((".png", ".wav", ".svg")) or path == "CHANGELOG.md":
                continue
            text = (ROOT / path).read_bytes().decode("utf-8", errors="replace")
            for name in set(re.findall(r"\bdocs/[\w/-]+\.(?:md|yaml)\b", text)):
                if not (ROOT / name).is_file() and not re.search(rf"[\w./-]/{re.escape(name)}", text):
                    missing.append(f"{path}: {name}")
        self.assertEqual(missing, [])

    def test_every_script_that_a_document_names_exists(self) -> None:
        missing = []
        for path in tracked("*.md"):
            for name in set(re.findall(r"(?<![\w/.])(?:scripts|\.ci|deploy)/[\w./-]*\w(?![\w/*-])", read(path))):
                if not (ROOT / name).exists():
                    missing.append(f"{path}: {name}")
        self.assertEqual(missing, [])


class HowTos(unittest.TestCase):
    def test_each_begins_with_its_goal_and_is_in_the_index(self) -> None:
        index = read("docs/how-to/README.md")
        pages = [Path(path).name for path in tracked("docs/how-to/*.md") if not path.endswith("README.md")]
        self.assertGreater(len(pages), 10)
        for name in pages:
            title, empty, goal = read(f"docs/how-to/{name}").splitlines()[:3]
            self.assertRegex(title, "^# [A-Z]", name)
            self.assertEqual(empty, "", name)
            self.assertRegex(goal, "^Goal: [a-z]", name)
            self.assertIn(f"({name})", index)

    def test_the_upgrade_replaces_every_service_and_the_router_first(self) -> None:
        loop = re.search(r"for service in ([a-z ]+); do", read("docs/how-to/upgrade.md"))
        self.assertIsNotNone(loop)
        names = loop[1].split() if loop else []
        self.assertEqual(sorted(names), sorted(services()))
        self.assertEqual(names[0], "router")

    def test_the_ports_follow_the_order_in_which_services_start(self) -> None:
        catalog = read("Sources/ServiceCatalog/ServiceCatalog.swift")
        order = re.findall(r'CatalogedService\(\s*"(\w+)"', catalog)
        table = first_cells(read("docs/how-to/monitor.md"), "service | port")
        self.assertEqual(table, order)


class Runbook(unittest.TestCase):
    def test_every_alert_links_to_its_section(self) -> None:
        rules = read("deploy/prometheus/alerts.yml")
        alerts = re.findall(r"- alert: (\w+)", rules)
        self.assertGreater(len(alerts), 20)
        self.assertEqual(re.findall(r"runbook: (\S+)", rules), [f"docs/runbook.md#{name.lower()}" for name in alerts])
        self.assertEqual(re.findall(r"^### (Standups\w+)$", read("docs/runbook.md"), re.MULTILINE), alerts)


class Tables(unittest.TestCase):
    def test_deploy_lists_each_of_its_files(self) -> None:
        cells = first_cells(read("deploy/README.md"), "file | contents")
        listed = [name.rstrip("/") for cell in cells for name in re.findall("`([^`]+)`", cell)]
        present = {path.split("/")[1] for path in tracked("deploy")} - {"README.md"}
        self.assertEqual(sorted(listed), sorted(present))

    def test_deploy_lists_each_image(self) -> None:
        listed = [cell.strip("`") for cell in first_cells(read("deploy/README.md"), "image | size")]
        built = re.findall(r'image\.title="(standups-[a-z]+)"', read("deploy/Dockerfile"))
        self.assertEqual(sorted(listed), sorted(built))

    def test_the_readme_lists_each_service_with_its_directory(self) -> None:
        text = read("README.md")
        listed = [cell.strip("`") for cell in first_cells(text, "service | owns")]
        self.assertEqual(sorted(listed), sorted(services()))
        for name in listed:
            self.assertTrue((ROOT / "Services" / name.capitalize()).is_dir(), name)
            self.assertIn(f"(Services/{name.capitalize()})", text)


if __name__ == "__main__":
    unittest.main()
