"""The README's pictures, drawn into one folder: ``python -m viewer.gallery BOOK FOLDER``."""

import sys
from collections.abc import Callable
from pathlib import Path

from book.book import Book
from book.whole_file import whole_file
from viewer.draw.charts import stats_chart
from viewer.draw.picture import board_picture
from viewer.palette import PALETTES


def _lookup(book: Book) -> str:
    return board_picture(book.probe("X../.../..O"), book.moves("X../.../..O"), PALETTES["classic"])


def _charts(book: Book) -> str:
    return stats_chart(book, PALETTES["classic"])


PICTURES: dict[str, Callable[[Book], str]] = {"lookup.svg": _lookup, "charts.svg": _charts}
"""What draws each picture from the book of 3x3x3."""


def draw_gallery(book: Book, folder: Path) -> None:
    """Draw every picture of PICTURES into a folder, replacing those that stand there."""
    for name, draw in PICTURES.items():
        with whole_file(folder / name, replace=True) as file:
            file.write(draw(book).encode())


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        draw_gallery(opened, Path(sys.argv[2]))
