"""Parts that the panels of the charts share: heads, legends, bars and their numbers, axes (matplotlib).

Blue is X, red-orange O, yellow a draw, and grey belongs to no side.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oxobook.book.game.palette import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANEL = (222.0, 180.0)
"""Width and height of a panel, in points, as all lengths here."""
HATCH = "/////"
"""Hatch that means, on every panel, that the game is over."""
_NUMBER = 6.5
_NOT_COUNTED = "not counted in this book"


def draw_head(axes: "Axes", title: str, legend: Sequence[tuple[str, str, str]], palette: Palette) -> None:
    """Draw a panel's title, and its legend in one row below it."""
    from matplotlib.patches import Patch

    place: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points"}
    axes.annotate(title, (0, 1), (0, 25), size=9.5, weight="bold", color=palette.ink, **place)
    if legend:
        patches = [
            Patch(facecolor=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0, label=words)
            for colour, hatch, words in legend
        ]
        style: dict[str, Any] = {"handlelength": 1.3, "handleheight": 0.9, "handletextpad": 0.4, "columnspacing": 1.1}
        axes.legend(
            handles=patches, loc="lower left", bbox_to_anchor=(0, 1 + 7 / PANEL[1]), ncols=len(patches),
            frameon=False, borderpad=0, borderaxespad=0, fontsize=7.5, labelcolor=palette.ink, **style,
        )  # fmt: skip


def stack_bars(
    axes: "Axes",
    places: Sequence[float],
    rows: Sequence[Sequence[float]],
    colours: Sequence[str],
    palette: Palette,
    hatched: bool = True,
) -> None:
    """Draw stacked bars, a row of parts each; of each pair of parts the second is hatched."""
    base = [0.0] * len(rows)
    for part, colour in enumerate(colours):
        heights = [float(row[part]) for row in rows]
        hatch = HATCH if hatched and part % 2 else ""
        axes.bar(places, heights, 0.82, base, color=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0)
        base = [low + height for low, height in zip(base, heights, strict=True)]


def room_for_bars(axes: "Axes", places: Sequence[float], step: float) -> float:
    """Set the horizontal range to the bars; return each bar's width for its number, in points."""
    low, high = min(places) - 0.7, max(places) + 0.7
    axes.set_xlim(low, high)
    return step * PANEL[0] / (high - low)


def number_bars(axes: "Axes", places: Sequence[float], counts: Sequence[int], step: float, palette: Palette) -> None:
    """Write the counts above their bars, upright if there is no room across, or not at all."""
    slot = room_for_bars(axes, places, step)
    texts = [short_count(count) for count in counts]
    widest = max(width(text, _NUMBER) for text in texts)
    upright = widest > slot
    if slot < 0.8 * _NUMBER:
        return
    _raise_ceiling(axes, float(max(counts)), (widest if upright else _NUMBER) + 4)
    style: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "bottom", "size": _NUMBER}
    for place, count, text in zip(places, counts, texts, strict=True):
        if count:
            axes.annotate(
                text, (place, float(count)), (0, 2), rotation=90 if upright else 0, color=palette.ink, **style
            )


def _raise_ceiling(axes: "Axes", highest: float, needed: float) -> None:
    """Make room above the highest bar, in points, on a linear or a logarithmic axis."""
    share = 1 - needed / PANEL[1]
    if axes.get_yscale() == "log":
        floor = axes.get_ylim()[0]
        axes.set_ylim(floor, floor * (highest / floor) ** (1 / share))
    else:
        axes.set_ylim(0, highest / share)


def number_parts(axes: "Axes", place: float, row: Sequence[float], slot: float, palette: Palette) -> None:
    """Write the per cent of a bar's parts: inside if a part is high enough, a lone low part's above it."""
    inks, base = (palette.paper, palette.ink, palette.paper), 0.0
    for share, ink in zip(row, inks, strict=True):
        text = f"{share:.1f}" if share >= 0.05 else "<0.1"
        across, upright = _NUMBER + 2, width(text, _NUMBER) + 4
        needed, turn = (across, 0) if width("99.9", _NUMBER) <= 0.82 * slot else (upright, 90)
        room = share * PANEL[1] / 108
        style: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "size": _NUMBER, "rotation": turn}
        if room >= needed:
            axes.annotate(text, (place, base + share / 2), (0, 0), va="center", color=ink, **style)
        elif share and sum(row) == share:
            axes.annotate(text, (place, share), (0, 2), va="bottom", color=palette.ink, **style)
        base += share


def name_every(count: int) -> int:
    """Return 1 if every bar has its name below it, 2 if every second one has."""
    return 1 if count <= 18 else 2


def name_plies(axes: "Axes", plies: Sequence[int], what: str) -> None:
    """Name the axes of a panel by ply."""
    axes.set_xticks(plies[:: name_every(len(plies))])
    name_axes(axes, "ply: stones on the board", what)
    if axes.get_yscale() == "log":
        high = math.floor(math.log10(axes.get_ylim()[1]))
        powers = range(0, high + 1, high // 7 + 1)
        axes.set_yticks([10.0**power for power in powers], [power_of_ten(power) for power in powers])
        axes.minorticks_off()
    else:
        axes.locator_params(axis="y", nbins=6, integer=True)
        axes.yaxis.set_major_formatter(lambda value, _: tick(value))


def name_axes(axes: "Axes", across: str, up: str) -> None:
    """Write the words along the axes; remove the frame at the top and the right."""
    axes.set_xlabel(across, labelpad=3)
    axes.set_ylabel(up, labelpad=3)
    axes.tick_params(length=2.5, pad=2, labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)


def say_not_counted(axes: "Axes", palette: Palette) -> None:
    """Draw a panel without figures."""
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_color(mixed(palette.rule, palette.paper, 0.4))
    axes.text(
        0.5, 0.5, _NOT_COUNTED, transform=axes.transAxes, ha="center", va="center", size=9, color=grey_of(palette)
    )


def mixed(colour: str, ground: str, share: float) -> str:
    """Return a colour mixed with a ground, ``share`` of it the colour."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * over + (1 - share) * under) for over, under in pairs).hex()


def side_colours(palette: Palette) -> list[str]:
    """Return the colours of X's wins, draws and O's wins, bottom to top of a bar."""
    return [palette.x, mixed(palette.draw, palette.pale_draw, 0.5), palette.o]


def grey_of(palette: Palette) -> str:
    """Return the colour of side notes: dark enough to read."""
    return mixed(palette.ink, palette.paper, 0.7)


def side_legend(palette: Palette, over: bool = False) -> tuple[tuple[str, str, str], ...]:
    """Return colour, hatch and words of the three outcomes, and of the hatch."""
    x, drawn, o = side_colours(palette)
    sides = ((x, "", "X wins"), (drawn, "", "draw"), (o, "", "O wins"))
    return (*sides, (palette.rule, HATCH, "hatched: over")) if over else sides


def exact(number: int | None) -> str:
    """Return a count with all its digits, or the words for a missing one."""
    return "not counted" if number is None else f"{number:,}" if number < 10**24 else short_count(number)


def short_count(number: float) -> str:
    """Return a count for a bar or an axis: exact below ten million, from there on two digits and a power of ten.

    >>> short_count(127872), short_count(13732308172800), short_count(9960000000)
    ('127,872', '1.4·10¹³', '1.0·10¹⁰')
    """
    if number < 10**7:
        return f"{number:,.0f}"
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}·{power_of_ten(int(power))}"


def power_of_ten(exponent: int) -> str:
    """Return a power of ten in small raised digits, or in full up to a thousand.

    >>> power_of_ten(2), power_of_ten(12)
    ('100', '10¹²')
    """
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{10**exponent:,}" if exponent < 4 else f"10{raised}"


def tick(number: float) -> str:
    """Return a round count beside an axis: short enough for the margin.

    >>> tick(250000), tick(1000000), tick(1500000)
    ('250,000', '10⁶', '1.5·10⁶')
    """
    if number < 10**6:
        return f"{number:,.0f}"
    power = math.floor(math.log10(number) + 1e-9)
    digits = f"{number / 10**power:.3g}·"
    return f"{'' if digits == '1·' else digits}{power_of_ten(power)}"


def width(text: str, size: float) -> float:
    """Return the approximate width of a number in DejaVu Sans, in points."""
    return size * sum(0.32 if sign in ",.·" else 0.42 if sign in "⁰¹²³⁴⁵⁶⁷⁸⁹" else 0.64 for sign in text)
