"""The colours are those of ``book.game.palette``."""

from book.game.palette import CLASSIC, PALETTES, Palette

__all__ = ["CLASSIC", "PALETTES", "Palette"]
