"""Checks the HTTP API against docs/openapi.yaml."""
