"""Folders of oxobook's files: whatever was planted in their place, no file that oxobook did not make is removed."""

import hashlib
import re

import pytest

from oxobook.book import CannotWrite
from oxobook.viewer.datasets.own_folder import whole_folder

NAMES = re.compile(r"page-\d|note|SHA256SUMS")


@pytest.fixture
def precious(tmp_path):
    """A folder of someone's own files, two of them with names like ours."""
    folder = tmp_path / "victim"
    folder.mkdir()
    for name in ("thesis.tex", "page-1"):
        (folder / name).write_text("precious")
    return folder


def write(path, *names):
    """Write a folder of ours."""
    with whole_folder(path, NAMES) as hidden:
        for name in names:
            (hidden / name).write_text("new")
        lines = [f"{hashlib.sha256(b'new').hexdigest()}  {name}\n" for name in names]
        (hidden / "SHA256SUMS").write_text("".join(lines))


def files(folder):
    """Return the names in a folder, without that of its checksums."""
    return sorted(path.name for path in folder.iterdir() if path.name != "SHA256SUMS")


@pytest.mark.parametrize("name", ["out", ".out.new", ".out.old"])
def test_no_other_file_is_removed(tmp_path, precious, name):
    """Other people's files stay when ours are removed, even in a folder named like one of a killed maker."""
    precious.rename(tmp_path / name)
    if name != ".out.old":
        with pytest.raises(CannotWrite, match="it has other files: move them away"):
            write(tmp_path / "out", "page-2")
    else:
        write(tmp_path / "out", "page-2")
    assert (tmp_path / name / "thesis.tex").read_text() == "precious"


@pytest.mark.parametrize("name", ["page-2", "note"])
def test_a_file_of_ones_own_with_a_name_of_ours_stays(tmp_path, name):
    """A file that the checksums do not name, or a text that they do not fit, is one's own: nothing is written."""
    for before in ((), ("note",)):
        if before:
            write(tmp_path / "out", *before)
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / name).write_text("precious")
        with pytest.raises(CannotWrite, match="it has other files: move them away"):
            write(tmp_path / "out", "page-1")
        assert (tmp_path / "out" / name).read_text() == "precious"
        (tmp_path / "out" / name).unlink()


def test_what_is_ours_is_replaced_and_swept(tmp_path):
    """An old folder of ours and what killed makers left are replaced, a half-written file among them."""
    write(tmp_path / "out", "page-7")
    (tmp_path / ".out.new").mkdir()
    (tmp_path / ".out.new" / "page-7").write_text("old")
    (tmp_path / ".out.new" / ".page-8.00112233").write_text("half")
    write(tmp_path / "out", "page-2")
    assert files(tmp_path) == ["out"] and files(tmp_path / "out") == ["page-2"]


def test_one_writer_at_a_time(tmp_path):
    """A second writer is refused while the first is at work; the first is not disturbed, and other names are free."""
    with whole_folder(tmp_path / "out", NAMES) as hidden:
        (hidden / "page-1").write_text("first")
        (hidden / "SHA256SUMS").write_text(f"{hashlib.sha256(b'first').hexdigest()}  page-1\n")
        with pytest.raises(CannotWrite, match=r"another process is writing '.*out': wait for it, or end it"):
            write(tmp_path / "out", "page-2")
        write(tmp_path / "other", "page-3")
    assert files(tmp_path) == ["other", "out"] and files(tmp_path / "out") == ["page-1"]
    write(tmp_path / "out", "page-2")
    assert files(tmp_path / "out") == ["page-2"]
