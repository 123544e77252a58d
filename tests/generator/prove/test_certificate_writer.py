"""Certificates of all kinds of games: each is right by the checker that stands alone, and says who wins."""

import random

import pytest

from oxobook.book import Position, Rules
from oxobook.book.verify.check_certificate import check
from oxobook.generator.prove.proof import prove
from tests.proofs import MEMORY, certificate, proved
from tests.reference import solved_game

pytestmark = pytest.mark.usefixtures("prove_compiled")

WINNERS = {"X": "X wins", "O": "O wins", None: "draw"}


@pytest.mark.parametrize(
    "text",
    [
        "1x1x1",
        "3x3x2",
        "3x3x2-misere",
        "3x3x3",
        "3x3x3-misere",
        "3x3x3-torus",
        "3x4x3-torus",
        "4x3x3-cylinder",
        "3x9x3-cube",
        "4x4x4-gravity",
        "4x4x3-misere-gravity",
        "4x5x4",
        "6x5x4",
        "6x6x5",
        "3x3x4-tippy",
        "5x5x4-knobby",
        "7x7x4-fatty",
        "3x3x3-maker",
        "4x4x4-maker",
        "4x4x3-maker-gravity",
        "5x5x4-fatty-maker",
        "4x4x4-tippy-maker",
    ],
)
def test_empty_boards(text):
    """The certificates of the empty board are right, and claim what the result says."""
    proof = proved(text)
    said = [check(one.content) for one in proof.certificates]
    empty = Position(Rules.parse(text)).text
    claims = {f"{proof.result} from {empty}"}
    if proof.result == "draw":
        claims = {f"{side} does not lose from {empty}" for side in ("O" if proof.stolen else "XO")}
    assert set(said) == {f"{text}: {claim}" for claim in claims}


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
    """The strategy of 6x5x4 takes less than a byte a move: sorted columns compress well."""
    found = certificate("6x5x4")
    assert len(found.content) < found.moves.rows
