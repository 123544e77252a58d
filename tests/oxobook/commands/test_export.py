"""Exports: every position arrives, and the source tables answer like the book in a real compiler and a real engine."""

import csv
import io
import json
import shutil
import subprocess
from collections import Counter

import pytest

from oxobook.book import Book, Rules, TooLarge
from oxobook.generator.generate import generate_book
from tests.viewer.export.test_source import exported


def test_csv_holds_every_position(book):
    """One line a position, with its answer in words and coordinates."""
    rows = list(csv.DictReader(io.StringIO(exported(book, "csv").decode())))
    assert len(rows) == 765
    for row, entry in zip(rows, book, strict=True):
        assert (int(row["key"]), row["position"]) == (entry.position.key, entry.position.text)
        assert (row["value"], int(row["remoteness"])) == (entry.value.word, entry.remoteness)
        assert tuple(row["best"].split()) == entry.best and tuple(row["safe"].split()) == entry.safe
        assert row["pick"] == (entry.pick or "") and int(row["orbit"]) == entry.orbit
        assert (int(row["ply"]), row["to_move"]) == (entry.position.ply, entry.position.to_move)


def test_json_holds_the_same(book):
    """The JSON export is one object with the csv's rows."""
    parsed = json.loads(exported(book, "json"))
    rows = csv.DictReader(io.StringIO(exported(book, "csv").decode()))
    assert parsed["rules"] == "3x3x3"
    for one, other in zip(parsed["positions"], rows, strict=True):
        flat = one | {"best": " ".join(one["best"]), "safe": " ".join(one["safe"]), "pick": one["pick"] or ""}
        assert {name: str(value) for name, value in flat.items()} == other


@pytest.mark.parametrize("rules", ["3x3x3", "4x4x2-torus"])
def test_parquet_holds_the_same(make_book, rules):
    """The Parquet export is a typed table of the JSON's rows, whose orbits reach 128, and names its rules."""
    parquet, book = pytest.importorskip("pyarrow.parquet"), make_book(rules)
    table = parquet.read_table(io.BytesIO(exported(book, "parquet")))
    assert table.to_pylist() == json.loads(exported(book, "json"))["positions"]
    assert table.schema.metadata[b"rules"] == rules.encode() and str(table.schema.field("key").type) == "int64"


@pytest.mark.slow
def test_parquet_of_keys_beyond_an_integer(tmp_path, search_compiled):
    """On 32 cells keys take 64 bits: they are text, and each first ply is there."""
    parquet = pytest.importorskip("pyarrow.parquet")
    generate_book(Rules.parse("4x8x3-gravity"), tmp_path / "book.sqlite", plies=2)
    with Book.open(tmp_path / "book.sqlite") as book:
        table = parquet.read_table(io.BytesIO(exported(book, "parquet")), columns=["key"])
        assert table.column("key").to_pylist() == [str(entry.position.key) for entry in book]


def test_export_to_stdout_and_to_a_file_are_equal(run, book, tmp_path):
    """Without --out the same bytes go to stdout."""
    path = tmp_path / "book.csv"
    assert run("export", "csv", "--out", str(path)).exit_code == 0
    assert run("export", "csv").stdout_bytes == path.read_bytes() == exported(book, "csv")


ARRAYS = """
import { lookup } from "./table.mjs";
const _ = null, same = [
    ["X", _, _, _, "O", _, _, _, _], ["x", undefined, "", " ", "o", ".", "-", "_", "b"],
    [["X", _, _], [_, "O", _], [_, _, _]], [1, 0, 0, 0, 2, 0, 0, 0, 0], [1, 0, 0, 0, -1, 0, 0, 0, 0],
    [[1, 0, 0], [0, 2, 0], [0, 0, 0]], "X . . / . O . / . . .", "x,.,.\\n.,o,.\\n.,.,.",
];
const none = [_, [], ["X"], [1, _, _, _, "O", _, _, _, _], [3, 0, 0, 0, 0, 0, 0, 0, 0], {}, 5];
console.log(JSON.stringify([...same.map(lookup), ...none.map(lookup)]));
"""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="no JavaScript engine (node) on this machine")
def test_javascript_takes_arrays(book, tmp_path):
    """Arrays of cells or rows, with null for a free cell, are read as texts are; what is no board gives null."""
    (tmp_path / "table.mjs").write_bytes(exported(book, "js"))
    (tmp_path / "script.mjs").write_text(ARRAYS)
    done = subprocess.run(["node", "script.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    *same, none = (answer and answer["best"] for answer in json.loads(done.stdout)[:9])
    assert same == [list(book.probe("X../.O./...").best)] * 8 and none is None
    assert json.loads(done.stdout)[8:] == [None] * 7


@pytest.mark.slow
def test_games(make_book):
    """Every game once, with its length and its winner; a game with too many is refused."""
    lines = exported(make_book("3x3x3"), "games").decode().splitlines()[1:]
    assert len({line.partition(",")[0] for line in lines}) == len(lines) == 255_168
    counted = Counter((int(length), winner) for _, length, winner in (line.split(",") for line in lines))
    draws = {(9, ""): 46_080, (9, "X"): 81_792}
    assert counted == draws | {(5, "X"): 1_440, (6, "O"): 5_328, (7, "X"): 47_952, (8, "O"): 72_576}
    assert lines[0] == "a3 b3 c3 a2 b2 c2 a1,7,X"
    with pytest.raises(TooLarge, match="at most 10,000,000 of them; 3x4x3 has more"):
        exported(make_book("3x4x3"), "games")
