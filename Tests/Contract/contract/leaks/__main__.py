"""Proves that no one reads or changes anything of a team without a role in it.

Sends every command of the contract as every principal, about objects of every team, and compares the outcomes with the
declared rules; then tries cursors, idempotency keys, mixed ids, HTTP requests, subscriptions and the live streams of the
gateway.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import zmq

from ..document import Document
from . import attempts, routes
from .installation import PRINCIPALS, Installation
from .matrix import Matrix
from .streams import Streams

ROOT = Path(__file__).resolve().parents[4]

RANDOM = "ids are unique in the installation, so the conflict tells a sender that an id exists that they know already"
FIND = "an admin of a team finds persons of the installation, to add them to the team"
OWN = "only a person has a voice; the service denies the command to a tool"
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("difference", "standups.create"): RANDOM, ("difference", "standups.import"): RANDOM,
    ("outcome", "people.get"): FIND, ("leak", "people.get"): FIND, ("leak", "people.list"): FIND,
    ("difference", "people.get"): FIND, ("mutant", "people.get"): FIND, ("difference", "teams.removeMember"): FIND,
    ("outcome", "people.voice"): OWN, ("outcome", "people.agreeToVoice"): OWN, ("outcome", "people.withdrawVoice"): OWN,
    ("outcome", "transcription.audio"): "without a speech engine, no meeting has a stream",
    ("outcome", "transcription.dictate"): "a person dictates only under their own id, and no one without a speech engine",
}
"""Reasons why a finding of a kind is accepted for a command. One that excuses nothing is a finding itself."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="contract.leaks", description=__doc__)
    parser.add_argument("--binaries", type=Path, required=True, help="the directory of the services, such as .build/debug")
    parser.add_argument("--document", type=Path, default=ROOT / "docs/asyncapi.yaml")
    options = parser.parse_args()
    # So that interrupting this run does not leave its services running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Short, because a Unix socket's path has at most 107 bytes.
    directory = Path(tempfile.mkdtemp(prefix="leaks-"))
    context = zmq.Context()
    began = time.monotonic()
    try:
        with Installation(context, options.binaries.resolve(), directory) as installation:
            try:
                matrix = run(installation, Document(options.document), began)
            except BaseException:
                print(installation.services.complaints(), file=sys.stderr)
                raise
    finally:
        context.destroy(0)
        shutil.rmtree(directory)
    return summary(matrix)


def run(installation: Installation, document: Document, began: float) -> Matrix:
    """Runs everything."""
    installation.start()
    matrix = Matrix(installation, document, EXCEPTIONS)
    subscriptions = attempts.subscribe(matrix)
    streams = Streams(matrix)
    matrix.run()
    probes = len(matrix.probes)
    mutants, noticed, equivalent = matrix.mutants()
    attempts.mixed_ids(matrix)
    attempts.foreign_values(matrix)
    attempts.moves(matrix)
    attempts.ended_meetings(matrix)
    attempts.removed_team(matrix)
    pages = attempts.pages(matrix)
    repeated = attempts.repeated_keys(matrix)
    requests = routes.routes(matrix)
    routes.keyless(matrix)
    events = attempts.received(matrix)
    frames = streams.check()
    print(
        f"{len(matrix.rules)} commands × {len(PRINCIPALS)} principals × the ids of 3 teams, deleted and unknown ones = "
        f"{probes} probes; {pages} pages; {repeated} repeated idempotency keys; {requests} HTTP requests; "
        f"{subscriptions} subscriptions, {events} events; {frames} frames of streams; {matrix.sent} commands in {time.monotonic() - began:.0f} s.")
    print(f"{mutants} mutants of the rules, {noticed} noticed; {equivalent} others permit the same as the rule.")
    return matrix


def summary(matrix: Matrix) -> int:
    """Prints the findings.

    Returns:
        The exit status.
    """
    for kind, target in sorted(EXCEPTIONS.keys() - matrix.excused.keys()):
        matrix.report("exception", target, f"nothing of kind “{kind}” was found; remove the exception")
    for finding, count in matrix.findings.items():
        print(f"leaks: {finding} ({count} times)", file=sys.stderr)
    for (kind, target), count in sorted(matrix.excused.items()):
        print(f"accepted: {target}, {kind}, {count} times: {EXCEPTIONS[kind, target]}.")
    leaks = sum(finding.startswith("leak:") for finding in matrix.findings)
    print(f"{leaks} leaks, {len(matrix.findings)} findings.")
    return 1 if matrix.findings else 0


if __name__ == "__main__":
    sys.exit(main())
