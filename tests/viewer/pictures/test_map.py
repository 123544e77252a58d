"""The nested map: every board's move is the strategy's and among the best, every reply has its place."""

import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import pytest

from oxobook.book import Position, Rules, TooLarge
from oxobook.book.game.notation import cell_named, coordinates
from oxobook.book.strategy import pick_strategy
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.palette import MARKED
from oxobook.viewer.pictures.chooser import Picks
from oxobook.viewer.pictures.map import is_last_stone, map_boards, strategy_map

TEXT = "{http://www.w3.org/2000/svg}text"
GAMES = ["3x3x3", "3x3x3-misere", "3x3x3-gravity", "1x5x3"]
KINDS = [*((rules, "pick") for rules in GAMES), ("3x3x3", "smallest"), ("3x3x3", "reflexes")]


@pytest.mark.parametrize(("rules", "kind"), KINDS)
@pytest.mark.parametrize("side", "XO")
def test_every_marked_move_is_good(make_book, rules, kind, side):
    """In every board the coloured stone is one of the book's best moves in a map of the picks, in others a safe one."""
    book = make_book(rules)
    names, picks = coordinates(book.rules), kind == "pick"
    boards = map_boards(pick_strategy(book, side) if picks else smallest_strategy(book, side, kind))
    marked = [board for board in boards if board.move is not None]
    assert marked and {board.position.to_move for board in marked} == {side}
    for board in marked:
        entry = book.probe(board.position)
        assert names[board.move] in (entry.best if picks else entry.safe), board.position.text


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("side", "XO")
def test_every_reply_is_inside_its_cell(make_book, rules, side):
    """Walked from the empty board, each reply leads to exactly one board of the map, which lies in the reply's cell."""
    boards = map_boards(pick_strategy(make_book(rules), side))
    places = {(cell.level, round(cell.x, 6), round(cell.y, 6)): cell for cell in boards}
    assert len(places) == len(boards)
    reached, waiting = 0, [boards[0]]
    while waiting:
        board = waiting.pop()
        reached += 1
        for reply in board.after.legal_cells:
            child = board.after.play(reply)
            if is_last_stone(child):
                continue
            x, y, small = board.inside(reply)
            nested = places[board.level + 1, round(x, 6), round(y, 6)]
            assert nested.position == child
            row, column = divmod(reply, child.rules.columns)
            left, top = board.x + column * board.side, board.y + row * board.side
            assert left < x and x + small * child.rules.columns < left + board.side
            assert top < y and y + small * child.rules.rows < top + board.side
            waiting.append(nested)
    assert reached == len(boards)


def test_depth_cuts_own_moves(book):
    """A map that is cut says after how many own moves, and that the game goes on in empty cells; a whole one does not.

    Cut before the side's first move, it is one board.
    """
    strategy = pick_strategy(book, "X")
    assert [len(map_boards(strategy, depth)) for depth in (1, 2)] == [1, 9]
    assert len(map_boards(pick_strategy(book, "O"), 1)) == 10
    cut, whole = (strategy_map(book, strategy, depth) for depth in (1, None))
    said = "The map is cut after 1 move of X: in the empty cells the game goes on."
    assert said in ElementTree.fromstring(cut).findtext("{http://www.w3.org/2000/svg}desc")
    assert "cut" not in whole and strategy_map(book, strategy, 5) == whole
    for side in "XO":
        svg = strategy_map(book, pick_strategy(book, side), 0, start=Position.parse("a3 b2"))
        assert svg.count("data-moves") == 1 and f"after 0 moves of {side}: in the empty cells" in svg


@pytest.mark.parametrize("side", "XO")
@pytest.mark.parametrize("record", ["", "c1", "c1 a2", "a2 b3 c1"])
def test_a_map_begins_where_it_is_told_to(book, side, record):
    """From a position the boards stand as it was given, and each names the moves that lead to it from there."""
    start = Position.parse(record) if record else Position(book.rules)
    svg = strategy_map(book, Picks(book, side), start=start)
    lines = [group.get("data-moves") for group in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g")]
    boards = map_boards(Picks(book, side), start=start)
    assert len(set(lines)) == len(lines) == len(boards)
    for line, board in zip(lines, boards, strict=True):
        after = start
        for move in line.split():
            after = after.play(move)
        assert after == board.after
    own = start.to_move == side
    assert boards[0].move == (cell_named(book.probe(start).pick, book.rules) if own else None)


def test_only_what_is_drawn_is_asked_for(book):
    """A map of depth 1 asks the picks for one move."""
    asked = []

    def probe(position):
        asked.append(position)
        return book.probe(position)

    map_boards(Picks(SimpleNamespace(rules=book.rules, probe=probe), "X"), 1)
    assert [position.text for position in asked] == [".../.../..."]


def test_what_cannot_be_read_is_refused(make_book):
    """Inner boards that are too small are refused with the depth that can be drawn."""
    strategy = pick_strategy(make_book("4x4x3-gravity"), "O")
    with pytest.raises(TooLarge, match=r"legible; 4x4x3-gravity needs more: draw a map of depth 3, or a graph$"):
        map_boards(strategy)
    assert map_boards(strategy, 3)
    assert is_last_stone(Position.parse("XOX/XOO/OXX")) and not is_last_stone(Position(Rules()))


def test_words_and_colours_are_those_of_the_map(book, make_book):
    """A legend names only colours that are there, and grey only where stones fall; titles name a start and a stone."""
    for depth, named in ((1, []), (None, ["X wins"])):
        root = ElementTree.fromstring(strategy_map(book, Picks(book, "X"), depth=depth))
        texts = [one.text for one in root.iter(TEXT)]
        assert [word for word in ("X wins", "O wins") if word in texts] == named
    falling = strategy_map(make_book("3x3x3-gravity"), Picks(make_book("3x3x3-gravity"), "X"), depth=1)
    assert falling.count(f' fill="{MARKED}"') == 5 and "No stone can lie on a grey cell yet." in falling
    text = strategy_map(book, Picks(book, "O"), start=Position.parse("a3 b3 b2"))
    assert MARKED not in text and "<title>O's pick strategy for 3x3x3 from XO./.X./...</title>" in text
    assert "inside that cell, repeat. Every slip of the other side is punished.</desc>" in text
    notakto = make_book("2x3x3-notakto")
    assert "the coloured X is your move. Find X's reply" in strategy_map(notakto, pick_strategy(notakto, "O"))
