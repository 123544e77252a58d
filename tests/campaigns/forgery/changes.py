"""One grammar of lies for every table: a value becomes another one, or a list has an item too many, too few or moved.

A table is a list of rows, a row a list of values, and the blob of a row a list of scores or masks. A change that the
tables refuse raises sqlite3.Error, and another one is tried. Names say what is changed; the campaign counts by them.
"""

import re
import sqlite3
import struct
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import zstandard

from oxobook.book import Rules
from tests.campaigns.forgery.game import Game, Lie
from tests.campaigns.forgery.sealing import fill, has_blocks, masks_in, pack, unpack

Change = Callable[[sqlite3.Connection, Random, Game], object]
SENTINELS = (-1, 0, 1, 2, 127, 128, 255, 256, -(2**31), 2**31, 2**32, 2**53, -(2**62), 2**62, 2**63 - 1, -(2**63))
FORMS = (
    "0{}",
    "+{}",
    "{} ",
    " {}",
    "{}\n",
    "{}\0",
    "{}\x1b[2K",
    "{}.0",
    "1_{}",
    "{}-misere",
    "-0",
    "\uff11",
    "",
    "3x3x3",
)
MOVES = ("one",) * 6 + ("each", "exchanged", "less", "more", "cut", "doubled")
SKIPPED = struct.pack("<II", 0x184D2A50, 4) + b"more"
"""A frame that readers pass over."""
FRAMES: tuple[Callable[[bytes], bytes], ...] = (
    zstandard.ZstdCompressor(write_checksum=False).compress,
    zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress,
    lambda scores: SKIPPED + pack(scores),
    lambda scores: pack(scores) + SKIPPED,
    lambda scores: pack(scores) + b"x",
    lambda scores: pack(scores)[:-1],
    lambda scores: pack(scores[: len(scores) // 2]) + pack(scores[len(scores) // 2 :]),
    lambda scores: pack(scores) + pack(bytes(len(scores))),
    lambda scores: pack(bytes(len(scores))) + pack(scores),
    bytes,
)
"""Other forms of a block."""


def altered(items: list[Any], chance: Random, new: Callable[[Any], Any]) -> list[Any]:
    """Return a list with one item or each made new, two exchanged, one left out or put in, cut, or doubled."""
    at, to, found = chance.randrange(len(items)), chance.randrange(len(items)), list(items)
    match chance.choice(MOVES):
        case "one":
            found[at] = new(found[at])
        case "each":
            found = [*map(new, found)]
        case "exchanged":
            found[at], found[to] = found[to], found[at]
        case "less":
            del found[at]
        case "more":
            found.insert(to, new(found[at]))
        case "cut":
            del found[at:]
        case "doubled":
            found += found
    return found


def another(chance: Random, rules: Rules) -> Callable[[Any], Any]:
    """Return a function from a value to another one of its kind, or to none."""
    step, bit = (
        chance.choice((-1, 1)) * chance.choice((1, 1, 1, 2, 1 << 8, 1 << 32)),
        1 << chance.randrange(rules.cells),
    )
    fixed = chance.choice((chance.choice(SENTINELS), chance.randrange(-3, rules.full + 2)))
    turned = chance.choice((lambda n: n + step, lambda n: n ^ bit, lambda n: -n, lambda n: fixed))
    form = chance.choice((*(form.format for form in FORMS), str.swapcase, lambda text: text.replace("X", "O")))
    null, whole, framed = (chance.random() < share for share in (0.05, 0.3, 0.3))

    def made(value: Any) -> Any:
        if null or value is None:
            return None if null else str(fixed)
        if isinstance(value, str):
            return str(turned(int(value))) if value.isdecimal() and whole else form(value)
        return turned(value) if isinstance(value, int) else blob(value)

    def blob(data: bytes) -> bytes:
        if scores := unpack(data):
            if not framed:
                scores = bytes(score % 256 for score in altered(list(scores), chance, turned))
            return chance.choice(FRAMES)(scores) if framed else pack(scores)
        masks = [mask % 2**32 for mask in altered(masks_in(data), chance, turned)]
        return struct.pack(f"<{len(masks)}I", *masks) + bytes(framed)

    return made


def _table(name: str, book: sqlite3.Connection, chance: Random, game: Game) -> None:
    rows, new = [*map(list, book.execute(f"SELECT * FROM {name}"))], another(chance, game.rules)
    first = chance.choice([at for at, value in enumerate(rows[0]) for _ in range(4 if isinstance(value, bytes) else 1)])
    columns = slice(first, first + chance.choice((1, 1, 1, 2, 5)))

    def new_row(row: list[Any]) -> list[Any]:
        like = chance.choice(([*map(new, row)], [*map(new, row)], chance.choice(rows), chance.sample(row, len(row))))
        return [*row[:first], *like[columns], *row[columns.stop :]]

    before = {*map(tuple, rows)}
    if chance.random() < 0.2:
        one, other = chance.choice(rows), chance.choice(rows)
        one[columns], other[columns] = other[columns], one[columns]
    else:
        rows = altered(rows, chance, new_row)
    if {*map(tuple, rows)} == before:
        raise ValueError("nothing is changed")
    book.execute(f"DELETE FROM {name}")
    book.executemany(f"INSERT OR REPLACE INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def _another_game(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    rows, columns, k, misere, gravity = game.rules[:5]
    other = chance.choice(
        (
            Rules(columns, rows, k, misere, gravity),
            Rules(rows, columns, k + 1, misere, gravity),
            Rules(rows, columns, k, not misere, gravity),
            Rules(rows, columns, k, misere, not gravity),
        )
    )
    book.execute("UPDATE book SET (rows, columns, k, misere, gravity) = (?, ?, ?, ?, ?)", other[:5])
    book.execute("UPDATE book SET rules = ?", (str(other),))


def _schema(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    things = book.execute("SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    (table, root, sql), (other, other_root, _) = chance.sample(things, 2)
    columns = [row[1] for row in book.execute(f"PRAGMA table_info({table})")]
    one, two = chance.sample(columns, 2)
    shuffled = ", ".join(chance.sample(columns, len(columns)))
    match chance.randrange(6):
        case 0:
            words = (
                ("STRICT", ""),
                (" NOT NULL", ""),
                ("CREATE TABLE", "CREATE TABLE  "),
                ("STRICT", "STRICT, WITHOUT ROWID"),
            )
            book.execute(f"ALTER TABLE {table} RENAME TO old")
            book.execute(sql.replace(*chance.choice(words), 1))
            book.execute(f"INSERT INTO {table} SELECT * FROM old")
            book.execute("DROP TABLE old")
        case 1:
            book.execute(f"ALTER TABLE {table} RENAME TO old")
            made = chance.choice((f"TABLE {table} AS SELECT {shuffled} FROM old", f"VIEW {table} AS SELECT * FROM old"))
            book.execute(f"CREATE {made}")
        case 2:
            more = chance.choice(("more", "unfinished", "block", "position"))
            book.execute(
                chance.choice((f"CREATE INDEX more ON {table} ({one})", f"CREATE TABLE {more} (ply, number, data)"))
            )
        case 3:
            book.execute("PRAGMA writable_schema = ON")
            names = {one: two, two: one}
            swapped = re.sub(rf"\b({one}|{two})\b", lambda found: names[found[0]], sql)
            book.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (swapped, table))
            book.execute("PRAGMA writable_schema = RESET")
        case 4:
            book.execute("PRAGMA writable_schema = ON")
            exchanged = [(other_root, table), (root, other)]
            book.executemany("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", exchanged)
            book.execute("PRAGMA writable_schema = RESET")
        case 5:
            table = chance.choice(("strategy", "bound", "searched"))
            columns = ["name, side, key, move", "key INTEGER PRIMARY KEY, value AS (1)", "board TEXT CHECK (0)"]
            book.execute(f"CREATE TABLE {table} ({chance.choice(columns)})")
            on_it = "", "TRIGGER more AFTER INSERT ON layer BEGIN DELETE FROM book; END", f"INDEX more ON {table} (1)"
            book.execute(f"CREATE {chance.choice(on_it)}" if chance.random() < 0.5 else "SELECT 1")


def _container(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    pragmas = ("user_version = 7", "application_id = 1", "page_size = 512", "page_size = 65536", "auto_vacuum = 1")
    book.commit()
    book.execute(f"PRAGMA {chance.choice(pragmas)}")
    book.execute("VACUUM")


def _split(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    """A run of X-masks becomes two, of which one may be empty, which moves the rows behind it."""
    stones, first, masks = chance.choice(book.execute("SELECT stones, first, masks FROM x_masks").fetchall())
    cut = 4 * chance.randrange(len(masks) // 4 + 1)
    rest = masks_in(masks[cut:]) or [first + 1]
    book.execute("DELETE FROM x_masks WHERE stones = ? AND first = ?", (stones, first))
    runs = [(stones, first - (not cut), masks[:cut]), (stones, rest[0], masks[cut:])]
    book.executemany("INSERT INTO x_masks VALUES (?, ?, ?)", runs)


def _second_table(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    """A second table of scores comes after the right one; an empty run shifts every lookup into it."""
    ply, data = chance.choice(book.execute("SELECT ply, data FROM block WHERE number = 0").fetchall())
    scores = unpack(data)
    (size,) = book.execute("SELECT sum(length(masks)) / 4 FROM x_masks WHERE stones = ?", ((ply + 1) // 2,)).fetchone()
    table = scores.ljust(4096 * max(1, len(scores) // (size or 1)), b"\0") + bytes(len(scores))
    book.execute("INSERT INTO x_masks VALUES (?, -1, ?)", ((ply + 1) // 2, b""))
    for number, start in enumerate(range(0, len(table), 65536)):
        book.execute("INSERT OR REPLACE INTO block VALUES (?, ?, ?)", (ply, number, pack(table[start : start + 65536])))


def _somewhere(taste: str, game: Game, chance: Random) -> Lie:
    most = chance.choice((1, 2, 5, len(game.order) // 2, len(game.order)))
    return Lie(where=frozenset(chance.sample(game.order, min(most, len(game.order)))), taste=taste)


def _one_answer(game: Game, chance: Random) -> Lie:
    ended = [key for key in game.order if not game.moves[key]]
    key = chance.choice(chance.choice((ended, game.order)))
    return Lie({key: chance.randrange(-game.rules.cells, game.rules.cells + 1)})


def _other_ends(game: Game, chance: Random) -> Lie:
    ends = {key: -game.end(key) or chance.choice((-1, 1)) for key in game.order if not game.moves[key]}
    drawn = {key: score for key, score in ends.items() if not game.end(key)}
    return Lie(chance.choice((ends, drawn)))


def _forgotten_move(game: Game, chance: Random) -> Lie:
    return Lie(forgotten=frozenset([chance.choice([(key, cell) for key in game.order for cell in game.moves[key]])]))


LIES: dict[str, Callable[[Game, Random], Lie]] = {
    "one answer, and all that follows": _one_answer,
    "a forgotten move, and all that follows": _forgotten_move,
    "other ends, and all that follows": _other_ends,
    "losing in haste, and all that follows": partial(_somewhere, "hasty"),
    "picks of another taste": lambda game, chance: _somewhere(chance.choice(("last", "most", "first")), game, chance),
}


def _told(make: Callable[[Game, Random], Lie], book: sqlite3.Connection, chance: Random, game: Game) -> None:
    fill(book, game, game.answers(make(game, chance)))


COMMON: dict[str, Change] = {
    **{name: partial(_told, make) for name, make in LIES.items()},
    **{f"the table {name}": partial(_table, name) for name in ("book", "layer")},
    "the game": _another_game,
    "the schema": _schema,
    "the container": _container,
}
ROWS: dict[str, Change] = {"the table position": partial(_table, "position")}
BLOCKS: dict[str, Change] = {
    **{f"the table {name}": partial(_table, name) for name in ("block", "x_masks")},
    "the runs of X-masks": _split,
    "a second table of scores": _second_table,
}
WEIGHTS = {
    "the table position": 8,
    "the table block": 6,
    "the table x_masks": 3,
    "the table layer": 3,
    "the table book": 3,
}


def chosen(book: sqlite3.Connection, chance: Random) -> dict[str, Change]:
    """Return some changes that fit a book's layout, most of them of tables; those that fill the book come first."""
    changes = COMMON | (BLOCKS if has_blocks(book) else ROWS)
    weights = [WEIGHTS.get(name, 1) for name in changes]
    names = chance.choices([*changes], weights, k=chance.choice((1, 1, 1, 2, 2, 3)))
    return {name: changes[name] for name in sorted(names, key=lambda name: name not in LIES)}
