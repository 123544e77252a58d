"""Certificates: files that prove who wins or does not lose, each with the strategy that does it."""
