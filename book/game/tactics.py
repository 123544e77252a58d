"""Tactics: facts about a position that can be proved on the board, a move or two deep, without a book.

A *threat* is a cell that the next stone may take and that would complete a line. A *fork* is a move that leaves its
player with two threats or more. Cells are given as masks. Under misère a completed line loses: there is nothing
to block or to fork for, and only ``line_moves`` has a meaning.

Board functions take the stones of one side, ``own``, and of the other, ``their``, on a board where the game goes on.
"""

from typing import NamedTuple

from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules


def stones(position: Position) -> tuple[Mask, Mask]:
    """Return the stones of the side to move, and those of the other."""
    return (position.x, position.o) if position.to_move == "X" else (position.o, position.x)


def threats(rules: Rules, own: Mask, their: Mask) -> Mask:
    """Return the playable cells at which ``own`` would complete a line."""
    playable, found = rules.playable(own | their), 0
    for line in rules.lines:
        missing = line & ~own
        if missing & playable and not missing & missing - 1:
            found |= missing
    return found


def forks(rules: Rules, own: Mask, their: Mask) -> Mask:
    """Return the moves of ``own`` that complete no line and leave it with two threats or more."""
    found = 0
    for cell in cells_of(rules.playable(own | their) & ~threats(rules, own, their)):
        if threats(rules, own | 1 << cell, their).bit_count() >= 2:
            found |= 1 << cell
    return found


def stops_forks(rules: Rules, own: Mask, their: Mask, move: Cell) -> bool:
    """Return whether after ``own`` plays ``move`` the other side has no fork to play.

    If the move threatens a line, the other side must answer that: then no answer may be a fork.
    """
    own |= 1 << move
    answers = threats(rules, own, their) or rules.full
    return not forks(rules, their, own) & answers


class Tactics(NamedTuple):
    """Tactics of a position for the side to move; all 0 if the game is over."""

    line_moves: Mask
    """Moves that complete a line: they win at once, or under misère lose at once."""
    blocks: Mask
    """Moves that take a cell at which the other side threatens a line."""
    forks: Mask
    """Moves that make two threats or more."""
    their_forks: Mask
    """Moves with which the other side would fork, if it were to move now."""
    fork_blocks: Mask
    """Moves after which the other side, which had a fork, has none.

    0 if it had none, or while it threatens a line, for then only the line matters.
    """


def tactics(position: Position) -> Tactics:
    """Return the tactics of a position; none where one side wins otherwise than by a line of its own sign."""
    rules = position.rules
    own, their = stones(position)
    if position.over or not rules.terms.plain:
        return Tactics(0, 0, 0, 0, 0)
    line_moves = threats(rules, own, their)
    if rules.misere:
        return Tactics(line_moves, 0, 0, 0, 0)
    blocks = threats(rules, their, own)
    their_forks = forks(rules, their, own)
    fork_blocks = 0
    for cell in cells_of(rules.playable(own | their)) if their_forks and not blocks else ():
        if stops_forks(rules, own, their, cell):
            fork_blocks |= 1 << cell
    return Tactics(line_moves, blocks, forks(rules, own, their), their_forks, fork_blocks)
