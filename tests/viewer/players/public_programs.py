"""Eight programs in the manner of public ones, and every game that they can play, by plain recursion over lists.

Nothing here is oxobook's. A board is a list of nine signs in reading order, ``.`` for a free cell; a program takes it
and its own sign, and returns the number of a cell. ``players`` has the programs as functions of a position. Run with a
program's name, this file is a program that reads questions and writes moves.
"""

import sys
from fractions import Fraction
from functools import cache
from types import SimpleNamespace

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
SQUARE = [8, 1, 6, 3, 5, 7, 4, 9, 2]


def winner(board):
    """The sign of a whole line, or None."""
    return next((board[a] for a, b, c in LINES if board[a] != "." and board[a] == board[b] == board[c]), None)


def free(board):
    """The free cells."""
    return [cell for cell in range(9) if board[cell] == "."]


def put(board, cell, sign):
    """The board with one sign more."""
    return [*board[:cell], sign, *board[cell + 1 :]]


def first(board, sign):
    """Take the first free cell."""
    return free(board)[0]


def favourites(board, sign):
    """Take the centre, a corner, an edge, and never look."""
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == ".")


def winning(board, sign):
    """Return the first cell that completes a line, or None."""
    return next((cell for cell in free(board) if winner(put(board, cell, sign)) == sign), None)


def attentive(board, sign):
    """Win, else block, else take the last free cell."""
    cells = winning(board, sign), winning(board, "XO"[sign == "X"]), free(board)[-1]
    return next(cell for cell in cells if cell is not None)


def tutorial(board, sign):
    """Win, block, centre, corner, edge."""
    cells = winning(board, sign), winning(board, "XO"[sign == "X"]), favourites(board, sign)
    return next(cell for cell in cells if cell is not None)


@cache
def minimax(board, sign, depth):
    """The value of a board to the side to move, 10 less the moves to a win."""
    if winner(board):
        return depth - 10
    other = "XO"[sign == "X"]
    return max((-minimax(tuple(put(board, cell, sign)), other, depth + 1) for cell in free(board)), default=0)


def values(board, sign):
    """The value of each move by minimax."""
    other = "XO"[sign == "X"]
    return {cell: -minimax(tuple(put(board, cell, sign)), other, 1) for cell in free(board)}


def perfect(board, sign):
    """Take the first best move by minimax."""
    found = values(board, sign)
    return max(found, key=found.get)


def careless(board, sign):
    """Take the last move that minimax calls no loss: it does not hurry a win."""
    found = values(board, sign)
    return max(cell for cell, value in found.items() if value >= min(0, max(found.values())))


def magic(board, sign):
    """Make fifteen on the magic square, else stop the other's, else take the largest number."""
    for side in (sign, "XO"[sign == "X"]):
        own = [SQUARE[cell] for cell in range(9) if board[cell] == side]
        for cell in free(board):
            if any(one != other and one + other + SQUARE[cell] == 15 for one in own for other in own):
                return cell
    return max(free(board), key=SQUARE.__getitem__)


def weighing(board, sign):
    """Weigh each cell by the signs in its lines, ten times for a second of one's own."""
    weights = {(1, 0): 10, (0, 1): 5, (2, 0): 1000, (0, 2): 100}

    def weight(cell):
        through = [[board[one] for one in line] for line in LINES if cell in line]
        return sum(weights.get((line.count(sign), 3 - line.count(".") - line.count(sign)), 1) for line in through)

    return max(free(board), key=weight)


PROGRAMS = {one.__name__: one for one in (first, favourites, attentive, tutorial, perfect, careless, magic, weighing)}


def every_game(program, seat):
    """Walk over all games: won, drawn and lost, the same by chance, the shortest loss, and the boards with the move."""
    boards = set()

    def results(board, sign):
        if winner(board) or not free(board):
            won = winner(board)
            found = [int(won == seat), int(won is None), int(won not in (seat, None))]
            return found, found, len(board) - len(free(board)) if found[2] else None
        if sign == seat:
            boards.add(tuple(board))
        moves = [program(board, sign)] if sign == seat else free(board)
        after = [results(put(board, cell, sign), "XO"[sign == "X"]) for cell in moves]
        counts, chances = (
            [sum(column) for column in zip(*(one[part] for one in after), strict=True)] for part in (0, 1)
        )
        lengths = [one[2] for one in after if one[2] is not None]
        return counts, [Fraction(chance) / len(moves) for chance in chances], min(lengths, default=None)

    return *results(["."] * 9, "X"), len(boards)


def _answer(program, text, sign):
    cell = program(list(text.replace("/", "")), sign)
    return f"{'abc'[cell % 3]}{3 - cell // 3}"


def _player(program):
    return lambda position: _answer(program, position.text, position.to_move)


players = SimpleNamespace(**{name: _player(program) for name, program in PROGRAMS.items()})

if __name__ == "__main__":
    for question in sys.stdin:
        print(_answer(PROGRAMS[sys.argv[1]], *question.split()[:2]), flush=True)
