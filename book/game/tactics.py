"""Tactics: facts about a position that can be proved on the board, a move or two deep, without a book.

A *threat* is a cell that the next stone may take and that would complete a line. A *fork* is a move that leaves its
player with two threats or more. Cells are given as masks. The convention says what a line is to the side that completes
it (``line_value``): where it does not win, there is nothing to fork for, and for the other side nothing to block.

Board functions take the stones of one side, ``own``, and of the other, ``their``, on a board where the game goes on.
"""

from typing import Any, NamedTuple

from oxobook.book.game.bits import gaps
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules


def stones(position: Position) -> tuple[Mask, Mask]:
    """Return the stones of the side to move, and those of the other."""
    return (position.x, position.o) if position.to_move == "X" else (position.o, position.x)


def threats(rules: Rules, own: Any, their: Any) -> Any:
    """Return the playable cells at which ``own`` would complete a line; also for NumPy arrays of masks."""
    return gaps(rules.lines, own) & rules.playable(own | their)


def forks(rules: Rules, own: Mask, their: Mask) -> Mask:
    """Return the moves of ``own`` that complete no line and leave it with two threats or more."""
    found = 0
    for cell in cells_of(rules.playable(own | their) & ~threats(rules, own, their)):
        if threats(rules, own | 1 << cell, their).bit_count() >= 2:
            found |= 1 << cell
    return found


def stops_forks(rules: Rules, own: Mask, their: Mask, move: Cell, wins: bool) -> bool:
    """Return whether after ``own`` plays ``move`` the other side has no fork to play.

    If the move threatens a line that ``wins``, the other side must answer that: then no answer may be a fork.
    """
    own |= 1 << move
    answers = (wins and threats(rules, own, their)) or rules.full
    return not forks(rules, their, own) & answers


def line_moves(rules: Rules, x: Any, o: Any, ply: int) -> Any:
    """Return the moves of the side to move that complete a line which counts; also for arrays of one ply."""
    terms, found = rules.terms, x & 0
    for sign in {*terms.settable(ply)} & {*terms.counted}:
        own, their = (x, o) if sign == "X" else (o, x)
        found |= threats(rules, own, their) << rules.cells * (rules.either and sign == "O")
    return found


def reflex_moves(rules: Rules, x: Any, o: Any, ply: int) -> Any:
    """Return the moves among which a reflex chooses where the game goes on; also for arrays of one ply.

    They win at once by a line, or else block the other side's, or else are the only legal one; 0 if there is none.
    """
    has, (own, their) = rules.terms.reflexes(ply), (o, x) if ply % 2 else (x, o)
    legal = rules.moves_to(rules.playable(x | o))
    found = legal * (legal & legal - 1 == 0)
    if "block" in has:
        blocks = threats(rules, their, own)
        found = blocks + found * (blocks == 0)
    if "win" in has:
        wins = line_moves(rules, x, o, ply)
        found = wins + found * (wins == 0)
    return found


class Tactics(NamedTuple):
    """Tactics of a position for the side to move; all 0 if the game is over.

    Where both sides set the same signs, no stone is anyone's, and there is only the first.
    """

    line_moves: Mask
    """Moves that complete a line: they win or lose at once, as the convention says."""
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
    """Return the tactics of a position."""
    rules, terms = position.rules, position.rules.terms
    if position.over:
        return Tactics(0, 0, 0, 0, 0)
    lines = line_moves(rules, position.x, position.o, position.ply)
    if terms.signs != ("X", "O"):
        return Tactics(lines, 0, 0, 0, 0)
    own, their = stones(position)
    wins, loses = (terms.line_value(position.ply + turn) > 0 for turn in (0, 1))
    allowed = rules.playable(own | their) & ~(0 if wins else lines)
    blocks = threats(rules, their, own) & allowed if loses else 0
    their_forks = forks(rules, their, own) if loses else 0
    fork_blocks = 0
    for cell in cells_of(allowed) if their_forks and not threats(rules, their, own) else ():
        if stops_forks(rules, own, their, cell, wins):
            fork_blocks |= 1 << cell
    return Tactics(lines, blocks, forks(rules, own, their) if wins else 0, their_forks, fork_blocks)
