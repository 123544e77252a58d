"""Solve of a game without gravity: its layers, cut into chunks of rows."""

from dataclasses import dataclass
from functools import lru_cache

from oxobook.book.game.rules import Rules
from oxobook.book.layout.rank import columns_at, stones_at
from oxobook.generator.dense.memory import Masks32
from oxobook.generator.dense.row_kernels import COUNTED
from oxobook.generator.dense.row_sets import all_row_sets
from oxobook.generator.layers.layer import Cut, Layer, Layers, MemoryLayers, chunk_size
from oxobook.generator.layers.memory import Limits


@dataclass(frozen=True)
class Solve:
    """Solve as each task gets it; whatever else it needs it makes from the rules."""

    rules: Rules
    layers: Layers
    limits: Limits
    memory: MemoryLayers | None = None
    """Layers that have room beside the next one, if the tasks run in threads."""

    def create(self, ply: int) -> Layer:
        """Return the layer of a ply for the maker."""
        return self._place(ply).create(cut_of(self.rules, ply))

    def layer(self, ply: int) -> Layer:
        """Return the layer of a ply for a task."""
        return self._place(ply).layer(cut_of(self.rules, ply))

    def remove(self, ply: int) -> None:
        """Free the layer of a ply."""
        self._place(ply).remove(cut_of(self.rules, ply).name)

    def _place(self, ply: int) -> Layers:
        both = sum(cut_of(self.rules, one).size for one in (ply, min(ply + 1, self.rules.cells)))
        return self.layers if self.memory is None or both > self.limits.whole else self.memory


@lru_cache(256)
def cut_of(rules: Rules, ply: int) -> Cut:
    """Return the cut of a ply's layer into chunks of whole rows.

    The two plies with the same X-stones have the same rows, and a chunk of one has the rows of a chunk of the other.
    """
    x_stones, columns = stones_at(ply)[0], columns_at(rules, ply)
    rows = len(all_row_sets(rules)[x_stones].open.masks)
    widest = max(columns_at(rules, other) for other in range(rules.cells + 1) if stones_at(other)[0] == x_stones)
    return Cut.even(f"ply-{ply:02}", rows, columns, max(1, chunk_size(rows * widest) // widest), 2 * COUNTED)


def masks_of(rules: Rules, ply: int) -> Masks32:
    """Return the rows of a ply."""
    return all_row_sets(rules)[stones_at(ply)[0]].open.masks


def rows_of(rules: Rules, ply: int, numbers: range) -> tuple[int, int]:
    """Return the first row of some chunks and the row after their last."""
    cut, columns = cut_of(rules, ply), columns_at(rules, ply)
    return cut.slots(numbers[0])[0] // columns, cut.slots(numbers[-1])[1] // columns
