"""Inference of one reading from a whole input: what rows leave over, what they rule out, and what is refused."""

import random

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.errors import Unreadable
from oxobook.book.game.labels import LABELS, kinds_for
from oxobook.book.game.position import moves_between, positions_read
from oxobook.book.game.reading.arrays import stones_of_many
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import Reading
from tests.reference import solved_game

FOUR = Rules.parse("connect-four")
CODES = {
    "": (".", "X", "O"),
    "free=0 x=1 o=2": (0, 1, 2),
    "free=0 x=1 o=-1": (0, 1, -1),
    "free=-1 x=0 o=1": (-1, 0, 1),
    "free=0 x=-1 o=1": (0, -1, 1),
    "free=0 mine=1 theirs=-1": (0, 1, -1),
}


def seen(rows, rules=None, reading="", **how):
    """Return the reader of an input, settled."""
    reader = Reader(rules or Rules(), Reading.parse(reading), **how)
    for row in rows:
        assert reader.see(row)
    reader.settle()
    return reader


def coded(board, reading):
    """Return a board of the reference in a code."""
    free, x, o = CODES[reading]
    if "mine" in reading and board.count("X") > board.count("O"):
        x, o = o, x
    return [{"X": x, "O": o}.get(sign, free) for sign in board]


@pytest.mark.parametrize(
    ("rows", "rules", "said", "positions"),
    [
        (["33", "30"], FOUR, "columns from 0", ["d1 d2", "d1 a1"]),
        (["333332", "0123"], FOUR, "columns from 0", ["d1 d2 d3 d4 d5 c1", "a1 b1 c1 d1"]),
        (["33", "34"], FOUR, "columns from 1", ["c1 c2", "c1 d1"]),
        (["5 1 9", "7 0"], Rules(), None, None),
        (["5 1 8", "7 0"], Rules(), "cells from 0", ["c2 b3 c1", "b1 a3"]),
        (["2,3 1,1", "1,1 1,1"], Rules(), "row,column from 1", None),
        ([[0, 0, 2, 0, 0, 0, 0, 0, 0], [2, *[0] * 8]], Rules(), "free=0 x=2 o=1", ["..X/.../...", "X../.../..."]),
        ([[2, 0, 0, 0, 1, 0, 0, 0, 0], [2, *[0] * 8]], Rules(), None, None),
        (["X../.O./...", "a3 b2", "", "7 5"], Rules(), None, None),
        (["X../.O./...", "a3 b2", ""], Rules(), "", ["X../.O./...", "X../.O./...", ".../.../..."]),
    ],
)
def test_every_row_counts(rows, rules, said, positions):
    """What one row settles holds for all of them; legality does not matter; without one reading there is an error."""
    if said is None:
        with pytest.raises(IllegalPosition, match=r"as the rows before it: say which with --reading|can be read as"):
            seen(rows, rules)
        return
    reader = seen(rows, rules)
    assert reader.said == said
    for row, expected in zip(rows, positions or [], strict=False):
        shown = reader.read(row)
        found = Position(rules, *shown.stones)
        for move in shown.moves or ():
            found = found.play(move)
        assert found == Position.parse(expected, rules)


@pytest.mark.parametrize(
    ("value", "rules", "reading", "found"),
    [
        ("01", FOUR, "", "a1 b1"),
        ("08", Rules(), "index", "a3 c1"),
        ("0-1", Rules(), "index", "a3 b3"),
        ("4 0 1-0", Rules(), "index", "b2 a3"),
        ("0,0 1,1 0,1 2,2 1,0 2,0", Rules(3, 4, 3), "", "a3 b2 b3 c1 a2 a1"),
        ([[0, 1], [1, 0]], Rules(2, 2, 2), "matrix0", "b2 a1"),
        ([[0, 1], [2, 0]], Rules(2, 2, 2), "", ".X/O."),
        ("(0,1) (1,0) (1,1)", Rules(2, 2, 2), "", "b2 a1 b1"),
        (["a1", "a2"], Rules(2, 2, 2), "", "a1 a2"),
        ("  0 1 2 / 0 1 0 0 / 1 0 2 0 / 2 0 0 1", Rules(), "", "X../.O./..X"),
        (",,,", Rules(2, 2, 2), "", ""),
        (type("Row", (), {"__array__": lambda self: [["X", float("nan"), ""]] + [[""] * 3] * 2})(), Rules(), "", "a3"),
        ([[[0, 0]] * 3, [[0, 1], [1, 0], [0, 0]], [[0, 1], [1, 0], [0, 0]]], Rules(), "x=1 o=2", ".../OX./OX."),
        ([[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]]],
         Rules(), "free=0 x=1 o=2", r"planes first or last: reshape it to \(3, 9\) or to \(9, 3\)"),
        ([[[1, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0]], [[0, 1, 0, 0], [1, 0, 0, 1], [0, 1, 0, 1]]],
         Rules.parse("3x4x3-gravity"), "mine=1 theirs=2", "OX.O/XO.X/OX.X"),
        ("0011", Rules(), "matrix0", "expected moves by labels matrix0, such as 0,0"),
        ("0100/1200/2000", Rules(), "", "expected 3 rows of 3 cells for 3x3x3, .*; got 12 cells"),
        (",,", Rules(), "", "expected 3 rows of 3 cells"),
        ("1 4", Rules.parse("3x3x3-gravity"), "", "one of the labels coordinates, matrix, matrix0, columns, "),
        ([(5, 3)], FOUR, "", r"can be read as c2 \(matrix\) or d1 \(matrix0\)"),
        ("a3 b3 foo", Rules(), "", "expected a coordinate from a1 to c3; got 'foo'"),
        ("Xa3 Xb2", Rules(), "", "expected the signs X and O in turn; got 'Xa3 Xb2'"),
        ("X: a3, b2 O: a3", Rules(), "", "expected cells of X and of O, each once, by one of the labels coordinates,"),
    ],
)  # fmt: skip
def test_inputs_that_look_like_others(value, rules, reading, found):
    """Each is read as what it is, or refused in a line that says what is wrong with it."""
    if found.startswith(("expected", "one", "can", "planes")):
        with pytest.raises(IllegalPosition, match=found):
            Position.parse(value, rules, reading=reading)
    else:
        assert Position.parse(value, rules, reading=reading) == Position.parse(found, rules)


def test_what_nothing_reads_is_passed_over():
    """A row that no reading takes narrows nothing, and is unreadable; one that another would take is refused."""
    reader = Reader(Rules(), games=True)
    assert reader.see("0 4 8") and not reader.see("hello") and not reader.see("XX./.../...")
    with pytest.raises(IllegalPosition, match=r"^'9 1' cannot be read as index, as the rows before it: say which"):
        reader.see("9 1")
    with pytest.raises(Unreadable, match=r"^expected a game as its moves, .*; got 'hello'$"):
        reader.read("hello")
    assert reader.read("0 0").moves == (0, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", r"^expected a reading: labels, one of coordinates, .*; got 'chess'$"),
        ("keypad index", r"got 'index'$"),
        ("x=1", r"^expected two signs of stones and another for free cells"),
        ("x=1 o=1", r"^expected two signs of stones"),
        ("free=1 x=1 o=2", r"^expected two signs of stones"),
        ("x=1 theirs=2", r"^expected two signs of stones"),
        ("first=me", r"got 'first=me'$"),
        (5, r"^expected a reading, such as columns0, .*; got 5$"),
    ],
)
def test_what_is_no_reading(text, message):
    """One line says what a reading is."""
    with pytest.raises(IllegalPosition, match=message):
        Reading.parse(text)


@pytest.mark.parametrize("reading", CODES)
def test_each_code_of_unfinished_positions(reading):
    """Stated, they are read right, one by one and as an array; inferred, none is read wrongly."""
    boards = [board for board, (_, left) in solved_game().answers.items() if left]
    assert len(boards) == 4520
    boards = boards[:100] + boards[100::20]
    expected = [Position.parse(board) for board in boards]
    rows = [coded(board, reading) for board in boards]
    stated = seen(rows[:50], reading=reading or "free=.")
    assert [Position(Rules(), *stated.read(row).stones) for row in rows] == expected
    x, o = stones_of_many(rows, Rules(), reading)
    assert [*zip(x.tolist(), o.tolist(), strict=True)] == [one[1:] for one in expected]
    try:
        inferred = seen(rows)
    except IllegalPosition as refused:
        assert reading in str(refused) and "say which with --reading" in str(refused)
    else:
        assert [Position(Rules(), *inferred.read(row).stones) for row in rows] == expected


def games(chosen, rules):
    """Return ten random games as cells."""
    found = []
    for _ in range(10):
        position, cells = Position(rules), []
        for _ in range(chosen.randint(1, 6)):
            if position.over:
                break
            cells.append(chosen.choice(position.legal_cells))
            position = position.after(cells[-1])
        found.append(cells)
    return found


@pytest.mark.parametrize("rules", [Rules(), Rules(4, 4, 4), FOUR], ids=str)
@pytest.mark.parametrize("mixed", [False, True])
def test_random_files(rules, mixed):
    """Of files in one notation none is read wrongly; of two that are mixed, a row contradicts or nothing tells."""
    chosen, kinds = random.Random(7), ["coordinates", "keypad", "reading", "index", "matrix", "matrix0"]
    if rules.gravity:
        kinds = ["coordinates", "columns", "columns0", "matrix", "matrix0"]
    kinds = [kind for kind in kinds if kind != "keypad" or rules.cells == 9]
    for _ in range(40):
        written, other = chosen.sample(kinds, 2)
        all_ = games(chosen, rules)
        rows = [" ".join(LABELS[other if mixed and n > 4 else written](rules)[cell] for cell in cells)
                for n, cells in enumerate(all_)]  # fmt: skip
        try:
            reader = seen(rows, rules, games=True)
        except (IllegalPosition, AssertionError):
            continue
        taken = [[*reader.read(row).moves] for row in rows]
        default = reader.settle().cells == "columns"
        assert mixed or taken == all_ or (default and written == "columns0" and not any("0" in row for row in rows))


def test_positions_of_a_game():
    """A game is read back from its words, and a board is no game."""
    positions = positions_read("7 5 3", Rules(), "keypad", games=True)
    assert [one.ply for one in positions] == [0, 1, 2, 3] and moves_between(positions) == [0, 4, 8]
    with pytest.raises(Unreadable, match="expected a game as its moves"):
        positions_read("X../.O./...", Rules(), games=True)


def test_cells_called_by_numbers(tmp_path):
    """On a board of one's own, numbers that are names are nothing else."""
    path = tmp_path / "fano.json"
    path.write_text('{"name": "fano", "board": ["...", "...", ".##"], "lines": [["1", "2", "3"]], "names": '
                    '["7", "6", "5", "4", "3", "2", "1"]}')  # fmt: skip
    rules = Rules.read(str(path))
    assert Position.parse("1 7", rules) == Position(rules).play(6).play(0)
    assert Position.parse("1 7", rules, "reading") == Position(rules).play(0).play(6)


def test_a_kind_of_labels_is_one_line(monkeypatch):
    """Another kind of labels is read and written when it is in the list."""
    kinds_for.cache_clear()
    monkeypatch.setitem(LABELS, "roman", lambda rules: ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
    assert Position.parse("I V", Rules()).text == "X../.O./..." == Position.parse("i v", reading="roman").text
    kinds_for.cache_clear()


def test_two_signs_are_never_both_free():
    """Neither in a board nor in a file, whose first sign holds."""
    reader = Reader(Rules())
    assert not reader.see("x.b......") and reader.see("X../.O./...")
    with pytest.raises(IllegalPosition, match=r"^'x---o----' cannot be read as X, O and \., as the rows before it"):
        reader.see("x---o----")


def test_a_long_game_that_can_be_read_in_several_ways_is_told_in_part():
    """A refusal tells the first moves of each reading only."""
    with pytest.raises(IllegalPosition, match=r"^'8+'\.* ?can be read as (b3 ){20}\.\.\. \(keypad\)") as refused:
        Position.parse("8" * 70)
    assert len(str(refused.value)) < 400
