"""The story that the page tells after a game, held against the book for every game."""

import re
from random import Random

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.notation import coordinates
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.explorer.summary import book_summary, game_summary
from tests.viewer.explorer.modules import run

TELL = """
  const [book, entries, games] = given, rules = rulesOf(book);
  return games.map((moves) => {
    const passed = positionsOf(rules, moves).map((position) => entries[position]);
    return [null, "X"].map((own) =>
      storyOf({ rules, moves, own, nameOf: (side) => side, mode: own ? "play" : "explore" }, passed));
  });
"""
MODULES = """
  { rulesOf } from ./game/rules.ts
  { positionsOf } from ./answers/answer.ts
  { storyOf } from ./game/story.ts
"""
CELLS = [
    f"the {row} {column} corner" if row and column else f"the {row or column} edge" if row or column else "the centre"
    for row in ("top", "", "bottom")
    for column in ("left", "", "right")
]
GAVE = {("draw", "loss"): "lost the draw", ("win", "draw"): "let the win go", ("win", "loss"): "lost a won game"}
TOLD = 3


def games_of(book):
    """Yield the moves of every game up to symmetry, in the order of its cells."""
    names, ways = coordinates(book.rules), book.rules.board.symmetries

    def walk(position, cells):
        if position.over:
            yield [names[cell] for cell in cells]
        still = [way for way in ways if all(way[cell] == cell for cell in cells)]
        for cell in position.legal_cells:
            if all(way[cell] >= cell for way in still):
                yield from walk(position.play(cell), [*cells, cell])

    yield from walk(Position(book.rules), [])


def some_games(book, number=1000):
    """Yield the moves of random games."""
    random = Random(number)
    for _ in range(number):
        position, moves = Position(book.rules), []
        while not position.over:
            cell = random.choice(position.legal_cells)
            position = position.play(cell)
            moves.append(coordinates(book.rules)[cell])
        yield moves


def passed_in(book, entries, moves):
    """Return the answers of the positions of a game, kept by their text."""
    position, passed = Position(book.rules), []
    for move in [*moves, None]:
        if position.text not in entries:
            entries[position.text] = lookup_report(book.probe(position), book.moves(position))
        passed.append(entries[position.text])
        position = position.play(coordinates(book.rules).index(move)) if move else position
    return passed


def slips_of(passed, moves):
    """The moves that gave something away: ply, side, move, what the side had, what it has after it, what keeps it."""
    slips = []
    for ply, (entry, name) in enumerate(zip(passed, moves, strict=False)):
        if name not in {move["move"] for move in entry["moves"] if move["safe"]}:
            (made,) = (move for move in entry["moves"] if move["move"] == name)
            kept = [move["move"] for move in entry["moves"] if move["safe"]]
            slips.append((ply, entry["to_move"], name, entry["value"], made["value"], kept))
    return slips


def either(names):
    """Return names as a choice, each once."""
    names = list(dict.fromkeys(names))
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def line_through(rules, board, cell, side):
    """Return where the first line lies that a side's stone on a cell would complete, or None."""
    for mask in rules.board.lines:
        line = [one for one in range(len(board)) if mask >> one & 1]
        if cell in line and all(board[one] == side for one in line if one != cell):
            places = [divmod(one, 3) for one in line]
            if len({row for row, _ in places}) == 1:
                return f"in the {('top', 'middle', 'bottom')[places[0][0]]} row"
            if len({column for _, column in places}) == 1:
                return f"in the {('left', 'middle', 'right')[places[0][1]]} column"
            return "on a diagonal"
    return None


def expected(rules, passed, slips, own):
    """Return the story as this test tells it: with places to a player, with coordinates to an observer."""
    if not slips:
        won = "No mistakes: the game was won from the start."
        return won if passed[-1]["winner"] else "No mistakes: with best play it is a draw."
    names = coordinates(rules)
    boards = [entry["position"].replace("/", "") for entry in passed]
    return " ".join(mistake(rules, boards[slip[0]], slip, own, names) for slip in slips[-TOLD:])


def mistake(rules, board, slip, own, names):
    """Return the sentence about a slip on a board."""
    _, side, name, had, has, kept = slip
    who = {"X": "You" if own else "X", "O": "O"}
    called = dict(zip(names, CELLS if own else names, strict=True))
    they = "O" if side == "X" else "X"
    for cell in () if rules.misere else kept:
        if line := line_through(rules, board, names.index(cell), side):
            return f"{who[side]} could have won {line}, at {called[cell]}."
    if not rules.misere and not line_through(rules, board, names.index(name), they):
        for cell in kept:
            if line := line_through(rules, board, names.index(cell), they):
                return f"{who[they]} had two {line}. {who[side]} could have blocked at {called[cell]}."
    others = [called[cell] for cell in kept]
    if own and len(kept) > 2:
        others = [
            re.sub("^an? ", "another ", place(cell)) if place(cell) == place(name) else place(cell) for cell in kept
        ]
    if len(others) > 4 and not own:
        return f"{who[side]} {GAVE[had, has]} with {called[name]}: {len(others)} other moves would have kept it."
    return f"{who[side]} {GAVE[had, has]} with {called[name]}: {either(others)} would have kept it."


def place(cell):
    """Return a player's name for a cell of 3x3."""
    corners, centre = {"a1", "a3", "c1", "c3"}, "b2"
    return "a corner" if cell in corners else "the centre" if cell == centre else "an edge"


def test_how_a_game_was_won_is_said():
    """The line is named as a child does on 3x3, and by its coordinates elsewhere; across an edge by its cells."""
    tell = """
      return given[0].map(([book, board]) => {
        const rules = rulesOf(book);
        return madeOn(rules, boardOf(board));
      });
    """
    won = {
        ("3x3x3", "OO./XXX/..."): "Three in the middle row.",
        ("3x3x3", "XXX/XOO/XOO"): "Three in the top row and in the left column.",
        ("3x3x3", "O.X/.XO/X.."): "Three on a diagonal.",
        ("3x3x3", "O.X/.XO/..."): "",
        ("3x3x3-misere", "OX./XO./X.O"): "Three on a diagonal, which loses.",
        ("3x4x3", "..../.XXX/OO.."): "Three in row 2.",
        ("3x4x3", "OX../OX../.X.."): "Three in column b.",
        ("3x4x3", "OX../O.X./...X"): "Three on the diagonal from b3 to d1.",
        ("3x3x3-gravity", "..O/.OX/OXX"): "Three on the diagonal from c3 to a1.",
        ("3x3x3-torus", ".X./X../O.X"): "Three in a line: b3, a2 and c1.",
    }
    asked = [[game_summary(Rules.parse(rules)), board] for rules, board in won]
    imports = "{ rulesOf, boardOf } from ./game/rules.ts\n{ madeOn } from ./words/say.ts"
    assert run(tell, asked, imports=imports) == list(won.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "games"),
    [("3x3x3", some_games), ("3x3x3-misere", some_games), pytest.param("3x3x3", games_of, marks=pytest.mark.long)],
)
def test_stories_are_true(make_book, rules, games):
    """After every game each sentence of the story is what the book says."""
    book = make_book(rules)
    entries, games = {}, list(games(book))
    passed = [passed_in(book, entries, moves) for moves in games]
    told = run(TELL, book_summary(book), entries, games, imports=MODULES)
    for stories, moves, answers in zip(told, games, passed, strict=True):
        slips = slips_of(answers, moves)
        assert stories == [expected(book.rules, answers, slips, own) for own in (False, True)]
