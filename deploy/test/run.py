#!/usr/bin/env python3
"""Tests the deployment. scripts/test-deploy runs it after preparing Docker."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "deploy/clients/python/src"), str(ROOT / "deploy")]
sys.dont_write_bytecode = True

from harness import (  # noqa: E402
    bad_input,
    cells,
    elsewhere,
    full_volume,
    locked_out,
    measure,
    nats,
    outside,
    pair,
    profiles,
    restore,
    scaling,
)
from harness.bus import Access, Health, Watcher, Writer, expect_everything_kept  # noqa: E402
from harness.faults import Scene, inflict_all  # noqa: E402
from harness.project import DESCRIBED, OTHERS, SERVICES, Project, compose_commands  # noqa: E402
from harness.report import Row, fault_table  # noqa: E402
from harness.shell import Failed, say, until  # noqa: E402

#: All images, in two steps. The first takes longest: while one core downloads the speech engine, the other compiles.
ENGINE = tuple(service.name for service in DESCRIBED if service.engine)
REST = (*(name for name in SERVICES if name not in ENGINE), *OTHERS)
PROFILES = ("cli", "load", "demo", "metrics")
#: Optional parts that are not faults of the running project: they use separate projects.
APART = ("full", "cells", "pair", "nats")


class Test:
    """The parts in order. A failed part is reported, and the next one still runs."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        #: The installed compose first; the last is the other generation, if available.
        self.composes = compose_commands()
        self.project = Project(f"standups-test-{os.getpid()}", options.tag, compose=self.composes[0])
        self.failures: list[str] = []
        self.rows: list[Row] = []
        self.lines: list[str] = []

    def part(self, name: str, body) -> None:
        say(f"==> {name}")
        begin = time.monotonic()
        try:
            body()
        except Exception as error:  # noqa: BLE001  a defect of the test counts as a failure, too
            told = str(error) if isinstance(error, Failed) else repr(error)
            self.failures.append(f"{name}: {told}")
            say(f"  FAILED {told}")
        say(f"  {name}: {time.monotonic() - begin:.0f} s")

    def build(self) -> None:
        begin = time.monotonic()
        profiles = [word for name in PROFILES for word in ("--profile", name)]
        for targets in (ENGINE, REST):
            self.project.compose(*profiles, "build", *targets, timeout=1500)
        self.lines.append(f"images built in {time.monotonic() - begin:.0f} s")

    def up(self) -> None:
        begin = time.monotonic()
        self.project.compose("up", "-d", "--no-build", *SERVICES)
        self.project.wait_healthy()
        # Extracted once, before several threads need it.
        self.project.keys("operator")
        self.lines.append(f"up to healthy in {time.monotonic() - begin:.1f} s")
        say(f"  {self.lines[-1]}")

    def at_rest(self) -> None:
        if not Path("/var/run/docker.sock").exists():
            say("  note  the daemon is elsewhere: memory and CPU are not measured")
            return
        self.lines.append(measure.usage(self.project))

    def checks(self, checks) -> None:
        for name, check in checks:
            try:
                say(f"  ok      {name}: {check()}")
            except Failed as error:
                self.failures.append(f"{name}: {error}")
                say(f"  FAILED  {name}: {error}")

    def meeting(self) -> None:
        self.lines.append(outside.hold_meeting(self.project))
        say(f"  {self.lines[-1]}")

    def faults(self) -> None:
        access = Access(self.project)
        watcher, writer = Watcher(access).start(), Writer(access).start()
        health = Health(access).start()
        with access.client() as client:
            until(lambda: health.is_green, 30, "green")
            scene = Scene(self.project, access, client, watcher, writer, health)
            self.rows += inflict_all(scene, self.options.only)
            if self.options.only is None:
                self.one_row(elsewhere.name("timer"), lambda: elsewhere.move(scene, "timer"))
                self.one_row(scaling.NAME, lambda: scaling.scale(scene))
        writer.stop()
        kept = expect_everything_kept(access, watcher, writer)
        self.lines.append(
            f"{len(writer.acknowledged)} acknowledged writes, none lost;"
            f" the subscriber has all {kept} events")
        say(f"  {self.lines[-1]}")
        watcher.stop()
        health.stop()

    def restore(self) -> None:
        self.lines.append(restore.go_round(self.project, outside.command_line))
        say(f"  {self.lines[-1]}")

    def full_volume(self) -> None:
        name = f"{self.project.name}-full"
        self.one_row(full_volume.NAME,
                     lambda: full_volume.fill(self.options.tag, name, self.composes[-1]))

    def load_profile(self) -> None:
        self.lines.append(profiles.load_alone(
            self.options.tag, f"{self.project.name}-load", self.composes[-1]))
        say(f"  {self.lines[-1]}")

    def two_cells(self) -> None:
        self.lines.append(cells.try_two(self.options.tag, f"{self.project.name}-cells", self.composes[-1]))
        say(f"  {self.lines[-1]}")

    def two_of_each(self) -> None:
        self.lines.append(pair.try_both(self.options.tag, f"{self.project.name}-pair", self.composes[-1]))
        say(f"  {self.lines[-1]}")

    def beside_nats(self) -> None:
        self.lines.append(nats.try_it(self.options.tag, f"{self.project.name}-nats", self.composes[-1]))
        say(f"  {self.lines[-1]}")

    def apart(self) -> None:
        """Parts with separate projects, which can run concurrently with the others."""
        if self.options.only is None:
            self.part("The load tester against the timer alone", self.load_profile)
        if self.options.only in (None, "full"):
            self.part("Full volume", self.full_volume)
        if self.options.only in (None, "cells"):
            self.part("Two cells", self.two_cells)
        if self.options.only in (None, "pair"):
            self.part("Two of each", self.two_of_each)
        if self.options.only in (None, "nats"):
            self.part("NATS", self.beside_nats)

    def beside(self) -> None:
        """Parts that do not affect the others."""
        self.part("A meeting with the recording, from outside", self.meeting)
        self.part("Bad input", lambda: self.checks(bad_input.checks(self.project)))

    def one_row(self, name: str, body) -> None:
        try:
            self.rows.append(body())
        except Failed as error:
            self.rows.append(Row(name, failure=str(error)))
        say(f"  {self.rows[-1].text()}")

    def run(self) -> int:
        if not self.options.no_build:
            self.part("Images", self.build)
        if self.failures:
            return self.end()
        apart, beside = threading.Thread(target=self.apart), threading.Thread(target=self.beside)
        try:
            self.part("Up", self.up)
            if not self.failures:
                if self.options.only is None:
                    self.part("At rest", self.at_rest)
                if self.options.only in (None, *APART):
                    apart.start()
                if self.options.only is None:
                    beside.start()
                    self.part("Metrics", lambda: self.checks(profiles.metrics(self.project)))
                    self.project.compose("--profile", "metrics", "rm", "-sf", "prometheus")
                    self.part("Locked out", lambda: self.checks(locked_out.checks(self.project)))
                    beside.join()
                if self.options.only not in APART:
                    self.part("Faults, with meetings running", self.faults)
                if self.options.only is None:
                    self.part("Backup and restore", self.restore)
        finally:
            if apart.ident is not None:
                apart.join()
            self.failures += [f"{row.name}: {row.failure}" for row in self.rows if row.failure]
            if self.failures:
                logs = Path(os.environ.get("TMPDIR", "/tmp")) / f"{self.project.name}.log"
                logs.write_text(self.project.logs(100_000))
                say(f"The services' logs: {logs}")
            if self.options.keep:
                say(f"Left running: {self.project.name}, {self.project.commands}")
            else:
                self.project.down()
        return self.end()

    def end(self) -> int:
        print("\n" + measure.image_sizes(self.options.tag))
        print("\n" + "\n\n".join(self.lines))
        if self.rows:
            print("\n" + fault_table(self.rows))
        for failure in self.failures:
            print(f"\nFAILED {failure}")
        print("\nThe deployment " + ("does not hold." if self.failures else "holds."), flush=True)
        return 1 if self.failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-build", action="store_true", help="use the images that are already built")
    parser.add_argument("--only", help="only the faults whose name contains this; “full” for the full volume, “cells” for two cells, “pair” for two of each service, “nats” for NATS")
    parser.add_argument("--tag", default="test", help="tag of the images")
    parser.add_argument("--keep", action="store_true", help="leave the system running")
    return Test(parser.parse_args()).run()


sys.exit(main())
