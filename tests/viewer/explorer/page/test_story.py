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
SENTENCES = re.compile(
    r"(?P<winner>[XO]) could have won [\w ,]+, at (?P<won>\w+)\. ?"
    r"|(?P<they>[XO]) had two [\w ,]+\. (?P<blocker>[XO]) could have blocked at (?P<blocked>\w+)\. ?"
    r"|(?P<side>[XO]) (?P<gave>[a-z ]+) with (?P<move>\w+): (?P<others>[\w ,]+) would have kept it\. ?"
)
"""Pattern of the sentences about a mistake, as an observer reads them."""
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


def wins_at(position, cell, side):
    """Return whether a side's stone on a free cell would win, whoever is to move."""
    stones = (position.x | 1 << cell, position.o) if side == "X" else (position.x, position.o | 1 << cell)
    return bool(Position(position.rules, *stones).completed_lines) and not position.rules.misere


def is_true(found, position, slip):
    """Return whether a sentence says of a slip what the book and the board say."""
    _, side, move, had, has, kept = slip
    other, cells = "XO"[side == "X"], coordinates(position.rules)
    if found["winner"]:
        return found["winner"] == side and found["won"] in kept and wins_at(position, cells.index(found["won"]), side)
    if found["they"]:
        blocks = wins_at(position, cells.index(found["blocked"]), other)
        return (found["they"], found["blocker"]) == (other, side) and found["blocked"] in kept and blocks
    count = re.fullmatch(r"(\d+) other moves", found["others"])
    told = {*re.findall(r"[a-c]\d", found["others"])}
    gave = (found["side"], found["move"], found["gave"]) == (side, move, GAVE[had, has])
    return gave and (int(count[1]) == len(kept) if count else told == {*kept})


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
    """After every game each sentence of the story is what the book says; a player is told as much, as *you*."""
    book = make_book(rules)
    entries, games = {}, list(games(book))
    passed = [passed_in(book, entries, moves) for moves in games]
    told = run(TELL, book_summary(book), entries, games, imports=MODULES)
    for stories, moves, answers in zip(told, games, passed, strict=True):
        slips, (story, own) = slips_of(answers, moves)[-TOLD:], stories
        if not slips:
            won = "the game was won from the start" if answers[-1]["winner"] else "with best play it is a draw"
            assert story == own == f"No mistakes: {won}."
            continue
        found = [*SENTENCES.finditer(story)]
        assert "".join(one[0] for one in found) == story and len(found) == len(slips), story
        boards = [Position.parse(answers[slip[0]]["position"], book.rules) for slip in slips]
        assert all(map(is_true, found, boards, slips)), (moves, story)
        assert own.count(". ") == story.count(". ") and ("You" in own) == ("X" in story) and "X" not in own, own
