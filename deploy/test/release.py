"""Makes a release of a clone, publishes it to registries on this machine, and installs every part from there."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True

from harness.project import free_ports  # noqa: E402
from harness.shell import Failed, run, say  # noqa: E402
from registries import ImageRegistry, NpmRegistry, PythonIndex  # noqa: E402
from releasing.versions import UNRELEASED, Version, entries, unreleased  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]

#: The version of the clone, so that the version of the programs at hand is the next one.
LOWER = "0.0.0"
KEY = "release-test@localhost"


def part(name: str, body: Callable[[], None]) -> None:
    begin = time.monotonic()
    body()
    say(f"  ok   {name} ({time.monotonic() - begin:.1f} s)")


def expect(condition: object, sentence: str) -> None:
    if not condition:
        raise Failed(sentence)


class Test:
    """The way of a release from a clone to the machines of its users."""

    def __init__(self, scratch: Path, binaries: Path, images: bool) -> None:
        self.scratch, self.binaries, self.with_images = scratch, binaries, images
        self.with_npm = shutil.which("npm") is not None
        self.version = Version.parse(run([str(ROOT / "scripts/version")]).stdout.strip())
        self.clone, self.output = scratch / "clone", scratch / "release"
        self.npm = NpmRegistry()
        index_port, image_port = free_ports(2)
        self.index = PythonIndex(scratch, index_port)
        self.registry = ImageRegistry(scratch, image_port) if images else None
        #: Images of the release have names of their own on this machine.
        self.images = f"standups-release-test-{os.getpid()}"
        home = scratch / "gpg"
        home.mkdir(mode=0o700)
        (scratch / "npmrc").write_text(f"//{self.npm.host}/:_authToken=test\n", encoding="utf-8")
        os.environ.update({
            "GNUPGHOME": str(home), "TWINE_USERNAME": "test", "TWINE_PASSWORD": "test", "STANDUPS_IMAGES": self.images,
            "npm_config_userconfig": str(scratch / "npmrc"), "npm_config_cache": str(scratch / "npm"),
        })
        self.targets = ["--index", self.index.url]
        if self.with_npm:
            self.targets += ["--npm-registry", self.npm.url]
        if self.registry:
            self.targets += ["--registry", f"{self.registry.host}/team"]

    def release(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs scripts/release of the clone; its progress is shown."""
        return subprocess.run([self.clone / "scripts/release", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              text=True, check=False)

    def refused(self, sentence: str, *arguments: str) -> None:
        """Expects scripts/release to end with 1 and this sentence."""
        ended = run([str(self.clone / "scripts/release"), *arguments], check=False)
        expect(ended.returncode == 1 and sentence in ended.stderr, f"refused with “{sentence}”: {ended.returncode}, {ended.stderr}")

    # --- in this order

    def prepare(self) -> None:
        run(["git", "clone", "--quiet", str(ROOT), str(self.clone)])
        run(["git", "checkout", "--quiet", "-B", "main"], cwd=str(self.clone))
        for name, value in (("user.name", "Release test"), ("user.email", KEY), ("commit.gpgSign", "false")):
            run(["git", "config", name, value], cwd=str(self.clone))
        run([str(self.clone / "scripts/version"), "--set", LOWER])
        changelog = self.clone / "CHANGELOG.md"
        text = changelog.read_text(encoding="utf-8")
        if not entries(unreleased(text) or ""):
            changelog.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n\n- A test.", 1), encoding="utf-8")
        run(["git", "commit", "--quiet", "--all", "--message", "release: prepare a test"], cwd=str(self.clone))
        run(["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", KEY, "ed25519"])

    def make(self) -> None:
        without = [] if self.registry else ["--skip", "images"]
        ended = self.release(str(self.version), "--output", str(self.output), "--binaries", str(self.binaries), "--sign", KEY,
                             "--publish", *self.targets, *without)
        expect(ended.returncode == 0, f"scripts/release ended with {ended.returncode}; expected 0")
        for line in ended.stdout.splitlines():
            say(f"       {line}")
        log = run(["git", "log", "-1", "--format=%s %D"], cwd=str(self.clone)).stdout
        expect(self.version.tag in log and "-> main" in log, f"the tag is at the head of main: {log}")
        run(["git", "verify-tag", self.version.tag], cwd=str(self.clone))

    def refuse(self) -> None:
        self.refused(f"The tag {self.version.tag} already exists.", str(self.version), "--dry-run", "--skip", "images")

    def verify(self) -> None:
        expect(self.release("--verify", str(self.output), "--sign", KEY).returncode == 0, "the release is valid")
        changed = self.scratch / "changed"
        shutil.copytree(self.output, changed)
        with next(changed.glob("*.whl")).open("r+b") as file:
            file.write(b"\0")
        self.refused("-py3-none-any.whl differs from its checksum in SHA256SUMS.", "--verify", str(changed))

    def publish_again(self) -> None:
        ended = self.release("--publish", str(self.output), *self.targets)
        expect(ended.returncode == 0 and "is already at" in ended.stdout, f"publishing again leaves everything as it is: {ended.stdout}")

    def python(self) -> None:
        environment = self.scratch / "python-user"
        run([sys.executable, "-m", "venv", str(environment)])
        # Its dependencies come from PyPI; the client only from the index under test.
        for dependency in self._dependencies():
            run([str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", dependency])
        run([str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--index-url",
             self.index.simple, f"standups-client=={self.version.python}"])
        run([str(environment / "bin/pip"), "check"])
        printed = run([str(environment / "bin/python"), "-c",
                       "import importlib.metadata, standups; print(importlib.metadata.version('standups-client'), standups.Client.__name__)"])
        expect(printed.stdout.split() == [self.version.python, "Client"], f"the client is there: {printed.stdout}")

    def _dependencies(self) -> list[str]:
        sbom = json.loads((self.output / f"standups-{self.version}.spdx.json").read_text(encoding="utf-8"))
        return [package["name"] for package in sbom["packages"] if package["SPDXID"] == "SPDXRef-pypi-pyzmq"]

    def javascript(self) -> None:
        user = self.scratch / "javascript-user"
        user.mkdir()
        (user / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
        run(["npm", "install", "--registry", self.npm.url, "--no-audit", "--no-fund", "standups-client"], cwd=str(user))
        listed = json.loads(run(["npm", "ls", "--json"], cwd=str(user)).stdout)["dependencies"]["standups-client"]
        expect(listed["version"] == str(self.version), f"npm installed {listed}")
        (user / "use.js").write_text("import { Client } from 'standups-client';\nconsole.log(typeof Client.login);\n", encoding="utf-8")
        expect(run(["node", "use.js"], cwd=str(user)).stdout == "function\n", "the module can be imported")

    def pull(self) -> None:
        if self.registry is None:
            return
        names = [row["name"] for row in json.loads((self.output / "images.json").read_text(encoding="utf-8"))]
        for name in names:
            tags = self.registry.tags(f"team/{name}")
            expect(tags == {str(self.version), "latest"}, f"{name} has the tags {sorted(tags)}")
        # Nothing of the release stays on this machine, so they are pulled.
        self._remove_images()
        for name, program in (("standups-cli", "standups"), ("standups-router", "router-service")):
            image = f"{self.registry.host}/team/{name}:{self.version}"
            run(["docker", "pull", "--quiet", image], timeout=600)
            printed = run(["docker", "run", "--rm", "--network", "none", image, "--version"]).stdout.strip()
            expect(printed == f"{program} {self.version}", f"{image} is “{printed}”")

    def apt(self) -> None:
        """In a container, as on a machine of a user."""
        script = """set -e
export DEBIAN_FRONTEND=noninteractive
apt-get -q update
apt-get -qy install --no-install-recommends /release/standups_*.deb /release/standups-server_*.deb
standups --version; /usr/lib/standups/router-service --version; dpkg-query --show --showformat='${Version}\\n' standups standups-server
"""
        ended = run(["docker", "run", "--rm", "--volume", f"{self.output}:/release:ro", "debian:bookworm-slim", "bash", "-c", script],
                    timeout=600)
        expected = [f"standups {self.version}", f"router-service {self.version}", self.version.debian, self.version.debian]
        expect(ended.stdout.splitlines()[-4:] == expected, f"installed: {ended.stdout.splitlines()[-4:]}")

    def archive(self) -> None:
        [path] = self.output.glob("standups-*-linux-*.tar.gz")
        place = self.scratch / "archive"
        place.mkdir()
        run(["tar", "-C", str(place), "--strip-components=1", "-xzf", str(path)])
        for program in ("bin/standups", "lib/standups/router-service"):
            printed = run([str(place / program), "--version"]).stdout.split()
            expect(printed[-1:] == [str(self.version)], f"{program} is of {printed}")

    # --- the end

    def _remove_images(self) -> None:
        listed = run(["docker", "image", "ls", "--format", "{{.Repository}}:{{.Tag}}"]).stdout.split()
        own = [name for name in listed if name.startswith(f"{self.images}-") or (self.registry and name.startswith(f"{self.registry.host}/"))]
        if own:
            run(["docker", "image", "rm", *own], check=False)

    def end(self) -> None:
        if self.registry:
            self._remove_images()
            self.registry.end()
        self.index.end()
        self.npm.end()
        run(["gpgconf", "--kill", "all"], check=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, required=True, help="directory of a release build of this tree")
    parser.add_argument("--no-images", action="store_true", help="leave out Docker")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="standups-") as directory:
        test = None
        try:
            test = Test(Path(directory), options.binaries.absolute(), not options.no_images)
            if test.registry:
                say(f"  note the registry of images is {test.registry.kind}")
            part("a clone, one version back", test.prepare)
            part("released, signed and published", test.make)
            part("the same version again is refused", test.refuse)
            part("verified; a changed byte is found", test.verify)
            part("published again: nothing changes", test.publish_again)
            part("pip install, from the index", test.python)
            if test.with_npm:
                part("npm install, from the registry", test.javascript)
            else:
                say("  note npm is not installed, so the npm package was made and not published")
            part("the archive, in a directory of its own", test.archive)
            if test.registry:
                part("apt install, in a container", test.apt)
                part("docker pull, from the registry", test.pull)
        except Failed as failure:
            say(f"error: {failure}")
            return 1
        finally:
            if test:
                test.end()
    say("The release holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
