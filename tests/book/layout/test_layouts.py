"""Every layout gives the answers of the others: one by one, in bulk, as rows, and of positions that no game reaches."""

import random
from contextlib import closing
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from oxobook.book import DamagedBook, MissingPosition, Position, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.layouts import layout_in
from oxobook.book.layout.records import records_of
from oxobook.book.store.reader import Store

DENSE = ["3x3x3", "3x3x3-misere", "3x3x4", "2x5x3", "4x3x2-misere", "2x2x1"]
STACKED = ["3x3x3-gravity", "4x3x3-gravity", "3x4x2-misere-gravity", "2x4x3-gravity"]
BOARDS = [(text, "dense") for text in DENSE] + [(text, "gravity") for text in STACKED]


@pytest.fixture(params=BOARDS, ids="-".join)
def both(request, made):
    """The layouts of rows and of blocks of one board, and its rules."""
    text, engine = request.param
    with closing(Store(made(text, "frontier"))) as rows, closing(Store(made(text, engine))) as blocks:
        yield layout_in(rows), layout_in(blocks), Rules.parse(text)


@cache
def reachable(rules):
    """The keys of all positions that a game reaches, in every orientation."""
    found, layer = set(), {Position(rules)}
    while layer:
        found |= {position.key for position in layer}
        layer = {one.play(cell) for one in layer if not one.over for cell in one.legal_cells}
    return frozenset(found)


@pytest.mark.slow
def test_answers_one_by_one(both):
    """Each canonical position has the same value, remoteness, moves and pick."""
    rows, blocks, _ = both
    for key, row in rows.rows():
        answer = blocks.answer(key)
        assert (*answer[:4], blocks.pick(key, answer)) == (*row[:4], rows.pick(key, row))
        assert blocks.outcome(key) == answer and rows.outcome(key) == row
        assert rows.effort(key) is blocks.effort(key) is None


@pytest.mark.slow
def test_rows_are_the_same(both):
    """All rows, in order, are equal byte for byte."""
    rows, blocks, _ = both
    assert records_of(blocks.rows()).tobytes() == records_of(rows.rows()).tobytes()


@pytest.mark.slow
def test_answers_in_bulk(both):
    """Every position in every orientation, in random order, has the answers in bulk that it has by itself."""
    rows, blocks, rules = both
    keys = np.array(random.Random(3).sample(sorted(reachable(rules)), len(reachable(rules))))
    stones = keys & rules.full, keys >> rules.cells
    one, other = rows.many(*stones), blocks.many(*stones)
    for field, expected, found in zip(one._fields, one, other, strict=True):
        assert (expected == found).all(), field
    for layout in (rows, blocks):
        good = layout.many(*stones, pick=False)
        assert (good.best == one.best).all() and (good.safe == one.safe).all()
    group = symmetry_group(rules)
    for place in random.Random(4).sample(range(len(keys)), min(300, len(keys))):
        key = int(keys[place])
        canonical, symmetry = group.canonical(key & rules.full, key >> rules.cells)
        value, remoteness, best, safe, pick = rows.answer(canonical)[:5]
        assert (one.value[place], one.remoteness[place]) == (value, remoteness)
        assert (one.best[place], one.safe[place]) == (group.mask_back(best, symmetry), group.mask_back(safe, symmetry))
        chosen = None if pick is None else group.mask_back(1 << pick, symmetry).bit_length() - 1
        assert one.pick[place] == (-1 if chosen is None else chosen)


@pytest.mark.slow
def test_positions_that_no_game_reaches(both):
    """A random key is answered in bulk if a game reaches it, and else named with its place; one by one likewise."""
    rows, blocks, rules = both
    known, chosen, group = reachable(rules), random.Random(5), symmetry_group(rules)
    keys = [chosen.getrandbits(2 * rules.cells) & chosen.getrandbits(2 * rules.cells) for _ in range(40)]
    far = 1 << 2 * rules.cells
    assert rows.answer(1 | far) is blocks.answer(1 | far) is None
    for key in [*keys, -1, -far, far, *random.Random(6).sample(sorted(known), min(20, len(known)))]:
        stones = np.array([0, key & rules.full]), np.array([0, key >> rules.cells])
        for layout in (rows, blocks):
            if key in known:
                layout.many(*stones)
            else:
                with pytest.raises(MissingPosition, match=f"the book lacks {key} at index 1$"):
                    layout.many(*stones)
        x, o = key & rules.full, key >> rules.cells
        if 0 <= o <= rules.full and not x & o:
            canonical = group.canonical(x, o)[0]
            held = rows.answer(canonical)
            assert (held is None) == (key not in known)
            if x.bit_count() - o.bit_count() in (0, 1):
                assert (blocks.answer(canonical) is None) == (held is None)


def test_rows_of_a_board_too_large_for_keys():
    """A book of rows of a board of more than 31 cells is refused: no key holds its positions."""
    info = SimpleNamespace(rules=Rules(4, 8, 4), plies=None)
    store = SimpleNamespace(tables={"book", "position"}, name="wide", info=info)
    with pytest.raises(DamagedBook, match=r"^cannot read the book 'wide': its rows have keys, .* at most 31 cells$"):
        layout_in(store)
