"""Kit for a class: lesson plans, a worksheet, cheat sheets, posters and MENACE as one PDF."""

from collections.abc import Sequence
from functools import cache

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES
from oxobook.viewer.classroom.menace.boxes import Kit, kit_for
from oxobook.viewer.classroom.menace.kit import menace_part
from oxobook.viewer.classroom.puzzles.puzzle_set import puzzle_set
from oxobook.viewer.classroom.puzzles.worksheet import puzzles_part
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.drawing.file import drawing_pages
from oxobook.viewer.pictures.map import BOTH, MapRequest, maps
from oxobook.viewer.pictures.sheet import SheetRequest, sheet_of
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named

_MACHINE = "X"  # the side that MENACE plays
_TILES = {"a5": 2, "a4": 2, "letter": 2, "legal": 2}
"""Pages along each side of a poster, by papers on which its boards would be too small to read."""


def class_kit(book: Book, find: Find, paper: str, language: str, tell: Tell, labels: str | None = None) -> list[Part]:
    """Return the kit's parts, each with a bookmark; ``find`` finds strategies of the book.

    Raises TooLarge, NoChoice or NoPuzzles for a game that has no such papers.
    """
    found, words, machine = cache(find), language_named(language), kit_for(book, _MACHINE)
    worksheet = puzzles_part(book.rules, puzzle_set(book, labels=labels), words)
    posters = MapRequest(side=BOTH, kind="reflexes", labels=labels, paper=paper, language=language)
    try:
        drawn = maps(book, posters, found, tell)
    except TooLarge:
        raise TooLarge(f"a poster of {book.rules} would be too small to read: choose a smaller board") from None
    sheets = [SheetRequest(side=side, labels=labels, paper=paper, language=language) for side in SIDES]

    def pictures(name: str, drawings: Sequence[Drawing], on: str | None = None) -> Part:
        pages, tiles = drawing_pages(drawings, on), _TILES.get(on or "", 1)
        return {"kind": "pictures", "bookmark": words.papers[name], "pages": pages, "tiles": tiles}

    return [
        _plans(book, machine, words),
        worksheet,
        pictures("sheets", [sheet_of(book, one, found) for one in sheets]),
        pictures("posters", drawn, paper),
        menace_part(machine, language),
    ]


def _plans(book: Book, machine: Kit, words: English) -> Part:
    """Return the plans of a lesson and of three hours; the first has the contents of a kit of several papers."""
    title = words.headed(words.kit, book.rules)
    value = book.probe(Position(book.rules), pick=False).value
    lessons = [words.one_lesson(value, minutes) for minutes in (60, 45)]
    lessons.append(words.three_hours(len(machine.boxes), machine.all_beads.total()))
    plans = [{"title": title, "contents": not number, "lines": lines} for number, lines in enumerate(lessons)]
    return {"kind": "plan", "bookmark": words.papers["plans"], "title": title, "plans": plans}
