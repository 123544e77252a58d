"""Learning curve of a lesson: the machine's chances after each game (matplotlib)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oxobook.viewer.classroom.menace.machine import Standing
from oxobook.viewer.palette import Palette
from oxobook.viewer.pictures.charts.panels import HATCH, grey_of, name_axes, name_panel
from oxobook.viewer.pictures.drawing.plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = 560.0, 380.0  # points


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
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    width, height = _SIZE
    engine = ConstrainedLayoutEngine(rect=(0.02, 0.02, 0.96, 1 - 66 / height))
    figure = Figure(figsize=(width / 72, height / 72), layout=engine)
    figure.text(0.03, 1 - 28 / height, title, size=13, weight="bold", color=palette.ink)
    figure.text(0.03, 1 - 45 / height, said, size=8.5, color=grey_of(palette))
    upper, lower = figure.subplots(2, height_ratios=(2, 1), sharex=True)
    _draw_chances(upper, standings, palette)
    _draw_distance(lower, standings, perfect, palette)
    lower.set_xlim(0, max(len(standings) - 1, 1))
    lower.locator_params(axis="x", nbins=10, integer=True)
    return figure


def _draw_chances(axes: "Axes", standings: Sequence[Standing], palette: Palette) -> None:
    """Draw the chances of a win, a draw and a loss against the opponent, stacked."""
    parts = [(palette.x, "", "MENACE wins"), (palette.pale_draw, "", "draw"), (palette.o, HATCH, "MENACE loses")]
    columns = [[100 * standing[part] for standing in standings] for part in range(3)]
    areas = axes.stackplot(range(len(standings)), columns, colors=[colour for colour, _, _ in parts])
    for area, (_, hatch, _) in zip(areas, parts, strict=True):
        area.set(hatch=hatch, edgecolor=palette.paper, linewidth=0)
    for tops in (columns[0], [100 - loss for loss in columns[2]]):
        axes.plot(range(len(standings)), tops, color=palette.ink, linewidth=0.7)
    axes.set_ylim(0, 100)
    name_panel(axes, "Chances against the opponent", parts, palette)
    name_axes(axes, "", "per cent")


def _draw_distance(axes: "Axes", standings: Sequence[Standing], perfect: int, palette: Palette) -> None:
    """Draw the expected result against the best opponent, under the line of perfect play."""
    axes.axhline(perfect, color=grey_of(palette), linewidth=0.9, linestyle=(0, (4, 2)))
    axes.plot(range(len(standings)), [one.vs_best for one in standings], color=palette.ink, linewidth=1.3)
    axes.set_ylim(-1.08, max(perfect, 0) + 0.12)
    axes.set_yticks(range(-1, max(perfect, 0) + 1))
    axes.annotate("perfect play", (1, perfect), (-2, -9), xycoords=("axes fraction", "data"),
                  textcoords="offset points", ha="right", size=7.5, color=grey_of(palette))  # fmt: skip
    title = "Mean result against an opponent who knows the beads"
    axes.set_title(title, loc="left", size=9.5, weight="bold", color=palette.ink, pad=6)
    name_axes(axes, "games played", "1 / 0 / -1")
