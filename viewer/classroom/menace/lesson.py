"""Lesson: a matchbox machine plays game after game, learns, and is audited after each; with its learning curve."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from oxobook.book.arguments import Count, Side, checked
from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.classroom.menace.boxes import BEAD_RULES, kit_for
from oxobook.viewer.classroom.menace.machine import (
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
from oxobook.viewer.palette import CLASSIC, Palette
from oxobook.viewer.pictures.charts.charts import plot_bytes
from oxobook.viewer.pictures.charts.panels import HATCH, grey_of, name_axes
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.roster import AnyPlayer, player_named

BeadsNamed = Annotated[str, tuple(BEAD_RULES)]


class PlayedGame(NamedTuple):
    """Game, with the machine's standing after it."""

    result: Value  # result for the machine
    standing: Standing


class Lesson(NamedTuple):
    """Games of a lesson, fewer than asked for if the machine runs out of beads for its first move."""

    rules: Rules
    side: str
    opponent: str
    beads: str
    seed: int
    perfect: int  # result of perfect play for the machine's side, 1 / 0 / -1: ``vs_best`` cannot exceed it
    start: Standing
    games: Sequence[PlayedGame]
    ran_out: bool  # True if it has no bead left for its first move, and so plays no more

    @property
    def standings(self) -> list[Standing]:
        """Standing before the first game, and after each."""
        return [self.start, *(game.standing for game in self.games)]

    def curve(self, palette: Palette, form: str) -> bytes:
        title = f"MENACE learns {self.side} at {self.rules} against {self.opponent}"
        beads = f"{self.beads.title()}'s beads"
        return learning_curve(self.standings, self.perfect, title, beads, self.seed, palette, form)

    def _repr_svg_(self) -> str:
        return self.curve(CLASSIC, "svg").decode()


@checked
def give_lesson(book: Book, side: Side, opponent: AnyPlayer, beads: BeadsNamed, games: Count, seed: int) -> Lesson:
    """Let a new machine play and learn; the same seed gives the same lesson.

    ``opponent`` may be anything that ``player_named`` takes. Raises TooLarge, UnknownPlayer, UnfitPlayer or Forfeit.
    """
    if not isinstance(opponent, Player):
        with player_named(opponent, book) as player:
            return give_lesson(book, side, player, beads, games, seed)
    machine = Machine(kit_for(book, side, beads=beads))
    met = Encounters(book, side, opponent)
    against_random = Encounters(book, side, player_named("random", book))
    wins, losses = (ExactOdds(met, machine, ends, expected) for ends in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)))
    hardest = ExactOdds(against_random, machine, (-1.0, 0.0, 1.0), worst)

    def standing() -> Standing:
        win, loss = wins.now, losses.now
        return Standing(win, max(0.0, 1 - win - loss), loss, hardest.now)

    perfect = int(book.probe(Position(book.rules), pick=False).value.seen_by(side, to_move="X"))
    start, played, randomness = standing(), list[PlayedGame](), Random(seed)
    first = [met.all[number - 3].key for _, number in met.start if number > WON]
    while len(played) < games and any(machine.shares(key) for key in first):
        used, end = play_game(met, machine, randomness)
        changed = machine.learn(used, end - 1)
        for odds in (wins, losses, hardest):
            odds.update(changed)
        played.append(PlayedGame(Value(end - 1), standing()))
    return Lesson(
        book.rules, side, opponent.name, beads, seed, perfect, start, played, not any(map(machine.shares, first))
    )


def play_game(encounters: Encounters, machine: Machine, randomness: Random) -> tuple[list[Drawn], int]:
    """Play a game and return the beads drawn in it, and its end; at an empty box the machine gives up and loses."""
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


_DIGITS = 12  # floating-point sums may differ beyond these


def lesson_report(lesson: Lesson) -> dict[str, Any]:
    """Return the lesson, game by game."""
    results = [game.result for game in lesson.games]
    return {
        "rules": str(lesson.rules),
        "side": lesson.side,
        "against": lesson.opponent,
        "rule": lesson.beads,
        "source": BEAD_RULES[lesson.beads].source,
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


def lesson_lines(lesson: Lesson) -> list[str]:
    """Return the standing after a few of the lesson's games, as lines of text."""
    rule, standings = lesson.beads.title(), lesson.standings
    lines = [
        f"MENACE learns {lesson.side} at {lesson.rules} against {lesson.opponent}, with {rule}'s beads.",
        "",
        "            so far            chances now, exactly      against",
        "games    won drawn  lost      win    draw    loss      the best",
    ]
    for number in _shown(len(lesson.games)):
        standing = standings[number]
        results = [game.result for game in lesson.games[:number]]
        counts = "".join(f"{results.count(value):>6}" for value in (Value.WIN, Value.DRAW, Value.LOSS))
        chances = "".join(f"{chance:>8.1%}" for chance in standing[:3])
        lines.append(f"{number:>5} {counts} {chances} {standing.vs_best:>+13.3f}")
    perfect = f"{lesson.perfect:+}" if lesson.perfect else "0"
    lines += ["", f"The best opponent knows the beads; shown is the mean result, 1 / 0 / -1; {perfect} is perfect."]
    if lesson.ran_out:
        lines.append(f"After {len(lesson.games)} games it has no bead left for its first move, and plays no more.")
    return lines


def _shown(played: int) -> list[int]:
    """Return the numbers of the games that are shown: 0, 1, 2, 5, 10 and so on, and the last."""
    steps = (step * 10**power for power in range(6) for step in (1, 2, 5))
    return [0, *(step for step in steps if step < played), *([played] if played else [])]


if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (560.0, 380.0)  # points, as all lengths here
_UPPER, _LOWER = (52.0, 74.0, 490.0, 150.0), (52.0, 264.0, 490.0, 74.0)  # left, top, width and height of the two panels


def learning_curve(
    standings: Sequence[Standing], perfect: int, title: str, beads: str, seed: int, palette: Palette, form: str
) -> bytes:
    """Return the picture as a file; deterministic.

    Args:
        standings: Chances before the first game, and after each.
        perfect: Result of perfect play, 1 / 0 / -1.
        title: Heading.
        beads: Rule for the beads, in words.
        seed: Seed of the lesson.
        palette: Colours.
        form: ``svg``, ``png`` or ``pdf``.

    Raises:
        MissingExtra: Without matplotlib.
    """
    parts = [f"{title}, with {beads} and seed {seed}."]  # the picture in words, for readers who cannot see it
    for number in (number for number in (0, 10, 20, 50, 100, 200, 500) if number < len(standings)):
        one = standings[number]
        parts.append(
            f"After {number} games: win {one.win:.3f}, draw {one.draw:.3f}, loss {one.loss:.3f}, "
            f"against the best {one.vs_best:+.3f}."
        )
    said = f"Exact chances after each game, for the beads that it then has; {beads}, seed {seed}"

    def draw() -> "Figure":
        return _draw(standings, perfect, title, said, palette)

    return plot_bytes(draw, form, title, " ".join(parts), palette)


def _draw(standings: Sequence[Standing], perfect: int, title: str, said: str, palette: Palette) -> "Figure":
    from matplotlib.figure import Figure

    width, height = _SIZE
    figure = Figure(figsize=(width / 72, height / 72))
    figure.text(_UPPER[0] / width, 1 - 24 / height, title, size=13, weight="bold", color=palette.ink, va="center")
    figure.text(_UPPER[0] / width, 1 - 41 / height, said, size=8.5, color=grey_of(palette), va="center")
    upper, lower = (
        figure.add_axes((left / width, 1 - (top + up) / height, across / width, up / height))
        for left, top, across, up in (_UPPER, _LOWER)
    )
    _draw_chances(upper, standings, palette)
    _draw_distance(lower, standings, perfect, palette)
    return figure


def _draw_chances(axes: "Axes", standings: Sequence[Standing], palette: Palette) -> None:
    """Draw the chances of a win, a draw and a loss against the opponent, stacked."""
    games = range(len(standings))
    colours, words = (palette.win, palette.pale_draw, palette.loss), ("MENACE wins", "draw", "MENACE loses")
    base = [0.0] * len(standings)
    for part, (colour, hatch, name) in enumerate(zip(colours, ("", "", HATCH), words, strict=True)):
        tops = [low + 100 * standing[part] for low, standing in zip(base, standings, strict=True)]
        style: dict[str, Any] = {"facecolor": colour, "edgecolor": palette.paper, "hatch": hatch, "linewidth": 0}
        axes.fill_between(games, base, tops, label=name, **style)
        base = tops
    axes.plot(games, [100 * one.win for one in standings], color=palette.ink, linewidth=0.7)
    axes.plot(games, [100 * (one.win + one.draw) for one in standings], color=palette.ink, linewidth=0.7)
    axes.set_ylim(0, 100)
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, frameon=False, borderpad=0, borderaxespad=0,
        fontsize=8, handlelength=1.4, columnspacing=1.2, labelcolor=palette.ink,
    )  # fmt: skip
    name_axes(axes, "", "per cent")
    _set_games(axes, len(standings) - 1)


def _draw_distance(axes: "Axes", standings: Sequence[Standing], perfect: int, palette: Palette) -> None:
    """Draw the expected result against the best opponent, under the line of perfect play."""
    axes.axhline(perfect, color=grey_of(palette), linewidth=0.9, linestyle=(0, (4, 2)))
    axes.plot(range(len(standings)), [one.vs_best for one in standings], color=palette.ink, linewidth=1.3)
    axes.set_ylim(-1.08, max(perfect, 0) + 0.12)
    axes.set_yticks(range(-1, max(perfect, 0) + 1))
    axes.annotate("perfect play", (1, perfect), (-2, -9), xycoords=("axes fraction", "data"),
                  textcoords="offset points", ha="right", size=7.5, color=grey_of(palette))  # fmt: skip
    title = "Mean result against an opponent who knows the beads"
    axes.set_title(title, loc="left", size=8.5, color=palette.ink, pad=4)
    name_axes(axes, "games played", "1 / 0 / -1")
    _set_games(axes, len(standings) - 1)


def _set_games(axes: "Axes", played: int) -> None:
    axes.set_xlim(0, max(played, 1))
    axes.locator_params(axis="x", nbins=10, integer=True)
