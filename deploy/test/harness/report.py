"""The final report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Row:
    """The result of one fault."""

    name: str
    #: Seconds until it was visible from outside; `None` if it was over before.
    red: float | None = None
    #: Seconds from the end of the cause until recovery.
    recovered: float = 0
    #: Seconds during which health reported a problem.
    unwell: float = 0
    #: Maximum deviation of a meeting's end from its time, in milliseconds.
    off: int = 0
    #: Number of writes rejected meanwhile.
    refused: int = 0
    failure: str | None = None

    def text(self) -> str:
        if self.failure is not None:
            return f"FAILED  {self.name}: {self.failure}"
        return f"ok      {self.name}: well again after {self.recovered:.1f} s"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that is readable in a terminal and in Markdown."""
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
