"""Rows of a file that has a position or a game in each: read in batches, and written again with columns more.

A form is a class of its own and one line of ``FORMS``. Text has a position a line, CSV and TSV have columns, JSON lines
an object or a bare position each, Parquet columns with types.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, BinaryIO, NamedTuple, cast

from oxobook.book.errors import MissingExtra, OxobookError, quoted

BATCH = 20_000
"""Largest number of rows that are held at a time."""
_LONGEST = 1 << 20  # characters of a field of a CSV file


class UnreadableFile(OxobookError, ValueError):
    """File is not of its form, or lacks the columns that are asked for."""


class Batch(NamedTuple):
    """Some rows in the order of the file."""

    rows: Any
    """Rows as the form keeps them."""
    places: Sequence[str]
    """Where each row stands, such as ``line 7``."""


class Form:
    """Open file in one form; ``names`` are those of its columns, none if a row has a single value without a name.

    The constructor of each form takes the file, and the names of its columns if it has no first line.
    """

    names: list[str]

    def batches(self) -> Iterator[Batch]:
        """Yield all rows; raises UnreadableFile."""
        raise NotImplementedError

    def column(self, batch: Batch, name: str) -> list[Any]:
        """Return the value of one column in each row, None where it is missing; without a name the single value."""
        raise NotImplementedError

    def write(self, file: BinaryIO, batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        """Write a batch with more columns; the first also writes their names."""
        raise NotImplementedError

    def end(self) -> None:
        """Write what stands at the end."""


class Lines(Form):
    """Text with a value a line; its labels follow after tabs."""

    def __init__(self, file: BinaryIO, names: list[str]) -> None:
        self.names: list[str] = []
        self._file = io.TextIOWrapper(file, encoding="utf-8", newline=None)

    def batches(self) -> Iterator[Batch]:
        yield from _batches(line.rstrip("\n") for line in self._file)

    def column(self, batch: Batch, name: str) -> list[Any]:
        return list(batch.rows)

    def write(self, file: BinaryIO, batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        rows = zip(batch.rows, *more.values(), strict=True)
        file.write("".join("\t".join(map(_joined, row)) + "\n" for row in rows).encode())


class Separated(Form):
    """Rows of fields separated by a character; several moves are separated by blanks."""

    def __init__(self, file: BinaryIO, names: list[str], separator: str = ",") -> None:
        self._separator = separator
        csv.field_size_limit(_LONGEST)
        self._reader = csv.reader(
            io.TextIOWrapper(file, encoding="utf-8-sig", newline=""), delimiter=separator, skipinitialspace=True
        )
        self._heads = not names
        self.names = names or [name.strip() for name in next(self._rows(), [])]

    def _rows(self) -> Iterator[list[str]]:
        try:
            yield from filter(None, self._reader)
        except csv.Error as error:
            raise UnreadableFile(f"line {self._reader.line_num} is not CSV: {error}") from None

    def batches(self) -> Iterator[Batch]:
        rows = ((row, f"line {self._reader.line_num}") for row in self._rows())
        while some := list(islice(rows, BATCH)):
            found, places = zip(*some, strict=True)
            for row, place in some:
                if len(row) != len(self.names):
                    raise UnreadableFile(f"expected {len(self.names)} fields in {place}; got {len(row)}")
            yield Batch(found, places)

    def column(self, batch: Batch, name: str) -> list[Any]:
        place = self.names.index(name)
        return [row[place] for row in batch.rows]

    def write(self, file: BinaryIO, batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        text = io.StringIO()
        writer = csv.writer(text, delimiter=self._separator, lineterminator="\n")
        if self._heads:
            self._heads = False
            writer.writerow([*self.names, *more])
        columns = [column if isinstance(column[0], str) else [*map(_joined, column)] for column in more.values()]
        writer.writerows([*row, *added] for row, *added in zip(batch.rows, *columns, strict=True))
        file.write(text.getvalue().encode())


class JsonLines(Form):
    """JSON values, one a line: objects, or bare positions, which become objects."""

    def __init__(self, file: BinaryIO, names: list[str]) -> None:
        self.names: list[str] = []
        self._lines = enumerate(file, 1)
        self._first = next(self._rows(), None)
        if self._first and isinstance(self._first[0], dict):
            self.names = list(self._first[0])

    def _rows(self) -> Iterator[tuple[Any, str]]:
        for number, line in self._lines:
            if line.strip():
                try:
                    yield json.loads(line), f"line {number}"
                except (ValueError, RecursionError) as error:
                    raise UnreadableFile(f"line {number} is not JSON: {error}") from None

    def batches(self) -> Iterator[Batch]:
        rows = iter([self._first] if self._first else [])
        while some := [*islice(rows, BATCH), *islice(self._rows(), BATCH)]:
            yield Batch(*zip(*some, strict=True))

    def column(self, batch: Batch, name: str) -> list[Any]:
        return [row.get(name) if isinstance(row, dict) else None if name else row for row in batch.rows]

    def write(self, file: BinaryIO, batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        for row, *added in zip(batch.rows, *more.values(), strict=True):
            whole = row if isinstance(row, dict) else {"position": row}
            file.write(json.dumps(whole | dict(zip(more, added, strict=True)), ensure_ascii=False).encode() + b"\n")


class Parquet(Form):
    """Parquet table; raises MissingExtra without pyarrow."""

    def __init__(self, file: BinaryIO, names: list[str]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise MissingExtra("Parquet files need the library pyarrow: pip install 'oxobook[parquet]'") from error
        self._arrow, self._writer = pyarrow, cast(Any, None)
        try:
            self._file = pyarrow.parquet.ParquetFile(file)
        except pyarrow.ArrowInvalid as error:
            raise UnreadableFile(f"the file is not Parquet: {error}") from None
        self.names: list[str] = self._file.schema_arrow.names

    def batches(self) -> Iterator[Batch]:
        row = 0
        for batch in self._file.iter_batches(BATCH):
            yield Batch(batch, [f"row {number}" for number in range(row + 1, row + batch.num_rows + 1)])
            row += batch.num_rows

    def column(self, batch: Batch, name: str) -> list[Any]:
        values: list[Any] = batch.rows.column(name).to_pylist()
        return values

    def write(self, file: BinaryIO, batch: Batch, more: Mapping[str, Sequence[Any]]) -> None:
        arrow, table = self._arrow, self._arrow.Table.from_batches([batch.rows])
        kinds = {"remoteness": arrow.int8(), "best": arrow.list_(arrow.string()), "safe": arrow.list_(arrow.string())}
        for name, column in more.items():
            values = [list(value) if isinstance(value, tuple) else value for value in column]
            table = table.append_column(name, arrow.array(values, kinds.get(name, arrow.string())))
        if self._writer is None:
            self._writer = arrow.parquet.ParquetWriter(file, table.schema)
        self._writer.write_table(table)

    def end(self) -> None:
        if self._writer is not None:
            self._writer.close()


FORMS: dict[str, Callable[[BinaryIO, list[str]], Form]] = {
    "csv": Separated,
    "tsv": partial(Separated, separator="\t"),
    "jsonl": JsonLines,
    "ndjson": JsonLines,
    "parquet": Parquet,
    "txt": Lines,
}
"""Forms by the endings of files."""


def chosen_columns(form: Form, named: Sequence[str], usual: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Return the columns to read: those named, the first of the usual names there, or one a cell; empty without names.

    Raises UnreadableFile.
    """
    known = {name.lower(): name for name in form.names}
    if named:
        if lacking := [name for name in named if name not in form.names]:
            raise UnreadableFile(f"expected a column {lacking[0]!r}; the file has {_listed(form.names)}")
        return list(named)
    if not form.names:
        return []
    for name in usual:
        if name in known:
            return [known[name]]
    if cells and all(name in known for name in cells):
        return [known[name] for name in cells]
    raise UnreadableFile(
        f"expected a column called {', '.join(usual[:-1])} or {usual[-1]}; the file has {_listed(form.names)}: name it "
        "with --column"
    )


def values_in(form: Form, batch: Batch, columns: Sequence[str]) -> list[Any]:
    """Return the value of each row: that of the column, or of several columns as a tuple."""
    if len(columns) < 2:
        return form.column(batch, columns[0] if columns else "")
    return list(zip(*(form.column(batch, name) for name in columns), strict=True))


def _batches(rows: Iterator[Any]) -> Iterator[Batch]:
    number = 0
    while some := list(islice(rows, BATCH)):
        yield Batch(some, [f"line {one}" for one in range(number + 1, number + len(some) + 1)])
        number += len(some)


def _joined(value: Any) -> str:
    """Return a value as a field of text: moves separated by blanks, nothing for None."""
    return (
        value
        if isinstance(value, str)
        else " ".join(value)
        if isinstance(value, tuple)
        else ""
        if value is None
        else str(value)
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names)) if names else "no names of columns"
