"""Checker of certificates: whether a file proves its claim, by the rules of the game alone.

It imports nothing of oxobook and shares no code with what made the file; ``python check_certificate.py FILE`` runs it.
``book/CERTIFICATE.md`` describes the file, and how much time a check takes at most.
"""

import hashlib
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import accumulate, pairwise, permutations, product
from operator import or_

MOST_BYTES, MOST_STEPS, MOST_WALKED = 8_000_000, 1_000_000_000, 1_000_000_000
_Way = tuple[int, int, int, Callable[[int], int]]
_HEADER = re.compile(
    rb"oxobook certificate ([23])\nrules (([1-9][0-9]?)x([1-9][0-9]?)x([1-9][0-9]?)((?:-cube|-torus|-cylinder"
    rb"|-domino|-elly|-el|-tic|-fatty|-knobby|-skinny|-tippy)?(?:-maker|-misere)?(?:-gravity)?))\n"
    rb"position ([XO./]{1,127})\nclaim ([XO]) (wins|does not lose)\nmoves ([0-9]{1,8})\npairings ([0-9]{1,8})\n"
    rb"(?:sheets ([0-9]{1,8})\n)?sha256 ([0-9a-f]{64})\n\n"
)
_ANIMALS = {"domino": "##", "el": "##/#.", "tic": "###", "elly": "###/#..", "fatty": "##/##"}
_ANIMALS |= {"knobby": "###/.#.", "skinny": "####", "tippy": "##./.##"}


class Unproved(Exception):
    """Certificate that does not prove its claim."""


class Game:
    """Lines and symmetries of a board; a cell has a layer, a row and a column, and a number in reading order."""

    def __init__(self, rows: int, columns: int, k: int, words: str) -> None:
        self.k, self.columns, self.cells = k, columns, rows * columns
        self.misere, self.gravity, cube = "misere" in words, "gravity" in words, "cube" in words
        self.maker, shape = "maker" in words, "".join(_ANIMALS.get(word, "") for word in words.split("-"))
        if self.cells > 64 or (cube and (columns % rows or self.gravity)) or (shape and shape.count("#") != k):
            raise Unproved("no such board is checked here")
        self.sizes = (columns // rows, rows, rows) if cube else (1, rows, columns)
        self.wraps = False, "torus" in words, "torus" in words or "cylinder" in words
        self.full, self.half, self.up = (1 << self.cells) - 1, 8 * -(-self.cells // 8), columns if self.gravity else 64
        self.places = sorted(product(*map(range, self.sizes)), key=self.cell)
        form = [(0, y, x) for y, row in enumerate(shape.split("/")) for x, sign in enumerate(row) if sign == "#"]
        form = form or [(number, number, number) for number in range(k)]
        # a factor of 0 folds a polyomino to fewer cells than k, which are no line
        forms = [[(a * x, b * y, c * z) for x, y, z in form] for a, b, c in product((1, 0, -1), repeat=3)]
        forms += [[(x, z, y) for x, y, z in form] for form in forms]
        self.lines = sorted({line for place in self.places for form in forms for line in self.line(place, form)})
        self.ways = [self.way(1 << cell) for cell in range(self.cells)]
        self.symmetries = sorted(set(self.moved()))

    def cell(self, place: Sequence[int]) -> int:
        return place[1] * self.columns + place[0] * self.sizes[2] + place[2]

    def line(self, place: Sequence[int], form: list[tuple[int, int, int]]) -> Iterator[int]:
        """Yield the line whose cells lie as a form says from a place on, if there is one."""
        cells = set()
        for step in form:
            at = [start + by for start, by in zip(place, step, strict=True)]
            at = [one % size if wraps else one for one, size, wraps in zip(at, self.sizes, self.wraps, strict=True)]
            if not all(0 <= one < size for one, size in zip(at, self.sizes, strict=True)):
                return
            cells.add(self.cell(at))
        yield from [sum(1 << cell for cell in cells)] if len(cells) == self.k else []

    def moved(self) -> Iterator[tuple[int, ...]]:
        """Yield the cells' images when axes are permuted and mirrored, if lines stay lines, and below stays below."""
        same = [axes for axes in permutations(range(3)) if [self.sizes[axis] for axis in axes] == [*self.sizes]]
        for axes, mirrors in product(same, product((False, True), repeat=3)):
            turned = list(zip(axes, mirrors, self.sizes, strict=True))
            images = tuple(self.cell([(n - 1 - at[a]) if m else at[a] for a, m, n in turned]) for at in self.places)
            lines = {sum(1 << images[cell] for cell in range(self.cells) if line >> cell & 1) for line in self.lines}
            upright = all(cell // self.columns == to // self.columns for cell, to in enumerate(images))
            if lines == set(self.lines) and (upright or not self.gravity):
                yield images

    def way(self, bit: int) -> _Way:
        """Return a move, the cell above, those in its lines, and which complete one by the stones in these."""
        through = [line for line in self.lines if line & bit]
        return bit, bit >> self.up, reduce(or_, through, 0), cache(lambda stones: self.lasts(stones | bit, through))

    def playable(self, taken: int) -> int:
        """Return the cells that take the next stone."""
        below = taken >> self.columns | ~(self.full >> self.columns) if self.gravity else self.full
        return self.full & ~taken & below

    def lasts(self, stones: int, lines: Sequence[int]) -> int:
        """Return the cells that complete one of the lines with some stones, free or not."""
        rests = [line & ~stones for line in lines]
        return reduce(or_, [rest for rest in rests if not rest & (rest - 1)], 0)


def bits(mask: int) -> Iterator[int]:
    """Yield the cells of a mask, in reading order."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class Check:
    """Walk over all replies; a key has the owner's stones, then the other side's, and tables its least image."""

    def __init__(self, game: Game, signs: str, wins: bool, *tables: dict[int, bytes]) -> None:
        self.game, self.signs, self.wins, (self.moves, self.pairings, self.sheets) = game, signs, wins, tables
        self.met, self.todo, self.ruled = set[int](), list[int](), dict[bytes, list[int]]()
        self.ours, self.others = ([] if game.maker and holds else game.lines for holds in (not wins, wins))
        self.each = cache(lambda cells: [game.ways[cell] for cell in bits(cells)])
        self.left = MOST_WALKED // game.cells
        self.theirs = [[1 << images[cell] for images in game.symmetries] for cell in range(game.cells)]
        self.own = [[image << game.half for image in images] for images in self.theirs]

    def run(self, own: int, their: int, moving: bool) -> None:
        game = self.game
        if not moving:
            self.replies(own, their)
        elif game.misere or not game.lasts(own, self.ours) & game.playable(own | their):
            self.move(min(self.images(own, their)))
        while self.todo:
            key = self.todo.pop()
            own, their, (cell,) = key >> game.half, key & game.full, self.moves[key]
            if not game.playable(own | their) >> cell & 1 or (game.misere and game.lasts(own, self.ours) >> cell & 1):
                raise self.wrong(f"a move to cell {cell} is not legal, or loses at once", key)
            self.replies(own | 1 << cell, their)
        for ranks, keys in self.ruled.items():
            self.sheet(ranks, keys)
        if len(self.met) < len(self.moves) + len(self.pairings) + len(self.sheets):
            raise Unproved("the tables have rows that no game needs")

    def replies(self, own: int, their: int) -> None:
        """Check that no reply completes a line, and have those checked after which the owner does not."""
        game, legal, images = self.game, self.game.playable(own | their), self.images(own, their)
        winning, losing = 0 if game.misere else game.lasts(own, self.ours), game.lasts(their, self.others) & legal
        if not legal and self.wins:
            raise self.wrong("the game ends in a draw", images[0])
        if min(images) in self.pairings:
            return self.pairing(min(images))
        if losing and not game.misere:
            raise self.wrong("the other side can complete a line", images[0])
        for cell in bits(legal & ~losing):
            if not winning & game.playable(own | their | 1 << cell):
                self.move(min(map(or_, images, self.theirs[cell])))
        return None

    def move(self, key: int) -> None:
        """Have the owner's move checked, unless the owner holds whatever it does."""
        by_sheet = key in self.sheets and not (self.game.misere or self.game.maker)
        if not by_sheet and key not in self.moves:
            if self.wins or not self.harmless(key >> self.game.half, key & self.game.full):
                raise self.wrong("the table has no move", key)
        elif key not in self.met:
            self.met.add(key)
            (self.ruled.setdefault(self.sheets[key], []) if by_sheet else self.todo).append(key)

    def sheet(self, ranks: bytes, keys: list[int]) -> None:
        """Walk over all games from some positions on in which the owner plays by a sheet."""
        game, up, each, seen = self.game, self.game.up, self.each, set[int]()
        best = cache(lambda cells: game.ways[max(bits(cells), key=ranks.__getitem__)])
        sides = [(key >> game.half, key & game.full) for key in keys]
        todo = [(x, o, game.playable(x | o), *(game.lasts(one, game.lines) for one in (x, o))) for x, o in sides]
        while todo:
            self.left -= 1
            own, their, legal, ours, theirs = todo.pop()
            must = theirs & legal
            sound = must or legal & ~(theirs << up)
            if ours & legal or not (legal or self.wins):
                continue
            for bit, above, near, lasts in () if must else each(sound):
                found = ours | lasts(own & near)
                one = found & (legal ^ bit | above)
                if one and (one & (one - 1) or found & one >> up):
                    break  # a double threat: after a sound move the other side completes no line
            else:
                bit, above, near, lasts = best(sound or 1)
                replies = legal & ~bit | above
                if theirs & replies or not (sound and (replies or not self.wins)) or self.left < 0:
                    raise self.wrong("a sheet proves nothing, or meets too many positions", own << game.half | their)
                ours |= lasts(own & near)
                own |= bit
                for bit, above, near, lasts in each(replies):
                    legal, reply = replies ^ bit | above, their | bit
                    if not ours & legal and (place := own << game.cells | reply) not in seen:
                        seen.add(place)
                        todo.append((own, reply, legal, ours, theirs | lasts(their & near)))

    def pairing(self, key: int) -> None:
        """Check that each open line has a pair of free cells, of which the owner takes the one that is left to it."""
        game, own, partners = self.game, key >> self.game.half, self.pairings[key]
        free, pairs = game.full & ~(own | key), [1 << one | 1 << two for one, two in enumerate(partners) if one != two]
        mutual = all(two < game.cells and partners[two] == one for one, two in enumerate(partners))
        closed = all(line & own or any(line & pair == pair for pair in pairs) for line in game.lines)
        if not mutual or not closed or any(pair & ~free for pair in pairs) or self.wins or game.misere or game.gravity:
            raise self.wrong("a pairing proves nothing", key)
        self.met.add(key)

    def harmless(self, own: int, their: int) -> bool:
        """Return whether the owner, to move, cannot lose: no line is open, or the open lines weigh too little."""
        game, (mover, other) = self.game, (own, their) if self.game.misere else (their, own)
        weights = [1 << (line & mover).bit_count() for line in game.lines if not line & other]
        return not weights or (sum(weights) < 1 << game.k and not game.misere and not game.gravity)

    def images(self, own: int, their: int) -> list[int]:
        stones = [(self.own if own >> cell & 1 else self.theirs)[cell] for cell in bits(own | their)]
        return list(map(sum, zip([0] * len(self.game.symmetries), *stones, strict=True)))

    def wrong(self, what: str, key: int) -> Unproved:
        stones = [(key >> self.game.half + cell & 1) + 2 * (key >> cell & 1) for cell in range(self.game.cells)]
        return Unproved(f"{what}: {''.join(self.signs[each] for each in stones)}")


def table(content: bytes, rows: int, key: int) -> dict[int, bytes]:
    """Return the values of a table by their keys, which are sorted; the bytes of a row stand ``rows`` apart."""
    found = [content[row::rows] for row in range(rows)]
    if any(one[:key] >= other[:key] for one, other in pairwise(found)):
        raise Unproved("the rows of a table are not sorted")
    return {int.from_bytes(row[:key]): row[key:] for row in found}


def check(content: bytes) -> str:
    """Return what a certificate proves; raises Unproved."""
    found = _HEADER.match(content)
    if not found or len(content) > MOST_BYTES or (found[1] == b"3") != (found[12] is not None):
        raise Unproved("the file does not begin as a certificate of version 2 or 3 does, or is too long")
    if hashlib.sha256(content[: found.start(13)] + content[found.end(13) :]).hexdigest().encode() != found[13]:
        raise Unproved("the file was changed: it has another checksum")
    rules, words, position, owner, claim = (found[group].decode() for group in (2, 6, 7, 8, 9))
    rows, columns, k, moves, pairings, sheets = (int(found[group] or 0) for group in (3, 4, 5, 10, 11, 12))
    game, unpack = Game(rows, columns, k, words), zlib.decompressobj()
    x, o = (sum(1 << cell for cell, one in enumerate(position.replace("/", "")) if one == side) for side in "XO")
    sizes, stones = [len(row) for row in position.split("/")], x.bit_count() - o.bit_count()
    over = any(not line & ~side for line in game.lines for side in ((x,) if game.maker else (x, o)))
    if sizes != [columns] * rows or stones not in (0, 1) or over:
        raise Unproved("the position is not one of this board in which the game goes on")
    key = game.half // 4  # bytes of both sides' stones
    middle, third, end = accumulate([moves * (key + 1), pairings * (key + game.cells), sheets * (key + game.cells)])
    count = (moves + pairings + sheets) * game.cells * (len(game.lines) + len(game.symmetries))
    if end > MOST_BYTES or count > MOST_STEPS:
        raise Unproved("the tables have more rows than are checked here")
    try:
        tables = unpack.decompress(content[found.end() :], end + 1)
    except zlib.error as error:
        raise Unproved(f"the tables cannot be unpacked: {error}") from error
    if len(tables) != end or not unpack.eof or unpack.unused_data:
        raise Unproved("the tables have more or fewer rows than the head says")
    starts = (0, middle, moves), (middle, third, pairings), (third, end, sheets)
    three = [table(tables[start:stop], count, key) for start, stop, count in starts]
    own, their, signs = (x, o, ".XO") if owner == "X" else (o, x, ".OX")
    wins = owner == "X" if game.maker else claim == "wins"  # who does not lose as a maker or a breaker wins
    Check(game, signs, wins, *three).run(own, their, owner == "XO"[stones])
    return f"{rules}: {owner} {claim} from {position}"


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        try:
            print("right:", check(file.read(MOST_BYTES + 1)))
        except Unproved as wrong:
            sys.exit(f"wrong: {wrong}")
