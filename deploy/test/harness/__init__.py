"""Tests the deployment of Standups with real containers, from outside, under faults."""
