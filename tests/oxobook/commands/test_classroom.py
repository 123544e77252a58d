"""Posters: both sides on two pages of the paper."""

import re

import pytest

from oxobook.viewer.drawing.paper import PAPERS


def drawn(run, kept, file, shows):
    """A poster's bytes, on A2."""
    asked = run("poster", str(file), "--shows", shows, "--paper", "a2", "-b", kept, "--force")
    assert asked.stdout == f"Drawn: {file}\n"
    return file.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("shows", ["map", "sheet"])
def test_two_pages_of_the_paper(run, kept, tmp_path, shows):
    """A PDF of two pages, upright, of the size of the paper."""
    boxes = re.findall(rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+)", drawn(run, kept, tmp_path / "wall.pdf", shows))
    assert [(float(across), float(up)) for across, up in boxes] == [PAPERS["a2"]] * 2


def test_a_poster_is_the_same_each_time(run, kept, tmp_path):
    """Drawn twice, it has the same bytes."""
    first, second = (drawn(run, kept, tmp_path / "wall.pdf", "sheet") for _ in range(2))
    assert first == second


def test_a_poster_is_for_a_wall(run, tmp_path):
    """It is a PDF, and has no side to choose."""
    refused = run("poster", str(tmp_path / "x.svg"))
    assert refused.exit_code == 2 and "pdf" in refused.stderr
    assert "--side" not in run("poster", "--help").stdout
