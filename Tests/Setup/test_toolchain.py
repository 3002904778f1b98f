"""scripts/toolchain downloads Swift, here from a local server instead of swift.org.

    python3 -m unittest discover Tests/Setup

Its archive is a small one with a program that only prints its version, signed by a key that is created here.
"""

from __future__ import annotations

import io
import os
import pty
import random
import re
import subprocess
import tarfile
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLCHAIN = ROOT / "scripts/toolchain"
PROGRAM = b"#!/bin/sh\necho 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'\n"


def archive(program: bytes = PROGRAM) -> bytes:
    """An archive in the layout of swift.org: a directory that contains usr/bin. Random data makes it long enough to
    be truncated."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, data, mode in [("usr/bin/swift", program, 0o755),
                                 ("usr/lib/noise", random.Random(1).randbytes(300_000), 0o644)]:
            entry = tarfile.TarInfo(f"swift-6.3.1-RELEASE-any/{name}")
            entry.size, entry.mode = len(data), mode
            tar.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


class Site:
    """The server: its files and its faults."""

    def __init__(self, keys: bytes, sign) -> None:
        self.archive = archive()
        self.files = {"sig": sign(self.archive), "keys": keys}
        #: Number of transfers of the archive that are cut off in the middle.
        self.cuts = 0
        #: The claimed size of the archive.
        self.claims: int | None = None
        self.ranges: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_HEAD(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", str(site.claims or len(site.archive)))
                self.end_headers()

            def do_GET(self) -> None:
                if self.path.endswith(".tar.gz"):
                    return site.send(self)
                data = site.files["sig" if self.path.endswith(".sig") else "keys"]
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def send(self, request: BaseHTTPRequestHandler) -> None:
        asked = request.headers.get("Range")
        begin = int(re.fullmatch(r"bytes=(\d+)-", asked)[1]) if asked else 0
        if asked:
            self.ranges.append(asked)
        rest = self.archive[begin:]
        request.send_response(206 if asked else 200)
        if asked:
            request.send_header("Content-Range", f"bytes {begin}-{len(self.archive) - 1}/{len(self.archive)}")
        request.send_header("Content-Length", str(len(rest)))
        request.end_headers()
        if self.cuts > 0:
            self.cuts -= 1
            rest = rest[: len(rest) // 2]
        request.wfile.write(rest)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Toolchain(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        # A short path: gpg creates a socket there.
        cls.folder = tempfile.TemporaryDirectory(prefix="standups-")
        cls.gnupg = Path(cls.folder.name) / "gnupg"
        cls.gnupg.mkdir(mode=0o700)
        cls.signer, cls.other = (cls._make_key(f"{name} <{name}@example.org>") for name in ("Swift", "Mallory"))
        cls.keys = cls._gpg("--armor", "--export")
        # All tools except Swift, wherever that is installed.
        cls.tools = Path(cls.folder.name) / "bin"
        cls.tools.mkdir()
        for program in [*Path("/bin").iterdir(), *Path("/usr/bin").iterdir()]:
            link = cls.tools / program.name
            if not program.name.startswith("swift") and not link.is_symlink():
                link.symlink_to(program)

    @classmethod
    def tearDownClass(cls) -> None:
        subprocess.run(["gpgconf", "--homedir", cls.gnupg, "--kill", "all"], check=False)
        cls.folder.cleanup()

    @classmethod
    def _gpg(cls, *words: str, text: bytes = b"") -> bytes:
        return subprocess.run(["gpg", "--homedir", cls.gnupg, "--batch", "--quiet", *words], input=text, check=True,
                              capture_output=True).stdout

    @classmethod
    def _make_key(cls, name: str) -> str:
        cls._gpg("--passphrase", "", "--quick-generate-key", name, "ed25519", "sign")
        listed = cls._gpg("--with-colons", "--list-keys", name).decode()
        return re.search(r"^fpr:+([0-9A-F]{40}):", listed, re.MULTILINE)[1]

    @classmethod
    def sign(cls, data: bytes, key: str | None = None) -> bytes:
        return cls._gpg("--local-user", key or cls.signer, "--detach-sign", text=data)

    def setUp(self) -> None:
        self.site = Site(self.keys, self.sign)
        self.addCleanup(self.site.close)
        home = tempfile.TemporaryDirectory(prefix="standups-")
        self.addCleanup(home.cleanup)
        self.home = Path(home.name)
        self.installed = self.home / ".cache/standups/swift/6.3.1/usr/bin/swift"

    def environment(self) -> dict[str, str]:
        return {"PATH": str(self.tools), "HOME": str(self.home), "STANDUPS_SWIFT_SITE": self.site.url,
                "STANDUPS_SWIFT_SIGNER": self.signer, "no_proxy": "127.0.0.1"}

    def run_it(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([TOOLCHAIN, *words], env=self.environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60, check=False)

    def left(self) -> set[str]:
        """Names in the cache, except the installed version."""
        return {path.name for path in (self.home / ".cache/standups/swift").iterdir()} - {".lock", "6.3.1"}

    def refused(self, result: subprocess.CompletedProcess[str], code: int, words: str) -> None:
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertIn(words, result.stderr)
        self.assertFalse(self.installed.exists())

    # --- success

    def test_it_is_fetched_and_used(self) -> None:
        self.refused(self.run_it("--check"), 69, "Swift is missing")
        result = self.run_it("--yes")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("signed with Swift's key", result.stderr)
        self.assertTrue(self.installed.exists())
        self.assertEqual(self.left(), set())
        # From then on all scripts find it there, and nothing is downloaded.
        self.site.archive = b""
        again = self.run_it("--yes")
        self.assertEqual((again.returncode, again.stderr.strip()), (0, "ok   Swift 6.3.1"))

    def test_a_cut_transfer_goes_on(self) -> None:
        self.site.cuts = 2
        result = self.run_it("--yes")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.site.ranges), 2)
        self.assertTrue(self.installed.exists())

    def test_it_is_asked_on_a_terminal(self) -> None:
        for answer, code in ((b"n\n", 69), (b"\n", 0)):
            main, terminal = pty.openpty()
            with subprocess.Popen([TOOLCHAIN], env=self.environment(), stdin=terminal, stdout=terminal,
                                  stderr=terminal, start_new_session=True) as process:
                os.close(terminal)
                os.write(main, answer)
                said = b""
                while True:
                    try:
                        said += os.read(main, 4096)
                    except OSError:  # the other end is closed
                        break
            os.close(main)
            self.assertEqual(process.returncode, code, said)
            self.assertIn(b"Download version 6.3.1", said)

    # --- failures

    def test_nobody_is_asked_without_a_terminal(self) -> None:
        self.refused(self.run_it(), 69, "scripts/setup --yes")

    def test_a_transfer_that_is_always_cut_is_kept(self) -> None:
        self.site.cuts = 100
        self.refused(self.run_it("--yes"), 69, "Run this again to resume it")
        self.site.cuts = 0
        self.assertEqual(self.run_it("--yes").returncode, 0)
        self.assertEqual(self.left(), set())

    def test_another_signature_is_refused(self) -> None:
        for signed in (self.sign(archive(b"#!/bin/sh\n")), self.sign(self.site.archive, self.other), b"nothing"):
            self.site.files["sig"] = signed
            self.refused(self.run_it("--yes"), 65, "is not signed with Swift's key")
            self.assertEqual(self.left(), set())

    def test_a_disk_that_is_too_small_is_known_before(self) -> None:
        self.site.claims = 10**14
        self.refused(self.run_it("--yes"), 73, "Not enough space for Swift")
        self.assertEqual(self.site.ranges, [])

    def test_no_server(self) -> None:
        self.site.close()
        self.refused(self.run_it("--yes"), 69, "STANDUPS_SWIFT_SITE for a mirror")


if __name__ == "__main__":
    unittest.main()
