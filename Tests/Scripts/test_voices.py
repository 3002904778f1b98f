"""scripts/speech/voices.py cuts the speaker network out of the engine's library."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from support import ROOT

SPEC = importlib.util.spec_from_file_location("voices", ROOT / "scripts/speech/voices.py")
voices = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(voices)

NETWORK = b"\x14\0\0\0ORTM" + bytes(range(200))
# Another network comes first, and an identifier at the very end.
LIBRARY = b"\x7fELF" + b"\x18\0\0\0ORTM" + bytes(300) + NETWORK + bytes(40) + b"ORTM"


class VoicesTests(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.engine = Path(scratch.name)
        (self.engine / "moonshine_voice").mkdir()
        (self.engine / voices.LIBRARY).write_bytes(LIBRARY)
        self.manifest = {"models": ["tiny-en"], "files": {"a": {"bytes": 1, "sha256": "b"}}}
        (self.engine / voices.MANIFEST).write_text(json.dumps(self.manifest), encoding="utf-8")
        for name, value in (("BYTES", len(NETWORK)), ("SHA256", hashlib.sha256(NETWORK).hexdigest())):
            change = patch.object(voices, name, value)
            change.start()
            self.addCleanup(change.stop)

    def test_the_network_is_written_and_listed(self) -> None:
        self.assertIsNotNone(voices.check(self.engine))
        self.assertIsNone(voices.write(self.engine))
        self.assertIsNone(voices.check(self.engine))
        self.assertEqual((self.engine / voices.NETWORK).read_bytes(), NETWORK)
        self.assertIn("Creative Commons", (self.engine / voices.LICENSE).read_text(encoding="utf-8"))
        manifest = json.loads((self.engine / voices.MANIFEST).read_text(encoding="utf-8"))
        self.assertEqual(set(manifest["files"]), {"a", voices.NETWORK, voices.LICENSE})
        self.assertEqual(manifest["files"][voices.NETWORK]["bytes"], len(NETWORK))
        self.assertEqual(manifest["models"], ["tiny-en"])

    def test_a_damaged_network_is_written_again(self) -> None:
        voices.write(self.engine)
        (self.engine / voices.NETWORK).write_bytes(NETWORK[:-1] + b"\xff")
        self.assertIsNotNone(voices.check(self.engine))
        self.assertIsNone(voices.write(self.engine))
        self.assertIsNone(voices.check(self.engine))

    def test_a_library_without_the_network_changes_nothing(self) -> None:
        (self.engine / voices.LIBRARY).write_bytes(LIBRARY.replace(NETWORK, NETWORK[:-1] + b"\0"))
        before = (self.engine / voices.MANIFEST).read_bytes()
        self.assertIn("does not contain", voices.write(self.engine))
        self.assertFalse((self.engine / voices.NETWORK).exists())
        self.assertEqual((self.engine / voices.MANIFEST).read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
