"""Every position of a book as a Parquet table, the columns of ``text_rows``."""

from itertools import islice
from typing import BinaryIO

from oxobook.book.book import Book
from oxobook.book.errors import MissingExtra
from oxobook.viewer.export.rows import COLUMNS, row_of

_ROWS_AT_ONCE = 100_000


def write_parquet(book: Book, file: BinaryIO) -> None:
    """Write the table; raises MissingExtra without pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise MissingExtra(
            "export parquet needs the extra 'parquet', which is not installed: pip install 'oxobook[parquet]'"
        ) from error
    moves = arrow.list_(arrow.string())
    kinds = {"key": arrow.int64(), "ply": arrow.int8(), "remoteness": arrow.int8(), "orbit": arrow.int8()}
    kinds |= {"best": moves, "safe": moves}
    schema = arrow.schema(
        [(name, kinds.get(name, arrow.string())) for name in COLUMNS], metadata={"rules": str(book.rules)}
    )
    entries = iter(book)
    with ParquetWriter(file, schema) as writer:
        while rows := [row_of(entry) for entry in islice(entries, _ROWS_AT_ONCE)]:
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
