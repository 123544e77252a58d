"""Opponents on the page: each tip wins, and those said never to lose do not."""

import re

import pytest

from oxobook.book import Position, Value
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.explorer.summary import book_summary
from oxobook.viewer.players.roster import player_named
from tests.viewer.explorer.modules import run


def wins_somehow(player, position, first):
    """Return whether X can force a win against a player after these cells: any of its moves may come."""
    if position.over:
        return position.winner == "X"
    if position.to_move == "O":
        return any(wins_somehow(player, position.play(move), first) for move in player.policy(position))
    wanted = [cell for cell in first if cell in position.legal_moves] if position.ply < 2 * len(first) else []
    return any(wins_somehow(player, position.play(move), first) for move in wanted or position.legal_moves)


def test_tips_lead_to_wins(book):
    """Keypad, met by two opposite corners, can be beaten; so can Levi and Random; who has no tip never loses."""
    tips = run("return en.tips;")
    assert set(tips) == {"random", "levi", "keypad"} and "opposite corners" in tips["keypad"]
    start = Position(book.rules)
    assert wins_somehow(player_named("keypad", book), start, ["a3", "c1"])
    assert wins_somehow(player_named("levi", book), start, [])
    assert book.probe(start).value is Value.DRAW


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_ladder(side):
    """Beaten is who loses, or draws though proved never to lose with that side; the next is the one above."""
    ask = """
        const [own, draws] = given, other = own === "X" ? "O" : "X";
        const players = [["perfect", "XO"], ["expert", "XO"], ["keypad", "X"], ["levi", ""], ["random", ""]]
            .map(([name, never]) => ({ name, never_loses: [...never] }));
        const seats = (name) => ({ own, seats: { [own]: "human", [other]: name } });
        const names = players.map(({ name }) => name);
        const result = (winner) => names.filter((name) => passed(seats(name), winner, players));
        const after = rungsOf(players).map((name) => nextAfter(players, name) ?? null);
        return [result(own), result(null), result(other), after];
    """
    won, drawn, lost, after = run(ask, side, imports="{ nextAfter, passed, rungsOf } from ./game/ladder.ts")
    assert won == ["perfect", "expert", "keypad", "levi", "random"] and lost == []
    assert drawn == ["perfect", "expert"] + (["keypad"] if side == "O" else [])
    assert after == ["levi", "keypad", "expert", "perfect", None]


def test_hints_take_five_words():
    """A hint's reason has at most five words, in English."""
    hints = run("return en.hint;")
    assert len(hints) == 15 and all(len(re.findall(r"\w+", hint)) <= 5 for hint in hints.values())


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-misere", "3x3x3-gravity"])
def test_hints_are_true(make_book, rules):
    """In every position, what a hint says of the worth of the pick is what the book says of it."""
    book = make_book(rules)
    entries = [(entry, book.moves(entry.position)) for entry in book if not entry.position.over]
    ask = """
        const [book, entries] = given, rules = rulesOf(book);
        return entries.map((entry) => hintFor(rules, entry, entry.pick));
    """
    asked = [lookup_report(entry, moves) for entry, moves in entries]
    modules = "{ rulesOf } from ./game/rules.ts\n{ hintFor } from ./words/say.ts"
    for (entry, moves), hint in zip(entries, run(ask, book_summary(book), asked, imports=modules), strict=True):
        (pick,) = (move for move in moves if move.move == entry.pick)
        most = max(move.wrong_replies / (move.replies or 1) for move in moves if move.best)
        true = {
            "only": len(moves) == 1,
            "alone": len(entry.safe) == 1 and entry.value is Value.DRAW,
            "holds": 1 < len(entry.safe) < len(moves) and entry.value is Value.DRAW,
            "equal": len(entry.safe) == len(moves) and entry.value is Value.DRAW and pick.wrong_replies == 0,
            "all draw": 0 < pick.wrong_replies == most * pick.replies,
            "wins": entry.value is Value.WIN and entry.remoteness == 1,
            "wins in": entry.value is Value.WIN,
            "lasts": entry.value is Value.LOSS,
            "all lose": entry.value is Value.LOSS,
        }
        assert true.get(hint, True), (entry.position.text, hint)


@pytest.mark.parametrize(
    ("days", "streak"),
    [([1], 1), ([1, 2, 3], 3), ([1, 2, 4], 1), ([1, 1], 1)],
)
def test_a_streak_counts_days_in_a_row(days, streak):
    """A day counts when all of its puzzles are solved, once; a day left out begins anew."""
    ask = """
        globalThis.localStorage ??= { kept: {}, getItem(name) { return this.kept[name] ?? null; },
            setItem(name, text) { this.kept[name] = text; } };
        localStorage.removeItem?.("oxobook puzzles");
        for (const day of given[0]) for (let one = 0; one < 2; one += 1) solved("3x3x3", 20000 + day, 2);
        return streakOf("3x3x3", 20000 + given[0].at(-1)).days;
    """
    assert run(ask, days, imports="{ solved, streakOf } from ./game/puzzles.ts") == streak
