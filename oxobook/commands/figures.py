"""Commands that draw figures for lectures and papers, at a given size."""

import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import click

from oxobook.book.book import Book
from oxobook.book.errors import quoted
from oxobook.book.game.labels import kinds_for
from oxobook.book.game.position import Position, position_of_text
from oxobook.commands.options import (
    BookChoice,
    WholeNumber,
    book_argument,
    choice_option,
    gathered,
    joined,
    labels_option,
    palette_of,
)
from oxobook.commands.output import Command, OutputFile, force_option, say
from oxobook.viewer.pictures.drawing.drawing import CM, Drawing
from oxobook.viewer.pictures.drawing.file import FIGURE_FORMS, STEP_FORMS, drawing_bytes
from oxobook.viewer.pictures.figures.alpha_beta_figure import ORDERS, alpha_beta_figure, alpha_beta_steps
from oxobook.viewer.pictures.figures.game_tree import score_for_x, value_for_x
from oxobook.viewer.pictures.figures.line_figures import forks_figure, kinds_figure, lines_figure, threats_figure
from oxobook.viewer.pictures.figures.style import FIGURE_PALETTES, Style
from oxobook.viewer.pictures.figures.tile_figures import cells_figure, orbit_figure, strip_figure
from oxobook.viewer.pictures.figures.tree_figure import asked_figure, minimax_steps, tree_figure


class Length(click.FloatRange):
    """Parameter type for a length in centimetres, with or without its unit; the command gets points."""

    name = "cm"

    def __init__(self) -> None:
        super().__init__(1, 120)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).lower().removesuffix("cm").strip()
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]+)?", text):
            self.fail(f"expected a length in centimetres, such as 16 or 12.5; got {quoted(value)}.", param, ctx)
        return float(super().convert(float(text), param, ctx)) * CM


_figure_options = gathered(
    "style",
    Style,
    click.option("--width", type=Length(), default="16", show_default=True, help="Width of the figure in cm."),
    click.option("--height", type=Length(), help="Height of the figure in cm; by default as needed."),
    palette_of(FIGURE_PALETTES),
    click.option("--captions/--no-captions", default=True, show_default=True, help="Sentences under the figure."),
    labels_option,
)
"""Options of all figures."""

_tree_options = joined(
    click.option(
        "--from", "start", default="", metavar="POSITION", help="Root, a board or a game record. [default: empty]"
    ),
    click.option(
        "--depth", type=WholeNumber(0), help="Cut the tree after this many plies; by default, as deep as is legible."
    ),
    click.option("--boards", type=WholeNumber(1, 2000), default=200, show_default=True, help="Most boards to draw."),
    click.option("--merge", is_flag=True, help="Draw moves that are symmetric to each other as one."),
    click.option("--moves/--no-moves", default=True, show_default=True, help="Write the move above each board."),
)
"""Options that choose the tree."""


@click.group(epilog='Example: oxobook figure tree tree.pdf --from "XOX/.O./.X."')
def figure() -> None:
    """Draw figures for slides, papers and blackboards.

    The ending of FILE selects the format: svg, pdf, png (300 dots per inch), or tex for LaTeX with TikZ. A figure has
    exactly the given size, and type of 6 to 10 points.
    """


def _figure(example: str, *params: Callable[[Command], Command]) -> Callable[[Callable[..., Drawing]], None]:
    """Return a decorator that adds the command which writes the drawing of a function.

    The function gets the ``book``, the ``style`` and the values of ``params``; its docstring is the help.
    """

    def added(draw: Callable[..., Drawing]) -> None:
        @wraps(draw)
        def command(file: str, style: Style, chosen: BookChoice, **others: Any) -> None:
            forms = (STEP_FORMS, "steps") if others.get("steps") else (FIGURE_FORMS, "a figure")
            written = OutputFile(*forms).convert(file, None, None)
            with chosen.open() as book:
                drawn = draw(book=book, style=style, **others)
            written.write(drawing_bytes(drawn, written.form))
            counted = f", {drawn.steps} steps" if drawn.steps > 1 else ""
            say(f"{drawn.title}\n{drawn.measure}{counted}")

        options = joined(click.argument("file"), *params, _figure_options, force_option)
        figure.command(draw.__name__, epilog=f"Example: oxobook figure {example}")(options(book_argument(command)))

    return added


_steps_option = click.option(
    "--steps", is_flag=True, help="Draw the search step by step: pages of a PDF, an animated SVG, or TeX pictures."
)


@_figure(
    'tree tree.tex --from "XOX/.O./.X." --width 12',
    _tree_options,
    click.option(
        "--scores",
        flag_value="game",
        help="Scores instead of +1, 0 and -1: on 3x3, 10 - d if X wins with move d, d - 10 if O does.",
    ),
    click.option("--scores-ahead", "scores", flag_value="ahead", help="Scores that count d from the first board."),
    _steps_option,
)
def tree(
    book: Book, style: Style, start: str, depth: int | None, boards: int, merge: bool, scores: str | None, steps: bool
) -> Drawing:
    """Draw a game tree with the values that minimax backs up, for X: +1, 0 or -1."""
    root, ahead = position_of_text(start, book.rules, style.labels), scores == "ahead"
    worth = partial(score_for_x, since=root.ply if ahead else 0) if scores else value_for_x
    draw = minimax_steps if steps else partial(tree_figure, ahead=ahead)
    return asked_figure(book, root, depth, merge, boards, lambda tree: draw(tree, style), worth)


@_figure(
    'alphabeta cuts.svg --from "XOX/.O./.X." --order best',
    _tree_options,
    choice_option(
        "--order",
        choices=ORDERS,
        default="cells",
        help="Order in which moves are tried: " + ", or ".join(ORDERS.values()) + ".",
    ),
    _steps_option,
)
def alphabeta(
    book: Book, style: Style, start: str, depth: int | None, boards: int, merge: bool, order: str, steps: bool
) -> Drawing:
    """Draw the boards that alpha-beta visits in a game tree, with alpha and beta, and strike out what it cuts."""
    draw, root = alpha_beta_steps if steps else alpha_beta_figure, position_of_text(start, book.rules, style.labels)
    return asked_figure(book, root, depth, merge, boards, lambda tree: draw(tree, order, style))


@_figure(
    'strip game.svg "a3 b2 c1 b3 b1" --judge',
    click.argument("game"),
    click.option("--judge", is_flag=True, help="Label each move as best, safe or a mistake."),
    click.option(
        "--steps", is_flag=True, help="Draw one board, move by move: pages of a PDF, an animated SVG, or TeX pictures."
    ),
)
def strip(book: Book, style: Style, game: str, judge: bool, steps: bool) -> Drawing:
    """Draw a game, given as its moves, as a strip of boards."""
    return strip_figure(book, game, judge, steps, style)


@_figure("lines lines.pdf 3x4x3")
def lines(book: Book, style: Style) -> Drawing:
    """Draw the lines that win, a board for each."""
    return lines_figure(book.rules, style)


@_figure("cells cells.pdf")
def cells(book: Book, style: Style) -> Drawing:
    """Draw the names of the cells, by each kind of labels."""
    return cells_figure(book.rules, kinds_for(book.rules), style)


def _of_position(name: str, example: str, draw: Callable[[Position, Style], Drawing], does: str) -> None:
    """Add the command of a figure of one position."""

    def drawn(book: Book, style: Style, position: str) -> Drawing:
        return draw(position_of_text(position, book.rules, style.labels), style)

    drawn.__name__, drawn.__doc__ = name, does
    _figure(f"{name} {name}.pdf {example}", click.argument("position"))(drawn)


_of_position("orbit", "XO./.../...", orbit_figure, "Draw the rotations and reflections of a position.")
_of_position("forks", "XO./.X./..O", forks_figure, "Draw the moves of either side that make two threats at once, with "
             "the cells that they threaten.")  # fmt: skip
_of_position("threats", "XX./OO./...", threats_figure, "Draw the lines of either side that want one more stone.")
_of_position("kinds", "XX./OO./...", kinds_figure, "Draw the kinds of lines, by the stones on them, and count those of "
             "a position.")  # fmt: skip
