"""The story that the page tells after a game, held against the book for every game."""

import re

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.notation import coordinates
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.web.summary import book_summary, game_summary
from tests.viewer.web.modules import run

TELL = """
  const [book, entries, games] = given, rules = rulesOf(book);
  return games.map((moves) => {
    const passed = positionsOf(rules, moves).map((position) => entries[position]);
    return [null, "X"].map((own) => storyOf({ rules, moves, own, seats: { X: "x", O: "o" } }, passed));
  });
"""
MODULES = """
  { rulesOf } from ./game/rules.ts
  { positionsOf } from ./answers/answer.ts
  { storyOf } from ./game/story.ts
"""
ORDINALS = ["first", "second", "third", "fourth", "fifth"]
GAVE = {
    "threw the draw away": ("draw", "loss"),
    "gave the win away": ("win", "draw"),
    "turned a win into a loss": ("win", "loss"),
}
DECIDED = re.compile(
    r"(The game was drawn|([XO]) was winning) (until|before) (their|[XO]'s) (\w+) move: (\w\d) "
    r"(lost|let it go to a draw), (.+) (held the draw|kept the win)\.(?: Before that, (.+)\.)?"
)


def entries_and_games(book):
    """The answers of every position by its text, and all games up to symmetry: their moves, and those answers."""
    names, ways = coordinates(book.rules), book.rules.board.symmetries
    entries, games = {}, []

    def walk(position, cells, passed):
        if position.text not in entries:
            entries[position.text] = lookup_report(book.probe(position), book.moves(position))
        passed = [*passed, entries[position.text]]
        if position.over:
            games.append(([names[cell] for cell in cells], passed))
        still = [way for way in ways if all(way[cell] == cell for cell in cells)]
        for cell in position.legal_cells:
            if all(way[cell] >= cell for way in still):
                walk(position.play(cell), [*cells, cell], passed)

    walk(Position(book.rules), [], [])
    return entries, games


def slips_of(passed, moves):
    """The moves that gave something away: ply, side, move, what the side had, what it has after it, what keeps it."""
    slips = []
    for ply, (entry, name) in enumerate(zip(passed, moves, strict=False)):
        if name not in {move["move"] for move in entry["moves"] if move["safe"]}:
            (made,) = (move for move in entry["moves"] if move["move"] == name)
            kept = [move["move"] for move in entry["moves"] if move["safe"]]
            slips.append((ply, entry["to_move"], name, entry["value"], made["value"], kept))
    return slips


def require_true(told, passed, slips):
    """Check each thing that a story says of a game, by the positions passed and the slips in them."""
    if not slips:
        won = "No mistakes: the game was won from the start."
        assert told == (won if passed[-1]["winner"] else "No mistakes: with best play it is a draw.")
        assert bool(passed[-1]["winner"]) == (passed[0]["value"] != "draw")
        return
    state, winning, since, whose, nth, name, did, kept, held, before = DECIDED.fullmatch(told).groups()
    side = winning or whose[0]
    assert (whose == "their") == bool(winning)
    ply, mover, slip, had, has, keeping = slips[-1]
    assert (side, name, 2 * ORDINALS.index(nth) + "XO".index(side)) == (mover, slip, ply)
    assert (had, has) == ("draw" if winning is None else "win", "loss" if did == "lost" else "draw")
    assert winning in (None, side) and held == ("held the draw" if had == "draw" else "kept the win")
    assert kept == f"{len(keeping)} other moves" or sorted(re.split(", | or ", kept)) == sorted(keeping)
    if state == "The game was drawn" and since == "until":
        assert {entry["value"] for entry in passed[: ply + 1]} == {"draw"}
    parts = re.split(", | and ", before) if before else []
    earlier = [re.fullmatch(r"([XO]) (.+) with (\w\d)", part).groups() for part in parts]
    assert [(who, move, *GAVE[gave]) for who, gave, move in earlier] == [(*one[1:5],) for one in slips[:-1]]


def place(cell):
    """Return a player's name for a cell of 3x3."""
    corners, centre = {"a1", "a3", "c1", "c3"}, "b2"
    return "a corner" if cell in corners else "the centre" if cell == centre else "an edge"


def require_same(told, story, slips):
    """Check that the story told to X says the same as the story for all, with places for cells and "you" for X."""
    if not (decided := DECIDED.fullmatch(story)):
        assert told == story
        return
    state, winning, since, whose, nth, name, did, _, held, before = decided.groups()
    kept = list(dict.fromkeys(place(cell) for cell in slips[-1][5]))
    kept = [re.sub("^an? ", "another ", one) if one == place(name) else one for one in kept]
    listed = " or ".join(filter(None, [", ".join(kept[:-1]), kept[-1]]))
    state = state.replace("X was winning", "You were winning")
    whose = "your" if "X" in (winning, whose[0]) else "their" if winning else "O's"
    expected = f"{state} {since} {whose} {nth} move: {place(name)} {did}, {listed} {held}."
    if before:
        before = re.sub(r"\bX (threw|gave|turned)", r"you \1", before)
        expected += f" Before that, {re.sub(r'[abc][123]', lambda cell: place(cell[0]), before)}."
    assert told == expected


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
@pytest.mark.parametrize("rules", [pytest.param("3x3x3", marks=pytest.mark.long), "3x3x3-misere"])
def test_stories_of_all_games_are_true(make_book, rules):
    """After every game, up to symmetry, each sentence of the story is what the book says."""
    entries, games = entries_and_games(make_book(rules))
    assert len(games) > 26_000
    told = run(TELL, book_summary(make_book(rules)), entries, [moves for moves, _ in games], imports=MODULES)
    for (story, in_places), (moves, passed) in zip(told, games, strict=True):
        slips = slips_of(passed, moves)
        require_true(story, passed, slips)
        require_same(in_places, story, slips)
