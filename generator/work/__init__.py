"""Sharing work out: where the chunks of a solve run."""
