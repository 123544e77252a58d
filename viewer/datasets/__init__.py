"""Data sets of a game: labelled positions and games as Parquet, with what people and programs need to load them."""
