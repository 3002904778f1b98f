"""scripts/steps runs plans, names failures, continues after them, and resumes."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import ROOT, program

steps = program("steps")


class NamesOfFailedTests(unittest.TestCase):
    def test_each_runner_s_failures_are_found(self) -> None:
        log = """
✔ Test fine() passed after 0.001 seconds.
✘ Test broken() recorded an issue at A.swift:1:1: Expectation failed: (1) == 2
✘ Test broken() failed after 0.1 seconds with 1 issue.
✘ Test many(seed:) with 3 test cases failed after 0.1 seconds with 1 issue.
✘ Suite Broken failed after 0.2 seconds with 1 issue.
✘ Test run with 2 tests in 1 suite failed after 0.2 seconds with 1 issue.
✘ T.slow() used 6.0 s of CPU time; its budget is 5 s.
FAIL: test_of_unittest (a.B.test_of_unittest)
FAILED tests/test_a.py::test_of_pytest - assert 1 == 2
not ok 3 - of node
SUMMARY: ThreadSanitizer: data race A.swift:3 in f()
\x1b[91m✘\x1b[0m Test coloured() failed after 0.1 seconds with 1 issue.
"""
        self.assertEqual(
            steps.failed_tests(log),
            [
                "broken()", "many(seed:)", "T.slow()", "test_of_unittest (a.B.test_of_unittest)",
                "tests/test_a.py::test_of_pytest", "of node", "ThreadSanitizer: data race A.swift:3 in f()", "coloured()",
            ],
        )  # fmt: skip

    def test_without_a_test_the_script_s_error_stands(self) -> None:
        self.assertEqual(steps.failed_tests("error: first\nerror: Swift is missing.\n"), ["Swift is missing."])
        self.assertEqual(steps.failed_tests("all is well\n"), [])


class Plans(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def plan(self, text: str) -> Path:
        path = self.folder / "plan.toml"
        path.write_text(text, encoding="utf-8")
        return path

    def step(self, name: str, run: str, more: str = "") -> str:
        return f'[[step]]\nname = "{name}"\nrun = "{run}"\nminutes = 1\n{more}\n'

    def run_plan(self, text: str, *, resume: bool = False) -> object:
        run = steps.Run(steps.read_plan(self.plan(text)), self.folder, 2)
        if resume:
            run.resume()
        run.work()
        return run

    def verdicts(self, run: object) -> dict[str, str]:
        return {name: result.verdict for name, result in run.results.items()}  # type: ignore[attr-defined]

    def test_a_failure_leaves_out_only_dependents(self) -> None:
        text = self.step("a", "echo FAIL: test_x; false") + self.step("b", "true", 'needs = ["a"]') + self.step("c", "true")
        run = self.run_plan(text)
        self.assertEqual(self.verdicts(run), {"a": "failed", "b": "not run", "c": "passed"})
        self.assertEqual(run.results["a"].failed, ["test_x"])  # type: ignore[attr-defined]
        self.assertIn("needs a", run.table())  # type: ignore[attr-defined]

    def test_a_test_that_failed_once_is_shown(self) -> None:
        # In the output of these tests, the line would count as theirs.
        with contextlib.redirect_stdout(io.StringIO()):
            run = self.run_plan(self.step("a", "echo FAIL: test_x; echo REPEATED: test_x"))
        self.assertEqual(self.verdicts(run), {"a": "passed"})
        self.assertIn("failed once: test_x", run.table())  # type: ignore[attr-defined]

    def test_a_step_that_hangs_is_ended(self) -> None:
        text = '[[step]]\nname = "a"\nrun = "sleep 600"\nminutes = 0.005\n'
        self.assertEqual(self.verdicts(self.run_plan(text)), {"a": "hung"})

    def test_a_resumed_run_repeats_only_the_steps_that_failed(self) -> None:
        trace = self.folder / "trace"
        text = self.step("a", f"echo a >>{trace}") + self.step("b", f"echo b >>{trace}; test -e {self.folder}/fixed")
        self.assertFalse(self.run_plan(text).whole())  # type: ignore[attr-defined]
        (self.folder / "fixed").touch()
        self.assertTrue(self.run_plan(text, resume=True).whole())  # type: ignore[attr-defined]
        self.assertEqual(sorted(trace.read_text(encoding="utf-8").split()), ["a", "b", "b"])

    def test_results_of_another_tree_do_not_count(self) -> None:
        self.run_plan(self.step("a", "true"))
        state = self.folder / "state.json"
        state.write_text(state.read_text(encoding="utf-8").replace(steps.tree(), "other"), encoding="utf-8")
        run = steps.Run(steps.read_plan(self.plan(self.step("a", "true"))), self.folder, 2)
        run.resume()
        self.assertEqual(len(run.waiting), 1)

    def test_a_step_that_runs_alone_meets_no_other(self) -> None:
        mark = self.folder / "mark"
        text = self.step("a", f"mkdir {mark} && sleep 0.5 && rmdir {mark}") + self.step("b", f"! test -e {mark}", "alone = true")
        self.assertEqual(self.verdicts(self.run_plan(text)), {"a": "passed", "b": "passed"})

    def test_chosen_steps_keep_their_order_and_run_alone(self) -> None:
        text = self.step("a", "true") + self.step("b", "true", 'needs = ["a"]') + self.step("c", "true", 'needs = ["a", "b"]\nalone = true')
        steps_of_plan = steps.read_plan(self.plan(text))
        self.assertEqual(
            [(step.name, step.needs, step.alone) for step in steps.chosen(steps_of_plan, ["c", "b"])],
            [("b", [], False), ("c", ["b"], True)],
        )

    def test_chosen_steps_keep_their_order_across_steps_that_are_not_chosen(self) -> None:
        text = self.step("a", "true") + self.step("b", "true", 'needs = ["a"]') + self.step("c", "true", 'needs = ["b"]')
        chosen = steps.chosen(steps.read_plan(self.plan(text)), ["a", "c"])
        self.assertEqual([(step.name, step.needs) for step in chosen], [("a", []), ("c", ["a"])])

    def test_a_plan_that_runs_in_parts_is_whole_in_the_end(self) -> None:
        plan = steps.read_plan(self.plan(self.step("a", "true") + self.step("b", "true")))
        for name in ("a", "b"):
            steps.Run(steps.chosen(plan, [name]), self.folder, 2).work()
        run = steps.Run(plan, self.folder, 2)
        run.resume()
        self.assertEqual(run.waiting, [])
        self.assertEqual(self.verdicts(run), {"a": "passed", "b": "passed"})

    def test_a_plan_that_needs_an_unknown_step_is_refused(self) -> None:
        with self.assertRaisesRegex(SystemExit, "needs “x”"):
            steps.read_plan(self.plan(self.step("a", "true", 'needs = ["x"]')))

    def test_both_plans_of_the_project_are_sound(self) -> None:
        for name in ("gate", "verify"):
            plan = steps.read_plan(ROOT / ".ci" / f"{name}.toml")
            self.assertGreater(len(plan), 10)
            for step in plan:
                program = step.run.split()[0]
                if "/" in program and "=" not in program:
                    self.assertTrue((ROOT / program).exists(), program)

    def test_a_wrong_call_has_its_own_status(self) -> None:
        for arguments in (["--only", "nothing", ".ci/gate.toml"], ["--what"]):
            ended = subprocess.run([sys.executable, "scripts/steps", *arguments], check=False, cwd=ROOT, capture_output=True)
            self.assertEqual(ended.returncode, 64, ended.stderr)


if __name__ == "__main__":
    unittest.main()
