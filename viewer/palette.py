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
    x: str = "#2a5bd7"
    o: str = "#c2441d"
    ink: str = "#1d2430"
    rule: str = "#8a929c"
    paper: str = "#ffffff"

    def strong(self, value: Value) -> str:
        """Return the colour of a value for marks and text."""
        return {Value.WIN: self.win, Value.DRAW: self.draw, Value.LOSS: self.loss}[value]

    def pale(self, value: Value) -> str:
        """Return the colour of a value behind dark text."""
        return {Value.WIN: self.pale_win, Value.DRAW: self.pale_draw, Value.LOSS: self.pale_loss}[value]


PALETTES = {
    "classic": Palette("#1a6a3c", "#735400", "#a32d27", "#dff2e6", "#f7ecc9", "#f9dedb"),
    # blue-green, yellow and reddish purple of Okabe and Ito's set, which can be told apart with any colour vision
    "colorblind": Palette(
        *("#005c45", "#5f5600", "#86345f", "#d5efe7", "#f7f2bf", "#f4dcea"), x="#0067a3", o="#a84700"
    ),
}

CLASSIC = PALETTES["classic"]
BLACK = Palette(*("#000000",) * 3, *("#ffffff",) * 3, x="#000000", o="#000000", ink="#000000", rule="#777777")
"""Black on white, for printed figures."""
MARKED = "#dfe3e8"
"""Background of a marked cell: light grey in every palette."""
ON_DARK = {
    **dict(zip(PALETTES["classic"], ("#5fd08f", "#e2bd5c", "#f08a84", "#163525", "#372d12", "#3d1d1c"), strict=False)),
    **dict(
        zip(PALETTES["colorblind"], ("#6fd6bd", "#eadf6b", "#eda9d0", "#0b352b", "#34300d", "#3c1a2e"), strict=False)
    ),
    **{"#2a5bd7": "#7aa7ff", "#c2441d": "#ff8a63", "#0067a3": "#56b4e9", "#a84700": "#ffab66"},
    **{CLASSIC.ink: "#e8eaee", CLASSIC.paper: "none", BLACK.ink: "#e8eaee", BLACK.rule: "#98a1b0", MARKED: "#2b323d"},
}
"""Colour that takes the place of another on a dark page; the paper is left out there."""
INK, GREY, FAINT = "#000000", "#555555", "#aaaaaa"
"""Colours of pages printed in black and white: stones and words, side notes, and lines to cut along."""
