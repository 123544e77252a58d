"""Papers for a class on a site."""

import json
import re
import shutil
from itertools import islice
from pathlib import Path

import pytest

from oxobook.book.book import Book
from oxobook.viewer.explorer import site as module
from oxobook.viewer.explorer.files import paper_kind
from oxobook.viewer.explorer.site import site_papers, write_site


def test_a_book_without_strategies_has_no_papers(made, tmp_path):
    """A site is written at once: no strategy is searched for."""
    with Book.open(shutil.copy(made("3x3x3"), tmp_path)) as alone:
        assert list(site_papers(alone)) == []


def test_a_book_with_strategies_has_papers(kept):
    """Each is a PDF named after the game, the paper, its size and its language."""
    with Book.open(kept) as book:
        ((name, content),) = islice(site_papers(book), 1)
    assert name == "papers/3x3x3-plans-a4-en.pdf"
    assert content.startswith(b"%PDF")


@pytest.mark.slow
def test_a_site_names_its_papers_and_keeps_none_offline(kept, tmp_path, monkeypatch):
    """The page knows the files, and the worker does not fetch them."""
    monkeypatch.setattr(module, "PARTS", ("plans",))
    folder = tmp_path / "library"
    folder.mkdir()
    shutil.copy(kept, folder / "3x3x3.sqlite")
    for file in Path(kept).parent.glob("*.proof"):
        shutil.copy(file, folder)
    write_site(tmp_path / "site", str(folder))
    written = sorted(
        path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site" / "papers").iterdir()
    )
    assert len(written) == 4
    script = (tmp_path / "site" / "known.js").read_text()
    known = json.loads(re.search(r"oxobook\.known = (.*);", script)[1])
    assert known["papers"] == [*dict.fromkeys(map(paper_kind, written))]
    assert "papers/" not in (tmp_path / "site" / "sw.js").read_text()
