"""Lies that a book of rows can tell, one row or a few at a time."""

import sqlite3
from collections.abc import Callable
from random import Random

from tests.campaigns.forgery.game import Game

SENTINELS = (-1, 0, 1, 2, 127, 128, 255, 256, -(2**31), 2**31, 2**32, 2**53, -(2**62), 2**62, 2**63 - 1, -(2**63))
_NUMBERS = ("value", "remoteness", "best", "safe", "pick", "orbit", "ply", "key")
_BYTES = {"key": 8, "value": 1, "remoteness": 1, "best": 4, "safe": 4, "pick": 1, "orbit": 1}


def _some_key(book: sqlite3.Connection, chance: Random) -> int:
    keys = [key for (key,) in book.execute("SELECT key FROM position")]
    chosen: int = chance.choice(keys)
    return chosen


def _number(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    column, key = chance.choice(_NUMBERS), _some_key(book, chance)
    value: object = chance.choice((chance.choice(SENTINELS), chance.randrange(-3, game.rules.full + 2)))
    book.execute(f"UPDATE position SET {column} = ? WHERE key = ?", (value, key))


def _near(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    column, step = chance.choice(("value", "remoteness", "orbit", "pick")), chance.choice((-2, -1, 1, 2))
    book.execute(f"UPDATE position SET {column} = {column} + ? WHERE key = ?", (step, _some_key(book, chance)))


def _bit(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    column, bit = chance.choice(("best", "safe")), 1 << chance.randrange(game.rules.cells)
    key = _some_key(book, chance)
    book.execute(f"UPDATE position SET {column} = ({column} | {bit}) - ({column} & {bit}) WHERE key = ?", (key,))


def _other_pick(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    key = chance.choice([key for key, best in book.execute("SELECT key, best FROM position") if best & best - 1])
    (best,) = book.execute("SELECT best FROM position WHERE key = ?", (key,)).fetchone()
    cells = [cell for cell in range(game.rules.cells) if best >> cell & 1]
    book.execute("UPDATE position SET pick = ? WHERE key = ?", (chance.choice(cells), key))


def _null(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    value = chance.choice((None, *SENTINELS))
    which = chance.choice(("pick IS NULL", f"key = {_some_key(book, chance)}", "1"))
    book.execute(f"UPDATE position SET pick = ? WHERE {which}", (value,))


def _wrapped(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    column = chance.choice([name for name in _BYTES if name != "key"])
    step = chance.choice((-1, 1)) << 8 * _BYTES[column]
    which = chance.choice((f"key = {_some_key(book, chance)}", "1"))
    book.execute(f"UPDATE position SET {column} = {column} + ? WHERE {which}", (step,))


def _swapped(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    columns = chance.choice(("value, remoteness, best, safe, pick", "pick", "best, pick", "orbit", "board"))
    one, other = _some_key(book, chance), _some_key(book, chance)
    ask = f"SELECT {columns} FROM position WHERE key = ?"
    rows = [book.execute(ask, (key,)).fetchone() for key in (one, other)]
    marks = ", ".join("?" * len(rows[0]))
    for key, row in ((one, rows[1]), (other, rows[0])):
        book.execute(f"UPDATE position SET ({columns}) = ({marks}) WHERE key = ?", (*row, key))


def _board(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    what = chance.choice(
        ("lower(board)", "board || ' '", "board || char(0)", "''", "replace(board, 'X', 'O')", "board || char(27)")
    )
    book.execute(f"UPDATE position SET board = {what} WHERE key = ?", (_some_key(book, chance),))


def _missing(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    which = chance.choice((f"key = {_some_key(book, chance)}", f"ply > {chance.randrange(game.rules.cells)}"))
    book.execute(f"DELETE FROM position WHERE {which}")


def _extra(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    source = game.nodes[_some_key(book, chance)]
    image = chance.choice(list({source.x << shift | source.o << game.rules.cells for shift in (0, 1, 2)}))
    key = chance.choice((image, chance.randrange(1 << 2 * game.rules.cells), chance.choice(SENTINELS)))
    columns = "board, ply, value, remoteness, best, safe, pick, orbit"
    book.execute(f"INSERT INTO position SELECT ?, {columns} FROM position WHERE key = ?", (key, source.key))


def _moved_key(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    key = chance.choice((chance.randrange(1 << 2 * game.rules.cells), _some_key(book, chance) + 1))
    book.execute("UPDATE position SET key = ? WHERE key = ?", (key, _some_key(book, chance)))


ROWS: dict[str, Callable[[sqlite3.Connection, Random, Game], object]] = {
    "a number": _number,
    "a number nearby": _near,
    "a bit of a mask": _bit,
    "another of the best as pick": _other_pick,
    "a pick or none": _null,
    "a number past its bytes": _wrapped,
    "answers exchanged": _swapped,
    "a board's text": _board,
    "a row missing": _missing,
    "a row too many": _extra,
    "a row under another key": _moved_key,
}
