"""The boxes of MENACE: how many there are, and what stands on them."""

import json

import pytest

from oxobook.book import TooLarge, Value
from oxobook.book.game.tactics import tactics
from oxobook.book.strategy import canonical_of
from oxobook.viewer.classroom.menace.boxes import NoChoice, by_stage, kit_for
from tests.reference import solved_game


def test_x_has_304_boxes(book):
    """As M. Scroggs builds it (mscroggs.co.uk/blog/94): 1 + 12 + 108 + 183, with 4, 3, 2 and 1 beads of each colour."""
    found = kit_for(book, "X").boxes
    assert by_stage(found) == {1: 1, 2: 12, 3: 108, 4: 183} and len(found) == 304
    assert kit_for(book, "X").first_beads == {1: 4, 2: 3, 3: 2, 4: 1}
    assert [box.number for box in found] == list(range(1, 305))
    assert by_stage(kit_for(book, "O").boxes) == {1: 3, 2: 38, 3: 153, 4: 95}


def test_michie_counted_287_positions(book):
    """D. Michie, The Computer Journal 6 (1963): 304 without the 17 in which O has two lines to complete, and X none.

    The book has 22 that are lost: 5 more are lost a move earlier.
    """
    boxes = [box.position for box in kit_for(book, "X").boxes]
    at_sight = {one for one in boxes if not tactics(one).line_moves and tactics(one).blocks.bit_count() > 1}
    lost = {one for one in boxes if book.probe(one).value is Value.LOSS}
    assert len(boxes) - len(at_sight) == 287 and at_sight == {one for one in lost if one.ply == 6}
    assert sorted(one.ply for one in lost - at_sight) == [4] * 5


def test_moves_that_symmetry_makes_the_same_have_one_colour(book):
    """The first box has three colours; each box's colours lead to different positions, and to every one there is."""
    found = kit_for(book, "X").boxes
    assert found[0].cells == (0, 1, 4)
    for box in found:
        after = {canonical_of(box.position.play(cell)) for cell in box.position.legal_cells}
        assert len(after) == len(box.cells)
        assert after == {canonical_of(box.position.play(cell)) for cell in box.cells}


@pytest.mark.parametrize("text", ["2x3x2", "3x3x3-misere", "3x3x3-gravity", "1x5x3"])
def test_any_small_game(make_book, text):
    """Each side has a box for every position in which it has two moves or more, counted by the slow solver."""
    book = make_book(text)
    rules = book.rules
    slow = solved_game(*rules[:5])
    for side in "XO":
        chosen = {min(slow.images(one)) for one in slow.answers if slow.mover(one) == side and len(slow.moves(one)) > 1}
        found = kit_for(book, side).boxes
        assert {min(slow.images(box.position.text.replace("/", ""))) for box in found} == chosen
        assert len(found) == len(chosen)


@pytest.mark.parametrize(
    ("text", "side", "error", "said"),
    [
        ("3x4x3", "X", TooLarge, r"X needs at most 2,000 boxes; 3x4x3 needs [\d,]+: choose a smaller board"),
        ("1x1x1", "X", NoChoice, "in which X has a choice; in 1x1x1 it has none: choose a larger board"),
        ("3x3x1", "O", NoChoice, "in which O has a choice; in 3x3x1 it has none: choose a larger board"),
        ("2x3x2-wild", "X", NoChoice, "a move of 2x3x2-wild is a cell and a sign: choose another game"),
    ],
)
def test_games_without_a_machine_are_refused(make_book, text, side, error, said):
    """A side with too many boxes to build, or that never chooses between cells, is refused in one line."""
    with pytest.raises(error, match=said):
        kit_for(make_book(text), side)


def test_the_command_counts_boxes_and_beads(run):
    """In a table, and as JSON with every box."""
    said = run("classroom", "menace").stdout.splitlines()
    assert said[0] == "MENACE as X at 3x3x3: 304 boxes"
    report = json.loads(run("classroom", "menace", "--json").stdout)
    assert list(report) == ["rules", "side", "which", "rule", "source", "boxes", "beads", "stages", "list"]
    assert report["stages"][1]["boxes"] == 12 and report["stages"][1]["beads_of_each"] == 3
    assert report["list"][0] == {"number": 1, "stage": 1, "position": ".../.../...", "moves": ["a3", "b3", "b2"]}
    assert said[-1].split() == ["in", "all", "304", f"{report['beads']:,}"]
