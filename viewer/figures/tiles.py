"""Tiles: boards side by side in rows, each with a line of words over it and some under it."""

from math import ceil
from typing import NamedTuple

from oxobook.book.game.rules import Rules
from oxobook.viewer.drawing.drawing import LEAST_TYPE, MOST_TYPE, IllegalFigure, broken, width_of
from oxobook.viewer.figures.tree_layout import LINE, PAD, Style, up_to_mm

_MOST_CELL = 20.0
_GAP = 1.2  # between boards side by side, in sizes of type
_BETWEEN = 1.0  # between rows, in sizes of type
_ROOM = 0.25  # between a board and its words, in sizes of type


class Tiles(NamedTuple):
    """Where boards stand, and how large they are."""

    places: list[tuple[float, float]]
    """The upper left corner of each board."""
    cell: float
    type_size: int
    height: float
    """Of the figure."""
    caption_top: float


def tiles(rules: Rules, count: int, widest: str, under: int, style: Style, caption: str) -> Tiles:
    """Places for ``count`` boards, with the largest type at which no column is longer than a row, or else at which the
    fewest rows are needed; raises IllegalFigure.

    ``widest``: the longest words over or under a board; ``under``: how many lines stand under it, besides the one over
    it.
    """
    inner, found, fewest = style.width - 2 * PAD, None, count + 1
    for size in range(MOST_TYPE, LEAST_TYPE - 1, -1):
        gap, words = _GAP * size, width_of(widest, size)
        row = int((inner + gap) / (max(words, rules.columns * size) + gap))
        if row == 0:
            continue
        row = ceil(count / ceil(count / row))  # rows of like length
        rows = ceil(count / row)
        lines = len(broken(caption, size, inner)) if caption else 0
        text = rows * ((1 + under) * LINE + 2 * _ROOM) + (rows - 1) * _BETWEEN + lines * LINE + (0.8 if lines else 0)
        cell = min(((inner + gap) / row - gap) / rules.columns, _MOST_CELL)
        used = 2 * PAD + text * size + rows * rules.rows * cell
        if style.height is not None:
            cell = min(cell, (style.height - 2 * PAD - text * size) / (rows * rules.rows))
            used = min(used, style.height)
        if cell >= size and rows < fewest:
            fewest = rows
            pitch = min((inner + gap) / row, max(words, rules.columns * cell) + 3 * gap)
            down = rules.rows * cell + ((1 + under) * LINE + 2 * _ROOM + _BETWEEN) * size
            left = (style.width - (row - 1) * pitch - rules.columns * cell) / 2
            height = used if style.height is None else style.height
            top = PAD + (height - used) / 2 + (LINE + _ROOM) * size
            places = [(left + number % row * pitch, top + number // row * down) for number in range(count)]
            found = Tiles(places, cell, size, height, (height + used) / 2 - PAD - lines * LINE * size)
            if row >= rows:
                break
    if found is None:
        raise IllegalFigure(_too_small(rules, count, widest, style))
    return found


def _too_small(rules: Rules, count: int, widest: str, style: Style) -> str:
    """What was expected, what came, and what to do."""
    wide = max(width_of(widest, LEAST_TYPE), rules.columns * LEAST_TYPE) + 2 * PAD
    return (
        f"expected room for type of at least {LEAST_TYPE} points; got {style.measure} for {count} boards, of which "
        f"one alone is {up_to_mm(wide)} cm wide: enlarge the figure"
    )
