"""deploy/generate: writes the files, or lists stale ones."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .description import PLACES, ROOT, Mistake, load
from .files import FOLDERS, HEAD, TEMPLATES, generate

EX_DATAERR = 65


def main(description: str | None) -> int:
    parser = argparse.ArgumentParser(prog="deploy/generate", description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only report stale files; exit 1 if there are any")
    options = parser.parse_args()
    try:
        wanted = generate(load())
    except Mistake as mistake:
        print("deploy/generate: invalid description of the services:", file=sys.stderr)
        for line in str(mistake).splitlines():
            print(f"  {line}", file=sys.stderr)
        return EX_DATAERR
    stale, left = differences(ROOT, wanted)
    if not options.check:
        for name in stale:
            (ROOT / name).write_text(wanted[name], encoding="utf-8")
            print(f"wrote {name}", file=sys.stderr)
        for name in left:
            (ROOT / name).unlink()
            print(f"removed {name}", file=sys.stderr)
        return 0
    if stale or left:
        print(f"These files differ from what {PLACES} and {TEMPLATES} generate:", file=sys.stderr)
        for name in stale:
            print(f"  {name}", file=sys.stderr)
        for name in left:
            print(f"  {name}, of a service that no longer exists", file=sys.stderr)
        print(f"Run deploy/generate. Make manual changes in {PLACES} or a template instead.",
              file=sys.stderr)
        return 1
    return 0


def differences(root: Path, wanted: dict[str, str]) -> tuple[list[str], list[str]]:
    """The files that are missing or stale, and those left over from a removed service."""
    stale = [name for name, text in wanted.items()
             if not (root / name).is_file() or (root / name).read_text(encoding="utf-8") != text]
    found = [path for folder in FOLDERS for path in sorted((root / folder).iterdir()) if path.is_file()]
    left = [name for name in (str(path.relative_to(root)) for path in found)
            if name not in wanted and (root / name).read_text(encoding="utf-8").startswith(HEAD)]
    return stale, left
