"""Tactics against what they mean, found by playing the moves out."""

import pytest

from oxobook.book.game.notation import cells_of
from oxobook.book.game.tactics import Tactics, tactics


def threats(rules, own, their):
    """The cells at which one's own stones would complete a line, from sets of cells."""
    playable = rules.playable(sum(1 << cell for cell in own | their))
    lines = [set(cells_of(line)) for line in rules.lines]
    return {cell for cell in cells_of(playable) if any(cell in line and line - {cell} <= own for line in lines)}


def forks(rules, own, their):
    """The cells that complete no line and leave two threats."""
    playable = set(cells_of(rules.playable(sum(1 << cell for cell in own | their))))
    return {c for c in playable - threats(rules, own, their) if len(threats(rules, own | {c}, their)) > 1}


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-gravity", "2x4x3", "3x3x2-gravity"])
def test_tactics_are_what_their_names_say(make_book, rules):
    """By sets of cells: threats, forks of both sides, and the moves after which the other side has no fork to play."""
    for entry in list(make_book(rules))[::2]:
        position = entry.position
        if position.over:
            assert tactics(position) == Tactics(0, 0, 0, 0, 0)
            continue
        game, own, their = position.rules, set(cells_of(position.x)), set(cells_of(position.o))
        own, their = (own, their) if position.to_move == "X" else (their, own)
        blocks, their_forks, fork_blocks = threats(game, their, own), forks(game, their, own), set()
        for cell in position.legal_cells if their_forks and not blocks else ():
            answers = threats(game, own | {cell}, their) or set(range(game.cells))
            if not forks(game, their, own | {cell}) & answers:
                fork_blocks.add(cell)
        expected = [threats(game, own, their), blocks, forks(game, own, their), their_forks, fork_blocks]
        assert [set(cells_of(mask)) for mask in tactics(position)] == expected


def test_under_misere_only_lines_count(make_book):
    """If a line loses there is nothing to block or to fork for; once the game is over there is nothing at all."""
    for entry in list(make_book("3x3x3-misere"))[::3]:
        position = entry.position
        own, their = (position.x, position.o) if position.to_move == "X" else (position.o, position.x)
        lines = threats(position.rules, set(cells_of(own)), set(cells_of(their))) if not position.over else ()
        assert tactics(position) == Tactics(sum(1 << cell for cell in lines), 0, 0, 0, 0)
