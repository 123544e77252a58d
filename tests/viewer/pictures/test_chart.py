"""The chart of counts, of books that have not counted games or have many."""

from types import SimpleNamespace

from oxobook.viewer.pictures.chart import counts_drawing, short_count


def counted(book, **changes):
    """A book like this one with other counts of games."""
    layers = tuple(one._replace(**{name: change(one) for name, change in changes.items()}) for one in book.info.layers)
    drawn = None if changes["games"](layers[0]) is None else 46080 * 10**17
    info = book.info._replace(layers=layers, games=book.info.games._replace(drawn_games=drawn))
    return counts_drawing(SimpleNamespace(info=info, rules=book.rules, probe=book.probe))


def test_counts_that_are_missing_or_past_64_bits(book):
    """A book without counts of games has no panel of them; large counts are said with all digits in the description."""
    bare = counted(book, sequences=lambda one: None, games=lambda one: None)
    large = counted(book, sequences=lambda one: one.sequences * 10**17, games=lambda one: one.games * 10**17)
    assert [sum(hasattr(one.shape, "shapes") for one in drawing.shapes) for drawing in (bare, large)] == [2, 4]
    assert "Games" not in bare.description
    assert f"Games of 8 moves: X wins 0, drawn 0, O wins {72576 * 10**17:,}." in large.description


def test_short_counts():
    """A count is exact below ten million, and has two digits and a power of ten from there on."""
    counts = 0, 9_999_999, 10**7, 9_960_000_000
    assert [*map(short_count, counts)] == ["0", "9,999,999", "1.0·10⁷", "1.0·10¹⁰"]
