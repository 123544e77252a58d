"""Certificate: a file that proves a claim, opened as the strategy that proves it.

``book/CERTIFICATE.md`` describes the file. This module trusts it; ``book.verify.check_certificate`` does not.
"""

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from oxobook.book.arguments import checked
from oxobook.book.errors import BookError, DamagedBook, MissingBook, OxobookError, quoted
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.store.new_file import open_plain
from oxobook.book.store.passwords import masked

BEGINNING = b"oxobook certificate 1\n"
"""First line of the file."""
MOST_BYTES = 20_000_000
"""Bytes of the largest file that is read."""
KINDS = ("", "cylinder", "torus", "cube")
"""Kinds of boards that have certificates: those whose lines and symmetries the checker knows."""
ENDING = ".proof"
"""Ending of the files' names."""
_HEADER = re.compile(
    rb"oxobook certificate 1\nrules ([0-9a-z-]{1,40})\nposition ([XO./]{1,127})\n"
    rb"claim ([XO]) (wins|does not lose)\nsha256 ([0-9a-f]{64})\n\n"
)


class Certificate(NamedTuple):
    """Certificate of a claim: that a side, its *owner*, wins or does not lose from a position.

    >>> str(Certificate(Position(Rules()), "O", False, b""))
    '3x3x3: O does not lose'
    """

    position: Position
    owner: str
    wins: bool
    tree: bytes

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
            raise BookError(f"expected a certificate that oxobook prove has made; got {quoted(name)}")
        rules_text, board, owner, claim, digest = (part.decode() for part in found.groups())
        try:
            position = Position.parse(board, Rules.written(rules_text))
        except OxobookError as error:
            raise DamagedBook(f"the certificate {name!r} is damaged: {error}") from error
        certificate = cls(position, owner, claim == "wins", content[found.end() :])
        if certificate.content[found.start(5) : found.end(5)] != digest.encode():
            raise DamagedBook(f"the certificate {name!r} was changed: make it again with oxobook prove")
        return certificate

    @property
    def content(self) -> bytes:
        """Content of the file."""
        rules, board, claim = self.position.rules, self.position.text, self.claim
        head = f"{BEGINNING.decode()}rules {rules}\nposition {board}\nclaim {claim}\nsha256 ".encode()
        digest = hashlib.sha256(head + b"\n\n" + self.tree).hexdigest()
        return head + f"{digest}\n\n".encode() + self.tree

    @property
    def claim(self) -> str:
        """Claim in words, such as ``X wins``."""
        return f"{self.owner} {'wins' if self.wins else 'does not lose'}"

    def __str__(self) -> str:
        board = f" from {self.position.text}" if self.position.ply else ""
        return f"{self.position.rules}: {self.claim}{board}"
