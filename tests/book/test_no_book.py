"""Books that hold nothing: their answers are searched, in Python and by the commands."""

import json
import pickle

import pytest

from oxobook import Book, MissingBook, Position, Rules, open_book
from oxobook.book.errors import MissingPosition, OutOfTime, TooLarge
from oxobook.book.layout.search import searching_for
from oxobook.book.no_book import NoBook, SearchedBook

pytestmark = pytest.mark.usefixtures("search_compiled")
LATE = "......", "......", "OOOXXX", "XXOOOX", "OOXXXO"
LOST = "e1 e2 d1 f1 f2 e3 e4 d2 d3 b1 b2 d4 d5 b3 f3 b4 c1"


@pytest.mark.parametrize(
    "ask",
    [
        *(Book.probe, Book.moves, Book.line, Book.outcome, Book.values_svg),
        *(lambda book, position: book.lookup_many([position]), lambda book, position: book.good_moves([position])),
        *(lambda book, position: list(book), lambda book, position: book.sample(1)),
    ],
)
def test_no_book_answers_no_question(ask):
    """Every question to the stand-in for a book that is not there raises MissingPosition; ``get`` gives None."""
    book = NoBook(Rules.parse("6x5x4"))
    with pytest.raises(MissingPosition, match="there is no book of 6x5x4 to ask"):
        ask(book, Position(book.rules))
    assert book.get(Position(book.rules)) is None and Position(book.rules) not in book and len(book) == 0
    book.close()


def test_in_python(tmp_path):
    """``make`` gives such a book where none can be made, and only there; it can be pickled, and holds nothing."""
    with open_book(Rules.parse("5x6x4-gravity"), library=tmp_path, make=True) as book:
        assert book.probe("/".join(LATE)).value == 0 and book.line("/".join(LATE))
        assert repr(pickle.loads(pickle.dumps(book))) == repr(book) == "<SearchedBook of 5x6x4-gravity>"
        assert len(book) == 0 and book.info.plies == -1 and list(book) == []
        with pytest.raises(TooLarge, match="from 0 to 0; got 1"):
            book.sample(1)
        with pytest.raises(TooLarge, match="each answer of 5x6x4-gravity is searched: look"):
            book.lookup_many([Position(book.rules)])
        with pytest.raises(OutOfTime), searching_for(0.01):
            book.probe(Position(book.rules))
    for rules, make in (("5x6x4-gravity", False), ("5x5x4", True), ("6x6x4-wild", False)):
        with pytest.raises(MissingBook):
            open_book(Rules.parse(rules), library=tmp_path, make=make)
    assert not [*tmp_path.iterdir()] and issubclass(SearchedBook, Book)


@pytest.mark.slow
@pytest.mark.parametrize("words", [("6x9x4-gravity", LOST), (*LOST.split(), "6x9x4-gravity")])
def test_a_lookup_without_a_book(run, words):
    """A lookup searches where no book can be made, in whatever order it is asked, and says so."""
    done = run("lookup", *words, "--json", "--time-limit", "200")
    found = json.loads(done.stdout)
    assert (found["value"], found["remoteness"], found["source"]) == ("loss", 28, "search")
    assert done.stderr.startswith("There is no book of 6x9x4-gravity: each answer is searched")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("lookup", "--line", "/".join(LATE)), 0, "each answer is searched"),
        (("lookup", "--line", "--time-limit", "0.05"), 2, "oxobook: the search was not finished in time; proved"),
        (("stats",), 2, "there is none: see oxobook generate 5x6x4-gravity --plan"),
    ],
)
def test_what_needs_a_book(run, words, code, message):
    """A line is searched too; what runs out of time, and what needs a book, is said in one line."""
    done = run(*words, "-r", "5x6x4-gravity")
    assert done.exit_code == code and message in done.stderr.splitlines()[-1]
    assert ("draw" in done.stdout) == (code == 0)
