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

from oxobook.book.errors import MissingExtra
from oxobook.viewer.palette import PALETTES
from oxobook.viewer.pictures.charts.chart_data import (
    game_shares,
    games_by_length,
    outcomes,
    raw_counts,
    ways_to_play,
)
from oxobook.viewer.pictures.charts.counts import counts_plot
from oxobook.viewer.pictures.registry import DRAWN

SVG = "{http://www.w3.org/2000/svg}"
CLASSIC = PALETTES["classic"]


def uncounted(book):
    """A book like this one whose engine counted no games."""
    layers = tuple(one._replace(sequences=None, games=None) for one in book.info.layers)
    games = book.info.games._replace(**dict.fromkeys(book.info.games._fields))
    info = book.info._replace(layers=layers, games=games)
    return SimpleNamespace(info=info, rules=book.rules, probe=book.probe, moves=book.moves)


def test_games_by_length(book):
    """255,168 games by length and winner: X wins in 5, 7 and 9 moves, O in 6 and 8, and 46,080 fill the board."""
    assert games_by_length(book.info) == (
        (5, 1440, 0, 0),
        (6, 0, 0, 5328),
        (7, 47952, 0, 0),
        (8, 0, 0, 72576),
        (9, 81792, 46080, 0),
    )


def test_games_by_length_under_misere(make_book):
    """Under misère the side that completes a line loses, so the same games go to the other side."""
    assert games_by_length(make_book("3x3x3-misere").info) == (
        (5, 0, 0, 1440),
        (6, 5328, 0, 0),
        (7, 0, 0, 47952),
        (8, 72576, 0, 0),
        (9, 0, 46080, 81792),
    )


@pytest.mark.parametrize(
    "rules", ["3x3x3", "3x3x3-misere", "3x4x3", "3x4x3-gravity", "1x5x3", "2x3x2", "2x2x3", "1x1x1"]
)
def test_figures_add_up_to_the_books_totals(make_book, rules):
    """By length or by ply, each side's games and positions sum to the totals that the book counted apart."""
    info = make_book(rules).info
    x, drawn, o = (sum(one[side] for one in games_by_length(info)) for side in (1, 2, 3))
    assert (x, drawn, o) == (info.games.x_games, info.games.drawn_games, info.games.o_games)
    assert sum(sum(one[1:]) for one in outcomes(info)) == info.positions
    assert min(min(one) for one in (*outcomes(info), *raw_counts(info), *games_by_length(info))) >= 0
    assert [one[0] for one in raw_counts(info)] == [one.ply for one in info.layers]
    assert sum(sum(one[1:]) for one in game_shares(info)) == pytest.approx(100)


def test_outcomes(book):
    """At ply 8 there are 57 positions: in play, X wins 23 and 11 are draws; O has won 23."""
    assert outcomes(book.info)[8] == (8, 23, 0, 11, 0, 0, 23)
    assert outcomes(book.info)[9] == (9, 0, 12, 0, 3, 0, 0)
    assert sum(one.x_over for one in outcomes(book.info)) == 91
    assert sum(one.o_over for one in outcomes(book.info)) == 44


def test_raw_counts_and_ways(book):
    """5,478 positions, 958 of them terminal; Schaefer's table of ways to play and games that end."""
    counts, ways = raw_counts(book.info), ways_to_play(book.info)
    assert (sum(one[1] for one in counts), sum(one[2] for one in counts)) == (5478 - 958, 958)
    assert [one[1] for one in ways] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [one[2] for one in ways] == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]


def test_shares(book):
    """X wins 51.4 per cent of all games, O 30.5, and 18.1 are drawn."""
    sums = [round(sum(one[side] for one in game_shares(book.info)), 1) for side in (1, 2, 3)]
    assert sums == [51.4, 18.1, 30.5]


@pytest.mark.slow
def test_uncounted_games_are_said_to_be(book):
    """A book without counts of games still has its sheet, which says what it does not hold."""
    bare = uncounted(book)
    assert ways_to_play(bare.info) is games_by_length(bare.info) is game_shares(bare.info) is None
    assert "Games of" not in counts_plot(bare, CLASSIC).file("svg").decode()


@pytest.mark.slow
def test_counts_past_64_bits(book):
    """Games of larger boards pass 64 bits; they are drawn all the same, and said with all digits in the description."""
    layers = tuple(one._replace(sequences=one.sequences * 10**17, games=one.games * 10**17) for one in book.info.layers)
    games = book.info.games._replace(drawn_games=46080 * 10**17)
    info = book.info._replace(layers=layers, games=games)
    large = SimpleNamespace(info=info, rules=book.rules, probe=book.probe, moves=book.moves)
    assert (
        f"Games of 8 moves: X wins 0, drawn 0, O wins {72576 * 10**17:,}."
        in counts_plot(large, CLASSIC).file("svg").decode()
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    ["3x3x3", *(pytest.param(text, marks=pytest.mark.slow) for text in ("3x4x3-gravity", "1x1x1"))],
)
def test_svg_is_well_formed_and_described(make_book, rules):
    """One SVG element whose title names the rules and whose description holds the figures."""
    opened = make_book(rules)
    root = ElementTree.fromstring(counts_plot(opened, PALETTES["colorblind"]).file("svg").decode())
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == f"{rules}: positions and games"
    description = root.find(".//{http://purl.org/dc/elements/1.1/}description").text
    for length, x, drawn, o in games_by_length(opened.info):
        assert f"Games of {length} moves: X wins {x:,}, drawn {drawn:,}, O wins {o:,}." in description


@pytest.mark.slow
def test_palettes_colour_the_sides(book):
    """Each palette's own blue and red-orange are on its sheet, and not the other's."""
    sheets = {name: counts_plot(book, palette).file("svg").decode() for name, palette in PALETTES.items()}
    assert CLASSIC.x in sheets["classic"] and CLASSIC.o in sheets["classic"]
    assert CLASSIC.x not in sheets["colorblind"] and CLASSIC.o not in sheets["colorblind"]


@pytest.mark.slow
@pytest.mark.parametrize("folder", [matplotlib.get_cachedir(), pytest.param(os.devnull, marks=pytest.mark.long)])
def test_the_same_bytes_in_every_process(library, book, tmp_path, folder):
    """SVG, PNG and PDF are the same whatever the hash seed and the user's configuration.

    Nothing is printed: a configuration folder that cannot be used, and so a font cache to build (which takes minutes),
    is not the reader's business. The caller's matplotlib settings and log level are as they were.
    """
    program = (
        "import hashlib; from oxobook.book import Book; from oxobook.viewer.palette import PALETTES\n"
        "from oxobook.viewer.pictures.charts.counts import counts_plot\n"
        "from oxobook.viewer.pictures.registry import DRAWN\n"
        f"with Book.open({str(library / '3x3x3.sqlite')!r}) as book:\n"
        " for form in DRAWN: print(hashlib.sha256(counts_plot(book, PALETTES['classic']).file(form)).hexdigest())"
    )
    (tmp_path / "matplotlibrc").write_text("font.size: 20\nsvg.fonttype: none\naxes.grid: True\n")
    configured = {"PYTHONHASHSEED": "2", "MATPLOTLIBRC": str(tmp_path), "MPLCONFIGDIR": folder}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=configured)
    logger = logging.getLogger("matplotlib")
    before = matplotlib.rcParams.copy(), logger.level
    files = [counts_plot(book, CLASSIC).file(form) for form in DRAWN]
    assert (matplotlib.rcParams.copy(), logger.level) == before
    assert [hashlib.sha256(file).hexdigest() for file in files] == done.stdout.split() and done.stderr == ""
    starts = {"svg": b"<?xml", "png": b"\x89PNG\r\n", "pdf": b"%PDF-"}
    assert all(file.startswith(starts[form]) for form, file in zip(DRAWN, files, strict=True))


def test_missing_extra(book, monkeypatch):
    """Without matplotlib the error names the extra and how to install it."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"charts need the library matplotlib: pip install 'oxobook\[charts\]'"):
        counts_plot(book, CLASSIC).file("svg")
