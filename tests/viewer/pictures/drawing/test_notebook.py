"""Entries, books and strategies as a notebook shows them, as they were when somebody looked at them."""

import pytest

from oxobook import Book
from oxobook.book.strategy import pick_strategy

POSITIONS = {"won": "X../.../..O", "drawn": "X../.O./...", "drawn but for": "X../.../...", "over": "XXX/OO./..."}


@pytest.mark.parametrize("name", POSITIONS)
def test_an_entry_shows_what_it_knows(book, snapshot, name):
    """Each safe move has the position's value, the best ones their remoteness; what does not hold a draw loses."""
    snapshot(f"entry {name}.svg", book.probe(POSITIONS[name])._repr_svg_())


def test_what_each_move_is_worth(book, snapshot):
    """Each free cell says who wins, in his colour; what is not best is faint and has no edge."""
    snapshot("values.svg", book.values_svg("X../.../..O"))


def test_a_book_shows_a_card(make_book, snapshot):
    """The game, how perfect play ends, the counts, the file and the digest."""
    shown = make_book("2x3x3")
    card = shown._repr_html_()
    assert shown.name in card and shown.info.digest in card
    snapshot("book.html", card.replace(shown.name, "NAME").replace(shown.info.digest, "DIGEST"))


def test_a_closed_book_says_so(made):
    """A card of a closed book asks nothing of it."""
    shown = Book.open(made("3x3x3"))
    shown.close()
    assert shown._repr_html_().endswith("closed&gt;</p>")


@pytest.mark.parametrize("rules", ["3x3x3", "2x3x3-misere", "2x3x3-wild"])
def test_a_strategy_shows_its_boards(make_book, snapshot, rules):
    """A board with its move for each position to remember, up to 24 of them, and how to play elsewhere."""
    snapshot(f"strategy {rules}.html", pick_strategy(make_book(rules), "X")._repr_html_())
