"""Evaluation of a position of a proof without search: numbers that settle it, or those to begin with.

Where stones stay where they are put and lines win, a stone never harms its owner, and these rules settle positions:

- a side that can complete a line does; one that faces two such cells has lost, and one that faces one plays there;
- a side wins by a sequence of threats, and one that faces such a sequence must answer on the cells that it depends on;
- a defender to move holds if the live lines' weights, each 2 to the number of its stones, sum to less than 2 to the
  number of a line's cells: taking the heaviest cell keeps it so (Erdős and Selfridge 1973);
- a defender holds if each live line has two free cells that are a pair of its own: when the attacker takes one, the
  defender takes the other (Hales and Jewett 1963).
"""

from oxobook.generator.compilation import part
from oxobook.generator.instructions import Pointer, ones, word
from oxobook.generator.prove.pairing_kernels import find_pairing
from oxobook.generator.prove.scratch_kernels import MOST_MOVES
from oxobook.generator.prove.sequence_kernels import find_sequence
from oxobook.generator.prove.threat_kernels import (
    FULL,
    LENGTH,
    MAKER,
    MISERE,
    STEP,
    Threats,
    heaviest,
    look,
    playable_cells,
)

SOLVED = (1 << 24) - 1
"""Proof number of a disproved position, and disproof number of a proved one."""
MOST = SOLVED - 1
_SHORT = 2  # a pairing is tried on an empty board, or if weights sum to less than this many times the defender's bound


@part
def evaluate(board: Pointer, scratch: Pointer, a: int, d: int, attacking: int) -> int:
    """Return the numbers of a position without search, the proof number from bit 24 on."""
    seen = look(board, a, d, attacking)
    if board[MISERE] or board[STEP]:
        return _evaluate_other(board, seen, a | d, attacking)
    proved, disproved, limit = SOLVED, SOLVED << 24, 1 << board[LENGTH]
    own_wins, their_wins = (proved, disproved) if attacking else (disproved, proved)
    if seen.own_last:
        return own_wins
    if ones(seen.their_last) > 1:
        return their_wins
    live, weight = (seen.own_live, seen.own_weight) if attacking else (seen.their_live, seen.their_weight)
    if live == 0 or (weight < limit and not attacking):
        return disproved
    own, their = (a, d) if attacking else (d, a)
    replies = holding_replies(board, scratch, seen, own, their, attacking)
    if replies == 0:
        return their_wins
    may_threaten = not seen.their_last and (attacking or not board[MAKER])
    if may_threaten and find_sequence(board, scratch, own, their, word(MOST_MOVES)):
        return own_wins
    if attacking and seen.their_last == 0 and (weight < _SHORT * limit or a | d == 0):
        if weight < limit and weight + heaviest(board, scratch, a, d) < limit:
            return disproved
        if find_pairing(board, scratch, a, d) >= 0:
            return disproved
    return _estimate(board, seen, attacking, replies)


@part
def holding_replies(board: Pointer, scratch: Pointer, seen: Threats, own: int, their: int, attacking: int) -> int:
    """Return the moves but those known to lose, at once or to a sequence; the side cannot complete a line."""
    moves = seen.their_last or board[FULL] & ~(own | their)
    if attacking and board[MAKER]:
        return moves
    zone = find_sequence(board, scratch, their, own | seen.their_last, word(MOST_MOVES))
    return moves & zone if zone else moves  # none is in it if the move must block a line


@part
def _evaluate_other(board: Pointer, seen: Threats, taken: int, attacking: int) -> int:
    """Return the numbers of a position under misère or gravity."""
    moves = playable_cells(board, taken)
    own_wins, their_wins = (SOLVED, SOLVED << 24) if attacking else (SOLVED << 24, SOLVED)
    if board[MISERE]:
        harmful = seen.their_live if attacking else seen.own_live
        if harmful == 0 or moves == 0:
            return SOLVED << 24
        moves &= ~seen.own_last
        if moves == 0:
            return their_wins
        return 1 << 24 | ones(moves) if attacking else ones(moves) << 24 | 1
    if seen.own_last & moves:
        return own_wins
    if ones(seen.their_last & moves) > 1:
        return their_wins
    if (seen.own_live if attacking else seen.their_live) == 0:
        return SOLVED << 24
    return _estimate(board, seen, attacking, moves)


@part
def _estimate(board: Pointer, seen: Threats, attacking: int, replies: int) -> int:
    """Return the numbers of an unsettled position to begin with: the heavier the attacker's lines, the easier a proof.

    Both numbers are in one word, the proof number from bit 24 on.
    """
    limit = 1 << board[LENGTH]
    weight = seen.own_weight if attacking else seen.their_weight
    proof = 1
    if not seen.their_last:
        proof += 2 * limit // max(weight, 1) + (0 if attacking else ones(replies) // 8)
    return min(proof, MOST) << 24 | min(1 + (4 if attacking else 2) * weight // limit, MOST)
