"""Published claims about the players: settled by audits and by the book, as the documentation tells them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import tactics
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.roster import ROSTER, never_losing, player_named

PAGE = Path(__file__).parents[3] / "docs" / "results" / "players.md"


def rows():
    """The claims of the documentation's table, each with its verdict and its evidence."""
    table = PAGE.read_text().partition("| claim |")[2].partition("\n\n")[0]
    cells = ([cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()[2:])
    return {claim: (verdict, evidence) for claim, verdict, evidence in (row for row in cells if len(row) == 3)}


def wins_and_blocks(name, book):
    """Return whether a player wins or blocks in every position of the game that lets it, and in how many it can."""
    player, asked = player_named(name, book), 0
    images = symmetry_group(book.rules).images
    for key in {key for entry in book if not entry.position.over for key in images(entry.position.x, entry.position.o)}:
        position = Position.from_key(key, book.rules)
        found = tactics(position)
        if urgent := found.line_moves or found.blocks:
            asked += 1
            if any(not urgent >> position.move(move) & 1 for move in player.policy(position)):
                return False, f"not in {position}"
    return True, f"in each of the {asked:,} positions with a win or a block"


def calls(own, their, depth):
    """The calls of Ralph's recursion, as its report prints it, and those that its depth cuts off unscored."""
    if depth > 6 or any(line & ~their == 0 for line in Rules().lines):
        return 1, int(depth > 6)
    free = (cell for cell in range(9) if not (own | their) >> cell & 1)
    below = [calls(their, own | 1 << cell, depth + 1) for cell in free]
    return 1 + sum(count for count, _ in below), sum(cut for _, cut in below)


@pytest.mark.slow
def test_claims_are_settled_as_the_documentation_says(book):
    """Each claim of the documents is proved or refuted, by the evidence in the table."""
    found = {(name, seat): audit(name, book, seat) for name, seat in
             [("keypad", "O"), ("centre", "O"), ("defender", "O"), ("notebook", "X"), ("notebook", "O"),
              ("ralph", "O"), ("random", "X")]}  # fmt: skip
    loses = {name: f"it loses after {' '.join(one.loss or ())}" for (name, seat), one in found.items() if seat == "O"}
    wrong = {move.move: move.wrong_replies for move in book.moves(Position(book.rules))}
    free = [entry for entry in book if "b2" in entry.position.legal_moves]
    poor = sum(entry.orbit for entry in free if "b2" not in entry.safe)
    defender, lines = found["defender", "O"], found["random", "X"].exact.lines
    mistakes, positions = (sum(getattr(found["notebook", seat].exact, name) for seat in "XO") for name in
                           ("mistakes", "positions"))  # fmt: skip
    ralph, empty = player_named("ralph", book), Position(book.rules)
    edges = {"b3", "a2", "c2", "b1"}
    opened = [ralph.policy(one) for one in (empty, *map(empty.play, empty.legal_cells))]
    visits, cut = calls(0, 0, 1)
    settled = {
        "keypad as O leaves a person some chance to win": (True, loses["keypad"]),
        "opening in a corner leaves the most ways to go wrong": (
            wrong["a3"] > max(wrong["b3"], wrong["b2"]),
            f"traps: {wrong['a3']} of 8 to a corner, {wrong['b3']} to an edge, {wrong['b2']} to the centre",
        ),
        "centre as O never loses": (found["centre", "O"].never_loses, loses["centre"]),
        "the centre is the best cell whenever it is free": (
            not poor,
            f"a mistake in {poor:,} of the {sum(entry.orbit for entry in free):,} positions where it is free",
        ),
        "defender as O cannot be beaten": (
            defender.never_loses,
            f"it loses none of its {sum(defender.exact.lines):,} possible games",
        ),
        "defender as O lost none of 100,000 random games": (
            True,
            f"against random moves it loses with probability {defender.exact.vs_random.loss}",
        ),
        "defender as O won 84.7 % of them": (
            abs(defender.exact.vs_random.win - Fraction(847, 1000)) < Fraction(1, 200),
            f"it wins exactly {float(100 * defender.exact.vs_random.win):.2f} %",
        ),
        "notebook plays optimally, by minimax": (
            not mistakes,
            f"{mistakes:,} mistakes in {positions:,} positions; {loses['notebook']}",
        ),
        "levi wins or blocks whenever it can": wins_and_blocks("levi", book),
        "ralph wins or blocks whenever it can": wins_and_blocks("ralph", book),
        "ralph opens strategically, in the centre or a corner": (
            not any(edges & {*policy} for policy in opened),
            "its first stone, as X or as O, is never on an edge",
        ),
        "ralph as O is not perfect": (not found["ralph", "O"].never_loses, loses["ralph"]),
        "ralph searches 75 thousand moves": (
            round(visits / 5_000) == 15,
            f"{visits:,} boards, {cut:,} of them cut off unscored",
        ),
        "X wins 131,184 games, O 77,904, and 46,080 are drawn": (
            (lines.win, lines.loss, lines.draw) == (131_184, 77_904, 46_080),
            f"random as X has {lines.win:,} wins, {lines.loss:,} losses, {lines.draw:,} draws",
        ),
    }
    assert {says: ("proved" if proved else "refuted", why) for says, (proved, why) in settled.items()} == rows()


@pytest.mark.slow
def test_players_audits_every_player(run, book):
    """The command has every player in both seats, as the roster says what they hold."""
    report = json.loads(run("audit", "--json").stdout)
    assert [one["player"] for one in report["players"]] == list(ROSTER)
    assert all(one[seat]["seat"] == seat and "mistaken" not in one[seat] for one in report["players"] for seat in "XO")
    held = {one["player"]: [seat for seat in "XO" if one[seat]["never_loses"]] for one in report["players"]}
    assert held == {name: never_losing(name, book) for name in ROSTER}
