"""Making a book: the same content every time, whole or not at all, whatever happens."""

import os
import signal
import sys
from pathlib import Path

import pytest

from oxobook.book import Book, CannotWrite, DamagedBook, Rules
from oxobook.book.published import published_digest
from oxobook.generator.generate import generate_book
from tests.campaigns.killing import ends

GENERATE = [sys.executable, "-m", "oxobook", "generate"]


@pytest.mark.slow
def test_same_rules_same_bytes(tmp_path):
    """Two books of the same rules are equal byte for byte."""
    for name in ("one", "two"):
        generate_book(Rules(3, 4, 3), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_every_stage_is_told(tmp_path):
    """Each stage counts up to the book's positions, and names every ply."""
    counts, plies = {}, {}

    def tell(stage, done, total=None, note=""):
        counts[stage] = done
        plies.setdefault(stage, []).append(note)

    info = generate_book(Rules(), tmp_path / "book.sqlite", tell=tell)
    assert counts == dict.fromkeys(("enumerate", "solve", "write"), info.positions)
    names = [f"ply {ply}" for ply in range(10)]
    assert plies["enumerate"] == names and plies["solve"] == names[::-1]


def test_a_book_is_not_replaced_unasked(tmp_path):
    """Without force an existing file is refused before any work, and left as it is; with force it is replaced."""
    path = tmp_path / "3x3x3.sqlite"
    path.write_text("precious")
    with pytest.raises(CannotWrite, match="exists already and is left as it is; --force replaces it"):
        generate_book(Rules(), path)
    assert path.read_text() == "precious"
    generate_book(Rules(), path, replace=True)
    with Book.open(path) as book:
        assert len(book) == 765
    assert os.listdir(tmp_path) == ["3x3x3.sqlite"]


@pytest.mark.slow
@pytest.mark.parametrize(("by", "times"), [(signal.SIGKILL, 40), (signal.SIGTERM, 10), (signal.SIGINT, 10)])
def test_ended_at_every_step(tmp_path, by, times):
    """A generate that is ended before any of its steps, or at a random moment between, leaves the previous book
    untouched, and at most the one hidden file that it writes to."""
    path = tmp_path / "3x4x2.sqlite"
    generate_book(Rules(3, 4, 2), path)
    before = path.read_bytes()
    ended = 0
    for status in ends(["generate", "3x4x2", "--library", str(tmp_path), "--force"], tmp_path, by, times):
        ended += status != 0
        left = [one for one in os.listdir(tmp_path) if one != path.name]
        assert len(left) <= (status != 0) and all(one.startswith(f".{path.name}.") for one in left)
        assert path.read_bytes() == before
        for one in left:
            (tmp_path / one).unlink()
    assert ended > times


def test_library_folder_is_made(tmp_path, run):
    """generate makes the library's folder when there is none."""
    folder = tmp_path / "new" / "books"
    assert run("generate", "2x2x2", "--library", str(folder)).exit_code == 0
    assert os.listdir(folder) == ["2x2x2.sqlite"]
    assert Path(folder / "2x2x2.sqlite").stat().st_mode & 0o444 == 0o444


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["frontier", "dense", "gravity"])
def test_a_book_that_is_not_the_published_one_is_not_kept(tmp_path, monkeypatch, engine, said):
    """Whatever went wrong in a solve, a book with another digest than the published one never gets its name."""
    rules = Rules(gravity=engine == "gravity")
    monkeypatch.setattr("oxobook.book.published.published_digest", lambda *asked: "0" * 64)
    with pytest.raises(DamagedBook, match="was solved wrong, and is not kept: expected the published digest '0000"):
        generate_book(rules, tmp_path / "book", engine=engine)
    assert {path.name for path in tmp_path.iterdir()} <= {".book.unfinished"}
    monkeypatch.undo()
    assert generate_book(rules, tmp_path / "book", engine=engine).digest == published_digest(
        rules, "rows" if engine == "frontier" else "blocks", games=engine != "gravity"
    )
    assert not any("Going on" in sentence for sentence in said.messages)
