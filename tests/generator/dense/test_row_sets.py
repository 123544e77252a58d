"""Files of X-masks: checked when they are read, and no change of a file reaches a solve that has read it."""

import os
from pathlib import Path

import numpy as np
import pytest

from oxobook.book import Rules
from oxobook.generator.dense.row_sets import name_of, read_row_sets, write_row_sets
from oxobook.generator.generate import generate_book
from oxobook.generator.progress import Report
from oxobook.generator.work.chunk_file import DamagedChunk
from oxobook.generator.work.chunk_folder import Folder


def cut(path):
    """Take everything out of a file."""
    os.truncate(path, 0)


def swap(path):
    """Exchange two masks in the middle of a file, in place."""
    content = bytearray(path.read_bytes())
    counts = np.frombuffer(content[-48:-32], "<i8")
    at = 8 * int(counts.sum()) + 4 * int(counts[0] // 2)
    content[at : at + 8] = content[at + 4 : at + 8] + content[at : at + 4]
    with path.open("r+b") as file:
        file.write(content)


@pytest.mark.parametrize("change", [cut, swap])
def test_what_was_read_stays(tmp_path, change):
    """Masks that were read and checked stay as they were when their file changes, which is then found."""
    folder = Folder(str(tmp_path / "chunks"), "a test")
    folder.make()
    write_row_sets(Rules(4, 4, 4), folder)
    sets = read_row_sets(folder, 4)
    before = sets.open.masks.tolist(), sets.open.orbits.tolist()
    change(Path(folder.path, name_of(4)))
    assert (sets.open.masks.tolist(), sets.open.orbits.tolist()) == before
    with pytest.raises(DamagedChunk):
        read_row_sets(folder, 4)


class Changing(Report):
    """A report that changes every file of masks at a ply."""

    def __init__(self, folder, change, ply):
        self.folder, self.change, self.ply = folder, change, ply

    def __call__(self, stage, ply, count):
        if (stage, ply) == ("solve", self.ply):
            for path in self.folder.glob("rows-*"):
                if path.stat().st_size > 1000:
                    self.change(path)


@pytest.mark.parametrize("ply", [15, 10, 0])
@pytest.mark.parametrize("change", [cut, swap, os.unlink])
def test_files_that_change_during_a_solve(compiled, made, tmp_path, change, ply):
    """Whatever becomes of the files while a solve runs, the book is the same."""
    path = tmp_path / "book"
    generate_book(Rules(4, 4, 4), path, engine="dense", report=Changing(tmp_path / ".book.chunks", change, ply))
    assert path.read_bytes() == made("4x4x4", "dense").read_bytes()
