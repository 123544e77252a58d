"""Pictures of the documentation, drawn into one folder.

Run ``python docs/gallery.py BOOK FOLDER``.
"""

import sys
from pathlib import Path
from typing import Any

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.certificate.strategy_file import strategy_in
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path
from oxobook.book.progress import tell_nobody
from oxobook.book.store.new_file import write_whole
from oxobook.viewer.classroom.menace.lesson import give_lesson
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.opening import Opening, answer_drawing, opening_drawing
from oxobook.viewer.pictures.registry import picture_file, picture_named
from oxobook.viewer.players.roster import player_named

CONNECT_FOUR = Rules.parse("connect-four")
RULE_SHEET = Path(__file__).parents[1] / "data" / "known" / "connect-four-sheet.proof"
"""Certificate of the sheet that the tutorial on Connect Four reads."""
PICTURES: dict[str, tuple[str, dict[str, Any]]] = {
    "graph-x.svg": ("graph", {"kind": "reflexes"}),
    "lookup.svg": ("board", {"position": "X../.../..O"}),
    "map-x.svg": ("map", {}),
    "sheet-o.svg": ("sheet", {"side": "O"}),
    "orbit.svg": ("orbit", {"position": "X../.O./..X"}),
    "strip.svg": ("strip", {"game": "a3 b2 c1 a1 c3"}),
    "lines.svg": ("lines", {}),
    "forks.svg": ("forks", {"position": "OX./..O/X.."}),
    "tree.svg": ("tree", {"depth": 2, "merge": True}),
    "alphabeta.svg": ("alphabeta", {"start": "XOX/.O./.X.", "depth": 2, "steps": True}),
    "charts.svg": ("chart", {}),
}
"""Command and options of each picture, by its file's name."""


def gallery(book: Book) -> dict[str, bytes]:
    """Return each picture by its file's name, from a book of 3x3x3 that keeps both sides' strategies with reflexes."""
    drawn = {}
    for name, (command, options) in PICTURES.items():
        picture = picture_named(command)
        drawn[name], _ = picture_file(picture, book, picture.request(**options), "svg", strategy_in, tell_nobody)
    with player_named("perfect", book) as opponent:
        lesson = give_lesson(book, "X", opponent, 200, 2)
    opening, sheet = (Opening(Certificate.open(path)) for path in (book_path(CONNECT_FOUR, ending=ENDING), RULE_SHEET))
    return {
        **drawn,
        "learning.svg": drawn_file([lesson.curve()], "svg"),
        "opening.svg": drawn_file([opening_drawing(opening)], "svg"),
        "rule-sheet.svg": drawn_file([answer_drawing(sheet, ())], "svg"),
    }


def draw_gallery(book: Book, folder: Path) -> None:
    """Draw every picture into a folder, replacing old ones."""
    for name, drawn in gallery(book).items():
        write_whole(folder / name, drawn, replace=True)


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        draw_gallery(opened, Path(sys.argv[2]))
