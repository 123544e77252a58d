"""Colours of winners, stones and paper, for notebooks, pictures and terminals.

A value names its winner: X's wins are in X's blue, O's in O's orange, draws in grey. Every eye can tell them apart, and
a word or a shape always says the same.
"""

from typing import NamedTuple


class Palette(NamedTuple):
    """Colours as ``#rrggbb``.

    The strong ones carry text and marks on paper, with a contrast of at least 4.5; the pale ones fill cells behind text
    in ink.
    """

    x: str
    o: str
    draw: str
    pale_x: str
    pale_o: str
    pale_draw: str
    ink: str = "#1d2430"
    rule: str = "#8a929c"
    paper: str = "#ffffff"

    def strong(self, winner: str | None) -> str:
        """Return the colour for marks and text of what ``X`` or ``O`` wins, or of a draw."""
        return {"X": self.x, "O": self.o}.get(winner or "", self.draw)

    def pale(self, winner: str | None) -> str:
        """Return the colour behind text in ink of what ``X`` or ``O`` wins, or of a draw."""
        return {"X": self.pale_x, "O": self.pale_o}.get(winner or "", self.pale_draw)


COLOURS = Palette("#2a5bd7", "#c2441d", "#5f6672", "#cfdefd", "#fdd5c2", "#e9ebee")
BLACK = Palette(*("#000000",) * 3, *("#ffffff",) * 3, ink="#000000", rule="#777777")
"""Black on white, for printed figures."""
MARKED = "#dfe3e8"
"""Background of a marked cell: light grey."""
ON_DARK = {
    **dict(zip(COLOURS, ("#7aa7ff", "#ff8a63", "#98a1b0", "#1b2c55", "#4a2518", "#333a44"), strict=False)),
    **{COLOURS.ink: "#e8eaee", COLOURS.paper: "none", BLACK.ink: "#e8eaee", BLACK.rule: "#98a1b0", MARKED: "#3d4653"},
}
"""Colour that takes the place of another on a dark page; the paper is left out there."""
INK, GREY, FAINT = "#000000", "#555555", "#aaaaaa"
"""Colours of pages printed in black and white: stones and words, side notes, and lines to cut along."""
