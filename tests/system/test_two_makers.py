"""Two makers of the same book at the same time: each ends with a right book or one line."""

import pytest

from oxobook.book import Book
from tests.pairs import pairs

REFUSALS = (
    "another process is writing '{}': wait for it, or end it",
    "'{}' exists already and is left as it is; --force",
)


@pytest.mark.parametrize("number", [pytest.param(6, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.long)])
def test_pairs_of_makers(compiled, made, tmp_path, number):
    """Held up at random lines of all that opens, locks, writes and names files, one maker of a pair at least makes the
    book; the other makes it too, or says in one line why not; the book is right, and nothing is beside it."""
    digests = set()
    for engine in ("frontier", "dense"):
        with Book.open(made("2x3x3", engine)) as book:
            digests.add(book.info.digest)
    refused = 0
    for pair in pairs(tmp_path, number):
        assert 0 in {code for _, code, _ in pair.ends}, pair
        for _, code, said in pair.ends:
            refused += code == 2
            lines = [one.format(tmp_path / "2x3x3.sqlite") for one in REFUSALS]
            assert (code, said) == (0, "") or (
                code == 2 and said.count("\n") == 1 and any(line in said for line in lines)
            ), pair
        assert pair.names == ["2x3x3.sqlite"] and pair.digest in digests, pair
    assert refused > number / 10
