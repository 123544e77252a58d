"""The colours of the charts: blue for X, red-orange for O, yellow for a draw, grey for what belongs to no side."""

from oxobook.book.game.palette import Palette

HATCH = "/////"
"""What says, on every panel, that the game is over."""


def mixed(colour: str, ground: str, share: float) -> str:
    """So much of a colour on a ground."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * over + (1 - share) * under) for over, under in pairs).hex()


def side_colours(palette: Palette) -> list[str]:
    """The colours of X's wins, draws and O's wins, bottom to top of a bar."""
    return [palette.x, mixed(palette.draw, palette.pale_draw, 0.5), palette.o]


def bar_colour(palette: Palette) -> str:
    """The colour of bars that belong to no side."""
    return palette.rule


def grey_of(palette: Palette) -> str:
    """The colour of what is said by the way: dark enough to read."""
    return mixed(palette.ink, palette.paper, 0.7)


def side_legend(palette: Palette, over: bool = False) -> tuple[tuple[str, str, str], ...]:
    """Colour, hatch and words of the three outcomes, and of the hatch."""
    x, drawn, o = side_colours(palette)
    sides = ((x, "", "X wins"), (drawn, "", "draw"), (o, "", "O wins"))
    return (*sides, (palette.rule, HATCH, "hatched: over")) if over else sides
