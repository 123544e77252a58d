"""The sheet of charts: what a book counts, ply by ply, and what each first move is worth (matplotlib).

``chart_figures`` takes the figures out of the book; this module draws them. Hatching says the game is over,
on every panel; blue is X, red-orange is O, yellow a draw, and a legend says so in words.

Text is drawn as outlines (``svg.fonttype: path``) in the font that comes with matplotlib: whether a number fits on
its bar is decided from that font's widths, and the sheet looks, and its bytes are, the same on every machine.
``<desc>`` holds the figures for those who search or do not see.
"""

import logging
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from book.book import Book
from book.errors import CannotWrite, MissingExtra
from book.game.notation import column_name, coordinates
from book.game.rules import Rules
from book.game.score import Value
from viewer.draw.chart_figures import (
    FirstMove,
    first_moves,
    game_shares,
    games_by_length,
    outcomes,
    raw_counts,
    totals,
    verdict,
    ways_to_play,
)
from viewer.draw.chart_numbers import power_of_ten, short, tick, width
from viewer.palette import Palette
from viewer.wording import value_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = ("svg", "png", "pdf")
"""The formats that ``chart_bytes`` writes."""

_SHEET = (842.0, 595.0)  # A4, landscape; all lengths are in points
_PANEL = (222.0, 180.0)
_LEFT, _TOPS = (54.0, 331.0, 608.0), (114.0, 371.0)
_NUMBER = 6.5
_HATCH = "/////"
_METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "oxobook"},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": "oxobook", "Producer": None},
}
_NOT_COUNTED = "not counted in this book"


def stats_chart(book: Book, palette: Palette) -> str:
    """The SVG text of the sheet, with title and description; deterministic.

    Raises MissingExtra without matplotlib.
    """
    return chart_bytes(book, palette, "svg").decode()


def chart_bytes(book: Book, palette: Palette, form: str) -> bytes:
    """The sheet as a file of one of FORMS; deterministic.

    Raises MissingExtra without matplotlib, CannotWrite for another format.
    """
    if form not in FORMS:
        raise CannotWrite(f"expected a chart as {', '.join(FORMS)}; got {form!r}: choose one of these")
    _require_matplotlib()
    title, file = f"{book.rules}: positions, games and first moves", BytesIO()
    with _settings():
        metadata = _METADATA[form] | {"Title": title}
        _draw_sheet(book, palette).savefig(file, format=form, dpi=160, metadata=metadata, facecolor=palette.paper)
    return _described(file.getvalue(), _description(book)) if form == "svg" else file.getvalue()


def _described(svg: bytes, description: str) -> bytes:
    """matplotlib's SVG with a description after its title, and without the reference to a DTD on the web."""
    head, _, rest = svg.decode().partition("<!DOCTYPE")
    text = head + rest.partition(">")[2].lstrip() if rest else head
    return text.replace("</title>", f"</title>\n <desc>{escape(description)}</desc>", 1).encode()


def _description(book: Book) -> str:
    """The sheet in words, for those who do not see it."""
    parts = [f"{_rules_in_words(book.rules)}."]
    parts += [
        f"Ply {one.ply}: {sum(one[1:]):,} positions up to symmetry, X wins {one.x + one.x_over:,}, "
        f"draw {one.drawn + one.drawn_over:,}, O wins {one.o + one.o_over:,}; "
        f"over {one.x_over + one.drawn_over + one.o_over:,}; {live + over:,} positions, {over:,} over."
        for one, (_, live, over) in zip(outcomes(book.info), raw_counts(book.info), strict=True)
    ]
    for length, x, drawn, o in games_by_length(book.info) or ():
        parts.append(f"Games of {length} moves: X wins {x:,}, drawn {drawn:,}, O wins {o:,}.")
    names = coordinates(book.rules)
    parts.append("First moves: " + "; ".join(f"{names[one.cell]} {value_in(one)}" for one in first_moves(book)) + ".")
    parts += [f"{name.strip()}: {text}." for name, text in totals(book)]
    return " ".join(parts)


def _rules_in_words(rules: Rules) -> str:
    """The rules as a sentence, for the sheet's subtitle."""
    goal = "loses" if rules.misere else "wins"
    board = f"{rules.rows} {'row' if rules.rows == 1 else 'rows'} of {rules.columns}"
    falls = "; a stone falls to the lowest free cell of its column" if rules.gravity else ""
    return f"A board of {board}: who first has {rules.k} in a line {goal}{falls}"


def _mixed(colour: str, ground: str, share: float) -> str:
    """So much of a colour on a ground."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * over + (1 - share) * under) for over, under in pairs).hex()


def _require_matplotlib() -> None:
    """Load matplotlib without its remarks on font caches and folders; raises MissingExtra."""
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingExtra(
            "charts need the extra 'charts', which is not installed: pip install 'oxobook[charts]'"
        ) from error
    finally:
        logger.setLevel(level)


@contextmanager
def _settings() -> Iterator[None]:
    """matplotlib's own defaults and ours, whatever the user's configuration says; the user's return afterwards."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.fonttype": "path",
                "svg.hashsalt": "oxobook",
                "font.family": "DejaVu Sans",
                "font.size": 7.5,
                "hatch.linewidth": 0.7,
                "axes.linewidth": 0.6,
                "xtick.major.width": 0.6,
                "ytick.major.width": 0.6,
            }
        )
        yield


def _draw_sheet(book: Book, palette: Palette) -> "Figure":
    """The whole sheet: a title and six panels."""
    from matplotlib.figure import Figure

    width, height = _SHEET
    figure = Figure(figsize=(width / 72, height / 72))
    title = f"{book.rules}: {verdict(book)} under perfect play"
    left = _LEFT[0] / width
    figure.text(left, 1 - 42 / height, title, size=17, weight="bold", color=palette.ink)
    figure.text(left, 1 - 59 / height, _rules_in_words(book.rules), size=9.5, color=_grey(palette))
    panels: tuple[Callable[[Axes, Book, Palette], None], ...] = (
        _draw_outcomes, _draw_raw, _draw_ways, _draw_shares, _draw_first_moves, _draw_totals,
    )  # fmt: skip
    for number, draw in enumerate(panels):
        left, top = _LEFT[number % 3], _TOPS[number // 3]
        box = (left / width, 1 - (top + _PANEL[1]) / height, _PANEL[0] / width, _PANEL[1] / height)
        draw(figure.add_axes(box), book, palette)
    return figure


def _draw_outcomes(axes: "Axes", book: Book, palette: Palette) -> None:
    """Positions by ply, up to symmetry, by who wins under perfect play."""
    found = outcomes(book.info)
    colours = _sides(palette)
    _head(axes, "Positions, by who wins under perfect play", _side_legend(palette, over=True), palette)
    _stack(axes, [one[0] for one in found], [one[1:] for one in found], [c for c in colours for _ in range(2)], palette)
    _number_bars(axes, [one[0] for one in found], [sum(one[1:]) for one in found], 1, palette)
    _name_plies(axes, [one[0] for one in found], "positions up to symmetry")


def _draw_raw(axes: "Axes", book: Book, palette: Palette) -> None:
    """Positions by ply as they stand on the board."""
    found = raw_counts(book.info)
    grey = _stone(palette)
    _head(axes, "Positions, symmetric ones counted apart", ((grey, "", "in play"), (grey, _HATCH, "over")), palette)
    _stack(axes, [one[0] for one in found], [one[1:] for one in found], [grey, grey], palette)
    _number_bars(axes, [one[0] for one in found], [sum(one[1:]) for one in found], 1, palette)
    _name_plies(axes, [one[0] for one in found], "positions")


def _draw_ways(axes: "Axes", book: Book, palette: Palette) -> None:
    """Ways to play the first moves, and those that end the game."""
    found, grey = ways_to_play(book.info), _stone(palette)
    legend = ((grey, "", "ways to play so far"), (grey, _HATCH, "games that end there"))
    _head(axes, "Games, move by move", legend, palette)
    if found is None:
        _say_not_counted(axes, palette)
        return
    plies, every = [one[0] for one in found], [count for one in found for count in one[1:]]
    if max(every) > 1000 * min(count for count in every if count):
        axes.set_yscale("log")
        axes.set_ylim(0.6, float(max(every)))
    for offset, hatch, which in ((-0.21, "", 1), (0.21, _HATCH, 2)):
        bars = [(one[0] + offset, one[which]) for one in found if one[which]]
        where, heights = [bar[0] for bar in bars], [float(bar[1]) for bar in bars]
        axes.bar(where, heights, 0.4, color=grey, hatch=hatch, edgecolor=palette.paper, linewidth=0)
    if len(plies) <= 11:
        _number_bars(axes, [ply + offset for ply in plies for offset in (-0.21, 0.21)], every, 0.42, palette)
    else:  # no room for both: the ways alone
        _number_bars(axes, [ply - 0.21 for ply in plies], [one[1] for one in found], 0.84, palette)
    _name_plies(axes, plies, "games")


def _draw_shares(axes: "Axes", book: Book, palette: Palette) -> None:
    """The share of all games that each side wins, by length, and the sum of the lengths."""
    shares = game_shares(book.info)
    _head(axes, "Who wins the games, by their length", _side_legend(palette), palette)
    if shares is None:
        _say_not_counted(axes, palette)
        return
    lengths = [one[0] for one in shares]
    whole = (sum(one[1] for one in shares), sum(one[2] for one in shares), sum(one[3] for one in shares))
    places, rows = [*lengths, lengths[-1] + 1.4], [*(one[1:] for one in shares), whole]
    _stack(axes, places, rows, _sides(palette), palette, hatched=False)
    axes.axvline(lengths[-1] + 0.7, color=palette.rule, linewidth=0.6, linestyle=(0, (2, 2)))
    axes.set_ylim(0, 100)
    slot = _slot(axes, places, 1)
    for place, row in zip(places, rows, strict=True):
        _number_parts(axes, place, row, slot, palette)
    axes.set_ylim(0, 108)
    axes.set_yticks(range(0, 101, 20))
    step = _step(len(places))
    _name_axes(axes, "length of the game in moves", "per cent of all games")
    axes.set_xticks([*lengths[::step], places[-1]], [*map(str, lengths[::step]), "all"])


def _draw_first_moves(axes: "Axes", book: Book, palette: Palette) -> None:
    """The board, each cell in the colour of who wins after that first move: the stronger, the sooner."""
    rules = book.rules
    _head(axes, "The first move: what follows it", _side_legend(palette), palette)
    colours = dict(zip((Value.WIN, Value.DRAW, Value.LOSS), _sides(palette), strict=True))
    cell = _fit_board(axes, rules)
    for move in first_moves(book):
        row, column = divmod(move.cell, rules.columns)
        share = 0.7 if move.value is Value.DRAW else 0.7 - 0.5 * (move.remoteness - 1) / rules.cells
        top, colour = rules.rows - row, _mixed(colours[move.value], palette.paper, share)
        axes.bar(column + 0.5, 1, 1, top - 1, color=colour, zorder=1)
        if move.pick:
            ring: dict[str, Any] = {"fill": False, "edgecolor": palette.ink, "linewidth": 1.4, "zorder": 3}
            axes.bar(column + 0.5, 0.9, 0.9, top - 0.95, **ring)
        _write_move(axes, move, rules, cell, palette)
    _rule_board(axes, rules, palette)


def _draw_totals(axes: "Axes", book: Book, palette: Palette) -> None:
    """The figures of the whole book as a table."""
    _head(axes, "In all", (), palette)
    axes.set_axis_off()
    rows = totals(book)
    for number, (name, text) in enumerate(rows):
        y = 1.04 - (number + 0.5) / len(rows) * 1.04
        faint = _grey(palette) if name.startswith(" ") else palette.ink
        axes.text(0, y, name, va="center", size=8.5, color=faint)
        axes.text(1, y, text, va="center", ha="right", size=8.5, color=faint)
        if number and not name.startswith(" "):
            edge = 1.04 - number / len(rows) * 1.04
            axes.plot([0, 1], [edge, edge], color=_mixed(palette.rule, palette.paper, 0.5), linewidth=0.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)


def _sides(palette: Palette) -> list[str]:
    """The colours of X's wins, draws and O's wins, bottom to top of a bar."""
    return [palette.x, _mixed(palette.draw, palette.pale_draw, 0.5), palette.o]


def _stone(palette: Palette) -> str:
    """The colour of bars that belong to no side."""
    return palette.rule


def _grey(palette: Palette) -> str:
    """The colour of what is said by the way: dark enough to read."""
    return _mixed(palette.ink, palette.paper, 0.7)


def _side_legend(palette: Palette, over: bool = False) -> tuple[tuple[str, str, str], ...]:
    """Colour, hatch and words of the three outcomes, and of the hatch."""
    x, drawn, o = _sides(palette)
    sides = ((x, "", "X wins"), (drawn, "", "draw"), (o, "", "O wins"))
    return (*sides, (palette.rule, _HATCH, "hatched: over")) if over else sides


def _head(axes: "Axes", title: str, legend: Sequence[tuple[str, str, str]], palette: Palette) -> None:
    """A panel's title, and its legend in one row below it."""
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
            handles=patches, loc="lower left", bbox_to_anchor=(0, 1 + 7 / _PANEL[1]), ncols=len(patches),
            frameon=False, borderpad=0, borderaxespad=0, fontsize=7.5, labelcolor=palette.ink, **style,
        )  # fmt: skip


def _stack(
    axes: "Axes",
    places: Sequence[float],
    rows: Sequence[Sequence[float]],
    colours: Sequence[str],
    palette: Palette,
    hatched: bool = True,
) -> None:
    """Stacked bars, a row of parts each; of each pair of parts the second is hatched."""
    base = [0.0] * len(rows)
    for part, colour in enumerate(colours):
        heights = [float(row[part]) for row in rows]
        hatch = _HATCH if hatched and part % 2 else ""
        axes.bar(places, heights, 0.82, base, color=colour, hatch=hatch, edgecolor=palette.paper, linewidth=0)
        base = [low + height for low, height in zip(base, heights, strict=True)]


def _slot(axes: "Axes", places: Sequence[float], step: float) -> float:
    """Set the horizontal range to the bars; the width that each has for its number, in points."""
    low, high = min(places) - 0.7, max(places) + 0.7
    axes.set_xlim(low, high)
    return step * _PANEL[0] / (high - low)


def _number_bars(axes: "Axes", places: Sequence[float], counts: Sequence[int], step: float, palette: Palette) -> None:
    """The counts above their bars, upright where there is no room across, none where there is none either way."""
    slot = _slot(axes, places, step)
    texts = [short(count) for count in counts]
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
    share = 1 - needed / _PANEL[1]
    if axes.get_yscale() == "log":
        floor = axes.get_ylim()[0]
        axes.set_ylim(floor, floor * (highest / floor) ** (1 / share))
    else:
        axes.set_ylim(0, highest / share)


def _number_parts(axes: "Axes", place: float, row: Sequence[float], slot: float, palette: Palette) -> None:
    """The per cent of a bar's parts: inside where a part is high enough, a lone low part's above it."""
    inks, base = (palette.paper, palette.ink, palette.paper), 0.0
    for share, ink in zip(row, inks, strict=True):
        text = f"{share:.1f}" if share >= 0.05 else "<0.1"
        across, upright = _NUMBER + 2, width(text, _NUMBER) + 4
        needed, turn = (across, 0) if width("99.9", _NUMBER) <= 0.82 * slot else (upright, 90)
        room = share * _PANEL[1] / 108
        style: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "size": _NUMBER, "rotation": turn}
        if room >= needed:
            axes.annotate(text, (place, base + share / 2), (0, 0), va="center", color=ink, **style)
        elif share and sum(row) == share:
            axes.annotate(text, (place, share), (0, 2), va="bottom", color=palette.ink, **style)
        base += share


def _step(count: int) -> int:
    """Every how manieth bar has its name below it."""
    return 1 if count <= 18 else 2


def _name_plies(axes: "Axes", plies: Sequence[int], what: str) -> None:
    """The axes of a panel by ply."""
    axes.set_xticks(plies[:: _step(len(plies))])
    _name_axes(axes, "ply: stones on the board", what)
    if axes.get_yscale() == "log":
        high = math.floor(math.log10(axes.get_ylim()[1]))
        powers = range(0, high + 1, high // 7 + 1)
        axes.set_yticks([10.0**power for power in powers], [power_of_ten(power) for power in powers])
        axes.minorticks_off()
    else:
        axes.locator_params(axis="y", nbins=6, integer=True)
        axes.yaxis.set_major_formatter(lambda value, _: tick(value))


def _name_axes(axes: "Axes", across: str, up: str) -> None:
    """The words along the axes; no frame at the top and the right."""
    axes.set_xlabel(across, labelpad=3)
    axes.set_ylabel(up, labelpad=3)
    axes.tick_params(length=2.5, pad=2, labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)


def _say_not_counted(axes: "Axes", palette: Palette) -> None:
    """A panel without figures."""
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_color(_mixed(palette.rule, palette.paper, 0.4))
    axes.text(0.5, 0.5, _NOT_COUNTED, transform=axes.transAxes, ha="center", va="center", size=9, color=_grey(palette))


def _rule_board(axes: "Axes", rules: Rules, palette: Palette) -> None:
    """The lines between the cells, the names of columns and rows, and how to read the words in the cells."""
    rule: dict[str, Any] = {"color": palette.rule, "linewidth": 0.9, "zorder": 2, "clip_on": False}
    axes.vlines(range(rules.columns + 1), 0, rules.rows, **rule)
    axes.hlines(range(rules.rows + 1), 0, rules.columns, **rule)
    style: dict[str, Any] = {"textcoords": "offset points", "va": "center", "size": 7, "color": _grey(palette)}
    for column in range(rules.columns):
        axes.annotate(column_name(column), (column + 0.5, 0), (0, -8), ha="center", **style)
    for row in range(rules.rows):
        axes.annotate(str(row + 1), (0, row + 0.5), (-8, 0), ha="center", **style)
    words = "worth to X, in plies · bold: best · outlined: the book's pick"
    axes.annotate(words, (0, 0), (0, -21), **style)


def _fit_board(axes: "Axes", rules: Rules) -> tuple[float, float]:
    """Set the scale so that the board stands in the panel's top left corner; the size of a cell in points.

    Cells are square, but on very long boards longer across the board, for their words.
    """
    side = min(_PANEL[0] / rules.columns, _PANEL[1] / rules.rows)
    width = height = side
    if side < 21:
        width, height = (min(span, 3.5 * side) for span in (_PANEL[0] / rules.columns, _PANEL[1] / rules.rows))
    axes.set_axis_off()
    axes.set_xlim(0, _PANEL[0] / width)
    axes.set_ylim(rules.rows - _PANEL[1] / height, rules.rows)
    return width, height


def _write_move(axes: "Axes", move: FirstMove, rules: Rules, cell: tuple[float, float], palette: Palette) -> None:
    """What a first move is worth to X, as large as its cell allows; along the longer side of a narrow cell."""
    width, height = cell
    words = value_in(move)
    if width == height:
        words = words.replace(" in", "\nin")
    long, wide = max(len(line) for line in words.split("\n")), max(cell)
    lines = words.count("\n") + 1
    size = min(11, 0.9 * wide / (0.66 * long), 0.9 * min(cell) / (1.3 * lines))
    row, column = divmod(move.cell, rules.columns)
    axes.text(
        column + 0.5, rules.rows - row - 0.5, words, ha="center", va="center", size=size, linespacing=1.15,
        rotation=90 if height > width else 0, weight="bold" if move.best else "normal", color=palette.ink, zorder=4,
    )  # fmt: skip
