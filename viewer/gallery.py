"""The documentation's pictures, drawn into one folder: ``python -m viewer.gallery BOOK FOLDER``."""

import sys
from collections.abc import Callable
from pathlib import Path

from book.book import Book
from book.game.palette import CLASSIC
from book.game.position import Position
from book.store.whole_file import write_whole
from book.strategy import strategy_in
from viewer.classroom.learning_curve import learning_curve
from viewer.classroom.lesson import give_lesson
from viewer.draw.charts import stats_chart
from viewer.draw.graph import strategy_graph
from viewer.draw.graph_export import export_graph
from viewer.draw.map import strategy_map
from viewer.draw.picture import board_picture
from viewer.draw.sheet import cheat_sheet
from viewer.figures.figure import CM
from viewer.figures.figure_svg import figure_svg
from viewer.figures.game_tree import game_tree
from viewer.figures.tree_figure import tree_figure
from viewer.figures.tree_layout import Style
from viewer.play.roster import player_named


def _lookup(book: Book) -> str:
    return board_picture(book.probe("X../.../..O"), book.moves("X../.../..O"), CLASSIC)


def _graph(book: Book) -> str:
    graph = strategy_graph(book, strategy_in(book, "X", "reflexes", False))
    return export_graph(graph, "svg", CLASSIC).decode()


def _learning(book: Book) -> str:
    with player_named("perfect", book) as opponent:
        lesson = give_lesson(book, "X", opponent, "michie", 200, 2)
    return learning_curve(lesson, CLASSIC, "svg").decode()


def _tree(book: Book) -> str:
    tree = game_tree(book, Position(book.rules), 2, merge=True)
    return figure_svg(tree_figure(tree, Style(16 * CM, None, CLASSIC)))


PICTURES: dict[str, Callable[[Book], str]] = {
    "charts.svg": lambda book: stats_chart(book, CLASSIC),
    "graph-x.svg": _graph,
    "learning.svg": _learning,
    "lookup.svg": _lookup,
    "map-x.svg": lambda book: strategy_map(book, strategy_in(book, "X", "pick", False), CLASSIC),
    "sheet-o.svg": lambda book: cheat_sheet(book, strategy_in(book, "O", "reflexes", False), CLASSIC),
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
