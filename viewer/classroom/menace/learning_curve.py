"""Learning curve of a lesson: the machine's chances after each game (matplotlib)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oxobook.viewer.classroom.menace.machine import Standing
from oxobook.viewer.palette import Palette
from oxobook.viewer.pictures.charts.panels import HATCH, grey_of, name_axes
from oxobook.viewer.pictures.drawing.plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (560.0, 380.0)  # points, as all lengths here
_UPPER, _LOWER = (52.0, 74.0, 490.0, 150.0), (52.0, 264.0, 490.0, 74.0)  # left, top, width and height of the two panels


def learning_curve(
    standings: Sequence[Standing], perfect: int, title: str, beads: str, seed: int, palette: Palette
) -> Plot:
    """Return the chart.

    Args:
        standings: Chances before the first game, and after each.
        perfect: Result of perfect play, 1 / 0 / -1.
        title: Heading.
        beads: Rule for the beads, in words.
        seed: Seed of the lesson.
        palette: Colours.
    """
    parts = [f"{title}, with {beads} and seed {seed}."]  # the picture in words, for readers who cannot see it
    for number in (number for number in (0, 10, 20, 50, 100, 200, 500) if number < len(standings)):
        one = standings[number]
        parts.append(
            f"After {number} games: win {one.win:.3f}, draw {one.draw:.3f}, loss {one.loss:.3f}, "
            f"against the best {one.vs_best:+.3f}."
        )
    said = f"Exact chances after each game, for the beads that it then has; {beads}, seed {seed}"
    return Plot(lambda: _draw(standings, perfect, title, said, palette), title, " ".join(parts), palette)


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
