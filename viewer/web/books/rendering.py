"""Pictures of the server, compressed; the render pool runs these functions in its processes."""

from dataclasses import replace

from oxobook.book.book import Book
from oxobook.book.errors import MissingStrategy, OutOfTime, TooLarge
from oxobook.book.progress import tell_nobody
from oxobook.book.strategy import strategy_name
from oxobook.viewer.diagrams.chooser import Chooser, Find, NeverMet, chooser_in
from oxobook.viewer.diagrams.diagram import diagram_named
from oxobook.viewer.diagrams.request import Request
from oxobook.viewer.web.books.open_books import BookFiles
from oxobook.viewer.web.server.refusal import Refusal
from oxobook.viewer.web.server.responses import pack


def diagram_picture(files: BookFiles, name: str, request: Request) -> bytes:
    """Return a diagram of the book in these files as compressed SVG; raises Refusal, also if it is too large."""
    diagram = diagram_named(name)
    with Book.open(files.path) as book:
        try:
            drawn = diagram.draw(book, replace(request, most=diagram.most), "svg", kept, tell_nobody)
        except (TooLarge, NeverMet) as error:
            raise Refusal(400, str(error)) from error
    return pack(drawn)


def class_paper(files: BookFiles, find: Find, names: tuple[str, ...], paper: str, language: str) -> bytes:
    """Return papers for a class as compressed PDF; raises Refusal, also if the game has no such papers."""
    with Book.open(files.path) as book:
        return pack(drawn_papers(book, find, names, paper, language))


def drawn_papers(book: Book, find: Find, names: tuple[str, ...], paper: str, language: str) -> bytes:
    """Return papers for a class as PDF; raises Refusal if the game has no such papers."""
    from oxobook.viewer.classroom.lessons.class_kit import class_kit
    from oxobook.viewer.classroom.menace.boxes import NoChoice
    from oxobook.viewer.classroom.puzzles.puzzle_set import NoPuzzles

    try:
        return class_kit(book, find, paper, language, tell_nobody, names).pdf()
    except (TooLarge, NoChoice, NoPuzzles, OutOfTime) as error:
        raise Refusal(400, str(error)) from error


def kept(book: Book, side: str, kind: str, fast: bool) -> Chooser:
    """Return the picks, or a strategy kept in the book; raises Refusal, which does not tell the book's path."""
    try:
        return chooser_in(book, side, kind, fast)
    except MissingStrategy as error:
        name = strategy_name(kind, fast)
        raise Refusal(
            404,
            f"the book of {book.rules} does not keep {side}'s strategy {name!r}: find it with: "
            f"oxobook strategy -r {book.rules} --side {side} --kind {kind}{' --fast' if fast else ''}",
        ) from error
