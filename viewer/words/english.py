"""English words of papers and pictures.

Another language is a class that follows this one and replaces what it says; what it leaves out stays English. Words
that depend on nothing are attributes, others methods.
"""

from collections.abc import Sequence
from typing import ClassVar

from oxobook.book.errors import counted
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.words.english_lessons import EnglishLessons
from oxobook.viewer.words.wording import game_named, listed, ordinal

_NUMBERS = ("none", "one", "two")


class English(EnglishLessons):
    """Words of papers and pictures."""

    code = "en"  # of the language (ISO 639-1), by which Typst sets it

    # games and titles

    tic_tac_toe = "tic-tac-toe"

    def game(self, rules: Rules) -> str:
        """Return the game as a title says it."""
        return game_named(rules, self.tic_tac_toe)

    def headed(self, title: str, rules: Rules) -> str:
        """Return a title that names a game, which begins with a capital."""
        said = title.format(game=self.game(rules))
        return said[0].upper() + said[1:]

    def title(self, side: str, game: str, own: Value) -> str:
        """Return what a side with this value can be sure of: ``How X never loses at tic-tac-toe``."""
        verb = {Value.WIN: "always wins", Value.DRAW: "never loses", Value.LOSS: "makes the best of it"}[own]
        return f"How {side} {verb} at {game}"

    def title_from(self, side: str, game: str, position: str) -> str:
        return f"How to play {side} at {game} from {position}"

    results: ClassVar[dict[str | None, str]] = {"X": "X wins", None: "draw", "O": "O wins"}
    """Result of a game or of perfect play, by its winner."""

    def options(self, words: Sequence[str]) -> str:
        """Return words of which one is to be chosen: ``a1, b2 or c3``."""
        return listed(words, "or")

    # maps

    def map_to_move(self, stone: str, other: str) -> str:
        return f"The largest coloured {stone} is your move. Find {other}'s reply, look inside that cell, repeat."

    def map_to_answer(self, stone: str, other: str) -> str:
        return (
            f"Find {other}'s move and look inside that cell: the coloured {stone} is your move. Find {other}'s reply, "
            "look inside, repeat."
        )

    map_result: ClassVar[dict[Value, str]] = {
        Value.WIN: "Every game is won.",
        Value.DRAW: "No game is lost.",
        Value.LOSS: "Every slip of the other side is punished.",
    }

    def map_cut(self, moves: int, side: str) -> str:
        return f"The map is cut after {counted(moves, 'move')} of {side}: in the empty cells the game goes on."

    map_closed = "No stone can lie on a grey cell yet."
    map_struck = "A struck line ends the game."

    # matrix

    def all_positions(self, game: str) -> str:
        return f"All positions of {game}"

    def boards_of_ply(self, ply: int, boards: int) -> tuple[str, str]:
        """Return which stones are on the board, and how many boards there are."""
        return counted(ply, "stone"), counted(boards, "board")

    matrix_note = (
        "A board stands for all that are symmetric to it. A dot marks the best move, a struck line the end of a game."
    )

    def stands_for(self, boards: int) -> str:
        return f"stands for {counted(boards, 'board')}"

    # openings

    colours: ClassVar[dict[str, str]] = {"X": "a blue", "O": "an orange"}

    def opening_notes(self, own: str, other: str) -> list[str]:
        """Return how an opening is read, and how the numbers of a sheet are played."""
        return [
            f"A row is for one reply of {other}'s. It begins with {own}'s answer, which is framed; then come {own}'s "
            "answers to all that may follow. Mirror images are left out.",
            f"At the end of a row stands a position from which {own} plays by numbers, by the first of these rules "
            "that applies. A few later positions have an answer of their own.",
            f"Win: complete a line, on {self.colours[own]} cell if there is one. Or win by threats: all {other}'s "
            "replies but one let you complete a line, until none is left. Or by force: all but one let you win by "
            "threats.",
            f"Else take the lowest number that you can reach, but none after which {other} could win by threats: never "
            f"right below {self.colours[other]} cell, and where {other} threatens a line, only the cell against it.",
        ]

    theorem: ClassVar[str] = "The first player wins Connect Four: checked by Python and by Coq."

    # cheat sheets

    def boards_to_remember(self, count: int, proved: bool) -> str:
        return f"{counted(count, 'board')} to remember: {'no strategy needs fewer' if proved else 'the fewest found'}"

    def sheet_rule(self, rule: str, k: int, other: str) -> str:
        """Return the rule ``win``, ``block``, ``misère``, ``last move`` or ``find``."""
        return {
            "win": f"Win if you can: complete a line of {k}.",
            "block": f"Block if you must: take the cell where {other} would complete one.",
            "misère": f"Whoever completes a line of {k} loses.",
            "last move": "If only one move is left, play it.",
            "find": "Otherwise find your board below, and play the marked cell.",
        }[rule]

    def your_move(self, number: int) -> str:
        return f"Your {ordinal(number)} move"

    def plays(self, side: str, cell: str) -> str:
        return f"{side} plays {cell}"

    _marked = "The marked cell is your move. Each board also stands for all those that look the same when"
    sheet_note: ClassVar[dict[str, str]] = {
        "turned": f"{_marked} turned or flipped.",
        "mirrored": f"{_marked} mirrored left to right.",
        "moved": f"{_marked} turned, flipped or shifted as the lines allow.",
    }

    # instructions

    with_each_move = "At each of your moves, follow the first of these that applies:"
    only_move = "If you have only one move, play it."
    below = "Otherwise, do what is said below for your move."
    otherwise = "Otherwise"

    def complete(self, k: int) -> str:
        return f"If you can complete a line of {k}, complete it."

    def block(self, other: str) -> str:
        return f"If {other} could complete a line with its next stone, take that cell."

    def sentence(self, when: str, take: str) -> str:
        """Return a step: its condition and the cell to take, of which one may be empty."""
        if not take:
            return f"{when}:"
        return f"{when}, take {take}." if when else f"Take {take}."

    def condition(self, asked: str, otherwise: bool) -> str:
        return f"Otherwise, if {asked}" if otherwise else f"If {asked}"

    notes_in_words = (
        "The edges are the four cells between the corners. An edge is next to two corners, and two cells are opposite "
        "to each other with the centre between them.",
        "Where several cells fit, take any of them: each is as good as the others.",
    )

    def continued(self, title: str) -> str:
        return f"{title} (continued)"

    # cells and stones of a 3x3 board; ``whose``: the letter of the other side, or empty for the reader's own

    def cells(self, sort: str, single: bool, places: Sequence[str] = ()) -> str:
        """Return the free cells of a sort, or those at some places; ``single``: there is one."""
        any_cell = "any cell" if sort == "cell" and not places else self._one(sort)
        return f"{f'the {sort}' if single else any_cell}{' ' * bool(places)}{' and '.join(places)}"

    def place(self, relation: str, whose: str, sort: str, stones: int, only: bool, single: bool) -> str:
        """Return a place by its ``relation`` to stones; ``single``: there is but one such stone."""
        owner = f"{whose}'s" if whose else "your"
        sort = "stone" if sort == "cell" else sort
        if single:
            return f"{'' if stones else 'not '}{relation} {owner} {sort}"
        return f"{relation} {'only ' * only}{_NUMBERS[stones]} of {owner} {sort}s"

    def has(self, whose: str, sort: str, count: int) -> str:
        many = self._one(sort) if count == 1 else f"{_NUMBERS[count]} {sort}s"
        return f"{whose} has {many}" if whose else f"you have {many}"

    def opposed(self, whose: str, sort: str) -> str:
        return f"two of {f'{whose}' + chr(39) + 's' if whose else 'your'} {sort}s are opposite to each other"

    def stands(self, whose: str, sort: str, relation: str, count: int, to_whose: str, to_sort: str) -> str:
        owners = [f"{one}'s" if one else "your" for one in (whose, to_whose)]
        return f"one of {owners[0]} {sort}s is {relation} {_NUMBERS[count]} of {owners[1]} {to_sort}s"

    def _one(self, sort: str) -> str:
        return {"centre": "the centre", "edge": "an edge"}.get(sort, f"a {sort}")

    # puzzles

    puzzles_titles = ("{game}: puzzles", "{game}: puzzles, solutions")

    def find_moves(self, coordinates: bool) -> str:
        """Return what to do on a worksheet; ``coordinates``: True if its boards name columns and rows so."""
        how = ": write down its column's letter and its row's number" if coordinates else " and write it down"
        return f"Find a right move in each{how}. More dots mean harder."

    fork = "A fork is one move that makes two threats at once."
    _boxed = "The right moves are in boxes. If a board has several,"
    right_moves: ClassVar[dict[str, str]] = {
        "turned": f"{_boxed} they look the same when it is turned or flipped.",
        "mirrored": f"{_boxed} they look the same when it is mirrored.",
        "moved": f"{_boxed} a symmetry of the board takes one to the other.",
    }
    move = "Move:"

    def task(self, kind: str, mover: str, moves: int) -> str:
        """Return the task of a kind, ``win``, ``win at once``, ``fork`` or ``draw``, which takes some ``moves``."""
        many = f"{moves} move{'s' * (moves > 1)}"
        tasks = {"win": f"win in {many}", "fork": "find the fork", "draw": "save the draw"}
        return f"{mover} to move: {tasks.get(kind, kind)}"

    answers: ClassVar[dict[str, str]] = {
        "win at once": "Completes a line.",
        "win": "No other move wins.",
        "fork": "Makes two threats at once.",
        "draw": "Every other move loses.",
    }
    to_scale = "50 mm long if printed at 100 %, without fitting to the page"
