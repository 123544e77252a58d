"""Searched answers: kept in a journal, from which a later call goes on, and never mistaken for others."""

import pytest

from oxobook import Book, CannotWrite, Position, Rules, generate_book
from oxobook.book.progress import tell_nobody
from oxobook.viewer.datasets.played import moves_answer, played, value_answer
from oxobook.viewer.searched import forget, searched


@pytest.fixture
def first(tmp_path, search_compiled):
    """A book of first plies."""
    generate_book("3x4x3-gravity", tmp_path / "first", plies=3)
    with Book.open(tmp_path / "first") as book:
        yield book


def test_a_journal_is_gone_on_from(first, tmp_path):
    """What a stopped call has found is not asked again, a line that it had begun goes, and the answers are a book's."""
    generate_book("3x4x3-gravity", tmp_path / "whole")
    positions, journal = played(first.rules, 30, 1, even=True), tmp_path / "journal"
    asked, most = [], 10

    def value(book, position):
        asked.append(position)
        if len(asked) >= most:
            raise KeyboardInterrupt
        return value_answer(book, position)

    with pytest.raises(KeyboardInterrupt):
        searched(first, positions, value, 1, journal, tell_nobody)
    lines = journal.read_text().splitlines()
    journal.write_text("".join(f"{line}\n" for line in lines) + "12")
    asked.clear()
    most = 100
    found = searched(first, positions, value, 2, journal, tell_nobody)
    assert 10 <= len(lines) < 20 and len(asked) == 31 - len(lines) and len(journal.read_text().splitlines()) == 31
    with Book.open(tmp_path / "whole") as whole:
        assert found == {one.key: tuple(whole.outcome(one)) for one in positions}
    with pytest.raises(CannotWrite, match=r"answers for '3x4x3-gravity moves_answer'; it has others: remove it"):
        searched(first, positions, moves_answer, 1, journal, tell_nobody)
    forget(journal)
    forget(journal)
    assert not journal.exists()


def test_positions_of_random_games():
    """They are the seed's, canonical and different; by ply alike if asked, and refused if there are too few."""
    rules = Rules.parse("connect-four")
    some = played(rules, 80, 1, even=False)
    assert some == played(rules, 80, 1, even=False) != played(rules, 80, 2, even=False)
    assert len({one.key for one in some}) == 80 and not any(one.over for one in some)
    plies = [one.ply for one in played(rules, 160, 1, even=True)]
    assert plies == sorted(plies) and max(plies.count(ply) for ply in range(3, 35)) <= 5 <= plies.count(10) + 1
    with pytest.raises(Exception, match=r"^expected at most about 2 games"):
        played(Rules(1, 2, 2), 10, 1, even=False)
    assert Position(Rules()) in played(Rules(), 300, 1, even=False)
