"""The strategy of a certificate: it keeps its claim against every reply."""

import random

import pytest

from oxobook.book import Position
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.certificate.table import Table
from oxobook.book.errors import BookError, DamagedBook, IllegalPosition, MissingBook, MissingPosition
from tests.proofs import SHEET, TURNED, certificate, interrupted, paired, retold, sealed

pytestmark = pytest.mark.usefixtures("prove_compiled")


@pytest.mark.parametrize("text", ["4x5x4", "6x5x4", "6x6x5", "5x5x4"])
def test_random_replies(text):
    """On larger boards it keeps its claim in random games, which meet pairings and images."""
    chance = random.Random(text)
    strategy = CertifiedStrategy(certificate(text))
    for _ in range(20):
        position, record = Position(strategy.rules), []
        while not position.over:
            own = position.to_move == strategy.certificate.owner
            record.append(strategy.move(record) if own else chance.choice(position.legal_cells))
            position = position.play(record[-1])
        assert position.winner == strategy.certificate.owner or not (strategy.certificate.wins or position.winner)


def test_positions_beside_the_strategy():
    """There is no answer if the owner has played another move or is not to move."""
    strategy = CertifiedStrategy(certificate("3x4x3"))
    first = strategy.move([])
    others = [cell for cell in range(12) if cell != first]
    for record in ([first], others[:2]):
        with pytest.raises(MissingPosition):
            strategy.move(record)


def test_files(tmp_path):
    """A certificate reads as it was written; what is none, missing or changed is refused in one line."""
    file, one = tmp_path / "a.proof", certificate("6x5x4")
    with pytest.raises(MissingBook, match="oxobook prove"):
        Certificate.open(file)
    file.write_bytes(one.content)
    assert Certificate.open(file) == one
    file.write_bytes(one.content[:-1])
    with pytest.raises(DamagedBook, match="was changed"):
        Certificate.open(file)
    for content in (b"no certificate", *(one.content.replace(b"te 7", b"te " + other) for other in (b"6", b"8"))):
        file.write_bytes(content)
        with pytest.raises(BookError, match="expected a certificate, version 7"):
            Certificate.open(file)


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"moves ", b"moves 1"), (b"moves ", b"moves 99"), (b"\n\nx", b"\n\ny"), (b"6x5x4", b"65x4x4")],
)
def test_tables_that_are_none(before, after):
    """Tables of other sizes, or that cannot be unpacked, are refused in one line although the checksum fits."""
    content = certificate("6x5x4").content
    with pytest.raises(DamagedBook, match="is damaged"):
        Certificate.parse(sealed(content.replace(before, after, 1)))


def test_a_sheet_that_is_not_there():
    """A row that names a sheet beyond the last is refused in one line."""
    content = retold(interrupted(SHEET, TURNED), lambda moves, sheets: (moves[:-1] + b"\x16", sheets))
    with pytest.raises(DamagedBook, match="is damaged: a position has a sheet that the file lacks"):
        Certificate.parse(content)


@pytest.mark.parametrize("count", [1, 235, 236, 300])
def test_many_sheets(count):
    """Each is written once, however many positions share it, and read with each; their numbers may take two bytes."""
    rows = {number.to_bytes(6): (number % count).to_bytes(20) for number in range(600)}
    one = interrupted(SHEET, TURNED)._replace(sheets=Table.of(rows))
    assert one.tables[2].rows == count and Certificate.parse(one.content) == one


def test_tables_that_are_no_strategy():
    """A move that is not legal is no answer, and pairs of cells that are none are not followed."""
    one = certificate("3x4x3")
    wrong = one._replace(moves=Table.of(dict.fromkeys([bytes(4)], b"\xff")))
    with pytest.raises(DamagedBook, match="a move is not legal"):
        CertifiedStrategy(wrong).move([])
    assert CertifiedStrategy(paired("2x4x4", [255] * 8)).move([0]) in range(1, 8)


def test_a_record_that_cannot_be_played():
    """A cell that is not there, or taken, is the caller's mistake, and the certificate is not called damaged."""
    strategy = CertifiedStrategy(certificate("3x4x3"))
    for record in ([99], [0, 0], [-1]):
        with pytest.raises(IllegalPosition):
            strategy.move(record)
