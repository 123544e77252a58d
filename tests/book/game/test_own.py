"""Boards of one's own: lines, symmetries, and definitions that are refused."""

import json
from itertools import permutations

import pytest

from oxobook.book import IllegalRules, Position, Rules
from oxobook.book.game.automorphisms import automorphisms
from oxobook.book.game.notation import cells_of
from oxobook.book.game.own import MOST_TEXT
from tests.boards import OWN, own, solver_of
from tests.boards import masks as masks_of
from tests.campaigns.command_lines import RING


def masks(lines, images=range(64)):
    return tuple(sorted({sum(1 << images[cell] for cell in line) for line in lines}))


@pytest.mark.parametrize("name", ["fano", "mixed", "bent", "named", "cave-gravity"])
def test_symmetries(name):
    """They are all permutations that keep the lines and the stacks, in lexicographic order."""
    rules, lines, _ = own(name)
    stacks = set(rules.board.stacks)
    assert rules.board.symmetries == tuple(
        images
        for images in permutations(range(rules.cells))
        if {tuple(images[cell] for cell in stack) for stack in stacks} == stacks and masks(lines, images) == rules.lines
    )
    assert own("plain")[0].board.symmetries == (tuple(range(9)),)


@pytest.mark.parametrize("name", OWN)
def test_positions(name):
    """Their text is the board with its holes, which is read again."""
    rules, slow = solver_of(name)
    boards = sorted(slow.answers)
    for board in boards[:: max(1, len(boards) // 40)]:
        position = Position(rules, *masks_of(board))
        assert position.text.replace("/", "").replace("#", "") == board and str(position) == position.text
        assert [row.count("#") for row in position.text.split("/")] == [row.count("#") for row in OWN[name]["board"]]
        assert Position.parse(position.text, rules) == Position.parse(board, rules) == position


def test_a_header_is_read_again():
    """A book's header has the definition after the text, which is the name and the other words."""
    rules = Rules.own(json.dumps(RING), "-maker-gravity-misere")
    assert str(rules) == "ring-maker-misere-gravity" and Rules.parse(rules.header) == rules
    assert Rules.parse(f"  {rules.header}  ") == rules and rules.header.endswith(f" {json.dumps(RING)}")


@pytest.mark.parametrize("text", ["3x3x3", "4x4x4", "tic-tac-toe-3d", "qubic", "4x4x4-torus"])
def test_known_groups(text):
    """The symmetries found of a board's lines are those of its kind, or as many as is known of them."""
    rules = Rules.parse(text)
    found = automorphisms(rules.cells, rules.board.lines, [(cell,) for cell in range(rules.cells)], 2000)
    known = {"4x4x4": 32, "qubic": 192}
    assert len(found) == known.get(text) or {*found} == {*rules.board.symmetries}


def test_many_symmetries():
    """If there are too many, those that fix the first cells are left: as many as may be."""
    alone = [(cell,) for cell in range(5)]
    assert len(automorphisms(5, [], alone, 120)) == 120
    assert automorphisms(5, [], alone, 119) == tuple((0, *rest) for rest in permutations(range(1, 5)))
    assert automorphisms(5, [], alone, 23) == tuple((0, 1, *rest) for rest in permutations(range(2, 5)))


def test_stacks_move_whole():
    """A symmetry takes a stack to a stack, bottom on bottom, even if no line holds its cells together."""
    assert automorphisms(4, [], [(2, 0), (3, 1)], 2000) == ((0, 1, 2, 3), (1, 0, 3, 2))


def of_pairs(cells, joined):
    """Return the pairs of cells that a function of two numbers joins, as masks."""
    return sorted({1 << one | 1 << other for one in range(cells) for other in range(one) if joined(one, other)})


@pytest.mark.parametrize(
    ("cells", "joined", "count"),
    [
        (18, lambda one, other: one - other in (1, 17), 36),
        (16, lambda one, other: one // 4 == other // 4 or one % 4 == other % 4, 1152),
        (37, lambda one, other: (one - other) % 37 in {n * n % 37 for n in range(1, 37)}, 666),
        (32, lambda one, other: one == other + 1 and one % 2 == 1, 46_080),
    ],
    ids=["ring", "rook", "Paley", "pairs"],
)
def test_groups_that_are_hard_to_find(cells, joined, count):
    """Graphs in which all cells look alike take a fraction of a second; of pairs, some of a group too large to list."""
    alone, lines = [(cell,) for cell in range(cells)], of_pairs(cells, joined)
    found = automorphisms(cells, lines, alone, 50_000)
    assert len(found) == count and found[0] == tuple(range(cells))
    for images in found[:: len(found) // 20]:
        assert sorted(1 << images[one] | 1 << images[other] for one, other in map(cells_of, lines)) == lines


@pytest.mark.parametrize("order", [5, pytest.param(7, marks=pytest.mark.slow)])
def test_affine_planes(order):
    """Of the symmetries of a plane of prime order p, the p(p - 1) that fix the cells of its first line are used."""
    points = range(order)
    slopes = [[order * x + (a * x + b) % order for x in points] for a in points for b in points]
    lines = masks([*slopes, *([order * x + y for y in points] for x in points)])
    found = automorphisms(order**2, lines, [(cell,) for cell in range(order**2)], 255)
    assert len(found) == order * (order - 1) and all(images[:order] == tuple(points) for images in found)


def test_a_search_that_takes_too_long(monkeypatch):
    """Symmetries that are too hard to find are refused with the way out, also in a stored definition."""
    monkeypatch.setattr("oxobook.book.game.automorphisms.MOST_LOOKS", 100)
    rules = Rules.own(json.dumps({"name": "big", "board": ["." * 12], "k": 2}))
    with pytest.raises(IllegalRules, match=r'are too hard to find: add "symmetry": false to it, to use none$'):
        _ = rules.board.symmetries


def test_words_after_a_board():
    """Each of misère, gravity and one convention may follow once, and no other word."""
    for words in ("-misere-misere", "-maker-notakto", "-torus", "gravity"):
        with pytest.raises(IllegalRules, match="expected words such as -misere and -gravity after a board"):
            Rules.own(json.dumps(RING), words)


def test_files(tmp_path):
    """A definition of the stated length is read, after Windows' mark too; a longer, missing or binary file is not."""
    path = tmp_path / "ring.json"
    text = json.dumps(RING)
    path.write_text("\ufeff" + text.ljust(MOST_TEXT))
    assert Rules.read(str(path)) == Rules.own(json.dumps(RING, separators=(",", ":"), sort_keys=True))
    path.write_text(text.ljust(MOST_TEXT + 1))
    with pytest.raises(IllegalRules, match=f"at most {MOST_TEXT:,} characters"):
        Rules.read(str(path))
    path.write_bytes(b"\xff")
    with pytest.raises(IllegalRules, match=r"cannot read the board .*utf-8"):
        Rules.read(str(path))
    with pytest.raises(IllegalRules, match=r"cannot read the board .*: No such file"):
        Rules.read(str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "Ring"}, "'name'"),
        ({"name": "r" * 41}, "a short text as the field 'name'"),
        ({"name": 1}, "a short text as the field 'name'"),
        ({"name": "torus"}, "expected another name for the board; 'torus' is 3x3x3-torus"),
        ({"board": ["..", "."]}, "'board'"),
        ({"board": ["##"]}, "'board'"),
        ({"board": ["..a"]}, "'board'"),
        ({"board": "..."}, "a list of equally long rows, . for a cell, # for a hole as the field 'board'"),
        ({"board": []}, "'board'"),
        ({"k": 0}, "'k'"),
        ({"k": 1000}, "'k'"),
        ({"k": True}, "'k'"),
        ({"lines": [["a1"]]}, "one of the fields"),
        ({"k": None}, "one of the fields"),
        ({"k": None, "lines": [["e9"]]}, "got 'e9'"),
        ({"k": None, "lines": "a1"}, "'lines'"),
        ({"k": None, "lines": []}, "'lines'"),
        ({"k": None, "lines": [[]]}, "'lines'"),
        ({"k": None, "shape": ["a"]}, "'shape'"),
        ({"k": None, "shape": [".."]}, "'shape'"),
        ({"names": ["a1"]}, "'names'"),
        ({"names": ["a1"] * 8}, "'names'"),
        ({"names": [f"A{n}" for n in range(1, 9)]}, "'names'"),
        ({"symmetry": True}, "'symmetry'"),
        ({"colour": "red"}, "the fields name and board"),
        ({"name": None}, "the fields name and board"),
    ],
)
def test_a_wrong_definition_is_refused(fields, said):
    """The message names the field that is wrong."""
    whole = {name: value for name, value in (RING | fields).items() if value is not None}
    with pytest.raises(IllegalRules, match=said):
        Rules.own(json.dumps(whole))
    assert Rules.own(json.dumps(RING | {"name": "r" * 40, "k": 999})).lines == ()


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 5000])
def test_text_that_is_no_definition(text):
    """It is refused in a sentence, however deep it is nested."""
    with pytest.raises(IllegalRules, match="expected a board as"):
        Rules.own(text)
