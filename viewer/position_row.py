"""Row of a position: columns that exports, labels and data sets share, with their types and meanings."""

from typing import Any, NamedTuple

from oxobook.book.entry import Entry
from oxobook.book.errors import MissingExtra
from oxobook.book.game.rules import KEY_CELLS, Rules


class Column(NamedTuple):
    """Column of rows."""

    kind: str
    """Type by its name in Arrow; ``list`` for a list of moves."""
    meaning: str


COLUMNS = {
    "key": Column("int64", "stones of X as bits of cells, and those of O shifted left by the number of cells"),
    "position": Column("string", "rows from top to bottom: X, O, and . for a free cell; X moves first"),
    "ply": Column("int8", "stones on the board"),
    "to_move": Column("string", "side to move"),
    "value": Column("string", "win, draw or loss under perfect play, for the side to move"),
    "remoteness": Column("int8", "plies until the game ends under perfect play"),
    "best": Column("list", "best moves"),
    "safe": Column("list", "moves that keep the value"),
    "pick": Column("string", "the one of the best moves that strategies play"),
    "orbit": Column("int16", "positions that are this one up to symmetry, itself included"),
}
"""Columns by name, in the order of a row."""


def position_row(entry: Entry) -> dict[str, Any]:
    """Return the row of an entry; its moves are coordinates, best first."""
    position = entry.position
    return {
        "key": position.key,
        "position": position.text,
        "ply": position.ply,
        "to_move": position.to_move,
        "value": entry.value.word,
        "remoteness": entry.remoteness,
        "best": list(entry.best),
        "safe": list(entry.safe),
        "pick": entry.pick,
        "orbit": entry.orbit,
    }


def arrow_schema(rules: Rules) -> Any:
    """Return the columns as a schema of Arrow; keys that are no 64-bit integers are text. Raises MissingExtra."""
    fields = {name: arrow_type(column.kind) for name, column in COLUMNS.items()}
    if rules.cells > KEY_CELLS:
        fields["key"] = arrow_type("string")
    return pyarrow().schema([*fields.items()], metadata={"rules": str(rules)})


def arrow_type(kind: str) -> Any:
    """Return Arrow's type of a column by its ``kind``; raises MissingExtra."""
    arrow = pyarrow()
    return arrow.list_(arrow.string()) if kind == "list" else getattr(arrow, kind)()


def pyarrow() -> Any:
    """Import and return pyarrow with its Parquet; raises MissingExtra."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("Parquet files need the library pyarrow: pip install 'oxobook[parquet]'") from error
    return pyarrow
