"""Drives the real services and checks their messages against docs/asyncapi.yaml."""
