"""Passes over a game's layers in chunks' files, for less memory than the layers take, and for many machines.

Forward each ply's bits are made from those of the ply before, backward its scores from the next ply's. A
file that is lost or damaged while it is needed is made again from what it was made from, back to the empty board if
need be, or taken out of the book.
"""

from collections import deque
from collections.abc import Iterator

from oxobook.book.game.rules import Rules
from oxobook.book.store.block_writer import BlockFile, PackedBlock
from oxobook.generator.gravity.chunk import reach_chunks, solve_chunks
from oxobook.generator.gravity.memory import GravitySolve, require_memory, solve_in
from oxobook.generator.gravity.passes import GravityLayer
from oxobook.generator.gravity.tasks import Reached
from oxobook.generator.progress import Report
from oxobook.generator.work.chunk_file import Chunk, Cut
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.layer_pass import Task, finished_chunks, made_chunks
from oxobook.generator.work.resume import restore_chunks, restore_lost
from oxobook.generator.work.workers import Workers

_SHORT = 4
"""Number of chunks of a task that is sent to another process."""
_MAKERS = {"open": reach_chunks, "ply": solve_chunks}
"""Functions that make chunks, by kind."""


class ChunkedPasses:
    """Passes over layers in chunks; see the module. ``file``: where solved layers go."""

    def __init__(self, rules: Rules, folder: Folder, workers: Workers, report: Report, file: BlockFile) -> None:
        require_memory(rules, workers)
        folder.make()
        self.solve: GravitySolve = solve_in(rules, folder)
        self.workers = workers
        self.report = report
        self.sizes = [cut.size for cut in self.solve.scores]
        """Number of slots of each layer."""
        self.reached: list[Reached] = []
        """Findings about each layer, without the bits, which are in the chunks."""
        self.written = 0
        """Bytes of the chunks that were moved into the book."""
        self._file = file
        self._whole: set[tuple[str, int]] = set()

    def forward(self, last: int) -> None:
        for ply in range(last + 1):
            tally = Reached()
            for number, chunk in enumerate(self.chunks(self.solve.open[ply])):
                tally.counts += chunk.counted(2, 2)
                start, stop = self.solve.open[ply].slots(number)
                self.report("enumerate", ply, min(8 * stop, self.sizes[ply]) - 8 * start)
            self.reached.append(tally)

    def go_on(self, ply: int) -> None:
        """Make the chunks of the layer of this ply, which the book has, to compute the one before it."""
        restore_lost(self.solve.folder, self._file, self.solve.scores[ply], self.workers)

    def layer(self, ply: int) -> "ChunkedGravityLayer":
        return ChunkedGravityLayer(self, ply)

    def forget(self, ply: int) -> None:
        """Delete a layer that is not needed any more."""
        self._forget(self.solve.scores[ply : ply + 1])
        self._forget(self.solve.open[ply : ply + 1])

    def chunks(self, cut: Cut) -> Iterator[Chunk]:
        """Yield every chunk of a layer in order, made if it is missing."""
        there = finished_chunks(self.solve.folder, cut, self.workers)
        if cut.kind == "open" and cut.ply and len(there) < cut.chunks:
            self._require(self.solve.open[cut.ply - 1])
        yield from made_chunks(_LayerWork(self, cut), self.solve.folder, self.workers, there)
        self._whole.add((cut.kind, cut.ply))

    def restore(self, name: str) -> None:
        """Make a lost or damaged file again from its sources, or take it out of the book."""
        kind, ply, _ = name.split("-")
        self._whole.discard((kind, int(ply)))
        if kind == "ply":
            restore_chunks(self.solve.folder, self._file, self.solve.scores[int(ply)], [name])
        else:
            self._require(self.solve.open[int(ply)])

    def _require(self, cut: Cut) -> None:
        if (cut.kind, cut.ply) not in self._whole:
            deque(self.chunks(cut), maxlen=0)

    def _forget(self, cuts: tuple[Cut, ...]) -> None:
        for cut in cuts:
            self._whole.discard((cut.kind, cut.ply))
            self.solve.folder.remove(cut.names())


class _LayerWork:
    """Work on a layer; see ``generator.work.layer_pass.LayerWork``."""

    def __init__(self, passes: ChunkedPasses, cut: Cut) -> None:
        self.cut = cut
        self.at_once = 1 if passes.workers.share_memory else _SHORT
        self._passes = passes

    def task(self, first: int, stop: int) -> Task:
        return Task(_MAKERS[self.cut.kind], (self._passes.solve, self.cut.ply, first, stop))

    def restore(self, name: str) -> None:
        self._passes.restore(name)


class ChunkedGravityLayer(GravityLayer):
    """Layer that is solved by asking for its ``blocks``; a ``book.store.block_writer.NewLayer``."""

    def __init__(self, passes: ChunkedPasses, ply: int) -> None:
        super().__init__(passes.solve.rules, ply, passes.reached)
        self._passes = passes

    def blocks(self) -> Iterator[list[PackedBlock]]:
        passes, cut = self._passes, self._passes.solve.scores[self.ply]
        for number, chunk in enumerate(passes.chunks(cut)):
            start, stop = cut.slots(number)
            passes.report("solve", self.ply, stop - start)
            self._outcomes += chunk.counted(2)
            yield chunk.blocks
            passes.report("write", self.ply, stop - start)
            passes.written += sum(len(block.data) for block in chunk.blocks)
            passes.report.state(passes.written, passes.workers.jobs)
