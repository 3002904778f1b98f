"""Signs in to a gateway with real OpenID providers, and with one that attacks it."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from . import attacking, failing, flows
from .providers.glewlwyd import Glewlwyd
from .providers.lemonldap import LemonLDAP
from .results import Results

PROVIDERS = {kind.name: kind for kind in (Glewlwyd, LemonLDAP)}
PARTS = (*PROVIDERS, attacking.PART, failing.PART)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="signin", description=__doc__)
    parser.add_argument(
        "--binaries", type=Path, required=True, help="the directory of the services, such as .build/debug")
    parser.add_argument("--only", choices=PARTS, action="append", help="run only this part; repeatable")
    parser.add_argument("--attack", action="append", default=[], metavar="NAME", help="run only this attack; repeatable")
    parser.add_argument("--list", action="store_true", help="print the names of the attacks")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    options = parser.parse_args()
    names = {check.name for check in attacking.checks()}
    if options.list:
        print("\n".join(sorted(names)))
        parser.exit()
    if unknown := set(options.attack) - names:
        parser.error(f"unknown attack: {min(unknown)}; --list prints the names")
    if not (options.binaries / "gateway-service").exists():
        parser.error(f"there is no gateway-service in {options.binaries}; run `swift build`")
    return options


def main() -> int:
    options = arguments()
    # So that interrupting this run does not leave its services and providers running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    binaries = options.binaries.resolve()
    results = Results(options.json)
    for part in (attacking.PART,) if options.attack else options.only or PARTS:
        if part in PROVIDERS:
            flows.run(PROVIDERS[part], binaries, results)
        elif part == attacking.PART:
            attacking.run(binaries, results, options.attack)
        else:
            failing.run(binaries, results)
    results.report()
    return 1 if results.failures else 0


if __name__ == "__main__":
    sys.exit(main())
