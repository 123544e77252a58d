"""Files that the page reads, the same on a server and on a site: the list of books, and scripts with their data.

A site has them as files; a server makes them from its library when they are asked for. ``known.js`` lists the books,
and says of each how it is *held*:

- ``table``: a small book, all of it in its script;
- ``search``: a book of first plies, in its script; the page searches below it;
- ``proof``: a certificate without a book, in its script;
- ``api``: any other book, of which the page asks the server for one position at a time.
"""

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate, certificates_in
from oxobook.book.errors import BookError, MissingBook
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import BoardOf
from oxobook.book.library import book_path
from oxobook.book.store.address import is_url
from oxobook.viewer.ask.json_fields import rules_fields
from oxobook.viewer.explorer import answers
from oxobook.viewer.explorer.book_data import MOST_BITS, MOST_CELLS, SCRIPT_HEAD
from oxobook.viewer.players.roster import PROOF as PROVED
from oxobook.viewer.players.roster import fitting, never_losing

BUILT = Path(__file__).parent / "built"
"""Folder of the page, which ``make page`` bundles."""
KNOWN = "known.js"
"""Name of the list of books."""
PROOF = ".proof"
"""Part of a game: its certificate."""
OPPONENTS = ("perfect", "expert", "levi", "random")
"""Players on the page, which implements them itself."""
MOST_POSITIONS = 30_000
"""Largest number of positions of a book in a table; its script then has about half a megabyte."""
Stamp = tuple[int, ...]
"""Identity of a file and its content: inode, size, and times of modification and change in nanoseconds."""


class BookFile(NamedTuple):
    """File of a book, as it was when an answer was read from it, or a book in a database."""

    rules: Rules
    address: str
    stamp: Stamp

    def stamped_anew(self) -> "BookFile":
        """Return the file as it is now; a database is taken to be as it was. Raises MissingBook."""
        return self if is_url(self.address) else self._replace(stamp=stamp_of(Path(self.address)))


def file_of(rules: Rules, library: str) -> BookFile:
    """Return the file of a library's book; raises MissingBook."""
    path = book_path(rules, library)
    return BookFile(rules, str(path), stamp_of(path))


def book_at(address: str) -> BookFile:
    """Return the book at a path or URL, stamped with its digest and no size; raises BookError."""
    with Book.open(address) as book:
        return BookFile(book.rules, address, (0, 0, int(book.info.digest[:15], 16)))


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a file; raises MissingBook."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise MissingBook(f"expected a file {path.name!r} in the library; there is none") from error
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def script_name(rules: Rules, part: str = "") -> str:
    """Return the name of the script of a game's book, or of another part of it."""
    return f"books/{rules}{part}.js"


def held(book: Book, board_of: BoardOf | None) -> answers.Held | None:
    """Return how the page gets a book, or None if it can be neither sent nor searched below: then it asks a server."""
    if book.info.plies is not None:
        return "search" if board_of else None
    small = len(book) <= MOST_POSITIONS and book.rules.cells <= MOST_CELLS and book.rules.move_bits <= MOST_BITS
    return "table" if small else None


def game_summary(rules: Rules) -> answers.GameSummary:
    """Return all that the page needs to know of a game, which never reads rules itself."""
    names, board = rules.board.names, rules.board
    return {
        **rules_fields(rules),
        "cells": list(names),
        "lines": [[names[cell] for cell in cells_of(line)] for line in board.lines],
        "stacks": [[names[cell] for cell in stack] for stack in board.stacks],
        "layers": board.layers,
        "terms": cast(answers.Terms, rules.terms._asdict()),
        "drawing": {
            "width": board.width,
            "height": board.height,
            "places": [*board.at],
            "middles": [*board.middles],
            "borders": [*board.borders],
        },
    }


def _solved(book: Book) -> answers.SolvedGame:
    start = book.probe(Position(book.rules))
    return {
        **game_summary(book.rules),
        "value": start.value.word,
        "remoteness": start.remoteness,
        "winner": {"win": "X", "loss": "O"}.get(start.value.word),
    }


def book_summary(book: Book, size: int = 0) -> answers.BookSummary:
    """Return the summary of a book; ``size``: that of its file."""
    return {**_solved(book), "positions": len(book), "digest": book.info.digest, "size": size}


def book_entry(book: Book, how: answers.Held, version: str = "") -> answers.KnownGame:
    """Return the entry of a book in the list; ``version`` is added to the addresses of its scripts."""
    # where a line loses, levi plays as random does
    names = [name for name in fitting(book.rules) if name in OPPONENTS and not (book.rules.misere and name == "levi")]
    return {
        **_solved(book),
        "owner": None,
        "held": how,
        "file": "" if how == "api" else script_name(book.rules) + version,
        "proof": None,
        "players": [{"name": name, "never_loses": never_losing(name, book)} for name in names],
    }


class ProofFile(NamedTuple):
    """File of a certificate that the page shows."""

    path: Path
    rules: Rules
    summary: answers.ProvedGame
    entry: answers.KnownGame


def proof_at(path: Path, version: str = "") -> ProofFile | None:
    """Return a proof of a grid from its empty board that has rows to play by, or None."""
    try:
        certificate = Certificate.open(path)
    except BookError:  # damaged, or no certificate
        return None
    rules, rows = certificate.position.rules, sum(table.rows for table in certificate.tables)
    grid = rules == Rules(rules.rows, rules.columns, rules.k, gravity=rules.gravity)
    if not grid or not rows or certificate.position.ply or certificate.kind:
        return None
    owner = certificate.owner
    summary: answers.ProvedGame = {
        **game_summary(rules),
        "value": {"X": "win", "O": "loss"}[owner] if certificate.wins else "draw",
        "remoteness": 0,
        "winner": owner if certificate.wins else None,
        "owner": owner,
    }
    entry: answers.KnownGame = {
        **summary,
        "held": "proof",
        "file": "",
        "proof": {"file": script_name(rules, PROOF) + version, "owner": owner, "wins": certificate.wins},
        "players": [{"name": "perfect", "never_loses": [owner]}],
    }
    return ProofFile(path, rules, summary, entry)


def proofs_in(library: str, read: Callable[[Path], ProofFile | None] = proof_at) -> dict[Rules, ProofFile]:
    """Return the certificates of a library, and those along with oxobook, by their games, the smallest boards first."""
    found = {one.rules: one for path in certificates_in(library) if (one := read(path))}
    return dict(sorted(found.items(), key=lambda one: one[0].cells))


def known_script(
    books: Mapping[Rules, answers.KnownGame],
    proofs: Mapping[Rules, ProofFile],
    api: str = "",
    opening: Collection[Rules] = (),
) -> str:
    """Return the script that lists what there is: books, then certificates of games without a book.

    The certificate of a game that has a book is one of the players.
    """
    entries = [_with_proof(entry, proofs.get(rules)) for rules, entry in books.items()]
    entries += [proof.entry for rules, proof in proofs.items() if rules not in {*books, *opening}]
    known: answers.Known = {"api": api, "books": entries, "opening": [*map(str, opening)]}
    return f"{SCRIPT_HEAD}oxobook.known = {json.dumps(known, separators=(',', ':'))};\n"


def _with_proof(entry: answers.KnownGame, proof: ProofFile | None) -> answers.KnownGame:
    if proof is None:
        return entry
    player: answers.KnownPlayer = {"name": PROVED, "never_loses": [proof.summary["owner"]]}
    return {**entry, "proof": proof.entry["proof"], "players": [player, *entry["players"]]}
