"""Moves of one kind in one row, and how much may follow them."""

from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.modules import run

CODE = """
  const [[book, ...entries]] = given;
  const namesOf = (moves) => moves.map((move) => move.move).sort();
  return entries.map((entry) => kindsOf(rulesOf(book), entry).map(({ moves, below }) => [namesOf(moves), below]));
"""
MODULES = """
  { rulesOf } from ./game/rules.ts
  { kindsOf } from ./game/kinds.ts
"""


def kinds(book, *records):
    """The kinds of the positions that moves lead to."""
    entries = [lookup_report(book.probe(record), book.moves(record)) for record in records]
    return run(CODE, [book_summary(book), *entries], imports=MODULES)


def test_marks(book):
    """A move that loses gets ??, one that lets a win go ?, the only safe move !, others nothing."""
    code = "return given.map(([entry, name]) => markOf(entry, name));"
    asked = [("a3 b2 c1", "a1"), ("b2 a2", "c2"), ("a3 b2 b3", "c3"), (".../.../...", "a3"), ("b2 a2 a3", "c1")]
    given = [[lookup_report(book.probe(record), book.moves(record)), name] for record, name in asked]
    assert run(code, *given, imports="{ markOf } from ./game/story.ts") == ["??", "?", "!", "", ""]


def test_the_first_moves_of_tic_tac_toe(book):
    """Corners, edges and the centre are one kind each; together they lead to all 255,168 games, by result."""
    ((corners, edges, centre),) = kinds(book, ".../.../...")
    assert [corners[0], edges[0], centre[0]] == [["a1", "a3", "c1", "c3"], ["a2", "b1", "b3", "c2"], ["b2"]]
    games = [below["games"] for _, each in (corners, edges, centre) for below in each]
    counted = [sum(one[result] for one in games) for result in ("X", "draw", "O")]
    assert counted == [131_184, 46_080, 77_904]


def test_moves_that_draw_are_told_apart(book, make_book):
    """Moves of one value with other traps, and those that do something else, are other kinds; large boards are not
    counted."""
    ((first, *others),) = kinds(book, "a3 b2 c1")
    assert first[0] == ["a2", "b1", "b3", "c2"] and [names for names, _ in others] == [["a1", "c3"]]
    assert first[1][0]["boards"] < sum(first[1][0]["games"].values())
    ((_, below), *_) = kinds(make_book("3x4x3"), "..../..../....")[0]
    assert below == []
