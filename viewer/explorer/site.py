"""Static site: the page with its books as files, without a server.

A small book is embedded in a script, which also works from a disk; so is a book of first plies, with a search below it.
A large book is read by HTTP ranges, from a host.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.strategy_file import stored_strategy
from oxobook.book.errors import BookError, CannotWrite, MissingBook, MissingExtra, MissingPosition, masked
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path, open_book, rules_in
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import make_folder, write_whole
from oxobook.book.strategy import SIDES, strategy_name
from oxobook.viewer.classroom.class_kit import PARTS
from oxobook.viewer.explorer.answers import Known, KnownGame
from oxobook.viewer.explorer.book_data import BoardOf, certificate_script, players_script
from oxobook.viewer.explorer.files import (
    BUILT,
    KNOWN,
    MOST_POSITIONS,
    PAPERS,
    PLAYERS,
    PROOF,
    book_entry,
    book_script,
    held,
    known_script,
    paper_kind,
    paper_name,
    proofs_in,
    script_name,
    with_proof,
)
from oxobook.viewer.explorer.offline import PREVIEW, preview_tags, service_worker
from oxobook.viewer.explorer.pictures import drawn_papers
from oxobook.viewer.explorer.ranges import write_range_book
from oxobook.viewer.explorer.refusal import Refusal
from oxobook.viewer.explorer.summary import book_summary
from oxobook.viewer.pictures.chooser import chooser_in
from oxobook.viewer.words.languages import LANGUAGES

SIZES = ("a4", "letter")
"""Sizes on which each paper is printed, in every language."""
_DESCRIPTION = '<meta name="description"'
_PAGE = (
    *("page.js", "de.js", "search.js", "lessons.js", "matrix.js", "proof.js", "manifest.webmanifest"),
    *("icon.svg", "icon-512.png", PREVIEW),
)
"""Files of the page that a site takes as they are."""


class LeftOut(NamedTuple):
    """Book that is not on a site."""

    rules: Rules
    why: str


class _Held(NamedTuple):
    """Book of a site: its entry in the list, and its script, empty if it is read by ranges."""

    entry: KnownGame
    script: str


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
    books, left = _fitting(library, board_of)
    if not books:
        unread = "".join(f"; {one.why}" for one in left)
        raise MissingBook(
            f"{library!r} has no book of at most {MOST_POSITIONS:,} positions, nor one of blocks without gravity for a "
            f"site: make one with: oxobook generate 3x3x3{unread}"
        )
    # all contents are made before the first file is written, so that an error leaves no half site
    files = _contents(books, library, address)
    for name in sorted({"books", *(name.partition("/")[0] for name in files if "/" in name)}):
        make_folder(folder / name)
    for rules in [rules for rules, one in books.items() if one.entry["held"] == "ranges"]:
        try:
            write_range_book(str(book_path(rules, library)), folder / "books" / str(rules), tell)
        except BookError as error:
            del books[rules]
            left.append(LeftOut(rules, str(error)))
            files = _contents(books, library, address)
    for name, content in files.items():
        write_whole(folder / name, content, replace=True)
    return [*books], left


def _fitting(library: str, board_of: BoardOf | None) -> tuple[dict[Rules, _Held], list[LeftOut]]:
    """Return the books that a site takes, those of first plies only with ``board_of``, and the others."""
    found: dict[Rules, _Held] = {}
    left: list[LeftOut] = []
    for rules in rules_in(library, along=True):
        try:
            with open_book(rules, None, library) as book:
                if how := held(book, board_of):
                    script = "" if how == "ranges" else book_script(book, board_of)
                    found[rules] = _Held(book_entry(book, how), script)
                else:
                    left.append(LeftOut(rules, _why_left_out(book)))
        except MissingExtra:
            left.append(LeftOut(rules, "its blocks need the library zstandard: pip install 'oxobook[large]'"))
        except (BookError, MissingPosition) as error:
            left.append(LeftOut(rules, str(error)))
    order = ("table", "search", "ranges")
    return dict(sorted(found.items(), key=lambda one: order.index(one[1].entry["held"]))), left


def _why_left_out(book: Book) -> str:
    if book.info.plies is not None:
        return "without the search it cannot be read below its first plies"
    if book.rules.gravity:
        return "a large book with gravity cannot be read in pieces yet: use oxobook serve"
    return (
        f"{len(book):,} positions in rows are too many to embed (at most {MOST_POSITIONS:,}); blocks can be read in "
        f"pieces: oxobook generate {book.rules} --engine dense --force"
    )


def _contents(books: Mapping[Rules, _Held], library: str, address: str) -> dict[str, bytes]:
    """Return the files by name, with the service worker, which keeps all but papers and the preview offline."""
    files = dict(_files(books, library, address))
    kept = {name: files[name] for name in files if not name.startswith(f"{PAPERS}/") and name != PREVIEW}
    return files | {"sw.js": service_worker(kept)}


def _files(books: Mapping[Rules, _Held], library: str, address: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files by name; the page comes last, when all that it loads is there."""
    proofs = proofs_in(library)
    entries = [with_proof(one.entry, proofs.get(rules)) for rules, one in books.items()]
    papers: list[str] = []
    for rules, (entry, script) in books.items():
        if script:
            yield script_name(rules), script.encode()
        if entry["held"] != "table":
            continue
        with open_book(rules, None, library) as book:
            if entry["policies"]:
                yield script_name(rules, PLAYERS), players_script(book).encode()
            for name, paper in site_papers(book):
                papers.append(name)
                yield name, paper
    entries += [proof.entry for rules, proof in proofs.items() if rules not in books]
    for rules, proof in proofs.items():
        yield script_name(rules, PROOF), certificate_script(Certificate.open(proof.path)).encode()
    known: Known = {
        "api": "",
        "solves": False,
        "books": entries,
        "papers": [*dict.fromkeys(map(paper_kind, papers))],
        "opening": [],
    }
    yield KNOWN, known_script(known).encode()
    for name in _PAGE:
        yield name, (BUILT / name).read_bytes()
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    yield "index.html", page.replace(_DESCRIPTION, preview_tags(address) + _DESCRIPTION).encode()


def site_papers(book: Book) -> Iterator[tuple[str, bytes]]:
    """Yield the papers by file name; none without the strategies on them, which take a while to find."""
    kept = all(stored_strategy(book, side, strategy_name("reflexes", False)) for side in SIDES)
    if not kept or not book_summary(book)["papers"]:
        return
    for name, size, language in product(PARTS, SIZES, LANGUAGES):
        with suppress(Refusal):  # this game has no such paper
            yield (
                paper_name(book.rules, name, size, language),
                drawn_papers(book, chooser_in, (name,), size, language),
            )
