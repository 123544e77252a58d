"""Display of entries, books and strategies in a notebook."""

import xml.etree.ElementTree as ElementTree

import pytest

from oxobook import Book, Position
from oxobook.book.strategy import pick_strategy
from oxobook.viewer.palette import COLOURS

SVG = "{http://www.w3.org/2000/svg}"


def marks(picture):
    """Return what a picture shows: by a cell's place, its box and the words in it."""
    root = ElementTree.fromstring(picture)
    marked = [box for box in root.iter(f"{SVG}rect") if box.get("rx")]  # but the paper under them
    boxes = {(float(box.get("x")) // 72, float(box.get("y")) // 72): box for box in marked}
    words = {place: [] for place in boxes}
    for text in root.iter(f"{SVG}text"):
        words[float(text.get("x")) // 72, float(text.get("y")) // 72].append(text.text)
    return boxes, words


def test_an_entry_shows_what_it_knows(book):
    """Each safe move has the position's value, the best ones their remoteness; what does not hold a draw loses."""
    won, drawn = book.probe("X../.../..O"), book.probe("X../.O./...")
    boxes, words = marks(won._repr_svg_())
    assert len(boxes) == len(won.safe) and [*words.values()].count(["X in 3"]) == len(won.best)
    boxes, words = marks(book.probe("X../.../...")._repr_svg_())
    assert sorted(" ".join(said) for said in words.values()) == ["X wins"] * 7 + ["draw"]
    assert len(marks(drawn._repr_svg_())[0]) == 7


def test_what_each_move_is_worth(book):
    """Each free cell says who wins, in his colour; what is not best is faint and has no edge."""
    entry = book.probe("X../.../..O")
    boxes, words = marks(book.values_svg(entry.position))
    for move in book.moves(entry.position):
        place = ("abc".index(move.move[0]), 3 - int(move.move[1]))
        assert boxes[place].get("fill") == COLOURS.pale({1: "X", -1: "O"}.get(move.value))
        assert (boxes[place].get("fill-opacity") is None) == move.best
        assert (boxes[place].get("stroke") is not None) == move.best
        winner = {1: f"X in {(move.remoteness + 1) // 2}", -1: f"O in {move.remoteness // 2}"}
        assert words[place] == [winner.get(move.value, "draw")]
    assert len(boxes) == 7


def test_a_finished_game_has_no_marks(book):
    """Nothing is marked if no move is left."""
    assert marks(book.probe("XXX/OO./...")._repr_svg_()) == ({}, {})


def card(shown):
    """The words of a card, which is well-formed markup."""
    return " ".join("".join(ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>").itertext()).split())


def test_a_book_shows_a_card(make_book):
    """The game, how perfect play ends, the counts, the file and the digest."""
    shown = make_book("3x4x3")
    words = card(shown)
    assert "The book of 3x4x3" in words and "Perfect play X in 4" in words
    raw = sum(layer.raw_positions for layer in shown.info.layers)
    assert f"28,275 up to symmetry, {raw:,} on the board" in words
    assert shown.name in words and shown.info.digest in words


def test_a_closed_book_says_so(made):
    """A card of a closed book asks nothing of it."""
    shown = Book.open(made("3x3x3"))
    shown.close()
    assert card(shown).endswith("closed>")


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-misere", "2x3x3-wild"])
def test_a_strategy_shows_its_boards(make_book, rules):
    """A board with its move for each position to remember, up to 24 of them, and how to play elsewhere."""
    strategy = pick_strategy(make_book(rules), "X")
    words = card(strategy)
    assert f"X's strategy in {rules}: pick" in words
    assert f"{strategy.positions:,} up to symmetry" in words and f"{len(strategy.remembered):,}; anywhere" in words
    assert ("block" in words) == (rules == "3x3x3")
    assert words.count(": play ") == min(len(strategy.remembered), 24)
    assert ("more" in words) == (len(strategy.remembered) > 24)
    empty = Position(strategy.rules)
    assert f"{empty.text}: play" in words
