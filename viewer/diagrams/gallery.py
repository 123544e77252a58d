"""The documentation's pictures, drawn into one folder: ``python -m oxobook.viewer.diagrams.gallery BOOK FOLDER``."""

import sys
from collections.abc import Callable
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.game.palette import CLASSIC
from oxobook.book.game.position import Position
from oxobook.book.store.atomic_file import write_whole
from oxobook.book.strategy import strategy_in
from oxobook.viewer.charts.charts import stats_chart
from oxobook.viewer.classroom.menace.lesson import give_lesson
from oxobook.viewer.diagrams.graph import strategy_graph
from oxobook.viewer.diagrams.graph_file import export_graph
from oxobook.viewer.diagrams.map import strategy_map
from oxobook.viewer.diagrams.position import board_picture
from oxobook.viewer.diagrams.sheet import cheat_sheet
from oxobook.viewer.drawing.drawing import CM
from oxobook.viewer.drawing.file import step_bytes
from oxobook.viewer.drawing.svg import figure_svg
from oxobook.viewer.figures.alpha_beta_steps import alpha_beta_steps
from oxobook.viewer.figures.game_tree import game_tree
from oxobook.viewer.figures.orbit_and_strip import orbit_figure
from oxobook.viewer.figures.strip_figure import strip_figure
from oxobook.viewer.figures.tree_figure import tree_figure
from oxobook.viewer.figures.tree_layout import Style
from oxobook.viewer.players.roster import player_named


def _lookup(book: Book) -> str:
    return board_picture(book.probe("X../.../..O"), book.moves("X../.../..O"), CLASSIC)


def _graph(book: Book) -> str:
    graph = strategy_graph(book, strategy_in(book, "X", "reflexes", False))
    return export_graph(graph, "svg", CLASSIC).decode()


def _learning(book: Book) -> str:
    with player_named("perfect", book) as opponent:
        lesson = give_lesson(book, "X", opponent, "michie", 200, 2)
    return lesson.curve(CLASSIC, "svg").decode()


def _style() -> Style:
    return Style(16 * CM, None, CLASSIC)


def _tree(book: Book) -> str:
    return figure_svg(tree_figure(game_tree(book, Position(book.rules), 2, merge=True), _style()))


def _alpha_beta(book: Book) -> str:
    tree = game_tree(book, Position.parse("XOX/.O./.X."), 2, merge=False)
    return step_bytes(alpha_beta_steps(tree, "cells", _style()), "svg").decode()


def _strip(book: Book) -> str:
    return figure_svg(strip_figure(book, "a3 b2 c1 a1 c3", judged=True, steps=False, style=_style()))


PICTURES: dict[str, Callable[[Book], str]] = {
    "alphabeta.svg": _alpha_beta,
    "charts.svg": lambda book: stats_chart(book, CLASSIC),
    "graph-x.svg": _graph,
    "learning.svg": _learning,
    "lookup.svg": _lookup,
    "map-x.svg": lambda book: strategy_map(book, strategy_in(book, "X", "pick", False), CLASSIC),
    "orbit.svg": lambda book: figure_svg(orbit_figure(Position.parse("X../.O./..X"), _style())),
    "sheet-o.svg": lambda book: cheat_sheet(book, strategy_in(book, "O", "reflexes", False), CLASSIC),
    "strip.svg": _strip,
    "tree.svg": _tree,
}
"""What draws each picture from a book of 3x3x3 that keeps both sides' strategies with reflexes."""


def draw_gallery(book: Book, folder: Path) -> None:
    """Draw every picture of PICTURES into a folder, replacing those that stand there."""
    for name, draw in PICTURES.items():
        write_whole(folder / name, draw(book).encode(), replace=True)


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        draw_gallery(opened, Path(sys.argv[2]))
