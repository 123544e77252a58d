"""Commands that put books on the web: serve, over HTTP, and site, as static files."""

import re
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

import click

from oxobook.book.errors import CannotWrite, MissingBook
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search
from oxobook.commands.books import library_option
from oxobook.commands.output import local_name, say
from oxobook.on_demand import make_missing, open_book

OFFERED = (
    *("3x3x3", "3x3x3-misere", "3x3x3-wild", "3x3x3-notakto", "3x3x3-order", "3x3x3-torus", "3x3x3-hex"),
    *("3x4x3", "4x4x3-gravity"),
)
"""Small games that the page offers: their books are made in a second, all together."""


@click.command(epilog="Example: oxobook serve --port 8080")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 finds a free one."
)
@click.option(
    "-b", "--book", "others", metavar="BOOK", multiple=True, help="Also serve this book, a path or URL; repeatable."
)
@library_option
def serve(host: str, port: int, others: tuple[str, ...], library: str) -> None:
    """Serve the books over HTTP: a page, and JSON.

    The small games that the page offers are made at the start, if the library lacks their books.

    /openapi.json describes the API. The server is for a class, a laboratory or an intranet. In public put a reverse
    proxy before it, or write a static site, which any host serves to any number of readers: oxobook site.
    """
    from oxobook.viewer.explorer.app import create_app
    from oxobook.viewer.explorer.server import listen, run, url

    _make_offered(library)
    if not others:
        _require_folder(library)
    for one in others:
        open_book(target=one).close()  # what cannot be read is said before the server starts
    with listen(host, port) as listening:
        say(f"Serving the books of {library} at {url(listening)} (Ctrl-C ends)")
        # so no site can let its own name point to this machine, and have its pages query this server like their own
        own = ("localhost", "127.0.0.1", "::1")
        run(create_app(library, others, own if host in own else (), _board_of()), listening)


@click.command(epilog="Example: oxobook site public")
@click.argument("folder", metavar="DIR", callback=local_name)
@library_option
@click.option("--address", metavar="URL", default="", help="URL of the site, for link previews.")
@click.option("--force", is_flag=True, help="Write over the files of a folder that is not empty.")
def site(folder: str, library: str, address: str, force: bool) -> None:
    """Write the page and its books as a static site.

    It opens from a disk or from any web host; from a host it can be installed, and then works offline. The small games
    that the page offers are made first, if the library lacks their books. Connect Four is there too: the page searches.
    A larger book needs a server.
    """
    if address and not re.fullmatch(r"https?://[^/\s?#]+(/[^\s?#]*)?", address):
        raise click.BadParameter(f"expected an address such as https://example.org/oxobook/; got {address!r}.")
    from oxobook.viewer.explorer.site import write_site

    _make_offered(library)
    _require_folder(library)
    written, left = write_site(Path(folder), library, force, address, _board_of())
    say(f"{Path(folder) / 'index.html'}: with the books of {', '.join(map(str, written))}")
    for rules, why in left.items():
        say(f"Left out {rules}: {why}", err=True)


def _board_of() -> search.BoardOf | None:
    """Return the function that describes a board to the page's search; None without Numba."""
    if find_spec("numba") is None:
        say("Without Connect Four, whose search needs the library numba: pip install 'oxobook[large]'", err=True)
        return None
    return search.board_of


def _require_folder(library: str) -> None:
    """Raise MissingBook unless the library is a folder."""
    if not Path(library).is_dir():
        advice = f"make a book with: oxobook generate --library {quote(library)}, or " * (not Path(library).exists())
        raise MissingBook(f"there is no folder {library!r}: {advice}name another folder")


def _make_offered(library: str) -> None:
    """Make the small games that the page offers, as far as the library lacks them; say why if it cannot be done."""
    try:
        if made := [rules for rules in OFFERED if make_missing(Rules.written(rules), library)]:
            say(f"Made the books of {', '.join(made)}", err=True)
    except CannotWrite as error:
        say(f"Without some small games that the page offers: {error}", err=True)
