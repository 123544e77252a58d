"""Colours of values, stones and paper, for notebooks, pictures and terminals.

A word or a shape always says the same as a colour.
"""

from typing import NamedTuple

from oxobook.book.game.score import Value


class Palette(NamedTuple):
    """Colours as ``#rrggbb``.

    The strong ones carry text and marks, on light and dark grounds alike; the pale ones fill cells behind dark text.
    """

    win: str
    draw: str
    loss: str
    pale_win: str
    pale_draw: str
    pale_loss: str
    x: str = "#1f6fd6"
    o: str = "#e2551b"
    ink: str = "#1d232b"
    rule: str = "#8a929c"
    paper: str = "#ffffff"

    def strong(self, value: Value) -> str:
        """Return the colour of a value for marks and text."""
        return {Value.WIN: self.win, Value.DRAW: self.draw, Value.LOSS: self.loss}[value]

    def pale(self, value: Value) -> str:
        """Return the colour of a value behind dark text."""
        return {Value.WIN: self.pale_win, Value.DRAW: self.pale_draw, Value.LOSS: self.pale_loss}[value]


PALETTES = {
    "classic": Palette("#2a9d4a", "#b98900", "#d9453d", "#cdeed6", "#fdedb8", "#f8d0cd"),
    # blue-green, yellow and reddish purple of Okabe and Ito's set, which can be told apart with any colour vision
    "colorblind": Palette(
        *("#009e73", "#a89400", "#c05c9e", "#bfe6da", "#f8f2a8", "#efcfe3"), x="#0072b2", o="#d55e00"
    ),
}

CLASSIC = PALETTES["classic"]
BLACK = Palette(*("#000000",) * 3, *("#ffffff",) * 3, x="#000000", o="#000000", ink="#000000", rule="#777777")
"""Black on white, for printed figures."""
MARKED = "#dfe3e8"
"""Ground of a marked cell: light grey in every palette."""
INK, GREY, FAINT = "#000000", "#555555", "#aaaaaa"
"""Colours of pages printed in black and white: stones and words, side notes, and lines to cut along."""
