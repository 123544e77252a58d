"""Large books on a site: the page reads them by range requests, within a budget, and names the hosts that cannot."""

import json
import shutil

import pytest

from benchmarks.range_host import compressing, cutting_off, ignoring, misreading, range_host
from oxobook.book import Book
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.explorer import files, ranges
from oxobook.viewer.explorer.site import write_site
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.browsing import Page
from tests.viewer.explorer.modules import run
from tests.viewer.explorer.test_range_files import random_positions

READERS = """
  { LargeBooks } from ./answers/large_books.ts
  { RangeBook } from ./answers/range_book.ts
  { boardOf, rulesOf } from ./game/rules.ts
"""
VALUE_BYTES, VALUE_RANGES, BOARD_BYTES = 20_000, 3, 200_000
"""Bytes that the value of a position may take after the manifest, and those that all moves' values may."""


@pytest.fixture(scope="module")
def large_site(made, tmp_path_factory):
    """A function from rules to the site with their dense book alone, and that book's path."""
    sites = {}

    def write(rules):
        if rules not in sites:
            folder = tmp_path_factory.mktemp("large")
            (folder / "books").mkdir()
            path = shutil.copy(made(rules, "dense"), folder / "books")
            with pytest.MonkeyPatch.context() as patch:
                if rules == "3x4x3":  # whose rows are short: so some have two parts
                    patch.setattr(ranges, "PIECE", 100)
                write_site(folder / "public", str(folder / "books"))
            sites[rules] = folder / "public", path
        return sites[rules]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "MOST_POSITIONS", 1_000)
        yield write


def asked(host, book, text, what):
    """Return the value of an expression of a fresh reader of large books, and the ranges that it took."""
    host.sent.clear()
    reader = "const [book, position] = given, rules = rulesOf(book);"
    return run(f"{reader} return {what};", book, text, imports=READERS, address=host.address), host.ranges()


def agree_within_budget(host, path, count):
    """Ask for random positions of a book: the answers are the book's, within the budget."""
    with Book.open(path) as book:
        for position in random_positions(book.rules, count):
            found, ranges = asked(host, book_summary(book), position.text, "new LargeBooks().lookup(rules, position)")
            expected = lookup_report(book.probe(position), book.moves(position))
            del expected["reasons"]  # the page sees them for itself
            assert found == json.loads(json.dumps(expected)), position.text
            assert sum(one.size for one in ranges) <= BOARD_BYTES, position.text
            score = "new RangeBook(rules).score(boardOf(position))"
            found, ranges = asked(host, book_summary(book), position.text, score)
            assert (found > 0) - (found < 0) == book.probe(position).value, position.text
            assert len(ranges) <= VALUE_RANGES and sum(one.size for one in ranges) <= VALUE_BYTES, position.text


def open_page(page, host, rules, problem=""):
    """Open the empty board of these rules, until it is valued or a problem is named."""
    page.address = host.address
    page.load(f"rules={rules}")
    if not problem:
        page.settled()
    page.until(f"document.getElementById('problem').textContent.includes({json.dumps(problem)})", 30)
    return page.text("problem")


@pytest.fixture
def page(tab):
    """The tab, and what goes wrong in it."""
    page = Page(tab, "")
    yield page
    page.leave()


def test_the_page_answers_from_ranges(large_site, page):
    """The page shows a large book's empty board, and answers random positions as the book does, within the budget."""
    folder, path = large_site("3x4x3")
    with range_host(folder) as host:
        assert open_page(page, host, "3x4x3") == ""
        assert page.tab.locator("#moves tbody button").count() == 12 and page.errors == []
        agree_within_budget(host, path, 5)


@pytest.mark.long
def test_4x5x4_from_ranges(large_site, page):
    """The same of 4x5x4, whose 163 million scores are 20 MB on the host."""
    folder, path = large_site("4x5x4")
    with range_host(folder) as host:
        assert open_page(page, host, "4x5x4") == ""
        agree_within_budget(host, path, 30)


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        (ignoring, "This host does not send parts of books/3x4x3/scores-0"),
        (compressing, "This host does not send parts of books/3x4x3/scores-0"),
        (misreading, "This host does not send parts of books/3x4x3/scores-0"),
        (cutting_off, "The server's answer broke off."),
    ],
)
def test_hosts_that_cannot(large_site, page, manner, said):
    """A host that ignores ranges, compresses or mistakes them, or breaks off, is named in a sentence."""
    folder, _ = large_site("3x4x3")
    with range_host(folder, manner) as host:
        open_page(page, host, "3x4x3", said)
        assert page.text("verdict") == "X to move."
        assert len(host.ranges()) <= 4 and sum(one.size for one in host.ranges()) < 200


def test_files_that_do_not_belong_together(large_site, page, tmp_path):
    """A file that was copied in part, is damaged or is missing is named in one sentence."""
    folder = shutil.copytree(large_site("3x4x3")[0], tmp_path / "public")
    scores = folder / "books" / "3x4x3" / "scores-00.bin"
    content = scores.read_bytes()
    with range_host(folder) as host:
        scores.write_bytes(content + b"more")
        open_page(page, host, "3x4x3", "scores-00.bin is damaged on this host: copy")
        scores.write_bytes(bytes(len(content)))
        open_page(page, host, "3x4x3", "scores-00.bin is damaged on this host: copy the site there again.")
        scores.unlink()
        open_page(page, host, "3x4x3", "does not send books/3x4x3/scores-00.bin: it answers with status 404.")


def test_from_a_disk(large_site, page):
    """A page that is opened from a disk says that a large book takes a host."""
    folder, _ = large_site("3x4x3")
    page.tab.goto(f"{(folder / 'index.html').as_uri()}#rules=3x4x3")
    page.until(
        "document.getElementById('problem').textContent.includes('which a page opened from a disk cannot do')", 30
    )
