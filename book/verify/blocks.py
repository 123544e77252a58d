"""Tables of a book of blocks, held to the rules: the digest, the X-masks, and the scores of positions by play."""

import hashlib
from itertools import zip_longest

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.info import LayerCounts
from oxobook.book.layout.block_reader import BLOCK, RUN
from oxobook.book.store.reader import Store
from oxobook.book.verify.counts import Tally, layer_counts
from oxobook.book.verify.geometry import Geometry, Scores
from oxobook.book.verify.residues import alike, whole
from oxobook.book.verify.schema import header_of
from oxobook.book.verify.scores import ScoreReader, compare_scores
from oxobook.book.verify.slots import Slots
from oxobook.book.verify.verdict import Findings
from oxobook.book.verify.walk import Layer, walk


def check_digest(store: Store, slots: Slots, reader: ScoreReader, found: Findings) -> None:
    """Recompute the digest as FORMAT.md describes; check that there are just the blocks, of their sizes."""
    numbers = {ply: -(-slots.count(ply) // BLOCK) for ply in range(slots.last + 1)}
    blocks = [(ply, number) for ply in numbers for number in range(numbers[ply])]
    stored = store.database.ask(
        "SELECT block.ply, block.number FROM block ORDER BY block.ply, block.number", most=len(blocks) + 1
    )
    digests: dict[int, list[bytes]] = {ply: [] for ply in numbers}
    for count, (expected, place) in enumerate(zip_longest(blocks, stored)):
        if expected is None or expected != place:
            found.add(None, "blocks, by ply and number", expected, place)
            break
        try:
            digests[expected[0]].append(hashlib.sha256(reader.unpacked(*expected)).digest())
        except DamagedBook as error:
            size = min(BLOCK, slots.count(expected[0]) - expected[1] * BLOCK)
            found.add(None, f"block {expected[1]} of ply {expected[0]}", f"{size:,} scores", str(error))
        found.tell(count, len(blocks))
    digest = hashlib.sha256(header_of(store))
    for layer in store.info.layers:
        digest.update(hashlib.sha256(b"".join(digests.get(layer.ply, []))).digest())
    found.unless_equal("digest", digest.hexdigest(), store.info.digest)
    found.checked = f"SHA-256 of the counts and {sum(map(len, digests.values())):,} blocks"


def check_masks(store: Store, slots: Slots, stacked: bool, found: Findings) -> None:
    """Check that the runs of X-masks are those of the rules, byte for byte, and that there are no others."""
    rows = [(stones, masks) for stones, masks in enumerate(slots.rows) if not stacked]
    parts = ((stones, masks[start : start + RUN]) for stones, masks in rows for start in range(0, len(masks), RUN))
    runs = {(stones, int(run[0])): run for stones, run in parts}
    stored = store.database.ask(
        "SELECT x_masks.stones, x_masks.first FROM x_masks ORDER BY x_masks.stones, x_masks.first", most=len(runs) + 1
    )
    for expected, place in zip_longest(runs, stored):
        if expected is None or expected != place:
            found.add(None, "runs of X-masks, by stones and first mask", expected, place)
            break
        if store.x_masks(*place) != (run := runs[expected].astype("<i4").tobytes()):
            what = f"masks of {expected[0]} stones from {expected[1]}"
            found.add(None, what, f"{len(run):,} bytes by the rules", "others")
    found.checked = f"{sum(map(len, slots.rows)):,} rows"


def check_layers(
    store: Store, geometry: Geometry, last: int, reader: ScoreReader, found: Findings
) -> tuple[list[LayerCounts], int]:
    """Check the scores of all positions by those of their children; return the counts of the plies and drawn games.

    The last ply of a book of first plies is taken as it is. Ways to reach positions are counted if the book has them.
    """
    counted = any(number is not None for layer in store.info.layers for number in (layer.sequences, layer.games))
    counted |= any(number is not None for number in store.info.games)
    layers, drawn, ways = list[LayerCounts](), 0, alike(1, 1)
    before: tuple[Layer, Scores] | None = None
    for layer in walk(geometry, last):
        scores = reader.scores(layer.ply, layer.keys)
        if before:
            compare_layer(geometry, *before, scores, found)
        if layer.ply == last:
            check_open(geometry, layer, scores, found)
        tally = Tally()
        tally.add(geometry.orbits(layer.keys), layer.lines, scores)
        sequences = games = None
        if counted:
            sequences, games = whole(ways), whole(ways[:, layer.over])
            drawn += whole(ways[:, layer.over & ~layer.lines])
            ways = layer.ways_after(ways)
        layers.append(layer_counts(geometry.rules, layer.ply, tally, sequences, games))
        before = layer, scores
        found.tell(sum(one.positions for one in layers), store.info.positions)
    return layers, drawn


def compare_layer(geometry: Geometry, layer: Layer, scores: Scores, after: Scores, found: Findings) -> None:
    """Compare stored scores of a layer with those of its children."""
    expected = layer.best_scores(geometry.final_scores(layer.ply, layer.lines), after)
    compare_scores(geometry, layer.keys, expected, scores, found)


def check_open(geometry: Geometry, layer: Layer, scores: Scores, found: Findings) -> None:
    """Check that open games of the last ply have scores that some game ends with.

    A win takes an odd number of further plies, a loss an even one, and in misere the other way round.
    """
    left = geometry.cells + 1 - np.abs(scores) - layer.ply
    by_own_move = (scores > 0) != geometry.rules.misere
    wrong = ~layer.over & (scores != 0) & ((left < 1) | ((left % 2 == 1) != by_own_move))
    for place in np.flatnonzero(wrong).tolist():
        found.add(geometry.board(int(layer.keys[place])), "score", "of a game that goes on", scores[place])
