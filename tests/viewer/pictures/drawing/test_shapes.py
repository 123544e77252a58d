"""Shapes: their elements in SVG."""

import pytest

from oxobook.viewer.pictures.drawing.shapes import Box, Circle, Group, Lines, Text, svg_document, svg_shape

LINE = '<path d="M0,1H2" stroke="red" stroke-width="3" stroke-linecap="round"{} fill="none"/>'


@pytest.mark.parametrize(
    ("shape", "written"),
    [
        (Lines((), "red", 3), ""),
        (Lines(((0, 1, 2, 1),), "red", 3), LINE.format("")),
        (Lines(((0, 1, 2, 1),), "red", 3, True), LINE.format(' stroke-dasharray="0 6.6"')),
        (Lines(((0, 1, 2, 1),), "red", 3, opacity=0.5), LINE.format(' opacity="0.5"')),
        (Lines(((0, 1, 0, 2),), "red", 3), LINE.format("").replace("H2", "V2")),
        (Lines(((0, 1, 2, 2),), "red", 3), LINE.format("").replace("H2", "L2,2")),
        (Circle(1, 2, 3, "red", 4), '<circle cx="1" cy="2" r="3" stroke="red" stroke-width="4" fill="none"/>'),
        (Box(1, 2, 3, 4), '<rect x="1" y="2" width="3" height="4" fill="none"/>'),
        (Box(1, 2, 3, 4, "red", opacity=0.5), '<rect x="1" y="2" width="3" height="4" fill="red" fill-opacity="0.5"/>'),
        (
            Box(1, 2, 3, 4, edge="red", radius=5),
            '<rect x="1" y="2" width="3" height="4" rx="5" fill="none" stroke="red" stroke-width="1"/>',
        ),
        (
            Text("a<b", 1, 2, 10, "red"),
            '<text x="1" y="5.5" font-size="10" fill="red" text-anchor="middle">a&lt;b</text>',
        ),
        (
            Text("a", 1, 2, 10, "red", True, "left"),
            '<text x="1" y="5.5" font-size="10" fill="red" font-weight="bold">a</text>',
        ),
        (
            Group((Circle(1, 2, 3, "red", 4),), 5, 1 / 3, (("move", '"a"'),)),
            '<g transform="translate(5 0.333)" data-move="&quot;a&quot;">'
            '<circle cx="1" cy="2" r="3" stroke="red" stroke-width="4" fill="none"/></g>',
        ),
    ],
)
def test_elements(shape, written):
    """Every shape is one element; a line without segments is none."""
    assert svg_shape(shape) == written


def test_a_document():
    """Its size is a pixel a unit unless another one is given."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 3 4.5" font-family="'
    assert svg_document(3, 4.5, "a<b", []).startswith(head.format(3, 4.5))
    assert svg_document(3, 4.5, "", [], ("1cm", "2cm")).startswith(head.format("1cm", "2cm"))
    assert svg_document(3, 4.5, "a<b", ["<g/>", "<g/>"]).endswith("><title>a&lt;b</title><g/><g/></svg>")
