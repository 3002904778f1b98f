"""Starts an installation and sends it requests that other programs generate from docs/openapi.yaml."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import yaml
import zmq

from . import fuzz, generated
from .findings import ACCEPTED, Finding, unaccepted
from .installation import SENDERS, Installation

PARTS = ("client", *SENDERS)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument(
        "--binaries", type=Path, required=True, help="the directory of the services, such as .build/debug")
    parser.add_argument("--document", type=Path, default=fuzz.ROOT / "docs/openapi.yaml")
    parser.add_argument("--only", choices=PARTS, help="run only the generated client, or only one sender")
    parser.add_argument("--examples", type=int, default=10, help="number of random requests per operation (10)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random requests (1)")
    parser.add_argument("--quick", action="store_true", help="one random request per operation, only as an operator")
    options = parser.parse_args()
    if not (options.binaries / "gateway-service").exists():
        parser.error(f"there is no gateway-service in {options.binaries}; run `swift build`")
    if options.quick:
        options.examples = 1
    options.parts = [options.only] if options.only else ["client", "operator"] if options.quick else [*PARTS]
    return options


def main() -> int:
    options = arguments()
    # So that interrupting this run does not leave its services running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    root = yaml.safe_load(options.document.read_text(encoding="utf-8"))
    # Short, because a Unix socket's path has at most 107 bytes.
    directory = Path(tempfile.mkdtemp(prefix="http-"))
    context = zmq.Context()
    found: list[Finding] = []
    problems: list[str] = []
    try:
        for part in options.parts:
            began = time.monotonic()
            with Installation(context, options.binaries.resolve(), directory / part) as installation:
                if part == "client":
                    problems += generated.run(installation, options.document, directory / "generated")
                    print(f"client: {time.monotonic() - began:.0f} s", flush=True)
                    continue
                findings, report, count = fuzz.check(
                    root, installation.address, directory / f"{part}-report", installation.credentials(part),
                    installation.ids, examples=options.examples, seed=options.seed)
            found += findings
            problems += [
                f"{part}: {one.operation}: {one.kind}\n{fuzz.excerpt(report, one.operation)}"
                for one in unaccepted(findings)]
            print(f"{part}: {count} requests, {len(findings)} findings in {time.monotonic() - began:.0f} s", flush=True)
    finally:
        context.destroy(0)
        shutil.rmtree(directory)
    for kind, operation in sorted({(one.kind, one.operation) for one in found} & ACCEPTED.keys()):
        print(f"accepted: {operation}, {kind}: {ACCEPTED[kind, operation]}.")
    for problem in problems:
        print(f"conformance: {problem}", file=sys.stderr)
    print(f"{len(problems)} problems" if problems else "The document and the gateway agree.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
