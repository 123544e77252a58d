"""Panels of the charts: numbers stand where there is room for them."""

from math import log10

import pytest
from matplotlib.figure import Figure

from oxobook.viewer.charts.panel import HEIGHT, WIDTH, Panel, grey_of, mixed, name_every, side_legend
from oxobook.viewer.palette import PALETTES

CLASSIC = PALETTES["classic"]


@pytest.fixture
def panel():
    """An empty panel of the size that panels have."""
    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72))
    return Panel(figure.add_axes((0, 0, 1, 1)), CLASSIC, "title")


def numbers(panel):
    """The words on a panel after its title, with their rotation and place."""
    return [(text.get_text(), text.get_rotation(), text.xy) for text in panel.axes.texts[1:]]


def test_counts_stand_above_their_bars(panel):
    """Few bars have their counts across; an empty one has none; the highest leaves room for its own."""
    panel.number_bars([0, 1, 2], [5, 0, 127872])
    assert numbers(panel) == [("5", 0, (0, 5.0)), ("127,872", 0, (2, 127872.0))]
    low, high = panel.axes.get_ylim()
    assert low == 0 and (high - 127872) / high * HEIGHT == pytest.approx(6.5 + 4)


def test_counts_of_narrow_bars_stand_upright(panel):
    """Long counts of many bars are turned, and need more room above; those of very many are left out."""
    panel.number_bars(range(12), [127872] * 12)
    assert {turn for _, turn, _ in numbers(panel)} == {90}
    _, high = panel.axes.get_ylim()
    assert (high - 127872) / high * HEIGHT > 25
    panel.number_bars(range(60), [1] * 60)
    assert len(numbers(panel)) == 12


def test_counts_leave_room_on_a_logarithmic_axis(panel):
    """The ceiling is as far above the highest bar as its count is high, in points."""
    panel.axes.set_yscale("log")
    panel.axes.set_ylim(1, 1000)
    panel.number_bars([0, 1], [10, 1000])
    _, high = panel.axes.get_ylim()
    assert (1 - 3 / log10(high)) * HEIGHT == pytest.approx(6.5 + 4)


def test_shares_stand_inside_their_parts(panel):
    """A part that is high enough has its share in its middle, white on X and O; a low one has none."""
    panel.number_shares(3, (60.0, 37.0, 3.0), 30)
    assert numbers(panel) == [("60.0", 0, (3, 30.0)), ("37.0", 0, (3, 78.5))]
    assert [text.get_color() for text in panel.axes.texts[1:]] == [CLASSIC.paper, CLASSIC.ink]


def test_a_lone_low_share_stands_above_its_part(panel):
    """A bar of one part too low for its share has it above; a share that would be rounded to nothing says so."""
    panel.number_shares(1, (0.0, 0.0, 1.5), 30)
    panel.number_shares(2, (0.01, 0.0, 0.0), 30)
    assert numbers(panel) == [("1.5", 0, (1, 1.5)), ("<0.1", 0, (2, 0.01))]
    assert {text.get_color() for text in panel.axes.texts[1:]} == {CLASSIC.ink}


def test_shares_of_narrow_bars_stand_upright(panel):
    """If ``99.9`` is too wide for a bar, shares are turned, and need a higher part."""
    panel.number_shares(1, (50.0, 11.0, 39.0), 10)
    assert [(text, turn) for text, turn, _ in numbers(panel)] == [("50.0", 90), ("39.0", 90)]


def test_plies_are_named_below_their_bars(panel):
    """Every ply has its number, or every second one where there are more than 18."""
    assert [name_every(count) for count in (1, 18, 19)] == [1, 1, 2]
    panel.name_plies(range(10), "positions")
    assert list(panel.axes.get_xticks()) == list(range(10))
    panel.name_plies(range(26), "positions")
    assert list(panel.axes.get_xticks()) == list(range(0, 26, 2))
    assert panel.axes.get_ylabel() == "positions" and panel.axes.get_xlabel() == "ply: stones on the board"


@pytest.mark.parametrize(("highest", "named"), [(99_000, ["1", "10", "100", "1,000", "10⁴"]), (10**8, ["1", "100"])])
def test_powers_of_ten_are_named_on_a_logarithmic_axis(panel, highest, named):
    """Powers of ten are named, of many only some."""
    panel.axes.set_yscale("log")
    panel.axes.set_ylim(0.6, highest)
    panel.name_plies(range(10), "games")
    labels = [label.get_text() for label in panel.axes.get_yticklabels()]
    assert labels[: len(named)] == named and len(labels) <= 8


def test_bars_stand_on_each_other(panel):
    """Each part of a bar begins where the one below ends, and has its own colour."""
    panel.stacked_bars([4, 5], [(1, 2, 3), (4, 0, 5)], [("#112233", ""), ("#445566", "//"), ("#778899", "")])
    boxes = [(bar.get_y(), bar.get_height(), bar.get_hatch() or "") for bar in panel.axes.patches]
    assert boxes == [(0, 1, ""), (0, 4, ""), (1, 2, "//"), (4, 0, "//"), (3, 3, ""), (4, 5, "")]


def test_colours_are_mixed():
    """A share of a colour lies between its ground and itself, channel by channel."""
    assert (mixed("#102030", "#ffffff", 1), mixed("#102030", "#ffffff", 0)) == ("#102030", "#ffffff")
    assert mixed("#000000", "#ff8000", 0.5) == "#804000"
    assert mixed("#ff0000", "#0000ff", 0.2) == "#3300cc"
    assert grey_of(CLASSIC) == mixed(CLASSIC.ink, CLASSIC.paper, 0.7)


def test_the_legend_names_the_sides_in_their_colours():
    """Blue is X and red-orange O, from the bottom of a bar up."""
    legend = side_legend(CLASSIC)
    assert [words for _, _, words in legend] == ["X wins", "draw", "O wins"]
    assert (legend[0][0], legend[2][0]) == (CLASSIC.x, CLASSIC.o)
