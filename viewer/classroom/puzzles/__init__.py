"""Puzzles and worksheets."""
