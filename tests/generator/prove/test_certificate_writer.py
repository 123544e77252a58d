"""Certificates of all kinds of games: each is right by the checker that stands alone, and says who wins."""

import random
from itertools import count

import pytest

from oxobook.book import Position, Rules
from oxobook.book.certificate import certificate as certificates
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.deadline import Deadline
from oxobook.book.errors import OutOfTime, TooLarge
from oxobook.book.verify import check_certificate
from oxobook.book.verify.check_certificate import check
from oxobook.generator.prove.certificate_writer import CertificateWriter
from oxobook.generator.prove.proof import prove
from oxobook.generator.prove.prover import Prover
from oxobook.generator.prove.small_win import SmallWin
from tests.proofs import MEMORY, certificate, kept, proved
from tests.reference import solved_game

pytestmark = pytest.mark.usefixtures("prove_compiled")

WINNERS = {"X": "X wins", "O": "O wins", None: "draw"}


BENT = '{"board":["...","...","..."],"name":"bent","shape":["##.",".##"]}'
SMALL = [
    *("1x1x1", "3x3x2", "3x3x2-misere", "3x3x3", "3x4x3", "3x3x3-misere", "3x3x3-gravity", "3x3x3-misere-gravity"),
    *("3x3x3-torus", "3x4x3-torus", "4x3x3-cylinder", "3x3x3-hex-misere", "3x3x4-tippy", "3x3x3-maker"),
    *("3x3x3-maker-gravity", *(f"bent{words} {BENT}" for words in ("", "-misere", "-gravity", "-maker"))),
    'ring {"board":["...",".#.","..."],"k":3,"name":"ring"}',
]
LARGER = [
    *("4x4x4-gravity", "4x4x3-misere-gravity", "4x5x4", "6x5x4", "6x6x5", "6x6x4-torus", "5x5x4-knobby"),
    *("3x9x3-cube", "7x7x4-fatty", "4x4x4-maker", "4x4x3-maker-gravity", "5x5x4-fatty-maker", "4x4x4-tippy-maker"),
]


@pytest.mark.parametrize("text", [*SMALL, *LARGER])
def test_empty_boards(text):
    """Each certificate is right, claims the result, reads as it was written and, if small, is kept in all games."""
    proof = proved(text)
    empty = Position(Rules.parse(text))
    claims = {f"{proof.result} from {empty.text}"}
    if proof.result == "draw":
        claims = {f"{side} does not lose from {empty.text}" for side in ("O" if proof.stolen else "XO")}
    said = {check(one.content).partition(", by ")[0] for one in proof.certificates}
    assert said == {f"{empty.rules}: {claim}" for claim in claims}
    for one in proof.certificates:
        assert Certificate.parse(one.content) == one
        assert text in LARGER or kept(CertifiedStrategy(one), one.position, [])


@pytest.mark.parametrize("text", ["3x3x3", "3x3x3-misere", "3x3x3-gravity", "2x4x3-misere"])
def test_positions(text):
    """Results from positions are the slow solver's, and each certificate is right."""
    rules = Rules.parse(text)
    reference = solved_game(*rules[:5])
    boards = [board for board in reference.answers if reference.moves(board) and board.count(".") > 2]
    for board in random.Random(text).sample(boards, 4):
        value = reference.answers[board][0]
        mover = reference.mover(board)
        winner = mover if value > 0 else {"X": "O", "O": "X"}[mover] if value < 0 else None
        rows = "/".join(board[start : start + rules.columns] for start in range(0, len(board), rules.columns))
        proof = prove(Position.parse(rows, rules), memory=MEMORY)
        assert proof.result == WINNERS[winner]
        assert len(proof.certificates) == (1 if winner else 2)
        for one in proof.certificates:
            assert check(one.content).endswith(f"{one.claim} from {rows}")


def test_certificates_are_small():
    """The strategy of 6x5x4 has few moves, which take less than two bytes each: sorted columns compress well."""
    found = certificate("6x5x4")
    assert found.moves.rows < 1_500 and len(found.content) < 2 * found.moves.rows


def test_pairings_of_some_images(monkeypatch):
    """A position whose pairing is found only for some of its images has a pairing or moves, not both."""
    pairing, calls = Prover.pairing, count()
    monkeypatch.setattr(Prover, "pairing", lambda *of: pairing(*of) if next(calls) % 3 else None)
    (found,) = prove(Position(Rules.parse("4x5x4")), memory=MEMORY).certificates
    assert check(found.content).startswith("4x5x4: O does not lose") and found.moves.rows and found.pairings.rows


@pytest.mark.parametrize(("bound", "least"), [("MOST_BYTES", 200), ("MOST_STEPS", 40_000)])
def test_strategies_that_the_checker_refuses(monkeypatch, bound, least):
    """A strategy of more rows than the checker takes is not written; the bounds are the checker's."""
    assert getattr(certificates, bound) == getattr(check_certificate, bound)
    monkeypatch.setattr(certificates, bound, least)
    with pytest.raises(TooLarge, match=r"^expected a strategy that fits .* prove a position with more stones$"):
        prove(Position(Rules.parse("6x5x4")), memory=MEMORY)


def test_writing_ends_in_time(monkeypatch):
    """A certificate that is not written by the deadline is none, and the error says what is proved."""
    position, late = Position(Rules(3, 4, 3)), "X wins, but the certificate was not found within 0 s: allow more"
    prover = Prover(position.rules, "X", memory=MEMORY)
    assert prover.ask(0, 0).wins
    with pytest.raises(OutOfTime, match=late):
        CertificateWriter(prover, "X", Deadline(0)).certificate(position)
    falling = Position(Rules(4, 4, 3, gravity=True))
    monkeypatch.setattr(SmallWin, "_look", lambda *_: None)
    with pytest.raises(OutOfTime, match=late):
        SmallWin(falling, "X", MEMORY).certificate(Deadline(0))
