"""Strategies as people and programs meet them: the command, its text and its JSON."""
