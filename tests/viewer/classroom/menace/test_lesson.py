"""The matchbox machine that learns: its beads, its games, and what is exactly true of it after each."""

import json
from fractions import Fraction
from random import Random

import pytest

from oxobook.book import Value
from oxobook.book.strategy import canonical_of
from oxobook.viewer.classroom.menace.boxes import distinct_moves, kit_for
from oxobook.viewer.classroom.menace.lesson import give_lesson, play_game
from oxobook.viewer.classroom.menace.machine import Encounters, ExactOdds, Machine, expected, worst
from oxobook.viewer.players.player import Player, Scope, UnfitPlayer
from oxobook.viewer.players.roster import player_named
from tests.viewer.players.plain_games import all_games

WON, LOST_OR_WON = (0.0, 0.0, 1.0), (-1.0, 0.0, 1.0)


class Adapter(Player):
    """A machine as any other player, with exact shares."""

    scope = Scope.ORBIT

    def __init__(self, machine):
        super().__init__("machine")
        self.machine = machine

    def policy(self, position):
        standard = canonical_of(position)
        cells, beads = distinct_moves(standard), self.machine.beads.get(standard.key, [1])
        found, names = {}, position.rules.board.names
        for cell in position.legal_cells:
            after = canonical_of(position.play(cell))
            (colour,) = (one for one, other in enumerate(cells) if canonical_of(standard.play(other)) == after)
            if beads[colour] and after not in found:
                found[after] = names[cell], Fraction(beads[colour], sum(beads))
        return dict(found.values())


def taught(book, side, games=60, against="random"):
    """A machine after some games, with what it may meet against its opponent."""
    machine = Machine(kit_for(book, side))
    met = Encounters(book, side, player_named(against, book))
    odds, randomness = ExactOdds(met, machine, WON, expected), Random(5)
    for _ in range(games):
        used, end = play_game(met, machine, randomness)
        odds.update(machine.learn(used, Value(end - 1)))
    return machine, met, odds


@pytest.mark.parametrize(("side", "against"), [("X", "random"), ("O", "random"), ("X", "levi"), ("X", "pick")])
def test_chances_are_those_of_all_games(make_book, side, against):
    """They are those of the whole tree of games, move by move on the board as it stands, and so is the worst case."""
    book = make_book("3x3x3-gravity")
    machine, met, odds = taught(book, side, against=against)
    players = {side: Adapter(machine)} | ({} if against == "random" else {"O": player_named(against, book)})
    games = all_games(players, book.rules, side)
    assert odds.now == pytest.approx(float(games.chances[0]), abs=1e-12) and (against == "pick" or 0 < odds.now < 1)
    if against == "random":
        hardest = ExactOdds(met, machine, LOST_OR_WON, worst).now
        assert hardest == pytest.approx(float(games.against_best), abs=1e-12)


def test_what_is_kept_up_to_date_is_what_is_worked_out_anew(book):
    """After every game only some encounters are looked at; all have the value that a new odds gives them."""
    machine, met, odds = taught(book, "X", games=100)
    assert odds.values == ExactOdds(met, machine, WON, expected).values


@pytest.mark.slow
def test_it_learns_to_draw_against_perfect_play(book):
    """As Michie's did (The Computer Journal 6, 1963): it loses most games at first, and then draws every one."""
    lesson = give_lesson(book, "X", player_named("perfect", book), 200, 2)
    results = [int(game.result) for game in lesson.games]
    assert sum(results[:20]) < -10 and not any(results[-80:])
    assert lesson.start.loss > 0.7 and lesson.games[-1].standing.draw > 0.99
    assert lesson.perfect == 0 and all(game.standing.vs_best <= 0 for game in lesson.games)


def test_a_machine_without_beads_for_its_first_move_plays_no_more(book):
    """Punished for every game of a bad start, it has none left: then the lesson is over."""
    lesson = give_lesson(book, "X", player_named("perfect", book), 200, 0)
    assert lesson.ran_out and len(lesson.games) < 200
    assert lesson.games[-1].standing == (0, 0, 1, -1)


@pytest.mark.parametrize(
    ("result", "beads"), [(None, [4, 3, 2, 1]), (1, [7, 6, 5, 4]), (0, [5, 4, 3, 2]), (-1, [3, 2, 1, 0])]
)
def test_the_published_rule(book, result, beads):
    """The beads that a box of each stage begins with, and that it has of the drawn colour after a game."""
    kit = kit_for(book, "X")
    used = [(next(box.position.key for box in kit.boxes if box.stage == stage), 0) for stage in (1, 2, 3, 4)]
    machine = Machine(kit)
    if result is not None:
        machine.learn(used, Value(result))
    assert [machine.beads[key][0] for key, _ in used] == beads


def test_opponents_without_a_policy_are_refused(book):
    """An opponent whose moves depend on their order is refused, and one that follows no rule at all."""
    opponent, chance = player_named("random", book), Random(1)
    opponent.scope = Scope.RECORD
    with pytest.raises(UnfitPlayer, match="an opponent whose moves depend on the position alone; got 'random'"):
        Encounters(book, "X", opponent)
    opponent = Player("coin")
    opponent.policy = lambda position: {chance.choice(position.legal_moves): Fraction(1)}
    with pytest.raises(UnfitPlayer, match=r"answers a position always alike; got 'coin': in .* it played"):
        Encounters(book, "X", opponent)


@pytest.mark.slow
def test_the_command_prints_draws_and_reports(run, tmp_path):
    """A few games as lines, all of them as JSON, and the curve as a picture with its figures in words."""
    chart = tmp_path / "curve.svg"
    said = run("classroom", "learn", "--games", "30", "--out", str(chart))
    assert said.exit_code == 0, said.stderr
    report = json.loads(run("classroom", "learn", "--games", "30", "--json").stdout)
    fields = "rules side against rule source seed played won drawn lost ran_out perfect start games"
    assert " ".join(report) == fields
    assert report["played"] == len(report["games"]) == report["won"] + report["drawn"] + report["lost"] == 30
    last = report["games"][-1]
    assert list(last) == ["result", "win", "draw", "loss", "vs_best"]
    assert f"{last['draw']:.1%}" in said.stdout.splitlines()[-1]
    assert "After 20 games: win 0.000, draw 0." in chart.read_text()
    assert run("classroom", "learn", "--out", str(chart)).exit_code == 2
    assert "expected a player, one of perfect" in run("classroom", "learn", "--against", "nobody").stderr
    assert "expected a picture as svg, png, pdf" in run("classroom", "learn", "--out", str(tmp_path / "x.gif")).stderr
