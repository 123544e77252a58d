"""Pictures, papers and tables of players for the server; its other processes run these functions."""

from dataclasses import replace

from oxobook.book.book import Book
from oxobook.book.errors import MissingStrategy, OutOfTime, TooLarge
from oxobook.book.progress import tell_nobody
from oxobook.book.strategy import strategy_name
from oxobook.viewer.explorer.book_data import players_script
from oxobook.viewer.explorer.files import BookFile
from oxobook.viewer.explorer.refusal import Refusal
from oxobook.viewer.pictures.chooser import Chooser, Find, NeverMet, chooser_in
from oxobook.viewer.pictures.registry import picture_file, picture_named
from oxobook.viewer.pictures.request import Request


def served_picture(file: BookFile, name: str, request: Request) -> bytes:
    """Return a picture of a book as SVG; raises Refusal, also if it is too large."""
    picture = picture_named(name)
    with Book.open(file.address) as book:
        try:
            asked = replace(request, most=picture.most)
            return picture_file(picture, book, asked, "svg", kept, tell_nobody).content
        except (TooLarge, NeverMet) as error:
            raise Refusal(400, str(error)) from error


def class_paper(file: BookFile, find: Find, names: tuple[str, ...], paper: str, language: str) -> bytes:
    """Return papers for a class as PDF; raises Refusal, also if the game has no such papers."""
    with Book.open(file.address) as book:
        return drawn_papers(book, find, names, paper, language)


def players_file(file: BookFile) -> bytes:
    """Return the script of the players that need a table; it takes seconds."""
    with Book.open(file.address) as book:
        return players_script(book).encode()


def drawn_papers(book: Book, find: Find, names: tuple[str, ...], paper: str, language: str) -> bytes:
    """Return papers for a class as PDF; raises Refusal if the game has no such papers."""
    from oxobook.viewer.classroom.class_kit import class_kit
    from oxobook.viewer.classroom.menace.boxes import NoChoice
    from oxobook.viewer.classroom.puzzles.puzzle_set import NoPuzzles

    try:
        return class_kit(book, find, paper, language, tell_nobody, names).pdf()
    except (TooLarge, NoChoice, NoPuzzles, OutOfTime) as error:
        raise Refusal(400, str(error)) from error


def kept(book: Book, side: str, kind: str, fast: bool) -> Chooser:
    """Return the picks, or a strategy that has a certificate; raises Refusal, which tells no path."""
    try:
        return chooser_in(book, side, kind, fast)
    except MissingStrategy as error:
        name = strategy_name(kind, fast)
        raise Refusal(
            404,
            f"{side}'s strategy {name!r} of {book.rules} has no certificate in the library: find it with: "
            f"oxobook strategy -r {book.rules} --side {side} --kind {kind}{' --fast' if fast else ''}",
        ) from error
