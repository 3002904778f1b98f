"""Fault injection on real processes, repeatable by seed."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time

from . import patroni
from .options import UNAVAILABLE, Parser, add_common, finish
from .plan import KINDS, PAIR_KINDS, SERVER_KINDS, machines, plan
from .report import Total, explain, one_of_each
from .run import run
from .world import can_mount

#: Duration of the faults in a test run, and of the time before and after together, in seconds.
FAULTS, AROUND = 45.0, 25.0
#: Number of failed test runs after which the driver stops: more would not add information.
MOST_BROKEN = 5
MOST_SHOWN = 12


def arguments() -> argparse.Namespace:
    parser = Parser(prog="test-faults", description=__doc__)
    add_common(parser)
    parser.add_argument("--faults", default=",".join(KINDS))
    parser.add_argument("--bound", type=float, default=2)
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--ha", action="store_true")
    parser.add_argument("--patroni", action="store_true")
    parser.add_argument("--patroni-defaults", action="store_true")
    options = finish(parser)
    if options.patroni_defaults:
        options.patroni = True
    if options.patroni:
        if absent := patroni.missing():
            print(f"{' and '.join(absent)} cannot be found: apt-get install patroni etcd-server. Their services are not "
                  "needed: systemctl disable --now patroni etcd.", file=sys.stderr)
            sys.exit(UNAVAILABLE)
        options.worlds = 1
    options.kinds = tuple(kind for kind in options.faults.split(",") if kind)
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"There is no fault “{kind}”; there are {', '.join(KINDS)}.")
    # Default: all kinds.
    usual = tuple(kind for kind in KINDS if kind != "server")
    if options.ha or options.postgres:
        usual = PAIR_KINDS if options.ha else SERVER_KINDS
    options.kinds = tuple(kind for kind in options.kinds if kind in usual)
    if not options.kinds:
        parser.error(f"Of those there are here: {', '.join(usual)}.")
    return options


def main() -> int:
    options = arguments()
    begin, total, seed, broken = time.monotonic(), Total(), options.seed, 0
    has_volume = "disk" in options.kinds and can_mount()
    kinds = options.kinds
    if "disk" in kinds and not has_volume:
        kinds = tuple(kind for kind in kinds if kind != "disk")
        print("No volume can be mounted here, as that takes root: the disk is never full.", file=sys.stderr)
    while True:
        rest = options.minutes * 60 - (time.monotonic() - begin)
        if total.worlds and (
            rest < AROUND + 15 or total.worlds == options.worlds or broken >= MOST_BROKEN
        ):
            break
        if options.patroni:
            made = machines(seed, has_defaults=options.patroni_defaults)
            print(f"seed {seed}: machines die under Patroni, {made.clients} clients", file=sys.stderr)
        else:
            made = plan(seed, max(15.0, min(FAULTS, rest - AROUND)), kinds,
                        has_server=options.postgres, is_pair=options.ha)
            print(
                f"seed {seed}: {len(made.faults)} faults in {made.seconds:.0f} s, {made.clients} clients",
                file=sys.stderr)
        outcome = run(options.binaries.resolve(), made, options.bound, has_volume=has_volume, progress=_progress)
        _progress("")
        total.add(outcome)
        broken += bool(outcome.findings)
        if outcome.findings:
            every = [explain(finding, outcome.evidence, outcome.folder, made.seed) for finding in outcome.findings]
            (outcome.folder / "findings").write_text("\n".join(every) + "\n")
        shown = one_of_each(outcome.findings)[:MOST_SHOWN]
        for finding in shown:
            print(explain(finding, outcome.evidence, outcome.folder, made.seed), file=sys.stderr)
        if len(outcome.findings) > len(shown):
            print(f"  and {len(outcome.findings) - len(shown)} more", file=sys.stderr)
        # So that each test run can be repeated with its own seed.
        seed = random.Random(seed).getrandbits(31)
    total.seconds = time.monotonic() - begin
    if options.json:
        print(json.dumps(total.json(options.seed), indent=2, ensure_ascii=False))
    else:
        print(total.text())
    return 1 if total.findings else 0


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K  {text}" if text else "\r\x1b[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
