"""Pictures of the documentation, drawn into one folder.

Run ``python docs/gallery.py BOOK FOLDER``.
"""

import sys
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate, certificate_path
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.store.new_file import write_whole
from oxobook.book.strategy import strategy_in
from oxobook.viewer.classroom.menace.lesson import give_lesson
from oxobook.viewer.palette import CLASSIC
from oxobook.viewer.pictures.board import position_drawing
from oxobook.viewer.pictures.charts.counts import counts_plot
from oxobook.viewer.pictures.drawing.drawing import CM
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.figures.alpha_beta_figure import alpha_beta_figure
from oxobook.viewer.pictures.figures.game_tree import game_tree
from oxobook.viewer.pictures.figures.line_figures import forks_figure, kinds_figure, lines_figure, threats_figure
from oxobook.viewer.pictures.figures.style import Style
from oxobook.viewer.pictures.figures.tile_figures import orbit_figure, strip_figure
from oxobook.viewer.pictures.figures.tree_figure import minimax_figure
from oxobook.viewer.pictures.graph import strategy_graph
from oxobook.viewer.pictures.graph_drawing import graph_drawing
from oxobook.viewer.pictures.map import map_boards, map_drawing
from oxobook.viewer.pictures.opening import Opening
from oxobook.viewer.pictures.opening_picture import opening_drawing
from oxobook.viewer.pictures.opening_picture import sheet_drawing as rule_sheet
from oxobook.viewer.pictures.sheet import sheet_drawing
from oxobook.viewer.players.roster import player_named

CONNECT_FOUR = Rules.parse("connect-four")
RULE_SHEET = Path(__file__).parents[1] / "data" / "known" / "connect-four-sheet.proof"
"""Certificate of the sheet that the tutorial on Connect Four reads."""


def gallery(book: Book) -> dict[str, bytes]:
    """Return each picture by its file's name, from a book of 3x3x3 that keeps both sides' strategies with reflexes."""
    entry, style = book.probe("X../.../..O"), Style(16 * CM, None, CLASSIC)
    picks, reflexes = strategy_in(book, "X", "pick", False), strategy_in(book, "X", "reflexes", False)
    start = Position.parse("XOX/.O./.X.")
    opening, sheet = (Opening(Certificate.open(path)) for path in (certificate_path(CONNECT_FOUR), RULE_SHEET))
    drawings = {
        "graph-x.svg": graph_drawing(strategy_graph(book, reflexes), CLASSIC),
        "lookup.svg": position_drawing(entry, book.moves(entry.position), CLASSIC),
        "map-x.svg": map_drawing(book, picks, map_boards(picks), CLASSIC, "en", None),
        "sheet-o.svg": sheet_drawing(book, strategy_in(book, "O", "reflexes", False), CLASSIC),
        "opening.svg": opening_drawing(opening, CLASSIC),
        "rule-sheet.svg": rule_sheet(sheet, (), CLASSIC),
        "orbit.svg": orbit_figure(Position.parse("X../.O./..X"), style),
        "strip.svg": strip_figure(book, "a3 b2 c1 a1 c3", judged=True, steps=False, style=style),
        "lines.svg": lines_figure(book.rules, style),
        "forks.svg": forks_figure(Position.parse("OX./..O/X.."), style),
        "threats.svg": threats_figure(Position.parse("XX./OO./..."), style),
        "kinds.svg": kinds_figure(Position.parse("XX./OO./..."), style),
        "tree.svg": minimax_figure(game_tree(book, Position(book.rules), 2, merge=True), style).whole,
        "alphabeta.svg": alpha_beta_figure(game_tree(book, start, 2, merge=False), "cells", style),
    }
    with player_named("perfect", book) as opponent:
        lesson = give_lesson(book, "X", opponent, "michie", 200, 2)
    return {
        **{name: drawn_file([drawing], "svg") for name, drawing in drawings.items()},
        "charts.svg": counts_plot(book, CLASSIC).file("svg"),
        "learning.svg": lesson.curve(CLASSIC).file("svg"),
    }


def draw_gallery(book: Book, folder: Path) -> None:
    """Draw every picture into a folder, replacing old ones."""
    for name, drawn in gallery(book).items():
        write_whole(folder / name, drawn, replace=True)


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        draw_gallery(opened, Path(sys.argv[2]))
