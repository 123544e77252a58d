"""Opening of a proved strategy: its first moves after every reply, and sheets by which games are played on.

A row begins with the position after a first reply and the strategy's answer. Beside it stand the answers to every
reply to that, and at its end a position that has a *sheet*: numbers, by which games go on. After a game that
a request names, only the answer is drawn, or the sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.certificate.strategy_file import proof_path
from oxobook.book.errors import MissingBook, TooLarge, masked
from oxobook.book.game.bits import gaps
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, moves_between, positions_read
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.book.game.score import Value
from oxobook.book.strategy import canonical_of
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.chooser import UnfitStrategy
from oxobook.viewer.pictures.drawing.board_shapes import Mark, board_shapes, centre
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown, fitting_size
from oxobook.viewer.pictures.drawing.shapes import Box, Group, Shape, Text
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import OnPaper, TextRequest, language_option, option
from oxobook.viewer.words.languages import language_named

_MARGIN, _GAP, _APART, _BETWEEN = 20.0, 18.0, 30.0, 14.0
_LEAD, _ANSWER, _SHEET, _ALONE = 18.0, 14.0, 22.0, 44.0  # the sides of cells
_TITLE, _NOTE, _CAPTION = 34.0, 15.0, 10.0  # sizes of words
Record = tuple[Cell, ...]
"""Cells of a game from its beginning."""
_FURTHEST, _BEAM = 16, 60  # stones of the furthest position in which a sheet is looked for, and positions of a ply


@dataclass(frozen=True)
class OpeningRequest(OnPaper, TextRequest):
    """Opening of a proved strategy."""

    start: str = option("", "Draw the answer after this game record, or the sheet.", name="from", metavar="GAME")
    proof: str = option("", "a certificate's file; default the game's own", argument=True, metavar="CERTIFICATE")
    language: str = language_option()


class Opening(CertifiedStrategy):
    """First moves of a strategy that plays by sheets; positions that mirror each other are met once."""

    def __init__(self, certificate: Certificate) -> None:
        """Raise TooLarge for a strategy without sheets."""
        if not certificate.sheets.rows:
            raise TooLarge(f"expected a certificate that plays by sheets, as Connect Four's does; got {certificate}")
        super().__init__(certificate)

    def position(self, record: Record) -> Position:
        """Return the position after a record."""
        return reduce(Position.play, record, self.certificate.position)

    def begun(self) -> Record:
        """Return the owner's first move, if it begins."""
        return (self.move(()),) if self.certificate.owner == "X" else ()

    def replies(self, record: Record) -> list[Record]:
        """Return the record with each reply, without those that mirror an earlier one."""
        found: dict[Position, Record] = {}
        for cell in self.position(record).legal_cells:
            found.setdefault(canonical_of(self.position((*record, cell))), (*record, cell))
        return list(found.values())

    def answered(self, record: Record) -> list[Record]:
        """Return the record with each reply and the answer to it."""
        return [(*reply, self.move(reply)) for reply in self.replies(record)]

    def sheet_after(self, record: Record) -> Record | None:
        """Return a record that goes on from this one, after the owner's move, and ends in a sheet.

        It is the shortest in which the owner threatens to complete a line, or else the shortest of all; of longer ones
        only some are looked at.
        """
        layer, found = [record], None
        while layer and len(layer[0]) < _FURTHEST:
            replies = [reply for one in layer for reply in self.replies(one)]
            for reply in filter(self.sheet, replies):
                if any(self.threats(self.position(reply))):
                    return reply
                found = found or reply
            going = [reply for reply in replies if not self.sheet(reply)]
            layer = [(*reply, self.move(reply)) for reply in going[:: len(going) // _BEAM + 1]]
        return found

    def threats(self, position: Position) -> tuple[Mask, Mask]:
        """Return the free cells that complete a line of the owner's, and of the other side's."""
        own, other = (position.x, position.o)[:: 1 if self.certificate.owner == "X" else -1]
        free = position.rules.full & ~(own | other)
        return gaps(position.rules.lines, own) & free, gaps(position.rules.lines, other) & free


def sheet_numbers(position: Position, ranks: Sequence[int]) -> dict[Cell, int]:
    """Return the order in which a sheet takes the free cells, from 1."""
    free = cells_of(position.rules.full & ~(position.x | position.o))
    return {cell: number for number, cell in enumerate(sorted(free, key=lambda cell: -ranks[cell]), 1)}


def opening_drawing(opening: Opening, language: str = "en", labels: str | None = None) -> Drawing:
    """Return the drawing of an opening: a row for each first reply."""
    rules, owner = opening.certificate.position.rules, opening.certificate.owner
    called, words = cell_labels(labels, rules), language_named(language)
    across, up = rules.board.width, rules.board.height
    answers_left = _MARGIN + across * _LEAD + _APART
    sheet_left = answers_left + rules.columns * (across * _ANSWER + _GAP) - _GAP + _APART
    width, row = sheet_left + across * _SHEET + _MARGIN, up * _SHEET + 2 * _CAPTION + _BETWEEN
    title = words.title(owner, words.game(rules), Value.WIN)
    notes = words.opening_notes(owner, "O" if owner == "X" else "X")
    shapes: list[Shape] = [Text(title, _MARGIN, _MARGIN + 10, _TITLE, COLOURS.ink, bold=True, at="left")]
    top = _MARGIN + 54
    size = min(fitting_size(note, width - 2 * _MARGIN, _NOTE) for note in notes)
    for note in notes:
        shapes.append(Text(note, _MARGIN, top, size, COLOURS.ink, at="left"))
        top += 22
    if rules == Rules.parse("connect-four"):
        shapes.append(Text(words.theorem, _MARGIN, top, size, COLOURS.draw, at="left"))
        top += 22
    top += 16
    for first in opening.answered(opening.begun()):
        shapes.append(_board(opening, first, _MARGIN, top + up * (_SHEET - _LEAD), _LEAD, called))
        for number, record in enumerate(opening.answered(first)):
            left = answers_left + number * (across * _ANSWER + _GAP)
            shapes.append(_board(opening, record, left, top + up * (_SHEET - _ANSWER), _ANSWER, called))
        if end := opening.sheet_after(first):
            shapes.append(_sheet(opening, end, sheet_left, top, _SHEET, called))
        top += row
    return Drawing(width, top - _BETWEEN + _MARGIN, title, tuple(map(Shown, shapes)), " ".join(notes))


def _board(opening: Opening, record: Record, x: float, y: float, side: float, labels: CellLabels) -> Group:
    """Return the board after the owner's move, which is marked, with the last two moves below."""
    position, owner, size = opening.position(record), opening.certificate.owner, min(_CAPTION, 0.75 * side)
    marks = {record[-1]: Mark(COLOURS.pale(owner), COLOURS.strong(owner))}
    board = board_shapes(position.rules, position.x, position.o, side, COLOURS, 0.05 * side, marks)
    signs = ("OX" if len(record) % 2 else "XO")[-len(record) :]
    said = ": ".join(f"{sign} {labels.names[cell]}" for sign, cell in zip(signs, record[-2:], strict=True))
    middle, below = position.rules.board.width * side / 2, position.rules.board.height * side + size
    return Group((_frame(position, side), *board, Text(said, middle, below, size, COLOURS.ink)), x, y)


def answer_drawing(opening: Opening, record: Record, labels: str | None = None) -> Drawing:
    """Return the drawing of a position's sheet or, if it has none, of the move there.

    Raises MissingPosition if the strategy never gets there.
    """
    rules, called = opening.certificate.position.rules, cell_labels(labels, opening.certificate.position.rules)
    width, height = rules.board.width * _ALONE + 2 * _APART, rules.board.height * _ALONE + 2 * _APART + _CAPTION
    after = " ".join(["after", *(called.names[cell] for cell in record)]) if record else ""
    if ranks := opening.sheet(record):
        shown = _sheet(opening, record, _APART, _APART, _ALONE, called)
        order = " ".join(called.names[cell] for cell in sheet_numbers(opening.position(record), ranks))
        return Drawing(width, height, f"Sheet {after}".rstrip(), (Shown(shown),), f"In this order: {order}")
    answer = opening.move(record)
    shown = _board(opening, (*record, answer), _APART, _APART, _ALONE, called)
    said = f"{opening.certificate.owner} plays {called.names[answer]} {after}".rstrip()
    return Drawing(width, height, said, (Shown(shown),), said)


def _sheet(opening: Opening, record: Record, x: float, y: float, side: float, labels: CellLabels) -> Group:
    """Return the board of a sheet, with the game that leads there below."""
    position, ranks = opening.position(record), opening.sheet(record)
    assert ranks is not None
    rules, board = position.rules, position.rules.board
    shapes = [*_numbers(opening, position, ranks, side), _frame(position, side)]
    shapes += board_shapes(rules, position.x, position.o, side, COLOURS, 0.05 * side)
    said = " ".join(labels.names[cell] for cell in record) or f"{opening.certificate.owner} to move"
    width, height, size = board.width * side, board.height * side, max(_CAPTION, 0.3 * side)
    shapes.append(Text(said, width / 2, height + size, fitting_size(said, width, size), COLOURS.ink))
    return Group(tuple(shapes), x, y)


def _numbers(opening: Opening, position: Position, ranks: Sequence[int], side: float) -> Iterator[Shape]:
    """Yield the numbers of a sheet on the free cells, from 1, and grounds where a side completes a line."""
    rules, owner, (own, other) = position.rules, opening.certificate.owner, opening.threats(position)
    for cell, number in sheet_numbers(position, ranks).items():
        x, y = centre(cell, rules, side)
        if (own | other) >> cell & 1:
            winner = owner if own >> cell & 1 else "XO".replace(owner, "")
            yield Box(x - side / 2, y - side / 2, side, side, COLOURS.pale(winner))
        yield Text(str(number), x, y, 0.5 * side, COLOURS.ink, bold=own >> cell & 1 == 1)


def _frame(position: Position, side: float) -> Box:
    board = position.rules.board
    return Box(0, 0, board.width * side, board.height * side, edge=COLOURS.rule, thick=0.05 * side)


def _opening(book: Book, request: OpeningRequest) -> Drawing:
    """Return the drawing that is asked for; raises MissingBook, and UnfitStrategy for a certificate of another game."""
    path = proof_path(book)
    if not request.proof and not path.is_file():
        raise MissingBook(f"there is no certificate {masked(path)!r}: name a game that has one, such as connect-four")
    certificate = Certificate.open(request.proof or path)
    if certificate.position.rules != book.rules:
        raise UnfitStrategy(f"expected a certificate of {book.rules}; got one of {certificate}")
    opening, moving = Opening(certificate), certificate.position.to_move == certificate.owner
    if request.start or (moving and not certificate.moves.rows):
        record = tuple(moves_between(positions_read(request.start, book.rules, request.read_as, games=True)))
        return answer_drawing(opening, record, request.labels)
    return opening_drawing(opening, request.language, request.labels)


OPENING = Picture(
    does="Draw how a proved strategy opens a game and plays it to its end.",
    example="oxobook draw opening opening.pdf connect-four --paper a3",
    request=OpeningRequest,
    draw=lambda book, request, find, tell: [_opening(book, request)],
    answers=False,
)
