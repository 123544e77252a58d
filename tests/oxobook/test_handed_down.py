"""The search that is handed down to books, and what it says when it takes long to load."""

import time

import pytest

from oxobook import Rules, handed_down
from oxobook.book import progress
from oxobook.generator import machine


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "is_terminal", "module", "said"),
    [(0.2, True, "x", True), (0, True, "x", False), (0.2, False, "x", False), (0.2, False, "ipykernel", True)],
)
def test_loading_that_takes_long(monkeypatch, capsys, seconds, is_terminal, module, said):
    """On a terminal and in a notebook, a line says why nothing happens for seconds; elsewhere nothing is printed."""
    monkeypatch.setitem(handed_down.sys.modules, module, handed_down)
    monkeypatch.setattr(progress, "_EVERY", seconds or 60)
    monkeypatch.setattr(machine, "processors", lambda: time.sleep(2 * seconds) or 1)
    monkeypatch.setattr(handed_down.sys.stderr, "isatty", lambda: is_terminal, raising=False)
    assert handed_down.search_for(Rules()).score(0, 0) == 0
    assert ("Compiling the search" in capsys.readouterr().err) == said
