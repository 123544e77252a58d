"""Checks of a book that keeps blocks of scores, of a whole game or of first plies: of all scores, or of some at random.

The scores of the last of first plies are taken as they are. A sample is of that ply: each position is searched again,
with an empty table and the moves in another order.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from oxobook.book.errors import BookError
from oxobook.book.game.rules import KEY_CELLS
from oxobook.book.info import LayerCounts
from oxobook.book.layout import search
from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import Answers, answers_at, joined
from oxobook.book.verify.blocks import check_digest, check_layers, check_masks, compare_layer
from oxobook.book.verify.checks import Checks, check_counts, check_file, check_formulas
from oxobook.book.verify.counts import check_published, game_counts
from oxobook.book.verify.geometry import Geometry, Ints
from oxobook.book.verify.lookups import asked, check_lookups
from oxobook.book.verify.placements import check_placements
from oxobook.book.verify.scores import ScoreReader
from oxobook.book.verify.slots import Slots
from oxobook.book.verify.verdict import Check, Findings
from oxobook.book.verify.walk import layer_of, random_positions

LISTED = 300_000_000
"""Number of scores in the largest book of a plain board whose positions are listed by play."""


def block_checks(
    checks: Checks, store: Store, geometry: Geometry, sample: int | None, seed: int | None
) -> Iterator[Check]:
    """Yield the checks after that of the tables; raises BookError if all positions are asked for, and are too many."""
    if geometry.wide and store.info.plies is None and sample is None:
        raise BookError(
            f"expected a board of at most {KEY_CELLS} cells to check every position of its book; "
            f"{store.info.rules} has {geometry.cells}: check some, with oxobook verify --sample 1000"
        )
    first_plies = store.info.plies is not None
    last = geometry.cells if store.info.plies is None else store.info.plies
    slots = Slots(geometry, last)
    reader = ScoreReader(store, geometry, slots)
    published = partial(_check_published, store, geometry, reader, "first plies" if first_plies else "blocks")
    if sample is not None:
        chosen = random_positions(geometry, sample, seed, last if first_plies else 0, last)
        if first_plies:
            yield from checks.run("searches", partial(_check_searches, geometry, last, reader, chosen))
        else:
            yield from checks.run("answers", partial(_check_some_scores, geometry, reader, chosen))
            yield from checks.run("lookups", partial(_check_lookups, checks, store, geometry, reader, chosen, seed))
        yield from checks.run("counts", partial(check_formulas, store))
    else:
        yield from checks.run("file", partial(check_file, store))
        yield from checks.run("digest", partial(check_digest, store, slots, reader))
        yield from checks.run("masks", partial(check_masks, store, slots, geometry.stacked))
        counts = yield from checks.run("answers", partial(_check_answers, store, geometry, slots, reader))
        keys = asked(geometry, last - 2 if first_plies else last, seed)  # below, an answer needs scores after the last
        yield from checks.run("lookups", partial(_check_lookups, checks, store, geometry, reader, keys, seed))
        layers, drawn = counts or ([], 0)
        games = game_counts(geometry.rules, layers, drawn)
        yield from checks.run("counts", partial(check_counts, store, layers, games, ""))
    yield from checks.run("published", published)


def _check_answers(
    store: Store, geometry: Geometry, slots: Slots, reader: ScoreReader, found: Findings
) -> tuple[list[LayerCounts], int]:
    """Check the scores of all positions by those of their children; return their counts and those of drawn games."""
    few = geometry.stacked or sum(map(slots.count, range(slots.last + 1))) <= LISTED
    if few:
        counts = check_layers(store, geometry, slots.last, reader, found)
    else:
        counts = check_placements(geometry, slots, reader, store.info.positions, found)
    positions = sum(layer.positions for layer in counts[0])
    found.checked = f"the scores of {positions:,} positions against those of their children"
    return counts


def _check_some_scores(geometry: Geometry, reader: ScoreReader, keys: Ints, found: Findings) -> None:
    """Check the scores of some positions by those of their children."""
    plies = np.bitwise_count(keys)
    for ply in np.unique(plies).tolist():
        layer = layer_of(geometry, ply, keys[plies == ply])
        after = reader.scores(ply + 1, layer.children)
        compare_layer(geometry, layer, reader.scores(ply, layer.keys), after, found)
    found.checked = f"the scores of {len(keys):,} positions against those of their children"


def _check_lookups(
    checks: Checks,
    store: Store,
    geometry: Geometry,
    reader: ScoreReader,
    keys: Ints,
    seed: int | None,
    found: Findings,
) -> None:
    """Compare lookups with the answers that follow from the scores, once these are proved."""
    answers: Answers | None = None
    if "answers" not in checks.wrong:
        answers = joined(answers_at(geometry, reader, keys))
    check_lookups(store, geometry, answers, seed, found)


def _check_published(store: Store, geometry: Geometry, reader: ScoreReader, layout: str, found: Findings) -> None:
    """Compare the counts, the result and the digest with published ones."""
    start = joined(answers_at(geometry, reader, np.zeros(1, geometry.dtype)))
    result = int(np.sign(start.scores[0])), int(start.remoteness(geometry.cells)[0])
    check_published(store.info, layout, result, found)


def _check_searches(geometry: Geometry, last: int, reader: ScoreReader, keys: Ints, found: Findings) -> None:
    """Search positions of the last ply again, by two questions: is the score at least the book's, and at most?"""
    if search.search_for is None:
        raise BookError("expected a search to check searched scores by; this program has none: import oxobook")
    at_last = keys[np.array([ply == last for ply in map(int.bit_count, map(int, keys))], np.bool_)]
    going = at_last[~geometry.ended(last, at_last)]
    again = search.search_for(geometry.rules)
    for number, (key, score) in enumerate(zip(going.tolist(), reader.scores(last, going).tolist(), strict=True)):
        found.tell(number, len(going))
        if not again.confirms(key & geometry.full, key >> geometry.cells, score, score):
            found.add(geometry.board(key), "score", "as searched again", score)
    found.checked = f"{len(going):,} positions of ply {last}, each searched again"
