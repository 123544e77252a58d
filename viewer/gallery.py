"""The README's pictures, drawn into one folder: ``python -m viewer.gallery BOOK FOLDER``."""

import sys
from pathlib import Path

from book.book import Book
from book.whole_file import whole_file
from viewer.draw.picture import board_picture
from viewer.palette import PALETTES

PICTURES = {"lookup.svg": "X../.../..O"}
"""The board that each picture shows."""


def draw_gallery(book: Book, folder: Path) -> None:
    """Draw every picture of PICTURES into a folder, replacing those that stand there."""
    for name, board in PICTURES.items():
        picture = board_picture(book.probe(board), book.moves(board), PALETTES["classic"])
        with whole_file(folder / name, replace=True) as file:
            file.write(picture.encode())


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        draw_gallery(opened, Path(sys.argv[2]))
