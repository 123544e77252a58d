"""Learning curve of a lesson: the machine's chances after each game."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from oxobook.viewer.classroom.menace.machine import Standing
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown, fitting_size
from oxobook.viewer.pictures.drawing.shapes import Area, Box, Group, Lines, Shape, Text

_WIDTH, _LEFT, _TOP, _ACROSS = 560.0, 56.0, 96.0, 480.0
_CHANCES, _RESULTS, _APART = 170.0, 90.0, 54.0  # heights of the two panels, and what is between them
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_TYPE = 10.0


def learning_curve(standings: Sequence[Standing], side: str, perfect: int, title: str, seed: int) -> Drawing:
    """Return the chart.

    Args:
        standings: Chances before the first game, and after each.
        side: Side of the machine.
        perfect: Result of perfect play, 1 / 0 / -1.
        title: Heading.
        seed: Seed of the lesson.
    """
    said = f"Exact chances after each game, for the beads that it then has; seed {seed}"
    lower = _TOP + _CHANCES + _APART
    shapes: list[Shape] = [
        Text(title, 24, 28, fitting_size(title, _WIDTH - 48, 16, bold=True), COLOURS.ink, bold=True, at="left"),
        Text(said, 24, 48, _TYPE, COLOURS.ink, at="left"),
        Group(tuple(_chances(standings, side)), _LEFT, _TOP),
        Group(tuple(_results(standings, perfect)), _LEFT, lower),
        Group(tuple(_games(len(standings) - 1)), _LEFT, lower + _RESULTS),
    ]
    return Drawing(_WIDTH, lower + _RESULTS + 50, title, tuple(map(Shown, shapes)), _description(standings, title))


def _description(standings: Sequence[Standing], title: str) -> str:
    parts = [f"{title}."]  # the picture in words, for readers who cannot see it
    for number in (number for number in (0, 10, 20, 50, 100, 200, 500) if number < len(standings)):
        one = standings[number]
        parts.append(
            f"After {number} games: win {one.win:.3f}, draw {one.draw:.3f}, loss {one.loss:.3f}, "
            f"against the best {one.vs_best:+.3f}."
        )
    return " ".join(parts)


def _chances(standings: Sequence[Standing], side: str) -> Iterator[Shape]:
    """Yield the chances of a win, a draw and a loss against the opponent, from the bottom up."""
    other, at = "XO".replace(side, ""), _places(standings)
    names = {side: "MENACE wins", None: "draw", other: "MENACE loses"}
    yield Text("Chances against the opponent", 0, -24, 12, COLOURS.ink, bold=True, at="left")
    left = 210.0
    for winner, name in names.items():
        yield Box(left, -29, 11, 11, COLOURS.pale(winner), COLOURS.strong(winner))
        yield Text(name, left + 16, -23.5, _TYPE, COLOURS.ink, at="left")
        left += 32 + 5.4 * len(name)
    low = [0.0] * len(standings)
    for part, winner in enumerate(names):
        high = [under + one[part] for under, one in zip(low, standings, strict=True)]
        upper = [(x, _CHANCES * (1 - y)) for x, y in zip(at, high, strict=True)]
        lower = [(x, _CHANCES * (1 - y)) for x, y in zip(at, low, strict=True)]
        yield Area((*upper, *reversed(lower)), COLOURS.pale(winner))
        if part < 2:
            edge = COLOURS.strong(winner if part == 0 else other)
            yield Lines(tuple((*one, *next_one) for one, next_one in pairwise(upper)), edge, 1.6)
        low = high
    for share in (0, 0.5, 1):
        yield Text(f"{100 * share:.0f} %", -8, _CHANCES * (1 - share), _TYPE, COLOURS.ink, at="right")
    yield Box(0, 0, _ACROSS, _CHANCES, edge=COLOURS.rule, thick=0.8)


def _results(standings: Sequence[Standing], perfect: int) -> Iterator[Shape]:
    """Yield the mean result against the best opponent, under the line of perfect play."""
    most = max(perfect, 0)
    title = "Mean result against an opponent who knows the beads; dotted: perfect play"
    yield Text(title, 0, -14, 12, COLOURS.ink, bold=True, at="left")

    def height(result: float) -> float:
        return _RESULTS * (most - result) / (most + 1)

    names = {1: "it wins", 0: "draw", -1: "it loses"}
    for result in range(-1, most + 1):
        yield Text(names[result], -8, height(result), _TYPE, COLOURS.ink, at="right")
    yield Lines(((0, height(perfect), _ACROSS, height(perfect)),), COLOURS.draw, 1.6, dotted=True)
    curve = [(x, height(one.vs_best)) for x, one in zip(_places(standings), standings, strict=True)]
    yield Lines(tuple((*one, *next_one) for one, next_one in pairwise(curve)), COLOURS.ink, 1.6)
    yield Box(0, 0, _ACROSS, _RESULTS, edge=COLOURS.rule, thick=0.8)


def _games(count: int) -> Iterator[Shape]:
    """Yield the numbers of games below both panels."""
    step = next((step for step in _STEPS if count <= 10 * step), _STEPS[-1] * (count // (10 * _STEPS[-1]) + 1))
    for number in range(0, count + 1, step):
        yield Text(str(number), _ACROSS * number / max(count, 1), 11, _TYPE, COLOURS.ink)
    yield Text("games played", _ACROSS / 2, 27, _TYPE, COLOURS.ink)


def _places(standings: Sequence[Standing]) -> list[float]:
    """Return the distance of each standing from the left edge."""
    return [_ACROSS * number / max(len(standings) - 1, 1) for number in range(len(standings))]
