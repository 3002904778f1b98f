"""scripts/page lists the files of the page."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from support import program

page = program("page")

FILES = {
    "Services/Focus/Page/part.js": "import { reduce } from '../../Gateway/Page/reduce.js';\n",
    "Services/Focus/Page/types.d.ts": "interface State {}\n",
    "Services/Focus/Service/Page/other.js": "",
    "Services/Gateway/Page/index.html": '<head>\n<link rel="modulepreload" href="{assets}/old.js">\n</head>\n',
    "Services/Gateway/Page/main.js": "import { reduce } from './reduce.js';\nvoid import('../../Focus/Page/part.js');\n",
    "Services/Gateway/Page/reduce.js": "export { a } from './view-parts.js';\n",
    "Services/Gateway/Page/sw.js": "const files = [\n  'old.js',\n];\n",
    "Services/Gateway/Page/view-parts.js": "",
    "Sources/CPage/CPage.c": "",
}


class PageTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        for path, text in FILES.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def run_script(self, is_check: bool = False) -> tuple[int, str]:
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            return page.run(self.root, is_check), errors.getvalue()

    def test_it_embeds_each_file_that_a_browser_loads(self) -> None:
        self.assertEqual(self.run_script(), (0, ""))
        text = (self.root / page.EMBEDDED).read_text(encoding="utf-8")
        served = ["Focus/Page/part.js", "Gateway/Page/index.html", "Gateway/Page/main.js", "Gateway/Page/reduce.js",
                  "Gateway/Page/sw.js", "Gateway/Page/view-parts.js"]
        self.assertEqual([line.split('"')[1] for line in text.splitlines() if line.startswith("    {")], served)
        self.assertEqual([line.split('"')[1] for line in text.splitlines() if line.startswith("#embed")],
                         [f"../../Services/{name}" for name in served])
        self.assertIn('{"Gateway/Page/view-parts.js", Gateway_Page_view_parts_js, sizeof(Gateway_Page_view_parts_js)}', text)

    def test_the_shell_names_the_modules_that_are_loaded_at_the_start(self) -> None:
        self.run_script()
        links = "".join(page.PRELOAD % f"Gateway/Page/{name}.js" for name in ("main", "reduce", "view-parts"))
        self.assertEqual((self.root / page.SHELL).read_text(encoding="utf-8"), f"<head>\n{links}</head>\n")

    def test_the_service_worker_names_the_files_below_the_path_of_the_assets(self) -> None:
        self.run_script()
        kept = "".join(f"  '{name}',\n" for name in ("Focus/Page/part.js", *(f"Gateway/Page/{name}.js" for name in ("main", "reduce", "view-parts"))))
        self.assertEqual((self.root / page.WORKER).read_text(encoding="utf-8"), f"const files = [\n{kept}];\n")

    def test_a_check_writes_nothing_and_reports_files_that_are_not_current(self) -> None:
        self.assertEqual(self.run_script(is_check=True), (1, f"Not current: {page.EMBEDDED}, {page.SHELL}, {page.WORKER}. Run scripts/page.\n"))
        self.assertEqual((self.root / page.EMBEDDED).read_text(encoding="utf-8"), "")
        self.run_script()
        self.assertEqual(self.run_script(is_check=True), (0, ""))
        self.write("Services/Focus/Page/words.js", "")
        self.assertEqual(self.run_script(is_check=True), (1, f"Not current: {page.EMBEDDED}, {page.WORKER}. Run scripts/page.\n"))

    def test_a_file_of_an_unknown_type_and_a_missing_import_are_reported(self) -> None:
        self.write("Services/Focus/Page/notes.txt", "")
        status, text = self.run_script()
        self.assertEqual((status, text.split(";")[0]), (65, "The gateway does not serve Services/Focus/Page/notes.txt"))
        (self.root / "Services/Focus/Page/notes.txt").unlink()
        self.write("Services/Gateway/Page/reduce.js", "import { b } from './gone.js';\n")
        self.assertEqual(self.run_script(), (65, "Services/Gateway/Page/reduce.js imports ./gone.js, which is missing.\n"))


if __name__ == "__main__":
    unittest.main()
