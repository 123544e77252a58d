"""Lies that only a book of blocks can tell: about scores, about frames, and about where a score lies."""

import sqlite3
import struct
from random import Random

import zstandard

from tests.campaigns.forgery.game import Game
from tests.campaigns.forgery.sealing import pack, unpack, x_masks

Block = tuple[int, int, bytes]


def _some_block(book: sqlite3.Connection, chance: Random) -> Block:
    block: Block = chance.choice(book.execute("SELECT ply, number, data FROM block").fetchall())
    return block


def _set(book: sqlite3.Connection, ply: int, number: int, data: bytes) -> None:
    book.execute("UPDATE block SET data = ? WHERE ply = ? AND number = ?", (data, ply, number))


def _score(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    ply, number, data = _some_block(book, chance)
    scores = bytearray(unpack(data))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(scores))
        near = (scores[place] + chance.choice((1, 255))) % 256
        scores[place] = chance.choice((near, -scores[place] % 256, chance.randrange(256), 0))
    _set(book, ply, number, pack(bytes(scores)))


def _sign(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    ply, number, data = _some_block(book, chance)
    _set(book, ply, number, pack(bytes(-score % 256 for score in unpack(data))))


def _length(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    ply, number, data = _some_block(book, chance)
    scores, end = unpack(data), chance.randrange(1, 4)
    longer = scores + bytes(chance.choice((1, 2, 65536)))
    _set(book, ply, number, pack(chance.choice((scores[:-end], scores[end:], longer, scores + scores, b""))))


def _frame(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    ply, number, data = _some_block(book, chance)
    scores = unpack(data)
    bare = zstandard.ZstdCompressor(write_checksum=False).compress(scores)
    sizeless = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress(scores)
    skipped = struct.pack("<II", 0x184D2A50, 4) + b"more"
    half = len(scores) // 2
    two = pack(scores[:half]) + pack(scores[half:])
    other = pack(bytes(len(scores)))
    forms = (
        bare,
        sizeless,
        skipped + data,
        data + skipped,
        data + b"x",
        two,
        data + other,
        other + data,
        data[:-1],
        scores,
    )
    _set(book, ply, number, chance.choice(forms))


def _blocks(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    ply, number, data = _some_block(book, chance)
    to = chance.choice((-1, 1, 2, 2**32, 2**62)), chance.choice((-1, ply + 1, game.rules.cells, 99))
    match chance.randrange(5):
        case 0:
            book.execute("DELETE FROM block WHERE ply = ? AND number = ?", (ply, number))
        case 1:
            book.execute("INSERT INTO block VALUES (?, ?, ?)", (ply, to[0], chance.choice((data, pack(b"\x09"), b""))))
        case 2:
            book.execute("INSERT INTO block VALUES (?, 0, ?)", (to[1], data))
        case 3:
            book.execute("UPDATE block SET number = ? WHERE ply = ? AND number = ?", (to[0], ply, number))
        case 4:
            other, at, others = _some_block(book, chance)
            _set(book, ply, number, others)
            _set(book, other, at, data)


def _runs(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    stones = chance.randrange((game.rules.cells + 1) // 2 + 1)
    masks = x_masks(book, stones)
    first = masks[0] if masks else 0
    cut = chance.randrange(len(masks) + 1)
    match chance.randrange(6):
        case 0:  # split
            _write(book, stones, [masks[:cut], masks[cut:]])
        case 1:  # an empty run, before or after
            run = (stones, chance.choice((-1, first - 1, 2**31, -(2**63))), b"")
            book.execute("INSERT INTO x_masks VALUES (?, ?, ?)", run)
        case 2:  # a run that begins elsewhere than it says
            step = chance.choice((-1, 1, -first, 2**32))
            book.execute("UPDATE x_masks SET first = first + ? WHERE stones = ?", (step, stones))
        case 3:  # a run that is there twice
            data = struct.pack(f"<{len(masks)}i", *masks)
            place = (chance.choice((stones, stones + 1, 99)), first + chance.choice((-1, 1)), data)
            book.execute("INSERT INTO x_masks VALUES (?, ?, ?)", place)
        case 4:  # one whole table more, before the right one
            more = struct.pack(f"<{4096}i", *[first] * 4096)
            book.execute("INSERT INTO x_masks VALUES (?, ?, ?)", (stones, chance.choice((-1, 0)), more))
        case 5:
            book.execute("DELETE FROM x_masks WHERE stones = ?", (stones,))


def _masks(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    stones = chance.randrange(1, (game.rules.cells + 1) // 2 + 1)
    masks = x_masks(book, stones)
    kind, at = chance.randrange(6), chance.randrange(len(masks))
    if kind == 0:
        other = chance.randrange(len(masks))
        masks[at], masks[other] = masks[other], masks[at]
    elif kind == 1:
        masks[at] = chance.randrange(game.rules.full + 1)
    elif kind == 2:
        del masks[at]
    elif kind == 3:
        masks.insert(at, masks[at])
    elif kind == 4:
        masks.append(chance.choice((game.rules.full, 2**31 - 1, -1)))
    data = struct.pack(f"<{len(masks)}i", *masks) + b"\0" * (kind == 5)
    book.execute("UPDATE x_masks SET masks = ? WHERE stones = ?", (data, stones))


def _write(book: sqlite3.Connection, stones: int, runs: list[list[int]]) -> None:
    book.execute("DELETE FROM x_masks WHERE stones = ?", (stones,))
    for run in runs:
        data = struct.pack(f"<{len(run)}i", *run)
        book.execute("INSERT INTO x_masks VALUES (?, ?, ?)", (stones, run[0] if run else -1, data))


def _second_table(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    """Append a second table of scores to the right one; an empty run shifts every lookup into it."""
    ply, _, data = _some_block(book, chance)
    scores = unpack(data)
    columns = max(1, len(scores) // max(1, len(x_masks(book, (ply + 1) // 2))))
    table = scores + bytes(max(0, 4096 * columns - len(scores))) + bytes(len(scores))
    book.execute("INSERT INTO x_masks VALUES (?, -1, ?)", ((ply + 1) // 2, b""))
    for number in range(0, len(table), 65536):
        part = pack(table[number : number + 65536])
        book.execute("INSERT OR REPLACE INTO block VALUES (?, ?, ?)", (ply, number // 65536, part))


BLOCKS = {
    "a score": _score,
    "a layer's scores turned round": _sign,
    "a block's length": _length,
    "a frame": _frame,
    "a block moved, missing or too many": _blocks,
    "the runs of X-masks": _runs,
    "the X-masks": _masks,
    "a second table of scores": _second_table,
}
