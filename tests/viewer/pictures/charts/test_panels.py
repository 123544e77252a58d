"""Panels of the charts: bars stand on each other with their numbers, in the colours of the sides."""

import pytest
from matplotlib.figure import Figure

from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.charts.panels import (
    draw_outcomes,
    draw_shares,
    draw_ways,
    grey_of,
    mixed,
    power_of_ten,
    short_count,
    side_legend,
)


def drawn(draw, book):
    """The axes of a panel."""
    axes = Figure().subplots()
    draw(axes, book.info, COLOURS)
    return axes


def numbers(axes):
    """The numbers at bars."""
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_counts_stand_above_their_bars(book):
    """Each ply has its 1 to 174 positions and back above a bar of six parts, and its number below it."""
    axes = drawn(draw_outcomes, book)
    assert numbers(axes) == ["1", "3", "12", "38", "108", "174", "204", "153", "57", "15"]
    assert [bars.get_width() for bars in axes.patches] == pytest.approx([0.82] * 60)
    tops = [sum(axes.patches[part * 10 + ply].get_height() for part in range(6)) for ply in range(10)]
    assert [*map(str, map(int, tops))] == numbers(axes) and list(axes.get_xticks()) == list(range(10))


def test_long_counts_stand_upright(make_book):
    """The ways to play 3x4x3 are too long for their bars, and need a logarithmic axis."""
    axes = drawn(draw_ways, make_book("3x4x3"))
    assert {text.get_rotation() for text in axes.texts} == {90} and axes.get_yscale() == "log"


def test_shares_stand_inside_their_parts(book):
    """Parts of five per cent and more have their share in them; the last bar is of all games."""
    axes = drawn(draw_shares, book)
    assert numbers(axes) == ["18.8", "32.1", "51.4", "18.1", "18.1", "28.4", "30.5"]
    assert axes.get_xticklabels()[-1].get_text() == "all"


def test_colours_are_mixed():
    """A share of a colour lies between its ground and itself, channel by channel."""
    assert (mixed("#102030", "#ffffff", 1), mixed("#102030", "#ffffff", 0)) == ("#102030", "#ffffff")
    assert mixed("#000000", "#ff8000", 0.5) == "#804000" and mixed("#ff0000", "#0000ff", 0.2) == "#3300cc"
    assert grey_of(COLOURS) == mixed(COLOURS.ink, COLOURS.paper, 0.7)


def test_the_legend_names_the_sides_in_their_colours():
    """Blue is X and red-orange O, from the bottom of a bar up."""
    legend = side_legend(COLOURS)
    assert [words for _, _, words in legend] == ["X wins", "draw", "O wins"]
    assert (legend[0][0], legend[2][0]) == (COLOURS.x, COLOURS.o)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1,000"),
        (9_999_999, "9,999,999"),
        (10_000_000, "1.0·10⁷"),
        (149_600_000, "1.5·10⁸"),
        (9_949_999_999, "9.9·10⁹"),
        (9_960_000_000, "1.0·10¹⁰"),
    ],
)
def test_short_counts(count, text):
    """A count is exact below ten million, and has two digits and a power of ten from there on."""
    assert short_count(count) == text


@pytest.mark.parametrize(
    ("exponent", "text"), [(0, "1"), (3, "1,000"), (4, "10⁴"), (9, "10⁹"), (16, "10¹⁶"), (78, "10⁷⁸"), (235, "10²³⁵")]
)
def test_powers_of_ten(exponent, text):
    """A power of ten is in full up to a thousand, and raised digits beyond; every digit has its raised form."""
    assert power_of_ten(exponent) == text
