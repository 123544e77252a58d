"""JavaScript modules of a game, and packages for npm, which have their types too.

A small book is packed into its module. Other modules are bundled from the page's: answers by search below first plies,
and a certificate's strategy. Before them stands a line with the game, and one with what is known of it.
"""

import json
from collections.abc import Callable
from gzip import GzipFile
from io import BytesIO
from tarfile import TarFile, TarInfo
from typing import Any, BinaryIO, NamedTuple

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.strategy_file import proof_path
from oxobook.book.errors import TooLarge
from oxobook.book.game.position import Position
from oxobook.book.layout import search
from oxobook.viewer.export.source import filled, numbers_of


class Module(NamedTuple):
    """Module, and what a package says of it."""

    name: str
    about: str
    example: str
    script: bytes
    types: bytes


def book_module(book: Book) -> Module:
    """Return the module that answers for a book; raises TooLarge."""
    rules, name = book.rules, f"oxobook-{book.rules}"
    if book.info.plies is None:
        about, numbers = f"Every answer of the solved game {rules}", numbers_of(book)
        example, files = f'lookup("{Position(rules)}")', (filled("book.js", numbers), filled("book.d.ts", numbers))
    else:
        from oxobook.viewer.explorer.book_data import first_plies  # this and the page take a while to import
        from oxobook.viewer.explorer.files import book_entry

        assert search.board_of is not None
        about, example = f"Every answer of {rules}, from a book of its first plies and by search", 'await lookup("44")'
        files = _of_page("searched", book_entry(book, "search"), first_plies(book, search.board_of))
    return Module(name, about, f'import {{ lookup }} from "{name}";\n\n{example};', *files)


def strategy_module(book: Book) -> Module:
    """Return the module that plays by the certificate of a book's game; raises MissingBook or TooLarge."""
    from oxobook.viewer.explorer.book_data import proof
    from oxobook.viewer.explorer.files import proof_at

    path, rules, name = proof_path(book), book.rules, f"oxobook-{book.rules}-strategy"
    certificate, found = Certificate.open(path), proof_at(path)
    if found is None or not rules.gravity or rules.columns > 9:
        raise TooLarge(f"expected a certificate of a grid of at most 9 columns where stones fall; got one of {rules}")
    files = _of_page("strategy", found.entry, proof(certificate))
    return Module(name, certificate.claim, f'import {{ move }} from "{name}";\n\nmove("");', *files)


def _of_page(bundle: str, game: Any, content: Any) -> tuple[bytes, bytes]:
    """Return a module that is bundled from the page's, after its data, and the module's types."""
    from oxobook.viewer.explorer.files import BUILT

    told = {"game": game, "content": content}
    data = (f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in told.items())
    head = f"// {game['rules']}, by oxobook {__version__}\n{''.join(data)}"
    return head.encode() + (BUILT / f"{bundle}.js").read_bytes(), (BUILT / f"{bundle}.d.ts").read_bytes()


def write_script(module_of: Callable[[Book], Module], book: Book, file: BinaryIO) -> None:
    """Write a module; raises as ``module_of``."""
    file.write(module_of(book).script)


def write_package(module_of: Callable[[Book], Module], book: Book, file: BinaryIO) -> None:
    """Write a module and its types as a package, as ``npm pack`` does; raises as ``module_of``."""
    module = module_of(book)
    about = {
        "name": module.name,
        "version": __version__,
        "description": module.about,
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "sideEffects": False,
    }
    content = {
        "package.json": json.dumps(about, indent=2).encode() + b"\n",
        "index.js": module.script,
        "index.d.ts": module.types,
        "README.md": filled("package.md", {**module._asdict(), "version": __version__}),
    }
    with GzipFile(fileobj=file, mode="wb", mtime=0) as packed, TarFile.open(fileobj=packed, mode="w") as archive:
        for path, data in content.items():
            member = TarInfo(f"package/{path}")
            member.size = len(data)
            archive.addfile(member, BytesIO(data))
