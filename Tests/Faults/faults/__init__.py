"""Real processes under fault injection, and under traffic of almost valid messages."""
