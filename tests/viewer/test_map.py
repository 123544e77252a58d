"""The nested maps: every cell against the book, and the picture's form."""

import time
import xml.etree.ElementTree as xml

import pytest

from book.errors import TooLarge
from book.notation import coordinates
from book.position import Position
from book.strategy import Strategy, follow, pick_strategy
from viewer.draw.map import legible_depth, map_cells, strategy_map
from viewer.palette import PALETTES

GAMES = ["3x3x3", "3x3x3-misere", "3x3x3-gravity", "2x3x2", "3x4x3-gravity", "3x3x1"]
SVG = "{http://www.w3.org/2000/svg}"


def contained(inner, outer):
    """Whether one box is inside another."""
    x, y, width, height = inner
    left, top, outer_width, outer_height = outer
    return left < x and top < y and x + width < left + outer_width and y + height < top + outer_height


def safe_strategy(book, side):
    """A strategy that plays the last safe move, not always a best one."""

    def choose(position):
        return coordinates(book.rules).index(book.probe(position).safe[-1])

    return Strategy(book.rules, side, "smallest", False, follow(book.rules, side, choose))


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("rules", GAMES)
def test_every_marked_move_is_among_the_best(make_book, rules, side):
    """Each cell of the pick strategy's map marks a best move of the book."""
    book = make_book(rules)
    names = coordinates(book.rules)
    for cell in map_cells(pick_strategy(book, side)):
        if cell.move is not None:
            assert cell.position.to_move == side
            assert names[cell.move] in book.probe(cell.position).best


@pytest.mark.parametrize("side", ["X", "O"])
def test_other_strategies_mark_safe_moves(book, side):
    """A map shows the strategy it is given, here one of safe moves."""
    names = coordinates(book.rules)
    cells = [cell for cell in map_cells(safe_strategy(book, side)) if cell.move is not None]
    assert all(names[cell.move] in book.probe(cell.position).safe for cell in cells)
    assert any(names[cell.move] != book.probe(cell.position).pick for cell in cells)


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("rules", GAMES)
def test_every_reply_is_there_once_inside_its_parent(make_book, rules, side):
    """The boards are exactly those of a walk over all replies, each inside the cell of its reply."""
    strategy = pick_strategy(make_book(rules), side)
    by_replies = {}
    for cell in map_cells(strategy):
        assert cell.replies not in by_replies
        by_replies[cell.replies] = cell
    start = Position(strategy.rules)
    waiting, met = [((), start, start.play(strategy.move(start)) if side == "X" else start)], 0
    while waiting:
        replies, before, after = waiting.pop()
        board, met = by_replies[replies], met + 1
        assert (board.position, board.after) == (before, after)
        for reply in after.legal_cells:
            met_by = after.play(reply)
            answered = met_by if met_by.over else met_by.play(strategy.move(met_by))
            waiting.append(((*replies, reply), met_by, answered))
            row, column = divmod(reply, strategy.rules.columns)
            parent_cell = (board.left + column * board.side, board.top + row * board.side, board.side, board.side)
            assert contained(by_replies[(*replies, reply)].box, parent_cell)
    assert met == len(by_replies)


def test_the_size_of_the_two_maps(book):
    """X's map of 3x3x3 has 91 boards, O's 772 and the empty one."""
    assert [sum(1 for _ in map_cells(pick_strategy(book, side))) for side in "XO"] == [91, 772]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("side", ["X", "O"])
def test_the_picture_is_well_formed_and_the_same_each_time(book, side, palette):
    """An SVG with a title and a description, in the palette's colours, within two seconds, byte for byte the same."""
    strategy, colours = pick_strategy(book, side), PALETTES[palette]
    began = time.perf_counter()
    drawn = strategy_map(book, strategy, colours)
    assert time.perf_counter() - began < 2
    root = xml.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == f"The map of perfect play for {side}: 3x3x3"
    assert "look inside" in root.find(f"{SVG}desc").text
    assert {colours.pale_win, colours.pale_draw, colours.x if side == "X" else colours.o} <= {
        element.get(paint) for element in root.iter() for paint in ("fill", "stroke")
    }
    assert strategy_map(book, pick_strategy(book, side), colours) == drawn


@pytest.mark.parametrize("side", ["X", "O"])
def test_depth_cuts_own_moves(book, side):
    """A cut map holds the same boards down to that many own moves, and says so."""
    strategy = pick_strategy(book, side)
    whole = list(map_cells(strategy))
    for depth in (1, 2, 3):
        assert list(map_cells(strategy, depth)) == [cell for cell in whole if cell.depth <= depth]
    assert "first 2 moves" in strategy_map(book, strategy, PALETTES["classic"], 2)
    assert "first move only" in strategy_map(book, strategy, PALETTES["classic"], 1)


def test_only_playable_cells_hold_boards_under_gravity(make_book):
    """With gravity X's first board holds one board a column, none above them."""
    cells = list(map_cells(pick_strategy(make_book("3x3x3-gravity"), "X")))
    assert len([cell for cell in cells if len(cell.replies) == 1]) == 3


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_map_too_small_to_read_says_which_depth_is_not(make_book, side):
    """A board too large is refused in one line, and drawn at the depth that the line names."""
    book = make_book("3x5x5-gravity")
    strategy = pick_strategy(book, side)
    depth = legible_depth(strategy)
    with pytest.raises(TooLarge, match=f"^the map of 3x5x5-gravity for {side} .* --depth {depth} or less$"):
        strategy_map(book, strategy, PALETTES["classic"])
    assert xml.fromstring(strategy_map(book, strategy, PALETTES["classic"], depth)) is not None


@pytest.mark.parametrize("rules", ["3x3x1", "1x1x1", "1x4x2", "3x3x3-gravity", "3x3x3-misere"])
@pytest.mark.parametrize("side", ["X", "O"])
def test_small_games_and_variants_are_drawn(make_book, rules, side):
    """Games that end at once, boards of one row, and variants have maps too."""
    book = make_book(rules)
    assert xml.fromstring(strategy_map(book, pick_strategy(book, side), PALETTES["colorblind"])) is not None
