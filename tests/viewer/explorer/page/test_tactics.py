"""Why moves are best: what the page sees on the board is what the commands say."""

import pytest

from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.modules import run

SEE = """
  const [book, entries] = given, rules = rulesOf(book);
  return entries.map((entry) => Object.fromEntries(
    entry.moves.filter((move) => move.best).map((move) => [move.move, reasonsIn(rules, entry, move)])));
"""
MODULES = "{ rulesOf } from ./game/rules.ts\n{ reasonsIn } from ./words/say.ts"
SAID_OTHERWISE = {"every move draws": "draws, as every move does", "every move loses": "loses, as every move does"}
ONLY = "is the only move"


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        "3x3x3",
        "3x3x3-misere",
        "3x3x3-gravity",
        "2x3x2",
        "3x3x3-maker",
        "2x4x3-maker-misere",
        "3x3x3-notakto",
        "2x3x3-order",
    ],
)
def test_reasons_are_those_of_the_commands(make_book, rules):
    """The reasons of every best move, in every position, are those that the commands tell players; the only one is
    called so."""
    book = make_book(rules)
    positions = [(entry, book.moves(entry.position)) for entry in book if not entry.position.over]
    told = [reasons(entry, moves) for entry, moves in positions]
    expected = []
    for (_, moves), why in zip(positions, told, strict=True):
        said = dict.fromkeys(SAID_OTHERWISE, ONLY) if len(moves) == 1 else SAID_OTHERWISE
        expected.append({move: [said.get(one, one) for one in each] for move, each in why.items()})
    asked = [lookup_report(entry, moves) for entry, moves in positions]
    assert run(SEE, book_summary(book), asked, imports=MODULES) == expected
