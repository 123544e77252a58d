"""Harm done to the structure of an SQLite file: a field of it gets another number, or what a field like it has.

Each harm takes the file's bytes and a source of chance, and changes the bytes. A *page* here is its first byte's place
in the file; SQLite's pages of trees begin with 2 or 5 (inner ones) and 10 or 13 (leaves), the first page's tree behind
the file's header.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from random import Random

INNER, LEAVES = (2, 5), (10, 13)
HEADER = (*((at, 4) for at in (28, 32, 36, 44, 52, 56)), (16, 2), *((at, 1) for at in (18, 19, 20, 21)))
"""Place and size of the header's sizes, versions, encodings and free pages."""
NUMBERS = (0, 1, 2, 3, 7, 8, 10, 11, 255, 512, 1 << 15, 0xFFFF, 1 << 31, 0x848080800C, -1)
Harm = Callable[[bytearray, Random], None]


def page_size(file: bytearray) -> int:
    """Return the size of the file's pages; its header says 1 for the largest."""
    return {1: 65536}.get(size := int.from_bytes(file[16:18], "big"), size)


def _number(file: bytearray, at: int, size: int) -> int:
    return int.from_bytes(file[at : at + size], "big")


def _put(file: bytearray, at: int, number: int, size: int = 4) -> None:
    file[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, "big")


def fields(file: bytearray) -> dict[str, list[tuple[int, int]]]:
    """Return the place and the size of each field, by what it tells."""
    size = page_size(file)
    found: dict[str, list[tuple[int, int]]] = {name: [] for name in FIELDS} | {"header": [*HEADER]}
    for start in range(0, len(file), size):
        found["byte"] += [(start + at, 1) for at in range(0, size, 10)]
        place = start or 100
        if file[place] not in (*INNER, *LEAVES):
            found["link of a page of no tree"].append((place, 4))
            continue
        inner = file[place] in INNER
        head = place + (12 if inner else 8)
        pointers = range(head, min(head + 2 * _number(file, place + 3, 2), len(file) - 2), 2)
        cells = [cell for at in pointers if (cell := _number(file, at, 2) + start) + 15 < len(file)]
        found["page"] += [(start, size)] * (start > 0)
        found["kind of page"].append((place, 1))
        found["cells"] += [(at, 2) for at in (place + 1, place + 3, place + 5, *pointers)]
        if inner:
            found["child"] += [(at, 4) for at in (place + 8, *cells)]
        else:
            found["length of a record"] += [
                (cell + at, long) for cell in cells for at in range(6) for long in (1, 2, 5, 9)
            ]
    return found


def field(kind: str, file: bytearray, chance: Random) -> None:
    """Give some fields of a kind another number, that of another field, or that of their own or a missing page."""
    places, page = fields(file)[kind], page_size(file)
    like, some = chance.choice(places), chance.choice((1, 1, 3, 20))
    for at, size in chance.sample(places, min(some, len(places))):
        number = chance.choice((*NUMBERS, chance.randrange(1 << 16)))
        pages = at // page + 1, len(file) // page + 1, chance.randrange(len(file) // page + 2)
        others = _number(file, like[0], size)
        _put(file, at, others if size == page else chance.choice((others, others, number, chance.choice(pages))), size)


def tower(file: bytearray, chance: Random) -> None:
    """Put a tower of inner pages under an inner page, each leading many times to the next: rows without end."""
    size = page_size(file)
    link, _ = chance.choice(fields(file)["child"])
    kind, bottom = file[link // size * size or 100], bytes(file[link : link + 4])
    cell = bytes([1]) if kind == 5 else bytes([4, 3, 1, 1, 1])
    first, height = len(file) // size + 1, chance.choice((1, 2, 5, 18, 40))
    for floor in range(height):
        below = (first + floor + 1).to_bytes(4, "big") if floor < height - 1 else bottom
        cells = min(chance.choice((1, 5, 200)), (size - 12) // (2 + 4 + len(cell)) - 1)
        page, step = bytearray(size), 4 + len(cell)
        page[0], page[8:12] = kind, below
        _put(page, 3, cells, 2)
        _put(page, 5, size - step * cells, 2)
        for number in range(cells):
            _put(page, 12 + 2 * number, at := size - step * (number + 1), 2)
            page[at : at + step] = below + cell
        file += page
    _put(file, link, first)
    _put(file, 28, len(file) // size)


def roots(file: bytearray, chance: Random) -> None:
    """Exchange the roots of tables, or let one lie elsewhere."""
    with closing(sqlite3.connect(":memory:")) as book:
        book.deserialize(bytes(file))
        things = book.execute("SELECT rowid, rootpage FROM sqlite_master").fetchall()
        (one, root), (other, other_root) = chance.sample(things, 2)
        pages = len(file) // page_size(file)
        first = chance.choice((other_root, other_root, 1, 0, 2**31, chance.randrange(1, pages + 2)))
        book.execute("PRAGMA writable_schema = ON")
        moved = [(first, one), (root, other)]
        book.executemany("UPDATE sqlite_master SET rootpage = ? WHERE rowid = ?", moved)
        book.commit()
        file[:] = book.serialize()


FIELDS = ("header", "page", "kind of page", "cells", "child", "length of a record", "link of a page of no tree", "byte")
HARMS: dict[str, Harm] = {"roots": roots, "tower": tower, **{kind: partial(field, kind) for kind in FIELDS}}
"""All harms by name, each as likely as another; SQLite does the first, in a file that is not harmed yet."""
