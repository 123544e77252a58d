"""Rows of a file that has a position or a game in each: read in batches, and written again with columns more.

A form is two functions and one line of ``FORMS``. Text has a position a line, CSV has columns, JSON lines an object or
a bare position each, a JSON document a list of them, Parquet columns with types.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import add, itemgetter
from typing import Any, BinaryIO, NamedTuple

from oxobook.book.errors import OxobookError, counted, quoted
from oxobook.book.game.notation import is_position
from oxobook.viewer.position_row import COLUMNS, arrow_type, pyarrow

BATCH = 20_000
"""Largest number of rows that are held at a time."""
POSITIONS = ("position", "board", "state", "fen", "moves", "game", "history")
GAMES = ("moves", "game", "history", "record", "transcript")
"""Names of columns of positions and of games that are looked for, in this order."""
_ALONE = frozenset((*POSITIONS, *GAMES))  # a list of these names, in an object that is a document, is no list of rows
BARE = "position"
"""Name of the only column of rows that are bare values."""
_LONGEST = 1 << 20  # characters of a field of a CSV file


class UnreadableFile(OxobookError, ValueError):
    """File is not of its form, or lacks the columns that are asked for."""


class Batch(NamedTuple):
    """Some rows in the order of the file."""

    names: list[str]
    """Names of all columns."""
    numbers: Sequence[int]
    """Number of each row's line, or of the row."""
    columns: list[list[Any]]
    """Columns that were chosen, each with its value of every row."""
    rows: Any
    """Rows as the form keeps them."""
    unit: str = "line"
    """Word for what ``numbers`` count."""

    @property
    def values(self) -> list[Any]:
        """Value of each row: that of the one column, or the tuple of several."""
        return self.columns[0] if len(self.columns) == 1 else list(zip(*self.columns, strict=True))

    def place(self, row: int) -> str:
        """Return where a row of the batch stands, such as ``line 7``."""
        return f"{self.unit} {self.numbers[row]}"


Choose = Callable[[list[str]], list[str]]
"""Function from the names of a file's columns to those to read; raises UnreadableFile."""
Widened = Iterable[tuple[Batch, Sequence[Any]]]
"""Batches with the fields of a NamedTuple more in each row; equal ones may be one object."""


class Form(NamedTuple):
    """Form of files: what reads one, and what writes its rows again, with some ``fields`` more.

    ``header``: names of columns that the file lacks.
    """

    read: Callable[[BinaryIO, list[str], Choose], Iterator[Batch]]
    write: Callable[[BinaryIO, list[str], Sequence[str], Widened], None]


Rows = Iterator[tuple[int, Any]]
"""Rows, each after its number."""


def _batches(
    names: list[str], rows: Rows, column: Callable[[Sequence[Any], str], list[Any]], choose: Choose
) -> Iterator[Batch]:
    """Yield rows in batches, the last one shorter, or empty; ``column``: of some rows."""
    columns, more = choose(names), True
    while more:
        some = list(islice(rows, BATCH))
        numbers, values = [number for number, _ in some], [value for _, value in some]
        yield Batch(names, numbers, [column(values, name) for name in columns], values)
        more = len(some) == BATCH


def _read_text(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    with io.TextIOWrapper(file, encoding="utf-8-sig", newline=None) as lines:
        rows = ((number, line.rstrip("\n")) for number, line in enumerate(lines, 1))
        yield from _batches([BARE], rows, lambda some, _: [*some], choose)


def _write_text(file: BinaryIO, header: list[str], fields: Sequence[str], batches: Widened) -> None:
    """Write the columns after tabs."""
    for batch, added in batches:
        for row, more in zip(batch.rows, _as_text(added), strict=True):
            file.write("\t".join("" if cell is None else str(cell) for cell in (row, *more)).encode() + b"\n")


def _read_csv(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    csv.field_size_limit(_LONGEST)
    with io.TextIOWrapper(file, encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text)

        def rows() -> Rows:
            wanted = len(names)
            for row in reader:
                if len(row or [""]) == wanted:
                    yield reader.line_num, row or [""]
                elif row:
                    fields = counted(wanted, "field")
                    raise UnreadableFile(f"expected {fields} in line {reader.line_num}; got {len(row)}")

        def column(some: Sequence[list[str]], name: str) -> list[str]:
            return [*map(itemgetter(names.index(name)), some)]

        try:
            names = header or [name.strip() for name in next(filter(None, reader), [])]
            if names[1:] == [] and re.search(r"[;\t]", "".join(names)):
                wanted = "expected names of columns with commas between them"
                raise UnreadableFile(f"{wanted}; got {quoted(names[0])}: write the file with commas")
            if names:  # else the file is empty
                yield from _batches(names, rows(), column, choose)
        except csv.Error as error:
            raise UnreadableFile(f"line {reader.line_num} is not CSV: {error}") from None


def _write_csv(file: BinaryIO, header: list[str], fields: Sequence[str], batches: Widened) -> None:
    """Write rows of fields, those of several moves separated by blanks."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    for number, (batch, added) in enumerate(batches):
        if not number and not header:
            writer.writerow([*batch.names, *fields])
        writer.writerows(map(add, batch.rows, _as_text(added)))
    text.detach()


def _read_json(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    def rows() -> Rows:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise UnreadableFile(f"line {number} is not JSON: {error}") from None
                yield number, row

    return _json_batches(rows(), choose)


def _json_batches(rows: Rows, choose: Choose) -> Iterator[Batch]:
    """Yield values of JSON, objects or bare ones, in batches."""
    found = ((number, value if isinstance(value, dict) else {BARE: value}) for number, value in rows)
    if first := [*islice(found, BATCH)]:
        names = dict.fromkeys(chain.from_iterable(row for _, row in first))
        column = lambda some, name: [row.get(name) for row in some]  # noqa: E731
        yield from _batches([*names], chain(first, found), column, choose)


def _write_json(file: BinaryIO, header: list[str], fields: Sequence[str], batches: Widened) -> None:
    for batch, added in batches:
        for number, (row, more) in enumerate(zip(batch.rows, added, strict=True)):
            if twice := next((name for name in fields if name in row), None):
                raise UnreadableFile(f"{batch.place(number)} has a field {twice!r} already: rename it")
            file.write(json.dumps(row | more._asdict(), ensure_ascii=False).encode(errors="backslashreplace") + b"\n")


def _read_document(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    try:
        document = json.load(file)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"the file is not JSON: {error}") from None
    if isinstance(document, dict):
        lists = {name: one for name, one in document.items() if isinstance(one, list) and name not in _ALONE}
        lists = {name: one for name, one in lists.items() if one and isinstance(one[0], dict)} or lists
        if len(lists) > 1:
            raise UnreadableFile(f"expected one list of rows; got {_listed([*lists])}")
        document = next(iter(lists.values()), [document])
    if not isinstance(document, list):
        raise UnreadableFile(f"expected a list of rows, or an object with one; got {quoted(document)}")
    return (batch._replace(unit="row") for batch in _json_batches(enumerate(document, 1), choose))


def _write_document(file: BinaryIO, header: list[str], fields: Sequence[str], batches: Widened) -> None:
    """Write the rows as one list, a row a line."""
    lines = io.BytesIO()
    _write_json(lines, header, fields, batches)
    file.write(b"[" + lines.getvalue().strip().replace(b"\n", b",\n") + b"]\n")


def _read_parquet(file: BinaryIO, header: list[str], choose: Choose) -> Iterator[Batch]:
    arrow = pyarrow()
    try:
        table = arrow.parquet.ParquetFile(file)
    except arrow.ArrowInvalid as error:
        raise UnreadableFile(f"the file is not Parquet: {error}") from None
    names, done = table.schema_arrow.names, 0
    columns = choose(names)
    empty = [] if table.metadata.num_rows else [arrow.RecordBatch.from_pylist([], table.schema_arrow)]
    for batch in chain(table.iter_batches(BATCH), empty):
        numbers = range(done + 1, done + batch.num_rows + 1)
        yield Batch(names, numbers, [batch.column(name).to_pylist() for name in columns], batch, "row")
        done += batch.num_rows


def _write_parquet(file: BinaryIO, header: list[str], fields: Sequence[str], batches: Widened) -> None:
    arrow, writer = pyarrow(), None
    for batch, added in batches:
        table = arrow.Table.from_batches([batch.rows])
        for name, column in zip(fields, zip(*added, strict=True) if added else [()] * len(fields), strict=True):
            table = table.append_column(name, arrow.array(column, arrow_type(COLUMNS[name].kind)))
        writer = writer or arrow.parquet.ParquetWriter(file, table.schema)
        writer.write_table(table)
    if writer:
        writer.close()


FORMS = {
    "csv": Form(_read_csv, _write_csv),
    "jsonl": Form(_read_json, _write_json),
    "json": Form(_read_document, _write_document),
    "parquet": Form(_read_parquet, _write_parquet),
    "txt": Form(_read_text, _write_text),
}
"""Forms by the endings of files."""


def chosen_columns(
    names: Sequence[str], named: Sequence[str], usual: Sequence[str], cells: Sequence[str] = ()
) -> list[str]:
    """Return the columns to read: those named, the only one, the first usual one, or one a cell.

    Columns of cells have the names of ``cells``, or one name with as many numbers: those, or in order from 0 or 1.
    Raises UnreadableFile, also for a column that stands there twice.
    """
    found = _columns_found(names, named, usual, [name.lower() for name in cells])
    if twice := next((name for name in found if [*names].count(name) > 1), None):
        raise UnreadableFile(f"expected columns of different names; {quoted(twice)} stands there twice")
    return found


def _columns_found(names: Sequence[str], named: Sequence[str], usual: Sequence[str], cells: Sequence[str]) -> list[str]:
    known = {name.lower(): name for name in names}
    for name in named:
        if name not in names:
            raise UnreadableFile(f"expected a column {name!r}; the file has {_listed(names)}")
    if not named and len(names) == 1 and len(names[0]) > 1 and is_position(names[0]):
        raise UnreadableFile(
            f"expected the name of a column; got a position, {quoted(names[0])}: name it with --header"
        )
    if named or len(names) == 1:
        return [*named] or [*names]
    for name in usual:
        if name in known:
            return [known[name]]
    if cells and all(name in known for name in cells):
        return [known[name] for name in cells]
    numbered = re.compile(r"(.*?)_?(\d+)", re.DOTALL)
    found = {(match[1], int(match[2])): name for name in names if (match := numbered.fullmatch(name))}
    labels = [int(name) for name in cells if name.isdecimal()]
    for prefix, first in found if cells else ():
        numbers = labels or ([*range(first, first + len(cells))] if first in (0, 1) else [])
        if sorted(number for name, number in found if name == prefix) == sorted(numbers):
            return [found[prefix, number] for number in numbers]
    raise UnreadableFile(
        f"expected a column called {', '.join(usual[:-1])} or {usual[-1]}; the file has {_listed(names)}: name it with "
        "--column"
    )


def _as_text(added: Sequence[Any]) -> Iterator[list[Any]]:
    """Return each row's fields as text, moves separated by blanks; each object is written out once."""
    objects = {id(one): one for one in added}
    texts = {
        key: [" ".join(field) if isinstance(field, tuple) else field for field in one] for key, one in objects.items()
    }
    return map(texts.__getitem__, map(id, added))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names)) if names else "no names of columns"
