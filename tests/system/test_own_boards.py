"""Polyominoes, hexagons and boards from files: solved by every engine, proved, and right in every position."""

import cmath
import json
from itertools import combinations, pairwise

import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.reference import Reference

DISTANCES = {"el": 4, "tic": 6, "elly": 14, "fatty": 8, "knobby": 11, "skinny": 20, "tippy": 12}
"""Sum of the squared distances between a polyomino's cells; no other connected polyomino of its size has the same."""
ANIMALS = [
    "3x3x3-el",
    "2x4x3-tic-gravity",
    "3x3x4-tippy",
    "2x4x4-knobby",
    "3x3x4-fatty-misere",
    "2x5x4-elly",
    "1x6x4-skinny",
]
HEXAGONS = ["3x3x3-hex", "2x4x3-hex-misere", "3x2x2-hex"]
FANO = ["a3 b3 c3", "a3 a2 a1", "a3 b2 c1", "b3 a2 c1", "b3 b2 a1", "c3 a2 b2", "c3 a1 c1"]
BOARDS = {
    "fano": {"board": ["...", "..#", ".#."], "lines": [line.split() for line in FANO]},
    "fano-misere": {"board": ["...", "..#", ".#."], "lines": [line.split() for line in FANO]},
    "ring": {"board": ["...", ".#.", "..."], "k": 3},
    "slope-gravity": {"board": ["..#", "...", "..."], "k": 3},
    "cave-gravity": {"board": ["...", "#..", "..."], "k": 2},
    "mixed": {"board": ["...", "..."], "lines": [["a2", "b2"], ["a1", "b1", "c1"], ["b2", "c1", "c2"]]},
    "bent": {"board": ["#..", "...", "..#"], "shape": [".#", "##"]},
    "plain": {"board": ["...", "...", "..."], "k": 3, "symmetry": False},
    "named": {"board": ["....", "#..#"], "k": 3, "names": ["a1", "b1", "c1", "d1", "a2", "b2"]},
}


class Listed(Reference):
    """The slow solver on a board whose lines are given; a stone falls past no hole."""

    def __init__(self, rules, lines, places):
        super().__init__(rules.rows, rules.columns, rules.k, rules.misere, rules.gravity)
        self.lines, self.places = lines, places

    def solved(self):
        self.solve("." * len(self.places))
        return self

    def moves(self, board):
        if self.line_owner(board):
            return []
        below = [self.places.index((r + 1, c)) if (r + 1, c) in self.places else None for r, c in self.places]
        rests = (cell is None or board[cell] != "." or not self.gravity for cell in below)
        return [cell for cell, fits in enumerate(rests) if fits and board[cell] == "."]


def connected(cells):
    """Return whether cells hang together by their sides."""
    found, waiting = set(), [cells[0]]
    while waiting:
        row, column = waiting.pop()
        if (row, column) in cells and (row, column) not in found:
            found.add((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return len(found) == len(cells)


def animal(text):
    """The rules of an animal, its lines by their distances, and its places."""
    rules = Rules.parse(text)
    places = [divmod(cell, rules.columns) for cell in range(rules.cells)]
    sets = (chosen for chosen in combinations(places, rules.k) if connected(chosen))
    wanted = DISTANCES[rules.kind]
    lines = [
        one for one in sets if sum((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(one, 2)) == wanted
    ]
    return rules, [[places.index(place) for place in line] for line in lines], places


def hexagons(text):
    """The rules of a board of hexagons, its lines by their places in the plane, and its places."""
    rules = Rules.parse(text)
    places = [divmod(cell, rules.columns) for cell in range(rules.cells)]
    middles = [column + row * cmath.rect(1, cmath.pi / 3) for row, column in places]
    lines = []
    for chosen in combinations(range(rules.cells), rules.k):
        steps = [middles[after] - middles[before] for before, after in pairwise(chosen)]
        if all(abs(step - steps[0]) < 1e-6 and abs(abs(step) - 1) < 1e-6 for step in steps):
            lines.append(chosen)
    return rules, lines, places


def own(name):
    """The rules of a board in this file, its lines, and its places."""
    word, *variants = name.split("-")
    fields = {"name": word, **BOARDS[name]}
    rules = Rules.own(json.dumps(fields), "".join(f"-{variant}" for variant in variants))
    places = [(r, c) for r, row in enumerate(fields["board"]) for c, sign in enumerate(row) if sign == "."]
    names = fields.get("names") or ["abcdefg"[column] + str(rules.rows - row) for row, column in places]
    if "lines" in fields:
        return rules, [[names.index(one) for one in line] for line in fields["lines"]], places
    if "shape" in fields:
        return rules, [[places.index(one) for one in line] for line in combinations(places, 3) if is_bent(line)], places
    runs = [
        [(r + n * d, c + n * e) for n in range(fields["k"])]
        for r, c in places
        for d, e in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return rules, [[places.index(one) for one in run] for run in runs if {*run} <= {*places}], places


def is_bent(line):
    """Return whether three cells stand in a block of two by two."""
    rows, columns = zip(*line, strict=True)
    return max(rows) - min(rows) == max(columns) - min(columns) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ANIMALS, *HEXAGONS, *BOARDS])
def test_every_position(name, tmp_path):
    """Both general engines and verify agree with the slow solver everywhere."""
    rules, lines, places = (own if name in BOARDS else hexagons if name in HEXAGONS else animal)(name)
    expected = {}
    for board, answer in Listed(rules, lines, places).solved().answers.items():
        masks = (sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")
        expected[Position(rules, *masks)] = answer
    for engine in ["frontier"] if rules.stacked else ["frontier", "dense"]:
        info = generate_book(rules, tmp_path / engine, engine=engine)
        assert sum(layer.raw_positions for layer in info.layers) == len(expected)
        with Book.open(tmp_path / engine) as book:
            assert book.rules == rules
            assert {one: (book.probe(one).value, book.probe(one).remoteness) for one in expected} == expected
        assert verify_book(tmp_path / engine).right


def test_a_file_is_a_game(run, tmp_path, monkeypatch):
    """A board's file stands wherever rules are typed; later its name, which the library's book knows, will do."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(tmp_path))
    (tmp_path / "ring.json").write_text(json.dumps({"name": "ring", **BOARDS["ring"]}))
    assert "ring-misere.sqlite" in run("generate", str(tmp_path / "ring.json-misere")).stdout
    shown = run("lookup", "a3 b3", "-r", "ring-misere").stdout
    assert shown.count("▒") > 4 and "to move" in shown
    assert json.loads(run("lookup", "XO./.#./...", "ring-misere", "--json").stdout)["position"] == "XO./.#./..."
    assert "ring-misere" in run("library").stdout


def test_a_name_in_another_library(run, tmp_path):
    """A board's name is known as a word of its own, too, if the option --library says where its book is."""
    (tmp_path / "lake.json").write_text(json.dumps({"name": "lake", **BOARDS["ring"]}))
    run("generate", str(tmp_path / "lake.json"), "--library", str(tmp_path))
    assert "to move" in run("lookup", "a3 b3", "lake", "--library", str(tmp_path)).stdout


def test_words_after_a_name(run, tmp_path):
    """The book of a board makes its name known with other words, too; words that no rules have are refused."""
    (tmp_path / "lake.json").write_text(json.dumps({"name": "lake", **BOARDS["ring"]}))
    here = ("--library", str(tmp_path))
    run("generate", str(tmp_path / "lake.json"), *here)
    assert "lake-misere.sqlite" in run("generate", "lake-misere", *here).stdout
    assert "lake-misere-gravity.sqlite" in run("generate", "lake-misere-gravity", *here).stdout
    refused = run("lookup", "a3", "lake-small", *here)
    assert refused.exit_code == 2 and "expected words such as -misere" in refused.stderr


@pytest.mark.usefixtures("prove_compiled")
def test_proofs(run, tmp_path):
    """A board of one's own is proved by its name, its file and words after either; it has no certificate."""
    file = tmp_path / "lake.json"
    file.write_text(json.dumps({"name": "lake", **BOARDS["ring"]}))
    here = ("--library", str(tmp_path))
    run("generate", str(file), *here)
    for words in (("lake",), ("lake-misere", "a3"), (f"{file}-misere",)):
        done = run("prove", *words, "--memory", "300MB", *here)
        assert ": a draw (" in done.stdout and "There is no certificate" in done.stdout, done.stderr
    refused = run("prove", "lake", "--out", str(tmp_path / "lake.proof"), *here)
    assert refused.exit_code == 2 and "leave out --out" in refused.stderr
    assert not list(tmp_path.glob("*.proof"))
