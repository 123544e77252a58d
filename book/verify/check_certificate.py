"""Checker of certificates: whether a file proves its claim, by the rules of the game grouped.

It imports nothing of oxobook and shares no code with what made the file; ``python check_certificate.py FILE`` runs it.
``book/CERTIFICATE.md`` describes the file. Memory grows with the file only, and time is bounded by ``MOST_STEPS``.
"""

import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations, product

MOST_BYTES, MOST_STEPS, _PAIRING = 20_000_000, 2_000_000, 255
_HEADER = re.compile(
    rb"oxobook certificate 1\nrules (([1-9][0-9]?)x([1-9][0-9]?)x([1-9][0-9]?)((?:-cube|-torus|-cylinder)?"
    rb"(?:-misere)?(?:-gravity)?))\nposition ([XO./]{1,127})\n"
    rb"claim ([XO]) (wins|does not lose)\nsha256 ([0-9a-f]{64})\n\n"
)


class Unproved(Exception):
    """Certificate that does not prove its claim."""


class Game:
    """Lines and symmetries of a board; a cell has a layer, a row and a column, and a number in reading order."""

    def __init__(self, rows: int, columns: int, k: int, words: str) -> None:
        self.k, self.columns, self.cells = k, columns, rows * columns
        self.misere, self.gravity, cube = "misere" in words, "gravity" in words, "cube" in words
        if self.cells > 64 or (cube and (columns % rows or self.gravity)):
            raise Unproved("no such board is checked here")
        self.sizes = (columns // rows, rows, rows) if cube else (1, rows, columns)
        self.wraps = False, "torus" in words, "torus" in words or "cylinder" in words
        self.full = (1 << self.cells) - 1
        self.places = list(product(*map(range, self.sizes)))
        steps = [step for step in product((0, 1, -1), repeat=3) if step > (0, 0, 0)]
        self.lines = sorted({line for place in self.places for step in steps for line in self.line(place, step)})
        self.through = [[line for line in self.lines if line >> cell & 1] for cell in range(self.cells)]
        self.symmetries = list(self.moved())

    def cell(self, place: Sequence[int]) -> int:
        return place[1] * self.columns + place[0] * self.sizes[2] + place[2]

    def line(self, place: Sequence[int], step: Sequence[int]) -> Iterator[int]:
        """Yield the line from a place on, if there is one."""
        cells = set()
        for number in range(self.k):
            at = [start + number * by for start, by in zip(place, step, strict=True)]
            at = [one % size if wraps else one for one, size, wraps in zip(at, self.sizes, self.wraps, strict=True)]
            if not all(0 <= one < size for one, size in zip(at, self.sizes, strict=True)):
                return
            cells.add(self.cell(at))
        yield from [sum(1 << cell for cell in cells)] if len(cells) == self.k else []

    def moved(self) -> Iterator[list[int]]:
        """Yield the cells' images when axes are permuted and mirrored, if lines stay lines, and below stays below."""
        for axes, mirrors in product(permutations(range(3)), product((False, True), repeat=3)):
            if any(self.sizes[axis] != size for axis, size in zip(axes, self.sizes, strict=True)):
                continue
            images = [0] * self.cells
            for place in self.places:
                turned = zip(axes, mirrors, self.sizes, strict=True)
                images[self.cell(place)] = self.cell([n - 1 - place[a] if m else place[a] for a, m, n in turned])
            lines = {sum(1 << images[cell] for cell in range(self.cells) if line >> cell & 1) for line in self.lines}
            upright = all(cell // self.columns == to // self.columns for cell, to in enumerate(images))
            if lines == set(self.lines) and (upright or not self.gravity):
                yield images

    def playable(self, taken: int) -> int:
        """Return the cells that take the next stone."""
        below = taken >> self.columns | ~(self.full >> self.columns) if self.gravity else self.full
        return self.full & ~taken & below

    def near(self, cell: int) -> list[int]:
        return self.lines if self.gravity or cell < 0 else self.through[cell]

    def lasts(self, stones: int, legal: int, lines: list[int]) -> int:
        """Return the legal cells that complete one of the lines of some stones."""
        found = 0
        for line in lines:
            rest = line & ~stones
            if not rest & (rest - 1):
                found |= rest
        return found & legal

    def canonical(self, *stones: int) -> tuple[int, ...]:
        """Return the same for all images of a position."""
        cells = [[cell for cell in range(self.cells) if mask >> cell & 1] for mask in stones]
        return min(tuple(sum(1 << images[cell] for cell in some) for some in cells) for images in self.symmetries)


class Check:
    """Walk through a tree, which has to be a strategy of its owner, with the stones ``own``, for the claim.

    ``move`` checks what the owner does at a place of the tree, and ``replies`` what it does after each reply. They take
    the last move and whether the place is in a group, and return the place after what they have checked.
    """

    def __init__(self, game: Game, tree: bytes, wins: bool) -> None:
        self.game, self.tree, self.wins, self.steps = game, tree, wins, 0
        self.seen: set[tuple[int, ...]] = set()

    def move(self, at: int, own: int, their: int, grouped: bool, last: int) -> int:
        game, legal = self.game, self.game.playable(own | their)
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unproved(f"the check takes more than {MOST_STEPS:,} positions")
        wins_now = not game.misere and (game.gravity or last < 0) and game.lasts(own, legal, game.lines)
        if wins_now or (not self.wins and (not legal or self.harmless(own, their))):
            return at
        if not grouped:
            if (key := game.canonical(own, their)) in self.seen:
                return at
            self.seen.add(key)
        cell = self.tree[at]
        if not legal >> cell & 1 or (game.misere and game.lasts(own, 1 << cell, game.lines)):
            raise Unproved(f"byte {at} is not a legal move, or loses at once: {cell}")
        return self.replies(at + 1, own | 1 << cell, their, grouped, cell, last)

    def replies(self, at: int, own: int, their: int, grouped: bool, last: int, theirs: int) -> int:
        game, legal = self.game, self.game.playable(own | their)
        if not legal and self.wins:
            raise Unproved(f"a game ends in a draw before byte {at}")
        if game.misere:
            legal &= ~game.lasts(their, legal, game.lines)  # these lose
        elif game.lasts(their, legal, game.near(theirs)):
            raise Unproved(f"the other side can complete a line before byte {at}")
        elif winning := game.lasts(own, legal, game.near(last)):
            legal = 0 if winning & (winning - 1) else winning  # it cannot stop two, and has to stop one
        if not legal & (legal - 1):
            return self.move(at, own, their | legal, grouped, legal.bit_length() - 1) if legal else at
        groups, at = self.tree[at], at + 1
        if groups == _PAIRING:
            return self.pairing(at, own, their)
        for _ in range(groups):
            mask, at = sum(self.tree[at + number] << 8 * number for number in range(8)), at + 8
            cells = [cell for cell in range(game.cells) if (mask & legal) >> cell & 1]
            ends = {self.move(at, own, their | 1 << cell, True, cell) for cell in cells}
            if len(ends) != 1 or mask & ~legal:
                raise Unproved(f"the group at byte {at} ends at several places, or holds what needs no answer")
            legal, at = legal & ~mask, ends.pop()
        for cell in range(game.cells):
            if legal >> cell & 1:
                at = self.move(at, own, their | 1 << cell, grouped, cell)
        return at

    def pairing(self, at: int, own: int, their: int) -> int:
        """Check that each open line has a pair of free cells, of which the owner takes the one that is left to it."""
        game, free, pairs = self.game, self.game.full & ~(own | their), []
        for place in range(at + 1, at + 1 + 2 * self.tree[at], 2):
            pairs.append(1 << self.tree[place] | 1 << self.tree[place + 1])
            if pairs[-1] & ~free:
                raise Unproved(f"byte {place} begins a pair that is not free, or in another pair")
            free &= ~pairs[-1]
        lines = [line for line in game.lines if not line & own and all(line & pair != pair for pair in pairs)]
        if lines or self.wins or game.misere or game.gravity or not all(pair & (pair - 1) for pair in pairs):
            raise Unproved(f"the pairing at byte {at} proves nothing")
        return at + 1 + 2 * len(pairs)

    def harmless(self, own: int, their: int) -> bool:
        """Return whether the owner, to move, cannot lose: no line is open, or the open lines weigh too little."""
        game, (mover, other) = self.game, (own, their) if self.game.misere else (their, own)
        weights = [1 << (line & mover).bit_count() for line in game.lines if not line & other]
        return not weights or (sum(weights) < 1 << game.k and not game.misere and not game.gravity)


def check(content: bytes) -> str:
    """Return what a certificate proves; raises Unproved."""
    found = _HEADER.match(content)
    if not found or len(content) > MOST_BYTES:
        raise Unproved("the file does not begin as a certificate does, or is too long")
    tree, sealed = content[found.end() :], content[: found.start(9)] + content[found.end(9) :]
    rules, rows, columns, k, words, position, owner, claim, digest = (each.decode() for each in found.groups(b""))
    if hashlib.sha256(sealed).hexdigest() != digest:
        raise Unproved("the file was changed: it has another checksum")
    game = Game(int(rows), int(columns), int(k), words)
    x, o = (sum(1 << cell for cell, one in enumerate(position.replace("/", "")) if one == side) for side in "XO")
    sizes, stones = [len(row) for row in position.split("/")], x.bit_count() - o.bit_count()
    over = any(not line & ~x or not line & ~o for line in game.lines)
    if sizes != [game.columns] * int(rows) or stones not in (0, 1) or over:
        raise Unproved("the position is not one of this board in which the game goes on")
    walk, (own, their) = Check(game, tree, claim == "wins"), (x, o) if owner == "X" else (o, x)
    try:
        end = (
            walk.move(0, own, their, False, -1) if owner == "XO"[stones] else walk.replies(0, own, their, False, -1, -1)
        )
    except IndexError as error:
        raise Unproved("the tree ends too early") from error
    if end != len(tree):
        raise Unproved(f"the tree goes on after its end, at byte {end}")
    return f"{rules}: {owner} {claim} from {position}"


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        try:
            print("right:", check(file.read(MOST_BYTES + 1)))
        except Unproved as wrong:
            sys.exit(f"wrong: {wrong}")
