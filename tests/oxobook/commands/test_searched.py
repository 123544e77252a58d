"""Results of searches below a book of first plies: kept, found again, merged, proved, and made to grow."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from oxobook import Book, Position, Rules
from oxobook.book.layout import first_plies, search
from oxobook.book.store.reader import Proved
from oxobook.book.store.writer import target_at
from oxobook.commands.root import main
from oxobook.generator.generate import generate_book

RULES = Rules.parse("3x3x3-gravity")
DEEP = "a1 b1 c1 a2 b2"


@pytest.fixture(scope="module")
def made_once(tmp_path_factory, search_compiled):
    """A book of first plies."""
    path = tmp_path_factory.mktemp("first") / "book.sqlite"
    generate_book(RULES, path, plies=4)
    return path


@pytest.fixture(scope="module")
def grown_once(made_once, tmp_path_factory):
    """A copy of it that keeps all that lookups need."""
    path = shutil.copy(made_once, tmp_path_factory.mktemp("grown") / "book.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(first_plies, "WORTH_KEEPING", 0)
        done = run("grow", path, "--time-limit", 60)
    assert done.exit_code == 0 and f"keeps {len(kept_in(path)):,} proofs" in done.stdout
    return path


@pytest.fixture
def path(made_once, tmp_path, monkeypatch):
    """A copy of it; whatever is searched is worth keeping."""
    monkeypatch.setattr(first_plies, "WORTH_KEEPING", 0)
    return shutil.copy(made_once, tmp_path / "book.sqlite")


def run(*words):
    return CliRunner().invoke(main, [*map(str, words)])


def kept_in(path):
    """Return what is kept in a book."""
    with Book.open(path) as book:
        return book.store.searched()


def keep(path, found):
    with Book.open(path) as book:
        target_at(path).keep_searched(book.info.digest, RULES, found)


def test_what_is_kept_is_found_again_without_a_search(path, monkeypatch):
    """A lookup with --keep leaves all that the same lookup needs later."""
    first = run("lookup", "-b", path, "--keep", "--json", *DEEP.split())
    assert first.exit_code == 0 and kept_in(path)
    monkeypatch.setattr(search, "search_for", lambda rules: pytest.fail("it searched"))
    again = run("lookup", "-b", path, "--json", *DEEP.split())
    work = {"nodes", "seconds"}
    assert {**json.loads(again.stdout), **dict.fromkeys(work)} == {**json.loads(first.stdout), **dict.fromkeys(work)}


def test_a_whole_book_keeps_nothing(made):
    """A book of all positions has nothing to keep."""
    done = run("lookup", "-b", made("3x3x3"), "--keep", "b2")
    assert done.exit_code == 2 and "books of first plies" in done.stderr


def test_a_book_that_grows(grown_once, made, monkeypatch):
    """On a small board `grow` ends with all that lookups need, and answers are those of the whole book."""
    monkeypatch.setattr(search, "search_for", lambda rules: pytest.fail("it searched"))
    with Book.open(made(str(RULES))) as whole, Book.open(grown_once) as book:
        for text in (DEEP, f"{DEEP} c2", f"{DEEP} a3 c2"):
            position = Position.parse(text, RULES)
            assert book.probe(position)[:7] == whole.probe(position)[:7]
            assert book.moves(position) == whole.moves(position)


def test_books_are_merged(path, tmp_path):
    """Results from elsewhere are merged with those kept: for each position the narrower bounds."""
    other = shutil.copy(path, tmp_path / "other.sqlite")
    keep(path, {0b1: Proved(1, 8, 5), 0b10: Proved(0, 0, 7)})
    keep(other, {0b1: Proved(-8, 4, 9), 0b100: Proved(2, 2, 8)})
    done = run("merge", other, "-b", path)
    assert done.exit_code == 0 and "it keeps 3" in done.stdout
    assert kept_in(path) == {0b1: Proved(1, 4, 9), 0b10: Proved(0, 0, 7), 0b100: Proved(2, 2, 8)}


def test_what_cannot_be_merged(path, tmp_path):
    """A contradiction is named, and another book is refused."""
    other = shutil.copy(path, tmp_path / "other.sqlite")
    keep(path, {0b1: Proved(1, 8, 5)})
    keep(other, {0b1: Proved(0, 0, 5)})
    done = run("merge", other, "-b", path)
    assert done.exit_code == 2 and "contradicts" in done.stderr and done.stderr.count("\n") == 1
    generate_book(RULES, tmp_path / "foreign", plies=3)
    keep(tmp_path / "foreign", {0b1: Proved(0, 0, 5)})
    done = run("merge", tmp_path / "foreign", "-b", path)
    assert done.exit_code == 2 and "keeps nothing for" in done.stderr


@pytest.mark.parametrize("options", [[], ["--sample", "50"]])
def test_a_false_proof(grown_once, tmp_path, options):
    """`verify` searches for what is kept again, and finds a bound that is wrong."""
    path = shutil.copy(grown_once, tmp_path / "book.sqlite")
    assert run("verify", path, *options).exit_code == 0
    key, proved = next((key, one) for key, one in kept_in(path).items() if one.least == one.most > 0)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM searched")
    keep(path, {key: proved._replace(most=proved.most - 1, least=proved.least - 1)})
    done = run("verify", path, *options, "--json")
    assert done.exit_code == 1
    assert [check["check"] for check in json.loads(done.stdout)["checks"] if check["wrong"]] == ["kept"]


def test_damage(path):
    """Bounds that contradict each other are named when they are read, and by verify."""
    keep(path, {0b1: Proved(1, 8, 5)})
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE searched SET most = 0")
    done = run("lookup", "-b", path, *DEEP.split())
    assert done.exit_code == 2 and "its searched table holds a row that cannot be right" in done.stderr
    assert run("verify", path).exit_code == 1


def test_the_book_that_comes_along_is_copied(path, tmp_path, monkeypatch):
    """What is searched below a book that comes with oxobook is kept in a copy in the library, where lookups find it."""
    before = path.read_bytes()
    monkeypatch.setattr("oxobook.book.published.published_file", lambda name: path)
    monkeypatch.setattr("oxobook.book.library.ALONG", (str(RULES),))
    library = tmp_path / "library"
    for _ in range(2):
        done = run("lookup", "-r", RULES, "--library", library, "--keep", *DEEP.split())
        assert done.exit_code == 0 and path.read_bytes() == before
    assert kept_in(library / f"{RULES}.sqlite") and not kept_in(path)
