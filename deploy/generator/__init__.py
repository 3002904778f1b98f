"""Generates deployment files from the description of the services; deploy/generate runs it."""
