"""Colours: every eye can tell winners apart, text in them can be read, and the page has the same ones."""

import re
from itertools import combinations

import numpy as np
import pytest

from oxobook.viewer.palette import COLOURS, ON_DARK
from tests.test_architecture import ROOT

STRONG, PALE = COLOURS[:3], COLOURS[3:6]
VISION = {
    "usual": np.eye(3),
    "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "no green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "no blue": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}
"""Colours as they are seen, in linear light: Machado, Oliveira and Fernandes (2009)."""
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def light(colour):
    """Return a colour's red, green and blue in linear light."""
    parts = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """Return the contrast of two colours as the WCAG defines it."""
    low, high = sorted(float(TO_XYZ[1] @ light(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def seen(colour, vision):
    """Return a colour in CIELAB as an eye sees it."""
    x, y, z = np.cbrt(TO_XYZ @ np.clip(np.array(vision) @ light(colour), 1e-4, 1) / (0.9505, 1, 1.089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_text_can_be_read():
    """Strong colours have a contrast of 4.5 on paper and on dark pages, and ink has 7 on pale ones."""
    assert all(contrast(colour, COLOURS.paper) >= 4.5 <= contrast(ON_DARK[colour], "#12161d") for colour in STRONG)
    assert all(contrast(COLOURS.ink, ground) >= 7 <= contrast("#e8eaee", ON_DARK[ground]) for ground in PALE)


@pytest.mark.parametrize("eye", VISION)
def test_winners_are_told_apart(eye):
    """In each way of seeing, the colours of X, O and draws differ by at least 10 units, light and dark."""
    for colours in (STRONG, PALE, [ON_DARK[one] for one in STRONG], [ON_DARK[one] for one in PALE]):
        for one, other in combinations(colours, 2):
            assert np.linalg.norm(seen(one, VISION[eye]) - seen(other, VISION[eye])) >= 10, (one, other)


def test_winners_have_the_colours_of_the_page():
    """X, O and draws are the same on the page, by day and by night."""
    css = (ROOT / "viewer/explorer/page/board/board.css").read_text()
    pairs = dict(re.findall(r"--(x|o|draw): light-dark\((#\w+, #\w+)\)", css.partition("}")[0]))
    assert [pairs[name] for name in ("x", "o", "draw")] == [f"{colour}, {ON_DARK[colour]}" for colour in STRONG]
