"""Persons and teams under mutated messages."""

ANSWERS = "people.list"
# The list must be the same after a restart.
LIST = ("people.list", "people")
