"""scripts/words finds wording that has to be decoded, in the lines that changed and in commit subjects."""

from __future__ import annotations

import contextlib
import io
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support import program

words = program("words")


class Files(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)

    def found(self, name: str, source: str) -> list[tuple[str, str]]:
        """Line and matched words of each finding in a file of this name."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        with mock.patch.object(words, "ROOT", self.root):
            return [(finding.place.partition(":")[2], finding.found) for finding in words.findings(path)]

    def test_swift_comments_and_strings_are_read_and_code_is_not(self) -> None:
        source = '/// Whether it runs.\nlet told = "nobody \\"left\\"" // by itself\nlet text = """\n  whoever\n  """\n'
        self.assertEqual(
            self.found("Sources/A.swift", source),
            [("1", "Whether"), ("2", "nobody"), ("2", "by itself"), ("4", "whoever")],
        )

    def test_strings_of_tests_are_inputs_and_are_not_read(self) -> None:
        self.assertEqual(self.found("Tests/A.swift", 'say("nobody") // nobody\n'), [("1", "nobody")])

    def test_a_comment_mark_within_a_string_begins_no_comment(self) -> None:
        self.assertEqual(self.found("Sources/a.js", 'const url = "https://x"; const told = 1\n'), [])

    def test_python_docstrings_comments_and_strings(self) -> None:
        source = 'def told():\n    """Of two, one."""\n    return f"{told} is away"  # nobody\n'
        self.assertEqual(self.found("a.py", source), [("2", "Of "), ("3", "is away"), ("3", "nobody")])

    def test_markdown_outside_of_code(self) -> None:
        source = "| Where it is |\n\n```sh\necho nobody\n```\nSay `nobody` or anew.\n"
        self.assertEqual(self.found("a.md", source), [("1", "Where"), ("6", "anew")])

    def test_shell_comments_and_messages(self) -> None:
        source = '#!/usr/bin/env bash\n# nobody\nnobody=1\ndie 1 "anew"\n'
        self.assertEqual(self.found("run", source), [("2", "nobody"), ("4", "anew")])

    def test_questions_and_set_phrases_are_left_alone(self) -> None:
        source = "What is it? Who decides? Of course. There is no longer a way. Whether it holds?\n"
        self.assertEqual(self.found("a.md", source), [])

    def test_binary_files_and_unknown_kinds_are_left_alone(self) -> None:
        (self.root / "a.swift").write_bytes(b"\xff\xfe nobody")
        self.assertEqual(list(words.findings(self.root / "a.swift")), [])
        self.assertEqual(self.found("a.csv", "nobody\n"), [])

    def test_every_rule_has_an_example_that_it_finds(self) -> None:
        examples = {
            "what … as a noun": "It does what was asked.",
            "What, How many, Whether": "How many it holds.",
            "whoever, Who …": "Whoever asks.",
            "somebody, nobody": "Nobody knows.",
            "told": "It is told.",
            "is taken": "It is taken.",
            "is no": "That is no number.",
            "anew": "It begins anew.",
            "unless told": "Unless told otherwise.",
            "Of … first": "Of two it is one.",
            "is away": "The router is away.",
            "Where for If": "Where there is one.",
            "he, his": "It is his.",
            "glossary: dead-letter queue": "The dead letter office.",
            "glossary: idempotency store": "The reply book.",
            "glossary: message trace": "The flight recorder.",
            "glossary: durability watermark": "The promise mark.",
            "glossary: fault injection": "Faults at random.",
            "glossary: directory": "The folder.",
            "glossary: heartbeat": "Two beats.",
            "glossary: fix": "It mends them.",
        }
        self.assertEqual(list(examples), [rule.name for rule in words.RULES])
        for rule in words.RULES:
            self.assertRegex(examples[rule.name], rule.pattern)


class Commits(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("docs: begin", "Nobody is here.\nPlain.\n")
        self.base = self.git("rev-parse", "HEAD").strip()

    def git(self, *arguments: str) -> str:
        settings = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        return subprocess.run(
            ["git", "-C", str(self.root), *settings, *arguments], check=True, capture_output=True, text=True
        ).stdout

    def commit(self, subject: str, content: str) -> None:
        (self.root / "a.md").write_text(content, encoding="utf-8")
        self.git("add", "a.md")
        self.git("commit", "--quiet", "--message", subject)

    def run_words(self, *arguments: str) -> tuple[int, str]:
        errors = io.StringIO()
        with mock.patch.object(words, "ROOT", self.root), contextlib.redirect_stderr(errors):
            try:
                status = words.main(list(arguments))
            except SystemExit as exit:
                status = int(exit.code or 0)
        return status, errors.getvalue()

    def test_only_changed_lines_are_checked(self) -> None:
        self.commit("docs: say more", "Nobody is here.\nPlain words.\n")
        self.assertEqual(self.run_words("--since", self.base), (0, ""))
        self.commit("docs: say it again", "Nobody is here.\nIt is told.\n")
        status, errors = self.run_words("--since", self.base)
        self.assertEqual(status, 1)
        self.assertIn("a.md:2: “told”", errors)
        self.assertNotIn("a.md:1", errors)

    def test_changes_that_are_not_committed_are_checked(self) -> None:
        (self.root / "a.md").write_text("Whoever.\n", encoding="utf-8")
        self.assertEqual(self.run_words("--since", self.base)[0], 1)

    def test_the_revision_comes_from_the_file(self) -> None:
        (self.root / ".ci").mkdir()
        (self.root / ".ci/words").write_text(self.base + "  # why\n", encoding="utf-8")
        self.assertEqual(self.run_words(), (0, ""))

    def test_commit_subjects_are_checked(self) -> None:
        self.commit("Say what was told", "Plain.\n")
        status, errors = self.run_words("--since", self.base)
        self.assertEqual(status, 1)
        self.assertIn("expected “area: imperative”", errors)
        self.assertIsNone(words.subject_problem("web-client: send “again”"))
        self.assertIsNotNone(words.subject_problem("docs: " + "x" * 60))

    def test_a_missing_revision_is_an_error(self) -> None:
        status, errors = self.run_words("--since", "0" * 40)
        self.assertEqual(status, 69)
        self.assertIn("is missing", errors)

    def test_a_copy_without_a_history_says_that_nothing_was_checked(self) -> None:
        (self.root / ".git").rename(self.root / "elsewhere")
        status, errors = self.run_words("--since", self.base)
        self.assertEqual(status, 0)
        self.assertIn("No wording was checked", errors)

    def test_wrong_calls_say_so(self) -> None:
        self.assertEqual(self.run_words("--nonsense")[0], 64)
        status, errors = self.run_words(str(self.root / "missing"))
        self.assertEqual(status, 64)
        self.assertIn("is not a file", errors)


if __name__ == "__main__":
    unittest.main()
