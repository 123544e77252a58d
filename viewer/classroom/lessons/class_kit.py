"""Kit for a class: lesson plans, a worksheet, cheat sheets, posters and MENACE, together or one by one as PDF."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES
from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.classroom.menace.boxes import Kit, kit_for
from oxobook.viewer.classroom.menace.kit import draw_kit
from oxobook.viewer.classroom.menace.labels import LabelSize
from oxobook.viewer.classroom.puzzles.puzzle_set import puzzle_set
from oxobook.viewer.classroom.puzzles.worksheet import draw_worksheet
from oxobook.viewer.diagrams.chooser import Find
from oxobook.viewer.diagrams.kinds import poster_drawings, sheet_of
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.diagrams.request import PosterRequest, SheetRequest
from oxobook.viewer.drawing.pdf import Frame, PdfPages
from oxobook.viewer.drawing.shapes import Lines
from oxobook.viewer.palette import FAINT, GREY, INK

_MACHINE = "X"  # the side that MENACE plays
_LABEL = LabelSize.parse("35x15mm")
_SIZE, _LINE = 12.5, 18.0
_COLUMNS = 58.0, 160.0  # left edges of a step's name and of its words; its minutes are left of both

Contents = Sequence[tuple[str, str]]  # papers of the kit, each with its pages


class Part(NamedTuple):
    """Part of the kit, with its pages in the PDF."""

    name: str
    first: int
    last: int


PARTS = ("plans", "worksheet", "sheets", "posters", "menace")  # names of the papers, in the order of the kit
Draw = Callable[[PdfPages, Sequence[Part]], None]  # function that draws a paper; the kit's parts are for its contents


def class_kit(
    book: Book, find: Find, paper: str, language: str, tell: Tell, names: Sequence[str] = PARTS
) -> tuple[bytes, list[Part]]:
    """Return the PDF of some papers, with a bookmark for each, and its parts; ``find`` finds strategies of the book.

    Lesson plans name the pages of the papers that come with them. Raises TooLarge, NoChoice or NoPuzzles for a game
    that has no such papers.
    """
    draw, phrases = _drawers(book, find, paper, language, tell), paper_phrases(language)
    parts: list[Part] = []
    for _ in range(2):  # the first page has the contents, which are known when all is drawn
        pages, found = PdfPages(paper, phrases.headed("kit", book.rules)), list[Part]()
        for name in names:
            first = pages.number + 1
            pages.mark(phrases.say(f"kit, {name}"))
            draw[name](pages, parts)
            found.append(Part(name, first, pages.number))
        parts = found
    return pages.pdf(), parts


def _drawers(book: Book, find: Find, paper: str, language: str, tell: Tell) -> dict[str, Draw]:
    """Return the function that draws each paper of a game; what a paper shows is made when it is first drawn."""
    found = cache(find)  # sheets and posters show the same strategies
    machine, puzzles = cache(lambda: kit_for(book, _MACHINE)), cache(lambda: puzzle_set(book))
    asked = SheetRequest(paper=paper, language=language), PosterRequest(paper=paper, language=language)
    sheets = cache(lambda: [sheet_of(book, side, asked[0], found) for side in SIDES])
    posters = cache(lambda: poster_drawings(book, asked[1], found, tell))
    return {
        "plans": lambda pages, parts: _draw_plans(pages, parts, book, machine(), paper_phrases(language)),
        "worksheet": lambda pages, parts: draw_worksheet(pages, book.rules, puzzles(), language),
        "sheets": lambda pages, parts: pages.turn_through(sheets()),
        "posters": lambda pages, parts: pages.turn_through(posters(), paper),
        "menace": lambda pages, parts: draw_kit(pages, machine(), _LABEL, language),
    }


def _draw_plans(pages: PdfPages, parts: Sequence[Part], book: Book, machine: Kit, phrases: Phrases) -> None:
    """Draw the plans of one hour and of three; the first has the contents of a kit of several papers."""
    value = book.probe(Position(book.rules), pick=False).value
    said = {
        "promise": phrases.by_result("plan, promise", value),
        "result": phrases.by_result("plan, result", value),
        "boxes": f"{len(machine.boxes)}",
        "beads": f"{machine.all_beads.total()}",
    }
    contents = [(phrases.say(f"kit, {name}"), f"{first}\u2013{last}") for name, first, last in parts]
    for hours, listed in ("one hour", contents if len(parts) > 1 else []), ("three hours", []):
        draw_plan(pages, phrases.headed("kit", book.rules), phrases.say(f"plan, {hours}", **said), listed)


def draw_plan(pages: PdfPages, title: str, plan: str, contents: Contents = ()) -> None:
    """Draw a page with a plan, after the contents of the kit if there are any.

    A line of the plan is a heading after a ``#``, a step as its minutes, name and words between ``|``, or a paragraph.
    """
    frame = pages.begin(title)
    y = frame.top + 4
    for words, where in contents:
        pages.write(words, frame.left, y + _LINE / 2, _SIZE, INK)
        pages.write(where, frame.left + frame.width, y + _LINE / 2, _SIZE, GREY, at="right")
        y += _LINE
    for line in plan.splitlines():
        if line.startswith("# "):
            pages.write(line[2:], frame.left, y + 22, 13, INK, bold=True)
            y += 36
        elif "|" in line:
            minutes, name, words = line.split("|")
            y += 3
            pages.draw([Lines(((frame.left, y, frame.left + frame.width, y),), FAINT, 0.5)])
            pages.write(minutes, frame.left, y + 5 + _LINE / 2, _SIZE, GREY)
            pages.write(name, frame.left + _COLUMNS[0], y + 5 + _LINE / 2, _SIZE, INK, bold=True)
            y = _write(pages, words, frame, y + 5, _COLUMNS[1]) + 4
        else:
            y = _write(pages, line, frame, y, 0) + 4


def _write(pages: PdfPages, words: str, frame: Frame, top: float, indent: float) -> float:
    """Write words in as many lines as they need; return where they end."""
    for line in pages.broken(words, _SIZE, frame.width - indent):
        pages.write(line, frame.left + indent, top + _LINE / 2, _SIZE, INK)
        top += _LINE
    return top
