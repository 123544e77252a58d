"""Labels of cells: shown on the board, typed for moves, refused with the reason."""

import pytest

from oxobook.book import Position, Rules
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.labels import kinds_for


def test_labels_name_each_cell_once():
    """On a board of any shape each cell has one label, and it names that cell."""
    rules = Rules(3, 4, 3)
    for kind in kinds_for(rules):
        named = cell_labels(kind, rules)
        assert len(set(named.names)) == rules.cells
        for cell, name in enumerate(named.names):
            assert Position(rules).play(named.typed(name, Position(rules))).x == 1 << cell


@pytest.mark.parametrize(
    ("rules", "kind", "board", "typed", "said"),
    [
        ("3x3x3", "keypad", "X../.../...", "7", "7 is taken in X../.../...; expected one of 8, 9, 4, 5, 6, 1, 2, 3"),
        ("3x3x3", "matrix0", "X../.../...", "zz", "expected one of 0,1 0,2 1,0 1,1 1,2 2,0 2,1 2,2; got 'zz'"),
        ("2x2x2-gravity", "coordinates", "../X.", "b2", "a stone at b2 would float in ../X.; expected one of a2, b1, "
         "or the letter or number of a column that is not full"),
        ("3x2x3-gravity", "coordinates", "X./O./X.", "a", "a3 is taken in X./O./X.; expected one of b1, or the letter "
         "or number of a column that is not full"),
    ],
)  # fmt: skip
def test_a_refusal_says_why_and_what_may_be_typed(rules, kind, board, typed, said):
    """A move that cannot be made is refused with the reason, and with the labels of the free cells."""
    rules = Rules.parse(rules)
    with pytest.raises(IllegalPosition) as refused:
        cell_labels(kind, rules).typed(typed, Position.parse(board, rules))
    assert str(refused.value) == said


def test_a_columns_letter_is_its_lowest_free_cell():
    """If stones fall, a column's letter stands for the cell on which the next stone lands."""
    rules = Rules(3, 2, 3, gravity=True)
    labels = cell_labels("reading", rules)
    assert labels.typed(" B ", Position.parse("../../X.", rules)) == "b1"
    assert labels.typed("a", Position.parse("../../X.", rules)) == "a2"
    assert labels.columns == ("a", "b", "1", "2") and cell_labels("reading", Rules()).columns == ()
    assert cell_labels("coordinates", rules).typed("2", Position.parse("../../X.", rules)) == "b1"


def test_sides_are_swapped_in_all_that_is_said():
    """If the side that moves first is called O, texts swap the two names; otherwise they stay as they are."""
    assert cell_labels("reading", Rules(), swapped=True).said("X blocks O's line") == "O blocks X's line"
    assert cell_labels("reading", Rules()).said("X blocks O's line") == "X blocks O's line"
    assert cell_labels("reading", Rules(), swapped=True).said("X") == "O"
