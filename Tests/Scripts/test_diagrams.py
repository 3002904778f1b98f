"""The diagrams of the documentation parse. Reads the subset of Mermaid that they use, and rejects everything else."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator

from support import ROOT

WORD = r"[a-zA-Z][a-zA-Z0-9]*"
# Mermaid ends a statement at a semicolon and reads a number sign as an entity.
TEXT = r'[^;#"|\[\]{}<>]+'
NODE = re.compile(rf'({WORD})\[(?:"{TEXT}"|\("{TEXT}"\))\]')
EDGE = re.compile(rf"({WORD}) (?:<-->|-->|---|-\.->)(?:\|{TEXT}\|)? ({WORD})")
PARTICIPANT = re.compile(rf"participant ({WORD}) as {TEXT}")
MESSAGE = re.compile(rf"({WORD})(?:->>|-->>|-\)|-x)({WORD}): {TEXT}")
NOTE = re.compile(rf"Note over ({WORD})(?:,({WORD}))?: {TEXT}")
BLOCK = re.compile(rf"(?:alt|opt|loop) {TEXT}")
# Mermaid reserves these.
RESERVED = {"end", "graph", "subgraph", "class", "style", "click", "default"}


def diagrams() -> Iterator[tuple[str, str]]:
    """Place and source of each diagram."""
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/**/*.md")]:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^```mermaid\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{page.relative_to(ROOT)}:{line}", match[1]


def problem(source: str) -> str | None:
    """The first mistake in a diagram, or None."""
    kind, *lines = [line.strip() for line in source.splitlines() if line.strip()]
    if kind not in ("flowchart LR", "flowchart TB", "sequenceDiagram"):
        return f"“{kind}”: expected “flowchart LR”, “flowchart TB” or “sequenceDiagram”"
    declaration = PARTICIPANT if kind == "sequenceDiagram" else NODE
    uses = (MESSAGE, NOTE) if kind == "sequenceDiagram" else (EDGE,)
    declared: set[str] = set()
    used: set[str] = set()
    open_blocks: list[bool] = []  # for each, whether it may have an `else`
    for line in lines:
        if match := declaration.fullmatch(line):
            if match[1] in declared or match[1].lower() in RESERVED:
                return f"“{line}”: the name is declared before or reserved"
            declared.add(match[1])
        elif match := next((match for use in uses if (match := use.fullmatch(line))), None):
            names = {name for name in match.groups() if name}
            if unknown := names - declared:
                return f"“{line}”: “{unknown.pop()}” is not declared"
            used |= names
        elif kind == "sequenceDiagram" and BLOCK.fullmatch(line):
            open_blocks.append(line.startswith("alt "))
        elif kind == "sequenceDiagram" and re.fullmatch(rf"else {TEXT}", line) and open_blocks and open_blocks[-1]:
            pass
        elif kind == "sequenceDiagram" and line == "end" and open_blocks:
            open_blocks.pop()
        else:
            return f"“{line}” is not in the subset that this test reads"
    if open_blocks:
        return "a block has no “end”"
    return f"“{(declared - used).pop()}” is not used" if declared - used else None


class DiagramTests(unittest.TestCase):
    def test_each_diagram_parses(self) -> None:
        found = list(diagrams())
        self.assertGreaterEqual(len(found), 4)
        for place, source in found:
            with self.subTest(place):
                self.assertIsNone(problem(source))

    def test_mistakes_are_found(self) -> None:
        sequence = "sequenceDiagram\n  participant A as Client\n  A->>A: waits\n"
        flow = 'flowchart LR\n  a["one"]\n  b[("two")]\n  a -->|text| b\n'
        self.assertIsNone(problem(sequence))
        self.assertIsNone(problem(flow))
        for wrong in (
            "pie\n  a: 1\n",
            sequence + "  B->>A: undeclared\n",
            sequence + "  A->>A: a; b\n",
            sequence + "  alt open\n  A->>A: waits\n",
            sequence + "  end\n",
            sequence + "  loop each second\n  else never\n  end\n",
            sequence + "  participant B as unused\n",
            sequence + "  A=>>A: no arrow\n",
            flow + "  a --> c\n",
            flow + '  end["reserved"]\n  a --> end\n',
            flow.replace('"one"', '"one'),
        ):
            with self.subTest(wrong):
                self.assertIsNotNone(problem(wrong))


if __name__ == "__main__":
    unittest.main()
