"""``make book``: the commands of its recipe, run where nothing has been made yet."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from oxobook.book import Book

RECIPE = re.search(r"^book:.*\n((?:\t.*\n)+)", (Path(__file__).parents[2] / "Makefile").read_text(), re.MULTILINE)[1]


@pytest.mark.slow
def test_make_book_ends_with_all_of_it(tmp_path):
    """It leaves the book, and pictures of a lookup and of X's strategy, and says where each is."""
    (tmp_path / "data").mkdir()
    commands = RECIPE.replace("\t@", "").replace("$(BIN)/oxobook", f"{sys.executable} -m oxobook")
    done = subprocess.run(["sh", "-e", "-c", commands], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made = sorted(path.relative_to(tmp_path).as_posix() for path in (tmp_path / "data").iterdir())
    assert made == sorted(re.findall(r"data/[\w.]+", done.stdout + done.stderr)) and len(made) == 4
    assert all(line.startswith("Written: ") for line in done.stderr.splitlines())
    with Book.open(tmp_path / "data" / "3x3x3.sqlite") as book:
        assert len(book) == 765
    for picture in (name for name in made if name.endswith(".svg")):
        assert ElementTree.parse(tmp_path / picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "X to move: X in 3." in done.stdout and done.stdout.count("\n") < 40
