"""Drives the real services and holds what they say against docs/asyncapi.yaml."""
