"""The colours: of values, stones and paper. Never the only sign: a word or a shape says the same."""

from typing import NamedTuple

from book.game.board_svg import O_COLOUR, VALUE_COLOURS, X_COLOUR
from book.game.score import Value


class Palette(NamedTuple):
    """Colours as ``#rrggbb``. The strong ones carry text and marks, on light and dark grounds alike; the pale ones
    fill cells behind dark text."""

    win: str
    draw: str
    loss: str
    pale_win: str
    pale_draw: str
    pale_loss: str
    x: str = X_COLOUR
    o: str = O_COLOUR
    ink: str = "#1d232b"
    rule: str = "#8a929c"
    paper: str = "#ffffff"

    def strong(self, value: Value) -> str:
        """The colour of a value for marks and text."""
        return {Value.WIN: self.win, Value.DRAW: self.draw, Value.LOSS: self.loss}[value]

    def pale(self, value: Value) -> str:
        """The colour of a value behind dark text."""
        return {Value.WIN: self.pale_win, Value.DRAW: self.pale_draw, Value.LOSS: self.pale_loss}[value]


PALETTES = {
    "classic": Palette("#2a9d4a", "#b98900", "#d9453d", VALUE_COLOURS[1], VALUE_COLOURS[0], VALUE_COLOURS[-1]),
    # blue-green, yellow and vermilion-purple of Okabe and Ito's set, told apart by all common colour vision
    "colorblind": Palette(
        *("#009e73", "#a89400", "#c05c9e", "#bfe6da", "#f8f2a8", "#efcfe3"), x="#0072b2", o="#d55e00"
    ),
}
