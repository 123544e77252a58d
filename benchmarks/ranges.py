"""Large book on a static host: its size, the time to write it, and a position's bytes and requests.

A book is written as a site has it, and its page is opened in headless Chromium from a host of static files. Ten random
positions are asked there one after another, each by a reader that has kept nothing but the manifest: for the position's
value alone, and for the whole board as the page shows it: the value of every move, how many replies to each are wrong,
and the pick. The budget: 20 kB and 3 requests for a value, 200 kB for a board.

The last table is of a hundred pieces of the largest file: what else they could have been packed by, and how large.

``python -m benchmarks.ranges [RULES [LIBRARY]]``: default 4x5x4; the book is made in the library, by default a folder
of its own, unless it is there. 5x5x4 takes some 4 GB of disk.
"""

import json
import sys
import time
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import zstandard
from playwright.sync_api import Page

from benchmarks.page import chromium, until
from benchmarks.range_host import RangeHost, range_host
from benchmarks.timing import machine, print_table
from oxobook.book import Position, Rules
from oxobook.book.layout.layouts import layout_in
from oxobook.book.library import book_path
from oxobook.book.store.reader import Store
from oxobook.generator.generate import generate_book
from oxobook.viewer.explorer.site import write_site
from tests.viewer.explorer.modules import bundled

POSITIONS = 10
SAMPLE = 100
PIECES = (4_096, 16_384, 65_536)
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "zlib 4": lambda piece: zlib.compress(piece, 4),
    "zlib 6": lambda piece: zlib.compress(piece, 6),
    "zlib 9": lambda piece: zlib.compress(piece, 9),
    "Zstandard 19": lambda piece: zstandard.compress(piece, 19),
}

_MODULES = """
    { LargeBooks } from ./answers/large_books.ts
    { RangeBook } from ./answers/range_book.ts
    { boardOf, rulesOf } from ./game/rules.ts
"""
_ASK = """
    async () => {
        const rules = rulesOf(oxobook.known.books[0]);
        const book = new RangeBook(rules), large = new LargeBooks();
        await book.manifest();
        return await WHAT;
    }
"""


def positions(rules: Rules) -> list[Position]:
    """Return positions of random games in which the game goes on."""
    lots = Random(0)
    found: list[Position] = []
    while len(found) < POSITIONS:
        position, plies = Position(rules), lots.randrange(1, rules.cells)
        while not position.over and position.ply < plies:
            position = position.play(lots.choice(position.legal_moves))
        if not position.over:
            found.append(position)
    return sorted(found, key=lambda one: one.ply)


def asked(tab: Page, host: RangeHost, what: str) -> tuple[Any, int, int, float]:
    """Return the page's answer, and its number of ranges, bytes in all, and milliseconds."""
    host.sent.clear()
    start = time.perf_counter()
    found = tab.evaluate(_ASK.replace("WHAT", what))
    taken = time.perf_counter() - start
    ranges = host.ranges()
    return found, len(ranges), sum(one.size for one in ranges), 1000 * taken


def from_the_page(folder: Path, rules: Rules) -> None:
    """Ask the page, and print."""
    with range_host(folder) as host, chromium() as browser:
        tab = browser.new_page()
        tab.goto(f"{host.address}#rules={rules}")
        until(tab, "document.querySelectorAll('#board .value').length > 0")
        tab.evaluate(bundled(_MODULES))
        first = {one.path: one.size for one in host.sent if one.path.endswith(f"{rules}/manifest.json")}
        sizes = (f"{Path(path).name} {size:,} bytes" for path, size in first.items())
        print(f"Read once, as they travelled: {', '.join(sizes)}")
        table = [["position", "ply", "requests", "for the value", "requests", "for the board", "time", ""]]
        for position in positions(rules):
            text = position.text
            _, *value, _ = asked(tab, host, f"book.score(boardOf('{text}'))")
            answer, *board, taken = asked(tab, host, f"large.lookup(rules, '{text}')")
            worth = answer["value"] + (f" in {answer['remoteness']}" if answer["value"] != "draw" else "")
            numbers = [str(value[0]), f"{value[1]:,} bytes", str(board[0]), f"{board[1]:,} bytes", f"{taken:.0f} ms"]
            table.append([text, str(position.ply), *numbers, worth])
        print_table("Random positions, from a host on this machine", table)


def packings(path: Path, folder: Path) -> None:
    """Compare what pieces could be packed by, and print."""
    manifest = json.loads((folder / "manifest.json").read_text())
    stones = max(manifest["files"], key=lambda file: file["bytes"])["stones"]
    store = Store(str(path))
    rows = layout_in(store).score_rows(stones)
    assert rows is not None
    table = [[f"{stones} stones of X", *(name for name in PACKERS), ""]]
    for size in PIECES:
        at_once = max(1, size // (4 + sum(rows.columns)))
        some = [one.o_to_move + one.x_to_move for one in islice(rows.read(at_once), SAMPLE)]
        cells = []
        for pack in PACKERS.values():
            start = time.process_time()
            packed = sum(len(pack(piece)) for piece in some)
            rate = sum(map(len, some)) / (time.process_time() - start) / 1e6
            cells.append(f"{packed // len(some):,} bytes, {packed / sum(map(len, some)):.1%}, {rate:.0f} MB/s")
        table.append([f"pieces of {sum(map(len, some)) // len(some):,} bytes", *cells, ""])
    store.close()
    print_table("What a piece comes to, of what it was before, and how fast it is packed", table)


def main() -> None:
    """Make the book unless it is there, measure and print."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) > 1 else "4x5x4")
    print(machine("oxobook", "playwright"), flush=True)
    with TemporaryDirectory() as folder:
        path = book_path(rules, sys.argv[2] if len(sys.argv) > 2 else folder)
        if not path.exists():
            generate_book(rules, path, engine="dense")
        alone, public = Path(folder) / "alone", Path(folder) / "public"
        alone.mkdir()
        (alone / path.name).symlink_to(path.resolve())
        start, begun = time.perf_counter(), time.process_time()
        write_site(public, str(alone))
        taken, worked = time.perf_counter() - start, time.process_time() - begun
        files = list((public / "books" / str(rules)).iterdir())
        size = sum(file.stat().st_size for file in files)
        print(
            f"{rules}: a book of {path.stat().st_size / 1e6:,.1f} MB is {size / 1e6:,.1f} MB in {len(files)} files, "
            f"the largest of {max(file.stat().st_size for file in files) / 1e6:,.1f} MB; written in {taken:,.0f} s, "
            f"{worked:,.0f} s of them work",
            flush=True,
        )
        from_the_page(public, rules)
        packings(path, public / "books" / str(rules))


if __name__ == "__main__":
    main()
