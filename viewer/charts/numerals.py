"""Numerals of the charts: counts in as many characters as there is room for."""

import math


def exact(number: int | None) -> str:
    """Return a count with all its digits, or the words for a missing one."""
    return "not counted" if number is None else f"{number:,}" if number < 10**24 else short_count(number)


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
