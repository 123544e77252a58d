"""Position: the stones on a board, and what the rules say of them.

Representation. Two masks, one for the stones of each side; bit i is cell i, in reading order. On 3x4::

      a  b  c  d
    3 0  1  2  3         X . . .      x_bits = 1 << 0            = 1
    2 4  5  6  7         . O . .      o_bits = 1 << 5            = 32
    1 8  9 10 11         . . . .      key    = 1 | 32 << 12      = 131073

>>> Position.parse("X.../.O../....", Rules(3, 4, 3)).key
131073

X moves first, so the side to move follows from the counts. The *ply* is the number of stones. A position is
*terminal* when a line is complete or the board is full.
"""

from collections.abc import Sequence
from itertools import pairwise
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from oxobook.book.errors import IllegalArgument, IllegalPosition, quoted
from oxobook.book.game.bits import has_line
from oxobook.book.game.notation import HOLE, board_text, cells_of, move_names, plain_board, plain_moves
from oxobook.book.game.picture import picture
from oxobook.book.game.reachability import floating, require_reachable
from oxobook.book.game.rules import Cell, Key, Mask, Rules

if TYPE_CHECKING:
    from oxobook.book.game.reading.reading import Reading


class _Fields(NamedTuple):
    rules: Rules
    x: Mask
    o: Mask


class Position(_Fields):
    """Position on a board: the rules, the mask of X's stones and the mask of O's.

    The constructor takes the masks as they are; ``parse``, ``from_key`` and ``play`` give legal positions only.
    """

    __slots__ = ()

    def __new__(cls, rules: Rules, x: Mask = 0, o: Mask = 0) -> "Position":
        if not isinstance(rules, Rules):
            raise IllegalArgument(f"expected Rules; got {quoted(rules)}: Position.parse reads boards and moves")
        return tuple.__new__(cls, (rules, x, o))

    @classmethod
    def parse(
        cls,
        value: object,
        rules: Rules | str | None = None,
        labels: str | None = None,
        first: str | None = None,
        reading: "Reading | str | None" = None,
    ) -> "Position":
        """Read a board or the moves of a game, from a text, a list, an array or a dictionary; default rules 3x3x3.

        ``reading`` says how, and ``labels`` and ``first`` two parts of it; the rest is inferred from the value. Raises
        IllegalPosition if no legal game reaches the position, or if it can be read in several ways, with what decides.
        >>> Position.parse([[1, 0, 0], [0, 2, 0], [0, 0, 0]]).text, Position.parse("7 5", labels="keypad").text
        ('X../.O./...', 'X../.O./...')
        >>> Position.parse([[0, 0, -1], [0, 1, 0], [0, 0, 0]], reading="x=-1 o=1").text
        '..X/.O./...'
        """
        began = None if isinstance(first, str) and first == "X" else first
        return positions_read(value, Rules() if rules is None else Rules.parse(rules), reading, labels, began)[-1]

    @classmethod
    def of(cls, value: object, rules: Rules | str, reading: "Reading | str | None" = None) -> "Position":
        """Return a position of these rules: a Position as it is, anything else as ``parse`` reads it."""
        if isinstance(value, Position):
            own, x, o = value  # faster than by their names, and each lookup comes here
            if own is not rules and own != Rules.parse(rules):
                raise IllegalPosition(f"expected a position of {rules}; got one of {own}")
            if not 0 <= x | o <= own.full:
                value.require_legal()
            return value
        return cls.parse(value, rules, reading=reading)

    @classmethod
    def from_key(cls, key: Key, rules: Rules | str) -> "Position":
        """Return the position with this key; raises IllegalPosition if no legal game reaches it."""
        rules = Rules.parse(rules)
        most = (1 << 2 * rules.cells) - 1
        if not isinstance(key, Integral) or not 0 <= key <= most:
            raise IllegalPosition(f"expected a key from 0 up to {most} for {rules}; got {quoted(key)}")
        key = int(key)  # NumPy's lack bit_length, and may be too short for a shift
        position = position_of(key, rules)
        position.require_legal()
        return position

    def require_legal(self) -> None:
        """Raise IllegalPosition, with the reason, unless a legal game reaches this position."""
        require_reachable(self.rules, self.x, self.o)

    @property
    def key(self) -> Key:
        """Key ``x_bits | o_bits << N`` of this orientation."""
        return self.x | self.o << self.rules.cells

    @property
    def text(self) -> str:
        """Board text, rows separated by ``/``."""
        return board_text(self.rules, self.x, self.o)

    @property
    def rows(self) -> tuple[tuple[str | None, ...], ...]:
        """Rows from top to bottom: ``X``, ``O`` or ``.`` for each cell, None for a hole.

        >>> Position.parse("X../.O./...").rows
        (('X', '.', '.'), ('.', 'O', '.'), ('.', '.', '.'))
        """
        return tuple(tuple(None if sign == HOLE else sign for sign in row) for row in self.text.split("/"))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Position {self.text} of {self.rules}>"

    @property
    def ply(self) -> int:
        """Number of stones on the board."""
        return (self.x | self.o).bit_count()

    @property
    def to_move(self) -> str:
        """Side to move, ``X`` or ``O``; in a terminal position, the side whose turn it would be."""
        return "O" if self.ply % 2 else "X"

    @property
    def completed_lines(self) -> tuple[Mask, ...]:
        """Lines that one side has filled; under misère it loses by them."""
        return tuple(line for line in self.rules.lines if any(line & stones == line for stones in self._counted))

    @property
    def _counted(self) -> tuple[Mask, Mask]:
        """Stones of X and of O, 0 for a sign whose lines do not count."""
        rules, x, o = self
        counted = rules.terms.counted
        return (x, o) if counted == "XO" else (x * ("X" in counted), o * ("O" in counted))

    @property
    def _has_line(self) -> bool:
        x, o = self._counted
        return bool(has_line(self.rules.lines, x) or has_line(self.rules.lines, o))

    @property
    def winner(self) -> str | None:
        """Winner, ``X`` or ``O``, or None; under misère, the side that completed a line has lost."""
        if self._has_line:
            return self.rules.terms.line_winner(self.ply)
        return self.rules.terms.full or None if self.x | self.o == self.rules.full else None

    @property
    def over(self) -> bool:
        """True if the position is terminal."""
        return self.x | self.o == self.rules.full or self._has_line

    @property
    def legal_cells(self) -> tuple[Cell, ...]:
        """Moves of the side to move, ascending: cells, or cells with signs (see ``book.game.conventions``).

        None if the game is over.
        """
        return () if self.over else tuple(cells_of(self.rules.moves_to(self.rules.playable(self.x | self.o))))

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Names of the legal moves."""
        names = move_names(self.rules)
        return tuple(names[cell] for cell in self.legal_cells)

    def _repr_svg_(self) -> str | None:
        return picture(self)

    def play(self, move: object) -> "Position":
        """Return the position after a move as ``move`` takes it; raises IllegalPosition."""
        legal = self.legal_cells
        cell = move if type(move) is int and move in legal else self.move(move)
        return self.after(cell) if cell in legal else self._refused(cell)

    def move(self, given: object, labels: str | None = None, reading: "Reading | str | None" = None) -> Cell:
        """Return the number of a move from what names it, whether it is legal or not.

        Numbers, also NumPy's, count from 0: a cell, or a column where stones fall, or a row with a column. A text is a
        coordinate, a cell's number from 0 or, where stones fall, a column's letter or its number from 1. ``labels`` and
        ``reading`` say otherwise, for numbers too. Raises IllegalPosition if no move is named.
        >>> Position(Rules()).move("b2"), Position(Rules()).move((1, 1)), Position(Rules()).move(5, labels="keypad")
        (4, 4, 4)
        """
        from oxobook.book.game.reading.moves import move_read  # a lookup starts faster without
        from oxobook.book.game.reading.reading import stated

        return move_read(given, self.rules, self.x | self.o, stated(reading, labels))

    def after(self, move: Cell) -> "Position":
        """Return the position after a move that is known to be legal."""
        try:
            sign, cell = self.stone(move)
            if sign == "X":
                return Position(self.rules, self.x | 1 << cell, self.o)
            return Position(self.rules, self.x, self.o | 1 << cell)
        except (TypeError, ValueError, OverflowError, MemoryError, IndexError):
            wanted = "expected the number of a legal move, one of legal_cells"
            raise IllegalArgument(f"{wanted}; got {quoted(move)}: play takes its name") from None

    def stone(self, move: Cell) -> tuple[str, Cell]:
        """Return the sign and the cell of a move of the side to move."""
        if self.rules.either:
            return "XO"[move // self.rules.cells], move % self.rules.cells
        return self.rules.terms.signs[self.ply % 2], move

    def _refused(self, cell: Cell) -> NoReturn:
        """Raise IllegalPosition with why a move is illegal, and the moves that are legal instead."""
        name, free = move_names(self.rules)[cell], ", ".join(self.legal_moves)
        why = f"a stone at {name} would float in {self.text}; play the lowest free cell of a column: one of {free}"
        if self.over:
            why = f"the game is over in {self.text}; {name} cannot be played: leave out the moves after the end"
        elif (self.x | self.o) >> cell % self.rules.cells & 1:
            why = f"{name} is taken in {self.text}; play one of {free}"
        raise IllegalPosition(why)


def position_of(key: Key, rules: Rules) -> Position:
    """Return the position of a key that is known to be legal."""
    return Position(rules, key & rules.full, key >> rules.cells)


def moves_between(positions: list[Position]) -> list[Cell]:
    """Return the moves that lead from each position of a game to the next."""
    moves = []
    for before, after in pairwise(positions):
        x, o = after.x ^ before.x, after.o ^ before.o
        moves.append((x | o).bit_length() - 1 + before.rules.cells * (o > 0 and before.rules.either))
    return moves


def positions_read(
    value: object,
    rules: Rules,
    reading: "Reading | str | None" = None,
    labels: str | None = None,
    first: str | None = None,
    games: bool = False,
    inferring: bool = True,
) -> list[Position]:
    """Return the positions of a game, from the empty board to the one after its last move, or the one of a board.

    With ``games``, a board is refused. Unless ``inferring``, a value is read as it is stated, or in the usual way.
    Raises IllegalPosition.
    """
    nothing = all(one is None or (isinstance(one, str) and not one) for one in (reading, labels, first))
    if nothing and (plain := as_written(value, rules, games)):
        return plain
    from oxobook.book.game.reading.reader import Reader  # a lookup of what oxobook writes starts faster without
    from oxobook.book.game.reading.reading import stated

    return positions_shown(rules, *Reader(rules, stated(reading, labels, first), games, inferring).alone(value))


def as_written(value: object, rules: Rules, games: bool = False) -> list[Position] | None:
    """Return the positions of a text as oxobook writes it, a board or coordinates; None for any other value."""
    if isinstance(value, str):
        if not games and (stones := plain_board(value, rules)):
            floats = rules.stacked and floating(rules, stones[0] | stones[1]) is not None
            return None if floats else positions_shown(rules, stones)  # else its rows may come from the lowest
        if moves := plain_moves(value, rules):
            return positions_shown(rules, moves=moves)
    return None


def positions_shown(
    rules: Rules, stones: tuple[Mask, Mask] = (0, 0), moves: Sequence[Cell] | None = None
) -> list[Position]:
    """Return the positions of a game, or the one of a board; raises IllegalPosition if it is not legal."""
    if moves is None:
        position = Position(rules, *stones)
        position.require_legal()
        return [position]
    positions = [Position(rules)]
    for move in moves:
        last = positions[-1]
        positions.append(last.after(move) if move in last.legal_cells else last._refused(move))
    return positions
