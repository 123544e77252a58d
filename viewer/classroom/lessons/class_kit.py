"""Kit for a class: lesson plans, a worksheet, cheat sheets, posters and MENACE, in one PDF."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.palette import CLASSIC
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES, Strategy
from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.classroom.lessons.lesson_plan import draw_plan
from oxobook.viewer.classroom.menace.boxes import Kit, kit_for
from oxobook.viewer.classroom.menace.kit import draw_kit
from oxobook.viewer.classroom.menace.labels import LabelSize
from oxobook.viewer.classroom.puzzles.puzzle_set import puzzle_set
from oxobook.viewer.classroom.puzzles.worksheet import draw_worksheet
from oxobook.viewer.diagrams.kinds import poster_drawings
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.diagrams.request import PosterRequest
from oxobook.viewer.diagrams.sheet import sheet_drawing
from oxobook.viewer.drawing.pdf import PdfPages

_MACHINE = "X"  # the side that MENACE plays
_LABEL = LabelSize.parse("35x15mm")


class Part(NamedTuple):
    """Part of the kit, with its pages in the PDF."""

    name: str
    first: int
    last: int


def class_kit(
    book: Book, strategies: Mapping[str, Strategy], paper: str, language: str, tell: Tell
) -> tuple[bytes, list[Part]]:
    """Return the PDF, with a bookmark for each part, and its parts; ``strategies``: each side's with reflexes.

    Raises TooLarge, NoChoice or NoPuzzles for a game that has no such papers.
    """
    phrases, rules = paper_phrases(language), book.rules
    puzzles, machine = puzzle_set(book), kit_for(book, _MACHINE)
    sheets = [sheet_drawing(book, strategies[side], CLASSIC, paper, language) for side in SIDES]
    request = PosterRequest(paper=paper, language=language)
    posters = poster_drawings(book, request, lambda book, side, kind, fast: strategies[side], tell)
    title, plans = phrases.headed("kit", rules), _plans(book, machine, phrases)
    parts: list[Part] = []

    def draw_plans(pages: PdfPages) -> None:
        contents = [(phrases.say(f"kit, {name}"), f"{first}\u2013{last}") for name, first, last in parts]
        draw_plan(pages, title, plans[0], contents)
        draw_plan(pages, title, plans[1])

    papers: dict[str, Callable[[PdfPages], None]] = {
        "plans": draw_plans,
        "worksheet": lambda pages: draw_worksheet(pages, rules, puzzles, language),
        "sheets": lambda pages: pages.turn_through(sheets),
        "posters": lambda pages: pages.turn_through(posters, paper),
        "menace": lambda pages: draw_kit(pages, machine, _LABEL, language),
    }
    for _ in range(2):  # the first page has the contents, which are known when all is drawn
        pages, found = PdfPages(paper, title), list[Part]()
        for name, draw in papers.items():
            first = pages.number + 1
            pages.mark(phrases.say(f"kit, {name}"))
            draw(pages)
            found.append(Part(name, first, pages.number))
        parts = found
    return pages.pdf(), parts


def _plans(book: Book, machine: Kit, phrases: Phrases) -> list[str]:
    """Return the plans of one hour and of three, for a game with this value and this machine."""
    value = book.probe(Position(book.rules), pick=False).value
    said = {
        "promise": phrases.by_result("plan, promise", value),
        "result": phrases.by_result("plan, result", value),
        "boxes": f"{len(machine.boxes)}",
        "beads": f"{machine.all_beads.total()}",
    }
    return [phrases.say(f"plan, {hours}", **said) for hours in ("one hour", "three hours")]
