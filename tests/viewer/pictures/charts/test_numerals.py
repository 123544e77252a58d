"""Numerals of the charts: every count is right at the limits where its form changes."""

import pytest

from oxobook.viewer.pictures.charts.chart_data import power_of_ten, short_count


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
