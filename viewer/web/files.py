"""Files that the page reads, the same on a server and on a site: the list of books, and scripts with their data.

A site has them as files; a server makes them from its library when they are asked for. ``known.js`` lists the books,
and says of each how it is *held*:

- ``table``: a small book, all of it in its script;
- ``search``: a book of first plies, in its script; the page searches below it;
- ``proof``: a certificate without a book, in its script;
- ``ranges``: a large book in files that a host sends in pieces, on a site;
- ``api``: any other book, of which the page asks the server for one position at a time.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import BookError, MissingBook
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_file
from oxobook.viewer.players.roster import player_reports
from oxobook.viewer.web.book_data import (
    MOST_BITS,
    MOST_CELLS,
    NEED_NO_TABLE,
    SCRIPT_HEAD,
    BoardOf,
    counts_by_ply,
    first_plies_script,
    players_with_tables,
    table_script,
)
from oxobook.viewer.web.summary import book_summary, certificate_summary

BUILT = Path(__file__).parent / "built"
"""Folder of the page, which ``make page`` bundles."""
KNOWN = "known.js"
"""Name of the list of books."""
PLAYERS, PROOF = ".players", ".proof"
"""Parts of a game: the players that need tables, and its certificate."""
PAPERS = "papers"
"""Folder of the papers for a class."""
MOST_POSITIONS = 30_000
"""Largest number of positions of a book in a table; its script then has about half a megabyte."""
SCRIPTED = ("table", "search", "proof")
_UNREAD = {"definition", "digest", "plays", "positions", "size", "won_against_random"}
"""Fields of reports that the page does not read."""


Stamp = tuple[int, ...]
"""Identity of a file and its content: inode, size, and times of modification and change in nanoseconds."""


class BookFile(NamedTuple):
    """File of a book, as it was when an answer was read from it."""

    rules: Rules
    path: Path
    stamp: Stamp


def file_of(rules: Rules, library: str) -> BookFile:
    """Return the file of a library's book; raises MissingBook."""
    path = book_file(rules, library)
    return BookFile(rules, path, stamp_of(path))


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


def picture_name(rules: Rules, side: str) -> str:
    """Return the name of the script of a side's map."""
    return f"pictures/{rules}-map-{side.lower()}.js"


def paper_name(rules: object, name: str, size: str, language: str) -> str:
    """Return the name of a paper for a class."""
    return f"{PAPERS}/{rules}-{name}-{size}-{language}.pdf"


def paper_kind(name: str) -> str:
    """Return the game and the kind of a paper, from its name: each has all sizes and languages."""
    return name.removeprefix(f"{PAPERS}/").rsplit("-", 2)[0]


def held(book: Book, board_of: BoardOf | None) -> str:
    """Return how the page gets a book, but for ``api``; empty if it can be neither sent nor searched below."""
    if book.info.plies is not None:
        return "search" if board_of else ""
    if len(book) <= MOST_POSITIONS and book.rules.cells <= MOST_CELLS and book.rules.move_bits <= MOST_BITS:
        return "table"
    return "" if book.layout.score_rows(0) is None else "ranges"


def book_script(book: Book, board_of: BoardOf | None) -> str:
    """Return the script of a book that is held as a table or with a search."""
    return table_script(book) if board_of is None or book.info.plies is None else first_plies_script(book, board_of)


def book_entry(book: Book, how: str, version: str = "") -> dict[str, Any]:
    """Return the entry of a book in the list; ``version`` is added to the addresses of its scripts."""
    tables = players_with_tables(book.rules) if how == "table" else []
    known = [one for one in player_reports(book) if how in ("table", "api") or one["name"] in NEED_NO_TABLE]
    return _read(book_summary(book)) | {
        "held": how,
        "file": script_name(book.rules) + version if how in SCRIPTED else "",
        "policies": script_name(book.rules, PLAYERS) + version if tables else "",
        "players": [*map(_read, known)],
        "plies": None if how == "table" else counts_by_ply(book),
    }


def proof_entry(certificate: Certificate, version: str = "") -> dict[str, Any]:
    """Return the entry of a certificate in the list."""
    file = script_name(certificate.position.rules, PROOF) + version
    own: dict[str, Any] = {"held": "proof", "file": file, "policies": "", "players": [], "plies": None}
    return _read(certificate_summary(certificate)) | own


def _read(report: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name not in _UNREAD}


def known_script(
    books: Iterable[Mapping[str, Any]],
    api: str = "",
    solves: bool = False,
    pictures: Iterable[str] = (),
    papers: Iterable[str] = (),
    left: Iterable[Mapping[str, Any]] = (),
) -> str:
    """Return the script that lists what there is.

    Args:
        books: Entries of books and certificates, the smallest boards first.
        api: Address of the API, relative to the page; empty on a site.
        solves: True if small games are solved on request.
        pictures: Maps that lie beside the page, each as rules and side.
        papers: Kinds of the papers for a class, each as rules and name.
        left: Books that are not there, and why.
    """
    known = {"api": api, "solves": solves, "books": [*books]}
    known |= {"pictures": [*pictures], "papers": [*papers], "left": [*left]}
    told = json.dumps(known, separators=(",", ":"))
    return f"{SCRIPT_HEAD}oxobook.known = {told};\n"


def proved_games(library: str, booked: Collection[Rules]) -> dict[Rules, Certificate]:
    """Return a library's certificates of plain games, without those of ``booked``, the smallest boards first."""
    found = []
    for path in sorted(Path(library).glob(f"*{ENDING}")):
        with suppress(BookError):  # damaged, or no certificate
            found += [Certificate.open(path)] if path.is_file() else []
    found.sort(key=lambda one: one.position.rules.cells)
    return {one.position.rules: one for one in found if is_shown(one) and one.position.rules not in booked}


def is_shown(certificate: Certificate) -> bool:
    """Return whether a certificate is of a plain game from its empty board, and has rows to play by."""
    rules = certificate.position.rules
    plain = rules == Rules(rules.rows, rules.columns, rules.k) and certificate.position.ply == 0
    return plain and certificate.moves.rows + certificate.pairings.rows > 0
