"""Real processes under faults at random, and under traffic that is nearly right."""
