"""The sheet of charts: its figures are the book's, its bytes always the same."""

import hashlib
import logging
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import matplotlib
import pytest

from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.charts.counts import counts_plot
from oxobook.viewer.pictures.charts.panels import games_by_length
from oxobook.viewer.pictures.registry import DRAWN

SVG = "{http://www.w3.org/2000/svg}"


def uncounted(book):
    """A book like this one whose engine counted no games."""
    layers = tuple(one._replace(sequences=None, games=None) for one in book.info.layers)
    games = book.info.games._replace(**dict.fromkeys(book.info.games._fields))
    info = book.info._replace(layers=layers, games=games)
    return SimpleNamespace(info=info, rules=book.rules, probe=book.probe, moves=book.moves)


@pytest.mark.parametrize(("rules", "x", "o"), [("3x3x3", 0, 2), ("3x3x3-misere", 2, 0)])
def test_games_by_length(make_book, rules, x, o):
    """255,168 games: one side wins in 5, 7 and 9 moves, the other in 6 and 8, and 46,080 fill the board."""
    found = games_by_length(make_book(rules).info)
    assert [found[length][x] for length in range(5, 10)] == [1440, 0, 47952, 0, 81792]
    assert [found[length][o] for length in range(5, 10)] == [0, 5328, 0, 72576, 0]
    assert [games[1] for games in found.values()] == [0, 0, 0, 0, 46080]


@pytest.mark.parametrize(
    "rules", ["3x3x3", "3x3x3-misere", "3x4x3", "3x4x3-gravity", "1x5x3", "2x3x2", "2x2x3", "1x1x1"]
)
def test_games_add_up_to_the_books_totals(make_book, rules):
    """By length, each side's games sum to the totals that the book counted apart."""
    info = make_book(rules).info
    sums = [sum(games) for games in zip(*games_by_length(info).values(), strict=True)]
    assert sums == [info.games.x_games, info.games.drawn_games, info.games.o_games]


@pytest.mark.slow
def test_uncounted_games_are_said_to_be(book):
    """A book without counts of games still has its sheet, which says what it does not hold."""
    bare = uncounted(book)
    assert games_by_length(bare.info) == {}
    assert "Games of" not in counts_plot(bare, COLOURS).file("svg").decode()


@pytest.mark.slow
def test_counts_past_64_bits(book):
    """Games of larger boards pass 64 bits; they are drawn all the same, and said with all digits in the description."""
    layers = tuple(one._replace(sequences=one.sequences * 10**17, games=one.games * 10**17) for one in book.info.layers)
    games = book.info.games._replace(drawn_games=46080 * 10**17)
    info = book.info._replace(layers=layers, games=games)
    large = SimpleNamespace(info=info, rules=book.rules, probe=book.probe, moves=book.moves)
    assert (
        f"Games of 8 moves: X wins 0, drawn 0, O wins {72576 * 10**17:,}."
        in counts_plot(large, COLOURS).file("svg").decode()
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    ["3x3x3", *(pytest.param(text, marks=pytest.mark.slow) for text in ("3x4x3-gravity", "1x1x1"))],
)
def test_svg_is_well_formed_and_described(make_book, rules):
    """One SVG element whose title names the rules and whose description holds the figures."""
    opened = make_book(rules)
    root = ElementTree.fromstring(counts_plot(opened, COLOURS).file("svg").decode())
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == f"{rules}: positions and games"
    description = root.find(".//{http://purl.org/dc/elements/1.1/}description").text
    for length, (x, drawn, o) in games_by_length(opened.info).items():
        assert f"Games of {length} moves: X wins {x:,}, drawn {drawn:,}, O wins {o:,}." in description


@pytest.mark.slow
@pytest.mark.parametrize("folder", [matplotlib.get_cachedir(), pytest.param(os.devnull, marks=pytest.mark.long)])
def test_the_same_bytes_in_every_process(library, book, tmp_path, folder):
    """SVG, PNG and PDF are the same whatever the hash seed and the user's configuration.

    Nothing is printed: a configuration folder that cannot be used, and so a font cache to build (which takes minutes),
    is not the reader's business. The caller's matplotlib settings and log level are as they were.
    """
    program = (
        "import hashlib; from oxobook.book import Book; from oxobook.viewer.palette import COLOURS\n"
        "from oxobook.viewer.pictures.charts.counts import counts_plot\n"
        "from oxobook.viewer.pictures.registry import DRAWN\n"
        f"with Book.open({str(library / '3x3x3.sqlite')!r}) as book:\n"
        " for form in DRAWN: print(hashlib.sha256(counts_plot(book, COLOURS).file(form)).hexdigest())"
    )
    (tmp_path / "matplotlibrc").write_text("font.size: 20\nsvg.fonttype: none\naxes.grid: True\n")
    configured = {"PYTHONHASHSEED": "2", "MATPLOTLIBRC": str(tmp_path), "MPLCONFIGDIR": folder}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=configured)
    logger = logging.getLogger("matplotlib")
    before = matplotlib.rcParams.copy(), logger.level
    files = [counts_plot(book, COLOURS).file(form) for form in DRAWN]
    assert (matplotlib.rcParams.copy(), logger.level) == before
    assert [hashlib.sha256(file).hexdigest() for file in files] == done.stdout.split() and done.stderr == ""
    starts = {"svg": b"<?xml", "png": b"\x89PNG\r\n", "pdf": b"%PDF-"}
    assert all(file.startswith(starts[form]) for form, file in zip(DRAWN, files, strict=True))
