"""Boards of three dimensions: books and drawings."""

from itertools import product

import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.reference import Reference

SMALL = ["2x4x2-cube", "2x4x2-cube-misere", "2x6x2-cube", "2x4x3-cube", "1x3x2-cube", "1x4x3-cube"]
LARGER = [pytest.param(text, marks=pytest.mark.long) for text in ("2x6x3-cube", "2x6x3-cube-misere")]


class Solid(Reference):
    """The slow solver on layers side by side; a line is k cells in one of the thirteen directions of space."""

    def __init__(self, rules):
        super().__init__(*rules[:5])
        size, layers = rules.rows, rules.columns // rules.rows
        cell = {
            (z, y, x): y * rules.columns + z * size + x for z, y, x in product(range(layers), range(size), range(size))
        }
        steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
        runs = [
            [tuple(at + n * by for at, by in zip(start, step, strict=True)) for n in range(rules.k)]
            for start in cell
            for step in steps
        ]
        self.lines = [[cell[place] for place in run] for run in runs if all(place in cell for place in run)]


@pytest.mark.slow
@pytest.mark.parametrize("text", [*SMALL, *LARGER])
def test_every_position(text, tmp_path):
    """Both general engines and verify agree with the slow solver everywhere."""
    rules = Rules.parse(text)
    expected = {}
    for board, answer in Solid(rules).solved().answers.items():
        masks = (sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")
        expected[Position(rules, *masks)] = answer
    for engine in ("frontier", "dense"):
        info = generate_book(rules, tmp_path / engine, engine=engine)
        assert sum(layer.raw_positions for layer in info.layers) == len(expected)
        with Book.open(tmp_path / engine) as book:
            assert {one: (book.probe(one).value, book.probe(one).remoteness) for one in expected} == expected
        assert verify_book(tmp_path / engine).right


def test_layers_are_drawn_apart(run, tmp_path):
    """In the terminal a double line stands between layers, in a picture a heavy one."""
    picture = tmp_path / "board.svg"
    book = str(tmp_path / "book")
    assert run("generate", "2x6x2-cube", "--out", book).exit_code == 0
    shown = run("lookup", "a1", "-b", book, "--out", str(picture)).stdout
    assert shown.count("║") == 4 and "╫" in shown
    drawn = picture.read_text()
    heavy = [line for line in drawn.split("<path")[1:] if 'stroke-width="6"' in line or 'stroke-width="8"' in line]
    assert len(heavy) == 1 and heavy[0].count("V") == 2, drawn[:2000]


@pytest.mark.long
def test_the_cube_of_three(tmp_path):
    """X wins 3x3x3 with the fourth stone, from the centre only, and no board is full without a line."""
    rules = Rules.parse("tic-tac-toe-3d")
    info = generate_book(rules, tmp_path / "book")
    assert info.positions == 6_325_449_982 and info.layers[-1].ply == 26
    with Book.open(tmp_path / "book") as book:
        entry = book.probe(Position(rules))
        assert (entry.value.word, entry.remoteness, entry.best) == ("win", 7, ("e2",))
    assert verify_book(tmp_path / "book", 1000).right
