"""Reading in one legal way only: a game written in any notation is read back, or all its readings are named."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.game.labels import LABELS, kinds_for
from oxobook.book.game.position import moves_between, positions_of_record
from tests.parsing import GAMES as PLAIN

GAMES = [*PLAIN, *map(Rules.parse, ("wild", "notakto", "3x3x4-tippy", "tic-tac-toe-3d", "connect-four"))]


@st.composite
def games(draw):
    """The positions and moves of a random game."""
    rules = draw(st.sampled_from(GAMES))
    positions, moves = [Position(rules)], []
    for _ in range(draw(st.integers(1, 12))):
        if legal := positions[-1].legal_cells:
            moves.append(draw(st.sampled_from(legal)))
            positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def named(rules, kind):
    """Labels of all moves."""
    names = kinds_for(rules)[kind]
    return [f"{sign}{name}" for sign in "XO" for name in names] if rules.either else names


def reads(value, position, kind=None):
    """A value is read as the position or, without the kind of its labels, refused with it among the readings."""
    try:
        assert Position.parse(value, position.rules, kind) == position
    except IllegalPosition as refused:
        assert kind is None and f"{position.text} (" in str(refused), (value, str(refused))
        assert len(re.findall(r" \((?:labels \w+|a board)\)", str(refused))) > 1


@pytest.mark.slow
@given(games(), st.data())
def test_a_game_in_any_notation(game, data):
    """Written with any labels it is read back by their name; without it, it is read or refused with both readings."""
    positions, moves = game
    rules, played = positions[0].rules, positions[-1]
    kind = data.draw(st.sampled_from([*kinds_for(rules)]))
    words = [named(rules, kind)[move] for move in moves]
    between = data.draw(st.sampled_from([" ", "\n", *([] if "," in words[0] else [",", ", ", " / "])]))
    numbered = [word if ply % 2 else f"{ply // 2 + 1}. {word}" for ply, word in enumerate(words)]
    forms = [between.join(words), words, json.dumps(words).replace('"', ""), " ".join(numbered)]
    if "matrix" in kind:
        pairs = [tuple(map(int, word.split(","))) for word in words] if not rules.either else words
        forms = [" ".join(words), pairs, " ".join(map(str, pairs))]
    for form in forms:
        reads(form, played, kind)
        reads(form, played)
    assert positions_of_record(forms[0], rules, kind) == positions and moves_between(positions) == moves


@pytest.mark.slow
@given(games(), st.data())
def test_a_board_in_any_notation(game, data):
    """Signs, numbers and labels on free cells; joined, apart, as lists, arrays, grids and dictionaries."""
    position = game[0][-1]
    rules = position.rules
    free = data.draw(st.sampled_from([".", "_", "-", "b", "⬜", "", " ", None, "labels"]))
    shown = kinds_for(rules)["reading"] if free == "labels" else [free] * rules.cells
    signs = position.text.replace("/", "").replace("#", "")
    cells = [label if sign == "." else sign for sign, label in zip(signs, shown, strict=True)]
    numbers = [{"X": 1, "O": data.draw(st.sampled_from([2, -1]))}.get(one, 0) for one in cells]
    rows = [cells[start : start + rules.columns] for start in range(0, rules.cells, rules.columns)]
    drawn = "\n-+-\n".join("| " + " | ".join(one or " " for one in row) + " |" for row in rows)
    forms = [cells, tuple(cells), rows, repr(cells), repr(rows), numbers, str(numbers), drawn, drawn.replace("|", "│")]
    forms += [np.array(numbers, dtype=data.draw(st.sampled_from([np.int8, np.int64, np.float32, np.float64])))]
    forms += [str(np.array(numbers).reshape(rules.rows, rules.columns)), repr(forms[-1])]
    forms += [dict(zip(kinds_for(rules)["coordinates"], cells, strict=True))]
    for form in forms:
        reads(form, position)


@pytest.mark.parametrize(
    ("given", "labels", "message"),
    [
        ("5 1 9", "chess", "expected labels, one of coordinates, keypad, .*; got 'chess'$"),
        (
            "1 2",
            "columns",
            "expected a game in which stones fall, such as connect-four, .*; got 3x3x3",
        ),
        ("0 4", "keypad", "expected moves by labels keypad, such as 7; got '0 4'$"),
        ("5 5", None, "expected moves of 3x3x3 by one of the labels coordinates, keypad, .*; got '5 5'$"),
        ("1 1", "reading", "a3 is taken in X../.../...; play one of"),
        ("[[1, 0", None, "expected a board of 3x3x3, 9 cells"),
        ("{1: 'X', 2", None, "expected a board of 3x3x3, 9 cells"),
        ("X|O", None, "expected a board of 3x3x3, 9 cells"),
        ({"a3": "X", "z9": "O"}, None, "expected a board of 3x3x3, 9 cells"),
        ([[["X"]]], None, "expected a board of 3x3x3, 9 cells"),
    ],
)
def test_what_is_refused(given, labels, message):
    """Wrong labels, and what is nothing that is known, are refused in one line that says what was expected."""
    with pytest.raises(IllegalPosition, match=message) as refused:
        Position.parse(given, Rules(), labels)
    assert str(refused.value).isprintable()


def test_o_may_begin():
    """If O began, X and O are swapped, in boards and in the signs before moves; numbers too."""
    for value in ("O../.X./...", "o0 x4", {"a3": "O", "b2": "X"}, [2, 0, 0, 0, 1, 0, 0, 0, 0], "a3 b2"):
        assert Position.parse(value, first="O").text == "X../.O./..."
    assert Position.parse("Oa3 Xb2", Rules.parse("wild"), first="O").text == "X../.O./..."


def test_a_game_and_a_board_are_not_mistaken():
    """Where numbers may be a board or moves, both are named; a kind of labels, if named, makes them moves."""
    rules = Rules(1, 3, 3)
    with pytest.raises(IllegalPosition, match=r"read as X\.O \(a board\) or OXX \(labels index\): choose"):
        Position.parse([1, 0, 2], rules)
    assert Position.parse([1, 0, 2], rules, "index").text == "OXX"
    with pytest.raises(IllegalPosition, match="expected a game as its moves"):
        positions_of_record("X../.O./...", Rules())


def test_digits_that_run_together():
    """They are columns from 1, as published, or from 0 if a 0 is among them or the labels say so."""
    rules = Rules.parse("connect-four")
    assert Position.parse("3342", rules) == Position.parse("c1 c2 d1 b1", rules)
    assert Position.parse("3042", rules) == Position.parse("d1 a1 e1 c1", rules)
    assert Position.parse("3342", rules, "columns0") == Position.parse("d1 d2 e1 c1", rules)
    with pytest.raises(IllegalPosition, match="a6 is taken"):
        Position.parse("1111111", rules)


def test_cells_called_by_numbers(tmp_path):
    """On a board of one's own, numbers that are names are nothing else."""
    fields = {"name": "fano", "board": ["...", "...", ".##"], "lines": [["1", "2", "3"]], "names": [*"7654321"]}
    path = tmp_path / "fano.json"
    path.write_text(json.dumps(fields))
    rules = Rules.read(str(path))
    assert Position.parse("1 7", rules) == Position(rules).play(6).play(0)
    assert Position.parse("1 7", rules, "reading") == Position(rules).play(0).play(6)


def test_a_kind_of_labels_is_one_line(monkeypatch):
    """Another kind of labels is read and written when it is in the list."""
    monkeypatch.setitem(LABELS, "roman", lambda rules: ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
    assert Position.parse("I V", Rules()).text == "X../.O./..."
    assert all(before.ply + 1 == after.ply for before, after in pairwise(positions_of_record("i v", Rules(), "roman")))
