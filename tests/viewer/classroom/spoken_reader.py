"""A reader of instructions that knows nothing but their words: it plays as the text says.

It sees the board, knows the moves that its rules allow and what a line is, and never the tree that the words were made
from. A move is a row, a column and, where a side may set either sign, that sign.
"""

import re

from oxobook.book import Position

LINES = {
    "complete": r"If you can complete a line(?: of (\d+))?, complete it\.",
    "block": r"If [XO] could complete a line with its next stone, take that cell\.",
    "only": r"If you have only one move, play it\.",
    "below": r"Otherwise, do what is said below for your move\.",
    "any": r"(?:Otherwise, t|T)ake any cell(?: with either sign)?\.",
}
NUMBERS = {"none": 0, "one": 1, "two": 2}
VIEWS = {
    "flipped left to right": lambda row, column, rows, columns: (row, columns - 1 - column),
    "flipped top to bottom": lambda row, column, rows, columns: (rows - 1 - row, column),
    "turned half round": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "turned a quarter to the right": lambda row, column, rows, columns: (column, rows - 1 - row),
    "turned a quarter to the left": lambda row, column, rows, columns: (columns - 1 - column, row),
    "flipped over the diagonal from top left": lambda row, column, rows, columns: (column, row),
    "flipped over the diagonal from top right": lambda row, column, rows, columns: (
        columns - 1 - column,
        rows - 1 - row,
    ),
}


class Board:
    """A position as a player sees it: its stones, its moves, and those of them that complete a line."""

    def __init__(self, position):
        rules, places = position.rules, list(position.rules.board.at)
        mover, (first, second) = position.to_move, rules.terms.signs
        stones = {"X": position.x, "O": position.o}
        self.own, self.their = (
            {place for cell, place in enumerate(places) if stones[sign] >> cell & 1}
            for sign in (mover, "O" if mover == "X" else "X")
        )
        self.moves = {}
        """Number of each move, by row, column and, where there is a choice, sign."""
        for number in position.legal_cells:
            sign, cell = position.stone(number)
            self.moves[(*places[cell], sign) if rules.either else places[cell]] = number
        self.completing = {move for move, number in self.moves.items() if position.play(number).completed_lines}
        other = second if mover == "X" else first
        grown = {move: {sign: mask | (sign == other) << number for sign, mask in stones.items()}
                 for move, number in self.moves.items()} if not rules.either else {}  # fmt: skip
        self.threatened = {
            move for move, masks in grown.items() if Position(rules, masks["X"], masks["O"]).completed_lines
        }
        """Moves to cells in which a stone of the other side would complete a line."""


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
            "any": lambda: {*board.moves},
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


class TurningReader:
    """Reads words that hold however the board is turned; there is nothing to remember between two moves."""

    start = None

    def __init__(self, text, rules):
        self._rules, self._lines = outline(text)

    def answer(self, place, reply, board, number):
        """The moves that the rule or instruction which applies at an own move leaves to choose from."""
        return ruled(self._rules, board) or decided(under_heading(self._lines, number), board), None


class TreeReader:
    """Follows a tree of coordinates; what it remembers is where in the tree it is, and how it sees the board."""

    def __init__(self, text, rules):
        self._rules, lines = outline(text)
        self._rows, self._columns = rules.rows, rules.columns
        heading, steps = lines[0], tuple(line for line in lines[1:] if line[1].startswith(("If", "Take")))
        assert heading == (0, "Your moves, and the replies to them") or not steps
        self.start = (steps, ())
        """State at the start of a game: all lines, and the board not turned."""

    def answer(self, place, reply, board, number):
        """Return the move of the reply's instruction and the place after it; else the rules' moves.

        Before the first move of a game ``reply`` is None, and the first line is no answer to any.
        """
        if place is not None and reply is None and place[0]:
            ((words, below),) = branches(place[0])
            return {self._move(re.fullmatch(r"Take (.+)\.", words)[1])}, (below, ())
        if place is not None and reply is not None:
            seen = self._seen(reply, place[1])
            found = [branch for branch in map(self._parsed, branches(place[0])) if seen in branch[0]]
            assert len(found) <= 1
            for replies, taken, below in found:
                views = (*place[1], *replies[seen])
                return {move for move in board.moves if self._seen(move, views) == self._move(taken)}, (below, views)
        return ruled(self._rules, board), None

    def _parsed(self, branch):
        """The replies of a line, each with the views that it asks for, the move and the lines below."""
        words, below = branch
        replies, taken = re.fullmatch(r"If [XO] took (.*), take (.+)\.", words).groups()
        views = {}
        for reply in re.split(r", | or ", replies):
            name, view = re.fullmatch(r"(\w+(?: with [XO])?)(?: \((.*)\))?", reply).groups()
            assert self._move(name) not in views
            views[self._move(name)] = (view,) if view else ()
        return views, taken, below

    def _seen(self, move, views):
        """Return a move as the reader sees the board."""
        row, column, *sign = move
        for view in views:
            row, column = VIEWS[view](row, column, self._rows, self._columns)
        return (row, column, *sign)

    def _move(self, name):
        cell, *sign = name.split(" with ")
        return (self._rows - int(cell[1:]), ord(cell[0]) - ord("a"), *sign)


def reader_of(text, rules):
    """Return the reader for a text: the notes at its end say what its words are."""
    return (TurningReader if "\nThe edges are" in text else TreeReader)(text, rules)
