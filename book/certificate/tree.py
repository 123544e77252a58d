"""Tree of a certificate: the meaning of its bytes, move by move.

The *owner* is the side whose strategy it is. The tree is written in the order of a walk: the owner's move, then what
follows each reply. If the rules alone say what the owner does, nothing is written: see ``TreeRules``.
"""

from math import inf
from typing import NamedTuple

from oxobook.book.errors import OxobookError
from oxobook.book.game.board import Grid, Permutation
from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Cell, Key, Mask, Rules
from oxobook.book.game.symmetry import symmetry_group

PAIRING = 255
"""Number of groups that says that a pairing follows."""


class NoStrategy(OxobookError, ValueError):
    """Bytes are no strategy for the position."""


class Group(NamedTuple):
    """Replies that the same bytes of the tree answer."""

    replies: Mask
    begin: int
    """Place of these bytes."""


class TreeRules:
    """Rules by which the tree of a game is read; ``wins`` is False if its owner only does not lose."""

    def __init__(self, rules: Rules, wins: bool) -> None:
        self.rules, self.wins = rules, wins
        self.plain = not (rules.misere or rules.stacked)
        """True if lines win and no stone has to wait for another: only then do weights and pairings prove anything."""
        group, shifts = symmetry_group(rules), rules.board.layers == 1
        unshifted = Grid(rules.rows, rules.columns, rules.k, rules.gravity).symmetries if shifts else group.permutations
        self.symmetries: list[Permutation] = [each for each in group.permutations if each in unshifted]
        """Symmetries that keep the board's edges where they are, or swap them."""
        self._numbers = [number for number, each in enumerate(group.permutations) if each in unshifted]
        self._images = group.images
        self.patience = inf
        """Number of positions that may still be followed in groups."""

    def key(self, own: Mask, their: Mask) -> Key:
        """Return a key that a position has in common with its images under the symmetries."""
        images = self._images(own, their)
        return min(images[number] for number in self._numbers)

    def is_done(self, own: Mask, their: Mask) -> bool:
        """Return whether the tree says nothing of a position in which the owner is to move.

        It need not if the owner can complete a line. It need not either if the owner only has to hold, and no line is
        open to the other side or the open lines weigh too little.
        """
        legal = self.rules.playable(own | their)
        if not self.rules.misere and self.lasts(own, their) & legal:
            return True
        return not self.wins and (not legal or self._is_harmless(own, their))

    def _is_harmless(self, own: Mask, their: Mask) -> bool:
        mover, other = (own, their) if self.rules.misere else (their, own)
        weights = [1 << (line & mover).bit_count() for line in self.rules.lines if not line & other]
        return not weights or (self.plain and sum(weights) < 1 << self.rules.k)

    def replies(self, own: Mask, their: Mask) -> Mask:
        """Return the replies that the tree answers; raises NoStrategy if one of them wins, or the game is drawn.

        Replies after which the owner can complete a line are left out.
        """
        legal = self.rules.playable(own | their)
        if not legal and self.wins:
            raise NoStrategy("the game ends in a draw")
        if self.rules.misere:
            return legal & ~self.lasts(their, own)
        if self.lasts(their, own) & legal:
            raise NoStrategy("the other side completes a line")
        winning = self.lasts(own, their) & legal
        return (0 if winning.bit_count() > 1 else winning) if winning else legal

    def lasts(self, stones: Mask, others: Mask) -> Mask:
        """Return the free cells that complete a line of some stones."""
        found = 0
        for line in self.rules.lines:
            rest = line & ~stones
            if not rest & rest - 1:
                found |= rest
        return found & ~others

    def heaviest(self, own: Mask, their: Mask) -> Cell:
        """Return the legal cell with the heaviest open lines through it, weighed by the other side's stones in them.

        It holds if the weights of all open lines sum to too little.
        """
        open_lines = [line for line in self.rules.lines if not line & own]
        weights = {
            cell: sum(1 << (line & their).bit_count() for line in open_lines if line >> cell & 1)
            for cell in cells_of(self.rules.playable(own | their))
        }
        return max(weights, key=weights.__getitem__)

    def end_of(self, tree: bytes, at: int, own: Mask, their: Mask) -> int:
        """Return the end of a group's bytes, with the owner to move; raises NoStrategy or IndexError."""
        self.patience -= 1
        if self.patience < 0:
            raise NoStrategy("the group takes too long to follow")
        if self.is_done(own, their):
            return at
        move = 1 << tree[at]
        if not move & self.rules.playable(own | their) or (self.rules.misere and self.lasts(own, their) & move):
            raise NoStrategy(f"byte {at} is no move")
        own |= move
        replies, at = self.replies(own, their), at + 1
        if replies.bit_count() < 2:
            return self.end_of(tree, at, own, their | replies) if replies else at
        if tree[at] == PAIRING:
            pairs, end = pairs_at(tree, at)
            if any(pair & (own | their) for pair in pairs):
                raise NoStrategy(f"the pairing at byte {at} has taken cells")
            if any(not line & own and all(line & pair != pair for pair in pairs) for line in self.rules.lines):
                raise NoStrategy(f"the pairing at byte {at} leaves a line open")
            return end
        for group in (groups := self.groups_at(tree, at, own, their, replies))[:-1]:
            replies &= ~group.replies
        at = groups[-1].begin
        for cell in cells_of(replies):
            at = self.end_of(tree, at, own, their | 1 << cell)
        return at

    def groups_at(self, tree: bytes, at: int, own: Mask, their: Mask, replies: Mask) -> list[Group]:
        """Return the groups at a place of the tree, and last the replies in none of them, with their place."""
        groups, number, at = list[Group](), tree[at], at + 1
        for _ in range(number):
            mask, at = int.from_bytes(tree[at : at + 8], "little"), at + 8
            if mask & ~replies or not mask:
                raise NoStrategy(f"the group before byte {at} is empty, or has a cell that is no reply")
            groups.append(Group(mask, at))
            ends = {self.end_of(tree, at, own, their | 1 << cell) for cell in cells_of(mask)}
            if len(ends) > 1:
                raise NoStrategy(f"the group at byte {at} ends at several places")
            at, replies = ends.pop(), replies & ~mask
        return [*groups, Group(replies, at)]


def pairs_at(tree: bytes, at: int) -> tuple[list[Mask], int]:
    """Return the pairs of a pairing, and the place after it."""
    end = at + 2 + 2 * tree[at + 1]
    cells = tree[at + 2 : end]
    return [1 << one | 1 << other for one, other in zip(cells[::2], cells[1::2], strict=True)], end
