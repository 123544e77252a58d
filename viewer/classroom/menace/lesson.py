"""Lesson: a matchbox machine plays game after game, learns, and is audited after each; with its learning curve."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import counted, require_whole
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.classroom.menace.boxes import RULE, SOURCE, kit_for
from oxobook.viewer.classroom.menace.learning_curve import learning_curve
from oxobook.viewer.classroom.menace.machine import (
    FIRST,
    LOST,
    WON,
    Drawn,
    Encounters,
    ExactOdds,
    Machine,
    Standing,
    expected,
    worst,
)
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.players.player import Player, seeded
from oxobook.viewer.players.roster import AnyPlayer, player_named
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, table


class PlayedGame(NamedTuple):
    """Game, with the machine's standing after it."""

    result: Value  # result for the machine
    standing: Standing


class Lesson(NamedTuple):
    """Games of a lesson, fewer than asked for if the machine runs out of beads for its first move."""

    rules: Rules
    side: str
    opponent: str
    seed: int
    perfect: int  # result of perfect play for the machine's side, 1 / 0 / -1: ``vs_best`` cannot exceed it
    start: Standing
    games: Sequence[PlayedGame]
    ran_out: bool  # True if it has no bead left for its first move, and so plays no more

    @property
    def standings(self) -> list[Standing]:
        """Standing before the first game, and after each."""
        return [self.start, *(game.standing for game in self.games)]

    def curve(self) -> Drawing:
        """Return the chart of the standings."""
        title = f"MENACE learns {self.side} at {self.rules} against {self.opponent}"
        return learning_curve(self.standings, self.side, self.perfect, title, self.seed)

    def _repr_svg_(self) -> str:
        return svg_text(self.curve())


def give_lesson(book: Book, side: str, opponent: AnyPlayer, games: int, seed: int) -> Lesson:
    """Let a new machine play and learn; the same seed gives the same lesson.

    ``opponent`` may be anything that ``player_named`` takes. Raises TooLarge, UnknownPlayer, UnfitPlayer or Forfeit.
    """
    require_whole(0, games=games)
    if not isinstance(opponent, Player):
        with player_named(opponent, book) as player:
            return give_lesson(book, side, player, games, seed)
    machine = Machine(kit_for(book, side))
    met = Encounters(book, side, opponent)
    against_random = Encounters(book, side, player_named("random", book))
    wins, losses = (ExactOdds(met, machine, ends, expected) for ends in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)))
    hardest = ExactOdds(against_random, machine, (-1.0, 0.0, 1.0), worst)

    def standing() -> Standing:
        win, loss = wins.now, losses.now
        return Standing(win, max(0.0, 1 - win - loss), loss, hardest.now)

    perfect = int(book.probe(Position(book.rules), pick=False).value.seen_by(side, to_move="X"))
    start, played, randomness = standing(), list[PlayedGame](), seeded(seed)
    first = [met.all[number - FIRST].key for _, number in met.start if number >= FIRST]
    while len(played) < games and any(machine.shares(key) for key in first):
        used, end = play_game(met, machine, randomness)
        result = Value(end - 1)
        changed = machine.learn(used, result)
        for odds in (wins, losses, hardest):
            odds.update(changed)
        played.append(PlayedGame(result, standing()))
    return Lesson(book.rules, side, opponent.name, seed, perfect, start, played, not any(map(machine.shares, first)))


def play_game(encounters: Encounters, machine: Machine, randomness: Random) -> tuple[list[Drawn], int]:
    """Play a game and return the beads drawn in it, and its end; at an empty box the machine gives up and loses."""
    used: list[Drawn] = []
    replies = encounters.start
    while True:
        chances = [chance for chance, _ in replies]
        number = randomness.choices([number for _, number in replies], chances)[0]
        if number <= WON:
            return used, number
        key, moves = encounters.all[number - FIRST]
        colour = machine.draw(key, randomness)
        if colour is None:
            return used, LOST
        used.append((key, colour))
        replies = moves[colour]


_DIGITS = 12  # floating-point sums may differ beyond these


def lesson_report(lesson: Lesson) -> dict[str, Any]:
    """Return the lesson, game by game."""
    results = [game.result for game in lesson.games]
    return {
        "rules": str(lesson.rules),
        "side": lesson.side,
        "against": lesson.opponent,
        "rule": RULE,
        "source": SOURCE,
        "seed": lesson.seed,
        "played": len(results),
        "won": results.count(Value.WIN),
        "drawn": results.count(Value.DRAW),
        "lost": results.count(Value.LOSS),
        "ran_out": lesson.ran_out,
        "perfect": lesson.perfect,
        "start": _rounded(lesson.start),
        "games": [{"result": game.result.word, **_rounded(game.standing)} for game in lesson.games],
    }


def _rounded(standing: Standing) -> dict[str, float]:
    """Return the numbers of a standing, rounded to the digits that are equal on all machines."""
    return {name: round(number, _DIGITS) + 0.0 for name, number in standing._asdict().items()}


def lesson_lines(lesson: Lesson) -> Iterator[Line]:
    """Yield the results of the games so far and the exact chances after a few of them."""
    yield [(f"MENACE learns {lesson.side} at {lesson.rules} against {lesson.opponent}.", "")]
    yield []
    rows = [heads("games", "won", "drawn", "lost", "wins now", "draws", "loses")]
    steps = (step * 10**power for power in range(6) for step in (1, 2, 5))
    played = len(lesson.games)
    for number in dict.fromkeys((0, *(step for step in steps if step < played), played)):
        results = [game.result for game in lesson.games[:number]]
        counts = [str(results.count(value)) for value in (Value.WIN, Value.DRAW, Value.LOSS)]
        rows.append([str(number), *counts, *(f"{chance:.1%}" for chance in lesson.standings[number][:3])])
    yield from table(rows, "r")
    if lesson.ran_out:
        yield []
        said = f"After {counted(len(lesson.games), 'game')} it has no bead left for its first move, and plays no more."
        yield [(said, "")]
