"""Options of both drivers."""

from __future__ import annotations

import argparse
import random
import signal
import sys
from pathlib import Path
from typing import NoReturn

USAGE, UNAVAILABLE = 64, 69


class Parser(argparse.ArgumentParser):
    """Exits with the sysexits code for wrong usage."""

    def error(self, message: str) -> NoReturn:
        print(f"{message}\nscripts/test-faults --help says what there is.", file=sys.stderr)
        sys.exit(USAGE)


def add_common(parser: Parser) -> None:
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--json", action="store_true")


def finish(parser: Parser) -> argparse.Namespace:
    """Parses and checks the arguments, and makes started processes end with this program."""
    options = parser.parse_args()
    if not (options.binaries / "router-service").exists():
        parser.error(f"There is no router-service in {options.binaries}; run `swift build`.")
    if not options.minutes > 0:
        parser.error("--minutes takes a number above 0.")
    if options.seed is None:
        options.seed = random.SystemRandom().getrandbits(31)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    return options
