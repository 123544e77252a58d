"""Squared paper for the games of a lesson.

D. Michie drew his first tournament against MENACE so (The Computer Journal 6, 1963, fig. 4).
"""

from oxobook.viewer.drawing.pages import FAINT, GREY, INK, MM, Frame
from oxobook.viewer.drawing.pdf import PdfPages, Segment

_SQUARE, _LABELS, _BELOW = 3.5 * MM, 18.0, 5
"""The side of a square, the room for the numbers, and the squares below the start."""


def draw_squares(pages: PdfPages, frame: Frame, top: float) -> None:
    """A heading, how to fill it in, and squares down to the end of the frame; nothing where there is little room."""
    left, width = frame.left + _LABELS, frame.width - _LABELS
    start = top + 46
    rows = int((frame.top + frame.height - _LABELS - start) // _SQUARE)
    columns = int(width // _SQUARE)
    if rows < 3 * _BELOW:
        return
    pages.write("Watch it learn", frame.left, top + 6, 12, INK, bold=True)
    words = "After each game go one square to the right: 3 up if MENACE won, 1 up for a draw, 1 down if it lost."
    pages.write(words, frame.left, top + 25, 10, INK, width=frame.width)
    bottom, right = start + rows * _SQUARE, left + columns * _SQUARE
    faint: list[Segment] = [(left, start + row * _SQUARE, right, start + row * _SQUARE) for row in range(rows + 1)]
    faint += [(left + one * _SQUARE, start, left + one * _SQUARE, bottom) for one in range(columns + 1)]
    pages.lines(faint, FAINT, 0.4)
    zero = bottom - _BELOW * _SQUARE
    pages.lines([(left, zero, right, zero), (left, start, left, bottom)], GREY, 1)
    for up in range(-_BELOW, rows - _BELOW + 1, 5):
        pages.write(f"{up:+}" if up else "0", left - 3, zero - up * _SQUARE, 7, GREY, at="right")
    for game in range(10, columns + 1, 10):
        pages.write(str(game), left + game * _SQUARE, bottom + 7, 7, GREY, at="middle")
    pages.write("games", right, bottom + 16, 7, GREY, at="right")
