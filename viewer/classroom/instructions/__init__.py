"""Strategies as written instructions."""
