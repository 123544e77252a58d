"""Rows of files: every form is read, and written again with columns more."""

import io
from collections import namedtuple

import pyarrow
import pyarrow.parquet
import pytest

from oxobook.viewer.files import rows
from oxobook.viewer.files.rows import BARE, FORMS, UnreadableFile, chosen_columns

More = namedtuple("More", ("value", "best", "remoteness"))
MORE = [More("win", ("a3", "b2"), 3), More(None, None, None)]
PARQUET = io.BytesIO()
pyarrow.parquet.write_table(pyarrow.table({"id": [1, 2], "board": [["X", None], [None, "O"]]}), PARQUET)
FILES = {
    "txt": ("a3 b2\nc1\n", BARE, ["a3 b2", "c1"], "a3 b2\twin\ta3 b2\t3\nc1\t\t\t\n"),
    "csv": ('id,board\n1,"a,b"\n2,c\n', "board", ["a,b", "c"], "id,board,value,best,remoteness\n"
            '1,"a,b",win,a3 b2,3\n2,c,,,\n'),
    "jsonl": ('{"board": [1, 0]}\n\n{"board": "c", "y": 1}\n', "board", [[1, 0], "c"],
              '{"board": [1, 0], "value": "win", "best": ["a3", "b2"], "remoteness": 3}\n'
              '{"board": "c", "y": 1, "value": null, "best": null, "remoteness": null}\n'),
    "json": ('{"games": [[1, 0], "c"]}', BARE, [[1, 0], "c"],
             '[{"position": [1, 0], "value": "win", "best": ["a3", "b2"], "remoteness": 3},\n'
             '{"position": "c", "value": null, "best": null, "remoteness": null}]\n'),
    "parquet": (PARQUET.getvalue(), "board", [["X", None], [None, "O"]], None),
}  # fmt: skip
"""By form a file, the column to read, its values, and the file with the columns that are added."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("batch", [1, 20_000])
def test_a_file_is_read_and_written_again(form, batch, monkeypatch):
    """Its own columns stay as they are, the others follow; in batches of any size."""
    monkeypatch.setattr(rows, "BATCH", batch)
    given, name, expected, whole = FILES[form]
    columns, values, written = [], [], io.BytesIO()

    def choose(names):
        columns.extend(chosen_columns(names, [], ["game", "board"]))
        return columns

    def widened():
        for some in FORMS[form].read(io.BytesIO(given if isinstance(given, bytes) else given.encode()), [], choose):
            begin = len(values)
            values.extend(some.values)
            yield some, MORE[begin : len(values)]

    FORMS[form].write(written, [], More._fields, widened())
    assert (columns, values) == ([name], expected)
    if whole is None:
        table = pyarrow.parquet.read_table(written)
        assert table.column_names == ["id", "board", *More._fields]
        assert table["best"].to_pylist() == [["a3", "b2"], None] and table["remoteness"].type == pyarrow.int8()
    else:
        assert written.getvalue().decode() == whole


def test_cells_in_columns():
    """Columns named after the cells are one board; named columns are taken in their order; a header may be given."""
    assert chosen_columns(["id", "c1", "c0", "y"], [], ["board"], ["a1", "b1"]) == ["c0", "c1"]
    assert chosen_columns(["cell_1", "cell_2", "n2"], [], ["board"], ["a1", "b1"]) == ["cell_1", "cell_2"]
    assert chosen_columns(["1", "2", "3", "4"], [], ["board"], ["3", "4", "1", "2"]) == ["3", "4", "1", "2"]
    (marked,) = FORMS["txt"].read(io.BytesIO(b"\xef\xbb\xbfa3\n"), [], list)
    assert marked.values == ["a3"]
    for named, values in (([], ("o", "x")), (["class", "b1"], ("b", "x"))):
        read = FORMS["csv"].read(
            io.BytesIO(b"x,o,b\n"),
            ["b1", "a1", "class"],
            lambda names, named=named: chosen_columns(names, named, ["board"], ["a1", "b1"]),
        )
        (batch,) = read
        assert batch.values == [values] and batch.place(0) == "line 1"


@pytest.mark.parametrize(
    ("form", "content", "said"),
    [
        ("csv", b"id,board\n1\n", r"^expected 2 fields in line 2; got 1$"),
        ("csv", b"id,b\n1,2\n", r"^expected a column called game or board; the file has 'id', 'b': name it with --col"),
        ("csv", b"id;board\n1;2\n", r"^expected names of columns with commas between them; got 'id;board': write "),
        ("csv", b"X../.O./...\n", r"^expected the name of a column; got a position, 'X../.O./...'"),
        ("csv", b"board,board\n1,2\n", r"^expected columns of different names; 'board' stands there twice$"),
        ("csv", b"c0,c1,c2\n1,2,0\n", r"^expected a column called game or board; the file has 'c0', 'c1', 'c2'"),
        ("csv", b"", r"the file has no names of columns|^expected a column"),
        ("jsonl", b'{"board": 1}\n{', r"^line 2 is not JSON: "),
        ("jsonl", b"{}", r"^expected a column called game or board; the file has no names of columns"),
        ("json", b'{"a": [{}], "b": [{}]}', r"^expected one list of rows; got 'a', 'b'$"),
        ("json", b"[", r"^the file is not JSON: "),
        ("json", b"5", r"^expected a list of rows, or an object with one; got 5$"),
        ("parquet", b"PAR1", r"^the file is not Parquet: "),
    ],
)
def test_other_files_are_refused(form, content, said):
    """One line says what is wrong, and where."""
    with pytest.raises(UnreadableFile, match=said) as caught:
        cells = ["a1", "b1"] if b"c0" in content else []
        list(
            FORMS[form].read(io.BytesIO(content), [], lambda names: chosen_columns(names, [], ["game", "board"], cells))
        )
        raise UnreadableFile("the file has no names of columns")  # an empty file has nothing to refuse
    assert "\n" not in str(caught.value)
