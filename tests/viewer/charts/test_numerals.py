"""Numerals of the charts: every count is right at the limits where its form changes."""

import pytest

from oxobook.viewer.charts.chart_data import exact, power_of_ten, short_count, tick, width


def test_counts_are_exact_up_to_24_digits():
    """A count keeps all its digits up to 10²⁴; beyond, two of them; a missing one is said to be missing."""
    assert exact(None) == "not counted"
    assert (exact(0), exact(999), exact(1000)) == ("0", "999", "1,000")
    assert exact(10**24 - 1) == ",".join(["999"] * 8)
    assert exact(10**24) == "1.0·10²⁴"


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


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (250_000, "250,000"),
        (999_999, "999,999"),
        (1_000_000, "10⁶"),
        (1_500_000, "1.5·10⁶"),
        (2_000_000, "2·10⁶"),
        (12_500_000, "1.25·10⁷"),
        (1e9, "10⁹"),
        (1e15, "10¹⁵"),
    ],
)
def test_ticks(number, text):
    """A tick is exact below a million; from there on a power of ten stands alone where its factor is 1."""
    assert tick(number) == text


def test_width_covers_the_drawn_number():
    """The width that is reckoned with is that of the font, within a twentieth."""
    from matplotlib.textpath import TextPath

    for text in ("127,872", "1.4·10¹³", "48", "99.9", "1,000,000"):
        drawn = TextPath((0, 0), text, size=6.5).get_extents().width
        assert drawn <= width(text, 6.5) <= 1.1 * drawn + 1
        assert width(text, 13) == pytest.approx(2 * width(text, 6.5))
