"""Chunks: what an engine's workers make of a layer, each piece in a file of its own. For any book of blocks.

Only names and counts pass between who makes a book and who works for it, so they may be on different machines.
"""
