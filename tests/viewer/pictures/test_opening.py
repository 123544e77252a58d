"""The opening of Connect Four's certificate: its rows and its sheets."""

import re

import pytest

from oxobook.book import MissingPosition, Rules, TooLarge
from oxobook.book.certificate.certificate import Certificate, certificate_path
from oxobook.book.game.notation import cell_named
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.opening import Opening, sheet_numbers
from oxobook.viewer.pictures.opening_picture import answer_drawing, opening_drawing
from tests.proofs import sheeted

RULES = Rules.parse("connect-four")


@pytest.fixture(scope="module")
def opening():
    """The opening of Connect Four."""
    return Opening(Certificate.open(certificate_path(RULES)))


def test_sheets_are_drawn(opening):
    """A sheet's numbers begin with 1 and end with the free cells; of a position without one the move is drawn."""
    record = opening.sheet_after(opening.answered(opening.begun())[-1])
    ranks = opening.sheet(record)
    numbers = sheet_numbers(opening.position(record), ranks)
    assert list(numbers.values()) == list(range(1, RULES.cells - len(record) + 1))
    assert max(numbers, key=lambda cell: ranks[cell]) == next(iter(numbers))
    assert svg_text(answer_drawing(opening, record)).count("<text") == len(numbers) + 1
    assert answer_drawing(opening, ()).title == "X plays d1"
    with pytest.raises(MissingPosition):
        answer_drawing(opening, (cell_named("a1", RULES), cell_named("a2", RULES)))


def test_another_certificate(run, tmp_path):
    """A certificate of a file is drawn, a sheet alone; one of another game is refused."""
    file = tmp_path / "sheet.proof"
    file.write_bytes(sheeted("2x2x2-gravity", [4, 3, 2, 1]).content)
    drawn = run("draw", "opening", str(tmp_path / "x.svg"), "2x2x2-gravity", str(file))
    assert drawn.exit_code == 0 and ">X to move</text>" in (tmp_path / "x.svg").read_text()
    refused = run("draw", "opening", str(tmp_path / "y.svg"), str(file))
    assert refused.exit_code == 2 and "expected a certificate of 3x3x3; got one of 2x2x2-gravity" in refused.stderr


def test_only_sheets_make_an_opening():
    """A certificate without sheets has no opening to draw; one that is a sheet needs no move."""
    with pytest.raises(TooLarge, match="plays by sheets"):
        Opening(Certificate.open("data/atlas/3x3x3.proof"))
    assert Opening(sheeted("1x1x1-gravity", [1])).sheet(()) == [1]


@pytest.mark.slow
def test_the_opening_has_a_row_for_each_reply(opening):
    """X begins in the middle; four replies, mirror images apart, have the answers to all that follows, and a sheet."""
    assert opening.begun() == (cell_named("d1", RULES),)
    answers = [len(opening.answered(first)) for first in opening.answered(opening.begun())]
    assert answers == [4, 7, 7, 7]
    drawing = svg_text(opening_drawing(opening))
    captions = re.findall(r">([^<>]*)</text>", drawing)
    assert sum(bool(re.fullmatch(r"O [a-g]\d: X [a-g]\d", words)) for words in captions) == 4 + sum(answers)
    assert sum(bool(re.fullmatch(r"d1( [a-g]\d)+", words)) for words in captions) == 4
    assert "So gewinnt X" in svg_text(opening_drawing(opening, "de"))
