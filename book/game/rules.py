"""Rules: which game is played, on which board.

An *m,n,k-game*: two players place stones on a board of ``rows`` x ``columns`` cells, X first, and the first to have
``k`` stones in a straight line (across, down or on a diagonal) wins. Under *misère* rules a player who completes a line
loses. Under *gravity* a stone falls to the lowest free cell of its column.

A cell is a number 0..N-1 in reading order, top-left 0. A mask is a set of cells: bit i stands for cell i. The cells,
lines and symmetries are the board's: see ``book.game.board``.
"""

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

from oxobook.book.errors import IllegalRules, TooLarge, quoted
from oxobook.book.game.board import KINDS, OWN, PLAIN, Board, Cell, Mask
from oxobook.book.game.conventions import CONVENTIONS, SIGNS, Convention
from oxobook.book.game.conventions import PLAIN as COMMON

Key = int
"""Position as one number: ``x_bits | o_bits << N``."""

MAX_CELLS = 64
"""Number of cells of the largest board: each side's stones are the bits of one machine word."""
KEY_CELLS = 31
"""Largest number of cells whose keys fit a signed 64-bit integer.

Rules and positions go further; the stores, layouts and engines that keep keys refuse larger boards.
"""

__all__ = ["KEY_CELLS", "MAX_CELLS", "NAMES", "Cell", "Key", "Mask", "Rules", "require_keys"]

_MOST = 999  # what the text has digits for
NAMES = {
    "tic-tac-toe": "3x3x3",
    "noughts-and-crosses": "3x3x3",
    "connect-four": "6x7x4-gravity",
    "connect-4": "6x7x4-gravity",
    "four-in-a-row": "6x7x4-gravity",
    "misere": "3x3x3-misere",
    "torus": "3x3x3-torus",
    "cylinder": "3x3x3-cylinder",
    "tic-tac-toe-3d": "3x9x3-cube",
    "qubic": "4x16x4-cube",
    "wild": "3x3x3-wild",
    "notakto": "3x3x3-notakto",
    "maker-breaker": "3x3x3-maker",
    "order-and-chaos": "6x6x5-order",
}
"""Rules by the common name of a game; ``-misere`` and other words may follow the name too."""
_NAMED = {name.replace("-", ""): rules for name, rules in NAMES.items()}
_NAME = re.compile(rf"^(?:{'|'.join(NAMES).replace('-', '[- ]?')})(?=-[a-z]|$)")
_WORD = "|".join(("misere", "gravity", *filter(None, CONVENTIONS)))
_OWN = re.compile(rf"[a-z0-9-]+?((?:-(?:{_WORD}))*) (\{{.*\}})", re.DOTALL)
_LONGEST = 200
"""Largest number of characters before the definition of a board of one's own: more take too long to match."""
PAGE = "docs/how-to/own-boards.md"
by_name: "Callable[[str], Rules] | None" = None
"""Reader of rules by any name, as ``book.library`` hands it down, which knows folders and files."""
_SIZE = re.compile(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})x([1-9][0-9]{0,2})((?:-[a-z]+)*)")


class _Fields(NamedTuple):
    """Parts of the rules text. Every lookup loads this module, and named tuples load faster than dataclasses."""

    rows: int
    columns: int
    k: int
    misere: bool
    gravity: bool
    kind: str
    definition: str
    convention: str


class Rules(_Fields):
    """Rules of one game; ``Rules()`` is tic-tac-toe.

    ``kind`` is the kind of board by its word in ``book.game.board.KINDS``; the plain grid needs none. A board of one's
    own has the kind ``own`` and a ``definition`` (see ``book.game.own``). Raises IllegalRules if a number is not from 1
    to 999, the board has more than 64 cells, or there is no such kind.
    """

    def __new__(
        cls,
        rows: int = 3,
        columns: int = 3,
        k: int = 3,
        misere: bool = False,
        gravity: bool = False,
        kind: str = PLAIN,
        definition: str = "",
        convention: str = COMMON,
    ) -> "Rules":
        try:
            sizes = index(rows), index(columns), index(k)
        except TypeError:
            sizes = 0, 0, 0
        if min(sizes) < 1 or max(sizes) > _MOST:
            raise IllegalRules(
                f"rows, columns and k are whole numbers from 1 to {_MOST}; "
                f"got {quoted(rows)}, {quoted(columns)} and {quoted(k)}"
            )
        if not all(isinstance(text, str) for text in (kind, definition, convention)):
            given = ", ".join(map(quoted, (kind, definition, convention)))
            raise IllegalRules(f"kind, definition and convention are texts; got {given}")
        if kind not in (KINDS if not definition else (OWN,)):
            raise IllegalRules(f"expected a kind of board, one of {', '.join(map(repr, KINDS))}; got {quoted(kind)}")
        rules = super().__new__(cls, *sizes, bool(misere), bool(gravity), kind, definition, convention)
        if convention not in CONVENTIONS:
            names = ", ".join(map(repr, CONVENTIONS))
            raise IllegalRules(f"expected a convention, one of {names}; got {quoted(convention)}")
        if CONVENTIONS[convention].signs not in SIGNS:
            raise IllegalRules(
                f"expected a pair of signs of {', '.join(map(str, SIGNS))} as the signs of the convention "
                f"{convention!r}; got {CONVENTIONS[convention].signs}"
            )
        if gravity and rules.terms.signs != ("X", "O"):
            raise IllegalRules(f"stones do not fall where both sides set the same signs; got {str(rules)!r}")
        if rules.cells > MAX_CELLS:
            raise IllegalRules(
                f"a board has at most {MAX_CELLS} cells; {str(rules)!r} has {rules.cells} cells: choose a smaller board"
            )
        if kind != PLAIN:
            rules.board.lines  # noqa: B018  # the kind may refuse the size, gravity or the definition
        return rules

    @classmethod
    def own(cls, definition: str, words: str = "") -> "Rules":
        """Return the rules of a board of one's own with other words, such as ``-misere``; raises IllegalRules.

        Its ``k`` is the number of cells of its smallest line.
        """
        from oxobook.book.game.own import Own

        if not isinstance(definition, str) or not isinstance(words, str):
            raise IllegalRules(f"expected a board as JSON text, and words; got {quoted(definition)}, {quoted(words)}")
        first, *given = words.split("-")
        conventions = [word for word in given if word in CONVENTIONS] or [COMMON]
        if first or len({*given}) < len(given) or not {*given} <= {"misere", "gravity", *conventions[:1]}:
            raise IllegalRules(f"expected words such as -misere and -gravity after a board; got {quoted(words)}")
        board = Own(definition, gravity := "gravity" in given)
        if _NAME.fullmatch(board.title):
            raise IllegalRules(f"expected another name for the board; {board.title!r} is {cls.written(board.title)}")
        rows, columns = board.sizes
        k = min((line.bit_count() for line in board.lines), default=board.cells + 1)
        return cls(rows, columns, k, "misere" in given, gravity, OWN, definition, conventions[0])

    @classmethod
    def read(cls, path: str | Path, words: str = "") -> "Rules":
        """Return the rules of the board in a JSON file (see ``book.game.own``); raises IllegalRules."""
        from oxobook.book.game.own import read_definition

        return cls.own(read_definition(str(path)), words)

    @classmethod
    def parse(cls, text: "str | Rules") -> "Rules":
        """Return the rules that a text names, as every function does that takes rules; Rules come back as they are.

        A text is ``ROWSxCOLUMNSxK``, or a common name, with words such as ``-misere`` and ``-gravity`` after it; the
        name of a book in the library, such as that of a board of one's own; or a board's file, such as
        ``board.json``. Raises IllegalRules.
        >>> str(Rules.parse("connect-four"))
        '6x7x4-gravity'
        """
        if isinstance(text, Rules):
            return text
        return by_name(text) if by_name and isinstance(text, str) else cls.written(text)

    @classmethod
    def written(cls, text: str) -> "Rules":
        """Read rules as oxobook writes them, or one of ``NAMES``, with hyphens, blanks or neither; or a ``header``.

        No file is looked for, so that the text may come from anyone. Raises IllegalRules.
        """
        if not isinstance(text, str):
            raise IllegalRules(f"expected rules, or their text such as 3x3x3 or connect-four; got {quoted(text)}")
        if 0 <= text.strip().find(" {") <= _LONGEST and (own := _OWN.fullmatch(text.strip())):
            return cls.own(own[2], own[1])
        usual = text.strip().lower().replace("\N{MULTIPLICATION SIGN}", "x")
        match = _SIZE.fullmatch(_NAME.sub(lambda name: _NAMED[re.sub("[- ]", "", name.group())], usual))
        words = match[4].split("-")[1:] if match else []
        kinds = [word for word in words if word in KINDS]
        conventions = [word for word in words if word in CONVENTIONS]
        known = {"misere", "gravity", *kinds[:1], *conventions[:1]}
        if match is None or len(set(words)) < len(words) or not {*words} <= known:
            raise IllegalRules(
                "expected rules as ROWSxCOLUMNSxK, as in 3x3x3 or 5x4x4-gravity, or a name such as connect-four; got "
                f"{quoted(text)}: lines of your own go into a file such as board.json, see {PAGE}"
            )
        (kind, *_), (convention, *_) = kinds or [PLAIN], conventions or [COMMON]
        size = int(match[1]), int(match[2]), int(match[3])
        return cls(*size, "misere" in words, "gravity" in words, kind, convention=convention)

    def __str__(self) -> str:
        size = f"{self.rows}x{self.columns}x{self.k}"
        board = [self.board.title] if self.definition else [size, self.kind]
        return "-".join(filter(None, (*board, self.convention, "misere" * self.misere, "gravity" * self.gravity)))

    @property
    def header(self) -> str:
        """Rules as a book's header has them: with the definition after the text, if there is one."""
        return f"{self} {self.definition}" if self.definition else str(self)

    @cached_property
    def cells(self) -> int:
        """N, the number of cells."""
        return self.board.cells if self.definition else self.rows * self.columns

    @cached_property
    def full(self) -> Mask:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def board(self) -> Board:
        """Board's geometry."""
        if self.definition:
            from oxobook.book.game.own import Own

            return Own(self.definition, self.gravity)
        return made_board(KINDS[self.kind], self.rows, self.columns, self.k, self.gravity)

    @cached_property
    def terms(self) -> Convention:
        """Signs that may be set, and results: the convention, turned round under misère."""
        convention = CONVENTIONS[self.convention]
        return convention.reversed() if self.misere else convention

    @cached_property
    def plain(self) -> bool:
        """True if each side sets its own sign, lines of both count, and ``misere`` alone says who wins by one."""
        return CONVENTIONS[self.convention] == Convention()

    @cached_property
    def maker(self) -> bool:
        """True if only X's lines count: X wins by one, and O by preventing them all."""
        return self.terms == CONVENTIONS["maker"]

    @cached_property
    def either(self) -> bool:
        """True if a side may set either sign: then a move is a cell and a sign."""
        return self.terms.both

    @cached_property
    def move_bits(self) -> int:
        """Number of bits of a set of moves: one for each cell, or two where a side may set either sign."""
        return 2 * self.cells if self.either else self.cells

    def moves_to(self, cells: Any) -> Any:
        """Return the moves to some cells, as a set; also for NumPy arrays of masks."""
        return cells | cells << self.cells if self.either else cells

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Lines of k cells, ascending by mask; none when k is larger than the board.

        >>> len(Rules().lines), len(Rules(3, 3, 1).lines), len(Rules(3, 3, 4).lines)
        (8, 9, 0)
        """
        return self.board.lines

    @cached_property
    def stacked(self) -> bool:
        """True if a stone may have to wait for the one below it, as under gravity: then the order of play matters."""
        return any(len(stack) > 1 for stack in self.board.stacks)

    @cached_property
    def playable(self) -> Callable[[Any], Any]:
        """Function from the taken cells to those that take the next stone if the game goes on; also for arrays."""
        return self.board.playable


@lru_cache(maxsize=64)
def made_board(kind: Callable[[int, int, int, bool], Board], rows: int, columns: int, k: int, gravity: bool) -> Board:
    """Return the board of a kind, built once: reading a position makes rules anew."""
    return kind(rows, columns, k, gravity)


def require_keys(rules: Rules) -> None:
    """Raise TooLarge if a position's key, two bits a cell, does not fit a signed 64-bit integer."""
    if rules.cells > KEY_CELLS:
        instead = ", but prove may tell who wins" if rules.plain or rules.maker else ""
        raise TooLarge(
            f"expected a board of at most {KEY_CELLS} cells, as a position's key takes two bits a cell of a 64-bit "
            f"integer; {rules} has {rules.cells}: no book of it can be made with keys{instead}"
        )
