"""The X-masks in runs, as the book has them."""

from collections.abc import Iterable, Iterator

from oxobook.book.game.rules import Mask
from oxobook.book.layout.block_reader import RUN
from oxobook.generator.dense.row_sets import RowSets


def packed_masks(sets: Iterable[RowSets]) -> Iterator[tuple[int, Mask, bytes]]:
    """The X-masks as the file keeps them: how many stones, a run's first mask, and the run."""
    for stones, one in enumerate(sets):
        masks = one.open.masks
        for start in range(0, len(masks), RUN):
            run = masks[start : start + RUN]
            yield stones, int(run[0]), run.astype("<i4").tobytes()
