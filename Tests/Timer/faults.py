"""The timer under mutated messages."""

ANSWERS = "timer.list"
