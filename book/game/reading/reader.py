"""Reader of one input: its reading is inferred once from all of its rows, or stated; each row is then read by it.

Of the readings in a documented order those remain by which every row can be read: every word names a cell or is a sign,
and every board is possible. Whether the moves of a game are legal never decides.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.labels import kinds_for, labels_of, mirrored, turned_over
from oxobook.book.game.notation import board_text, move_names, plain_board, plain_moves
from oxobook.book.game.reachability import floating, is_reachable, require_reachable
from oxobook.book.game.reading.boards import Stones, of_sides, stones_of, stones_shown
from oxobook.book.game.reading.given import Given
from oxobook.book.game.reading.moves import cells_named, default_kinds, moves_listed, signed_first
from oxobook.book.game.reading.reading import NUMBERS, OWN, SIGNS, USUAL, Reading
from oxobook.book.game.reading.readings_left import ReadingsLeft
from oxobook.book.game.reading.refusal import unreadable
from oxobook.book.game.rules import Cell, Rules

_BY_CELLS = ("keypad", "reading", "index")  # which must be stated where stones fall: there numbers are columns
_KEPT = 100  # rows of which a refusal may show one that can be read in several ways
_STATE = "say which with --reading, or reading= in Python"

Ways = dict[Any, Any]
"""Stones or moves that each reading makes of a row."""

_MOST_TOLD = 20
"""Moves of a game that are told in a message."""


class Shown(NamedTuple):
    """Content of a row: the stones of a board or, if there are ``moves``, a game from the empty board."""

    stones: Stones = (0, 0)
    moves: tuple[Cell, ...] | None = None

    def told(self, rules: Rules) -> str:
        """Return the board, or the coordinates of the first moves."""
        if self.moves is None:
            return board_text(rules, *self.stones)
        names = [move_names(rules)[move] for move in self.moves[:_MOST_TOLD]]
        return " ".join([*names, *(["..."] if len(self.moves) > _MOST_TOLD else [])]) or "no moves"


class Reader:
    """Reader of one input.

    ``see`` takes its rows one by one, ``settle`` ends that; ``read`` then reads rows. With ``games`` all are games.
    Unless it is ``inferring``, what is not stated is the documented default, and no row counts for another: answers
    that come one at a time are read so.
    """

    def __init__(
        self, rules: Rules, stated: Reading | None = None, games: bool = False, inferring: bool = True
    ) -> None:
        stated = stated or Reading()
        self.rules, self._stated, self.games, self._inferring = rules, stated, games, inferring
        self._names = ReadingsLeft(self._kinds(), bool(stated.cells) or not inferring)
        self._codes = ReadingsLeft(self._signs(), not inferring)
        self._own, self._seen, self._floats = stated._replace(code=OWN), list[Given](), False

    def _kinds(self) -> Iterator[Reading]:
        """Yield the readings of names of cells, in the documented order; coordinates follow those that are stated."""
        fitting = kinds_for(self.rules)
        kinds = [kind for kind in fitting if not (self.rules.gravity and kind in _BY_CELLS)]
        if self._stated.cells:
            labels_of(self._stated.cells, self.rules, self._stated.rows == "bottom")  # which may refuse
            kinds = [self._stated.cells, *(kind for kind in ("coordinates", "letters") if kind in fitting)]
        elif not self._inferring:
            kinds = [*default_kinds(self.rules)]
        return (self._stated._replace(cells=kind) for kind in dict.fromkeys(kinds))

    def _signs(self) -> Iterator[Reading]:
        """Yield the readings of signs, in the documented order."""
        known = self._stated.code.whole() if self._stated.code else [*SIGNS, *(NUMBERS if self._inferring else USUAL)]
        orders = [self._stated.rows]
        if self.rules.stacked and self._inferring and not self._stated.rows:  # else a board is as possible from below
            with suppress(IllegalPosition):
                mirrored(self.rules)
                orders.append("bottom")
        for rows in orders:
            yield from (self._stated._replace(code=code, rows=rows) for code in known)

    def see(self, value: object) -> bool:
        """Narrow the readings by a row; return False, without effect, if none of all can read it.

        Raises IllegalPosition if only those can that earlier rows have ruled out.
        """
        if not self._inferring or self._plain(value):
            return True
        given = Given(value, self.rules)
        boards, games = self._ways(given, [*self._names.left], [*self._codes.left])
        if not boards and not games:
            if not any(self._ways(given, self._names.all, self._codes.all)):
                return False
            last = next(iter((self._codes if given.tables and not self.games else self._names).left))
            known = str(last) or "X, O and ."
            raise IllegalPosition(f"{quoted(value)} cannot be read as {known}, as the rows before it: {_STATE}")
        for (_, code), (x, o) in boards.items():
            if code and code.rows and not self._stated.rows and not self._floats:
                self._floats = floating(self.rules, turned_over(x | o, self.rules)) is not None
        if len(self._seen) < _KEPT:
            self._seen.append(given)
        self._names.narrow(games or _by_part(boards, 0))
        self._codes.narrow(_by_part(boards, 1))
        self._codes.usual = self._codes.usual and not given.planes  # whose order no convention says
        return True

    def settle(self) -> Reading:
        """Return the reading of the rows so far, by which all are read from now on; raises IllegalPosition for several.

        Where several are left that differ, it is the documented default, if that is among them.
        """
        for readings in (self._names, self._codes):
            ways = readings.differing()
            if len(ways) > 1:
                raise IllegalPosition(self._ambiguous(ways))
            if not readings.fixed and readings.asked:
                readings.left = dict.fromkeys(ways, 0)
        if next(iter(self._codes.left)).rows != self._stated.rows and not self._floats:
            self._refuse(next(given for given in self._seen if given.tables))
        names, codes = (next(iter(one.left)) if one.asked else self._stated for one in (self._names, self._codes))
        return codes._replace(cells=names.cells)

    def alone(self, value: object) -> Shown:
        """Return what a value shows that is the whole input."""
        self.see(value)
        self.settle()
        return self.read(value)

    @property
    def said(self) -> str:
        """Reading that was inferred, in words; empty if nothing was, or only what oxobook writes itself."""
        names, codes = next(iter(self._names.left)), next(iter(self._codes.left))
        parts = [names.words] if self._names.asked and not self._names.fixed else []
        if self._codes.asked and not self._codes.fixed:
            code = None if self._stated.code or codes.code in SIGNS else codes.code
            parts.append(str(Reading(code=code, rows="" if self._stated.rows else codes.rows)))
        return ", ".join(filter(None, parts))

    def read(self, value: object) -> Shown:
        """Return what a row shows by the readings that are left; raises Unreadable, or IllegalPosition for a board."""
        if plain := self._plain(value):
            return plain
        given = Given(value, self.rules)
        boards, games = self._ways(given, [*self._names.left], [*self._codes.left])
        if not (self._names.asked or self._names.fixed):  # this may be read in several ways
            games, boards = {}, {way: stones for way, stones in boards.items() if not way[0]}
        if not (self._codes.asked or self._codes.fixed):
            boards = {way: stones for way, stones in boards.items() if not way[1]}
        for moves in games.values():
            return Shown(moves=moves)
        for stones in boards.values():
            return Shown(stones)
        self._refuse(given)

    def o_began(self, value: object) -> bool:
        """Return whether a game says that O began: that is stated, or its moves have signs."""
        words = next(iter(Given(value, self.rules).words), [])
        return self._stated.first == "O" or signed_first(words, self.rules) == "o"

    def _plain(self, value: object) -> Shown | None:
        """Return what a text shows that oxobook writes itself, where no other reading is left; None for any other."""
        if not isinstance(value, str):
            return None
        names, codes = self._names.only, self._codes.only
        if not self.games and codes == self._own and codes.first in ("", "X") and codes.rows != "bottom":
            stones = plain_board(value, self.rules)
            if stones and is_reachable(self.rules, *stones):
                return Shown(stones)
        if names and names.cells == "coordinates":
            moves = plain_moves(value, self.rules)
            return None if moves is None else Shown(moves=tuple(moves))
        return None

    def _ways(self, given: Given, kinds: list[Reading], codes: list[Reading]) -> tuple[Ways, Ways]:
        """Return the stones of the boards and the moves of the games that readings make of a row."""
        listed = self.games or (given.paired and self._stated.cells.startswith("matrix"))
        boards = {} if listed else dict(self._boards(given, kinds, codes))
        signs = isinstance(given.structure, list) and bool(given.tables) and not given.named
        shaped = bool(boards) or (signs and not listed)
        boards = {way: stones for way, stones in boards.items() if is_reachable(self.rules, *stones)}
        joined, games = bool(self._stated.cells), dict[Any, tuple[Cell, ...]]()
        if not shaped or given.fills:
            moves = {kind: moves_listed(given, kind, joined) for kind in kinds}
            games = {kind: one for kind, one in moves.items() if one is not None}
        full = {kind: one for kind, one in games.items() if len({*one}) == self.rules.cells}
        if boards and full and not joined:
            board, (kind, game) = Shown(next(iter(boards.values()))), next(iter(full.items()))
            ways = f"{board.told(self.rules)} (a board) or {Shown(moves=game).told(self.rules)} ({kind})"
            raise IllegalPosition(f"{quoted(given.value)} can be read as {ways}: {_STATE}")
        return ({}, full) if full and shaped else (boards, {} if shaped else games)

    def _boards(self, given: Given, kinds: list[Reading], codes: list[Reading]) -> Iterator[tuple[Any, Stones]]:
        """Yield the stones that each reading of names, of signs or of both makes of a row, possible or not."""
        if given.sides:
            for kind in kinds:
                x, o = (cells_named(given.sides.get(side, []), kind, self.rules) for side in "xo")
                if x is not None and o is not None and not {*x} & {*o}:
                    yield (kind, None), of_sides(sum(1 << cell for cell in x), sum(1 << cell for cell in o), kind)
        elif given.cells:
            words = [*given.cells]
            ascending = sorted(
                words, key=lambda word: [int(part) if part.isdecimal() else 0 for part in word.split(",")]
            )
            for kind in kinds:
                cells = cells_named(words, kind, self.rules)
                names = [name.lower() for name in labels_of(kind.cells, self.rules)] if cells else []
                if cells and (len(words) < self.rules.cells or words in (names, ascending)):
                    signs = dict(zip(cells, given.cells.values(), strict=True))
                    for code in codes:
                        if (stones := stones_of(signs, code, self.rules)) is not None:
                            yield (kind, code), stones
        else:
            tables = [*given.tables, *(given.planes if self._stated.code or self._inferring else ())]
            for code in codes:
                found = (stones_shown(table, code, self.rules) for table in tables)
                if (stones := next((one for one in found if one is not None), None)) is not None:
                    yield (None, code), stones

    def _ambiguous(self, ways: list[Reading]) -> str:
        """Return what to say of several readings: a row with what each makes of it, and how to choose."""
        for given in self._seen:
            kinds, codes = (ways if ways[0] in one.left else [*one.left] for one in (self._names, self._codes))
            boards, games = self._ways(given, kinds, codes)
            shown = {kind: Shown(moves=moves) for kind, moves in games.items()}
            for (kind, code), stones in boards.items():
                shown[kind if kind in ways else code] = Shown(stones)
            if len({*shown.values()}) > 1:
                told = [f"{one.told(self.rules)} ({str(way) or 'X, O and .'})" for way, one in shown.items()]
                return f"{quoted(given.value)} can be read as {', '.join(told[:-1])} or {told[-1]}: {_STATE}"
        return f"expected rows that can be read in one way; these can be read as {', '.join(map(str, ways))}: {_STATE}"

    def _refuse(self, given: Given) -> NoReturn:
        """Raise IllegalPosition for a board that is not possible, and Unreadable for what is neither board nor game."""
        codes = [*self._codes.left, *self._codes.all]
        for _, stones in [] if self.games else self._boards(given, self._names.all, codes):
            require_reachable(self.rules, *stones, self._stated.first == "O")
        raise unreadable(given, self._stated.cells, [one.cells for one in self._names.all], self.games)


def _by_part(boards: Ways, part: int) -> Ways:
    """Return what each reading of names, or of signs, makes of a row, whatever the others are."""
    found: Ways = {}
    for way, stones in boards.items():
        if way[part] is not None:
            found[way[part]] = (*found.get(way[part], ()), stones)
    return found
