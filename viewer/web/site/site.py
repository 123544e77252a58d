"""Static site: the page with its books as files, without a server.

A small book is embedded in a script, which also works from a disk; so is a book of first plies, with a search below it.
A large book is read by HTTP ranges, from a host.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import BookError, CannotWrite, MissingBook, MissingExtra, MissingPosition, TooLarge
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path, open_book, rules_at_hand
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import make_folder, write_whole
from oxobook.book.store.passwords import masked
from oxobook.book.strategy import SIDES, pick_strategy, stored_strategy, strategy_name
from oxobook.viewer.classroom.lessons.class_kit import PARTS
from oxobook.viewer.diagrams.chooser import chooser_in
from oxobook.viewer.diagrams.map import MOST_BOARDS, strategy_map
from oxobook.viewer.diagrams.phrases import LANGUAGES
from oxobook.viewer.palette import CLASSIC
from oxobook.viewer.players.roster import player_reports
from oxobook.viewer.web.books.certificates import certificate_script, certificate_summary, proved_games
from oxobook.viewer.web.books.rendering import drawn_papers
from oxobook.viewer.web.books.summary import book_summary, ply_counts
from oxobook.viewer.web.server.refusal import Refusal
from oxobook.viewer.web.site.book_scripts import (
    MOST_BITS,
    MOST_CELLS,
    NEED_NO_TABLE,
    BoardOf,
    embedded_book,
    first_plies_book,
)
from oxobook.viewer.web.site.offline import PREVIEW, installable_files, preview, preview_tags, service_worker
from oxobook.viewer.web.site.own_folder import require_no_link
from oxobook.viewer.web.site.page_files import INDEX, KNOWN, SCRIPT, SEARCH, SITE_FILES, page_text
from oxobook.viewer.web.site.range_book import write_range_book

MOST_POSITIONS = 30_000
"""Largest number of positions of an embedded book; its script then has about a megabyte."""

PAPERS, SIZES = "papers", ("a4", "letter")
"""Folder of the papers for a class, and the sizes that each is printed on, in every language."""
_DESCRIPTION = '<meta name="description"'
_SCRIPT = '<script defer src="{}"></script>'


class LeftOut(NamedTuple):
    """Book that is not on a site."""

    rules: Rules
    why: str
    """``extra``, a library that is missing; ``search``, needed below first plies; ``gravity`` or ``rows``, if large.

    ``unread``, if it cannot be read.
    """
    positions: int = 0
    error: str = ""
    """Why it cannot be read."""

    def __str__(self) -> str:
        return {
            "extra": "its blocks need the library zstandard: pip install 'oxobook[large]'",
            "search": "without the search it cannot be read below its first plies",
            "gravity": "a large book with gravity cannot be read in pieces yet: use oxobook serve",
            "rows": f"{self.positions:,} positions in rows are too many to embed (at most {MOST_POSITIONS:,}); blocks "
            f"can be read in pieces: oxobook generate {self.rules} --engine dense --force",
            "unread": self.error,
        }[self.why]


class _Books(NamedTuple):
    """Rules of a site's books, and the other books of the library."""

    small: dict[Rules, str]
    """Books to embed, each with its script."""
    first: dict[Rules, str]
    """Books of first plies, with a search below them, each with its script."""
    large: list[Rules]
    """Books to read by ranges."""
    left: list[LeftOut]

    @property
    def all(self) -> list[Rules]:
        """All of them, in the order of the page."""
        return [*self.small, *self.first, *self.large]


def write_site(
    folder: Path,
    library: str,
    replace: bool = False,
    address: str = "",
    tell: Tell = tell_nobody,
    board_of: BoardOf | None = None,
) -> tuple[list[Rules], list[LeftOut]]:
    """Write a static site; return the rules of its books, and the other books of the library.

    Args:
        folder: Folder of the site, which is made if it does not exist.
        library: Folder of the books.
        replace: Write over the files of a folder that is not empty.
        address: URL of the site, for link previews; empty if unknown.
        tell: Function that is told the progress of large books.
        board_of: Function that describes a board to the search below books of first plies, which are left out without.

    Raises:
        CannotWrite: The folder is not empty, or cannot be written to.
        MissingBook: No book of the library can be put on a site.
    """
    if folder.is_dir() and any(folder.iterdir()) and not replace:
        raise CannotWrite(f"{masked(folder)!r} is not empty: name another folder, or write over its files with --force")
    books = _fitting(library, board_of)
    if not books.all:
        unread = "".join(f"; {one}" for one in books.left if one.error)
        raise MissingBook(
            f"{library!r} has no book of at most {MOST_POSITIONS:,} positions, nor one of blocks without gravity for a "
            f"site: make one with: oxobook generate 3x3x3{unread}"
        )
    # all contents are made before the first file is written, so that an error leaves no half site
    files = _contents(books, library, address)
    for name in ("books", "pictures", *({PAPERS} if any(name.startswith(f"{PAPERS}/") for name in files) else ())):
        require_no_link(folder / name)
        make_folder(folder / name)
    for rules in [*books.large]:
        try:
            write_range_book(str(book_path(rules, library)), folder / "books" / str(rules), tell)
        except BookError as error:
            books.large.remove(rules)
            books.left.append(LeftOut(rules, "unread", error=str(error)))
            files = _contents(books, library, address)
    for name, content in files.items():
        write_whole(folder / name, content, replace=True)
    return books.all, books.left


def _fitting(library: str, board_of: BoardOf | None) -> _Books:
    """Return the books that a site takes; those of first plies only with ``board_of``."""
    found = _Books({}, {}, [], [])
    for rules in rules_at_hand(library):
        try:
            with open_book(rules, None, library) as book:
                if book.info.plies is not None and board_of:
                    found.first[rules] = first_plies_book(book, board_of)
                elif book.info.plies is not None:
                    found.left.append(LeftOut(rules, "search", len(book)))
                elif len(book) <= MOST_POSITIONS and rules.cells <= MOST_CELLS and rules.move_bits <= MOST_BITS:
                    found.small[rules] = embedded_book(book)
                elif book.layout.score_rows(0) is not None:
                    found.large.append(rules)
                else:
                    found.left.append(LeftOut(rules, "gravity" if rules.gravity else "rows", len(book)))
        except MissingExtra:
            found.left.append(LeftOut(rules, "extra"))
        except (BookError, MissingPosition) as error:
            found.left.append(LeftOut(rules, "unread", error=str(error)))
    return found


def _contents(books: _Books, library: str, address: str) -> dict[str, bytes]:
    """Return the files by name, with the service worker, which keeps all but papers and the preview offline."""
    files = dict(_files(books, library, address))
    kept = {name: files[name] for name in files if not name.startswith(f"{PAPERS}/") and name != PREVIEW}
    return files | {"sw.js": service_worker(kept)}


def _files(books: _Books, library: str, address: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files by name; the page comes last, when all that it loads is there."""
    summaries = []
    waiting: dict[str, str] = {}  # maps are loaded on demand, each with a script of its own
    papers: list[str] = []
    players: dict[str, dict[str, object]] = {"large": {}, "searched": {}}
    first = Rules() if Rules() in books.small else books.all[0]
    for rules in books.all:
        with open_book(rules, None, library) as book:
            summaries.append(book_summary(book))
            if rules == first:
                yield PREVIEW, preview(book)
            if rules not in books.small:
                kind = "large" if rules in books.large else "searched"
                own = [one for one in player_reports(book) if one["name"] in NEED_NO_TABLE]
                players[kind][str(rules)] = {"players": own, "plies": ply_counts(book)}
            if script := books.small.get(rules) or books.first.get(rules):
                yield f"books/{rules}.js", script.encode()
            if rules not in books.small:
                continue
            for side, drawn in _maps(book):
                waiting[f"{rules} {side}"] = ""
                map_script = f'oxobook.pictures["{rules} {side}"] = {json.dumps(drawn)};\n'
                yield f"pictures/{rules}-map-{side.lower()}.js", map_script.encode()
            for name, paper in site_papers(book):
                papers.append(name)
                yield name, paper
    proofs = proved_games(library, books.all)
    for rules, certificate in proofs.items():
        summaries.append(certificate_summary(certificate))
        yield f"books/{rules}.proof.js", certificate_script(certificate).encode()
    left = [{"rules": str(one.rules), "why": one.why, "positions": one.positions} for one in books.left]
    tables = {"embedded": summaries, "pictures": waiting, "papers": papers, "left": left, **players}
    known = "".join(f"oxobook.{name} = {json.dumps(table)};\n" for name, table in tables.items())
    yield KNOWN, f"var oxobook = globalThis.oxobook ?? {{}};\n{known}".encode()
    yield from installable_files().items()
    for name in [*SITE_FILES, *([SEARCH] if books.first else [])]:
        yield name, page_text(name).encode()
    page = page_text(INDEX).replace(_SCRIPT.format(SCRIPT), f"{_SCRIPT.format(KNOWN)}\n{_SCRIPT.format(SCRIPT)}")
    yield INDEX, page.replace(_DESCRIPTION, preview_tags(address) + _DESCRIPTION).encode()


def _maps(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the maps of a book by side, as SVG text, unless they are too large."""
    for side in "XO":
        with suppress(TooLarge):
            yield side, strategy_map(book, pick_strategy(book, side), CLASSIC, most=MOST_BOARDS)


def site_papers(book: Book) -> Iterator[tuple[str, bytes]]:
    """Yield the papers by file name; none without the strategies on them, which take a while to find."""
    kept = all(stored_strategy(book, side, strategy_name("reflexes", False)) for side in SIDES)
    if not kept or not book_summary(book)["papers"]:
        return
    for name, size, language in product(PARTS, SIZES, LANGUAGES):
        with suppress(Refusal):  # this game has no such paper
            yield (
                f"{PAPERS}/{book.rules}-{name}-{size}-{language}.pdf",
                drawn_papers(book, chooser_in, (name,), size, language),
            )
