"""Runs the services, captures all their messages, and checks them against the document."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

import yaml
import zmq

from . import scenario
from .check import Checker
from .document import Document
from .openapi import DOCUMENT
from .parts import files
from .traffic import Event, Log
from .web import WebDocument

ROOT = Path(__file__).resolve().parents[3]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="contract", description=__doc__)
    parser.add_argument("--binaries", type=Path, help="the directory of the services, such as .build/debug")
    parser.add_argument("--engine", type=Path, help="the directory of the speech engine; without it, no recognition")
    parser.add_argument("--document", type=Path, default=ROOT / "docs/asyncapi.yaml")
    parser.add_argument("--audio", type=Path, default=ROOT / "deploy/demo/standup.wav")
    parser.add_argument("--record", type=Path, help="write what was seen here, one JSON object per message")
    parser.add_argument(
        "--examples", action="store_true", help="add what was seen to examples.json where a message has no example")
    parser.add_argument("--document-only", action="store_true", help="check the document and run nothing")
    parser.add_argument("--quiet", action="store_true", help="print no table")
    options = parser.parse_args()
    if not options.document_only:
        if options.binaries is None:
            parser.error("say where the services are: --binaries .build/debug")
        if not (options.binaries / "router-service").exists():
            parser.error(f"there is no router-service in {options.binaries}; run `swift build`")
    if options.engine and not (options.engine / "engine.json").exists():
        parser.error(f"there is no speech engine in {options.engine}; run scripts/engine, or leave out --engine")
    return options


def main() -> int:
    options = arguments()
    document = Document(options.document)
    problems = [f"{options.document.name}: {problem}" for problem in document.problems()]
    problems += [f"{DOCUMENT}: {problem}" for problem in WebDocument().problems()]
    if options.document_only:
        return report(problems)

    parts = scenario.parts()
    # So that interrupting this run does not leave its services running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, log, broke_off = time.monotonic(), Log(), False
    # Short, because a Unix socket's path has at most 107 bytes.
    directory = Path(tempfile.mkdtemp(prefix="contract-"))
    context = zmq.Context()
    try:
        scenario.run(
            context, log, document, parts, options.binaries.resolve(), directory, options.engine, options.audio)
    except Exception as error:  # noqa: BLE001  reported among the problems, whatever it is
        print("\n".join(getattr(error, "__notes__", [])), file=sys.stderr)
        cause = f" ({error.__cause__!r})" if error.__cause__ else ""
        place = traceback.extract_tb(error.__traceback__)[-1]
        problems.append(
            f"the run broke off at {place.filename}:{place.lineno}: {type(error).__name__}: {error}{cause}")
        broke_off = True
    finally:
        context.destroy(0)
        shutil.rmtree(directory)
    if options.record:
        record(log, options.record)

    checker = Checker(document, scenario.theirs(parts))
    checker.take(log)
    if options.examples:
        add_examples(document, checker)
    problems += [f"{problem} ({count} times)" for problem, count in checker.problems.items()]
    if not broke_off:
        problems += coverage(checker, has_engine=options.engine is not None)
    if not options.quiet:
        table(document, checker)
    described = len(document.messages)
    print(
        f"{len(log)} messages and events in {time.monotonic() - began:.1f} s; {described} kinds described, "
        f"{sum(1 for name in document.messages if checker.seen[name])} seen; "
        f"{len(checker.codes)} error codes seen")
    return report(problems)


def add_examples(document: Document, checker: Checker) -> None:
    """Adds an example to each message that has none, and removes those of messages that no longer exist."""
    path = Path(__file__).resolve().parents[1] / "examples.json"
    examples = json.loads(path.read_text(encoding="utf-8"))
    kept = {name: found for name, found in examples.items() if name in document.messages}
    added = {name: [found] for name, found in checker.first.items() if name not in kept and name in document.messages}
    path.write_text(json.dumps({**kept, **added}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(added)} examples added, {len(examples) - len(kept)} removed; run scripts/contracts")


def coverage(checker: Checker, *, has_engine: bool) -> list[str]:
    """Parts of the document that did not occur although required, and parts that occurred although exempt."""
    allowed: dict[str, str] = {}
    patterns: list[re.Pattern[str]] = []
    for path in (ROOT / "Tests/Contract/allowed.yaml", *files("allowed.yaml").values()):
        lists = yaml.safe_load(path.read_text(encoding="utf-8"))
        allowed |= {one["what"]: str(path.relative_to(ROOT)) for one in lists.get("always", ())}
        patterns += [re.compile(one["what"]) for one in lists.get("without_engine", ())]
    unseen = set(checker.unseen())
    stale = [f"{path}: {what}: it was seen; remove the entry" for what, path in allowed.items() if what not in unseen]
    if not has_engine:
        unseen = {what for what in unseen if not any(pattern.fullmatch(what) for pattern in patterns)}
    return stale + [f"never seen: {what}" for what in sorted(unseen - set(allowed))]


def table(document: Document, checker: Checker) -> None:
    """Prints the number of occurrences of each message, by kind."""
    counts = Counter(message["x-kind"] for message in document.messages.values())
    for kind in counts:
        print(f"{kind}")
        for name in sorted(document.of_kind(kind)):
            topics = " ".join(f"{view}/" for view in sorted(checker.topics.get(name, ())))
            print(f"  {checker.seen[name]:6}  {name}  {topics}".rstrip())
    print("error codes")
    for code, count in sorted(checker.codes.items()):
        print(f"  {count:6}  {code}")


def record(log: Log, path: Path) -> None:
    """Writes the captured traffic; frames as text if possible, else in hexadecimal."""
    with path.open("w", encoding="utf-8") as file:
        for item in log:
            if isinstance(item, Event):
                line = {"event": item.frame.decode()}
            else:
                frames = [frame.decode() for frame in item.frames[:2]] + [frame.hex() for frame in item.frames[2:]]
                line = {"peer": item.peer, "toRouter": item.to_router, "frames": frames}
            print(json.dumps(line, ensure_ascii=False), file=file)


def report(problems: list[str]) -> int:
    for problem in problems:
        print(f"contract: {problem}", file=sys.stderr)
    print(f"{len(problems)} problems" if problems else "The document and the services agree.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
