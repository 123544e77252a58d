"""Kit for a class: lesson plans, a worksheet, cheat sheets, posters and MENACE, together or one by one as PDF."""

from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.palette import FAINT, GREY, INK
from oxobook.book.game.position import Position
from oxobook.book.game.shapes import Lines
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES
from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.classroom.menace.boxes import Kit, kit_for
from oxobook.viewer.classroom.menace.kit import draw_kit
from oxobook.viewer.classroom.menace.labels import LabelSize
from oxobook.viewer.classroom.puzzles.puzzle import Puzzle
from oxobook.viewer.classroom.puzzles.puzzle_set import puzzle_set
from oxobook.viewer.classroom.puzzles.worksheet import draw_worksheet
from oxobook.viewer.diagrams.chooser import Find
from oxobook.viewer.diagrams.kinds import poster_drawings, sheet_of
from oxobook.viewer.diagrams.request import PosterRequest, SheetRequest
from oxobook.viewer.drawing.drawing import Drawing
from oxobook.viewer.drawing.pdf import Frame, PdfPages

_MACHINE = "X"  # the side that MENACE plays
_LABEL = LabelSize.parse("35x15mm")


class Part(NamedTuple):
    """Part of the kit, with its pages in the PDF."""

    name: str
    first: int
    last: int


PARTS = ("plans", "worksheet", "sheets", "posters", "menace")  # names of the papers, in the order of the kit


def class_kit(
    book: Book, find: Find, paper: str, language: str, tell: Tell, names: Sequence[str] = PARTS
) -> tuple[bytes, list[Part]]:
    """Return the PDF of some papers, with a bookmark for each, and its parts; ``find`` finds strategies of the book.

    Lesson plans name the pages of the papers that come with them. Raises TooLarge, NoChoice or NoPuzzles for a game
    that has no such papers.
    """
    papers, phrases = _Papers(book, find, paper, language, tell), paper_phrases(language)
    parts: list[Part] = []
    for _ in range(2):  # the first page has the contents, which are known when all is drawn
        pages, found = PdfPages(paper, phrases.headed("kit", book.rules)), list[Part]()
        for name in names:
            first = pages.number + 1
            pages.mark(phrases.say(f"kit, {name}"))
            papers.draw(name, pages, parts)
            found.append(Part(name, first, pages.number))
        parts = found
    return pages.pdf(), parts


class _Papers:
    """Papers of a game; each is made when it is first drawn."""

    def __init__(self, book: Book, find: Find, paper: str, language: str, tell: Tell) -> None:
        self._book, self._paper, self._language, self._tell = book, paper, language, tell
        self._find = cache(find)  # sheets and posters show the same strategies
        self._phrases = paper_phrases(language)

    def draw(self, name: str, pages: PdfPages, parts: Sequence[Part]) -> None:
        """Draw a paper; ``parts``: those of the kit, for its contents."""
        if name == "plans":
            contents = [(self._phrases.say(f"kit, {name}"), f"{first}\u2013{last}") for name, first, last in parts]
            for plan, listed in zip(self._plans, (contents if len(parts) > 1 else [], []), strict=True):
                draw_plan(pages, self._phrases.headed("kit", self._book.rules), plan, listed)
        elif name == "worksheet":
            draw_worksheet(pages, self._book.rules, self._puzzles, self._language)
        elif name == "menace":
            draw_kit(pages, self._machine, _LABEL, self._language)
        else:
            pages.turn_through(*((self._sheets,) if name == "sheets" else (self._posters, self._paper)))

    @cached_property
    def _puzzles(self) -> list[Puzzle]:
        return puzzle_set(self._book)

    @cached_property
    def _machine(self) -> Kit:
        return kit_for(self._book, _MACHINE)

    @cached_property
    def _sheets(self) -> list[Drawing]:
        request = SheetRequest(paper=self._paper, language=self._language)
        return [sheet_of(self._book, side, request, self._find) for side in SIDES]

    @cached_property
    def _posters(self) -> list[Drawing]:
        request = PosterRequest(paper=self._paper, language=self._language)
        return poster_drawings(self._book, request, self._find, self._tell)

    @cached_property
    def _plans(self) -> list[str]:
        """Plans of one hour and of three, for a game with this value and this machine."""
        value = self._book.probe(Position(self._book.rules), pick=False).value
        said = {
            "promise": self._phrases.by_result("plan, promise", value),
            "result": self._phrases.by_result("plan, result", value),
            "boxes": f"{len(self._machine.boxes)}",
            "beads": f"{self._machine.all_beads.total()}",
        }
        return [self._phrases.say(f"plan, {hours}", **said) for hours in ("one hour", "three hours")]


_SIZE, _LINE = 12.5, 18.0
_COLUMNS = 58.0, 160.0  # left edges of a step's name and of its words; its minutes are left of both

Contents = Sequence[tuple[str, str]]  # papers of the kit, each with its pages


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
