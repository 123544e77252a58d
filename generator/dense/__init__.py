"""Dense engine: plain arrays of scores addressed by rank, for large boards without gravity."""
