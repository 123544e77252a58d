"""Boards and conventions on the page: its rules are those of the positions, and each can be played."""

import random
import shutil

import pytest

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.explorer.summary import game_summary
from tests.viewer.explorer.browsing import Page
from tests.viewer.explorer.conftest import Server
from tests.viewer.explorer.modules import run

RING = '{"name": "ring", "board": ["...", ".#.", "..."], "k": 3}'
GAMES = ("wild", "wild-misere", "notakto", "order", "maker", "torus", "torus-misere", "hex", "cylinder-gravity")
ALL = [*(Rules.parse(f"3x3x3-{name}") for name in GAMES), Rules.own(RING), Rules.parse("2x6x2-cube")]
MODULES = """
  { boardAfter, boardOf, isOver, legal, rulesOf, textOf, winnerOn } from ./game/rules.ts
  { orderOf } from ./game/reached.ts
"""
CODE = """
  return given.map(([summary, records]) => {
    const rules = rulesOf(summary);
    return records.map((record) => {
      const board = boardAfter(rules, record), position = textOf(rules, board);
      const again = boardAfter(rules, orderOf(rules, board));
      return {
        position, over: isOver(rules, board), winner: winnerOn(rules, board),
        legal: legal(rules, board).map((move) => rules.moves[move]),
        read: textOf(rules, boardOf(position)), ordered: textOf(rules, again),
      };
    });
  });
"""


def records(rules):
    """The records of some random games, and of their beginnings."""
    found, lot = [[]], random.Random(7)
    for _ in range(12):
        position, moves = Position(rules), []
        while not position.over:
            moves.append(lot.choice(position.legal_moves))
            position = position.play(moves[-1])
            found.append([*moves])
    return found


def test_the_page_plays_by_the_rules():
    """The page knows the moves, the end and the winner on every kind of board, and finds an order of the moves."""
    asked = [[game_summary(rules), records(rules)] for rules in ALL]
    for rules, (_, played), answers in zip(ALL, asked, run(CODE, *asked, imports=MODULES), strict=True):
        for record, got in zip(played, answers, strict=True):
            position = Position.parse(" ".join(record), rules) if record else Position(rules)
            assert got["position"] == got["read"] == got["ordered"] == position.text
            assert (got["over"], got["winner"], got["legal"]) == (
                *(position.over, position.winner),
                list(position.legal_moves),
            )


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("3x3x3-wild", "Place X or O, as you like. Three in a row of either wins."),
        (
            "6x6x5-order",
            "Place X or O, as you like. Order wins by five in a row of either. Chaos wins by a full board without.",
        ),
        ("3x3x3-maker-misere", "O wins by three in a row of X. X wins by a full board without."),
        ("3x3x3-maker", "X wins by three in a row. O wins by a full board without."),
        ("3x3x3-notakto", "Both place X. Three in a row loses."),
        ("3x3x3-torus", "Three in a row wins. All edges meet."),
        ("3x3x4-tippy", "The shape, turned as you like, wins."),
        ("6x7x4-gravity", "Four in a row wins. Stones fall."),
    ],
)
def test_the_rule_is_said(word, said):
    """A game's rule is said in a sentence or two, in words of its convention and board."""
    imports = "{ rulesOf } from ./game/rules.ts\n{ ruleOf } from ./words/say.ts"
    assert run("return ruleOf(rulesOf(given[0]));", game_summary(Rules.parse(word)), imports=imports) == said


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("3x9x3-cube", "3D tic-tac-toe · 3\u00d73\u00d73"),
        ("4x16x4-cube", "Qubic · 4\u00d74\u00d74"),
        ("6x6x5-order", "Order and Chaos · 6\u00d76"),
        ("3x3x3-notakto", "Notakto · 3\u00d73"),
        ("4x4x4-elly-misere", "Elly · 4\u00d74, misère"),
    ],
)
def test_the_name_that_people_use(rules, name):
    """A game has the name that people use."""
    imports = "{ rulesOf } from ./game/rules.ts\n{ nameOf } from ./words/say.ts"
    assert run("return nameOf(rulesOf(given[0]));", game_summary(Rules.parse(rules)), imports=imports) == name


def test_a_move_is_a_cell_and_a_sign(page):
    """A switch, or the keys x and o, choose the sign if a side may set either; sides are called by their own names."""
    page.open("rules=3x3x3-wild")
    assert page.text("verdict") == "Player 1 wins in 4."
    assert page.text("chart-key").startswith("Up: Player 1 wins; down: Player 2 wins.")
    assert [row.split("\n")[0].strip() for row in page.tab.locator("#seats label").all_inner_texts()] == [
        *("Player 1", "Player 2")
    ]
    page.tab.click("#signs button >> text=O")
    page.cell("b2").click()
    page.expect_game("Ob2")
    page.tab.keyboard.press("x")
    page.cell("a3").click()
    page.expect_game("Ob2-Xa3")
    assert page.tab.locator("#board .stone.o").count() == page.tab.locator("#board .stone.x").count() == 1


def test_lines_through_layers_are_shown(page):
    """On a cube, pointing at a cell lights the cells that share an open line with it."""
    page.open("rules=2x4x2-cube&game=a1")
    page.cell("a2").hover()
    page.until("document.querySelectorAll('#board .beam').length === 8")


def test_a_game_without_a_book_is_solved(tab, tmp_path, library, make_book):
    """A card of the chooser has a game solved, with a bar, and opens it; one of one's own too."""
    make_book("3x3x3")
    shutil.copy(library / "3x3x3.sqlite", tmp_path)
    server = Server(tmp_path)
    try:
        page = Page(tab, server.url).open("rules=3x3x3")
        tab.click("#games-button")
        tab.click("#cards [data-rules='3x3x3-notakto']")
        page.until("location.hash.includes('rules=3x3x3-notakto')", 20)
        page.settled()
        tab.click("#games-button")
        tab.fill("#own-line", "2")
        tab.click("#own-open")
        page.until("location.hash.includes('rules=3x3x2')", 20)
        tab.click("#games-button")
        for name in ("rows", "columns", "line"):
            tab.fill(f"#own-{name}", "4")
        tab.click("#own-open")
        page.until("location.hash.includes('rules=4x4x4')", 20)  # which is too large to solve, and searched
        page.leave()
        # the browser notes that the server refuses to solve the last game
        assert all("400" in error for error in page.errors) and (tmp_path / "3x3x2.sqlite").exists()
    finally:
        server.stop()


def test_a_shape_stands_alone():
    """A shape that wins is shown alone; a line has stones of the other side around it."""
    imports = "{ sampleOf } from ./draw/sample.ts\n{ rulesOf } from ./game/rules.ts"
    games = [game_summary(Rules.parse(rules)) for rules in ("3x3x4-tippy", "3x3x3")]
    shape, line = run("return given[0].map((one) => sampleOf(rulesOf(one)));", games, imports=imports)
    assert shape.count("X") == 4 and "O" not in shape
    assert line.count("X") == 3 and line.count("O") == 2
