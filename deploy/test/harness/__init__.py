"""Tests Standups as it is deployed: on real containers, from outside, while things go wrong."""
