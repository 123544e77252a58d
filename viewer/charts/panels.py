"""The panels of the charts that show counts, ply by ply and in all (matplotlib)."""

from typing import TYPE_CHECKING

from oxobook.book.book import Book
from oxobook.book.game.palette import Palette
from oxobook.viewer.charts.axes import (
    draw_head,
    name_axes,
    name_every,
    name_plies,
    number_bars,
    number_parts,
    room_for_bars,
    say_not_counted,
    stack_bars,
)
from oxobook.viewer.charts.chart_colours import HATCH, bar_colour, grey_of, mixed, side_colours, side_legend
from oxobook.viewer.charts.chart_data import game_shares, outcomes, raw_counts, totals, ways_to_play

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_outcomes(axes: "Axes", book: Book, palette: Palette) -> None:
    """Positions by ply, up to symmetry, by who wins under perfect play."""
    found = outcomes(book.info)
    colours = [colour for colour in side_colours(palette) for _ in range(2)]
    draw_head(axes, "Positions, by who wins under perfect play", side_legend(palette, over=True), palette)
    stack_bars(axes, [one[0] for one in found], [one[1:] for one in found], colours, palette)
    number_bars(axes, [one[0] for one in found], [sum(one[1:]) for one in found], 1, palette)
    name_plies(axes, [one[0] for one in found], "positions up to symmetry")


def draw_raw(axes: "Axes", book: Book, palette: Palette) -> None:
    """Positions by ply as they stand on the board."""
    found = raw_counts(book.info)
    grey = bar_colour(palette)
    draw_head(axes, "Positions, symmetric ones counted apart", ((grey, "", "in play"), (grey, HATCH, "over")), palette)
    stack_bars(axes, [one[0] for one in found], [one[1:] for one in found], [grey, grey], palette)
    number_bars(axes, [one[0] for one in found], [sum(one[1:]) for one in found], 1, palette)
    name_plies(axes, [one[0] for one in found], "positions")


def draw_ways(axes: "Axes", book: Book, palette: Palette) -> None:
    """Ways to play the first moves, and those that end the game."""
    found, grey = ways_to_play(book.info), bar_colour(palette)
    legend = ((grey, "", "ways to play so far"), (grey, HATCH, "games that end there"))
    draw_head(axes, "Games, move by move", legend, palette)
    if found is None:
        say_not_counted(axes, palette)
        return
    plies, every = [one[0] for one in found], [count for one in found for count in one[1:]]
    if max(every) > 1000 * min(count for count in every if count):
        axes.set_yscale("log")
        axes.set_ylim(0.6, float(max(every)))
    for offset, hatch, which in ((-0.21, "", 1), (0.21, HATCH, 2)):
        bars = [(one[0] + offset, one[which]) for one in found if one[which]]
        where, heights = [bar[0] for bar in bars], [float(bar[1]) for bar in bars]
        axes.bar(where, heights, 0.4, color=grey, hatch=hatch, edgecolor=palette.paper, linewidth=0)
    if len(plies) <= 11:
        number_bars(axes, [ply + offset for ply in plies for offset in (-0.21, 0.21)], every, 0.42, palette)
    else:  # no room for both: the ways alone
        number_bars(axes, [ply - 0.21 for ply in plies], [one[1] for one in found], 0.84, palette)
    name_plies(axes, plies, "games")


def draw_shares(axes: "Axes", book: Book, palette: Palette) -> None:
    """The share of all games that each side wins, by length, and the sum of the lengths."""
    shares = game_shares(book.info)
    draw_head(axes, "Who wins the games, by their length", side_legend(palette), palette)
    if shares is None:
        say_not_counted(axes, palette)
        return
    lengths = [one[0] for one in shares]
    whole = (sum(one[1] for one in shares), sum(one[2] for one in shares), sum(one[3] for one in shares))
    places, rows = [*lengths, lengths[-1] + 1.4], [*(one[1:] for one in shares), whole]
    stack_bars(axes, places, rows, side_colours(palette), palette, hatched=False)
    axes.axvline(lengths[-1] + 0.7, color=palette.rule, linewidth=0.6, linestyle=(0, (2, 2)))
    axes.set_ylim(0, 100)
    slot = room_for_bars(axes, places, 1)
    for place, row in zip(places, rows, strict=True):
        number_parts(axes, place, row, slot, palette)
    axes.set_ylim(0, 108)
    axes.set_yticks(range(0, 101, 20))
    step = name_every(len(places))
    name_axes(axes, "length of the game in moves", "per cent of all games")
    axes.set_xticks([*lengths[::step], places[-1]], [*map(str, lengths[::step]), "all"])


def draw_totals(axes: "Axes", book: Book, palette: Palette) -> None:
    """The figures of the whole book as a table."""
    draw_head(axes, "In all", (), palette)
    axes.set_axis_off()
    rows = totals(book)
    for number, (name, text) in enumerate(rows):
        y = 1.04 - (number + 0.5) / len(rows) * 1.04
        faint = grey_of(palette) if name.startswith(" ") else palette.ink
        axes.text(0, y, name, va="center", size=8.5, color=faint)
        axes.text(1, y, text, va="center", ha="right", size=8.5, color=faint)
        if number and not name.startswith(" "):
            edge = 1.04 - number / len(rows) * 1.04
            axes.plot([0, 1], [edge, edge], color=mixed(palette.rule, palette.paper, 0.5), linewidth=0.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
