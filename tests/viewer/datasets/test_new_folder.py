"""New folders: whole or not at all, and no file that is there is removed or written over."""

import pytest

from oxobook.book import CannotWrite
from oxobook.viewer.datasets.new_folder import whole_folder


def write(path, text="new"):
    """Write a folder with one file."""
    with whole_folder(path) as hidden:
        (hidden / "page").write_text(text)


@pytest.mark.parametrize("name", ["out", ".out.new"])
def test_no_other_file_is_removed(tmp_path, name):
    """What is there stays, even in a folder named like one of a killed maker, which is left out of the way if empty."""
    (tmp_path / ".out.new").mkdir()
    (tmp_path / name).mkdir(exist_ok=True)
    (tmp_path / name / "page").write_text("precious")
    with pytest.raises(CannotWrite, match=rf"expected a new folder; '.*/{name}' exists: name another, or move it away"):
        write(tmp_path / "out")
    assert (tmp_path / name / "page").read_text() == "precious"
    write(tmp_path / "other")
    assert (tmp_path / "other" / "page").read_text() == "new"


def test_a_block_that_raises_leaves_nothing(tmp_path):
    """A folder whose maker raises vanishes, with the files in it; the name is free again."""
    with pytest.raises(KeyboardInterrupt), whole_folder(tmp_path / "out") as hidden:
        (hidden / "page").write_text("half")
        raise KeyboardInterrupt
    assert not [*tmp_path.iterdir()]
    write(tmp_path / "out")


def test_one_writer_at_a_time(tmp_path):
    """A second writer is refused while the first is at work; the first is not disturbed, and other names are free."""
    with whole_folder(tmp_path / "out") as hidden:
        (hidden / "page").write_text("first")
        with pytest.raises(CannotWrite, match=r"another process is writing '.*out': wait for it, or end it"):
            write(tmp_path / "out")
        write(tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "out"]
    assert (tmp_path / "out" / "page").read_text() == "first"
