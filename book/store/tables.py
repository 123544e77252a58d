"""Tables of a book, as SQLAlchemy's, and the statements that write and read them in any database.

FORMAT.md says what each column means. SQLite's tables are STRICT: a value of the wrong type is refused. Its statements
are kept in ``sqlite.sql``, since importing SQLAlchemy takes longer than a lookup; a test compiles them again. To write
that file: ``python -m oxobook.book.store.tables > book/store/sqlite.sql``.
"""

import sys
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

PAGE = 1_000
"""Number of positions that one query gives."""

BOOK = sa.MetaData()
"""Tables of every database that holds a book."""
MAKING = sa.MetaData()
"""Table of an unfinished book."""
_WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # 64 bits, as SQLite's INTEGER has
_WORD = sa.Text().with_variant(sa.String(100), "mysql", "mariadb")  # a key has to be short there
_DATA = sa.LargeBinary(1 << 20)
_COUNTS = ("positions", "raw_positions", "terminals", "raw_terminals", "x_won", "o_won", "drawn")
_RESULTS = ("x_winning", "o_winning", "drawing")
_GAMES = ("x_games", "o_games", "drawn_games", "games_up_to_symmetry", "perfect_games")


def _key(name: str, kind: Any = sa.Integer) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _some(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def _perhaps(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind) for name in names]


def _table(name: str, *columns: sa.Column[Any], metadata: sa.MetaData = BOOK) -> sa.Table:
    return sa.Table(name, metadata, *columns, sqlite_strict=True)


book = _table(
    "book",
    *_some(sa.Text, "rules"),
    *_some(sa.Integer, "rows", "columns", "k", "misere", "gravity", "format_version"),
    *_some(sa.Text, "generator_version"),
    *_some(_WIDE, "positions"),
    *_some(sa.Text, "digest"),
    *_perhaps(sa.Text, *_GAMES),
)
layer = _table("layer", _key("ply"), *_some(_WIDE, *_COUNTS, *_RESULTS), *_perhaps(sa.Text, "sequences", "games"))
position = _table(
    "position",
    _key("key", _WIDE),
    *_some(sa.Text, "board"),
    *_some(sa.Integer, "ply", "value", "remoteness"),
    *_some(_WIDE, "best", "safe"),
    *_perhaps(sa.Integer, "pick"),
    *_some(sa.Integer, "orbit"),
)
block = _table("block", _key("ply"), _key("number"), *_some(_DATA, "data"))
x_masks = _table("x_masks", _key("stones"), _key("first"), *_some(_DATA, "masks"))
strategy = _table("strategy", _key("name", _WORD), _key("side", _WORD), _key("key", _WIDE), *_some(sa.Integer, "move"))
bound = _table("bound", _key("name", _WORD), _key("side", _WORD), *_perhaps(sa.Integer, "least"))
unfinished = _table(
    "unfinished", _key("ply"), *_some(sa.Text, "maker", "digest", "drawn_games", "checksum"), metadata=MAKING
)


def _is(*columns: sa.Column[Any]) -> list[Any]:
    return [column == sa.bindparam(column.name) for column in columns]


def _page(columns: list[Any]) -> Any:
    following = sa.select(*columns).where(position.c.key > sa.bindparam("key")).order_by(position.c.key)
    return following.limit(sa.literal_column(str(PAGE))).offset(sa.literal_column("0"))


_ANSWER = [position.c[name] for name in ("value", "remoteness", "best", "safe", "pick", "orbit")]
_CHECKED = [
    *(position.c[name] for name in ("key", "board", "ply", "value", "remoteness", "best", "safe")),
    sa.func.coalesce(position.c.pick, sa.literal_column("0")),
    sa.case((position.c.pick.is_(None), sa.literal_column("1")), else_=sa.literal_column("0")),
    position.c.orbit,
]
_MOVES = sa.select(sa.func.count()).select_from(strategy).where(strategy.c.name == bound.c.name)
_STATEMENTS: dict[str, Any] = {
    "header": sa.select(book),
    "layers": sa.select(layer).order_by(layer.c.ply),
    "answer": sa.select(*_ANSWER).where(*_is(position.c.key)),
    "answers": _page([position.c.key, *_ANSWER]),
    "row": sa.select(*_CHECKED).where(*_is(position.c.key)),
    "rows": _page(_CHECKED),
    "data": sa.select(block.c.data).where(*_is(block.c.ply, block.c.number)),
    "blocks": sa.select(block.c.ply, block.c.number).order_by(block.c.ply, block.c.number),
    "firsts": sa.select(x_masks.c.first).where(*_is(x_masks.c.stones)).order_by(x_masks.c.first),
    "run": sa.select(x_masks.c.masks).where(*_is(x_masks.c.stones, x_masks.c.first)),
    "runs": sa.select(x_masks.c.stones, x_masks.c.first).order_by(x_masks.c.stones, x_masks.c.first),
    "strategies": sa.select(
        bound.c.name, bound.c.side, _MOVES.where(strategy.c.side == bound.c.side).scalar_subquery(), bound.c.least
    ).order_by(bound.c.name, bound.c.side),
    "moves": sa.select(strategy.c.key, strategy.c.move)
    .where(*_is(strategy.c.side, strategy.c.name))
    .order_by(strategy.c.key),
    "owners": sa.select(strategy.c.name, strategy.c.side).distinct(),
    "finished": sa.select(unfinished.c.checksum, unfinished.c.drawn_games, unfinished.c.digest, layer)
    .join_from(layer, unfinished, layer.c.ply == unfinished.c.ply)
    .order_by(layer.c.ply.desc()),
    "begun": sa.union(*(sa.select(table.c.ply) for table in (layer, unfinished, block))).order_by(sa.desc("ply")),
    "makers": sa.select(unfinished.c.maker).distinct(),
    "forget layer": sa.delete(layer).where(*_is(layer.c.ply)),
    "forget strategy": sa.delete(strategy).where(*_is(strategy.c.name, strategy.c.side)),
    "forget bound": sa.delete(bound).where(*_is(bound.c.name, bound.c.side)),
}


def statements(dialect: sa.Dialect) -> dict[str, str]:
    """Return the texts of all statements in a database's dialect, by name."""
    made = dict(_STATEMENTS)
    for table in (*BOOK.sorted_tables, *MAKING.sorted_tables):
        made[f"create {table}"] = CreateTable(table, if_not_exists=True)
        made[f"insert {table}"] = sa.insert(table)
        made[f"delete {table}"] = sa.delete(table)
    return {name: str(one.compile(dialect=dialect)).strip() for name, one in made.items()}


def sqlite_text() -> str:
    """Return the text of ``sqlite.sql``: the statements for SQLite, each after a comment with its name."""
    texts = statements(sa.create_engine("sqlite://").dialect)
    return "\n".join(f"-- {name}\n{text};\n" for name, text in sorted(texts.items()))


if __name__ == "__main__":
    sys.stdout.write(sqlite_text())
