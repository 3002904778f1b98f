"""Focus under mutated messages."""

ANSWERS = "focus.items"
# The list must be the same after a restart.
LIST = ("focus.items", "items")
