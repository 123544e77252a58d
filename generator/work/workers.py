"""Workers of the engine that does not use the room of layers yet."""

from oxobook.generator.layers.workers import Workers, here, threads

__all__ = ["Workers", "here", "threads"]
