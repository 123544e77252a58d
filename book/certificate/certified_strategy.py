"""Strategy of a certificate: the owner's move after any replies, found by following its tree."""

from collections.abc import Sequence
from functools import cached_property, reduce
from typing import NamedTuple

from oxobook.book.arguments import checked
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.tree import PAIRING, NoStrategy, TreeRules, pairs_at
from oxobook.book.errors import DamagedBook, MissingPosition
from oxobook.book.game.board import Permutation
from oxobook.book.game.notation import cell_named, cells_of, coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Mask


class _Place(NamedTuple):
    """Place of the tree, and the symmetry that takes the board's cells to those of the tree."""

    at: int
    images: Permutation
    alone: bool
    """True within a group, where positions that occur elsewhere are written out again."""


class _Node(NamedTuple):
    """Place of the tree in which the owner moves, and the stones there."""

    at: int
    own: Mask
    their: Mask


class _Ahead(NamedTuple):
    """Guide of the owner from here on: a place of the tree, or pairs, or neither if the position decides."""

    place: _Place | None = None
    pairs: tuple[Mask, ...] = ()


class CertifiedStrategy:
    """Strategy of a certificate's owner, as a function of the moves played since the certificate's position.

    Args:
        certificate: A certificate that ``prove`` has made; what others send should be checked by ``oxobook verify``.
    """

    @checked
    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.rules = certificate.position.rules
        self._tree, self._reader = certificate.tree, TreeRules(self.rules, certificate.wins)

    @checked
    def reply(self, moves: str = "") -> str:
        """Return the owner's move after some moves, such as ``b2 a1``; raises MissingPosition as ``move`` does."""
        return coordinates(self.rules)[self.move([cell_named(move, self.rules) for move in moves.split()])]

    @checked
    def move(self, record: Sequence[Cell]) -> Cell:
        """Return the owner's move after a record of cells; raises MissingPosition if the strategy never gets there.

        Raises IllegalPosition if they cannot be played, and DamagedBook if the certificate is wrong.
        """
        reduce(Position.play, record, self.certificate.position)
        try:
            return self._move(record)
        except (NoStrategy, IndexError, ValueError) as error:
            raise DamagedBook(f"the certificate's tree is no strategy: {error}; make it again") from error

    def _move(self, record: Sequence[Cell]) -> Cell:
        start = self.certificate.position
        own, their = self._sides(start.x, start.o)
        moving, ahead = self._owner_moves(start.ply), _Ahead()
        if not moving:
            ahead = _Ahead(_Place(0, self._reader.symmetries[0], False))
        for number, cell in enumerate(record):
            if moving:
                move, ahead = self._owned(own, their, ahead, record[number - 1] if number else None)
                if move != cell:
                    raise MissingPosition("the game has left the certificate's strategy")
                own |= 1 << cell
            else:
                ahead = self._replied(own, their, ahead, cell)
                their |= 1 << cell
            moving = not moving
        if not moving:
            raise MissingPosition(f"the certificate is a strategy of {self.certificate.owner}, who is not to move")
        return self._owned(own, their, ahead, record[-1] if record else None)[0]

    def _owned(self, own: Mask, their: Mask, ahead: _Ahead, reply: Cell | None) -> tuple[Cell, _Ahead]:
        """Return the owner's move, and its guide after that."""
        legal = self.rules.playable(own | their)
        winning = 0 if self.rules.misere else self._reader.lasts(own, their) & legal
        if winning:
            return cells_of(winning)[0], ahead
        if ahead.pairs:
            partners = [pair & legal for pair in ahead.pairs if reply is not None and pair >> reply & 1]
            return (cells_of(partners[0])[0] if any(partners) else self._any_cell(own, their)), ahead
        if self._reader.is_done(own, their):
            return self._any_cell(own, their), _Ahead()
        place = ahead.place or self._indexed(own, their)
        cell = place.images.index(self._tree[place.at])
        if not legal >> cell & 1:
            raise NoStrategy(f"byte {place.at} is no move")
        return cell, _Ahead(place._replace(at=place.at + 1))

    def _any_cell(self, own: Mask, their: Mask) -> Cell:
        """Return a move for an owner who can no longer lose: the heaviest cell, or under misère one that is safe."""
        legal = self.rules.playable(own | their)
        harmful = self._reader.lasts(own, their) if self.rules.misere else 0
        return cells_of(legal & ~harmful or legal)[0] if not self._reader.plain else self._reader.heaviest(own, their)

    def _replied(self, own: Mask, their: Mask, ahead: _Ahead, reply: Cell) -> _Ahead:
        """Return the owner's guide after a reply."""
        place = ahead.place
        if place is None:
            return ahead
        tree_own, tree_their, cell = self._image(own, place), self._image(their, place), place.images[reply]
        replies = self._reader.replies(tree_own, tree_their)
        if not replies >> cell & 1:
            return _Ahead()  # the owner completes a line, or the reply has lost
        if replies.bit_count() == 1:
            return _Ahead(place) if place.alone else _Ahead()
        if self._tree[place.at] == PAIRING:
            back = [
                sum(1 << place.images.index(each) for each in cells_of(pair))
                for pair in pairs_at(self._tree, place.at)[0]
            ]
            return _Ahead(pairs=tuple(back))
        *groups, rest = self._reader.groups_at(self._tree, place.at, tree_own, tree_their, replies)
        for group in groups:
            if group.replies >> cell & 1:
                return _Ahead(place._replace(at=group.begin, alone=True))
        if not place.alone:
            return _Ahead()
        at = rest.begin
        for other in cells_of(rest.replies & (1 << cell) - 1):
            at = self._reader.end_of(self._tree, at, tree_own, tree_their | 1 << other)
        return _Ahead(place._replace(at=at))

    def _image(self, mask: Mask, place: _Place) -> Mask:
        return sum(1 << place.images[cell] for cell in cells_of(mask))

    def _indexed(self, own: Mask, their: Mask) -> _Place:
        """Return the place of the tree that has the position or an image of it."""
        node = self._nodes.get(self._reader.key(own, their))
        if node is None:
            raise MissingPosition("the certificate's strategy never gets to this position")
        for images in self._reader.symmetries:
            place = _Place(node.at, images, False)
            if (self._image(own, place), self._image(their, place)) == (node.own, node.their):
                return place
        raise NoStrategy("two positions have one key")

    @cached_property
    def _nodes(self) -> dict[Key, _Node]:
        """Places of the tree in which the owner moves, outside groups, by the canonical key of the position."""
        found: dict[Key, _Node] = {}
        start = self.certificate.position
        own, their = self._sides(start.x, start.o)
        if self._owner_moves(start.ply):
            self._index_move(found, 0, own, their)
        else:
            self._index_replies(found, 0, own, their)
        return found

    def _index_move(self, found: dict[Key, _Node], at: int, own: Mask, their: Mask) -> int:
        """Add a place and all that follow it; return the end of their bytes."""
        if self._reader.is_done(own, their):
            return at
        key = self._reader.key(own, their)
        if key in found:
            return at
        found[key] = _Node(at, own, their)
        return self._index_replies(found, at + 1, own | 1 << self._tree[at], their)

    def _index_replies(self, found: dict[Key, _Node], at: int, own: Mask, their: Mask) -> int:
        """Add the places after each reply; return the end of their bytes."""
        replies = self._reader.replies(own, their)
        if replies.bit_count() < 2:
            return self._index_move(found, at, own, their | replies) if replies else at
        if self._tree[at] == PAIRING:
            return pairs_at(self._tree, at)[1]
        rest = self._reader.groups_at(self._tree, at, own, their, replies)[-1]
        at = rest.begin
        for cell in cells_of(rest.replies):
            at = self._index_move(found, at, own, their | 1 << cell)
        return at

    def _sides(self, own: Mask, their: Mask) -> tuple[Mask, Mask]:
        return (own, their) if self.certificate.owner == "X" else (their, own)

    def _owner_moves(self, ply: int) -> bool:
        return "XO"[ply % 2] == self.certificate.owner
