"""Gravity engine: plain arrays of scores for boards whose stones fall, forward once and backward once."""
