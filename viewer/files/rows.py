"""Rows of a file that has a position or a game in each: read in batches, and written again with columns more.

A form is two functions and one line of ``FORMS``. Text has a position a line, CSV and TSV have columns, JSON lines an
object or a bare position each, Parquet columns with types.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

from oxobook.book.errors import MissingExtra, OxobookError, quoted

BATCH = 20_000
"""Largest number of rows that are held at a time."""
BARE = "position"
"""Name of the only column of rows that are bare values."""
_LONGEST = 1 << 20  # characters of a field of a CSV file


class UnreadableFile(OxobookError, ValueError):
    """File is not of its form, or lacks the columns that are asked for."""


class Batch(NamedTuple):
    """Some rows in the order of the file."""

    names: list[str]
    """Names of all columns."""
    places: Sequence[str]
    """Where each row stands, such as ``line 7``."""
    values: list[tuple[Any, ...]]
    """Values of each row in the columns that were chosen."""
    rows: Any
    """Rows as the form keeps them."""


Choose = Callable[[list[str]], list[str]]
"""Function from the names of a file's columns to those to read; raises UnreadableFile."""
Write = Callable[[Batch, Mapping[str, Sequence[Any]]], object]
"""Function that writes a batch with more columns."""


class Form(NamedTuple):
    """Form of files: what reads one, and what writes its rows again; ``header``: names of columns that it lacks."""

    read: Callable[[BinaryIO, list[str], Choose], Iterator[Batch]]
    writing: Callable[[BinaryIO, list[str]], AbstractContextManager[Write]]


def _batches(names: list[str], rows: Iterator[tuple[Any, str]], column: Callable[[list[Any], str], list[Any]],
             choose: Choose) -> Iterator[Batch]:  # fmt: skip
    """Yield rows and their places in batches; ``column`` returns a column of some rows."""
    columns = choose(names)
    while some := list(islice(rows, BATCH)):
        found, places = [row for row, _ in some], [place for _, place in some]
        yield Batch(names, places, list(zip(*(column(found, name) for name in columns), strict=True)), found)


def _read_text(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    with io.TextIOWrapper(file, encoding="utf-8", newline=None) as lines:
        rows = ((line.rstrip("\n"), f"line {number}") for number, line in enumerate(lines, 1))
        yield from _batches([BARE], rows, lambda some, _: some, choose)


@contextmanager
def _writing_text(file: BinaryIO, header: list[str]) -> Iterator[Write]:
    """Yield a function that writes the columns after tabs."""

    def write(batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        rows = zip(batch.rows, *(map(_joined, column) for column in more.values()), strict=True)
        file.write(
            "".join("\t".join("" if cell is None else str(cell) for cell in row) + "\n" for row in rows).encode()
        )

    yield write


def _read_csv(file: BinaryIO, header: list[str], choose: Choose, separator: str = ",") -> Iterator[Batch]:
    csv.field_size_limit(_LONGEST)
    with io.TextIOWrapper(file, encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text, delimiter=separator, skipinitialspace=True)

        def rows() -> Iterator[tuple[list[str], str]]:
            for row in filter(None, reader):
                place = f"line {reader.line_num}"
                if len(row) != len(names):
                    raise UnreadableFile(f"expected {len(names)} fields in {place}; got {len(row)}")
                yield row, place

        try:
            names = header or [name.strip() for name in next(filter(None, reader), [])]
            yield from _batches(names, rows(), lambda some, name: [row[names.index(name)] for row in some], choose)
        except csv.Error as error:
            raise UnreadableFile(f"line {reader.line_num} is not CSV: {error}") from None


@contextmanager
def _writing_csv(file: BinaryIO, header: list[str], separator: str = ",") -> Iterator[Write]:
    """Yield a function that writes rows of fields, those of several moves separated by blanks."""
    named = bool(header)

    def write(batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        nonlocal named
        text = io.StringIO()
        writer = csv.writer(text, delimiter=separator, lineterminator="\n")
        if not named:
            named = True
            writer.writerow([*batch.names, *more])
        columns = (map(_joined, column) for column in more.values())
        writer.writerows([*row, *added] for row, *added in zip(batch.rows, *columns, strict=True))
        file.write(text.getvalue().encode())

    yield write


def _read_json(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    def rows() -> Iterator[tuple[dict[str, Any], str]]:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise UnreadableFile(f"line {number} is not JSON: {error}") from None
                yield row if isinstance(row, dict) else {BARE: row}, f"line {number}"

    found = rows()
    for first in found:
        yield from _batches(
            [*first[0]], chain([first], found), lambda some, name: [row.get(name) for row in some], choose
        )


@contextmanager
def _writing_json(file: BinaryIO, header: list[str]) -> Iterator[Write]:
    def write(batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        for row, *added in zip(batch.rows, *more.values(), strict=True):
            file.write(json.dumps(row | dict(zip(more, added, strict=True)), ensure_ascii=False).encode() + b"\n")

    yield write


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("Parquet files need the library pyarrow: pip install 'oxobook[parquet]'") from error
    return pyarrow


def _read_parquet(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    arrow = _pyarrow()
    try:
        table = arrow.parquet.ParquetFile(file)
    except arrow.ArrowInvalid as error:
        raise UnreadableFile(f"the file is not Parquet: {error}") from None
    names, done = table.schema_arrow.names, 0
    columns = choose(names)
    for batch in table.iter_batches(BATCH):
        places = [f"row {number}" for number in range(done + 1, done + batch.num_rows + 1)]
        values = (batch.column(name).to_pylist() for name in columns)
        yield Batch(names, places, list(zip(*values, strict=True)), batch)
        done += batch.num_rows


@contextmanager
def _writing_parquet(file: BinaryIO, header: list[str]) -> Iterator[Write]:
    arrow, writer = _pyarrow(), None
    moves = arrow.list_(arrow.string())
    kinds = {"remoteness": arrow.int8(), "best": moves, "safe": moves}

    def write(batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        nonlocal writer
        table = arrow.Table.from_batches([batch.rows])
        for name, column in more.items():
            table = table.append_column(name, arrow.array(column, kinds.get(name, arrow.string())))
        writer = writer or arrow.parquet.ParquetWriter(file, table.schema)
        writer.write_table(table)

    yield write
    if writer:
        writer.close()


FORMS = {
    "csv": Form(_read_csv, _writing_csv),
    "tsv": Form(partial(_read_csv, separator="\t"), partial(_writing_csv, separator="\t")),
    "jsonl": Form(_read_json, _writing_json),
    "ndjson": Form(_read_json, _writing_json),
    "parquet": Form(_read_parquet, _writing_parquet),
    "txt": Form(_read_text, _writing_text),
}
"""Forms by the endings of files."""


def chosen_columns(
    names: Sequence[str], named: Sequence[str], usual: Sequence[str], cells: Sequence[str] = ()
) -> list[str]:
    """Return the columns to read: those named, the only one of bare values, the first usual one, or one a cell.

    Raises UnreadableFile.
    """
    known = {name.lower(): name for name in names}
    for name in named:
        if name not in names:
            raise UnreadableFile(f"expected a column {name!r}; the file has {_listed(names)}")
    if named or not names or list(names) == [BARE]:
        return [*named] or [*names]
    for name in usual:
        if name in known:
            return [known[name]]
    if cells and all(name in known for name in cells):
        return [known[name] for name in cells]
    raise UnreadableFile(
        f"expected a column called {', '.join(usual[:-1])} or {usual[-1]}; the file has {_listed(names)}: name it with "
        "--column"
    )


def _joined(value: Any) -> Any:
    """Return a value as a field of text: moves separated by blanks."""
    return " ".join(value) if isinstance(value, tuple) else value


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names)) if names else "no names of columns"
