"""Picture: the opening moves of a side, as words."""

from dataclasses import dataclass

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import SideRequest, option


@dataclass(frozen=True)
class RecordRequest(SideRequest):
    """Options of the picture: a side, and these."""

    moves: int = option(3, "How many moves.", int, least=1)
    loud: bool = option(False, "In capitals.", bool)


def draw_record(book: Book, request: RecordRequest, find: Find, tell: Tell) -> list[Drawing]:
    """Return the pages: here one, with the first moves of a side against the book's picks."""
    strategy, position = find(book, request.side, "pick", False), Position(book.rules)
    for _ in range(request.moves):
        own = position.to_move == request.side
        position = position.play(strategy.move(position) if own else book.probe(position).pick)
    words = position.text if request.loud else position.text.lower()
    return [Drawing(200, 50, words, (Shown(Text(words, 100, 25, 12, "#000000")),))]


RECORD = Picture(
    does="Write a side's opening.",
    example="oxobook draw record x.svg",
    request=RecordRequest,
    draw=draw_record,
    drawn=("svg",),
)
