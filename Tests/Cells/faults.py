"""Cells under mutated messages."""

# Its calls would move the standups of the ordinary traffic to other cells.
IS_IMITATED = False
