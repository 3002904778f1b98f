"""Proves that no one reads or changes anything of a team without a role in it."""
