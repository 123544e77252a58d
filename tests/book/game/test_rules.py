"""Rules: their text, names and limits."""

import re

import numpy as np
import pytest

from oxobook.book import IllegalRules, Rules, TooLarge
from oxobook.book.game.rules import NAMES, require_keys
from oxobook.book.game.symmetry_arrays import batch_symmetry

READ = {text: text for text in ["3x3x3", "4x4x4", "3x4x3", "3x3x3-misere", "5x4x4-gravity", "1x31x5", "8x8x4-gravity"]}
READ |= NAMES | {" 3X3x3-GRAVITY-misere ": "3x3x3-misere-gravity", "Tic-Tac-Toe": "3x3x3"}
READ |= {" connect-four ": "6x7x4-gravity", "connect-four-misere": "6x7x4-misere-gravity"}
READ |= {"tictactoe3d": "3x9x3-cube", "Connect4-misere": "6x7x4-misere-gravity"}
READ |= {"Order and Chaos": "6x6x5-order", "connect 4": "6x7x4-gravity", "3\xd74\xd73-misere": "3x4x3-misere"}
FORM = "expected rules as ROWSxCOLUMNSxK"
NO_NAME = "a name such as connect-four; got .*: lines of your own go into a file"
REFUSED = {
    **dict.fromkeys(("", "3x3", "3x3x3x3", "0x3x3", "3x3x0", "-3x3x3", "3x3x3-sphere", "٣x٣x٣", "3 x 3 x 3"), FORM),
    "3x3x3-misere-misere": FORM,
    **dict.fromkeys(("connect-four-gravity", "connect-fourteen", "my-connect-four", "torus-torus"), NO_NAME),
    "3x3x3-tippy": "expected 4 as k, the number of cells of 'tippy': 3x3x4-tippy; got 3",
    "4x4x4-wild-gravity": "stones do not fall where both sides set the same signs; got '4x4x4-wild-gravity'",
    "3x3x3-hex-gravity": "stones do not fall between hexagons; got 3x3x3-hex-gravity",
    "3x3x3-torus-gravity": "a torus has no bottom .* take a cylinder, 3x3x3-cylinder-gravity",
    **dict.fromkeys(
        ("3x9x3-cube-gravity", "3x8x3-cube", "3x3x3-cube"),
        "a cube is written as its layers side by side.*such as 3x9x3-cube",
    ),
}
"""By text how the message about it begins, or what it says."""


@pytest.mark.parametrize("text", READ)
def test_text_is_read(text):
    """Names and words, in either order and case, are read; the rules' own text is read as it was written."""
    assert str(Rules.parse(text)) == READ[text] == str(Rules.parse(READ[text]))


@pytest.mark.parametrize("text", REFUSED)
def test_other_text_is_refused(text):
    """The message says what was expected, and names the text that came or the board that it is about."""
    with pytest.raises(IllegalRules, match=REFUSED[text]) as caught:
        Rules.parse(text)
    assert REFUSED[text] != FORM or repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rows": 5, "columns": 13}, "at most 64 cells; '5x13x3' has 65 cells: choose a smaller board"),
        ({"rows": 0}, "from 1 to 999; got 0, 3 and 3"),
        ({"k": 1000}, "from 1 to 999; got 3, 3 and 1000"),
        ({"kind": 3}, "kind, definition and convention are texts; got 3, '', ''"),
        ({"kind": "sphere"}, "expected a kind of board, one of '', 'cylinder', 'torus', 'cube', "),
        ({"convention": "cat"}, "expected a convention, one of '', 'maker'"),
    ],
)
def test_rules_made_in_code_are_checked(fields, message):
    """They are refused for the reasons that a text is, which the message names; 64 cells are the most."""
    assert Rules(8, 8, 4).cells == 64
    with pytest.raises(IllegalRules, match=re.escape(message)):
        Rules(**fields)


def test_keys_hold_31_cells():
    """Whoever keeps keys in 64 bits refuses a board of 32 cells, and says why; 31 pass."""
    require_keys(Rules(1, 31, 5))
    with pytest.raises(TooLarge, match=r"at most 31 cells.*two bits a cell of a 64-bit integer; 4x8x4 has 32"):
        require_keys(Rules(4, 8, 4))
    with pytest.raises(TooLarge, match=r"at most 31 cells"):
        batch_symmetry(Rules(6, 7, 4, gravity=True)).canonical(np.zeros(1, dtype=np.int64))
