"""scripts/release makes whole releases or none, describes them, and finds every fault in a finished one."""

from __future__ import annotations

import contextlib
import hashlib
import io
import itertools
import json
import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

from support import ROOT, program

release = program("release")

from releasing import artefacts, running, sbom, tools, verify, versions  # noqa: E402

CHANGELOG = """# Changelog

## Unreleased

### Added

- Reports.

## [0.1.0] – 2026-01-01

- Everything.
"""

#: As the real one is called; the version is in one file.
VERSION_SCRIPT = """#!/bin/sh
cd "$(dirname "$0")/.."
case ${1-} in
  '') cat VERSION ;;
  --set) echo "$2" >VERSION ;;
  --check) [ ! -e wrong ] ;;
esac
"""

#: Pretends to be docker, npm and Python with twine: writes its arguments to a file, and fails where it is asked to.
TOOL = """#!/bin/sh
echo "$(basename "$0") $*" >>"$TRACE"
case "$(basename "$0") $*" in
  docker*"{{.Id}}"*) echo sha256:1 ;;
  docker*labels*|docker*Labels*) echo "$STATED" ;;
  "docker push"*) echo "digest: sha256:$(printf '%064d' 7)"; exit "${PUSH_STATUS:-0}" ;;
  "npm view"*) [ -n "$SHASUM" ] && echo "\\"$SHASUM\\"" || exit 1 ;;
  "npm publish"*) [ -z "$NPM_REFUSES" ] || { echo "npm error code E401" >&2; exit 1; } ;;
  python*twine*) [ -z "$INDEX_SAYS" ] || { echo "$INDEX_SAYS" >&2; exit 1; } ;;
esac
"""


def git(directory: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(directory), *arguments], check=True, capture_output=True, text=True).stdout.strip()


def tar(path: Path, files: dict[str, str]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))


def write_python(into: Path, version: Any) -> None:
    metadata = "\n".join(["Metadata-Version: 2.4", "Name: standups-client", f"Version: {version.python}",
                          "Requires-Dist: pyzmq>=25", "Requires-Dist: pytest>=8; extra == 'test'", ""])
    with zipfile.ZipFile(into / f"standups_client-{version.python}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("standups/__init__.py", "")
        wheel.writestr(f"standups_client-{version.python}.dist-info/METADATA", metadata)
    tar(into / f"standups_client-{version.python}.tar.gz", {f"standups_client-{version.python}/PKG-INFO": metadata})


def write_javascript(into: Path, version: Any) -> None:
    manifest = {"name": "standups-client", "version": str(version), "peerDependencies": {"ws": ">=8"},
                "peerDependenciesMeta": {"ws": {"optional": True}}}
    tar(into / f"standups-client-{version}.tgz", {"package/package.json": json.dumps(manifest), "package/index.js": "//"})


def write_packages(into: Path, version: Any) -> None:
    for name, depends in (("standups", "libc6"), ("standups-server", f"standups (= {version.debian}), not-known-to-dpkg")):
        with tempfile.TemporaryDirectory() as directory:
            root = Path(directory)
            (root / "DEBIAN").mkdir()
            (root / "usr/share").mkdir(parents=True)
            (root / "usr/share" / name).write_text(name, encoding="utf-8")
            (root / "DEBIAN/control").write_text(
                f"Package: {name}\nVersion: {version.debian}\nArchitecture: all\nMaintainer: A <a@localhost>\nDepends: {depends}\n"
                "Recommends: tzdata\nDescription: a test\n", encoding="utf-8")
            subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", directory,
                            into / f"{name}_{version.debian}_all.deb"], check=True, capture_output=True)
    tar(into / f"standups-{version}-linux-x86_64.tar.gz", {f"standups-{version}-linux-x86_64/README": "Read."})


class FakeBuilder(release.Builder):
    """Writes small artefacts, after a hook that a test may set for any part."""

    def __init__(self, logs: Path, **hooks: Any) -> None:
        super().__init__(logs)
        self.hooks = hooks

    def _begin(self, part: str, tree: Path) -> None:
        hook = self.hooks.get(part)
        if hook:
            hook(tree)

    def missing(self, plan: Any, root: Path) -> list[Any]:
        return self.hooks.get("missing", [])

    def packages(self, tree: Path, into: Path, plan: Any, environment: dict[str, str]) -> None:
        self._begin("packages", tree)
        write_packages(into, plan.version)

    def python(self, tree: Path, into: Path, plan: Any, environment: dict[str, str]) -> None:
        self._begin("python", tree)
        write_python(into, plan.version)

    def javascript(self, tree: Path, into: Path, plan: Any, environment: dict[str, str]) -> None:
        self._begin("javascript", tree)
        write_javascript(into, self.hooks.get("stated", plan.version))

    def images(self, tree: Path, into: Path, plan: Any, environment: dict[str, str]) -> None:
        self._begin("images", tree)
        artefacts.write_images(into, [artefacts.Image("standups-router", "sha256:1", "Routes.")])


class WithRepository(unittest.TestCase):
    """A repository of version 0.1.0 with something to release."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.root = self.directory / "checkout"
        self.output = self.root / ".build/releases/0.2.0"
        (self.root / "scripts").mkdir(parents=True)
        (self.root / "scripts/version").write_text(VERSION_SCRIPT, encoding="utf-8")
        (self.root / "scripts/version").chmod(0o755)
        (self.root / "scripts/lib.sh").write_text("need_swift() { swift_version=6.3.1; }\n", encoding="utf-8")
        shutil.copytree(ROOT / "scripts/speech", self.root / "scripts/speech")
        (self.root / "deploy").mkdir()
        shutil.copy(ROOT / "deploy/Dockerfile", self.root / "deploy")
        self.write("VERSION", "0.1.0\n")
        self.write("CHANGELOG.md", CHANGELOG)
        self.write(".gitignore", ".build/\n")
        git(self.root, "init", "--quiet", "--initial-branch=main")
        git(self.root, "config", "user.name", "A")
        git(self.root, "config", "user.email", "a@localhost")
        self.commit()
        # Nothing is fetched from PyPI, and Docker is not asked.
        for target, name, value in ((tools, "interpreter", lambda logs: Path("python")), (tools, "validate", lambda *_: []),
                                    (release, "packages_of_image", lambda image: [])):
            patch = mock.patch.object(target, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, encoding="utf-8")

    def commit(self) -> None:
        git(self.root, "add", "--all")
        git(self.root, "commit", "--quiet", "--message", "change")

    def run_release(self, *arguments: str, skip: bool = True, **hooks: Any) -> tuple[int, str, str]:
        printed, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
            status = release.main([*arguments, *(("--skip", "images") if skip else ())], self.root,
                                  FakeBuilder(self.directory / "logs", **hooks))
        return status, printed.getvalue(), errors.getvalue()

    def state(self) -> dict[str, str]:
        """Everything that an unfinished release must leave as it was."""
        return {
            "head": git(self.root, "rev-parse", "HEAD"),
            "branch": git(self.root, "symbolic-ref", "HEAD"),
            "tags": git(self.root, "tag"),
            "status": git(self.root, "status", "--porcelain"),
            "worktrees": git(self.root, "worktree", "list"),
            "releases": str(sorted((self.root / ".build/releases").glob("*"))),
        }


class Checks(WithRepository):
    def expect(self, sentence: str, *arguments: str, status: int = 1, **hooks: Any) -> None:
        before = self.state()
        for call in (("0.2.0", *arguments), ("0.2.0", *arguments, "--dry-run")):
            got, _, errors = self.run_release(*call, **hooks)
            self.assertEqual(got, status, errors)
            self.assertIn(sentence, errors)
        self.assertEqual(self.state(), before)

    def test_a_change_that_is_not_committed_stops_a_release(self) -> None:
        self.write("VERSION", "0.1.0 \n")
        self.expect("The checkout has 1 change that is not committed, such as VERSION.")

    def test_another_branch_stops_a_release(self) -> None:
        git(self.root, "switch", "--quiet", "--create", "topic")
        self.expect("The checkout is on topic; a release is made from main.")

    def test_a_changelog_without_entries_stops_a_release(self) -> None:
        self.write("CHANGELOG.md", CHANGELOG.replace("- Reports.\n", ""))
        self.commit()
        self.expect("“## Unreleased” in CHANGELOG.md has no entries.")

    def test_a_changelog_without_the_section_stops_a_release(self) -> None:
        self.write("CHANGELOG.md", "# Changelog\n")
        self.commit()
        self.expect("CHANGELOG.md has no section “## Unreleased”.")

    def test_a_version_that_is_not_greater_stops_a_release(self) -> None:
        self.write("VERSION", "0.2.0\n")
        self.commit()
        self.expect("Version 0.2.0 is not greater than the current one, 0.2.0.\n       The next versions are 0.2.1 and 0.3.0.")

    def test_places_that_state_different_versions_stop_a_release(self) -> None:
        self.write("wrong", "")
        self.commit()
        self.expect("The version is not the same everywhere.")

    def test_an_existing_tag_stops_a_release(self) -> None:
        git(self.root, "tag", "v0.2.0")
        self.expect("The tag v0.2.0 already exists.")

    def test_an_existing_directory_stops_a_release(self) -> None:
        self.output.mkdir(parents=True)
        self.expect(f"{self.output} already exists.")

    def test_a_missing_key_stops_a_release(self) -> None:
        self.expect("gpg has no secret key nobody@localhost.", "--sign", "nobody@localhost")

    def test_programs_of_another_version_stop_a_release(self) -> None:
        binaries = self.directory / "binaries"
        binaries.mkdir()
        (binaries / "standups").write_text("#!/bin/sh\necho standups 0.1.0\n", encoding="utf-8")
        (binaries / "standups").chmod(0o755)
        self.expect("do not have version 0.2.0: standups --version prints “standups 0.1.0”.", "--binaries", str(binaries))

    def test_a_missing_tool_has_an_exit_code_of_its_own(self) -> None:
        missing = [running.Stop(69, "patchelf is missing.", "scripts/setup installs it.")]
        self.expect("patchelf is missing.\n       scripts/setup installs it.", status=69, missing=missing)

    def test_all_problems_are_reported_at_once(self) -> None:
        git(self.root, "tag", "v0.2.0")
        git(self.root, "switch", "--quiet", "--create", "topic")
        _, _, errors = self.run_release("0.2.0")
        self.assertIn("The tag v0.2.0 already exists.", errors)
        self.assertIn("The checkout is on topic", errors)

    def test_a_wrong_call_names_the_form_that_is_expected(self) -> None:
        for arguments, sentence in [
            (["1.2"], "Invalid version: 1.2. Expected MAJOR.MINOR.PATCH, such as 1.2.0"),
            (["1.2.0-dev"], "Invalid version: 1.2.0-dev."),
            ([], "Expected one VERSION to release"),
            (["0.2.0", "--publish"], "--publish needs a target."),
            (["0.2.0", "--registry", "a"], "A target was named without --publish."),
            (["0.2.0", "--publish", "--registry", "a"], "that --skip images leaves out."),
            (["0.2.0", "--skip", "packages", "--skip", "python", "--skip", "javascript"], "Every part is left out"),
            (["--verify", "nothing"], "nothing does not contain a finished release"),
            (["--publish", "nothing", "--registry", "a"], "nothing does not contain a finished release"),
            (["0.2.0", "--what"], "unrecognized arguments"),
            (["--publish", "nothing", "--registry", "a", "--dry-run"], "--publish DIRECTORY accepts --sign KEY and targets, and no other option."),
            (["--verify", "nothing", "--output", "a"], "--verify accepts --sign KEY and no other option."),
        ]:
            # Finished releases have no parts to leave out.
            status, _, errors = self.run_release(*arguments, skip="--verify" not in arguments and "nothing" not in arguments)
            self.assertEqual(status, 64, errors)
            self.assertIn(sentence, errors)


class Making(WithRepository):
    def test_a_dry_run_prints_the_plan_and_changes_nothing(self) -> None:
        before = self.state()
        status, printed, errors = self.run_release("0.2.0", "--dry-run", skip=False)
        self.assertEqual(status, 0, errors)
        self.assertIn("Move 1 entry of Unreleased", printed)
        self.assertIn("images, tagged 0.2.0 and latest", printed)
        self.assertEqual(self.state(), before)
        self.assertFalse((self.root / ".build").exists())

    def test_a_release_has_commit_tag_changelog_and_whole_artefacts(self) -> None:
        parent = git(self.root, "rev-parse", "HEAD")
        status, _, errors = self.run_release("0.2.0")
        self.assertEqual(status, 0, errors)
        self.assertEqual(git(self.root, "show", "--no-patch", "--format=%s", "HEAD"), "release: set version 0.2.0")
        self.assertEqual(git(self.root, "rev-parse", "HEAD^"), parent)
        self.assertEqual(git(self.root, "rev-parse", "v0.2.0^{commit}"), git(self.root, "rev-parse", "main"))
        self.assertEqual(git(self.root, "cat-file", "-t", "v0.2.0"), "tag")
        self.assertIn("Standups 0.2.0\n\n### Added\n\n- Reports.", git(self.root, "cat-file", "tag", "v0.2.0"))
        self.assertEqual((self.root / "VERSION").read_text(encoding="utf-8"), "0.2.0\n")
        self.assertIn(f"## Unreleased\n\n## [0.2.0] – {release.today()}\n\n### Added\n\n- Reports.",
                      (self.root / "CHANGELOG.md").read_text(encoding="utf-8"))
        self.assertEqual(git(self.root, "status", "--porcelain"), "")
        self.assertEqual(len(git(self.root, "worktree", "list").splitlines()), 1)
        self.assertEqual(sorted(path.name for path in self.output.iterdir()), [
            "SHA256SUMS", "standups-0.2.0-linux-x86_64.tar.gz", "standups-0.2.0.spdx.json", "standups-client-0.2.0.tgz",
            "standups-server_0.2.0_all.deb", "standups_0.2.0_all.deb", "standups_client-0.2.0-py3-none-any.whl",
            "standups_client-0.2.0.tar.gz"])
        summed = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=self.output, check=False)
        self.assertEqual(summed.returncode, 0)
        status, _, errors = self.run_release("--verify", str(self.output), skip=False)
        self.assertEqual(status, 0, errors)

    def test_a_prerelease_has_the_form_of_each_package_manager(self) -> None:
        status, _, errors = self.run_release("0.2.0-rc.1")
        self.assertEqual(status, 0, errors)
        names = {path.name for path in (self.root / ".build/releases/0.2.0-rc.1").iterdir()}
        self.assertLessEqual({"standups_0.2.0~rc.1_all.deb", "standups_client-0.2.0rc1-py3-none-any.whl",
                         "standups-client-0.2.0-rc.1.tgz"}, names)

    def test_a_failed_build_leaves_nothing_and_the_next_run_succeeds(self) -> None:
        def fail(_: Path) -> None:
            raise running.Stop(1, "The build failed.")

        before = self.state()
        for part in ("packages", "javascript"):
            status, _, errors = self.run_release("0.2.0", **{part: fail})
            self.assertEqual(status, 1)
            self.assertIn("The build failed.", errors)
            self.assertEqual(self.state(), before)
        self.assertEqual(self.run_release("0.2.0")[0], 0)

    def test_an_artefact_of_another_version_stops_a_release(self) -> None:
        before = self.state()
        status, _, errors = self.run_release("0.2.0", stated=versions.Version.parse("0.1.0"))
        self.assertEqual(status, 1)
        self.assertIn("standups-client-0.1.0.tgz has version 0.1.0; expected 0.2.0.", errors)
        self.assertEqual(self.state(), before)

    def test_a_branch_that_moves_meanwhile_is_left_as_it_is(self) -> None:
        def move(_: Path) -> None:
            self.write("more", "")
            self.commit()

        status, _, errors = self.run_release("0.2.0", python=move)
        self.assertEqual(status, 1)
        self.assertIn("main changed while the release was made.", errors)
        self.assertEqual((git(self.root, "tag"), self.output.exists()), ("", False))
        self.assertEqual(git(self.root, "show", "--no-patch", "--format=%s", "HEAD"), "change")

    def test_an_interruption_while_it_finishes_undoes_commit_and_tag(self) -> None:
        before = self.state()
        with mock.patch.object(Path, "rename", side_effect=KeyboardInterrupt):
            status, _, errors = self.run_release("0.2.0")
        self.assertEqual(status, 130)
        self.assertIn("Release 0.2.0 was not completed; its changes were undone.", errors)
        self.assertEqual(self.state(), before)
        self.assertEqual(self.run_release("0.2.0")[0], 0)

    def kill(self, **hooks: Any) -> None:
        """Runs a release in a process of its own, which is killed where the hooks say."""
        child = os.fork()
        if child == 0:
            with contextlib.suppress(BaseException):
                self.run_release("0.2.0", **hooks)
            os._exit(3)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), -signal.SIGKILL)

    def test_a_killed_build_does_not_stop_the_next_run(self) -> None:
        self.kill(python=lambda _: os.kill(os.getpid(), signal.SIGKILL))
        self.assertTrue((self.root / ".build/releasing/tree").exists())
        self.assertIn("An earlier release was killed", self.run_release("0.2.0", "--dry-run")[2])
        status, _, errors = self.run_release("0.3.0")
        self.assertEqual(status, 0, errors)
        self.assertEqual([path.name for path in (self.root / ".build/releases").iterdir()], ["0.3.0"])
        self.assertEqual(git(self.root, "tag"), "v0.3.0")

    def test_a_kill_after_the_commit_is_undone_by_the_next_run(self) -> None:
        parent = git(self.root, "rev-parse", "HEAD")
        with mock.patch.object(Path, "rename", side_effect=lambda *_: os.kill(os.getpid(), signal.SIGKILL)):
            self.kill()
        self.assertEqual(git(self.root, "tag"), "v0.2.0")
        self.assertNotEqual(git(self.root, "rev-parse", "HEAD"), parent)
        status, _, errors = self.run_release("0.2.0")
        self.assertEqual(status, 0, errors)
        self.assertIn("Release 0.2.0 was not completed; its changes were undone.", errors)
        self.assertEqual(git(self.root, "rev-parse", "HEAD^"), parent)

    def test_a_kill_after_the_last_step_leaves_a_finished_release(self) -> None:
        rename = Path.rename

        def finish(path: Path, target: Path) -> Path:
            rename(path, target)
            os.kill(os.getpid(), signal.SIGKILL)
            return target

        with mock.patch.object(Path, "rename", finish):
            self.kill()
        self.assertIn("The tag v0.2.0 already exists.", self.run_release("0.2.0")[2])
        self.assertTrue((self.output / "SHA256SUMS").exists())
        self.assertEqual(self.run_release("--verify", str(self.output), skip=False)[0], 0)

    def test_two_releases_do_not_run_at_the_same_time(self) -> None:
        seen = []
        status, _, _ = self.run_release("0.2.0", python=lambda _: seen.append(self.run_release("0.3.0")))
        self.assertEqual(status, 0)
        self.assertEqual(seen[0][0], 1)
        self.assertIn("Another scripts/release is running", seen[0][2])


class Verifying(WithRepository):
    def setUp(self) -> None:
        super().setUp()
        status, _, errors = self.run_release("0.2.0")
        self.assertEqual(status, 0, errors)

    def expect(self, *sentences: str, again: bool = False) -> None:
        """`again`: with fresh checksums, so that other checks have to find the fault."""
        if again:
            artefacts.write_sums(self.output)
        status, _, errors = self.run_release("--verify", str(self.output), skip=False)
        self.assertEqual(status, 1, errors)
        for sentence in sentences:
            self.assertIn(sentence, errors)

    def test_a_changed_file_is_found(self) -> None:
        with (self.output / "standups-client-0.2.0.tgz").open("ab") as file:
            file.write(b"\0")
        self.expect("standups-client-0.2.0.tgz differs from its checksum in SHA256SUMS.")
        self.expect("standups-client-0.2.0.tgz differs from its checksum in the SBOM.", again=True)

    def test_a_missing_file_is_found(self) -> None:
        (self.output / "standups_0.2.0_all.deb").unlink()
        self.expect("standups_0.2.0_all.deb is listed in SHA256SUMS but is missing.", "standups_0.2.0_all.deb is listed in the SBOM but is missing.")

    def test_a_file_that_does_not_belong_to_the_release_is_found(self) -> None:
        write_javascript(self.output, versions.Version.parse("0.3.0"))
        self.expect("standups-client-0.3.0.tgz is not listed in SHA256SUMS.")
        self.expect("standups-client-0.3.0.tgz has version 0.3.0; expected 0.2.0.", "standups-client-0.3.0.tgz is not in the SBOM.", again=True)

    def test_a_damaged_archive_is_found(self) -> None:
        path = self.output / "standups-client-0.2.0.tgz"
        path.write_bytes(path.read_bytes()[:40])
        status, _, errors = self.run_release("--verify", str(self.output), skip=False)
        self.assertEqual(status, 1)
        self.assertIn("standups-client-0.2.0.tgz differs from its checksum in SHA256SUMS.", errors)
        self.assertIn("standups-client-0.2.0.tgz cannot be read", errors)

    def test_a_program_of_another_version_is_found(self) -> None:
        deb = artefacts.Artefact(Path("a.deb"), "deb", "standups", "0.2.0", (artefacts.File("./usr/bin/standups", "", ""),),
                                 architecture=subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip())

        def extract(*command: Any, check: bool = True, cwd: Any = None) -> str:
            if command[0] == "dpkg":
                return deb.architecture
            if command[0] == "dpkg-deb":
                (command[-1] / "usr/bin").mkdir(parents=True)
                (command[-1] / "usr/bin/standups").write_bytes(b"\x7fELF")
                return ""
            return "standups 0.1.0"

        with mock.patch.object(verify, "ask", extract):
            found, ran = verify.wrong_programs([deb], versions.Version.parse("0.2.0"))
        self.assertEqual((found, ran), (["standups in a.deb reports “standups 0.1.0”; expected 0.2.0."], 1))

    def test_programs_of_an_unsigned_release_are_not_run(self) -> None:
        with mock.patch.object(verify, "wrong_programs", side_effect=AssertionError):
            status, _, errors = self.run_release("--verify", str(self.output), skip=False)
        self.assertEqual(status, 0)
        self.assertIn("The programs were not run, because no valid signature shows who made them", errors)

    def test_an_sbom_that_is_not_valid_is_found(self) -> None:
        path = self.output / "standups-0.2.0.spdx.json"
        value = json.loads(path.read_text(encoding="utf-8"))
        value["relationships"][0]["relatedSpdxElement"] = "SPDXRef-nothing"
        path.write_text(json.dumps(value), encoding="utf-8")
        self.expect("The SBOM has a relationship with SPDXRef-nothing, which it does not describe.", again=True)
        path.write_text("[]", encoding="utf-8")
        self.expect("standups-0.2.0.spdx.json is not an SPDX document", again=True)


class Signing(WithRepository):
    def setUp(self) -> None:
        super().setUp()
        # Short, as gpg's sockets are in it.
        home = tempfile.mkdtemp(prefix="rel-")
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        patch = mock.patch.dict(os.environ, {"GNUPGHOME": home})
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(subprocess.run, ["gpgconf", "--kill", "all"], check=False, capture_output=True)
        for name in ("a", "b"):
            subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", f"{name}@localhost", "ed25519"],
                           check=True, capture_output=True)

    def test_tag_and_checksums_are_signed_by_the_key(self) -> None:
        status, _, errors = self.run_release("0.2.0", "--sign", "a@localhost")
        self.assertEqual(status, 0, errors)
        subprocess.run(["git", "-C", self.root, "verify-tag", "v0.2.0"], check=True, capture_output=True)
        for key, expected in (("a@localhost", 0), ("b@localhost", 1)):
            status, _, errors = self.run_release("--verify", str(self.output), "--sign", key, skip=False)
            self.assertEqual(status, expected, errors)
        self.assertIn("; expected b@localhost.", errors)

    def test_a_changed_checksum_file_invalidates_the_signature(self) -> None:
        self.run_release("0.2.0", "--sign", "a@localhost")
        with (self.output / "SHA256SUMS").open("a", encoding="utf-8") as file:
            file.write(f"{'0' * 64}  more\n")
        status, _, errors = self.run_release("--verify", str(self.output), skip=False)
        self.assertEqual(status, 1)
        self.assertIn("SHA256SUMS.asc is not a valid signature of SHA256SUMS.", errors)

    def test_a_release_without_the_expected_signature_is_refused(self) -> None:
        self.run_release("0.2.0")
        self.assertIn("The release is not signed; expected a signature by a@localhost.",
                      self.run_release("--verify", str(self.output), "--sign", "a@localhost", skip=False)[2])


class Publishing(WithRepository):
    def setUp(self) -> None:
        super().setUp()
        tools_directory = self.directory / "tools"
        tools_directory.mkdir()
        for name in ("docker", "npm", "python"):
            (tools_directory / name).write_text(TOOL, encoding="utf-8")
            (tools_directory / name).chmod(0o755)
        self.trace = self.directory / "trace"
        self.trace.touch()
        patch = mock.patch.dict(os.environ, {"PATH": f"{tools_directory}:{os.environ['PATH']}", "TRACE": str(self.trace), "STATED": "0.2.0",
                                             "SHASUM": "", "NPM_REFUSES": "", "INDEX_SAYS": ""})
        patch.start()
        self.addCleanup(patch.stop)

    def make(self, *arguments: str) -> None:
        status, _, errors = self.run_release("0.2.0", *arguments, skip=False)
        self.assertEqual(status, 0, errors)

    def publish(self, **settings: str) -> tuple[int, str, str]:
        with mock.patch.dict(os.environ, settings):
            return self.run_release("--publish", str(self.output), "--registry", "r.example.org/team", "--index", "http://i/",
                                    "--npm-registry", "http://n/", skip=False)

    def test_nothing_leaves_the_machine_without_publish(self) -> None:
        self.make()
        self.assertNotRegex(self.trace.read_text(encoding="utf-8"), "push|publish|upload")
        self.assertIn("docker tag sha256:1 standups-router:latest", self.trace.read_text(encoding="utf-8"))

    def test_everything_that_was_published_is_printed(self) -> None:
        self.make()
        status, printed, errors = self.publish()
        self.assertEqual(status, 0, errors)
        digest = f"sha256:{7:064}"
        self.assertEqual(printed.splitlines(), [
            f"pushed r.example.org/team/standups-router:0.2.0 {digest}",
            f"pushed r.example.org/team/standups-router:latest {digest}",
            "uploaded standups_client-0.2.0-py3-none-any.whl to http://i/",
            "uploaded standups_client-0.2.0.tar.gz to http://i/",
            "published standups-client@0.2.0 to http://n/",
        ])

    def test_a_release_can_be_published_at_once(self) -> None:
        self.make("--publish", "--registry", "r.example.org")
        self.assertIn("docker push r.example.org/standups-router:0.2.0", self.trace.read_text(encoding="utf-8"))

    def test_published_things_are_left_as_they_are(self) -> None:
        self.make()
        shasum = subprocess.check_output(["sha1sum", self.output / "standups-client-0.2.0.tgz"], text=True).split()[0]
        status, printed, errors = self.publish(INDEX_SAYS="HTTPError: 400 Bad Request: it already exists", SHASUM=shasum)
        self.assertEqual(status, 0, errors)
        self.assertIn("standups_client-0.2.0.tar.gz is already at http://i/", printed)
        self.assertIn("standups-client@0.2.0 is already at http://n/", printed)
        self.assertNotIn("npm publish", self.trace.read_text(encoding="utf-8"))

    def test_a_failure_says_how_to_continue(self) -> None:
        self.make()
        for settings, sentence in [
            ({"PUSH_STATUS": "1"}, "pushing r.example.org/team/standups-router:0.2.0: failed with exit code 1."),
            ({"INDEX_SAYS": "HTTPError: 403 Forbidden"}, "cannot be uploaded to http://i/: 403 Forbidden"),
            ({"NPM_REFUSES": "yes"}, "standups-client@0.2.0 cannot be published to http://n/: code E401"),
            ({"SHASUM": "0" * 40}, "http://n/ has a different standups-client@0.2.0."),
        ]:
            status, _, errors = self.publish(**settings)
            self.assertEqual(status, 1, errors)
            self.assertIn(sentence, errors)
            self.assertIn(f"scripts/release --publish {self.output} TARGET…", errors)

    def test_a_damaged_release_is_not_published(self) -> None:
        self.make()
        (self.output / "images.json").write_text("[]", encoding="utf-8")
        status, printed, errors = self.publish()
        self.assertEqual((status, printed), (1, ""))
        self.assertIn("Nothing was published.", errors)

    def test_images_of_another_version_stop_a_release(self) -> None:
        with mock.patch.dict(os.environ, {"STATED": "0.1.0"}):
            status, _, errors = self.run_release("0.2.0", skip=False)
        self.assertEqual(status, 1)
        self.assertIn("The image standups-router has version 0.1.0; expected 0.2.0.", errors)


class Versions(unittest.TestCase):
    def test_versions_are_ordered_as_semver_and_debian_do(self) -> None:
        texts = ["0.9.10", "1.0.0-alpha.2", "1.0.0-beta.1", "1.0.0-rc.2", "1.0.0-rc.11", "1.0.0", "1.0.1", "1.10.0"]
        parsed = [versions.Version.parse(text) for text in texts]
        self.assertEqual(parsed, sorted(parsed))
        self.assertEqual([str(version) for version in parsed], texts)
        for one, other in itertools.pairwise(parsed):
            subprocess.run(["dpkg", "--compare-versions", one.debian, "lt", other.debian], check=True)

    def test_a_version_has_the_form_of_each_package_manager(self) -> None:
        version = versions.Version.parse("1.2.0-beta.3")
        self.assertEqual((version.debian, version.python, version.tag), ("1.2.0~beta.3", "1.2.0b3", "v1.2.0-beta.3"))

    def test_a_version_that_not_all_package_managers_order_is_refused(self) -> None:
        for text in ("1", "1.2", "01.2.0", "1.2.0-rc", "1.2.0-rc.01", "1.2.0-dev.1", "1.2.0+1", "v1.2.0", ""):
            with self.subTest(text), self.assertRaises(running.Stop) as caught:
                versions.Version.parse(text)
            self.assertEqual(caught.exception.code, 64)

    def test_the_version_of_the_product_can_be_released(self) -> None:
        versions.Version.parse(program("version").current())


class Changelogs(unittest.TestCase):
    def test_entries_move_under_the_version_and_the_rest_stays(self) -> None:
        moved = versions.released(CHANGELOG, versions.Version.parse("0.2.0"), "2026-02-03")
        self.assertEqual(versions.unreleased(moved), "")
        self.assertEqual(versions.section(moved, "0.2.0"), "### Added\n\n- Reports.")
        self.assertEqual(versions.section(moved, "0.1.0"), "- Everything.")
        self.assertEqual(moved.replace("## [0.2.0] – 2026-02-03\n\n", ""), CHANGELOG)

    def test_the_changelog_of_the_project_has_the_section(self) -> None:
        self.assertIsNotNone(versions.unreleased((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))


class BillOfMaterials(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.version = versions.Version.parse("0.2.0")

    def bill(self, **more: Any) -> dict[str, Any]:
        bill = sbom.Bill(ROOT, self.version, commit="0" * 40, created="2026-02-03T04:05:06Z", swift="6.3.1")
        bill.add_artefacts(artefacts.read_all(self.directory))
        for image, packages in more.get("images", []):
            bill.add_image(image, packages, "6.3.1")
        return json.loads(bill.write(self.directory).read_text(encoding="utf-8"))

    def related(self, value: dict[str, Any], kind: str) -> set[tuple[str, str]]:
        names = {element["SPDXID"]: element.get("name") or element.get("fileName") for element in [value, *value["packages"], *value["files"]]}
        return {(names[one["spdxElementId"]], names[one["relatedSpdxElement"]])
                for one in value["relationships"] if one["relationshipType"] == kind}

    def test_it_lists_artefacts_files_and_dependencies(self) -> None:
        write_packages(self.directory, self.version)
        write_python(self.directory, self.version)
        write_javascript(self.directory, self.version)
        value = self.bill()
        self.assertEqual(sbom.problems(value), [])
        self.assertEqual(sbom.wrong_content(value, self.directory, artefacts.read_all(self.directory), self.version), [])
        self.assertLessEqual({("standups-server", "standups"), ("standups-server", "not-known-to-dpkg"), ("standups-client", "pyzmq"),
                         ("standups", "libc6")}, self.related(value, "DEPENDS_ON"))
        self.assertNotIn("pytest", {package["name"] for package in value["packages"]})
        self.assertLessEqual({("ws", "standups-client"), ("tzdata", "standups")}, self.related(value, "OPTIONAL_DEPENDENCY_OF"))
        self.assertIn(("standups-server", "./usr/share/standups-server"), self.related(value, "CONTAINS"))
        self.assertEqual({one for one, _ in self.related(value, "RUNTIME_DEPENDENCY_OF")}, {"moonshine-voice", "moonshine-cpp"})
        self.assertIn(("onnxruntime", "moonshine-cpp"), self.related(value, "BUILD_TOOL_OF"))
        stated = subprocess.check_output(["dpkg-query", "--show", "--showformat=${Version}", "libc6"], text=True)
        [libc] = [package for package in value["packages"] if package["name"] == "libc6"]
        self.assertEqual(libc["versionInfo"], stated)
        self.assertRegex(libc["externalRefs"][0]["referenceLocator"], r"^pkg:deb/[a-z]+/libc6@[0-9].*\?arch=\w+&distro=\w+$")

    def test_the_verification_code_is_that_of_the_specification(self) -> None:
        document = sbom.Document("a", created="2026-02-03T04:05:06Z", seed="")
        package = document.package("a", "a")
        document.contents(package, [artefacts.File("./b", "b" * 40, "0" * 64), artefacts.File("./a", "a" * 40, "0" * 64)])
        [found] = document.value()["packages"]
        # The SHA-1 of the files' sorted SHA-1s, one after the other.
        expected = hashlib.sha1(("a" * 40 + "b" * 40).encode(), usedforsecurity=False).hexdigest()
        self.assertEqual(found["packageVerificationCode"]["packageVerificationCodeValue"], expected)

    def test_it_lists_the_packages_of_an_image_once(self) -> None:
        packages = [sbom.DebianPackage("libzmq5", "4.3.4-6", "amd64", "zeromq3", "https://zeromq.org", "debian", "bookworm")]
        images = [artefacts.Image("standups-router", "sha256:1", "Routes."), artefacts.Image("standups-timer", "sha256:2", "Counts.")]
        artefacts.write_images(self.directory, images)
        value = self.bill(images=[(image, packages) for image in images])
        self.assertEqual(sum(package["name"] == "libzmq5" for package in value["packages"]), 1)
        self.assertLessEqual({("standups-router", "libzmq5"), ("standups-timer", "libzmq5")}, self.related(value, "CONTAINS"))
        self.assertIn(("standups-timer", "swift-runtime"), self.related(value, "STATIC_LINK"))
        self.assertEqual(sbom.wrong_content(value, self.directory, [], self.version), [])
        artefacts.write_images(self.directory, images[:1])
        self.assertEqual(sbom.wrong_content(value, self.directory, [], self.version),
                         ["standups-timer is in the SBOM but not in images.json."])

    def test_linked_libraries_have_the_packages_that_installed_them(self) -> None:
        system, bundled = sbom.linked([Path("/bin/ls")], self.directory)
        self.assertEqual(bundled, set())
        self.assertIn("libc6", {sbom.owner(library).name for library in system})

    def test_a_document_with_an_element_twice_or_of_another_version_is_refused(self) -> None:
        value = self.bill()
        value["packages"] *= 2
        self.assertIn("The SBOM contains the element SPDXRef-standups twice.", sbom.problems(value))
        self.assertEqual(sbom.problems({"spdxVersion": "SPDX-3.0"}), ["The SBOM has the version SPDX-3.0; expected SPDX-2.3."])

    def test_every_image_of_the_project_has_a_target(self) -> None:
        found = [target for target, _ in release.titles(ROOT / "deploy/Dockerfile")]
        stated = next(line for line in (ROOT / "deploy/Dockerfile").read_text(encoding="utf-8").splitlines() if line.startswith("# Targets: "))
        self.assertEqual(sorted(found), sorted(stated.removeprefix("# Targets: ").split()))
        self.assertRegex(release.compiler(ROOT / "deploy/Dockerfile"), r"^\d+\.\d+")


class Commands(unittest.TestCase):
    def test_a_long_command_that_fails_shows_the_end_of_its_log(self) -> None:
        with (tempfile.TemporaryDirectory() as directory, contextlib.redirect_stderr(io.StringIO()) as errors,
              self.assertRaisesRegex(running.Stop, "a build: failed with exit code 3")):
            running.quietly("a build", ["sh", "-c", "echo the reason; exit 3"], Path(directory) / "log")
        self.assertIn("the reason", errors.getvalue())

    def test_a_command_that_ignores_its_end_is_killed(self) -> None:
        with subprocess.Popen(["sh", "-c", "trap '' TERM; echo ready; sleep 600"], stdout=subprocess.PIPE,
                              start_new_session=True) as process:
            self.assertEqual(process.stdout.readline() if process.stdout else b"", b"ready\n")
            running.end_group(process, 0.1)
            self.assertEqual(process.returncode, -signal.SIGKILL)


if __name__ == "__main__":
    unittest.main()
