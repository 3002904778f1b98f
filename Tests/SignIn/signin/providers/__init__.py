"""The real providers, from Debian."""
