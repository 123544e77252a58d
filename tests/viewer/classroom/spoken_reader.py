"""A reader of instructions that knows nothing but their words: it plays as the text says.

It sees the board, knows the moves that its rules allow and what a line is, and never the tree that the words were made
from. A move is a row and a column.
"""

import re

from oxobook.book.game.bits import has_line

LINES = {
    "complete": r"If you can complete a line(?: of (\d+))?, complete it\.",
    "block": r"If [XO] could complete a line with its next stone, take that cell\.",
    "only": r"If you have only one move, play it\.",
    "below": r"Otherwise, do what is said below for your move\.",
}
NUMBERS = {"none": 0, "one": 1, "two": 2}


class Board:
    """A position as a player sees it: its stones, its moves, and those that complete a line of either side."""

    def __init__(self, position):
        places = list(position.rules.board.at)
        own, their = (position.x, position.o) if position.to_move == "X" else (position.o, position.x)
        self.own, self.their = (
            {place for cell, place in enumerate(places) if mask >> cell & 1} for mask in (own, their)
        )
        self.moves = {places[cell]: cell for cell in position.legal_cells}
        """Number of each move, by row and column."""
        self.completing, self.threatened = (
            {place for place, cell in self.moves.items() if has_line(position.rules.lines, mask | 1 << cell)}
            for mask in (own, their)
        )


def outline(text):
    """The rules in their order, and of each other line its depth and words; of a text of instructions."""
    rules, lines = [], []
    for line in text.splitlines():
        number = re.fullmatch(r"  \d\. (.*)", line)
        if number:
            (kind,) = (kind for kind, pattern in LINES.items() if re.fullmatch(pattern, number[1]))
            rules.append(kind)
        elif rules and line:
            blanks = len(line) - len(line.lstrip())
            lines.append((blanks // 2, line.strip()))
    return rules, lines


def ruled(kinds, board):
    """The cells of the first rule that applies, None where it sends the reader to what is said below."""
    for kind in kinds:
        cells = {
            "complete": lambda: board.completing,
            "block": lambda: board.threatened,
            "only": lambda: {*board.moves} if len(board.moves) == 1 else set(),
            "below": lambda: None,
        }[kind]()
        if cells is None or cells:
            return cells
    raise AssertionError("no rule applies")


def sort_of(cell):
    """Return the name of a cell of a 3x3 board: centre, corner or edge."""
    return "centre" if cell == (1, 1) else "corner" if (cell[0] + cell[1]) % 2 == 0 else "edge"


def stand(relation, one, other):
    """Return whether two cells of a 3x3 board stand in a relation."""
    if relation == "next to":
        return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    return one != other and one == (2 - other[0], 2 - other[1])


def stones_of(board, whose, sort):
    """The stones of a side, ``your`` or ``X's``, on cells of a sort."""
    stones = board.own if whose == "your" else board.their
    return {cell for cell in stones if sort in ("stone", sort_of(cell))}


PLACE = re.compile(
    r"(?:(not )?(next to|opposite to) (your|[XO]'s) (corner|edge|stone))|"
    r"(?:(next to|opposite to) (only )?(none|one|two) of (your|[XO]'s) (corner|edge|stone)s)"
)


def cells_said(phrase, board):
    """The cells that a phrase stands for; each article and singular must be true."""
    article, sort, *places = re.fullmatch(r"(the|an?|any) (centre|corner|edge|cell)(?: (.*))?", phrase).groups()
    cells = {cell for cell in board.moves if sort in ("cell", sort_of(cell))}
    for place in places[0].split(" and ") if places[0] else ():
        negated, relation, whose, far, *plural = PLACE.fullmatch(place).groups()
        if relation:
            (stone,) = stones_of(board, whose, far)
            cells = {cell for cell in cells if stand(relation, cell, stone) != bool(negated)}
        else:
            relation, only, number, whose, far = plural
            least, stones = NUMBERS[number], stones_of(board, whose, far)
            counts = {cell: sum(stand(relation, cell, stone) for stone in stones) for cell in cells}
            exact = only or not least
            cells = {cell for cell, count in counts.items() if (count == least if exact else count >= least)}
    assert cells and (article != "the" or len(cells) == 1), phrase
    return cells


def is_so(question, board):
    """Return whether a condition holds."""
    if found := re.fullmatch(r"(?:the|an?) (centre|corner|edge) is free", question):
        return any(sort_of(cell) == found[1] for cell in board.moves)
    if found := re.fullmatch(r"(you|[XO]) ha(?:ve|s) (the|an?|two) (centre|corner|edge)s?", question):
        stones = stones_of(board, "your" if found[1] == "you" else f"{found[1]}'s", found[3])
        return len(stones) >= (2 if found[2] == "two" else 1)
    if found := re.fullmatch(r"two of (your|[XO]'s) (corner|edge)s are (opposite to|next to) each other", question):
        stones = stones_of(board, found[1], found[2])
        return any(stand(found[3], one, other) for one in stones for other in stones)
    found = re.fullmatch(
        r"one of (your|[XO]'s) (corner|edge)s is (opposite to|next to) (one|two) of (your|[XO]'s) (corner|edge)s",
        question,
    )
    ones, others = stones_of(board, found[1], found[2]), stones_of(board, found[5], found[6])
    return any(sum(stand(found[3], one, other) for other in others) >= NUMBERS[found[4]] for one in ones)


def under_heading(lines, number):
    """The lines below the heading of an own move, the first is 1."""
    start = next(i for i, (_, words) in enumerate(lines) if re.fullmatch(rf"Your {number}\w\w move", words))
    found = []
    for depth, words in lines[start + 1 :]:
        if not depth:
            break
        found.append((depth, words))
    return found


def branches(lines):
    """The lines of the least depth, each with those below it."""
    found = []
    for depth, words in lines:
        if depth == lines[0][0]:
            found.append((words, ()))
        else:
            found[-1] = found[-1][0], (*found[-1][1], (depth, words))
    return found


def decided(lines, board):
    """The cells of the one instruction that applies."""
    applying = []
    for number, (words, below) in enumerate(branches(lines)):
        pattern = r"(Otherwise, )?(?:[Ii]f (.*?)(?:, |:$))?(?:[Tt]ake (.*)\.)?"
        otherwise, question, taken = re.fullmatch(pattern, words).groups()
        assert bool(otherwise) == bool(number), words
        if not applying and (question is None or is_so(question, board)):
            applying.append((taken, below))
    ((taken, below),) = applying
    return cells_said(taken, board) if taken else decided(below, board)


def answer(text, board, number):
    """The moves that the rule or instruction which applies at an own move leaves to choose from."""
    rules, lines = outline(text)
    return ruled(rules, board) or decided(under_heading(lines, number), board)
