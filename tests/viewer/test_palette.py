"""Colours: the same in pictures as on the page, on light and dark grounds."""

import re

import pytest

from oxobook.viewer.palette import ON_DARK, PALETTES
from tests.test_architecture import ROOT

NAMES = ("win", "draw", "loss", "win-tint", "draw-tint", "loss-tint", "x", "o")


@pytest.mark.parametrize("name", PALETTES)
def test_pictures_have_the_colours_of_the_page(name):
    """Values and stones have the page's colours by day, and on dark pages those by night."""
    css = (ROOT / "viewer/explorer/page/style.css").read_text()
    block = css[css.index(":root {" if name == "classic" else f'[data-palette="{name}"]') :]
    pairs = dict(re.findall(r"--([\w-]+): light-dark\((#\w+, #\w+)\)", block[: block.index("}")]))
    colours = PALETTES[name][:8]
    assert [pairs[one] for one in NAMES] == [f"{colour}, {ON_DARK[colour]}" for colour in colours]
