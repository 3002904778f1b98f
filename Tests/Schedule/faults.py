"""Schedules under mutated messages."""

# Its calls to the router are not mutated yet; its commands are.
IS_IMITATED = False
