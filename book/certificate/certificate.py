"""Certificate: a file that proves a claim, opened as the strategy that proves it.

``book/CERTIFICATE.md`` describes the file. This module trusts it; ``book.verify.check_certificate`` does not.
"""

import hashlib
import re
import zlib
from pathlib import Path
from typing import NamedTuple

from oxobook.book.arguments import checked
from oxobook.book.certificate.owners_game import side_bytes
from oxobook.book.certificate.table import Table
from oxobook.book.errors import BookError, DamagedBook, MissingBook, OxobookError, quoted
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.store.new_file import open_plain
from oxobook.book.store.passwords import masked

MOST_BYTES = 8_000_000
"""Bytes of the largest file that is read, and of the largest tables."""
KINDS = ("", "cylinder", "torus", "cube")
"""Kinds of boards that have certificates: those whose lines and symmetries the checker knows."""
ENDING = ".proof"
"""Ending of the files' names."""
_HEADER = re.compile(
    rb"oxobook certificate 2\nrules ([0-9a-z-]{1,40})\nposition ([XO./]{1,127})\nclaim ([XO]) (wins|does not lose)\n"
    rb"moves ([0-9]{1,8})\npairings ([0-9]{1,8})\nsha256 ([0-9a-f]{64})\n\n"
)


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

    @classmethod
    @checked
    def open(cls, path: str | Path) -> "Certificate":
        """Read a certificate; raises MissingBook or BookError if there is none, DamagedBook if it was changed."""
        try:
            with open_plain(path) as file:
                content = file.read(MOST_BYTES + 1)
        except FileNotFoundError as error:
            raise MissingBook(f"there is no certificate {masked(path)!r}: make it with oxobook prove") from error
        except OSError as error:
            raise BookError(f"cannot read {masked(path)!r}: {error.strerror}") from error
        return cls.parse(content, masked(path))

    @classmethod
    @checked
    def parse(cls, content: bytes, name: str = "") -> "Certificate":
        """Return the certificate with this content; raises BookError or DamagedBook with its name."""
        found = _HEADER.match(content)
        if not found or len(content) > MOST_BYTES:
            raise BookError(f"expected a certificate, version 2, that oxobook prove has made; got {quoted(name)}")
        rules_text, board, owner, claim, *rows, digest = (part.decode() for part in found.groups())
        if _digest(content[: found.start(7)] + content[found.end(7) :]) != digest:
            raise DamagedBook(f"the certificate {name!r} was changed: make it again with oxobook prove")
        try:
            position = Position.parse(board, Rules.written(rules_text))
            tables = _unpacked(content[found.end() :], position.rules, *map(int, rows))
        except (OxobookError, zlib.error) as error:
            raise DamagedBook(f"the certificate {name!r} is damaged: {error}") from error
        return cls(position, owner, claim == "wins", *tables)

    @property
    def content(self) -> bytes:
        """Content of the file."""
        head = (
            f"oxobook certificate 2\nrules {self.position.rules}\nposition {self.position.text}\nclaim {self.claim}\n"
            f"moves {self.moves.rows}\npairings {self.pairings.rows}\nsha256 "
        ).encode()
        tables = b"\n\n" + self.packed
        return head + _digest(head + tables).encode() + tables

    @property
    def packed(self) -> bytes:
        """Both tables, compressed."""
        return zlib.compress(self.moves.content + self.pairings.content, 9)

    @property
    def claim(self) -> str:
        """Claim in words, such as ``X wins``."""
        return f"{self.owner} {'wins' if self.wins else 'does not lose'}"

    def __str__(self) -> str:
        board = f" from {self.position.text}" if self.position.ply else ""
        return f"{self.position.rules}: {self.claim}{board}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _unpacked(packed: bytes, rules: Rules, moves: int, pairings: int) -> tuple[Table, Table]:
    """Return the tables; raises DamagedBook or zlib.error."""
    key = 2 * side_bytes(rules)
    middle = moves * (key + 1)
    size = middle + pairings * (key + rules.cells)
    content = zlib.decompressobj().decompress(packed, size + 1) if size <= MOST_BYTES else b""
    if len(content) != size:
        raise DamagedBook(f"expected tables of {moves:,} moves and {pairings:,} pairings")
    return Table(moves, content[:middle]), Table(pairings, content[middle:])
