"""Folders for range requests: what is altered in one is found without the book it was written from."""

import json
import operator
import os
import shutil
import zlib

import numpy as np
import pytest

from oxobook.book.progress import tell_nobody
from oxobook.book.verify.range_folder import verify_range_folder
from oxobook.viewer.explorer import ranges
from oxobook.viewer.explorer.ranges import write_range_book


@pytest.fixture
def folder(dense_book, tmp_path):
    """The book of 3x4x3 for range requests."""
    write_range_book(dense_book("3x4x3").address, tmp_path / "out", tell_nobody)
    return tmp_path / "out"


def wrong(folder):
    """The names of the checks that find something."""
    return [check.name for check in verify_range_folder(folder).checks if check.wrong]


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "directory"), [(16_384, 512), (500, 3), (30, 2)])
@pytest.mark.parametrize("rules", ["3x4x3", "3x3x3-misere", "2x3x1"])
def test_what_site_writes_is_right(dense_book, tmp_path, monkeypatch, rules, piece, directory):
    """Pieces of one row in two parts, of many rows, and many directories are read; the digest is the book's."""
    monkeypatch.setattr(ranges, "PIECE", piece)
    monkeypatch.setattr(ranges, "DIRECTORY", directory)
    write_range_book(dense_book(rules).address, tmp_path / "out", tell_nobody)
    verdict = verify_range_folder(tmp_path / "out")
    assert verdict.right and verdict.rules == rules and [check.name for check in verdict.checks][-1] == "published"


@pytest.mark.parametrize("name", ["manifest.json", "scores-01.bin"])
def test_a_pipe_is_not_waited_for(folder, name):
    """A pipe in the place of a file is found wrong at once."""
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert wrong(folder)


def packed_again(folder, change, pack=zlib.compress):
    """Change the content of a file's first piece, and make sizes and places fit."""
    manifest = json.loads((folder / "manifest.json").read_text())
    entry = manifest["files"][2]
    data = (folder / entry["file"]).read_bytes()
    (first, at, size), *others = entry["directories"]
    assert not others
    words = np.frombuffer(zlib.decompress(data[at : at + size]), "<u4").copy()
    length = int(words[len(words) // 2])
    piece = bytearray(zlib.decompress(data[:length]))
    change(piece, entry)
    new = pack(bytes(piece))
    words[len(words) // 2] = len(new)
    new_directory = zlib.compress(words.tobytes(), 9)
    start = at - length + len(new)
    (folder / entry["file"]).write_bytes(new + data[length:at] + new_directory)
    entry["directories"] = [[first, start, len(new_directory)]]
    entry["bytes"] = start + len(new_directory)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def another_score(piece, entry):
    """Another score in the last row."""
    piece[-1] ^= 2


def another_mask(piece, entry):
    """Another X-mask."""
    piece[0] ^= 24


@pytest.mark.parametrize("change", [another_score, another_mask])
def test_a_piece_that_was_packed_again_is_found(folder, change):
    """One other score or X-mask is found, though all sizes and places fit."""
    packed_again(folder, lambda piece, entry: None)
    assert wrong(folder) == []
    packed_again(folder, change)
    assert wrong(folder) == ["scores"]


@pytest.mark.parametrize(
    "pack", [lambda piece: zlib.compress(piece) + b"\0", lambda piece: zlib.compress(piece)[:-4]], ids=["more", "less"]
)
def test_a_piece_is_one_whole_stream(folder, pack):
    """The right content is not enough: bytes after it, or a checksum that is cut off, are found."""
    packed_again(folder, lambda piece, entry: None, pack)
    assert wrong(folder) == ["scores"]


MANIFEST = {
    "another digest": lambda manifest: manifest.update(digest="0" * 64),
    "other counts": lambda manifest: manifest.update(counts=manifest["counts"].replace("1", "2", 3)),
    "another ply": lambda manifest: manifest["plies"].reverse(),
    "other symmetries": lambda manifest: manifest["symmetries"].reverse(),
    "another version": lambda manifest: manifest.update(version=2),
    "no counts": lambda manifest: manifest.pop("counts"),
    "other rules": lambda manifest: manifest.update(rules="4x3x3"),
    "no rules": lambda manifest: manifest.update(rules=[7]),
    "gravity": lambda manifest: manifest.update(rules="3x4x3-gravity"),
    "too large": lambda manifest: manifest.update(rules="9x9x3"),
    "no files": lambda manifest: manifest.update(files=[]),
    "another row": lambda manifest: manifest["files"][1].update(rows=7),
    "no directory": lambda manifest: manifest["files"][1].update(directories=[]),
    "another first row": lambda manifest: operator.setitem(manifest["files"][2]["directories"][0], 0, 999),
    "a directory of rubbish": lambda manifest: manifest["files"][1].update(directories=[[1, 0, 5]]),
    "text for a number": lambda manifest: manifest["files"][1].update(piece_rows="x"),
    "a list": lambda manifest: manifest.update(files=None),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", MANIFEST)
def test_another_manifest_is_found(folder, change):
    """Whatever is another in the manifest is a finding, and no traceback."""
    manifest = json.loads((folder / "manifest.json").read_text())
    MANIFEST[change](manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert len(wrong(folder)) == 1


def test_bits_and_files(folder, tmp_path):
    """A bit, a file more or less, and a file that is cut or longer are found."""
    scores = folder / "scores-03.bin"
    sound = scores.read_bytes()
    for place in range(0, len(sound), 97):
        scores.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << place % 8]) + sound[place + 1 :])
        assert wrong(folder) == ["scores"], place
    for content in (sound[:-1], sound + b"0", b""):
        scores.write_bytes(content)
        assert wrong(folder) == ["scores"]
    scores.unlink()
    assert wrong(folder) == ["scores"]
    scores.mkdir()
    assert wrong(folder) == ["scores"]
    scores.rmdir()
    scores.write_bytes(sound)
    assert wrong(folder) == []
    (folder / "more").touch()
    assert wrong(folder) == ["scores"]


def test_a_consistent_lie_is_not_the_published_book(dense_book, folder, tmp_path, monkeypatch):
    """If all digests within the folder agree, the published one still does not."""
    monkeypatch.setattr("oxobook.book.verify.range_folder.published_digest", lambda rules, layout: "0" * 64)
    assert wrong(folder) == ["published"]


def test_the_command(run, folder):
    """``oxobook verify FOLDER`` says what was checked, and ends with 1 if something is wrong."""
    done = run("verify", str(folder))
    assert done.exit_code == 0 and "scores, by the digests of their plies" in done.stdout
    shutil.copy(folder / "scores-02.bin", folder / "scores-03.bin")
    assert run("verify", str(folder), "--json").exit_code == 1
