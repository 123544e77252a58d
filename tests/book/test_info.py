"""The rows of the header and of counts: what is written is read back, and what cannot be right is refused."""

import re
from pathlib import Path

import pytest

from oxobook.book import Rules
from oxobook.book.info import BookInfo, GameCounts, LayerCounts, info_of, info_row, layer_row
from oxobook.book.store.tables import TABLES

HEADER, LAYER = (re.findall(r"\n +(\w+) (?:TEXT|INTEGER)", TABLES[table]) for table in ("book", "layer"))

LAYERS = (LayerCounts(0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0), LayerCounts(1, 3, 9, 0, 0, 0, 0, 0, 0, 0, 3, 9, 1 << 70))
GAMES = GameCounts(1 << 80, 0, 7, None, 12)


def rows_of(rules):
    """The rows of a header and two plies, in the order in which ``info_of`` takes them, and what they say."""
    info = BookInfo(rules, LAYERS, GAMES, 1, "0.1", 4, "digest")
    return info, [info_row(info), [layer_row(one) for one in LAYERS]]


@pytest.mark.parametrize("text", ["3x3x3", "4x5x3-misere", "3x4x3-gravity", "2x3x2-misere-gravity", "2x3x2-hex-misere"])
def test_a_header_is_read_as_it_was_written(text):
    """Rules of any variant, games beyond 64 bits and games that are not known come back."""
    info, (header, layers) = rows_of(Rules.parse(text))
    assert info_of(header, layers) == info
    assert layers[1][-1] == str(1 << 70) and header[-5:] == (str(1 << 80), "0", "7", None, "12")
    assert len(HEADER) == len(header) and tuple(LAYER) == LayerCounts._fields


@pytest.mark.parametrize("name", ["rows", "columns", "k"])
@pytest.mark.parametrize("step", [-1, 1])
def test_a_header_beside_its_definition(name, step):
    """The size of a board of one's own is that of its definition, or the header is refused."""
    info, (header, layers) = rows_of(Rules.read(str(Path(__file__).parents[2] / "docs/how-to/affine-4.json")))
    assert info_of(header, layers) == info
    place = HEADER.index(name)
    with pytest.raises(ValueError, match="of its rules beside them"):
        info_of((*header[:place], header[place] + step, *header[place + 1 :]), layers)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        *[(name, value, TypeError) for name in HEADER[1:7] for value in (None, "3", 3.0)],
        *[(name, value, TypeError) for name in ("rules", "generator_version", "digest") for value in (None, 3, b"a")],
        *[(name, "a\n", ValueError) for name in ("rules", "generator_version", "digest")],
        *[("digest", "a" * 101, ValueError), ("positions", -1, ValueError), ("rows", -3, ValueError)],
        *[("positions", 4.0, TypeError), ("x_games", 5, TypeError), ("x_games", "9" * 101, ValueError)],
        *[("perfect_games", "many", ValueError), ("rows", 32, ValueError), ("k", 0, ValueError)],
    ],
)
def test_a_header_that_cannot_be_right(name, value, error):
    """A number or text that no header has, in any column, is refused."""
    _, (header, layers) = rows_of(Rules())
    changed = tuple(value if at == name else one for at, one in zip(HEADER, header, strict=True))
    with pytest.raises(error):
        info_of(changed, layers)


@pytest.mark.parametrize("digits", [99, 100])
def test_long_labels_and_counts_are_taken(digits):
    """Texts and counts of up to a hundred characters are right."""
    _, (header, layers) = rows_of(Rules())
    changed = dict(zip(HEADER, header, strict=True)) | {"x_games": "9" * digits, "digest": "a" * digits}
    info = info_of(tuple(changed.values()), layers)
    assert info.games[0] == 10**digits - 1 and len(info.digest) == digits


@pytest.mark.parametrize("place", range(len(LAYER)))
def test_counts_that_cannot_be_right(place):
    """A count below 0, a fraction and a text in place of a number are refused in any column of a ply."""
    _, (header, layers) = rows_of(Rules())
    for wrong in (-1, 1.5, b"1"):
        row = (*layers[1][:place], wrong, *layers[1][place + 1 :])
        with pytest.raises((TypeError, ValueError)):
            info_of(header, [layers[0], row])


def test_plies_are_from_0_in_their_order():
    """There is a row for each ply from 0, at least one, and none beyond the full board."""
    _, (header, layers) = rows_of(Rules(1, 1, 1))
    assert len(info_of(header, layers).layers) == 2 and len(info_of(header, layers[:1]).layers) == 1
    beyond = (2, *layers[1][1:])
    for wrong in ([], layers[1:], layers[::-1], [*layers, beyond], [layers[0], beyond]):
        with pytest.raises(ValueError, match="expected counts of the plies from 0 to at most 1, one row each"):
            info_of(header, wrong)


def test_a_board_beyond_a_key():
    """A book without gravity has at most 31 cells, one with gravity has more."""
    assert rows_of(Rules(1, 31, 4))[0] == info_of(*rows_of(Rules(1, 31, 4))[1])
    assert rows_of(Rules(4, 8, 4, gravity=True))[0] == info_of(*rows_of(Rules(4, 8, 4, gravity=True))[1])
    with pytest.raises(ValueError, match="at most 31 cells without gravity, and 4x8x4 has 32"):
        info_of(*rows_of(Rules(4, 8, 4))[1])
