"""Shapes, and writers that turn them into SVG, PDF, TikZ and PNG."""
