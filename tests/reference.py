"""A slow solver that is easy to believe: boards are strings, play is recursion, nothing is shared with the product.

It knows no bit masks, no symmetry reduction and no NumPy. ``solved_game(rows, columns, k, misere, gravity)``
walks every position that play reaches from the empty board.
"""

from functools import cache, cached_property

WIN, DRAW, LOSS = 1, 0, -1


class Reference:
    """The whole game tree of one m,n,k-game, with every position's answer."""

    def __init__(self, rows=3, columns=3, k=3, misere=False, gravity=False):
        self.rows, self.columns, self.k, self.misere, self.gravity = rows, columns, k, misere, gravity
        self.answers = {}
        """board -> (value, remoteness) for the side to move"""
        self.games = {}
        """board -> number of games from it, by result: (X wins, O wins, drawn)"""
        self.perfect_games = {}

    def solved(self):
        """The same, with every position that play reaches walked and solved."""
        self.solve("." * (self.rows * self.columns))
        return self

    def mover(self, board):
        return "X" if board.count("X") == board.count("O") else "O"

    @cached_property
    def lines(self):
        """Every run of k cells across, down and on both diagonals, as lists of cell numbers."""
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + i * down, column + i * right) for i in range(self.k)]
                    if all(0 <= r < self.rows and 0 <= c < self.columns for r, c in cells):
                        found.append([r * self.columns + c for r, c in cells])
        return found

    def line_owner(self, board):
        """The side that has a complete line, or None."""
        for line in self.lines:
            if board[line[0]] != "." and len({board[cell] for cell in line}) == 1:
                return board[line[0]]
        return None

    def moves(self, board):
        """The cells that may be played, none when the game is over."""
        if self.line_owner(board):
            return []
        free = [cell for cell in range(len(board)) if board[cell] == "."]
        if self.gravity:
            free = [c for c in free if c + self.columns >= len(board) or board[c + self.columns] != "."]
        return free

    def play(self, board, cell):
        return board[:cell] + self.mover(board) + board[cell + 1 :]

    def children(self, board):
        """The boards after each move."""
        return [self.play(board, cell) for cell in self.moves(board)]

    def solve(self, board):
        """Find the answers of a board and of all that play reaches from it."""
        if board in self.answers:
            return
        moves = self.moves(board)
        if not moves:
            self._end(board)
            return
        for cell in moves:
            self.solve(self.play(board, cell))
        children = {cell: self.move_answer(board, cell) for cell in moves}
        self.answers[board] = max(children.values(), key=preference)
        value = self.answers[board][0]
        after = [self.play(board, cell) for cell in moves]
        self.games[board] = tuple(map(sum, zip(*(self.games[child] for child in after), strict=True)))
        safe = [self.play(board, cell) for cell in moves if children[cell][0] == value]
        self.perfect_games[board] = sum(self.perfect_games[child] for child in safe)

    def _end(self, board):
        owner = self.line_owner(board)
        self.perfect_games[board] = 1
        if owner is None:
            self.answers[board], self.games[board] = (DRAW, 0), (0, 0, 1)
            return
        winner = {"X": "O", "O": "X"}[owner] if self.misere else owner
        self.answers[board] = (WIN if winner == self.mover(board) else LOSS, 0)
        self.games[board] = (int(winner == "X"), int(winner == "O"), 0)

    def move_answer(self, board, cell):
        """A move's value for the mover and its remoteness from this board."""
        value, remoteness = self.answers[self.play(board, cell)]
        return -value, remoteness + 1

    def best(self, board):
        """The moves that no other move is preferred to."""
        return [c for c in self.moves(board) if self.move_answer(board, c) == self.answers[board]]

    def safe(self, board):
        """The moves that keep the value."""
        return [c for c in self.moves(board) if self.move_answer(board, c)[0] == self.answers[board][0]]

    def images(self, board):
        """The boards that look the same: turned over and around, as far as the rules allow."""
        rows = [board[i : i + self.columns] for i in range(0, len(board), self.columns)]
        flips = [rows, [row[::-1] for row in rows]]
        if not self.gravity:
            flips += [image[::-1] for image in flips]
            if self.rows == self.columns:
                flips += [["".join(column) for column in zip(*image, strict=True)] for image in flips]
        return {"".join(image) for image in flips}


@cache
def solved_game(*rules):
    """Return a Reference with its whole game solved; all tests of a process share it, and none may change it."""
    return Reference(*rules).solved()


def preference(answer):
    """Wins before draws before losses; a soon win, a late loss."""
    value, remoteness = answer
    return value, -value * remoteness


def score_of(value, remoteness, ply, cells):
    """Return the score of a position at a ply; the way back from ``remoteness_of``."""
    return value * (cells + 1 - ply - remoteness)
