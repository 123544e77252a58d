"""Chart of a book's counts, ply by ply: bars with their numbers, in four panels.

A side has its colour; grey is a draw, or belongs to no side. What is pale is over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log10
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import counted
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.viewer.palette import COLOURS, MARKED
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown, fitting_size
from oxobook.viewer.pictures.drawing.shapes import Box, Group, Shape, Text
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import OnPaper
from oxobook.viewer.words.winner import winner_of, winner_text

_WIDTH, _MARGIN, _HEAD, _APART = 842.0, 36.0, 76.0, 40.0
_PANEL = (_WIDTH - 2 * _MARGIN - _APART) / 2
_TITLE, _ROW, _TYPE = 46.0, 17.0, 10.0  # height of a panel's head and of a row, and size of its words
_NAMES = 24.0  # width of the names of rows
_WINNERS = ("X", None, "O")


class _Key(NamedTuple):
    """Look of a part of bars."""

    words: str
    fill: str
    edge: str = ""

    def box(self, x: float, y: float, width: float, height: float) -> Box:
        inside = 0.4 if self.edge else 0
        return Box(x + inside, y + inside, width - 2 * inside, height - 2 * inside, self.fill, self.edge, 0.8)


_PLAY, _OVER = _Key("in play", COLOURS.rule), _Key("over", MARKED, COLOURS.rule)
_WON = {winner: _Key(winner_text(winner), COLOURS.strong(winner)) for winner in _WINNERS}
_ENDED = {winner: _Key("pale: over", COLOURS.pale(winner), COLOURS.strong(winner)) for winner in _WINNERS}


class _Row(NamedTuple):
    """Bar with its name before and its number behind it; lengths are in a unit of the panel's own."""

    name: str
    parts: Sequence[float]
    said: str


class _Panel(NamedTuple):
    """Bars under a title and a legend."""

    title: str
    legend: Sequence[_Key]
    keys: Sequence[_Key]
    """Looks of the parts of each bar."""
    rows: Sequence[_Row]

    @property
    def height(self) -> float:
        return _TITLE + len(self.rows) * _ROW

    def shapes(self) -> Iterator[Shape]:
        """Yield what is drawn, from the upper left corner on."""
        yield Text(self.title, 0, 6, 12, COLOURS.ink, bold=True, at="left")
        x = 0.0
        for key in self.legend:
            yield key.box(x, 21, 11, 11)
            yield Text(key.words, x + 16, 26.5, _TYPE, COLOURS.ink, at="left")
            x += 30 + 5.4 * len(key.words)
        room = _PANEL - _NAMES - 8 - 0.56 * _TYPE * max(len(row.said) for row in self.rows)
        scale = room / (max(sum(row.parts) for row in self.rows) or 1)
        for number, row in enumerate(self.rows):
            middle = _TITLE + (number + 0.5) * _ROW
            yield Text(row.name, _NAMES - 7, middle, _TYPE, COLOURS.draw, at="right")
            starts = accumulate(row.parts, initial=0.0)
            for key, start, part in zip(self.keys, starts, row.parts, strict=False):
                if part * scale > 0.05:
                    yield key.box(_NAMES + start * scale, middle - 0.36 * _ROW, part * scale, 0.72 * _ROW)
            end = _NAMES + sum(row.parts) * scale + 5
            yield Text(row.said, end, middle, _TYPE, COLOURS.ink, at="left")


def counts_drawing(book: Book) -> Drawing:
    """Return the chart."""
    start, shapes, top = book.probe(Position(book.rules), pick=False), list[Shape](), _HEAD
    title = f"{book.rules}: {winner_text(winner_of(start.value, 'X'), start.remoteness)} under perfect play"
    rules = f"{_rules_in_words(book.rules)}. Beside each bar stands its ply: the stones on the board."
    shapes.append(Text(title, _MARGIN, 32, 19, COLOURS.ink, bold=True, at="left"))
    size = fitting_size(rules, _WIDTH - 2 * _MARGIN, 11)
    shapes.append(Text(rules, _MARGIN, 54, size, COLOURS.ink, at="left"))
    panels = [_outcomes(book.info), _raw(book.info), *_games(book.info)]
    for number in range(0, len(panels), 2):
        pair = panels[number : number + 2]
        shapes += (
            Group(tuple(panel.shapes()), _MARGIN + column * (_PANEL + _APART), top) for column, panel in enumerate(pair)
        )
        top += max(panel.height for panel in pair) + _APART
    named = f"{book.rules}: positions and games"
    return Drawing(_WIDTH, top - _APART + _MARGIN, named, tuple(map(Shown, shapes)), _description(book))


def _outcomes(info: BookInfo) -> _Panel:
    """Return positions by ply, up to symmetry, by who wins under perfect play."""
    rows = []
    for one in info.layers:
        ended = (one.x_won, one.drawn, one.o_won)
        playing = (one.x_winning - one.x_won, one.drawing - one.drawn, one.o_winning - one.o_won)
        parts = [part for pair in zip(playing, ended, strict=True) for part in pair]
        rows.append(_Row(str(one.ply), parts, short_count(one.positions)))
    keys = [key for winner in _WINNERS for key in (_WON[winner], _ENDED[winner])]
    legend = [*_WON.values(), _ENDED["X"]]
    return _Panel("Positions up to symmetry, by who wins under perfect play", legend, keys, rows)


def _raw(info: BookInfo) -> _Panel:
    """Return positions by ply as they stand on the board."""
    rows = [
        _Row(str(one.ply), (one.raw_positions - one.raw_terminals, one.raw_terminals), short_count(one.raw_positions))
        for one in info.layers
    ]
    return _Panel("Positions, symmetric ones counted apart", (_PLAY, _OVER), (_PLAY, _OVER), rows)


def _games(info: BookInfo) -> Iterator[_Panel]:
    """Yield the ways to play the first moves, and the games by length and winner; nothing if they are not counted."""
    lengths = games_by_length(info)
    if not lengths:
        return
    counted = [(one.ply, one.sequences or 0, one.games or 0) for one in info.layers]
    powers = max(ways for _, ways, _ in counted) > 1000
    rows = [
        _Row(
            str(ply),
            (log10(ways) + 0.3 if powers and ways else ways,),
            short_count(ways) + f", of which {short_count(ends)} end" * (ends > 0),
        )
        for ply, ways, ends in counted
    ]
    key = _Key("ways to play so far" + ", on a logarithmic scale" * powers, COLOURS.rule)
    yield _Panel("Games, move by move", [key], [key], rows)
    sums = [sum(column) for column in zip(*lengths.values(), strict=True)]
    shares = {**{str(length): row for length, row in lengths.items()}, "all": sums}
    rows = []
    for name, row in shares.items():
        parts = [100 * count / sum(sums) for count in row]
        said = (f"{winner or 'draw'} {part:.1f} %" for winner, part in zip(_WINNERS, parts, strict=True) if part)
        rows.append(_Row(name, parts, ", ".join(said)))
    yield _Panel("Who wins the games, by their length in moves", [*_WON.values()], [*_WON.values()], rows)


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


def _rules_in_words(rules: Rules) -> str:
    line, full = f"{rules.k} in a line", rules.terms.full
    goals = {"mover": f"who first has {line} wins", "other": f"who first has {line} loses"}
    goal = goals.get(rules.terms.line, f"{rules.terms.line} wins by {line}") + (
        f", {full} by a full board" if full else ""
    )
    falls = "; a stone falls to the lowest free cell of its column" if rules.gravity else ""
    return f"A board of {counted(rules.rows, 'row')} of {rules.columns}: {goal}{falls}"


def _description(book: Book) -> str:
    parts = [f"{_rules_in_words(book.rules)}."]
    parts += [
        f"Ply {one.ply}: {counted(one.positions, 'position')} up to symmetry, X wins {one.x_winning:,}, "
        f"draw {one.drawing:,}, O wins {one.o_winning:,}; over {one.terminals:,}; "
        f"{counted(one.raw_positions, 'position')}, {one.raw_terminals:,} over."
        for one in book.info.layers
    ]
    for length, (x, drawn, o) in games_by_length(book.info).items():
        parts.append(f"Games of {counted(length, 'move')}: X wins {x:,}, drawn {drawn:,}, O wins {o:,}.")
    return " ".join(parts)


def short_count(number: int) -> str:
    """Return a count: exact below ten million, above that two digits and a power of ten.

    >>> short_count(127872), short_count(13732308172800), short_count(9960000000)
    ('127,872', '1.4·10¹³', '1.0·10¹⁰')
    """
    if number < 10**7:
        return f"{number:,}"
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}·10{str(int(power)).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


@dataclass(frozen=True)
class ChartRequest(OnPaper):
    """Chart of a book's counts."""

    labels: str | None = None  # nothing to choose: no cell is named


CHART = Picture(
    does="Draw the counts of positions and games, ply by ply.",
    example="oxobook draw chart counts.svg",
    request=ChartRequest,
    draw=lambda book, request, find, tell: [counts_drawing(book)],
)
