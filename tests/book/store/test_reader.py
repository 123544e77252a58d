"""The laws of rows, each beside a plain statement of it, on every value that may come near to one."""

from functools import cache

import pytest

from oxobook.book import Position, Rules
from oxobook.book.store.reader import key_law, row_law, unplayable
from tests.boards import Agreed
from tests.reference import Reference

GAMES = ("3x3x3", "3x3x3-misere", "3x3x3-gravity", "2x3x2", "1x4x2", "2x2x3")


@cache
def reference(text):
    rules = Rules.parse(text)
    return Reference(*rules[:5])


def key_of(board):
    """The key of a board as a string of cells: X's stones in the low bits, O's in the high ones."""
    x = sum(1 << cell for cell, sign in enumerate(board) if sign == "X")
    return x | sum(1 << cell for cell, sign in enumerate(board) if sign == "O") << len(board)


@cache
def boards(text):
    """Some boards of a game that play reaches: along each line of play, the first move, a middle one and the last."""
    found, todo = set(), ["." * (Rules.parse(text).cells)]
    while todo:
        board = todo.pop()
        if board not in found:
            found.add(board)
            moves = reference(text).moves(board)
            todo += [
                reference(text).play(board, move) for move in {*moves[:1], *moves[len(moves) // 2 :][:1], *moves[-1:]}
            ]
    return sorted(found)[:: max(1, len(found) // 60)]


def may_be(text, board, row):
    """Return whether a row fits a board, stated without bits: ``best`` and ``safe`` are sets of cells."""
    game = reference(text)
    value, remoteness, best, safe, pick, orbit = row
    moves, empty = game.moves(board), board.count(".")
    if not 0 < orbit < 256 or value not in (-1, 0, 1):
        return False
    if not moves:
        return pick is None and not best and not safe and remoteness == 0
    return pick is not None and pick in best and best <= safe <= {*moves} and 1 <= remoteness <= empty


def bits(cells):
    return sum(1 << cell for cell in cells)


def rows_near(text, board):
    """Rows that may be a board's, and rows that differ from one of them in one number."""
    cells, moves = len(board), reference(text).moves(board)
    all_moves, one = {*moves}, {*moves[:1]}
    base = (0, board.count("."), one, all_moves, moves[0], 8) if moves else (0, 0, set(), set(), None, 8)
    for value in (-2, -1, 0, 1, 2):
        for remoteness in range(cells + 2):
            yield (value, remoteness, *base[2:])
    for pick in (None, *range(cells + 1)):
        yield (*base[:4], pick, 8)
        yield (*base[:2], {pick} if pick is not None else set(), base[3], pick, 8)
        yield (*base[:2], all_moves, all_moves | ({pick} if pick is not None else set()), base[4], 8)
    for safe in (set(), one, {*moves[1:]}):
        yield (*base[:3], safe, *base[4:])
    for orbit in (-1, 0, 1, 16, 255, 256, 257):
        yield (*base[:5], orbit)


@pytest.mark.parametrize("text", GAMES)
def test_rows_are_those_that_a_position_may_have(text):
    """On reachable boards a row passes exactly if it may be the position's."""
    holds, passed, refused = row_law(Rules.parse(text)), 0, 0
    for board in boards(text):
        for row in rows_near(text, board):
            value, remoteness, best, safe, pick, orbit = row
            expected = may_be(text, board, row)
            assert holds(key_of(board), (value, remoteness, bits(best), bits(safe), pick, orbit)) is expected, row
            passed, refused = passed + expected, refused + (not expected)
    assert passed and refused


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("wrong", ["1", 1.0, -1.0, b"1", None, -1])
def test_what_is_no_number_is_refused(place, wrong):
    """A text, a fraction, bytes, nothing and a number below 0 pass nowhere, where the game goes on and at its end."""
    holds = row_law(Rules())
    for board, row in ((".........", (-1, 9, 1, 511, 0, 1)), ("XXXOO....", (-1, 0, 0, 0, None, 8))):
        assert holds(key_of(board), row) is True
        changed = (*row[:place], wrong, *row[place + 1 :])
        assert repr(changed) == repr(row) or holds(key_of(board), changed) is False, (board, changed)


@pytest.mark.parametrize("text", ["1x3x3", "2x2x2"])
def test_keys_are_those_of_stones_that_may_stand(text):
    """A number is a key if its stones lie on different cells of the board, as many of X's as of O's or one more."""
    cells, is_key = Rules.parse(text).cells, key_law(Rules.parse(text))
    for key in range(-9, 1 << (2 * cells + 2)):
        x, o = ({cell for cell in range(cells + 2) if key >> at + cell & 1} for at in (0, cells))
        x = {cell for cell in x if cell < cells}
        stands = key >= 0 and key < 4**cells and not x & o and len(x) - len(o) in (0, 1)
        assert is_key(key) is stands, key


@pytest.mark.parametrize("text", GAMES)
def test_moves_of_a_strategy_can_be_played(text):
    """A strategy's move is refused exactly if it is not the side's turn, the game is over, or the cell is not free."""
    rules = Rules.parse(text)
    for board in boards(text):
        for side in "XO":
            for cell in range(-1, rules.cells + 2):
                can = reference(text).mover(board) == side and cell in reference(text).moves(board)
                assert unplayable(rules, side, {key_of(board): cell}) == ([] if can else [key_of(board)])
    assert unplayable(rules, "X", {-1: 0, 0: rules.cells - 1, 1 << 2 * rules.cells: 0}) == [-1, 1 << 2 * rules.cells]


@pytest.mark.parametrize(
    "text", ["2x3x2-maker-misere", "2x3x3-maker-gravity", "2x3x2-notakto", "2x3x3-wild", "2x3x3-order"]
)
def test_rows_under_other_conventions(text):
    """In every position a row holds that has all moves; none does that has another value, length or move."""
    rules = Rules.parse(text)
    law, slow, moves_of = row_law(rules), Agreed(rules).solved(), range(rules.move_bits)
    for board, (value, remoteness) in slow.answers.items():
        position = Position.parse(board, rules)
        key, moves, empty = position.key, position.legal_cells, board.count(".")
        if not moves:
            assert law(key, (value, 0, 0, 0, None, 1))
            assert not any(law(key, (value, 1, 1 << move, 1 << move, move, 1)) for move in moves_of)
            continue
        every = bits(moves)
        assert law(key, (value, remoteness, every, every, moves[0], 1))
        assert not law(key, (value, 0, 0, 0, None, 1)) and not law(key, (value, empty + 1, every, every, moves[0], 1))
        legal = {move for move in moves_of if law(key, (value, remoteness, 1 << move, 1 << move, move, 1))}
        assert legal == {*moves}


@pytest.mark.parametrize("board", ["XXX.OO...", "XX.OOO.X.", "X..OOO.XX"])
def test_a_row_in_which_the_game_is_over_has_no_moves(board):
    """If the last mover has a line, whichever side that is, no row may say that the game goes on."""
    is_sound = row_law(Rules())
    free = sum(1 << cell for cell, sign in enumerate(board) if sign == ".")
    ply = 9 - board.count(".")
    going_on = (0, 9 - ply, free, free, board.index("."), 1)
    assert not is_sound(key_of(board), going_on)
