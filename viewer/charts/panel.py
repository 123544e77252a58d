"""Panel of the charts: matplotlib's axes under a title and a legend, with bars and their numbers.

Blue is X, red-orange O, yellow a draw, and grey belongs to no side. All lengths are in points.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oxobook.viewer.charts.chart_data import power_of_ten, short_count, tick, width
from oxobook.viewer.palette import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 222.0, 180.0
HATCH = "/////"  # hatch that means, on every panel, that the game is over
_NUMBER = 6.5  # the size of numbers at bars

Legend = Sequence[tuple[str, str, str]]  # colour, hatch and words of each entry


class Panel:
    """Panel in the colours of a palette."""

    def __init__(self, axes: "Axes", palette: Palette, title: str, legend: Legend = ()) -> None:
        from matplotlib.patches import Patch

        self.axes = axes
        self.palette = palette
        self.note(title, (0, 1), (0, 25), xycoords="axes fraction", size=9.5, weight="bold", color=palette.ink)
        if legend:
            patches = [
                Patch(facecolor=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0, label=words)
                for colour, hatch, words in legend
            ]
            axes.legend(
                handles=patches, loc="lower left", bbox_to_anchor=(0, 1 + 7 / HEIGHT), ncols=len(patches),
                frameon=False, borderpad=0, borderaxespad=0, fontsize=7.5, labelcolor=palette.ink,
                handlelength=1.3, handleheight=0.9, handletextpad=0.4, columnspacing=1.1,
            )  # fmt: skip

    def note(self, words: str, place: tuple[float, float], away: tuple[float, float], **style: Any) -> None:
        """Write words ``away`` points from a place."""
        self.axes.annotate(words, place, away, textcoords="offset points", **style)

    def bars(self, places: Sequence[float], heights: Sequence[float], colour: str, hatch: str, **style: Any) -> None:
        paper = self.palette.paper
        self.axes.bar(places, heights, color=colour, hatch=hatch, edgecolor=paper, linewidth=0, **style)

    def stacked_bars(
        self, places: Sequence[float], rows: Sequence[Sequence[float]], colours: Sequence[tuple[str, str]]
    ) -> None:
        """Draw stacked bars, a row of parts each; ``colours``: colour and hatch of each part."""
        base = [0.0] * len(rows)
        for part, (colour, hatch) in enumerate(colours):
            heights = [float(row[part]) for row in rows]
            self.bars(places, heights, colour, hatch, width=0.82, bottom=base)
            base = [low + height for low, height in zip(base, heights, strict=True)]

    def room_for_bars(self, places: Sequence[float], step: float) -> float:
        """Set the horizontal range to the bars; return each bar's width for its number."""
        low, high = min(places) - 0.7, max(places) + 0.7
        self.axes.set_xlim(low, high)
        return step * WIDTH / (high - low)

    def number_bars(self, places: Sequence[float], counts: Sequence[int], step: float = 1) -> None:
        """Write the counts above their bars, upright if there is no room across, or not at all."""
        slot = self.room_for_bars(places, step)
        texts = [short_count(count) for count in counts]
        widest = max(width(text, _NUMBER) for text in texts)
        upright = widest > slot
        if slot < 0.8 * _NUMBER:
            return
        self._raise_ceiling(float(max(counts)), (widest if upright else _NUMBER) + 4)
        style: dict[str, Any] = {"ha": "center", "va": "bottom", "size": _NUMBER, "color": self.palette.ink}
        for place, count, text in zip(places, counts, texts, strict=True):
            if count:
                self.note(text, (place, float(count)), (0, 2), rotation=90 if upright else 0, **style)

    def _raise_ceiling(self, highest: float, needed: float) -> None:
        """Make room above the highest bar, on a linear or a logarithmic axis."""
        share = 1 - needed / HEIGHT
        if self.axes.get_yscale() == "log":
            floor = self.axes.get_ylim()[0]
            self.axes.set_ylim(floor, floor * (highest / floor) ** (1 / share))
        else:
            self.axes.set_ylim(0, highest / share)

    def number_shares(self, place: float, shares: Sequence[float], slot: float) -> None:
        """Write the per cent of a bar's parts: inside if a part is high enough, a lone low part's above it."""
        ink, paper, base = self.palette.ink, self.palette.paper, 0.0
        upright = width("99.9", _NUMBER) > 0.82 * slot
        style: dict[str, Any] = {"ha": "center", "size": _NUMBER, "rotation": 90 if upright else 0}
        for share, colour in zip(shares, (paper, ink, paper), strict=True):
            text = f"{share:.1f}" if share >= 0.05 else "<0.1"
            needed = width(text, _NUMBER) + 4 if upright else _NUMBER + 2
            if share * HEIGHT / 108 >= needed:
                self.note(text, (place, base + share / 2), (0, 0), va="center", color=colour, **style)
            elif share and sum(shares) == share:
                self.note(text, (place, share), (0, 2), va="bottom", color=ink, **style)
            base += share

    def name_plies(self, plies: Sequence[int], what: str) -> None:
        self.axes.set_xticks(plies[:: name_every(len(plies))])
        name_axes(self.axes, "ply: stones on the board", what)
        if self.axes.get_yscale() == "log":
            high = math.floor(math.log10(self.axes.get_ylim()[1]))
            powers = range(0, high + 1, high // 7 + 1)
            self.axes.set_yticks([10.0**power for power in powers], [power_of_ten(power) for power in powers])
            self.axes.minorticks_off()
        else:
            self.axes.locator_params(axis="y", nbins=6, integer=True)
            self.axes.yaxis.set_major_formatter(lambda value, _: tick(value))

    def say_not_counted(self) -> None:
        """Draw the panel without figures."""
        self.axes.set_xticks([])
        self.axes.set_yticks([])
        self.axes.spines[:].set_color(mixed(self.palette.rule, self.palette.paper, 0.4))
        style: dict[str, Any] = {"ha": "center", "va": "center", "size": 9, "color": grey_of(self.palette)}
        self.axes.text(0.5, 0.5, "not counted in this book", transform=self.axes.transAxes, **style)


def name_every(count: int) -> int:
    """Return 1 if every bar has its name below it, 2 if every second one has."""
    return 1 if count <= 18 else 2


def name_axes(axes: "Axes", across: str, up: str) -> None:
    """Write the words along the axes; remove the frame at the top and the right."""
    axes.set_xlabel(across, labelpad=3)
    axes.set_ylabel(up, labelpad=3)
    axes.tick_params(length=2.5, pad=2, labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)


def mixed(colour: str, ground: str, share: float) -> str:
    """Return a colour mixed with a background; ``share`` is the colour's part."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * over + (1 - share) * under) for over, under in pairs).hex()


def grey_of(palette: Palette) -> str:
    """Return the colour of side notes: dark enough to read."""
    return mixed(palette.ink, palette.paper, 0.7)


def side_legend(palette: Palette) -> list[tuple[str, str, str]]:
    """Return colour, hatch and words of X's wins, draws and O's wins, bottom to top of a bar."""
    yellow = mixed(palette.draw, palette.pale_draw, 0.5)
    return [(palette.x, "", "X wins"), (yellow, "", "draw"), (palette.o, "", "O wins")]
