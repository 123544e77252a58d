"""Checker of certificates: whether a file proves its claim, by the rules of the game alone.

It imports nothing of oxobook; ``python check_certificate.py FILE`` runs it. ``book/CERTIFICATE.md`` describes files.
"""

import hashlib
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import accumulate, pairwise, permutations, product
from operator import mul, or_

MOST_BYTES, MOST_HEAD, MOST_STEPS, MOST_WALKED = 8_000_000, 100_000, 1_000_000_000, 4_000_000_000
_VARIANTS = r"(?:-maker|-misere|-gravity|-wild|-notakto|-order){0,4}"
_KIND = r"(?:-cube|-torus|-cylinder|-hex|-domino|-elly|-el|-tic|-fatty|-knobby|-skinny|-tippy)?"
_HEAD = re.compile(
    r"oxobook certificate 7\nrules (?P<rules>(?P<rows>[1-9][0-9]?)x(?P<columns>[1-9][0-9]?)x(?P<k>[1-9][0-9]?)"
    rf"(?P<grid>{_KIND}{_VARIANTS})|(?P<name>[a-z][a-z0-9-]{{0,60}}?)(?P<own>{_VARIANTS}) \{{[ -~]*\}})\n"
    r"position (?P<position>[XO./#]+)\nclaim (?P<claim>(?P<owner>[XO]) (?P<result>wins|does not lose))\n"
    r"(?:kind (?P<kind>[a-z-]+)\n(?:bound [0-9]{1,8}\n)?)?(?:lines (?P<lines>(?:[0-9]{1,2}(?:[- ]|(?=\n)))*)\n)?"
    r"moves (?P<moves>[0-9]{1,8})\npairings (?P<pairings>[0-9]{1,8})\nsheets (?P<sheets>[0-9]{1,8})\n"
    r"sha256 (?P<sha256>[0-9a-f]{64})\n\n".encode()
)
_ANIMALS = {"domino": "##", "el": "##/#.", "tic": "###", "elly": "###/#..", "fatty": "##/##"}
_ANIMALS |= {"knobby": "###/.#.", "skinny": "####", "tippy": "##./.##"}


class Unproved(Exception):
    """Certificate that does not prove its claim."""


class Grid:
    """Lines and symmetries of a board; a cell has a layer, a row and a column, and a number in reading order."""

    def __init__(self, rows: int, columns: int, k: int, words: list[str]) -> None:
        self.k, self.columns, self.cells = k, columns, rows * columns
        cube, hexagons, falls = ("cube" in words, "hex" in words, "gravity" in words)
        shape, floats = "".join(_ANIMALS.get(word, "") for word in words), falls and (cube or hexagons)
        if self.cells > 64 or floats or (cube and columns % rows) or (shape and shape.count("#") != k):
            raise Unproved("no such board is checked here")
        self.sizes = (columns // rows, rows, rows) if cube else (1, rows, columns)
        self.wraps = False, "torus" in words, "torus" in words or "cylinder" in words
        self.places = sorted(product(*map(range, self.sizes)), key=self.cell)
        form = [(0, y, x) for y, row in enumerate(shape.split("/")) for x, sign in enumerate(row) if sign == "#"]
        form = form or [(number, number, number) for number in range(k)]
        # a factor of 0 folds a polyomino to fewer cells than k, which are no line; no line of hexagons goes down right
        signs = [(a, b, c) for a, b, c in product((1, 0, -1), repeat=3) if not hexagons or b * c < 1]
        forms = [[(a * x, b * y, c * z) for x, y, z in form] for a, b, c in signs]
        forms += [[(x, z, y) for x, y, z in form] for form in forms]
        self.lines = sorted({line for place in self.places for form in forms for line in self.line(place, form)})
        self.symmetries = sorted(set(self.moved(falls)))

    def cell(self, place: Sequence[int]) -> int:
        return place[1] * self.columns + place[0] * self.sizes[2] + place[2]

    def line(self, place: Sequence[int], form: list[tuple[int, int, int]]) -> Iterator[int]:
        """Yield the line whose cells lie as a form says from a place on, if there is one."""
        steps = [zip(place, step, self.sizes, self.wraps, strict=True) for step in form]
        found = {tuple((at + by) % size if wraps else at + by for at, by, size, wraps in step) for step in steps}
        if len(found) == self.k and found.issubset(self.places):
            yield sum(1 << self.cell(at) for at in found)

    def moved(self, falls: bool) -> Iterator[tuple[int, ...]]:
        """Yield the cells' images when axes are permuted and mirrored, if lines stay lines, and below stays below."""
        same = [axes for axes in permutations(range(3)) if [self.sizes[axis] for axis in axes] == [*self.sizes]]
        for axes, mirrors in product(same, product((False, True), repeat=3)):
            turned = list(zip(axes, mirrors, self.sizes, strict=True))
            images = tuple(self.cell([(n - 1 - at[a]) if m else at[a] for a, m, n in turned]) for at in self.places)
            lines = {sum(1 << images[cell] for cell in range(self.cells) if line >> cell & 1) for line in self.lines}
            upright = all(cell // self.columns == to // self.columns for cell, to in enumerate(images))
            if lines == set(self.lines) and (upright or not falls):
                yield images


class Own:
    """Board of somebody's own: the file lists its lines, and no symmetry is used. A hole has no number."""

    def __init__(self, position: str, lines: str, words: list[str]) -> None:
        self.columns, self.cells = len(position.split("/")[0]), sum(sign in "XO." for sign in position)
        listed = [{int(cell) for cell in line.split("-") if cell} for line in lines.split()]
        floats = "gravity" in words and "#" in position  # a stone comes to rest on a hole, which no walk here knows
        if self.cells > 64 or floats or max(map(max, listed), default=0) >= self.cells:
            raise Unproved("no such board is checked here")
        self.k, self.symmetries = min(map(len, listed), default=65), [tuple(range(self.cells))]
        self.lines = sorted({sum(1 << cell for cell in line) for line in listed})


class Game:
    """Game on a board: where stones may go, and what completes lines."""

    def __init__(self, board: Grid | Own, words: list[str]) -> None:
        self.k, self.cells, self.columns, self.full = board.k, board.cells, board.columns, (1 << board.cells) - 1
        self.lines, self.symmetries, self.half = board.lines, board.symmetries, 8 * -(-board.cells // 8)
        self.misere, self.gravity, self.maker = "misere" in words, "gravity" in words, "maker" in words
        self.up = self.columns if self.gravity else 64
        self.ways = [self.way(1 << cell) for cell in range(self.cells)]

    def way(self, bit: int) -> tuple[int, int, int, Callable[[int], int]]:
        """Return a move, the cell above, those in its lines, and which complete one by the stones in these."""
        through = [line for line in self.lines if line & bit]
        return bit, bit >> self.up, reduce(or_, through, 0), cache(lambda stones: self.lasts(stones | bit, through))

    def playable(self, taken: int) -> int:
        """Return the cells that take the next stone."""
        return self.full & ~taken & (taken >> self.columns | ~(self.full >> self.columns) if self.gravity else -1)

    def lasts(self, stones: int, lines: Sequence[int]) -> int:
        """Return the cells that complete one of the lines with some stones, free or not."""
        rests = [line & ~stones for line in lines]
        return reduce(or_, [rest for rest in rests if not rest & (rest - 1)], 0)


def bits(mask: int) -> list[int]:
    """Return the cells of a mask, in reading order."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


class Check:
    """Walk over all replies; a key has the owner's stones, then the other side's, and tables its least image."""

    def __init__(self, game: Game, signs: str, wins: bool, whole: bool, *tables: dict[int, bytes]) -> None:
        self.game, self.signs, self.wins, (self.moves, self.pairings, self.sheets) = game, signs, wins, tables
        self.met, self.todo = set[int](), dict[int, list[int]]()
        self.ours, self.others = ([] if game.maker and holds else game.lines for holds in (not wins, wins))
        self.each = cache(lambda cells: [game.ways[cell] for cell in bits(cells)])
        self.left, self.whole = MOST_WALKED // game.cells, whole  # whole: all positions need rows, but on a full board
        stones = product((0, game.half), range(game.cells))
        self.turned = {at + cell: [1 << at + images[cell] for images in game.symmetries] for at, cell in stones}
        self.rows = {image for key in self.moves for image in self.images(key)}

    def run(self, own: int, their: int, moving: bool) -> None:
        if not moving:
            self.replies(own, their)
        elif not self.ends(own) & self.game.playable(own | their):
            self.move(min(self.images(own << self.game.half | their)))
        while self.todo:
            for number in [cell for cell in self.todo if cell not in self.sheets] or [*self.todo]:
                (self.sheet if number in self.sheets else self.follow)(number, self.todo.pop(number))
        unused = self.sheets.keys() - map(int.from_bytes, self.moves.values())
        if unused or len(self.met) < len(self.moves) + len(self.pairings):
            raise Unproved("the tables have rows that no game needs")

    def ends(self, own: int) -> int:
        """Return the cells with which the owner wins, free or not, where no row says so."""
        return 0 if self.whole or self.game.misere else self.game.lasts(own, self.ours)

    def follow(self, cell: int, keys: list[int]) -> None:
        """Play a move in some positions, and have what follows checked, unless it completes a line."""
        for key in keys:
            game, own, their = self.game, key >> self.game.half, key & self.game.full
            completes = game.lasts(own, self.ours) >> cell & 1
            if not game.playable(own | their) >> cell & 1 or (game.misere and completes):
                raise self.wrong(f"a move to cell {cell} is not legal, or loses at once", key)
            if not completes:
                self.replies(own | 1 << cell, their)

    def replies(self, own: int, their: int) -> None:
        """Check that no reply completes a line, and have those checked after which the owner does not."""
        game, legal, images = self.game, self.game.playable(own | their), self.images(own << self.game.half | their)
        winning, losing = self.ends(own), game.lasts(their, self.others) & legal
        if not legal and self.wins:
            raise self.wrong("the game ends in a draw", images[0])
        if held := min(images) in self.pairings:
            self.pairing(min(images))
        elif losing and not game.misere:
            raise self.wrong("the other side can complete a line", images[0])
        for cell in bits(0 if held else legal & ~losing):
            if not winning & game.playable(own | their | 1 << cell):
                self.move(min(map(or_, images, self.turned[cell])))

    def move(self, key: int) -> None:
        """Have the owner's move checked, unless the owner holds whatever it does."""
        if key not in self.moves:
            if self.wins or not self.harmless(key >> self.game.half, key & self.game.full):
                raise self.wrong("the table has no move", key)
        elif key not in self.met:
            self.met.add(key)
            self.todo.setdefault(int.from_bytes(self.moves[key]), []).append(key)

    def sheet(self, number: int, keys: list[int]) -> None:
        """Walk over all games from some positions on in which the owner plays by a sheet, until a row interrupts it."""
        game, each, seen, half = self.game, self.each, set[int](), self.game.half
        ranked = cache(lambda cells: sorted(each(cells), key=lambda way: -self.sheets[number][way[0].bit_length() - 1]))
        sides = [(key >> game.half, key & game.full) for key in keys]
        todo = [(x, o, game.playable(x | o), *(game.lasts(one, game.lines) for one in (x, o))) for x, o in sides]
        while todo:
            own, their, legal, ours, theirs = todo.pop()
            if not any(self.forces(further, own, their, legal, ours, theirs) for further in (False, True)):
                for bit, above, near, lasts in ranked(legal):
                    replies, found = legal ^ bit | above, ours | lasts(own & near)
                    safe = (replies or not self.wins) and self.left > 0 and not theirs & replies
                    if safe and not self.forces(False, their, own | bit, replies, theirs, found):
                        break
                else:
                    raise self.wrong("a sheet proves nothing, or meets too many positions", own << half | their)
                for reply, above, near, lasts in each(replies):
                    then, place = replies ^ reply | above, (own | bit) << half | their | reply
                    if (then or self.wins) and not found & then and place not in seen:
                        seen.add(place)
                        if place in self.rows:
                            self.move(min(self.images(place)))
                        else:
                            todo.append((own | bit, their | reply, then, found, theirs | lasts(their & near)))

    def forces(self, further: bool, own: int, their: int, legal: int, ours: int, theirs: int) -> bool:
        """Return whether a side, to move, wins by threats or, looking further, by force: one reply is left, or none."""
        self.left -= 1
        for bit, above, near, lasts in self.each(legal if self.left > 0 else 0):
            replies, found, left = legal ^ bit | above, ours | lasts(own & near), []
            rest = 0 if (ends := found & replies) & (ends - 1) else (ends or replies) & ~(found << self.game.up)
            if replies and not theirs & replies and (further or not rest & (rest - 1)):
                for reply, higher, near, lasts in self.each(rest):
                    then = own | bit, their | reply, replies ^ reply | higher, found, theirs | lasts(their & near)
                    if not (further and self.forces(False, *then)):
                        left.append(then)
                        if len(left) > 1:
                            break
                if not left or (len(left) == 1 and self.forces(further, *left[0])):
                    return True
        return False

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
        if self.whole:
            return own | their == self.game.full
        game, (mover, other) = self.game, (own, their) if self.game.misere else (their, own)
        weights = [1 << (line & mover).bit_count() for line in game.lines if not line & other]
        return not weights or (sum(weights) < 1 << game.k and not game.misere and not game.gravity)

    def images(self, key: int) -> list[int]:
        """Return the images of a position, in the order of the symmetries."""
        stones = [self.turned[at] for at in bits(key) if at in self.turned]  # a row of a file may have others
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


def game_of(rules: dict[str, str], position: str, lines: str | None) -> Game:
    """Return the game that rules name: on a board whose lines are known here, or on one whose lines are listed."""
    words = (rules["grid"] or rules["own"]).split("-")
    clash = len({*words}) < len(words) or {"maker", "misere"} <= {*words} or {"wild", "notakto", "order"} & {*words}
    if clash or bool(rules["name"]) != (lines is not None):
        raise Unproved("no such game is checked here, or its lines have to be listed")
    rows, columns, k = (int(rules[name] or 0) for name in ("rows", "columns", "k"))
    return Game(Grid(rows, columns, k, words) if lines is None else Own(position, lines, words), words)


def check(content: bytes) -> str:
    """Return what a certificate proves; raises Unproved."""
    found = _HEAD.match(content[:MOST_HEAD])
    if not found or len(content) > MOST_BYTES:
        raise Unproved("the file does not begin as a certificate of version 7 does, or is too long")
    without = content[: found.start("sha256")] + content[found.end("sha256") :]
    if hashlib.sha256(without).hexdigest().encode() != found["sha256"]:
        raise Unproved("the file was changed: it has another checksum")
    head = {name: (value or b"").decode() for name, value in found.groupdict().items()}
    position, owner, whole = head["position"], head["owner"], found["kind"] is not None
    game = game_of(head, position, None if found["lines"] is None else head["lines"])
    signs = [sign for sign in position if sign in "XO."]
    x, o = (sum(1 << cell for cell, sign in enumerate(signs) if sign == side) for side in "XO")
    stones, sizes = x.bit_count() - o.bit_count(), {len(row) for row in position.split("/")}
    over = any(not line & ~side for line in game.lines for side in ((x,) if game.maker else (x, o)))
    if len(signs) != game.cells or sizes != {game.columns} or stones not in (0, 1) or over:
        raise Unproved("the position is not one of this board in which the game goes on")
    moves, *others = tables(game, content[found.end() :], [int(head[name]) for name in ("moves", "pairings", "sheets")])
    if (whole and any(others)) or (others[1] and (game.misere or game.maker)):
        raise Unproved("a strategy of a kind has moves alone, and a game has sheets if both sides want lines")
    own, their, colours = (x, o, ".XO") if owner == "X" else (o, x, ".OX")
    wins = owner == "X" if game.maker else head["result"] == "wins"  # who does not lose as a maker or a breaker wins
    Check(game, colours, wins, whole, moves, *others).run(own, their, owner == "XO"[stones])
    how = ", by the lines listed in the file" * bool(head["name"]) + f", in {len(moves):,} positions" * whole
    return f"{head['name'] + head['own'] or head['rules']}: {head['claim']} from {position}{how}"


def tables(game: Game, packed: bytes, counts: list[int]) -> list[dict[int, bytes]]:
    """Return the tables, which have these numbers of rows, unless they are too large to be checked."""
    key, unpack = game.half // 4, zlib.decompressobj()  # bytes of both sides' stones
    number = -(-(game.cells + counts[2]).bit_length() // 8)  # bytes of a move
    ends = [0, *accumulate(map(mul, counts, (key + number, key + game.cells, game.cells)))]
    if ends[3] > MOST_BYTES or sum(counts) * game.cells * (len(game.lines) + len(game.symmetries)) > MOST_STEPS:
        raise Unproved("the tables have more rows than are checked here")
    try:
        content = unpack.decompress(packed, ends[3] + 1)
    except zlib.error as error:
        raise Unproved(f"the tables cannot be unpacked: {error}") from error
    if len(content) != ends[3] or not unpack.eof or unpack.unused_data:
        raise Unproved("the tables have more or fewer rows than the head says")
    parts = [content[start:end] for start, end in pairwise(ends)]
    moves, pairings, sheets = map(table, parts, counts, (key, key, game.cells))
    return [moves, pairings, {number: ranks.to_bytes(game.cells) for number, ranks in enumerate(sheets, game.cells)}]


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        try:
            print("right:", check(file.read(MOST_BYTES + 1)))
        except Unproved as wrong:
            sys.exit(f"wrong: {wrong}")
