"""The seam for notations: one more is one line of the registry, and everything that reads positions then knows it."""

import json
import re

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.game.reading.boards import stones_of
from oxobook.book.game.reading.reader import NOTATIONS, Reading


def runs(given):
    """A notation of one's own: boards as in chess, where a digit is a run of free cells, as in ``X2/1O1/3``."""
    cells = re.sub(r"\d", lambda digit: "." * int(digit[0]), given.text.lower()).replace("/", "")
    if re.fullmatch("[xo.]+", cells) and len(cells) == given.rules.cells:
        yield from (Reading("", stones) for stones in stones_of(dict(enumerate(cells)), given))


@pytest.fixture
def more(monkeypatch):
    """The line."""
    monkeypatch.setitem(NOTATIONS, "runs", runs)


def test_a_notation_is_one_line(run, more):
    """The new notation is read in Python and by commands."""
    assert Position.parse("X2/1O1/3").text == "X../.O./..."
    assert Position.parse("X3/1O2/4", Rules(3, 4, 3)).text == "X.../.O../...."
    assert json.loads(run("lookup", "X2/1O1/3", "--json").stdout)["position"] == "X../.O./..."
    assert "\n   3    O" in run("lookup", "O2/1X1/3", "--first", "O").stdout


def test_it_is_held_to_the_others(more):
    """What it reads otherwise than another notation is refused, with both readings."""
    with pytest.raises(IllegalPosition, match=r"X../... \(a board\)|expected"):
        Position.parse("X2O", Rules(2, 3, 3))
