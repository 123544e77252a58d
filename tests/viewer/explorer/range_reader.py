"""A reader of books that are laid out for range requests, written from the file format's documentation alone."""

import json
import struct
import zlib
from bisect import bisect_right
from math import comb
from pathlib import Path


class RangeReader:
    """The scores of one book."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        self.files = {file["stones"]: file for file in self.manifest["files"]}
        self.reads = []
        """Bytes of each range that was read after the manifest."""

    def score(self, x, o):
        """The score of a position, given as X's and O's cells, in which the game goes on."""
        x_mask, o_cells = min(
            (sum(1 << image[cell] for cell in x), sorted((image[cell] for cell in o), reverse=True))
            for image in self.manifest["symmetries"]
        )
        file = self.files[len(x)]
        columns = file["columns"]
        free = [cell for cell in range(self.manifest["cells"]) if not x_mask >> cell & 1]
        column = sum(comb(free.index(cell), index + 1) for index, cell in enumerate(reversed(o_cells)))
        to_move = len(x) == len(o)
        if file["parts"] == 2:
            return self._signed(self._part(file, x_mask, int(to_move))[column if to_move else 4 + column])
        piece = self._part(file, x_mask, 0)
        rows = len(piece) // (4 + sum(columns))
        row = struct.unpack(f"<{rows}I", piece[: 4 * rows]).index(x_mask)
        at = 4 * rows + to_move * rows * columns[0] + row * columns[to_move] + column
        return self._signed(piece[at])

    def _part(self, file, x_mask, part):
        """A part of the piece of an X-mask, unpacked."""
        firsts, places, sizes = zip(*file["directories"], strict=True)
        chosen = bisect_right(firsts, x_mask) - 1
        directory = self._unpacked(file, places[chosen], sizes[chosen])
        pieces = len(directory) // (4 + 4 * file["parts"])
        words = struct.unpack(f"<{len(directory) // 4}I", directory)
        before = file["parts"] * (bisect_right(words[:pieces], x_mask) - 1) + part
        return self._unpacked(file, places[chosen] - sum(words[pieces + before :]), words[pieces + before])

    def _unpacked(self, file, offset, size):
        """A range of a file, unpacked."""
        with open(self.folder / file["file"], "rb") as opened:
            opened.seek(offset)
            packed = opened.read(size)
        self.reads.append(size)
        return zlib.decompress(packed)

    @staticmethod
    def _signed(byte):
        return byte - 256 * (byte > 127)
