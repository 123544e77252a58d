"""New files: each appears whole or not at all, and what can be continued has one maker at a time."""

import os
import re
from pathlib import Path

import pytest

from oxobook.book import CannotWrite
from oxobook.book.store.new_file import hidden_name, make_folder, only_maker, require_new, whole_file, write_whole


def test_a_whole_file(tmp_path):
    """A file gets its name at the end of the block alone, with the usual mode; a failure leaves the old one."""
    path = tmp_path / "file"
    mask = os.umask(0o022)
    try:
        with whole_file(path) as file:
            file.write(b"one")
            assert re.fullmatch(r"\.file\.[0-9a-f]{8}", *os.listdir(tmp_path))
    finally:
        os.umask(mask)
    assert path.read_bytes() == b"one" and path.stat().st_mode & 0o777 == 0o644
    with pytest.raises(KeyError), whole_file(path, replace=True) as file:
        file.write(b"two")
        raise KeyError
    with pytest.raises(CannotWrite, match="exists already and is left as it is; --force replaces it"):
        write_whole(path, b"three", False)
    assert path.read_bytes() == b"one"
    write_whole(path, b"four", True)
    assert path.read_bytes() == b"four" and os.listdir(tmp_path) == ["file"]


def test_a_lock_that_a_killed_maker_left_is_taken(tmp_path):
    """The file of a lock keeps nobody out: the system drops the lock with its process."""
    hidden_name(tmp_path / "file", "lock").touch()
    with only_maker(tmp_path / "file"), pytest.raises(CannotWrite), only_maker(tmp_path / "file"):
        pass
    assert os.listdir(tmp_path) == []


def test_a_file_that_comes_to_be_there_is_left(tmp_path):
    """A file that another program has written meanwhile is left alone without ``replace``."""
    path = tmp_path / "file"
    with pytest.raises(CannotWrite, match="exists already"), whole_file(path) as file:
        file.write(b"mine")
        path.write_text("another's")
    assert path.read_text() == "another's" and os.listdir(tmp_path) == ["file"]


def test_where_no_file_can_be_written(tmp_path):
    """A folder, a pipe, an existing file and a missing folder are each told, and what there is to do."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    for replace in (False, True):
        with pytest.raises(CannotWrite, match="is a folder: name a file in it"):
            require_new(tmp_path, replace)
        with pytest.raises(CannotWrite, match="is a device or pipe: name another"):
            require_new(tmp_path / "pipe", replace)
        with pytest.raises(CannotWrite, match=r"there is no folder .*none'; make it first"):
            require_new(tmp_path / "none" / "file", replace)
        require_new(tmp_path / "other", replace)
    with pytest.raises(CannotWrite, match="exists already"):
        require_new(tmp_path / "file", False)
    require_new(tmp_path / "file", True)


def test_folders_are_made_with_their_parents(tmp_path):
    """A folder is made with its parents unless it is there; where it cannot be, one line says why."""
    for _ in range(2):
        make_folder(tmp_path / "a" / "b" / "c")
    assert (tmp_path / "a" / "b" / "c").is_dir()
    Path(tmp_path / "file").touch()
    with pytest.raises(CannotWrite, match=r"cannot make the folder .*: Not a directory; choose a folder that you"):
        make_folder(tmp_path / "file" / "b")


@pytest.mark.parametrize(("error", "advice"), [(PermissionError, "choose a folder that you"), (OSError, "free some")])
def test_what_the_system_refuses_is_one_line(tmp_path, error, advice):
    """An error of the system becomes one line with what to do about it."""
    with pytest.raises(CannotWrite, match=f"cannot write .*file': Reason; {advice}"), whole_file(tmp_path / "file"):
        raise error(13 if error is PermissionError else 5, "Reason")
    assert os.listdir(tmp_path) == []
