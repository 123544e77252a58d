"""What every picture is made of: the shapes of a board, and words (drawsvg)."""

from collections.abc import Callable
from typing import Any

import drawsvg

FONT = "Helvetica, Arial, sans-serif"
RISE = 0.35
"""How far below its middle a line of text has its baseline, in its size; not every reader knows dominant-baseline."""
_BOLD_WIDTH = 0.64  # of a letter on average, in its size; the widest of the fonts is Bitstream Vera Sans
_WIDTH = 0.54

Canvas = Any  # a drawsvg Drawing or Group; the library has no types


def draw(canvas: Canvas, *shapes: str) -> None:
    """Shapes of ``book.game.board_svg``."""
    for shape in shapes:
        canvas.append(drawsvg.Raw(shape))


def write(canvas: Canvas, words: str, x: float, y: float, size: float, colour: str, bold: bool = False) -> None:
    """Words centred on a point."""
    canvas.append(_text(words, x, y, size, colour, bold, text_anchor="middle"))


def write_from(canvas: Canvas, words: str, x: float, y: float, size: float, colour: str, bold: bool = False) -> None:
    """Words that begin at a point, their middle at its height."""
    canvas.append(_text(words, x, y, size, colour, bold))


def fitting_size(words: str, width: float, size: float, bold: bool = False) -> float:
    """The size, at most this one, at which words are no wider than this."""
    return min(size, round(width / (len(words) * (_BOLD_WIDTH if bold else _WIDTH)), 1))


def fitting_lines(words: str, fits: Callable[[str], bool]) -> list[str]:
    """Words as lines, each as long as it ``fits``; one of a single word may be longer."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and not fits(longer):
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _text(words: str, x: float, y: float, size: float, colour: str, bold: bool, **style: str) -> Canvas:
    weight = "bold" if bold else "normal"
    baseline = round(y + RISE * size, 2)
    return drawsvg.Text(words, size, x, baseline, font_family=FONT, font_weight=weight, fill=colour, **style)
