"""Rules: their text, lines and limits."""

import numpy as np
import pytest

from oxobook.book import IllegalRules, Rules, TooLarge
from oxobook.book.game.rules import NAMES, require_keys
from oxobook.book.game.symmetry_arrays import batch_symmetry
from tests.reference import Reference


@pytest.mark.parametrize(
    "text",
    ["3x3x3", "4x4x4", "3x4x3", "3x3x3-misere", "5x4x4-gravity", "3x3x3-misere-gravity", "1x31x5", "8x8x4-gravity"],
)
def test_text_is_read_back(text):
    """The text form of parsed rules is the text."""
    assert str(Rules.parse(text)) == text


def test_variants_in_either_order_and_case():
    """Both orders of the variants and capital letters name the same rules."""
    assert Rules.parse(" 3X3x3-GRAVITY-misere ") == Rules(3, 3, 3, misere=True, gravity=True)


@pytest.mark.parametrize(
    "text",
    ["", "3x3", "3x3x3x3", "0x3x3", "3x3x0", "-3x3x3", "3x3x3-sphere", "3x3x3-misere-misere", "٣x٣x٣", "3 x 3 x 3"],
)
def test_other_text_is_refused(text):
    """Anything else is refused with the form that was expected and the text that came."""
    with pytest.raises(IllegalRules, match="expected rules as ROWSxCOLUMNSxK") as caught:
        Rules.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rows": 5, "columns": 13}, "at most 64 cells; '5x13x3' has 65 cells: choose a smaller board"),
        ({"rows": 0}, "from 1 to 999; got 0, 3 and 3"),
        ({"k": 1000}, "from 1 to 999; got 3, 3 and 1000"),
        ({"kind": "sphere"}, "expected a kind of board, one of '', 'cylinder', 'torus', 'cube', .*; got 'sphere'"),
        ({"convention": "cat"}, "expected a convention, one of '', 'maker'.*; got 'cat'"),
    ],
)
def test_rules_made_in_code_are_checked(fields, message):
    """They are refused for the reasons that a text is, which the message names; 64 cells are the most."""
    assert Rules(8, 8, 4).cells == 64
    with pytest.raises(IllegalRules, match=message):
        Rules(**fields)


def test_keys_hold_31_cells():
    """Whoever keeps keys in 64 bits refuses a board of 32 cells, and says why; 31 pass."""
    require_keys(Rules(1, 31, 5))
    with pytest.raises(TooLarge, match=r"at most 31 cells.*two bits a cell of a 64-bit integer; 4x8x4 has 32"):
        require_keys(Rules(4, 8, 4))
    with pytest.raises(TooLarge, match=r"at most 31 cells"):
        batch_symmetry(Rules(6, 7, 4, gravity=True)).canonical(np.zeros(1, dtype=np.int64))


@pytest.mark.parametrize("shape", [(3, 3, 3), (3, 4, 3), (4, 4, 3), (1, 5, 3), (3, 3, 1), (3, 3, 4), (5, 2, 2)])
def test_lines_are_the_reference_lines(shape):
    """The lines are the straight runs of k cells, each once."""
    expected = {sum(1 << cell for cell in set(line)) for line in Reference(*shape).lines}
    assert set(Rules(*shape).lines) == expected and len(Rules(*shape).lines) == len(expected)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        *NAMES.items(),
        ("Tic-Tac-Toe", "3x3x3"),
        (" connect-four ", "6x7x4-gravity"),
        ("connect-four-misere", "6x7x4-misere-gravity"),
        ("tic-tac-toe-misere", "3x3x3-misere"),
        ("tictactoe3d", "3x9x3-cube"),
        ("Connect4-misere", "6x7x4-misere-gravity"),
    ],
)
def test_games_have_names(name, rules):
    """A game's common name stands for its rules, in upper or lower case, and with a convention after it."""
    assert str(Rules.parse(name)) == str(Rules.parse(rules)) == rules


@pytest.mark.parametrize(
    "text", ["connect-four-gravity", "connect-fourteen", "my-connect-four", "tic-tac-toe-tic-tac-toe"]
)
def test_what_is_no_name(text):
    """A name with something else around it is refused, with a name that is one and where lines are given."""
    with pytest.raises(IllegalRules, match=r"a name such as connect-four; got .*: lines of your own go into a file"):
        Rules.parse(text)
