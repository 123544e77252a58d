"""Data sets: every row against the reference, splits, and what other libraries read."""

import hashlib
import json
import re
from collections import Counter

import pytest

from oxobook import Position, open_book
from oxobook.viewer.datasets import columns
from oxobook.viewer.datasets.dataset import Choice, write_dataset
from tests.documentation import TEXTS
from tests.reference import DRAW, solved_game

parquet = pytest.importorskip("pyarrow.parquet")


def silent(*progress):
    """Ignore progress."""


@pytest.fixture
def written(make_book, tmp_path):
    """A function that writes a data set and returns its manifest and its rows."""

    def write(rules, **choice):
        folder = tmp_path / f"{rules}-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        manifest = write_dataset(make_book(rules), folder, Choice(**choice), silent)
        rows = [{**row, "split": file["split"]} for file in manifest["files"]
                for row in parquet.read_table(folder / file["name"]).to_pylist()]  # fmt: skip
        names = re.findall(r"^\| `(\w+)` \|", (folder / "README.md").read_text(), re.MULTILINE)
        assert [*rows[0]] == [*names, "split"]
        return folder, manifest, rows

    return write


def searched(game, board, depth):
    """The value of a board for the side to move, as a plain search to a depth sees it."""
    if not game.moves(board):
        return game.answers[board][0]
    if not depth:
        return DRAW
    return max(-searched(game, game.play(board, cell), depth - 1) for cell in game.moves(board))


def right(game, row, deep):
    """Compare a row with the reference search, which has no book; ``deep``: its depth, too."""
    board = row["position"].replace("/", "")
    game.solve(board)
    value, remoteness = game.answers[board]
    moves = {cell: game.move_answer(board, cell) for cell in game.moves(board)}
    answers = [moves.get(cell, (None, None)) for cell in range(len(board))]
    wrong = [cell for cell, (worth, _) in moves.items() if worth != value]
    assert [row["value"], row["remoteness"]] == [value, remoteness]
    assert [*zip(row["move_values"], row["move_remoteness"], strict=True)] == answers
    assert row["mistakes"] == (pytest.approx(len(wrong) / len(moves)) if moves else None)
    assert row["orbit"] == len(game.images(board))
    if deep and moves:
        bad = [0] * bool(wrong)  # the depths at which a search takes a mistake for a best move; 0 sees no difference
        for depth in range(1, row["remoteness"] + len(board)) if wrong else ():
            seen = {cell: -searched(game, game.play(board, cell), depth - 1) for cell in moves}
            bad += [depth] * any(seen[cell] == max(seen.values()) for cell in wrong)
        assert row["depth"] == (bad[-1] + 1 if bad else 0)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["3x3x3", "2x4x3", "3x3x3-misere", "3x4x3-gravity"])
def test_every_row_is_right(make_book, written, rules):
    """All positions are there once, and each column is what the reference finds."""
    _, manifest, rows = written(rules)
    game = solved_game(*make_book(rules).rules[:5])
    assert manifest["rows"] == len(rows) == len({row["key"] for row in rows})
    for row in rows[:: len(rows) // 20]:
        right(game, row, deep=row["ply"] > 5)


@pytest.mark.slow
def test_raw_positions(written):
    """In every orientation these are the reference's boards, and an image has the split of its position."""
    _, manifest, rows = written("3x3x3", kind="raw")
    game = solved_game(3, 3, 3)
    assert Counter(row["position"].replace("/", "") for row in rows) == Counter(dict.fromkeys(game.answers, 1))
    for row in rows[::50]:
        right(game, row, deep=False)
    splits = {}
    for row in rows:
        splits.setdefault(min(game.images(row["position"].replace("/", ""))), set()).add(row["split"])
    assert {len(of_one) for of_one in splits.values()} == {1}
    assert {row["split"] for row in rows} == {"train", "validation", "test"} and manifest["rows"] == 5_478
    ended = [row for row in rows if row["remoteness"] == 0]
    results = Counter("draw" if row["value"] == 0 else "OX"[row["ply"] % 2] for row in ended)
    assert len(ended) == 958 and results == {"X": 626, "O": 316, "draw": 16}  # 626 are positive in the known data set


def is_quiet(position):
    """Return whether the game goes on, and neither side could complete a line with its next stone."""
    free = position.rules.playable(position.x | position.o)
    missing = [line & ~own for own in (position.x, position.o) for line in position.rules.lines]
    return not position.over and not any(one & (one - 1) == 0 and one & free for one in missing)


@pytest.mark.long
def test_quiet_positions_of_connect_four():
    """The 67,557 positions of the data set connect-4, with as many labels of each kind (J. Tromp, 1995)."""
    with open_book("connect-four") as book:
        rows = [(text.decode(), value) for some, _ in columns.layers(book, raw=False) if some["ply"][0] == 8
                for text, value in zip(some["position"], some["value"].tolist(), strict=True)]  # fmt: skip
        quiet = Counter(value for text, value in rows if is_quiet(Position.parse(text, book.rules)))
    assert quiet == {1: 44_473, -1: 16_635, 0: 6_449}


LIBRARIES = re.findall(r"^\| \w+ \| `((\w+)\..*)` \|$", TEXTS["docs/how-to/datasets.md"], re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "module"), LIBRARIES)
def test_other_libraries_read_it(run, make_book, tmp_path, monkeypatch, line, module):
    """The documented line of each library that is installed reads all rows."""
    read_by = pytest.importorskip(module)
    make_book("3x3x3")
    monkeypatch.chdir(tmp_path)
    done = run("dataset", "3x3x3", "--out", "positions", "--json")
    assert done.exit_code == 0, done.output
    assert len(eval(line, {module: read_by})) == json.loads(done.stdout)["files"][0]["rows"]


@pytest.mark.slow
def test_command(run, make_book, tmp_path):
    """The command says what it wrote, keeps a folder that exists, and refuses two kinds of rows."""
    make_book("3x3x3")
    folder = tmp_path / "some"
    done = run("dataset", "--out", str(folder))
    assert done.stdout == f"{folder}: 765 rows in 3 files\n", done.output
    done = run("dataset", "--kind", "raw", "--games", "5", "--out", "x")
    assert "expected one of --kind and --games" in done.stderr
    done = run("dataset", "--out", str(folder))
    assert done.exit_code == 2 and "exists: name another, or move it away" in done.stderr
    assert "add --games N" in run("dataset", "--even", "--out", "x").stderr
    done = run("dataset", "3x3x3", "--games", "20", "--even", "--jobs", "2", "--out", str(tmp_path / "played"))
    assert done.exit_code == 0 and not (tmp_path / ".played.searched").exists()
    done = run("dataset", "2x2x2-wild", "--out", str(tmp_path / "wild"))
    assert done.exit_code == 2 and "is a cell and a sign" in done.stderr and not (tmp_path / "wild").exists()


@pytest.mark.parametrize("moves", [False, True])
def test_positions_of_random_games(written, moves):
    """One position of each game, with exact values; the card says what the rows are."""
    folder, manifest, rows = written("3x4x3-gravity", kind="played", games=40, seed=2, moves=moves)
    game = solved_game(3, 4, 3, False, True)
    assert manifest["rows"] == len(rows) == 40 == len({row["position"] for row in rows})
    for row in rows:
        if moves:
            right(game, row, deep=False)
        else:
            board = row["position"].replace("/", "")
            game.solve(board)
            assert (row["value"], row["remoteness"]) == game.answers[board] and "move_values" not in row
    card = (folder / "README.md").read_text()
    assert "One position of each of as many games of random moves" in card and ("move_values" in card) == moves


def test_games(written):
    """All games, with their results and their first mistakes."""
    _, manifest, rows = written("2x3x2", kind="games")
    game = solved_game(2, 3, 2)
    assert manifest["rows"] == sum(game.games["." * 6])
    names = [f"{column}{row}" for row in (2, 1) for column in "abc"]
    for row in rows:
        board, slip = "." * 6, None
        for number, name in enumerate(row["moves"].split(), 1):
            cell = names.index(name)
            if slip is None and cell not in game.safe(board):
                slip = number
            board = game.play(board, cell)
        assert row["first_slip"] == slip and row["length"] == len(row["moves"].split())
        assert row["result"] == {None: "draw"}.get(owner := game.line_owner(board), owner)


@pytest.mark.slow
def test_files_and_card(written):
    """Checksums fit, the card's head names the files, and the same call writes the same bytes."""
    folder, manifest, _ = written("3x3x3", kind="played", games=100, seed=3)
    sums = dict(line.split("  ")[::-1] for line in (folder / "SHA256SUMS").read_text().splitlines())
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert {*sums, "SHA256SUMS"} == {path.name for path in folder.iterdir()}
    card = (folder / "README.md").read_text()
    assert card.startswith("---\nlicense: mit\n") and "path: positions-train-*.parquet" in card
    assert all(sums[file["name"]] == file["sha256"] for file in manifest["files"])
    groups = [parquet.ParquetFile(folder / file["name"]).num_row_groups for file in manifest["files"]]
    assert groups == [1, 1, 1]  # readers take a group at a time, and the first ply alone is one row
    assert written("3x3x3", kind="played", games=100, seed=3)[1] == manifest
    assert written("3x3x3", kind="played", games=100, seed=4)[1] != manifest
