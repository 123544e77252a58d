"""Frontier engine: sorted keys, ply by ply, a row for every position."""
