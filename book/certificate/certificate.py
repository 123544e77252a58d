"""Certificate: a file that proves a claim, opened as the strategy that proves it.

``book/CERTIFICATE.md`` describes the file. This module trusts it; ``book.verify.check_certificate`` does not.
"""

import hashlib
import re
import zlib
from collections.abc import Iterator
from itertools import accumulate
from operator import mul
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from oxobook.book import library as books
from oxobook.book.certificate.owners_game import OwnersGame, side_bytes
from oxobook.book.certificate.table import Table
from oxobook.book.errors import BookError, DamagedBook, MissingBook, OxobookError, TooLarge, masked, require_kind
from oxobook.book.game.board import ANIMALS
from oxobook.book.game.notation import cells_of
from oxobook.book.game.own import in_one_line
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.plain_file import open_plain

MOST_BYTES, MOST_STEPS = 8_000_000, 1_000_000_000
"""Bytes of the largest file that is read, and of the largest tables, and the most steps that their check may take."""
_BOARDS = ("", "cylinder", "torus", "cube", "hex", *ANIMALS)
_MOST_HEAD = 100_000
_TABLES = ("moves", "pairings", "sheets")
ENDING = ".proof"
"""Ending of the files' names."""
_HEAD = re.compile(
    rb"oxobook certificate 7\nrules (?P<rules>[ -~]+)\nposition (?P<position>[XO./#]+)\n"
    rb"claim (?P<owner>[XO]) (?P<claim>wins|does not lose)\n"
    rb"(?:kind (?P<kind>(?:smallest|reflexes)(?:-fast)?)\n(?:bound (?P<bound>[0-9]{1,8})\n)?)?"
    rb"(?:lines (?P<lines>[0-9 -]*)\n)?"
    rb"moves (?P<moves>[0-9]{1,8})\npairings (?P<pairings>[0-9]{1,8})\nsheets (?P<sheets>[0-9]{1,8})\n"
    rb"sha256 (?P<sha256>[0-9a-f]{64})\n\n"
)


def is_certified(rules: Rules) -> bool:
    """Return whether a game has certificates: the checker knows its lines, or the file lists them."""
    known = rules.kind in _BOARDS or (rules.definition != "" and not (rules.gravity and rules.board.holes))
    return known and (rules.plain or rules.maker)


def is_checkable(game: OwnersGame, moves: int, others: int) -> bool:
    """Return whether the checker takes this number of rows of moves and of others, a byte for each cell."""
    cells, key = game.rules.cells, 2 * side_bytes(game.rules)
    steps = (moves + others) * cells * (len(game.rules.lines) + len(game.symmetries))
    return moves * (key + 1) + others * (key + cells) <= MOST_BYTES and steps <= MOST_STEPS


def require_checkable(game: OwnersGame, moves: int, others: int) -> None:
    """Raise TooLarge if the checker would refuse this number of rows."""
    if not is_checkable(game, moves, others):
        raise TooLarge(
            f"expected a strategy that fits into a certificate; this one of {game.rules} has {moves + others:,} rows "
            "or more: prove a position with more stones"
        )


def certificates_in(library: str | Path) -> list[Path]:
    """Return the paths of a library's certificates, and of those along with oxobook for other games."""
    along = {books.book_path(Rules.written(text), library, ENDING) for text in books.ALONG}
    return sorted(path for path in {*Path(library).glob(f"*{ENDING}"), *along} if path.is_file())


class Certificate(NamedTuple):
    """Certificate of a claim: that a side, its *owner*, wins or does not lose from a position.

    >>> str(Certificate(Position(Rules()), "O", False))
    '3x3x3: O does not lose'
    """

    position: Position
    owner: str
    wins: bool
    moves: Table = Table(0, b"")
    """Move of each canonical position in which the owner is to move: its cell, a byte."""
    pairings: Table = Table(0, b"")
    """Cells of pairs, after which the owner holds with the other side to move: a byte for each cell, its partner."""
    sheets: Table = Table(0, b"")
    """Sheets by which the owner, to move, plays on until it meets another row: a byte for each cell, its rank."""
    kind: str = ""
    """Kind of the strategy, such as ``smallest-fast``, if it lists every position of the owner's; else empty."""
    bound: int | None = None
    """Lower bound of what the kind makes least, by the integer program that found the strategy; nothing proves it."""

    @classmethod
    def open(cls, path: str | Path) -> "Certificate":
        """Read a certificate; raises MissingBook or BookError if there is none, DamagedBook if it was changed."""
        require_kind(str | PathLike, "a path", certificate=path)
        try:
            with open_plain(path) as file:
                content = file.read(MOST_BYTES + 1)
        except FileNotFoundError as error:
            raise MissingBook(
                f"there is no certificate {masked(path)!r}: oxobook prove makes it where there is a proof"
            ) from error
        except OSError as error:
            raise BookError(f"cannot read {masked(path)!r}: {error.strerror}") from error
        return cls.parse(content, masked(path))

    @classmethod
    def parse(cls, content: bytes, name: str = "") -> "Certificate":
        """Return the certificate with this content; raises BookError or DamagedBook with its name."""
        require_kind(bytes, "bytes", content=content)
        found = _HEAD.match(content[:_MOST_HEAD])
        if not found or len(content) > MOST_BYTES:
            raise BookError(
                f"expected a certificate, version 7; got {name!r}, another kind or version: make one with oxobook prove"
            )
        head = {field: value.decode() for field, value in found.groupdict().items() if value is not None}
        rest = content[: found.start("sha256")] + content[found.end("sha256") :]
        if hashlib.sha256(rest).hexdigest() != head["sha256"]:
            raise DamagedBook(f"the certificate {name!r} was changed: make it again with oxobook prove")
        try:
            position = Position.parse(head["position"], Rules.written(head["rules"]))
            rules = position.rules
            if (head["rules"], head.get("lines")) != (rules.header, _listed(rules)) or not is_certified(rules):
                raise DamagedBook("its name or lines are not those of its game")
            rows = [int(head[table]) for table in _TABLES]
            answers, pairings, once = _unpacked(content[found.end() :], rules, *rows)
            moves, sheets = _told_apart(answers, once, rules)
        except (OxobookError, zlib.error) as error:
            raise DamagedBook(f"the certificate {name!r} is damaged: {error}") from error
        bound = int(head["bound"]) if "bound" in head else None
        wins, kind = head["claim"] == "wins", head.get("kind", "")
        return cls(position, head["owner"], wins, moves, pairings, sheets, kind, bound)

    @property
    def attacks(self) -> bool:
        """True if the owner wins by a line; False if it only has to prevent the other side's, as a breaker does."""
        return self.wins and not (self.position.rules.maker and self.owner == "O")

    @property
    def content(self) -> bytes:
        """Content of the file."""
        rules, lines = self.position.rules, _listed(self.position.rules)
        one_line = rules.header.isascii() and rules.header.isprintable()
        fields = {
            "rules": rules.header if one_line else f"{rules} {in_one_line(rules.definition)}",
            "position": self.position.text,
            "claim": self.claim,
            **({"kind": self.kind} if self.kind else {}),
            **({} if self.bound is None else {"bound": self.bound}),
            **({} if lines is None else {"lines": lines}),
            **{name: table.rows for name, table in zip(_TABLES, self.tables, strict=True)},
        }
        said = "".join(f"{name} {value}\n" for name, value in fields.items())
        head, tables = f"oxobook certificate 7\n{said}sha256 ".encode(), b"\n\n" + self.packed
        return head + hashlib.sha256(head + tables).hexdigest().encode() + tables

    @property
    def packed(self) -> bytes:
        """All tables, compressed."""
        return zlib.compress(b"".join(table.content for table in self.tables), 9)

    @property
    def tables(self) -> tuple[Table, Table, Table]:
        """Tables of the file: each different sheet once, in the last, and its number in the first."""
        moves, once = _together(self.moves, self.sheets, self.position.rules)
        return moves, self.pairings, once

    @property
    def claim(self) -> str:
        """Claim in words, such as ``X wins``."""
        return f"{self.owner} {'wins' if self.wins else 'does not lose'}"

    def __str__(self) -> str:
        board = f" from {self.position.text}" if self.position.ply else ""
        return f"{self.position.rules}: {self.claim}{board}"


def _listed(rules: Rules) -> str | None:
    """Return the lines of a board of one's own as the head lists them, or None for a board that the checker knows."""
    if not rules.definition:
        return None
    return " ".join("-".join(map(str, cells_of(line))) for line in rules.lines)


def _number_bytes(rules: Rules, sheets: int) -> int:
    """Return the number of bytes of a number in the table of moves: that of a cell or, after these, of a sheet."""
    return -(-(rules.cells + sheets).bit_length() // 8)


def _together(moves: Table, sheets: Table, rules: Rules) -> tuple[Table, Table]:
    """Return the file's tables of moves and of sheets."""
    if not sheets.rows:
        return moves, sheets
    width = 2 * side_bytes(rules)
    once = sorted({ranks for _, ranks in sheets.items(width)})
    numbers, size = {ranks: number for number, ranks in enumerate(once, rules.cells)}, _number_bytes(rules, len(once))
    rows = {key: cell.rjust(size, b"\0") for key, cell in moves.items(width)}
    rows |= {key: numbers[ranks].to_bytes(size) for key, ranks in sheets.items(width)}
    return Table.of(rows), Table.of(dict.fromkeys(once, b""))


def _told_apart(answers: Table, once: Table, rules: Rules) -> tuple[Table, Table]:
    """Return the moves and the sheets of positions from the file's tables; raises DamagedBook."""
    if not once.rows:
        return answers, once
    ranks = [ranks for ranks, _ in once.items(rules.cells)]
    moves, sheets = dict[bytes, bytes](), dict[bytes, bytes]()
    for key, value in answers.items(2 * side_bytes(rules)):
        number = int.from_bytes(value) - rules.cells
        if number >= once.rows:
            raise DamagedBook("a position has a sheet that the file lacks")
        if number < 0:
            moves[key] = value[-1:]
        else:
            sheets[key] = ranks[number]
    return Table.of(moves), Table.of(sheets)


def _unpacked(packed: bytes, rules: Rules, *rows: int) -> Iterator[Table]:
    """Yield the tables, with these numbers of rows; raises DamagedBook or zlib.error."""
    key = 2 * side_bytes(rules)
    sizes = [*map(mul, rows, (key + _number_bytes(rules, rows[-1]), key + rules.cells, rules.cells))]
    size = sum(sizes)
    content = zlib.decompressobj().decompress(packed, size + 1) if size <= MOST_BYTES else b""
    if len(content) != size:
        raise DamagedBook("expected tables with as many rows as the head says")
    for count, end, width in zip(rows, accumulate(sizes), sizes, strict=True):
        yield Table(count, content[end - width : end])
