"""scripts/meter accounts for the CPU time of each test, enforces budgets, and ends hung tests."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import ROOT, program

meter = program("meter")

# Imitates Swift Testing: one test that computes in a child, one that waits, one that hangs on request.
FAKE = """
import json, subprocess, sys, time
events = open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w")
def write(kind, payload):
    events.write(json.dumps({"kind": kind, "payload": payload, "version": 0}) + "\\n")
    events.flush()
def test(name, body):
    identifier = f"T.{name}/run()/T.swift:1:1"
    write("test", {"id": identifier, "kind": "function"})
    write("event", {"kind": "testStarted", "testID": identifier})
    body()
    write("event", {"kind": "testEnded", "testID": identifier})
busy = "import time\\nwhile time.process_time() < 0.6: pass"
test("Busy", lambda: subprocess.run([sys.executable, "-c", busy]))
test("Waiting", lambda: time.sleep(0.3))
if "hang" in sys.argv: test("Hanging", lambda: time.sleep(600))
"""


class MeterTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "fake.py").write_text(FAKE, encoding="utf-8")

    def run_meter(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, ROOT / "scripts" / "meter", *arguments],
            check=False, capture_output=True, text=True)  # fmt: skip

    def test_time_of_children_counts_and_waiting_does_not(self) -> None:
        report = self.folder / "report.json"
        ended = self.run_meter("--report", str(report), "--", sys.executable, str(self.folder / "fake.py"))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        tests = json.loads(report.read_text(encoding="utf-8"))["tests"]
        self.assertEqual(set(tests), {"T.Busy/run()", "T.Waiting/run()"})
        self.assertGreaterEqual(tests["T.Busy/run()"], 0.5)
        self.assertLess(tests["T.Waiting/run()"], 0.3)

    def test_a_test_that_hangs_is_ended_and_named(self) -> None:
        ended = self.run_meter("--hang", "0.05", "--", sys.executable, str(self.folder / "fake.py"), "hang")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("✘ T.Hanging/run() did not end", ended.stderr)

    def test_the_status_is_that_of_the_command(self) -> None:
        self.assertEqual(self.run_meter("--", "sh", "-c", "exit 3").returncode, 3)

    def judge(self, tests: dict[str, float], each: float, all_seconds: float) -> tuple[int, str]:
        report = self.folder / "judged.json"
        report.write_text(json.dumps({"tests": tests}), encoding="utf-8")
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            return meter.judge([str(report)], each, all_seconds), errors.getvalue()

    def test_a_test_over_its_budget_fails_the_run_and_is_named(self) -> None:
        status, errors = self.judge({"T.a()": 4.9, "T.b()": 5.1}, 5, 300)
        self.assertEqual(status, 1)
        self.assertIn("T.b() used 5.1 s", errors)
        self.assertNotIn("T.a()", errors)

    def test_all_tests_over_their_budget_fail_the_run(self) -> None:
        self.assertEqual(self.judge({"T.a()": 4, "T.b()": 4}, 5, 7)[0], 1)
        self.assertEqual(self.judge({"T.a()": 4, "T.b()": 4}, 5, 9), (0, ""))

    def test_no_test_at_all_fails_the_run(self) -> None:
        self.assertEqual(self.judge({}, 5, 300)[0], 1)


if __name__ == "__main__":
    unittest.main()
