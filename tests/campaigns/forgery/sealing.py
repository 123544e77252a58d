"""Answers of a book replaced by others, its blocks packed and unpacked, and the digest that fits its content."""

import sqlite3
import struct
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import closing
from math import comb
from pathlib import Path

import zstandard

from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.book.layout.rank import column_of
from oxobook.book.verify import checks_of
from tests.campaigns.forgery.game import Answer, Game


def has_blocks(book: sqlite3.Connection) -> bool:
    """Return whether a book is one of blocks."""
    return bool(book.execute("SELECT 1 FROM sqlite_master WHERE name = 'block'").fetchall())


def fill(book: sqlite3.Connection, game: Game, answers: Mapping[int, Answer]) -> None:
    """Replace a book's answers by others, and the number of its positions."""
    if has_blocks(book):
        _fill_blocks(book, game, answers)
        return
    book.execute("DELETE FROM position")
    rows = [game.row(key, answer) for key, answer in answers.items()]
    book.executemany(f"INSERT INTO position VALUES ({', '.join('?' * 9)})", rows)
    book.execute("UPDATE layer SET positions = (SELECT count(*) FROM position WHERE position.ply = layer.ply)")
    book.execute("UPDATE book SET positions = (SELECT count(*) FROM position)")


def _fill_blocks(book: sqlite3.Connection, game: Game, answers: Mapping[int, Answer]) -> None:
    frames = {(ply, number): data for ply, number, data in book.execute("SELECT ply, number, data FROM block")}
    blocks = {place: bytearray(unpack(data)) for place, data in frames.items()}
    rows: dict[int, list[int]] = {}
    for key, answer in answers.items():
        one = game.positions[key]
        if (one.ply, 0) in blocks and not one.over:
            masks = rows.setdefault((one.ply + 1) // 2, x_masks(book, (one.ply + 1) // 2))
            slot = (
                stack_slot_of(game.rules, one.x, one.o)
                if game.rules.stacked
                else slot_of(game.rules, masks, one.x, one.o)
            )
            blocks[one.ply, slot // BLOCK][slot % BLOCK] = answer.score % 256
    changed = [(pack(bytes(scores)), *place) for place, scores in blocks.items()]
    book.executemany("UPDATE block SET data = ? WHERE ply = ? AND number = ?", changed)


def standing(rules: Rules, x: Mask, o: Mask) -> tuple[Mask, Mask]:
    """Return the masks of the image that stands in the table: the least X-mask, and with it the least O-mask."""
    least, _ = symmetry_group(rules).canonical(o, x)  # sides swapped: X in the high bits, so that X counts first
    return least >> rules.cells, least & rules.full


def slot_of(rules: Rules, x_masks: Sequence[Mask], x: Mask, o: Mask) -> int:
    """Return the slot of a position in the table of its ply, as ``book.layout.rank`` defines it.

    ``x_masks``: the rows' X-masks, ascending.
    """
    row_mask, o_mask = standing(rules, x, o)
    row = bisect_left(x_masks, row_mask) * comb(rules.cells - x.bit_count(), o.bit_count())
    return row + int(column_of(rules.full & ~row_mask, o_mask, o_mask.bit_count()))


def x_masks(book: sqlite3.Connection, stones: int) -> list[int]:
    """Return the X-masks with ``stones`` stones, as they are stored."""
    runs = book.execute("SELECT masks FROM x_masks WHERE stones = ? ORDER BY first", (stones,)).fetchall()
    return [mask for (run,) in runs for mask in masks_in(run)]


def masks_in(run: bytes) -> list[int]:
    """Return the X-masks of a run."""
    return [mask for (mask,) in struct.iter_unpack("<i", run[: len(run) // 4 * 4])]


def pack(scores: bytes) -> bytes:
    """Return a block as the engine packs it."""
    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(scores)


def unpack(data: bytes) -> bytes:
    """Return the content of a block, whatever is wrong with its frame."""
    try:
        return zstandard.ZstdDecompressor().decompressobj(read_across_frames=True).decompress(data)
    except zstandard.ZstdError:
        return b""


def seal(path: Path) -> None:
    """Give a book the digest that verify expects of what it holds, if it comes to that."""
    found = (wrong for check in checks_of(path) if check.name == "digest" for wrong in check.first)
    digest = next((wrong.expected for wrong in found if wrong.what == "digest"), None)
    if digest:
        with closing(sqlite3.connect(path)) as book, book:
            book.execute("UPDATE book SET digest = ?", (digest,))
