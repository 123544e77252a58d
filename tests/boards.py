"""Boards of every kind and conventions of every sort, as the slow solver knows them.

Each board is known by lines that are written down here again, and each convention by its own words.
"""

import cmath
import json
from functools import cache
from itertools import combinations, pairwise, product

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from oxobook.book import IllegalRules, Rules
from tests.reference import DRAW, LOSS, WIN, Reference, solved_game

PLANE = ((0, 1), (1, 0), (1, 1), (1, -1))
WRAPPED = ["3x3x3-torus", "2x3x2-torus", "2x4x3-torus", "3x3x2-torus-misere", "1x5x3-torus"]
WRAPPED += ["3x3x3-cylinder-misere", "3x3x3-cylinder-gravity", "2x4x3-cylinder-misere-gravity", "4x2x3-cylinder"]
CUBES = ["2x4x2-cube", "2x4x2-cube-misere", "2x6x2-cube", "2x4x3-cube", "1x3x2-cube", "1x4x3-cube"]
HEXAGONS = ["3x3x3-hex", "2x4x3-hex-misere", "3x2x2-hex"]
ANIMALS = ["3x3x3-el", "2x4x3-tic-gravity", "3x3x4-tippy", "2x4x4-knobby", "3x3x4-fatty-misere", "2x5x4-elly"]
ANIMALS += ["1x6x4-skinny"]
DISTANCES = {"domino": 1, "el": 4, "tic": 6, "elly": 14, "fatty": 8, "knobby": 11, "skinny": 20, "tippy": 12}
"""Sum of the squared distances between a polyomino's cells; no other connected polyomino of its size has the same."""
FANO = ["a3 b3 c3", "a3 a2 a1", "a3 b2 c1", "b3 a2 c1", "b3 b2 a1", "c3 a2 b2", "c3 a1 c1"]
OWN = {
    "fano": {"board": ["...", "..#", ".#."], "lines": [line.split() for line in FANO]},
    "fano-misere": {"board": ["...", "..#", ".#."], "lines": [line.split() for line in FANO]},
    "ring": {"board": ["...", ".#.", "..."], "k": 3},
    "slope-gravity": {"board": ["..#", "...", "..."], "k": 3},
    "cave-gravity": {"board": ["...", "#..", "..."], "k": 2},
    "mixed": {"board": ["...", "..."], "lines": [["a2", "b2"], ["a1", "b1", "c1"], ["b2", "c1", "c2"]]},
    "bent": {"board": ["#..", "...", "..#"], "shape": [".#", "##"]},
    "plain": {"board": ["...", "...", "..."], "k": 3, "symmetry": False},
    "named": {"board": ["....", "#..#"], "k": 3, "names": ["a1", "b1", "c1", "d1", "a2", "b2"]},
}


class Listed(Reference):
    """The slow solver on a board whose lines and places are given; a stone falls past no hole."""

    def __init__(self, rules, lines, places):
        super().__init__(rules.rows, rules.columns, rules.k, rules.misere, rules.gravity)
        self.lines, self.places = lines, places

    def solved(self):
        self.solve("." * len(self.places))
        return self

    def moves(self, board):
        if self.line_owner(board):
            return []
        below = [self.places.index((r + 1, c)) if (r + 1, c) in self.places else None for r, c in self.places]
        rests = (cell is None or board[cell] != "." or not self.gravity for cell in below)
        return [cell for cell, fits in enumerate(rests) if fits and board[cell] == "."]


class Agreed(Reference):
    """The slow solver under a convention; the lines are the board's, the play and the results are from here."""

    def __init__(self, rules):
        super().__init__(*rules[:5])
        self.word = rules.convention
        self.lines = [[cell for cell in range(rules.cells) if line >> cell & 1] for line in rules.lines]

    def mover(self, board):
        return "XO"[(len(board) - board.count(".")) % 2]

    def line_owner(self, board):
        whole = {board[line[0]] for line in self.lines if len({board[cell] for cell in line}) == 1}
        return next(iter(whole & set("X" if self.word == "maker" else "XO")), None)

    def children(self, board):
        signs = {"maker": self.mover(board), "notakto": "X"}.get(self.word, "XO")
        return [board[:cell] + sign + board[cell + 1 :] for cell in self.moves(board) for sign in signs]

    def winner(self, board):
        """Return the winner of a finished game; None for a draw."""
        last = "O" if self.mover(board) == "X" else "X"
        first_is_maker = self.word in ("maker", "order")
        if self.line_owner(board):
            won = "X" if first_is_maker else self.mover(board) if self.word == "notakto" else last
        else:
            won = "O" if first_is_maker else None
        return {"X": "O", "O": "X"}.get(won) if self.misere else won

    def solve(self, board):
        if board in self.answers:
            return
        after = self.children(board)
        if not after:
            won = self.winner(board)
            self.answers[board] = (DRAW if won is None else WIN if won == self.mover(board) else LOSS, 0)
            return
        for child in after:
            self.solve(child)
        found = [(-self.answers[child][0], self.answers[child][1] + 1) for child in after]
        self.answers[board] = max(found, key=lambda answer: (answer[0], -answer[0] * answer[1]))


def board_of(name):
    """Return the rules of a board, its lines by this file's words, and its places."""
    if name in OWN:
        return own(name)
    rules = Rules.parse(name)
    places = [*product(range(rules.rows), range(rules.columns))]
    if not rules.kind:
        return rules, Reference(*rules[:5]).lines, places
    lines_of = {"torus": wrapped, "cylinder": wrapped, "cube": solid, "hex": hexagonal}.get(rules.kind, animal)
    return rules, [[places.index(place) for place in line] for line in lines_of(rules, places)], places


def wrapped(rules, places):
    """Yield every run of k different cells, counted modulo the sizes that wrap."""
    for (row, column), (down, right) in product(places, PLANE):
        run = [(row + step * down, (column + step * right) % rules.columns) for step in range(rules.k)]
        run = [(r % rules.rows, c) if rules.kind == "torus" else (r, c) for r, c in run]
        if len({*run}) == rules.k and {*run} <= {*places}:
            yield run


def solid(rules, places):
    """Yield every run of k cells, on layers side by side, in one of the thirteen directions of space."""
    size = rules.rows
    steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
    for (row, column), (z, y, x) in product(places, steps):
        cells = [(column // size + n * z, row + n * y, column % size + n * x) for n in range(rules.k)]
        if all(0 <= c < size and 0 <= b < size and 0 <= a < rules.columns // size for a, b, c in cells):
            yield [(b, a * size + c) for a, b, c in cells]


def animal(rules, places):
    """Yield the connected sets of cells with a polyomino's distances."""
    for chosen in combinations(places, rules.k):
        squares = sum((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(chosen, 2))
        if squares == DISTANCES[rules.kind] and connected(chosen):
            yield chosen


def connected(cells):
    """Return whether cells hang together by their sides."""
    found, waiting = set(), [cells[0]]
    while waiting:
        row, column = waiting.pop()
        if (row, column) in cells and (row, column) not in found:
            found.add((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return len(found) == len(cells)


def hexagonal(rules, places):
    """Yield the cells whose middles lie in the plane one step apart in one direction."""
    middle = {(row, column): column + row * cmath.rect(1, cmath.pi / 3) for row, column in places}
    for chosen in combinations(places, rules.k):
        steps = [middle[after] - middle[before] for before, after in pairwise(chosen)]
        if all(abs(step - steps[0]) < 1e-6 and abs(abs(step) - 1) < 1e-6 for step in steps):
            yield chosen


def own(name):
    """Return the rules of a board in this file, its lines, and its places."""
    word, *variants = name.split("-")
    fields = {"name": word, **OWN[name]}
    rules = Rules.own(json.dumps(fields), "".join(f"-{variant}" for variant in variants))
    places = [(r, c) for r, row in enumerate(fields["board"]) for c, sign in enumerate(row) if sign == "."]
    names = fields.get("names") or ["abcdefg"[column] + str(rules.rows - row) for row, column in places]
    if "lines" in fields:
        return rules, [[names.index(one) for one in line] for line in fields["lines"]], places
    if "shape" in fields:  # three cells in a block of two by two
        runs = [
            line for line in combinations(places, 3) if all(max(at) - min(at) == 1 for at in zip(*line, strict=True))
        ]
    else:
        runs = [[(r + n * d, c + n * e) for n in range(fields["k"])] for (r, c), (d, e) in product(places, PLANE)]
    return rules, [[places.index(one) for one in run] for run in runs if {*run} <= {*places}], places


@cache
def solver_of(name):
    """Return the rules of a board, by its text or its name in this file, and the slow solver that has solved it."""
    rules = own(name)[0] if name in OWN else Rules.parse(name)
    if rules.convention:
        return rules, Agreed(rules).solved()
    return (rules, Listed(*board_of(name)).solved()) if name in OWN or rules.kind else (rules, solved_game(*rules[:5]))


CELLS, CELLS_OF_BOTH = 9, 6
"""Cells of the largest boards that are drawn; of those on which a move chooses its sign."""


@st.composite
def games(draw):
    """Return rules of a board that is drawn, or of one that is named here, and their slow solver."""
    if draw(st.integers(0, 2)) == 0:
        return solver_of(draw(st.sampled_from([*WRAPPED, *CUBES, *HEXAGONS, *ANIMALS, *OWN])))
    rows = draw(st.integers(1, 5))
    size = rows, draw(st.integers(1, CELLS // rows)), draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["", "", "torus", "cylinder"]))
    convention = draw(st.sampled_from(["", "", "maker", "notakto", "wild", "order"]))
    words = [kind, convention, *(word for word in ("misere", "gravity") if draw(st.booleans()))]
    try:
        rules = Rules.parse("-".join(["x".join(map(str, size)), *filter(None, words)]))
    except IllegalRules:
        assume(False)
    assume(2 < rules.cells <= (CELLS_OF_BOTH if convention in ("wild", "order") else CELLS))
    return solver_of(str(rules))


def over_some(count):
    """Run a test on a number of random games, with the same fixtures for all."""
    shared = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]
    return settings(max_examples=count, suppress_health_check=shared)


def masks(board):
    """Return the masks of X's and O's stones in a board of the slow solver."""
    return tuple(sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")
