"""A lesson: a matchbox machine plays game after game against an opponent, learns, and is audited after each."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.classroom.menace.boxes import kit_for
from oxobook.viewer.classroom.menace.encounters import LOST, WON, Encounters
from oxobook.viewer.classroom.menace.exact_odds import Outlook, expected, worst
from oxobook.viewer.classroom.menace.machine import Drawn, Machine
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.roster import player_named


class Standing(NamedTuple):
    """What is exactly true of the machine with the beads that it has."""

    win: float
    """The chance of a win against the opponent."""
    draw: float
    loss: float
    vs_best: float
    """The expected result, 1 / 0 / -1, against an opponent who knows the beads and makes the most of it."""


class Game(NamedTuple):
    """A game, and where the machine stands after it."""

    result: Value
    """For the machine."""
    standing: Standing


class Lesson(NamedTuple):
    """The games of a lesson, fewer than asked for where the machine has no bead left for its first move."""

    rules: Rules
    side: str
    opponent: str
    beads: str
    seed: int
    perfect: int
    """The result of perfect play for the machine's side, 1 / 0 / -1: what ``vs_best`` cannot pass."""
    start: Standing
    games: Sequence[Game]
    ran_out: bool
    """Whether it has no bead left for its first move, and so plays no more."""

    @property
    def standings(self) -> list[Standing]:
        """Where the machine stands before the first game, and after each."""
        return [self.start, *(game.standing for game in self.games)]

    def _repr_svg_(self) -> str:
        """The learning curve, drawn by a notebook."""
        from oxobook.book.game.palette import CLASSIC
        from oxobook.viewer.classroom.menace.learning_curve import learning_curve

        return learning_curve(self, CLASSIC, "svg").decode()


def give_lesson(book: Book, side: str, opponent: Player, beads: str, games: int, seed: int) -> Lesson:
    """Let a new machine play; the same seed gives the same lesson. Raises TooLarge, UnfitPlayer, Forfeit."""
    machine = Machine(kit_for(book, side, beads=beads))
    met = Encounters(book, side, opponent)
    anybody = Encounters(book, side, player_named("random", book))
    wins, losses = (Outlook(met, machine, ends, expected) for ends in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)))
    hardest = Outlook(anybody, machine, (-1.0, 0.0, 1.0), worst)

    def standing() -> Standing:
        win, loss = wins.now, losses.now
        return Standing(win, max(0.0, 1 - win - loss), loss, hardest.now)

    perfect = int(book.probe(Position(book.rules)).value.seen_by(side, to_move="X"))
    start, played, randomness = standing(), list[Game](), Random(seed)
    first = [met.all[number - 3].key for _, number in met.start if number > WON]
    while len(played) < games and any(machine.shares(key) for key in first):
        used, end = _play(met, machine, randomness)
        changed = machine.learn(used, end - 1)
        for outlook in (wins, losses, hardest):
            outlook.update(changed)
        played.append(Game(Value(end - 1), standing()))
    return Lesson(
        book.rules, side, opponent.name, beads, seed, perfect, start, played, not any(map(machine.shares, first))
    )


def _play(encounters: Encounters, machine: Machine, randomness: Random) -> tuple[list[Drawn], int]:
    """The beads of one game, and its end; a machine that finds a box empty gives up."""
    used: list[Drawn] = []
    replies = encounters.start
    while True:
        chances = [chance for chance, _ in replies]
        number = randomness.choices([number for _, number in replies], chances)[0]
        if number <= WON:
            return used, number
        key, moves = encounters.all[number - 3]
        colour = machine.draw(key, randomness)
        if colour is None:
            return used, LOST
        used.append((key, colour))
        replies = moves[colour]
