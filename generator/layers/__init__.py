"""Layers of scores, in memory or on a store, and the workers that make them chunk by chunk."""
