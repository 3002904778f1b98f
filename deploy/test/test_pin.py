#!/usr/bin/env python3
"""deploy/pin, with a script instead of docker. Run by check-manifests."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Pulls all images except those that DOCKER_REFUSES names, and has a digest for all except those that DOCKER_MADE
#: names.
DOCKER = """#!/bin/sh
image=$(eval echo "\\$$#")
case $1 in
  pull) [ "$image" != "$DOCKER_REFUSES" ] || { echo "no route to the registry" >&2; exit 1; } ;;
  image) [ "$image" = "$DOCKER_MADE" ] || { echo "another@sha256:0"; echo "${image%:*}@sha256:$DOCKER_DIGEST"; } ;;
esac
"""


class Pinning(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "settings"
        docker = self.folder / "docker"
        docker.write_text(DOCKER, encoding="utf-8")
        docker.chmod(0o755)
        files = [ROOT / "docker-compose.yml", *(ROOT / "deploy").glob("*.yml")]
        self.variables = set(re.findall(r"\$\{(STANDUPS_[A-Z]+_IMAGE):-", "".join(map(Path.read_text, files))))

    def pin(self, *arguments: str, digest: str = "1a", **settings: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **settings, "PATH": f"{self.folder}:{os.environ['PATH']}", "DOCKER_DIGEST": digest}
        return subprocess.run([ROOT / "deploy/pin", *arguments, self.file], env=environment, capture_output=True,
                              text=True, check=False)

    def settings(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.file.read_text(encoding="utf-8").splitlines())

    def test_every_image_of_others_is_written_by_its_digest(self) -> None:
        self.assertEqual(self.pin().returncode, 0)
        self.assertEqual(self.settings().keys(), self.variables)
        self.assertEqual(self.settings()["STANDUPS_NGINX_IMAGE"], "nginx@sha256:1a")

    def test_other_settings_stay_and_old_digests_go(self) -> None:
        self.file.write_text("STANDUPS_TAG=1\nSTANDUPS_NGINX_IMAGE=nginx@sha256:0\n", encoding="utf-8")
        self.assertEqual(self.pin(digest="2b").returncode, 0)
        self.assertEqual(self.settings()["STANDUPS_TAG"], "1")
        self.assertEqual(self.settings()["STANDUPS_NGINX_IMAGE"], "nginx@sha256:2b")

    def test_check_fails_once_a_tag_has_moved(self) -> None:
        self.assertEqual(self.pin("--check").returncode, 1)
        self.assertFalse(self.file.exists())
        self.pin()
        self.assertEqual(self.pin("--check").returncode, 0)
        moved = self.pin("--check", digest="2b")
        self.assertEqual(moved.returncode, 1)
        self.assertIn("STANDUPS_NATS_IMAGE=nats@sha256:2b", moved.stderr)

    def test_what_cannot_be_pulled_or_was_made_here_changes_nothing(self) -> None:
        self.file.write_text("STANDUPS_TAG=1\n", encoding="utf-8")
        refused = self.pin(DOCKER_REFUSES="nginx:stable")
        self.assertEqual(refused.returncode, 69)
        self.assertIn("nginx:stable cannot be pulled: no route to the registry", refused.stderr)
        made = self.pin(DOCKER_MADE="nginx:stable")
        self.assertEqual(made.returncode, 65)
        self.assertIn("nginx:stable has no registry digest", made.stderr)
        self.assertEqual(self.settings(), {"STANDUPS_TAG": "1"})


if __name__ == "__main__":
    unittest.main(verbosity=0)
