"""The chart of counts: its figures are the book's."""

from types import SimpleNamespace

import pytest

from oxobook.viewer.pictures.chart import counts_drawing, games_by_length, short_count
from oxobook.viewer.pictures.drawing.shapes import Box, Text


def counted(book, **changes):
    """A book like this one with other counts of games."""
    layers = tuple(one._replace(**{name: change(one) for name, change in changes.items()}) for one in book.info.layers)
    drawn = None if changes["games"](layers[0]) is None else 46080 * 10**17
    info = book.info._replace(layers=layers, games=book.info.games._replace(drawn_games=drawn))
    return SimpleNamespace(info=info, rules=book.rules, probe=book.probe)


def panels(book):
    """The words and boxes of each panel by its title."""
    groups = [one.shape for one in counts_drawing(book).shapes if hasattr(one.shape, "shapes")]
    return {group.shapes[0].words: group.shapes for group in groups}


@pytest.mark.parametrize(("rules", "x", "o"), [("3x3x3", 0, 2), ("3x3x3-misere", 2, 0)])
def test_games_by_length(make_book, rules, x, o):
    """255,168 games: one side wins in 5, 7 and 9 moves, the other in 6 and 8, and 46,080 fill the board."""
    found = games_by_length(make_book(rules).info)
    assert [found[length][x] for length in range(5, 10)] == [1440, 0, 47952, 0, 81792]
    assert [found[length][o] for length in range(5, 10)] == [0, 5328, 0, 72576, 0]
    assert [games[1] for games in found.values()] == [0, 0, 0, 0, 46080]


@pytest.mark.parametrize("rules", ["3x4x3", "3x4x3-gravity", "1x5x3", "2x3x2", "2x2x3", "1x1x1"])
def test_games_add_up_to_the_books_totals(make_book, rules):
    """By length, each side's games sum to the totals that the book counted apart."""
    info = make_book(rules).info
    sums = [sum(games) for games in zip(*games_by_length(info).values(), strict=True)]
    assert sums == [info.games.x_games, info.games.drawn_games, info.games.o_games]


def test_bars_are_as_long_as_their_numbers_say(book):
    """Beside its bar each ply has its 1 to 204 positions, and parts in the order of winners add up to them."""
    shapes = panels(book)["Positions up to symmetry, by who wins under perfect play"]
    names = [text for text in shapes if isinstance(text, Text)][5:]
    assert [text.words for text in names[1::2]] == ["1", "3", "12", "38", "108", "174", "204", "153", "57", "15"]
    bars = [box for box in shapes if isinstance(box, Box)][4:]
    ends = {round(box.y, -1): box.x + box.width for box in bars}
    lengths = [ends[round(text.y - 6, -1)] - 24 for text in names[1::2]]
    assert lengths == pytest.approx([int(text.words) * lengths[6] / 204 for text in names[1::2]], abs=1)


def test_counts_that_are_missing_or_past_64_bits(book):
    """A book without counts of games has no panel of them; large counts are said with all digits in the description."""
    bare = counted(book, sequences=lambda one: None, games=lambda one: None)
    assert games_by_length(bare.info) == {} and len(panels(bare)) == 2
    large = counted(book, sequences=lambda one: one.sequences * 10**17, games=lambda one: one.games * 10**17)
    said = f"Games of 8 moves: X wins 0, drawn 0, O wins {72576 * 10**17:,}."
    assert said in counts_drawing(large).description and len(panels(large)) == 4


def test_short_counts():
    """A count is exact below ten million, and has two digits and a power of ten from there on."""
    counts = 0, 9_999_999, 10**7, 9_960_000_000
    assert [*map(short_count, counts)] == ["0", "9,999,999", "1.0·10⁷", "1.0·10¹⁰"]
