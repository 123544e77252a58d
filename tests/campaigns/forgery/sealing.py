"""Tables of a book filled from a solution, and the digest that fits their content, by FORMAT.md."""

import hashlib
import sqlite3
import struct
from bisect import bisect_left
from collections.abc import Sequence
from math import comb
from typing import Any

import zstandard

from oxobook.book.game.rules import KEY_CELLS, Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.book.layout.rank import column_of
from tests.campaigns.forgery.game import Solution

GAMES = "x_games, o_games, drawn_games, games_up_to_symmetry, perfect_games"
LAYER = (
    "ply, positions, raw_positions, terminals, raw_terminals, x_won, o_won, drawn, x_winning, o_winning, drawing, "
    "sequences, games"
)


def has_blocks(book: sqlite3.Connection) -> bool:
    """Return whether a book is one of blocks."""
    return bool(book.execute("SELECT 1 FROM sqlite_master WHERE name = 'block'").fetchall())


def fill(book: sqlite3.Connection, solution: Solution) -> None:
    """Replace a book's answers and counts by a solution's; the digest is left to ``seal``."""
    (last,) = book.execute("SELECT max(ply) FROM layer").fetchone()
    layers = solution.layers()
    games: list[str | None] = list(solution.games())
    if is_wide(solution.game.rules):
        layers, games = layers[: last + 1], [None] * 5
    if has_blocks(book):
        games[3:] = [None, None]
        _fill_scores(book, solution, last)
    else:
        book.execute("DELETE FROM position")
        rows = [solution.row(key) for key in sorted(solution.answers)]
        book.executemany(f"INSERT INTO position VALUES ({', '.join('?' * 9)})", rows)
    book.execute("DELETE FROM layer")
    book.executemany(f"INSERT INTO layer VALUES ({', '.join('?' * 13)})", layers)
    book.execute(
        f"UPDATE book SET positions = ?, ({GAMES}) = (?, ?, ?, ?, ?)",
        (sum(int(str(layer[1])) for layer in layers), *games),
    )


def is_wide(rules: Rules) -> bool:
    """Return whether a board has more cells than keys have room for; its books have the first plies here."""
    return rules.cells > KEY_CELLS


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


def _fill_scores(book: sqlite3.Connection, solution: Solution, last: int) -> None:
    game = solution.game
    tables: dict[int, bytearray] = {}
    for key, answer in solution.answers.items():
        node = game.nodes[key]
        if node.line or node.ply == game.rules.cells or (is_wide(game.rules) and node.ply > last):
            continue
        if node.ply not in tables:
            tables[node.ply] = bytearray(b"".join(scores_of(book, node.ply)))
        slot = (
            stack_slot_of(game.rules, node.x, node.o)
            if game.rules.stacked
            else slot_of(game.rules, x_masks(book, (node.ply + 1) // 2), node.x, node.o)
        )
        tables[node.ply][slot] = answer.score % 256
    for ply, scores in tables.items():
        for number in range(0, len(scores), BLOCK):
            part = bytes(scores[number : number + BLOCK])
            book.execute("UPDATE block SET data = ? WHERE ply = ? AND number = ?", (pack(part), ply, number // BLOCK))


def x_masks(book: sqlite3.Connection, stones: int) -> list[int]:
    """Return the X-masks with ``stones`` stones, as they are stored."""
    runs = book.execute("SELECT masks FROM x_masks WHERE stones = ? ORDER BY first", (stones,)).fetchall()
    data = b"".join(run for (run,) in runs)
    return [mask for (mask,) in struct.iter_unpack("<i", data[: len(data) // 4 * 4])]


def scores_of(book: sqlite3.Connection, ply: int) -> list[bytes]:
    """Return the blocks of a ply, unpacked as the first frame of each says."""
    blocks = book.execute("SELECT data FROM block WHERE ply = ? ORDER BY number", (ply,)).fetchall()
    return [unpack(data) for (data,) in blocks]


def pack(scores: bytes) -> bytes:
    """Return a block as the engine packs it."""
    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(scores)


def unpack(data: bytes) -> bytes:
    """Return the content of a block, whatever is wrong with its frame."""
    try:
        return zstandard.ZstdDecompressor().decompressobj(read_across_frames=True).decompress(data)
    except zstandard.ZstdError:
        return b""


def seal(book: sqlite3.Connection) -> None:
    """Give a book the digest of what it holds; numbers that its records cannot hold are cut, as C would."""
    version, rules = book.execute("SELECT format_version, rules FROM book").fetchone()
    layers = book.execute(f"SELECT {LAYER} FROM layer ORDER BY ply").fetchall()
    games = book.execute(f"SELECT {GAMES} FROM book").fetchone()
    lines = [("oxobook", version, rules), *layers, games]
    digest = hashlib.sha256("".join(" ".join(map(_word, line)) + "\n" for line in lines).encode())
    if has_blocks(book):
        for ply in (layer[0] for layer in layers):
            blocks = (hashlib.sha256(scores).digest() for scores in scores_of(book, ply))
            digest.update(hashlib.sha256(b"".join(blocks)).digest())
    else:
        rows = book.execute("SELECT key, value, remoteness, best, safe, pick, orbit FROM position ORDER BY key")
        for row in rows:
            digest.update(b"".join(map(_bytes, row, (8, 1, 1, 4, 4, 1, 1))))
    book.execute("UPDATE book SET digest = ?", (digest.hexdigest(),))


def _word(value: Any) -> str:
    return "-" if value is None else str(value)


def _bytes(number: Any, size: int) -> bytes:
    whole = number if isinstance(number, int) else -1
    return (whole % (1 << 8 * size)).to_bytes(size, "little")
