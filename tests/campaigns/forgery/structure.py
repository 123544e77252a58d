"""Harm done to the structure of an SQLite file: its header, its pages, their cells, and where these lead.

Each harm takes the file's bytes and a source of chance, and returns other bytes. A *page* here is its first byte's
place in the file and its number; SQLite's pages of trees begin with 2 or 5 (inner ones) and 10 or 13 (leaves).
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from random import Random

INNER, LEAVES = (2, 5), (10, 13)
Harm = Callable[[bytearray, Random], None]


def page_size(file: bytearray) -> int:
    """Return the size of the file's pages; its header says 1 for the largest."""
    return {1: 65536}.get(size := int.from_bytes(file[16:18], "big"), size)


def _pages(file: bytearray, kinds: tuple[int, ...]) -> list[int]:
    """Return the places of pages of some kinds; the first page's tree begins behind the file's header."""
    places = [100, *range(page_size(file), len(file), page_size(file))]
    return [place for place in places if file[place] in kinds]


def _cells(file: bytearray, place: int) -> list[int]:
    """Return the places of a page's cells, as far as they lie in the file."""
    count, head = int.from_bytes(file[place + 3 : place + 5], "big"), 12 if file[place] in INNER else 8
    start = 0 if place == 100 else place
    places = range(place + head, place + head + 2 * count, 2)
    found = [int.from_bytes(file[at : at + 2], "big") + start for at in places]
    return [cell for cell in found if cell + 8 < len(file)]


def _links(file: bytearray, place: int) -> list[int]:
    """Return the places of the numbers of a page's children."""
    return [place + 8, *_cells(file, place)]


def _put(file: bytearray, at: int, number: int, size: int = 4) -> None:
    file[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, "big")


def _count(file: bytearray) -> int:
    return len(file) // page_size(file)


def _inner(file: bytearray, chance: Random) -> int:
    return chance.choice(_pages(file, INNER))


def shared_children(file: bytearray, chance: Random) -> None:
    """Let an inner page lead to one child several times."""
    links = _links(file, _inner(file, chance))
    child = file[(one := chance.choice(links)) : one + 4]
    for link in chance.sample(links, chance.randrange(1, len(links) + 1)):
        file[link : link + 4] = child


def loop(file: bytearray, chance: Random) -> None:
    """Let an inner page lead to itself, to another inner page, to the first page, or to none."""
    place = _inner(file, chance)
    goals = [place, _inner(file, chance), 0, -page_size(file), len(file), 1 << 40]
    _put(file, chance.choice(_links(file, place)), chance.choice(goals) // page_size(file) + 1)


def tower(file: bytearray, chance: Random) -> None:
    """Put a tower of inner pages under an inner page, each leading many times to the next: rows without end."""
    place, size = _inner(file, chance), page_size(file)
    kind, link = file[place], chance.choice(_links(file, place))
    bottom, cell = bytes(file[link : link + 4]), bytes([1]) if kind == 5 else bytes([4, 3, 1, 1, 1])
    first, height = _count(file) + 1, chance.choice((1, 2, 5, 18, 40))
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
    _put(file, 28, _count(file))


def long_record(file: bytearray, chance: Random) -> None:
    """Give a record, or a value in it, a length that it does not have."""
    cell = chance.choice(_cells(file, chance.choice([one for one in _pages(file, LEAVES) if _cells(file, one)])))
    at = cell + chance.randrange(6)
    some = bytes([chance.randrange(256)])
    length = chance.choice((b"\xff" * 9, b"\x84\x80\x80\x80\x0c", b"\xff\x7f", b"\x0a", b"\x0b", b"\x80", some))
    file[at : at + len(length)] = length[: len(file) - at]


def overflow(file: bytearray, chance: Random) -> None:
    """Let a page that no tree has, or one that overflows, lead elsewhere."""
    size = page_size(file)
    free = [place for place in range(size, len(file), size) if file[place] not in (*INNER, *LEAVES)]
    place = chance.choice(free or _pages(file, LEAVES)[1:])
    _put(file, place, chance.choice((place // size + 1, chance.randrange(1, _count(file) + 2), 1, 2**32 - 1)))


def cells(file: bytearray, chance: Random) -> None:
    """Change the number of a page's cells, or where some of them begin."""
    place = chance.choice(_pages(file, (*INNER, *LEAVES)))
    head = place + (12 if file[place] in INNER else 8)
    for _ in range(chance.choice((1, 1, 3, 20))):
        at = chance.choice((place + 1, place + 3, place + 5, head, head + 2 * chance.randrange(20)))
        _put(file, at, chance.choice((0, 1, 8, 0xFFFF, chance.randrange(1 << 16), file[head] << 8 | file[head + 1])), 2)


def kinds(file: bytearray, chance: Random) -> None:
    """Call a page another kind, or put one page over another."""
    size = page_size(file)
    places = _pages(file, (*INNER, *LEAVES))
    place, other = chance.choice(places[1:]), chance.choice(places[1:])
    if chance.random() < 0.5:
        file[place] = chance.choice((*INNER, *LEAVES, 0, 255))
    else:
        file[place : place + size] = file[other : other + size]


def roots(file: bytearray, chance: Random) -> None:
    """Exchange the roots of tables, or let one lie elsewhere."""
    with closing(sqlite3.connect(":memory:")) as book:
        book.deserialize(bytes(file))
        things = book.execute("SELECT rowid, rootpage FROM sqlite_master").fetchall()
        (one, root), (other, other_root) = chance.sample(things, 2)
        book.execute("PRAGMA writable_schema = ON")
        first = chance.choice((other_root, other_root, 1, 0, 2**31, chance.randrange(1, _count(file) + 2)))
        book.execute("UPDATE sqlite_master SET rootpage = ? WHERE rowid = ?", (first, one))
        book.execute("UPDATE sqlite_master SET rootpage = ? WHERE rowid = ?", (root, other))
        book.commit()
        file[:] = book.serialize()


def header(file: bytearray, chance: Random) -> None:
    """Change the file's header: size and number of pages, versions, encodings, free pages."""
    places = *[(at, 4) for at in (28, 32, 36, 44, 52, 56)], (16, 2), (18, 1), (19, 1), (20, 1), (21, 1)
    numbers = 0, 1, 2, 3, 7, 255, 512, 1 << 15, 1 << 31, 2**32 - 1, chance.randrange(1 << 16)
    at, size = chance.choice(places)
    _put(file, at, chance.choice(numbers), size)


def noise(file: bytearray, chance: Random) -> None:
    """Change some bytes at the beginning of a page, or anywhere."""
    start = chance.choice((*_pages(file, (*INNER, *LEAVES)), chance.randrange(len(file))))
    for _ in range(chance.choice((1, 2, 8))):
        file[min(start + chance.randrange(40), len(file) - 1)] = chance.randrange(256)


HARMS: tuple[Harm, ...] = (*(shared_children, loop, tower, long_record, overflow, cells, kinds, roots, header, noise),)
"""All harms, each as likely as another."""
