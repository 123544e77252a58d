"""The commands label and judge."""

import json
from collections import Counter

import pytest

from oxobook import open_book
from oxobook.book import Position, Rules
from oxobook.book.game.symmetry import symmetry_group

BOARDS = "id,board\n1,X../.O./...\n2,x...o...x\n"


@pytest.fixture
def positions(tmp_path):
    path = tmp_path / "some.csv"
    path.write_text(BOARDS)
    return path


def test_label(run, positions, tmp_path):
    """The file is written again with five columns more, moves in the labels asked for; an old file stays."""
    out = tmp_path / "out.csv"
    for extra in ([], ["--force"]):
        done = run("label", str(positions), "--labels", "index", "--out", str(out), *extra)
        assert done.exit_code == 0, done.output
        assert out.read_text().splitlines()[2] == "2,x...o...x,draw,6,1 3 5 7,1 3 5 7,1"
    assert run("label", str(positions), "--out", str(out)).exit_code == 2


def test_rows_that_cannot_be_read(run, positions, tmp_path):
    """The first ends the work, and nothing is written; with --skip they are named and left as they are."""
    positions.write_text(BOARDS + "3,hello\n")
    out = tmp_path / "out.csv"
    done = run("label", str(positions), "--out", str(out))
    assert done.exit_code == 2 and not out.exists() and "line 4: expected 3 rows of 3 cells" in done.stderr
    assert run("label", str(positions)).stdout == ""
    done = run("label", str(positions), "--skip")
    assert done.exit_code == 0 and done.stdout.splitlines()[3] == "3,hello,,,,,"
    assert done.stderr.startswith("line 4: ") and done.stderr.endswith("1 of 3 positions could not be read\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["some.csv", "--column", "nothing"], "expected a column 'nothing'; the file has 'id', 'board'"),
        (["none.csv"], "cannot read"),
        (["some.xls"], "expected a file as csv, jsonl, json, parquet, txt; got"),
        (["labelled.csv"], "the file has a column 'value' already"),
    ],
)
def test_files_that_cannot_be_labelled(run, positions, arguments, said):
    """One line says why."""
    (positions.parent / "labelled.csv").write_text("board,value\nX../.O./...,draw\n")
    done = run("label", str(positions.parent / arguments[0]), *arguments[1:])
    assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") == 1


def test_judge(run, tmp_path):
    """Rates are printed as text and JSON, and every move to a file, a game or a move a line."""
    games, moves = tmp_path / "games.jsonl", tmp_path / "moves.csv"
    games.write_text(
        '{"moves": "a3 b3 b2", "x": "Ann", "o": "Bob"}\n{"moves": ["b2", "b2"], "x": "Bob"}\n{"moves": "?"}\n'
    )
    done = run("judge", str(games), "--out", str(moves))
    assert done.exit_code == 1 and "2 games: X won 0, O won 0, drawn 0, unfinished 1, illegal 1, unread" in done.stdout
    assert "1 of 3 games could not be read: state their --reading, or --skip" in done.stderr
    assert run("judge", str(games), "--skip").exit_code == 0
    assert "line 3: " in done.stderr and "1 games could not be read; 2 were judged" in done.stderr
    assert moves.read_text().splitlines()[2] == "line 1,Bob,2,O,b3,draw,loss,6,b2,False,False,1,"
    report = json.loads(run("judge", str(games), "--json").stdout)
    assert [(one["player"], one["moves"], one["good"]) for one in report["players"]] == [
        ("Ann", 2, 2), ("Bob", 2, 1), ("O", 0, 0),
    ]  # fmt: skip
    lines = tmp_path / "moves.jsonl"
    run("judge", str(games), "--out", str(lines))
    assert [len(json.loads(line)["moves"]) for line in lines.read_text().splitlines()] == [3, 1]


@pytest.mark.parametrize(
    ("lines", "arguments", "code", "counts", "said"),
    [
        (["2,3 1,1", "2,3 1,1 2,3", "2,2"] * 5, [], 0, (15, 5, 0), "read as row,column from 1"),
        (["R2C3 R1C1"] * 9, ["--labels", "matrix"], 1, (0, 0, 9), "9 of 9 games could not be read: state"),
        (["R2C3 R1C1"] * 9, ["--labels", "matrix", "--skip"], 0, (0, 0, 9), ""),
        (["R2C3 R1C1"] * 9, ["--reading", "r1c1"], 0, (9, 0, 0), ""),
        (["519", "51"], ["--labels", "keypad"], 0, (2, 0, 0), ""),
        (["a3 a3 b2"], ["--retries"], 0, (1, 0, 0), ""),
        (["a3 b2"] * 30 + ["resign"], [], 0, (30, 0, 1), "line 31: expected a game as its moves"),
        (["a3 b2", "", '1. a3 b2 2. c1 1-0'], [], 0, (3, 0, 0), ""),
    ],
)  # fmt: skip
def test_unreadable_and_illegal_games(run, tmp_path, lines, arguments, code, counts, said):
    """A word that names no cell makes a game unreadable, a taken cell illegal; too many unreadable are an error."""
    path = tmp_path / "games.txt"
    path.write_text("\n".join(lines) + "\n")
    done = run("judge", str(path), *arguments, "--json")
    report = json.loads(done.stdout)
    assert (done.exit_code, (report["games"], report["illegal"], report["unreadable"])) == (code, counts)
    assert said in done.stderr


@pytest.mark.parametrize(
    ("content", "name", "arguments", "said", "positions"),
    [
        ("33\n30\n", "some.txt", ["connect-four"], "read as columns from 0", ["d1 d2", "d1 a1"]),
        ("33\n34\n", "some.txt", ["connect-four"], "read as columns from 1", ["c1 c2", "c1 d1"]),
        ("hello\n", "some.txt", ["connect-four", "--skip"], "1 of 1 positions could not be read", [None]),
        ("id,b\n1,X   O    \n2,\n", "some.csv", ["--column", "b"], "", ["X../.O./...", ".../.../..."]),
        ("c0,c1,c2,c3,c4,c5,c6,c7,c8\nx,b,b,b,o,b,b,b,b\n", "some.csv", [], "", ["X../.O./..."]),
        ('[{"board": [1, 0, 0, 0, -1, 0, 0, 0, 0]}, {"board": [1, 0, 0, 0, 0, 0, 0, 0, 0]}]', "some.json", [],
         "read as free=0 x=1 o=-1", ["X../.O./...", "X../.../..."]),
        ('[{"board": [0, 1, 0, 1, -1, 0, -1, 1, -1]}]', "some.json", ["--reading", "free=-1 x=0 o=1"], "",
         ["XOX/O.X/.O."]),
        ("X../.O./...\n0 4 8\n", "some.txt", [], "read as cells from 0", ["X../.O./...", "a3 b2 c1"]),
    ],
)  # fmt: skip
def test_files_in_one_reading(run, tmp_path, content, name, arguments, said, positions):
    """Rows settle the reading of their file, which is said; an empty field is the empty game."""
    path, out = tmp_path / name, tmp_path / "out.jsonl"
    path.write_text(content)
    done = run("label", str(path), *arguments, "--out", str(tmp_path / f"out.{path.suffix}"))
    assert done.exit_code == 0 and said in done.stderr, done.stderr
    rules = Rules.parse("connect-four" if "connect-four" in arguments else "3x3x3")
    lines = (tmp_path / f"out.{path.suffix}").read_text().splitlines()[path.suffix == ".csv" :]
    with open_book(rules, library=tmp_path, make=True) as book:
        for line, position in zip(lines, positions, strict=True):
            wanted = position and book.probe(position)
            assert not wanted or (f"{wanted.remoteness}" in line and wanted.value.word in line)
    assert not out.exists()


def test_a_search_reads_all_rows_first(run, tmp_path, search_compiled):
    """A row that cannot be read ends the work before the first search; no journal stays beside a whole file."""
    path, out = tmp_path / "some.txt", tmp_path / "out.txt"
    late = "234326223377341317417674"
    path.write_text(f"{late}\nhello\n")
    done = run("label", str(path), "connect-four", "--search", "--out", str(out))
    assert done.exit_code == 2 and "line 2: " in done.stderr and not (tmp_path / ".out.txt.searched").exists()
    done = run("label", str(path), "connect-four", "--search", "--skip", "--jobs", "2", "--out", str(out))
    assert done.exit_code == 0 and out.read_text().split("\t")[1] in ("win", "draw", "loss")
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


@pytest.mark.long
def test_quiet_positions_of_connect_four(run, tmp_path):
    """The 67,557 positions after eight plies in which neither side can win at once have the known values.

    The counts are those of the data set of J. Tromp, UCI Machine Learning Repository, 1995.
    """
    rules = Rules.parse("connect-four")
    layer = {Position(rules)}
    for _ in range(8):
        canonical = (symmetry_group(rules).canonical(after.x, after.o)[0] for one in layer for after in children(one))
        layer = {Position(rules, key & rules.full, key >> rules.cells) for key in set(canonical)}
    path = tmp_path / "quiet.txt"
    path.write_text("".join(f"{one.text}\n" for one in layer if is_quiet(one)))
    done = run("label", str(path), "connect-four")
    assert done.exit_code == 0, done.output
    values = Counter(line.split("\t")[1] for line in done.stdout.splitlines())
    assert values == {"win": 44_473, "loss": 16_635, "draw": 6_449}


def children(position):
    return [position.after(cell) for cell in position.legal_cells]


def is_quiet(position):
    """Return whether the game goes on, and neither side could complete a line with its next stone."""
    free = position.rules.playable(position.x | position.o)
    missing = [line & ~own for own in (position.x, position.o) for line in position.rules.lines]
    return not position.over and not any(one & (one - 1) == 0 and one & free for one in missing)
