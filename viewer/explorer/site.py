"""Static site: the page with its books as files, without a server.

A small book is embedded in a script, which also works from a disk; so is a book of first plies, with a search below it.
The service worker caches all files under a name that is their digest: when the site is written again the worker
changes, which browsers notice at the next visit.
"""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.errors import BookError, CannotWrite, MissingBook, MissingExtra, MissingPosition, masked
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import BoardOf
from oxobook.book.library import open_book, rules_in
from oxobook.book.store.new_file import make_folder, write_whole
from oxobook.viewer.explorer import files
from oxobook.viewer.explorer.answers import KnownGame
from oxobook.viewer.explorer.book_data import book_script, certificate_script

PREVIEW = "preview.png"
"""Picture that messengers and social networks show of a link to the site."""
_PAGE = (
    *("page.js", "board.js", "de.js", "search.js", "lessons.js", "proof.js", "manifest.webmanifest"),
    *("icon.svg", "icon-512.png", PREVIEW),
)
"""Files of the page that a site takes as they are."""
_INDEX = "index.html"
"""Name of the page, which is written when all that it loads is there."""


def write_site(
    folder: Path,
    library: str,
    replace: bool = False,
    address: str = "",
    board_of: BoardOf | None = None,
) -> tuple[list[Rules], dict[Rules, str]]:
    """Write a static site; return the rules of its books, and why the other books of the library are left out.

    Args:
        folder: Folder of the site, which is made if it does not exist.
        library: Folder of the books.
        replace: Write over the files of a folder that is not empty.
        address: URL of the site, for link previews; empty if unknown.
        board_of: Function that describes a board to the search below books of first plies, which are left out without.

    Raises:
        CannotWrite: The folder is not empty, nor what a stopped call has left, or cannot be written to.
        MissingBook: No book of the library can be put on a site.
    """
    if folder.is_dir() and any(folder.iterdir()) and not replace and not _was_stopped(folder):
        raise CannotWrite(f"{masked(folder)!r} is not empty: name another folder, or write over its files with --force")
    books, left = _fitting(library, board_of)
    if not books:
        unread = "".join(f"; {why}" for why in left.values())
        raise MissingBook(
            f"{library!r} has no book of at most {files.MOST_POSITIONS:,} positions for a site: make one with: "
            f"oxobook generate 3x3x3{unread}"
        )
    # all contents are made before the first file is written, so that an error leaves no half site
    contents = dict(_files(books, library, address))
    contents["sw.js"] = service_worker({name: content for name, content in contents.items() if name != PREVIEW})
    make_folder(folder / "books")
    contents[_INDEX] = contents.pop(_INDEX)  # the last
    for name, content in contents.items():
        write_whole(folder / name, content, replace=True)
    return [*books], left


def _was_stopped(folder: Path) -> bool:
    """Return whether a folder has only what a stopped call has written: files of a site, but not yet the page."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    names = [path.relative_to(folder).as_posix() for path in found]
    own = "|".join(map(re.escape, (*_PAGE, files.KNOWN, "sw.js", _INDEX)))
    of_site = re.compile(rf"(?:books/)?\.[^/]+\.[0-9a-f]{{8}}|books/[^/]+\.js|{own}")
    return _INDEX not in names and all(map(of_site.fullmatch, names))


def _fitting(library: str, board_of: BoardOf | None) -> tuple[dict[Rules, tuple[KnownGame, str]], dict[Rules, str]]:
    """Return the books that a site takes, each as its entry and its script, and the others.

    Books of first plies are taken only with ``board_of``.
    """
    found: dict[Rules, tuple[KnownGame, str]] = {}
    left: dict[Rules, str] = {}
    for rules in rules_in(library, along=True):
        try:
            with open_book(rules, None, library) as book:
                if how := files.held(book, board_of):
                    found[rules] = files.book_entry(book, how), book_script(book, board_of)
                elif book.info.plies is not None:
                    left[rules] = "without the search it cannot be read below its first plies"
                else:
                    most = f"{len(book):,} positions are too many to send (at most {files.MOST_POSITIONS:,})"
                    left[rules] = f"{most}: use oxobook serve"
        except (BookError, MissingExtra, MissingPosition) as error:
            left[rules] = str(error)
    return dict(sorted(found.items(), key=lambda one: one[1][0]["held"] == "search")), left


def _files(books: Mapping[Rules, tuple[KnownGame, str]], library: str, address: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files by name; the page comes last, when all that it loads is there."""
    proofs = files.proofs_in(library)
    for rules, (_, script) in books.items():
        yield files.script_name(rules), script.encode()
    for rules, proof in proofs.items():
        yield files.script_name(rules, files.PROOF), certificate_script(Certificate.open(proof.path)).encode()
    yield files.KNOWN, files.known_script({rules: entry for rules, (entry, _) in books.items()}, proofs).encode()
    for name in _PAGE:
        yield name, (files.BUILT / name).read_bytes()
    page = (files.BUILT / _INDEX).read_text(encoding="utf-8")
    yield _INDEX, page.replace(head := '<meta name="description"', preview_tags(address) + head).encode()


def service_worker(contents: Mapping[str, bytes]) -> bytes:
    """Return the service worker that caches these files, given by name."""
    digest = blake2b(digest_size=12)
    for name, content in sorted(contents.items()):
        digest.update(name.encode() + b"\0" + blake2b(content).digest())
    names = json.dumps(sorted(contents))
    worker = (files.BUILT / "worker.js").read_text(encoding="utf-8")
    return f'{worker}\nkeep("oxobook {digest.hexdigest()}", {names});\n'.encode()


def preview_tags(address: str) -> str:
    """Return the meta tags of the preview for the page's head; ``address``: the site's URL, empty if unknown."""
    base = f"{address.rstrip('/')}/" if address else ""
    tags = {"og:type": "website", "og:title": "oxobook: perfect play", "og:image": base + PREVIEW}
    tags |= {"og:description": "Play tic-tac-toe and its family, and see what every move is worth."}
    tags |= {"og:image:width": "1200", "og:image:height": "630"} | ({"og:url": base} if base else {})
    meta = "".join(f'<meta property="{name}" content="{text}">\n' for name, text in tags.items())
    return meta + '<meta name="twitter:card" content="summary_large_image">\n'
