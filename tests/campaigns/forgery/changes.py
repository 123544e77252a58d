"""Grammar of lies: each change takes a book's connection, a source of chance and the game, and alters the tables.

A change that the tables themselves refuse raises sqlite3.Error, and another one is tried. Names say what a change is
about; the table of findings counts by them.
"""

import sqlite3
from collections.abc import Callable
from random import Random

from oxobook.book import Rules
from tests.campaigns.forgery.block_changes import BLOCKS
from tests.campaigns.forgery.game import Game, Twist
from tests.campaigns.forgery.row_changes import ROWS, SENTINELS
from tests.campaigns.forgery.sealing import LAYER, fill, has_blocks

Change = Callable[[sqlite3.Connection, Random, Game], object]

_COUNTS = LAYER.split(", ")[1:]
_GAMES = ("x_games", "o_games", "drawn_games", "games_up_to_symmetry", "perfect_games")


def _count(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    if chance.random() < 0.3:
        book.execute(f"UPDATE book SET {chance.choice(_GAMES)} = ?", (_decimal(chance),))
        return
    column, ply = chance.choice(_COUNTS), chance.randrange(game.rules.cells + 1)
    if column in ("sequences", "games"):
        book.execute(f"UPDATE layer SET {column} = ? WHERE ply = ?", (_decimal(chance), ply))
    else:
        new = chance.choice(
            (f"{column} + {chance.choice((-1, 1))}", str(chance.choice(SENTINELS)), chance.choice(_COUNTS[:-2]))
        )
        book.execute(f"UPDATE layer SET {column} = {new} WHERE ply = ?", (ply,))


def _decimal(chance: Random) -> str | None:
    number = str(chance.randrange(200))
    return chance.choice(
        (
            number,
            "0" + number,
            "+" + number,
            f" {number}",
            number + "\n",
            f"{number}.0",
            f"1_{number}",
            "-0",
            "\uff11",
            "",
            None,
        )
    )


def _same_count(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    form = chance.choice(("'0' || {0}", "'+' || {0}", "{0} || ' '", "{0} || char(10)", "{0} || char(0)", "NULL"))
    if chance.random() < 0.5:
        name = chance.choice(_GAMES)
        book.execute(f"UPDATE book SET {name} = {form.format(name)}")
    else:
        name = chance.choice(("sequences", "games"))
        book.execute(f"UPDATE layer SET {name} = {form.format(name)} WHERE ply = ?", (chance.randrange(5),))


def _plies(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    ply = chance.randrange(game.rules.cells + 2)
    book.execute(
        chance.choice(
            (
                f"DELETE FROM layer WHERE ply = {ply}",
                f"DELETE FROM layer WHERE ply > {ply}",
                f"UPDATE layer SET ply = {chance.choice(SENTINELS)} WHERE ply = {ply}",
                f"INSERT INTO layer SELECT {ply + 1}, {', '.join(_COUNTS)} FROM layer WHERE ply = {ply}",
                "UPDATE layer SET ply = -ply - 1",
            )
        )
    )


def _texts(rules: Rules) -> tuple[str, ...]:
    return "", "3x3x3", f"{rules}-misere", f"{rules} ", str(rules).upper(), f"{rules}\x1b[2K"


def _header(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    rules = game.rules
    book.execute(
        chance.choice(
            (
                f"UPDATE book SET rows = {rules.columns}, columns = {rules.rows}",
                f"UPDATE book SET k = k + {chance.choice((-1, 1, 2))}",
                f"UPDATE book SET misere = {chance.choice((1 - rules.misere, 2, -1))}",
                f"UPDATE book SET gravity = {chance.choice((1 - rules.gravity, 2, -1))}",
                f"UPDATE book SET rules = '{chance.choice(_texts(rules))}'",
                f"UPDATE book SET rules = '{rules}-misere', misere = 1",
                f"UPDATE book SET rules = '{rules}-gravity', gravity = 1",
                f"UPDATE book SET rules = '{rules.rows}x{rules.columns}x{rules.k + 1}', k = k + 1",
                f"UPDATE book SET positions = positions + {chance.choice(SENTINELS[:9])}",
                f"UPDATE book SET format_version = {chance.choice((0, 1, 2))}",
                f"UPDATE book SET generator_version = {chance.choice(('char(27)', chr(39) * 2, 'hex(9)'))}",
                "INSERT INTO book SELECT * FROM book",
                "DELETE FROM book",
            )
        )
    )


def _schema(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    table = chance.choice([name for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'")])
    (sql,) = book.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    columns = [row[1] for row in book.execute(f"PRAGMA table_info({table})")]
    kind = chance.randrange(8)
    if kind < 4:
        altered = (
            sql.replace("STRICT", ""),
            sql.replace(" NOT NULL", "", 1),
            sql.replace("CREATE TABLE", "CREATE TABLE  "),
            sql.replace("STRICT", "STRICT, WITHOUT ROWID"),
        )[kind]
        book.execute(f"ALTER TABLE {table} RENAME TO old")
        book.execute(altered)
        book.execute(f"INSERT INTO {table} SELECT * FROM old")
        book.execute("DROP TABLE old")
    elif kind == 4:
        book.execute(f"CREATE INDEX more ON {table} ({chance.choice(columns)})")
    elif kind == 5:
        book.execute(f"CREATE TABLE {chance.choice(('more', 'unfinished', 'block', 'position'))} (ply, number, data)")
    elif kind == 6:
        shuffled = ", ".join(chance.sample(columns, len(columns)))
        book.execute(f"ALTER TABLE {table} RENAME TO old")
        book.execute(f"CREATE TABLE {table} AS SELECT {shuffled} FROM old")
        book.execute("DROP TABLE old")
    else:
        book.execute(f"ALTER TABLE {table} RENAME TO hidden")
        book.execute(f"CREATE VIEW {table} AS SELECT * FROM hidden")


def _container(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    book.commit()
    chosen = chance.choice(
        (
            "user_version = 7",
            "application_id = 1",
            "page_size = 512",
            "page_size = 65536",
            "auto_vacuum = 1",
            "encoding",
        )
    )
    book.execute(f"PRAGMA {chosen}")
    book.execute("VACUUM")


def _master(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    things = book.execute("SELECT rowid, rootpage, sql FROM sqlite_master").fetchall()
    (one, root, sql), (other, other_root, _) = chance.sample(things, 2)
    words = ("value", "remoteness"), ("best", "safe"), ("x_won", "o_won"), ("x_games", "o_games"), ("ply", "number")
    book.execute("PRAGMA writable_schema = ON")
    if chance.random() < 0.5 or not sql:
        book.execute("UPDATE sqlite_master SET rootpage = ? WHERE rowid = ?", (other_root, one))
        book.execute("UPDATE sqlite_master SET rootpage = ? WHERE rowid = ?", (root, other))
    else:
        for before, after in words:
            sql = (
                sql.replace(f"\t{before} ", "\t? ")
                .replace(f"\t{after} ", f"\t{before} ")
                .replace("\t? ", f"\t{after} ")
            )
        book.execute("UPDATE sqlite_master SET sql = ? WHERE rowid = ?", (sql, one))
    book.execute("PRAGMA writable_schema = RESET")


def _passed_over(book: sqlite3.Connection, chance: Random, game: Game) -> None:
    name = chance.choice(("strategy", "bound", "searched"))
    columns = chance.choice(("name, side, key, move", "key INTEGER PRIMARY KEY, value AS (1)", "board TEXT CHECK (0)"))
    book.execute(f"DROP TABLE IF EXISTS {name}")
    book.execute(f"CREATE TABLE {name} ({columns})")
    if chance.random() < 0.5:
        sql = "TRIGGER more AFTER INSERT ON layer BEGIN DELETE FROM book; END", f"INDEX more ON {name} (1)"
        book.execute(f"CREATE {chance.choice(sql)}")


def _some_answers(game: Game, chance: Random) -> Twist:
    ended = [key for key, node in game.nodes.items() if node.over]
    going_on = [key for key, node in game.nodes.items() if not node.over]
    score = chance.randrange(-game.rules.cells, game.rules.cells + 1)
    return Twist(ends={chance.choice(chance.choice((ended, going_on))): score})


def _early_end(game: Game, chance: Random) -> Twist:
    key, cell = chance.choice([(key, cell) for key, node in game.nodes.items() for cell, _ in node.moves])
    return Twist(forgotten=frozenset({(key, cell)}))


def _some(game: Game, chance: Random) -> frozenset[int] | None:
    """Return some positions, or all of them."""
    keys, most = list(game.nodes), chance.choice((1, 2, 5, len(game.nodes) // 2))
    return chance.choice((None, *[frozenset(chance.sample(keys, min(most, len(keys))))] * 9))


def _full_boards(game: Game, chance: Random) -> Twist:
    full = [key for key, node in game.nodes.items() if node.ply == game.rules.cells and not node.line]
    some = chance.sample(full, chance.randrange(1, len(full) + 1))
    return Twist(ends={key: chance.choice((-1, 1)) for key in some})


_TWISTS: dict[str, Callable[[Game, Random], Twist]] = {
    "one answer, and all that follows": _some_answers,
    "a forgotten move, and all that follows": _early_end,
    "another winner, and all that follows": lambda game, chance: Twist(misere=True),
    "draws won, and all that follows": _full_boards,
    "losing in haste, and all that follows": lambda game, chance: Twist(hasty=True, where=_some(game, chance)),
    "picks of another taste": lambda game, chance: Twist(
        taste=chance.choice(("last", "most", "first")), where=_some(game, chance)
    ),
}


def _twisted(make: Callable[[Game, Random], Twist]) -> Change:
    def change(book: sqlite3.Connection, chance: Random, game: Game) -> None:
        fill(book, game.solved(make(game, chance)))

    return change


COMMON: dict[str, Change] = {
    "a count": _count,
    "the same count, written otherwise": _same_count,
    "the plies": _plies,
    "the header": _header,
    "the schema": _schema,
    "the container": _container,
    "the table of tables": _master,
    "a table that is passed over": _passed_over,
    **{name: _twisted(make) for name, make in _TWISTS.items()},
}


def changes_of(book: sqlite3.Connection) -> dict[str, Change]:
    """Return the changes that fit a book's layout."""
    return COMMON | (BLOCKS if has_blocks(book) else ROWS)


def is_small(name: str) -> bool:
    """Return whether a change alters something here and there, instead of all answers and counts."""
    return name not in _TWISTS
