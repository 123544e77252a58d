"""Checks of a book that keeps blocks of scores, of a whole game or of first plies: of all scores, or of some at random.

The scores of the last of first plies are taken as they are. A sample is of that ply: each position is searched again,
with an empty table and the moves in another order.
"""

import hashlib
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

from oxobook.book.errors import BookError, DamagedBook, counted
from oxobook.book.info import LayerCounts
from oxobook.book.layout import search
from oxobook.book.layout.block_reader import RUN
from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import answers_at, joined
from oxobook.book.verify.checks import Checks, check_file, header_of
from oxobook.book.verify.counts import PlayCounts, check_counts, check_formulas, check_published
from oxobook.book.verify.geometry import Geometry, Ints, Scores
from oxobook.book.verify.lookups import check_lookups, keys_to_ask
from oxobook.book.verify.scores import ScoreReader, compare
from oxobook.book.verify.slots import Slots
from oxobook.book.verify.verdict import Check, Findings
from oxobook.book.verify.walk import Layer, layer_of, random_positions, walk

_MOST_RUNS = 1 << 17  # of a board of 31 cells
LISTED = 100_000_000
"""Number of scores in the largest book without gravity whose positions are listed by play."""


def block_checks(
    checks: Checks, store: Store, geometry: Geometry, sample: int | None, seed: int | None
) -> Iterator[Check]:
    """Yield the checks after that of the tables; raises BookError if all positions are asked for, and are too many."""
    plies = store.info.plies
    if sample is None:
        _require_few(store, not geometry.wide or plies is not None)
    last = geometry.cells if plies is None else plies
    if sample is None:
        yield from checks.run("file", check_file, store)
    reader = yield from checks.run("masks", _check_masks, store, geometry, last)
    if sample is None:
        _require_few(store, geometry.stacked or reader.slots.total <= LISTED)
        yield from checks.run("digest", _check_digest, reader)
        counts = yield from checks.run("answers", _check_answers, reader)
        answered = last if plies is None else last - 2  # later answers need scores after the last
        keys = keys_to_ask(geometry, answered, seed)
        yield from checks.run("lookups", _check_lookups, checks, reader, keys, seed)
        yield from checks.run("counts", check_counts, store.info, *counts)
    elif plies is None:
        keys = random_positions(geometry, sample, seed, 0, last)
        yield from checks.run("answers", _check_some_scores, reader, keys)
        yield from checks.run("lookups", _check_lookups, checks, reader, keys, seed)
        yield from checks.run("counts", check_formulas, store.info)
    else:
        keys = random_positions(geometry, sample, seed, last, last)
        yield from checks.run("searches", _check_searches, reader, keys)
        yield from checks.run("counts", check_formulas, store.info)
    yield from checks.run("published", _check_published, reader)


def _require_few(store: Store, few: bool) -> None:
    """Raise BookError unless a book has few enough positions to check them all."""
    if not few:
        raise BookError(
            f"the book of {store.info.rules} has too many positions to check all of them: check some, with "
            "oxobook verify --sample 1000"
        )


def _check_masks(store: Store, geometry: Geometry, last: int, found: Findings) -> ScoreReader:
    """Check that the runs of X-masks are those of the rules, byte for byte; return the reader of scores."""
    sql = "SELECT x_masks.stones, x_masks.first FROM x_masks ORDER BY x_masks.stones, x_masks.first"
    stored = store.database.ask(sql, most=_MOST_RUNS)
    slots = Slots(geometry, last, RUN * len(stored))
    rows = [] if geometry.stacked else [*enumerate(slots.rows)]
    parts = ((stones, masks[start : start + RUN]) for stones, masks in rows for start in range(0, len(masks), RUN))
    for part, place in zip_longest(parts, stored):
        expected = part and (part[0], int(part[1][0]))
        if expected != place:
            found.add(None, "runs of X-masks, by stones and first mask", expected, place)
            break
        if store.x_masks(*place) != (run := part[1].astype("<i4").tobytes()):
            what = f"masks of {place[0]} stones from {place[1]}"
            found.add(None, what, f"{len(run):,} bytes by the rules", "others")
    found.checked = f"{sum(map(len, slots.rows)):,} rows"
    return ScoreReader(store, geometry, slots)


def _check_digest(reader: ScoreReader, found: Findings) -> None:
    """Recompute the digest as FORMAT.md describes; check that there are just the blocks, of their sizes."""
    store, slots = reader.store, reader.slots
    count = sum(map(slots.blocks, range(slots.last + 1)))
    blocks = ((ply, number) for ply in range(slots.last + 1) for number in range(slots.blocks(ply)))
    sql = "SELECT block.ply, block.number FROM block ORDER BY block.ply, block.number"
    digests: dict[int, list[bytes]] = {}
    for done, (expected, place) in enumerate(zip_longest(blocks, store.database.ask(sql, most=count + 1))):
        if expected is None or expected != place:
            found.add(None, "blocks, by ply and number", expected, place)
            break
        ply, number = expected
        try:
            digests.setdefault(ply, []).append(hashlib.sha256(reader.unpacked(ply, number)).digest())
        except DamagedBook as error:
            found.add(None, f"block {number} of ply {ply}", counted(slots.size(ply, number), "score"), str(error))
        found.tell(done + 1, count)
    digest = hashlib.sha256(header_of(store))
    for layer in store.info.layers:
        digest.update(hashlib.sha256(b"".join(digests.get(layer.ply, []))).digest())
    found.unless_equal("digest", digest.hexdigest(), store.info.digest)
    found.checked = f"SHA-256 of the counts and {counted(sum(map(len, digests.values())), 'block')}"


def _check_answers(reader: ScoreReader, found: Findings) -> tuple[list[LayerCounts], int]:
    """Check the scores of all positions by those of their children; return their counts and those of drawn games.

    Games are counted if the book counts some.
    """
    geometry, info, done = reader.geometry, reader.store.info, 0
    numbers = *info.games, *(number for layer in info.layers for number in (layer.sequences, layer.games))
    counts = PlayCounts(geometry, games=any(number is not None for number in numbers))
    before: tuple[Layer, Scores] | None = None
    for layer in walk(geometry, reader.slots.last):
        scores = reader.scores(layer.ply, layer.keys)
        if before:
            compare(geometry, *before, scores, found)
        if layer.ply == reader.slots.last:
            check_open(geometry, layer, scores, found)
        counts.add(layer, scores)
        before, done = (layer, scores), done + len(scores)
        found.tell(done, info.positions)
    found.checked = f"the scores of {done:,} positions against those of their children"
    return counts.layers, counts.drawn


def check_open(geometry: Geometry, layer: Layer, scores: Scores, found: Findings) -> None:
    """Check that open games of the last ply have scores that some game ends with.

    A win takes an odd number of further plies, a loss an even one, and in misere the other way round.
    """
    left = geometry.cells + 1 - np.abs(scores) - layer.ply
    by_own_move = (scores > 0) != geometry.rules.misere
    wrong = ~layer.over & (scores != 0) & ((left < 1) | ((left % 2 == 1) != by_own_move))
    for place in np.flatnonzero(wrong).tolist():
        found.add(geometry.board(int(layer.keys[place])), "score", "of a game that goes on", scores[place])


def _check_some_scores(reader: ScoreReader, keys: Ints, found: Findings) -> None:
    """Check the scores of some positions by those of their children."""
    plies = np.bitwise_count(keys)
    for ply in np.unique(plies).tolist():
        layer = layer_of(reader.geometry, ply, keys[plies == ply])
        scores, after = reader.scores(ply, layer.keys), reader.scores(ply + 1, layer.children)
        compare(reader.geometry, layer, scores, after, found)
    found.checked = f"the scores of {len(keys):,} positions against those of their children"


def _check_lookups(checks: Checks, reader: ScoreReader, keys: Ints, seed: int | None, found: Findings) -> None:
    """Compare lookups with the answers that follow from the scores, if these are right."""
    right = "answers" not in checks.wrong
    answers = joined(answers_at(reader, keys)) if right else None
    check_lookups(reader.store, reader.geometry, answers, seed, found)


def _check_published(reader: ScoreReader, found: Findings) -> None:
    """Compare the counts, the result and the digest with published ones."""
    start = joined(answers_at(reader, np.zeros(1, reader.geometry.dtype)))
    check_published(reader.store.info, "blocks", start, found)


def _check_searches(reader: ScoreReader, keys: Ints, found: Findings) -> None:
    """Search positions of the last ply again, by two questions: is the score at least the book's, and at most?"""
    if search.search_for is None:
        raise BookError("expected a search to check searched scores by; this program has none: import oxobook")
    geometry, last = reader.geometry, reader.slots.last
    at_last = keys[np.array([ply == last for ply in map(int.bit_count, map(int, keys))], np.bool_)]
    going = at_last[~geometry.ended(last, at_last)]
    again = search.search_for(geometry.rules)
    for number, (key, score) in enumerate(zip(going.tolist(), reader.scores(last, going).tolist(), strict=True)):
        found.tell(number, len(going))
        if not again.confirms(key & geometry.full, key >> geometry.cells, score, score):
            found.add(geometry.board(key), "score", "as searched again", score)
    found.checked = f"{counted(len(going), 'position')} of ply {last}, each searched again"
