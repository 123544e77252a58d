"""Strategies in words: a reader who knows only the words plays them against every reply, and never gives value away."""

import json
import re

import pytest

from oxobook.book import Position, TooLarge
from oxobook.book.game.notation import cell_named
from oxobook.book.strategy import canonical_of, pick_strategy
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.classroom.instructions.instructions import (
    instruction_pages,
    instruction_report,
    instructions,
    markdown,
    plain_text,
)
from oxobook.viewer.drawing.pdf import MM
from tests.viewer.classroom.menace.test_kit import PAGES, contents, places, words
from tests.viewer.classroom.spoken_reader import Board, TreeReader, TurningReader

TURNING = [(rules, side, kind) for rules, sides in (("3x3x3", "XO"), ("3x3x3-misere", "X")) for side in sides
           for kind in ("reflexes", "smallest")] + [("3x3x3", side, "pick") for side in "XO"]  # fmt: skip
TREES = [
    ("3x3x3-gravity", "X", "reflexes"),
    ("3x3x3-gravity", "O", "smallest"),
    ("3x3x3-misere", "O", "pick"),
    ("2x3x2", "X", "smallest"),
    ("2x3x3", "O", "smallest"),
    ("2x3x4", "O", "pick"),
    *(pytest.param("3x4x3", side, "reflexes", marks=pytest.mark.slow) for side in "XO"),
]


def strategy_of(book, side, kind):
    """A strategy found anew."""
    return pick_strategy(book, side) if kind == "pick" else smallest_strategy(book, side, kind)


def chosen(book, strategy, position, cells):
    """The positions after the reader's cells, each of which keeps the value; and which own position this is.

    Each is the strategy's move up to symmetry, but where it wins at once, where of the last few cells all are safe, and
    where no line can be completed any more.
    """
    entry, columns = book.probe(position), position.rules.columns
    safe = [cell_named(name, position.rules) for name in entry.safe]
    free = position.rules.cells - position.ply
    settled = (free <= 3 and len(safe) == len(position.legal_cells)) or not Board(position).can_be_won
    assert cells
    after = []
    for row, column in sorted(cells):
        assert row * columns + column in safe
        after.append(position.play(row * columns + column))
        if not settled and after[-1].winner != position.to_move:
            assert canonical_of(after[-1]) == canonical_of(position.play(strategy.move(position)))
    return after, canonical_of(position).key


def replies_to(positions):
    """The positions after every reply, each with the cell of the reply by row and column."""
    for position in positions:
        for cell in position.legal_cells:
            if not (after := position.play(cell)).over:
                yield after, divmod(cell, position.rules.columns)


@pytest.mark.parametrize(("rules", "side", "kind"), TURNING)
def test_turning_words_walked_against_every_reply(make_book, rules, side, kind):
    """In every position of every orientation exactly one instruction applies, and whatever it allows is good."""
    book = make_book(rules)
    strategy = strategy_of(book, side, kind)
    told = instructions(book, strategy)
    assert told.notes[0].startswith("The edges")
    reader = TurningReader(plain_text("", told))
    start = Position(book.rules)
    waiting = [start] if side == "X" else [after for after, _ in replies_to([start])]
    seen, keys = set(), set()
    while waiting:
        position = waiting.pop()
        if position not in seen:
            seen.add(position)
            cells = reader.allowed(Board(position), position.ply // 2 + 1)
            after, key = chosen(book, strategy, position, cells)
            keys.add(key)
            waiting += [reply for reply, _ in replies_to(after)]
    assert keys >= set(strategy.moves)


@pytest.mark.parametrize(("rules", "side", "kind"), TREES)
def test_a_tree_of_coordinates_walked_against_every_reply(make_book, rules, side, kind):
    """Each reply is in at most one line of the list, or the rules are left; whatever they allow is good."""
    book = make_book(rules)
    strategy = strategy_of(book, side, kind)
    told = instructions(book, strategy)
    assert told.notes[0].startswith("A cell is a column")
    reader = TreeReader(plain_text("", told), book.rules.rows, book.rules.columns)
    start, keys = Position(book.rules), set()
    waiting = [(after, reply, reader.start) for after, reply in replies_to([start])]
    if side == "X":
        cell, place = reader.first()
        after, key = chosen(book, strategy, start, {cell})
        keys.add(key)
        waiting = [(one, reply, place) for one, reply in replies_to(after)]
    while waiting:
        position, reply, place = waiting.pop()
        cells, place = reader.answer(place, reply, Board(position))
        after, key = chosen(book, strategy, position, cells)
        keys.add(key)
        waiting += [(one, answer, place) for one, answer in replies_to(after)]
    assert keys >= set(strategy.moves)


def test_words_for_tic_tac_toe(book):
    """X needs three instructions besides the rules, and O ten at most: no more than a card holds."""
    for side, most in (("X", 7), ("O", 15)):
        assert instructions(book, strategy_of(book, side, "reflexes")).count <= most


def test_all_forms_say_the_same(book):
    """Markdown and JSON have the sentences of the text."""
    told = instructions(book, strategy_of(book, "O", "reflexes"))
    text, marked = plain_text("A title", told), markdown("A title", told)
    bare = [re.sub(r"^(#+|-|\d+\.) ", "", line.strip()) for line in marked.splitlines() if line.strip()]
    assert bare == [re.sub(r"^\d\. ", "", line.strip()) for line in text.splitlines() if line.strip()]
    report = instruction_report("A title", told)
    assert [part["heading"] for part in report["parts"]] == [line for line in bare if re.match(r"Your \d", line)]
    first = report["parts"][0]["steps"][0]
    assert first == {"when": "If X has the centre", "take": "a corner", "then": []}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pages_say_what_the_text_says(book, make_book, paper):
    """Every sentence is there, within margins of 10 mm; what is too long for a page goes on to the next."""
    width, height = PAGES[paper]
    for told, most in ((strategy_of(book, "O", "reflexes"), 1), (pick_strategy(make_book("3x3x3-misere"), "O"), 9)):
        told = instructions(make_book(str(told.rules)), told)
        pages = contents(instruction_pages("A title", told, paper))
        assert 1 <= len(pages) <= most
        printed = " ".join(word for page in pages for word in words(page) if not re.fullmatch(r"\d+\.?|\\177", word))
        printed = printed.replace("A title \\(continued\\) ", "").replace("\\", "")
        said = (re.sub(r"^\d\. ", "", line.strip()) for line in plain_text("A title", told).splitlines())
        assert printed == " ".join(line for line in said if line)
        for page in pages:
            assert all(10 * MM <= x <= width - 10 * MM and 10 * MM <= y <= height - 10 * MM for x, y in places(page))


def test_the_command(run, tmp_path):
    """It prints the words, or writes them as the ending of the file says; another ending is refused."""
    printed = run("classroom", "words").stdout
    assert printed.startswith("How X never loses at tic-tac-toe\n")
    for ending, start in ((".txt", printed.encode()), (".md", b"# How X never loses"), (".pdf", b"%PDF-")):
        file = tmp_path / f"words{ending}"
        assert run("classroom", "words", "--out", str(file)).stderr == f"Written: {file}\n"
        assert file.read_bytes().startswith(start)
    both = run("classroom", "words", "--out", str(tmp_path / "both.txt"), "--json")
    assert json.loads(both.stdout)["title"] and (tmp_path / "both.txt").read_text() == printed
    refused = run("classroom", "words", "--out", "words.doc")
    assert refused.exit_code == 2
    assert "expected instructions as txt, md, pdf; got 'doc'" in refused.stderr


def test_too_many_words_are_refused(make_book, monkeypatch):
    """A strategy that takes too many words is refused, with what to do instead."""
    monkeypatch.setattr("oxobook.viewer.classroom.instructions.in_coordinates.MOST_STEPS", 10)
    book = make_book("3x3x3-gravity")
    with pytest.raises(TooLarge, match=r"O's pick one for 3x3x3-gravity takes more than 10 steps: .*draw a sheet"):
        instructions(book, pick_strategy(book, "O"))
