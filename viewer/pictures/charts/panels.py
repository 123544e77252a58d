"""Panels of the chart of a book, ply by ply: positions, games, and who wins (matplotlib).

A side has its colour, and grey is a draw or belongs to no side. Hatching means that the game is over.
"""

from collections.abc import Sequence
from math import log10
from typing import TYPE_CHECKING

from oxobook.book.info import BookInfo
from oxobook.viewer.palette import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.container import BarContainer

HATCH = "/////"
Part = tuple[str, str, str]
"""Colour, hatch and words of a part of each bar."""
_LETTER = 4.0  # width of a digit in a number at a bar, in points
_WIDTH = 330.0  # of a panel, in points, about


def draw_outcomes(axes: "Axes", info: BookInfo, palette: Palette) -> None:
    """Draw positions by ply, up to symmetry, by who wins under perfect play."""
    sides = side_legend(palette)
    parts = [(colour, hatch, words) for colour, _, words in sides for hatch in ("", HATCH)]
    rows = [
        (one.x_winning - one.x_won, one.x_won, one.drawing - one.drawn, one.drawn, one.o_winning - one.o_won, one.o_won)
        for one in info.layers
    ]
    name_panel(
        axes, "Positions, by who wins under perfect play", [*sides, (palette.rule, HATCH, "hatched: over")], palette
    )
    _draw_counts(axes, "positions up to symmetry", rows, parts, palette)


def draw_raw(axes: "Axes", info: BookInfo, palette: Palette) -> None:
    """Draw positions by ply as they stand on the board."""
    parts = [(palette.rule, "", "in play"), (palette.rule, HATCH, "over")]
    rows = [(one.raw_positions - one.raw_terminals, one.raw_terminals) for one in info.layers]
    name_panel(axes, "Positions, symmetric ones counted apart", parts, palette)
    _draw_counts(axes, "positions", rows, parts, palette)


def draw_ways(axes: "Axes", info: BookInfo, palette: Palette) -> None:
    """Draw the ways to play the first moves, and those that end the game."""
    parts = [(palette.rule, "", "ways to play so far"), (palette.rule, HATCH, "games that end there")]
    name_panel(axes, "Games, move by move", parts, palette)
    if None in (info.layers[0].sequences, info.layers[0].games):
        return _say_not_counted(axes, palette)
    columns = [[one.sequences or 0 for one in info.layers], [one.games or 0 for one in info.layers]]
    every = [count for column in columns for count in column if count]
    if max(every) > 1000 * min(every):
        axes.set_yscale("log")
    for offset, counts, (colour, hatch, _) in zip((-0.21, 0.21), columns, parts, strict=True):
        places, heights = [ply + offset for ply in range(len(counts))], [*map(float, counts)]
        bars = axes.bar(places, heights, 0.4, color=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0)
        _number(axes, bars, counts, 2 * len(counts), palette)
    if axes.get_yscale() == "log":
        axes.set_ylim(bottom=0.6)
        axes.yaxis.set_major_formatter(lambda value, _: power_of_ten(round(log10(value))))
    axes.set_xticks(range(len(info.layers)))
    name_axes(axes, "ply: stones on the board", "games")
    return None


def draw_shares(axes: "Axes", info: BookInfo, palette: Palette) -> None:
    """Draw the share of all games that each side wins, by length, and the sum of the lengths."""
    lengths, sides = games_by_length(info), side_legend(palette)
    name_panel(axes, "Who wins the games, by their length", sides, palette)
    if not lengths:
        return _say_not_counted(axes, palette)
    sums = [sum(column) for column in zip(*lengths.values(), strict=True)]
    rows = [[100 * count / sum(sums) for count in row] for row in (*lengths.values(), sums)]
    places = [*lengths, max(lengths) + 1.4]
    for part, bars in enumerate(_stacked(axes, places, rows, sides, palette)):
        inside = [f"{row[part]:.1f}" if row[part] >= 5 else "" for row in rows]
        colour = palette.ink if part == 1 else palette.paper
        axes.bar_label(bars, inside, label_type="center", size=6.5, color=colour, rotation=_turn(inside))
    axes.axvline(max(lengths) + 0.7, color=palette.rule, linewidth=0.6, linestyle=(0, (2, 2)))
    axes.set_xticks(places, [*map(str, lengths), "all"])
    name_axes(axes, "length of the game in moves", "per cent of all games")
    return None


def games_by_length(info: BookInfo) -> dict[int, tuple[int, int, int]]:
    """Return how many games X wins, are drawn and O wins, by their length; nothing if they are not counted."""
    lengths, drawn = dict[int, tuple[int, int, int]](), info.games.drawn_games
    for ply, games in ((one.ply, one.games) for one in info.layers):
        if games is None or drawn is None:
            return {}
        if games or lengths:
            level = drawn if ply == info.rules.cells else 0
            x_wins = (ply % 2 == 1) != info.rules.misere  # who moved last completed the line
            lengths[ply] = (games - level, level, 0) if x_wins else (0, level, games - level)
    return lengths


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


def side_legend(palette: Palette) -> list[Part]:
    """Return colour, hatch and words of X's wins, draws and O's wins, bottom to top of a bar."""
    grey = mixed(palette.draw, palette.pale_draw, 0.3)
    return [(palette.x, "", "X wins"), (grey, "", "draw"), (palette.o, "", "O wins")]


def name_panel(axes: "Axes", title: str, legend: Sequence[Part], palette: Palette) -> None:
    """Write a panel's title, and its legend under it."""
    from matplotlib.patches import Patch

    axes.set_title(title, loc="left", pad=19, size=9.5, weight="bold", color=palette.ink)
    patches = [
        Patch(facecolor=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0, label=words)
        for colour, hatch, words in legend
    ]
    axes.legend(
        handles=patches, loc="lower left", bbox_to_anchor=(0, 1.01), ncols=len(patches), frameon=False,
        borderpad=0, borderaxespad=0, fontsize=7.5, labelcolor=palette.ink, handlelength=1.3, columnspacing=1.1,
    )  # fmt: skip


def _draw_counts(
    axes: "Axes", counted: str, rows: Sequence[Sequence[int]], parts: Sequence[Part], palette: Palette
) -> None:
    """Draw a bar of some parts for each ply, with its sum above it."""
    *_, last = _stacked(axes, range(len(rows)), rows, parts, palette)
    _number(axes, last, [*map(sum, rows)], len(rows), palette)
    axes.set_xticks(range(len(rows)))
    name_axes(axes, "ply: stones on the board", counted)


def _stacked(
    axes: "Axes", places: Sequence[float], rows: Sequence[Sequence[float]], parts: Sequence[Part], palette: Palette
) -> "list[BarContainer]":
    """Draw bars of parts on each other; return matplotlib's containers of bars, the lowest first."""
    base, containers = [0.0] * len(rows), []
    for number, (colour, hatch, _) in enumerate(parts):
        heights = [float(row[number]) for row in rows]
        bars = axes.bar(places, heights, 0.82, base, color=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0)
        containers.append(bars)
        base = [low + height for low, height in zip(base, heights, strict=True)]
    return containers


def _number(axes: "Axes", bars: "BarContainer", counts: Sequence[int], many: int, palette: Palette) -> None:
    """Write counts above their bars, one of ``many`` on the panel; upright if there is no room across."""
    words = [short_count(count) if count else "" for count in counts]
    turn = _turn(words, many)
    axes.bar_label(bars, words, padding=2, size=6.5, color=palette.ink, rotation=turn)
    axes.margins(y=0.3 if turn else 0.1)
    axes.yaxis.set_major_formatter(lambda value, _: short_count(value))


def _turn(words: Sequence[str], many: int | None = None) -> int:
    return 90 if _LETTER * max(map(len, words)) > _WIDTH / (many or len(words)) else 0


def _say_not_counted(axes: "Axes", palette: Palette) -> None:
    """Leave a panel without figures."""
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_color(mixed(palette.rule, palette.paper, 0.4))
    words = "not counted in this book"
    axes.text(0.5, 0.5, words, transform=axes.transAxes, ha="center", va="center", size=9, color=grey_of(palette))


def short_count(number: float) -> str:
    """Return a count for a bar or an axis: exact below ten million, above that two digits and a power of ten.

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
