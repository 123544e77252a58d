"""Conventions: moves, endings and reachable boards, by rules that are written down here again."""

from itertools import product

import pytest

from oxobook.book import IllegalPosition, IllegalRules, Position, Rules
from oxobook.book.game.symmetry import symmetry_group
from tests.boards import Agreed

SMALL = [
    *("2x3x2-maker", "2x3x2-maker-misere", "2x3x2-maker-gravity", "2x3x2-notakto", "2x3x2-notakto-misere"),
    *("2x3x2-wild", "2x3x3-wild-misere", "1x5x3-wild", "2x3x3-order", "1x6x3-order-misere"),
]


@pytest.mark.parametrize("text", SMALL)
def test_every_board(text):
    """Exactly the boards that play reaches are accepted, with their moves, winner and score."""
    rules = Rules.parse(text)
    slow = Agreed(rules).solved()
    legal = 0
    for signs in product(".XO", repeat=rules.cells):
        board = "".join(signs)
        text = "/".join(board[start : start + rules.columns] for start in range(0, rules.cells, rules.columns))
        if board not in slow.answers:
            with pytest.raises(IllegalPosition):
                Position.parse(text, rules, reading="rows=top")
            continue
        legal += 1
        position, after = Position.parse(text, rules), slow.children(board)
        assert position.to_move == slow.mover(board) and position.over == (not after)
        assert len(position.legal_moves) == len(after)
        if position.over:
            winner, ply = slow.winner(board), position.ply
            assert position.winner == winner
            score = (
                rules.terms.line_score(ply, rules.cells)
                if slow.line_owner(board)
                else rules.terms.full_score(rules.cells)
            )
            early = rules.cells + 1 - ply
            assert score == (0 if winner is None else early if winner == position.to_move else -early)
    assert legal == len(slow.answers)


def test_a_move_is_a_cell_and_a_sign():
    """If a side may set either sign, a move is named by both; the number of stones says whose turn it is."""
    position = Position.parse("Xb2 oa1", Rules.parse("wild"))
    assert position.text == ".../.X./O.." and position.to_move == "X" and len(position.legal_moves) == 14
    assert Position.parse("X../.X./...", Rules.parse("notakto")).to_move == "X"
    with pytest.raises(IllegalPosition, match="a sign and a cell, such as Xa3 or Oc1; got 'b2'"):
        Position.parse("b2", Rules.parse("wild"))
    with pytest.raises(IllegalPosition, match="both sides set X"):
        Position.parse("XO./.../...", Rules.parse("notakto"))
    with pytest.raises(IllegalPosition, match="no last stone completes all lines"):
        Position.parse("XXX/OOO/...", Rules.parse("wild"))


@pytest.mark.parametrize("text", ["3x3x3-wild", "2x3x3-order", "3x3x3-notakto"])
def test_moves_map_back(text):
    """A move on the canonical board, mapped back, leads to an image of the same position; so do sets of moves."""
    rules, group = Rules.parse(text), symmetry_group(Rules.parse(text))
    for moves in ("a1", "c1 b2", "b1 c2 a2"):
        names = [f"{sign}{move}" if rules.either else move for sign, move in zip("OXO", moves.split(), strict=False)]
        position = Position.parse(" ".join(names), rules)
        key, symmetry = group.canonical(position.x, position.o)
        canonical = Position.from_key(key, rules)
        for cell in canonical.legal_cells:
            played, back = canonical.play(cell), position.play(group.cell_back(cell, symmetry))
            assert group.canonical(played.x, played.o)[0] == group.canonical(back.x, back.o)[0]
            assert group.mask_back(1 << cell, symmetry) == 1 << group.cell_back(cell, symmetry)
        assert group.mask_back(sum(1 << cell for cell in canonical.legal_cells), symmetry) == sum(
            1 << cell for cell in position.legal_cells
        )


def test_stones_that_do_not_fall():
    """Stones that both sides set do not fall."""
    with pytest.raises(IllegalRules, match="stones do not fall where both sides set the same signs"):
        Rules.parse("4x4x4-wild-gravity")
