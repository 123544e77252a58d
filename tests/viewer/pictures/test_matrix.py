"""The matrix of all positions: each once, in the row of its stones, lit with those before and after it."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from oxobook.book import Position
from oxobook.book.strategy import canonical_of
from oxobook.viewer.pictures.matrix import MATRIX, MatrixRequest
from oxobook.viewer.pictures.registry import picture_file

SVG = "{http://www.w3.org/2000/svg}"


def drawn(book, **request):
    """The matrix of a book as SVG."""
    return picture_file(MATRIX, book, MatrixRequest(**request), "svg", None, lambda *told: None).content.decode()


@pytest.fixture(scope="module")
def matrix(book):
    """The matrix of 3x3x3."""
    return drawn(book)


def boards_in(svg):
    """The groups of the boards."""
    return [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if "data-n" in group.attrib]


def test_every_position_is_there_once(book, matrix):
    """765 boards stand in rows by their stones, each with its value and the boards that it stands for: 5,478 in all."""
    titles = [group.findtext(f"{SVG}title") for group in boards_in(matrix)]
    found = [re.fullmatch(r"(\S+): (.+), stands for (\d) boards?", title).groups() for title in titles]
    assert len({canonical_of(Position.parse(board)) for board, _, _ in found}) == len(found) == len(book) == 765
    assert sum(int(count) for *_, count in found) == 5478
    for board, value, _ in found:
        entry = book.probe(board)
        winner = {1: entry.position.to_move, -1: "XO".replace(entry.position.to_move, "")}.get(entry.value, "draw")
        assert value.split()[0] == winner
    plies = [Position.parse(board).ply for board, _, _ in found]
    assert plies == sorted(plies) and matrix.count("174 boards") == 1


def test_the_board_under_the_pointer_lights_its_neighbours(matrix):
    """The style sheet names for each board the boards one move before and after it: 2,096 moves, from both ends."""
    rules = re.findall(r"svg:has\(\[data-n='(\d+)'\]:hover\) :is\(([^)]*)\)\{opacity:1\}", matrix)
    lit = {one: set(re.findall(r"\d+", others)) - {one} for one, others in rules}
    assert len(lit) == 765 and sum(map(len, lit.values())) == 2 * 2096
    assert lit["0"] == {"1", "2", "3"} and all(one in lit[other] for one, others in lit.items() for other in others)
