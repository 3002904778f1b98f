#!/usr/bin/env python3
"""Checks the output of deploy/generate for an additional service, and for invalid descriptions. Run by
check-manifests."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generator import catalog
from generator.command import differences
from generator.description import PLACES, ROOT, Mistake, load, parse, place
from generator.files import FOLDERS, generate

WRITTEN = {name: (ROOT / place(name)).read_text(encoding="utf-8") for name in catalog.services()}

MINUTES = """
summary = "writes minutes"
instances = "One at a time writes."
"""
MORE = {"minutes": MINUTES}


class OneMoreService(unittest.TestCase):
    def setUp(self) -> None:
        self.before = generate(load())
        self.after = generate(parse(WRITTEN | MORE))

    def test_every_place_names_it(self) -> None:
        own = {"deploy/kubernetes/minutes.yaml", "deploy/systemd/standups-minutes.service"}
        others = {name for name in self.before if name.split("/")[-1] in {
            "docker-compose.yml", "Dockerfile", "secrets.yml", "cells.yml", "prometheus.yml", "kustomization.yaml",
            "network.yaml", "standups.target", "sysusers.conf", "ha.yml"}}
        changed = {name for name, text in self.after.items() if self.before.get(name) != text}
        self.assertEqual(changed, own | others)
        for name in changed:
            self.assertIn("minutes", self.after[name], name)

    def test_nothing_is_left_to_fill_in(self) -> None:
        for name, text in self.after.items():
            self.assertNotIn("%{", text, name)

    def test_the_second_cell_shares_nothing_but_keys_and_images(self) -> None:
        children = re.findall(r"^  south-(?!router|data)\w+:\n(?:    .*\n)+", self.after["deploy/cells.yml"], re.MULTILINE)
        self.assertEqual(len(children), len(parse(WRITTEN | MORE)) - 1)
        for settings in children:
            with self.subTest(settings.splitlines()[0]):
                self.assertIn("STANDUPS_ROUTER: tcp://south\n", settings)
                self.assertNotIn('"data:', settings)
                self.assertNotRegex(settings, r"\$\{STANDUPS_(CELLS?|DATABASE|NATS_CELL|WEB_PORT):-")

    def test_it_has_one_instance_and_nothing_special(self) -> None:
        manifest = self.after["deploy/kubernetes/minutes.yaml"]
        self.assertIn("kind: Deployment", manifest)
        self.assertIn("replicas: 1\n", manifest)
        self.assertIn("maxUnavailable: 1\n", manifest)
        self.assertNotIn("/minutes /common", self.after["deploy/Dockerfile"])

    def test_what_it_needs_comes_with_it(self) -> None:
        files = generate(parse(WRITTEN | {"minutes": MINUTES + """
            packages = ["libxml2"]
            internet = true
            memory = "1g"
            time_zones = true
            limits_from_env = true
            pair = true
            database = true
            settings = {STANDUPS_MINUTES_LIMIT = "5"}
            example = "# Maximum number of minutes.\\n#STANDUPS_MINUTES_LIMIT=5\\n"
        """}))
        self.assertRegex(files["deploy/Dockerfile"], r"libzmq5 .*ca-certificates .*libxml2")
        self.assertIn("cp -r /usr/share/zoneinfo /minutes/usr/share/\n", files["deploy/Dockerfile"])
        self.assertIn("COPY --from=libraries /minutes /\n", files["deploy/Dockerfile"])
        self.assertIn("mem_limit: ${STANDUPS_MINUTES_MEMORY:-1g}\n", files["docker-compose.yml"])
        self.assertIn("name: minutes\n", files["deploy/kubernetes/network.yaml"])
        self.assertIn("MemoryMax=1G\n", files["deploy/systemd/standups-minutes.service"])
        self.assertIn("\n\n# Maximum number of minutes.\n#STANDUPS_MINUTES_LIMIT=5\n\n", files[".env.example"])
        self.assertIn(" --scale minutes=2\n", files["deploy/ha.yml"])
        self.assertIn("  minutes:\n    environment: {<<: *routers}\n    secrets: [pgpass]\n", files["deploy/ha.yml"])
        self.assertIn(", minutes]", files["deploy/kubernetes-ha/database.yaml"])
        self.assertEqual(files["deploy/kubernetes-ha/kustomization.yaml"].count("|minutes\n"), 2)

    def test_long_lists_of_a_pair_are_wrapped(self) -> None:
        more = {f"minutes-{letter}": MINUTES + "pair = true\n" for letter in "abcdefgh"}
        text = generate(parse(WRITTEN | more))["deploy/ha.yml"]
        usage = text[:text.index("\n#\n#   docker compose kill")]
        self.assertEqual(usage.count("=2"), text.count("=2"))
        self.assertRegex(usage, r"--scale minutes-\w=2 \\\n#     --scale minutes-\w=2")
        self.assertLessEqual(max(map(len, text.splitlines())), 130)


class TemporaryFiles(unittest.TestCase):
    """Uploads go to a disk of the documented size, not to the memory of a container."""

    def test_the_gateway_has_room_for_four_files_of_4_gib(self) -> None:
        files = generate(load())
        for name, volume in (("docker-compose.yml", "gateway-scratch"), ("deploy/cells.yml", "south-gateway-scratch")):
            with self.subTest(name):
                self.assertIn(f'"{volume}:/tmp"', files[name])
                self.assertIn(f"\n  {volume}: {{}}\n", files[name])
                self.assertNotRegex(files[name], r"tmpfs:.*/tmp")
        (size,) = re.findall(r"emptyDir: \{sizeLimit: (\d+)Gi\}", files["deploy/kubernetes/gateway.yaml"])
        self.assertGreater(int(size), 4 * 4)


class Users(unittest.TestCase):
    """Under systemd each service has its own user: an attacker in one service cannot read the files of the others."""

    def test_each_unit_has_the_user_that_is_made_for_it(self) -> None:
        files = generate(load())
        units = {name.removesuffix(".service") for name in (path.split("/")[-1] for path in files)
                 if name.endswith(".service")}
        self.assertEqual(units, set(re.findall(r"^u (\S+) - ", files["deploy/systemd/sysusers.conf"], re.MULTILINE)))
        for unit in units:
            self.assertIn(f"\nUser={unit}\n", files[f"deploy/systemd/{unit}.service"])
        # An administrator's units whose names begin alike read it, too, so it names no user.
        shared = (ROOT / "deploy/systemd/standups-.service.d/sandbox.conf").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^(User|Group)=(\S+)$", shared, re.MULTILINE), [("Group", "standups")])
        self.assertNotIn("Directory", shared)

    def test_names_of_users_fit_the_file_of_passwords(self) -> None:
        # Colons separate its fields; systemd-sysusers rejects them.
        names = re.findall(r'"(.*)"', generate(load())["deploy/systemd/sysusers.conf"])
        self.assertGreater(len(names), 10)
        for name in names:
            self.assertNotIn(":", name)

    def test_directories_have_one_owner(self) -> None:
        units = {name: text for name, text in generate(load()).items() if name.endswith(".service")}
        for setting, owner in (("RuntimeDirectory=", "router"), ("StateDirectory=", "persistence")):
            with self.subTest(setting):
                self.assertEqual([name for name, text in units.items() if f"\n{setting}" in text],
                                 [f"deploy/systemd/standups-{owner}.service"])
        self.assertIn("StateDirectoryMode=0700\n", units["deploy/systemd/standups-persistence.service"])


class Images(unittest.TestCase):
    """Images have the labels of the OCI's image specification (annotations.md)."""

    def test_every_one_has_its_labels(self) -> None:
        stages = dict(self.stages(generate(load())["deploy/Dockerfile"]))
        targets = {one.name for one in load()} | {"cli", "load", "demo", "prometheus"}
        self.assertLessEqual(targets, stages.keys())
        for name in targets:
            found = self.labels(stages, name)
            with self.subTest(name):
                self.assertEqual(found.keys() - {"base.name", "vendor"}, {
                    "title", "description", "version", "revision", "licenses"})
                self.assertEqual(found["title"], f"standups-{name}")
                self.assertEqual((found["version"], found["revision"]), ("${VERSION}", "${REVISION}"))
                self.assertTrue(found["description"].endswith("."), found["description"])

    @staticmethod
    def stages(text: str) -> list[tuple[str, tuple[str, str]]]:
        """The stages by name: base image and lines."""
        parts = re.split(r"^FROM (\S+) AS (\S+)\n", text, flags=re.MULTILINE)[1:]
        return [(name, (base, body)) for base, name, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)]

    def labels(self, stages: dict[str, tuple[str, str]], name: str) -> dict[str, str]:
        """The labels of the base stage, overridden by its own."""
        if name not in stages:
            return {}
        base, body = stages[name]
        return self.labels(stages, base) | dict(re.findall(r'org\.opencontainers\.image\.([a-z.]+)="([^"]*)"', body))


class Differences(unittest.TestCase):
    def test_what_is_missing_edited_or_left_over(self) -> None:
        wanted = generate(load())
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {**generate(parse(WRITTEN | MORE)), **wanted}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            (root / FOLDERS[0] / "namespace.yaml").write_text("# by hand\n", encoding="utf-8")
            (root / "deploy/secrets.yml").write_text("# edited\n", encoding="utf-8")
            (root / "deploy/kubernetes/timer.yaml").unlink()
            stale, left = differences(root, wanted)
        self.assertEqual(stale, ["deploy/secrets.yml", "deploy/kubernetes/timer.yaml"])
        self.assertEqual(left, ["deploy/kubernetes/minutes.yaml", "deploy/systemd/standups-minutes.service"])


class Mistakes(unittest.TestCase):
    def test_each_says_what_is_wrong(self) -> None:
        for added, words in (
            ("memry = \"1g\"", "has the unknown key `memry`; did you mean `memory`?"),
            ("memory = \"1 GB\"", "must be a size such as 512m or 2g"),
            ("memory = 512", "memory = 512 must be a string"),
            ("replicas = true", "must be a whole number"),
            ("replicas = 0", "replicas must be greater than 0"),
            ("requests = {cpu = \"1\"}", "requests must have exactly cpu and memory"),
            ("scratch = \"1 GB\"", "must be a size such as 10Gi"),
            ("volume = \"1Gi\"", "Only one service may have a volume"),
            ("settings = {LIMIT = \"1\"}", "variables such as STANDUPS_TIMER_LIMIT"),
            ("packages = [\"a b\"]", "names of Debian packages"),
            ("ports = {commands = 1}", "may not have `ports`"),
            ("[service.minutes]", "write keys at the top level"),
            ("[settings]", "tables on one line"),
            ("[other]", "has the unknown key `other`"),
            ("memory = ", "Services/Minutes/deployment.toml is not valid TOML"),
            ("pair = 2", "must be true or false"),
            ("example = \"STANDUPS_REACH=1\"", "must be lines that begin with #"),
            ("example = \"# Limit.\\n#STANDUPS_LIMIT=1\\n\"", "example has STANDUPS_LIMIT; expected variables of `settings`"),
        ):
            with self.subTest(added), self.assertRaises(Mistake) as caught:
                parse(WRITTEN | {"minutes": f"{MINUTES}{added}\n"})
            self.assertIn(words, str(caught.exception))

    def test_each_service_needs_a_valid_name_and_both_texts(self) -> None:
        for more, words in (
            ({"cli": MINUTES}, "Invalid name “cli”"),
            ({"Minutes": MINUTES}, "Invalid name “Minutes”"),
            ({"notes": ""}, "Services/Notes/deployment.toml needs `instances`."),
        ):
            with self.subTest(words), self.assertRaises(Mistake) as caught:
                parse(WRITTEN | more)
            self.assertIn(words, str(caught.exception))

    def test_all_mistakes_are_reported_at_once(self) -> None:
        with self.assertRaises(Mistake) as caught:
            parse(WRITTEN | {"minutes": "memory = ", "notes": "", "lists": MINUTES + "memory = 1\n"})
        for folder in ("Minutes", "Notes", "Lists"):
            self.assertIn(f"Services/{folder}/deployment.toml", str(caught.exception))

    def test_the_router_comes_first_and_has_ports(self) -> None:
        for texts, words in (({}, "The router must come first."), (MORE, "The router must come first."),
                             ({"router": MINUTES}, "Services/Router/deployment.toml needs `ports`."),
                             ({"router": MINUTES + "pair = true"}, "may not have `pair`")):
            with self.subTest(words), self.assertRaises(Mistake) as caught:
                parse(texts)
            self.assertIn(words, str(caught.exception))

    def test_the_catalog_and_the_descriptions_have_the_same_services(self) -> None:
        self.assertEqual({str(path.relative_to(ROOT)) for path in ROOT.glob(PLACES)}, set(map(place, WRITTEN)))
        with tempfile.TemporaryDirectory() as directory:
            root = Path(directory)
            for path in (catalog.CATALOG, *(place(name) for name in WRITTEN)):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes((ROOT / path).read_bytes())
            self.assertEqual(load(root), load())
            (root / "Services/Timer").rename(root / "Services/Minutes")
            with self.assertRaises(Mistake) as caught:
                load(root)
        self.assertIn("Services/Timer/deployment.toml cannot be read: No such file", str(caught.exception))
        self.assertIn("Services/Minutes/deployment.toml describes a service that", str(caught.exception))


class Catalog(unittest.TestCase):
    """The names are read from Swift, in the form that the catalog has, and in no other."""

    SOURCE = (ROOT / catalog.CATALOG).read_text(encoding="utf-8")

    def test_the_router_comes_first_and_the_others_follow_in_their_order(self) -> None:
        names = catalog.parse(self.SOURCE)
        self.assertEqual(names[:3], ["router", "persistence", "standups"])
        self.assertEqual(len(names), self.SOURCE.count("CatalogedService("))
        last = self.SOURCE.index('    CatalogedService("cells"')
        more = self.SOURCE[:last] + '    // Notes, in (parentheses).\n    CatalogedService(\n      "notes-two"),\n' + self.SOURCE[last:]
        self.assertEqual(catalog.parse(more), [*names[:-1], "notes-two", names[-1]])

    def test_any_other_form_is_a_mistake(self) -> None:
        for old, new, words in (
            ("[router] + children", "children + [router]", "has 0 declarations of the form `static let all"),
            ('"router", words', 'name, words', "cannot be read: `CatalogedService(`"),
            ('"router", words', '"bus", words', 'calls the router "bus"'),
            ('CatalogedService("cells"', 'CatalogedService(cells', "cannot be read: `CatalogedService(cells"),
            ('CatalogedService("cells"', 'CatalogedService("Cells"', "cannot be read"),
            ('CatalogedService("cells"', 'CatalogedService("timer"', "lists timer more than once"),
            ('CatalogedService("cells"', 'child("cells"', 'cannot be read: `child("cells"'),
            ('settings: ["CELL", "CELLS"])', 'settings: cells())', "cannot be read"),
            ("public static let children", "public static let services", "has 0 declarations of the form `static let children"),
            ("  public static let reservedWords", '  static let more = CatalogedService("more")\n  public static let reservedWords',
             "has an entry outside"),
        ):
            with self.subTest(new), self.assertRaises(Mistake) as caught:
                self.assertEqual(self.SOURCE.count(old), 1)
                catalog.parse(self.SOURCE.replace(old, new))
            self.assertIn(words, str(caught.exception))

    def test_a_missing_catalog_is_a_mistake(self) -> None:
        with tempfile.TemporaryDirectory() as directory, self.assertRaisesRegex(Mistake, "cannot be read: No such file"):
            catalog.services(Path(directory))


if __name__ == "__main__":
    unittest.main(verbosity=0)
