"""Maker of books: enumerates every reachable position, solves each, and writes the answers.

Positions are graded by their stones, and every move adds one: so one pass forward finds them ply by ply, and one pass
backward solves them. The rules and the file format are the ``book`` package's.
"""
