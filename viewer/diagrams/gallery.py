"""The documentation's pictures, drawn into one folder: ``python -m oxobook.viewer.diagrams.gallery BOOK FOLDER``."""

import sys
from collections.abc import Callable
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.game.palette import CLASSIC
from oxobook.book.game.position import Position
from oxobook.book.store.atomic_file import write_whole
from oxobook.book.strategy import strategy_in
from oxobook.viewer.charts.charts import chart_bytes
from oxobook.viewer.classroom.menace.lesson import give_lesson
from oxobook.viewer.diagrams.graph import strategy_graph
from oxobook.viewer.diagrams.graph_file import export_graph
from oxobook.viewer.diagrams.map import map_drawing
from oxobook.viewer.diagrams.position import position_drawing
from oxobook.viewer.diagrams.sheet import sheet_drawing
from oxobook.viewer.drawing.drawing import CM
from oxobook.viewer.drawing.file import drawing_bytes, figure_bytes, step_bytes
from oxobook.viewer.figures.alpha_beta_figure import alpha_beta_steps
from oxobook.viewer.figures.game_tree import game_tree
from oxobook.viewer.figures.style import Style
from oxobook.viewer.figures.tile_figures import orbit_figure, strip_figure
from oxobook.viewer.figures.tree_figure import tree_figure
from oxobook.viewer.players.roster import player_named

_STYLE = Style(16 * CM, None, CLASSIC)


def _lookup(book: Book) -> bytes:
    return drawing_bytes(position_drawing(book.probe("X../.../..O"), book.moves("X../.../..O"), CLASSIC), "svg")


def _graph(book: Book) -> bytes:
    return export_graph(strategy_graph(book, strategy_in(book, "X", "reflexes", False)), "svg", CLASSIC)


def _map(book: Book) -> bytes:
    return drawing_bytes(map_drawing(book, strategy_in(book, "X", "pick", False), CLASSIC), "svg")


def _sheet(book: Book) -> bytes:
    return drawing_bytes(sheet_drawing(book, strategy_in(book, "O", "reflexes", False), CLASSIC), "svg")


def _learning(book: Book) -> bytes:
    with player_named("perfect", book) as opponent:
        return give_lesson(book, "X", opponent, "michie", 200, 2).curve(CLASSIC, "svg")


def _tree(book: Book) -> bytes:
    return figure_bytes(tree_figure(game_tree(book, Position(book.rules), 2, merge=True), _STYLE), "svg")


def _alpha_beta(book: Book) -> bytes:
    tree = game_tree(book, Position.parse("XOX/.O./.X."), 2, merge=False)
    return step_bytes(alpha_beta_steps(tree, "cells", _STYLE), "svg")


def _strip(book: Book) -> bytes:
    return figure_bytes(strip_figure(book, "a3 b2 c1 a1 c3", judged=True, steps=False, style=_STYLE), "svg")


def _orbit(book: Book) -> bytes:
    return figure_bytes(orbit_figure(Position.parse("X../.O./..X"), _STYLE), "svg")


PICTURES: dict[str, Callable[[Book], bytes]] = {
    "alphabeta.svg": _alpha_beta,
    "charts.svg": lambda book: chart_bytes(book, CLASSIC, "svg"),
    "graph-x.svg": _graph,
    "learning.svg": _learning,
    "lookup.svg": _lookup,
    "map-x.svg": _map,
    "orbit.svg": _orbit,
    "sheet-o.svg": _sheet,
    "strip.svg": _strip,
    "tree.svg": _tree,
}
"""What draws each picture from a book of 3x3x3 that keeps both sides' strategies with reflexes."""


def draw_gallery(book: Book, folder: Path) -> None:
    """Draw every picture of PICTURES into a folder, replacing those that stand there."""
    for name, draw in PICTURES.items():
        write_whole(folder / name, draw(book), replace=True)


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        draw_gallery(opened, Path(sys.argv[2]))
