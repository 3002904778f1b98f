"""What is printed at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Row:
    """What came of one fault."""

    name: str
    #: Seconds until it was seen from outside; none where it was over before.
    red: float | None = None
    #: Seconds from the end of the cause until all was well.
    recovered: float = 0
    #: Seconds during which outside was told that something is wrong.
    unwell: float = 0
    #: How far from its time the worst meeting ended, in milliseconds.
    off: int = 0
    #: How many writes were refused meanwhile.
    refused: int = 0
    failure: str | None = None

    def text(self) -> str:
        if self.failure is not None:
            return f"FAILED  {self.name}: {self.failure}"
        return f"ok      {self.name}: well again after {self.recovered:.1f} s"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that reads well on a terminal and in Markdown."""
    widths = [max(len(line[column]) for line in [header, *rows]) for column in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "| " + " | ".join(padded) + " |"

    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])


def fault_table(rows: Sequence[Row]) -> str:
    return table(
        ["fault", "noticed after", "unhealthy for", "healthy after its end", "meetings off by", "rejected"],
        [
            [row.name, "FAILED", "", "", "", ""]
            if row.failure is not None
            else [
                row.name,
                "–" if row.red is None else f"{row.red:.1f} s",
                f"{row.unwell:.1f} s",
                f"{row.recovered:.1f} s",
                f"{row.off:+d} ms",
                str(row.refused),
            ]
            for row in rows
        ],
    )
