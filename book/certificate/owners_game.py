"""Game of a certificate's owner, the side whose strategy it is: canonical positions, and what the rules alone tell."""

from collections.abc import Sequence
from operator import or_

from oxobook.book.game.bits import gaps
from oxobook.book.game.board import Board, Permutation
from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Cell, Mask, Rules


class OwnersGame:
    """Game in which the owner has to win or, if ``attacks`` is False, only to hold, as a breaker does.

    The *symmetries* are those that keep the board's edges where they are, or swap them; a board of one's own has the
    identity alone. The canonical position is that with the least key: the owner's stones, then the other side's, each
    in whole bytes, the highest cells first. If more than one symmetry leads there, the first in ascending order counts,
    here and on the page.
    """

    def __init__(self, rules: Rules, attacks: bool) -> None:
        self.rules, self.attacks = rules, attacks
        self._ends = not (rules.misere or (rules.maker and not attacks))  # a line of the owner's wins
        self.plain = not (rules.misere or rules.stacked)
        """True if lines win and no stone has to wait for another: only then do weights and pairings prove anything."""
        self.symmetries = sorted(_unshifted(rules))
        half = 8 * side_bytes(rules)
        self._through = [tuple(line for line in rules.lines if line >> cell & 1) for cell in range(rules.cells)]
        self._theirs = [tuple(1 << images[cell] for images in self.symmetries) for cell in range(rules.cells)]
        self._own = [tuple(image << half for image in images) for images in self._theirs]

    def canonical(self, own: Mask, their: Mask) -> tuple[bytes, Permutation]:
        """Return the key of the canonical position, and the symmetry that leads there."""
        images = [0] * len(self.symmetries)
        for stones, table in ((own, self._own), (their, self._theirs)):
            for cell in cells_of(stones):
                images = list(map(or_, images, table[cell]))
        least = min(images)
        return least.to_bytes(2 * side_bytes(self.rules), "big"), self.symmetries[images.index(least)]

    def winning(self, own: Mask, their: Mask) -> Mask:
        """Return the moves with which the owner, or the other side where lines win for both, wins at once."""
        return gaps(self.rules.lines, own) & self.rules.playable(own | their) if self._ends else 0

    def open_replies(self, own: Mask, their: Mask) -> list[Cell]:
        """Return the replies after which the owner neither wins at once nor holds whatever it does."""
        legal = self.rules.playable(own | their) & ~(gaps(self.rules.lines, their) if self.rules.misere else 0)
        ends = gaps(self.rules.lines, own) if self._ends else 0
        return [
            cell
            for cell in cells_of(legal)
            if not ends & self.rules.playable(own | their | 1 << cell) and not self.is_safe(own, their | 1 << cell)
        ]

    def is_safe(self, own: Mask, their: Mask) -> bool:
        """Return whether the owner only has to hold, is to move and cannot lose any more.

        No line is open to the other side, under misère to the owner, or the open lines weigh too little.
        """
        if self.attacks:
            return False
        mover, other = (own, their) if self.rules.misere else (their, own)
        weights = [1 << (line & mover).bit_count() for line in self.rules.lines if not line & other]
        return not weights or (self.plain and sum(weights) < 1 << self.rules.k)

    def heaviest(self, own: Mask, their: Mask) -> Cell:
        """Return the move with the heaviest open lines through it, weighed by the other side's stones in them.

        It holds if the position is safe.
        """
        open_lines = [line for line in self.rules.lines if not line & own]
        weights = {
            cell: sum(1 << (line & their).bit_count() for line in open_lines if line >> cell & 1)
            for cell in cells_of(self.rules.playable(own | their))
        }
        return max(weights, key=weights.__getitem__)

    def ranked(self, own: Mask, their: Mask, ranks: Sequence[int]) -> Cell | None:
        """Return the move by a sheet, if the owner cannot win at once; None if there is none."""
        lasts = [gaps(self.rules.lines, stones) for stones in (own, their)]
        for further in False, True:
            if (cell := self._forced(further, own, their, *lasts)) is not None:
                return cell
        legal = cells_of(self.rules.playable(own | their))
        ranked = sorted(legal, key=ranks.__getitem__, reverse=True)
        return next((cell for cell in ranked if self._is_held(own | 1 << cell, their)), None)

    def _is_held(self, own: Mask, their: Mask) -> bool:
        """Return whether the other side, to move, neither completes a line nor wins by threats."""
        ours, theirs = (gaps(self.rules.lines, stones) for stones in (own, their))
        return not theirs & self.rules.playable(own | their) and self._forced(False, their, own, theirs, ours) is None

    def _forced(self, further: bool, own: Mask, their: Mask, ours: Mask, theirs: Mask) -> Cell | None:
        """Return a side's first move that wins by threats or, looking further, by force; None if there is none.

        It leaves at most one reply after which the side does not complete a line or, looking further, win by threats.
        ``ours`` and ``theirs`` are the cells that complete lines.
        """
        for cell in cells_of(self.rules.playable(own | their)):
            after = own | 1 << cell
            replies, lasts = self.rules.playable(after | their), ours | gaps(self._through[cell], after)
            if not replies or theirs & replies:
                continue
            left = list[tuple[Mask, Mask, Mask, Mask]]()
            for reply in cells_of(lasts & replies or replies):
                other = their | 1 << reply
                then = after, other, lasts, theirs | gaps(self._through[reply], other)
                if lasts & self.rules.playable(after | other) or (further and self._forced(False, *then) is not None):
                    continue
                left.append(then)
                if len(left) > 1:
                    break
            if not left or (len(left) == 1 and self._forced(further, *left[0]) is not None):
                return cell
        return None


def side_bytes(rules: Rules) -> int:
    """Return the number of bytes of one side's stones in a key."""
    return -(-rules.cells // 8)


def _unshifted(rules: Rules) -> tuple[Permutation, ...]:
    """Return the mirror images and turns of the board that keep its lines and stacks; of one's own, the identity."""
    if rules.definition:
        return (tuple(range(rules.cells)),)
    if rules.board.layers > 1:
        return rules.board.symmetries
    return tuple(
        images
        for images in Board(rules.rows, rules.columns, rules.k, rules.gravity).symmetries
        if {sum(1 << images[cell] for cell in cells_of(line)) for line in rules.lines} == set(rules.lines)
    )
