"""Strategies in words: a reader who knows only the words plays them against every reply, and never gives value away."""

import json
import re
from itertools import product

import pytest

from oxobook.book import Book, Position, Rules, TooLarge
from oxobook.book.deadline import Deadline
from oxobook.book.game.conventions import CONVENTIONS, Convention
from oxobook.book.game.notation import move_names
from oxobook.book.progress import tell_nobody
from oxobook.book.strategy import Strategy, canonical_of, pick_strategy
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.greedy import greedy_moves
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.classroom.instructions.instructions import (
    instruction_report,
    instruction_title,
    instructions,
    markdown,
    plain_text,
    words_part,
)
from oxobook.viewer.papers.paper import Paper
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from tests.games import small_games
from tests.viewer.classroom.pdf_reader import pages_of
from tests.viewer.classroom.spoken_reader import Board, reader_of

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
STRANGERS = [
    *(Convention(line="other"), Convention(counted="O"), Convention(line="X", full="O"), Convention(line="O")),
    *(Convention(("X", "X"), line="X", full="O"), Convention(("X", "X"), line="X"), Convention(("XO", "XO"), "X")),
    *(Convention(("XO", "XO"), "O", line="other"), Convention(("XO", "XO"), line="O", full="X")),
]
"""Conventions that are not registered."""


def strategy_of(book, side, kind):
    """A strategy found anew."""
    return pick_strategy(book, side) if kind == "pick" else smallest_strategy(book, side, kind)


def with_reflexes(book, side):
    """A strategy with reflexes that is found at once, if not the one with the fewest positions to remember."""
    moves = greedy_moves(book, side, True, False, Deadline(60), tell_nobody)
    return Strategy(book.rules, side, "reflexes", False, moves)


def follow(text, book, side):
    """Yield the positions in which a reader of the text is to move, against any replies, with the moves it leaves."""
    reader, start = reader_of(text, book.rules), Position(book.rules)
    waiting, seen = [(start, None, reader.start)], set()
    if side == "O":
        waiting = [(after, reply, reader.start) for after, reply in replies_to(start)]
    while waiting:
        one = waiting.pop()
        position, reply, place = one
        if one in seen or (place is None and (position, None) in seen):
            continue
        seen.add(one if place else (position, None))
        board = Board(position)
        moves, place = reader.answer(place, reply, board, position.ply // 2 + 1)
        assert moves
        cells = [board.moves[move] for move in moves]
        yield position, cells
        waiting += [(after, reply, place) for cell in cells for after, reply in replies_to(position.play(cell))]


def replies_to(position):
    """The positions after every reply, each with the reply by row, column and sign."""
    for move, number in Board(position).moves.items():
        if not (after := position.play(number)).over:
            yield after, move


def require_sound(told, book, side):
    """Check that whoever follows the words gives nothing away, and ends as the title says; return the positions."""
    title, met = instruction_title(book, side), set()
    promised = {"always wins": (side,), "never loses": (side, None), "makes the best of it": ("X", "O", None)}
    (ends,) = (ends for words, ends in promised.items() if f"How {side} {words} at " in title)
    for position, cells in follow(plain_text(title, told), book, side):
        met.add(position)
        safe = book.probe(position, pick=False).safe_mask
        for cell in cells:
            assert safe >> cell & 1, (position, move_names(book.rules)[cell])
            after = position.play(cell)
            finished = [after] if after.over else filter(lambda one: one.over, map(after.play, after.legal_cells))
            assert {end.winner for end in finished} <= {*ends}
    return met


@pytest.mark.parametrize(("rules", "side", "kind"), TURNING + TREES)
def test_words_followed_against_every_reply(make_book, rules, side, kind):
    """In every position one instruction applies, or the rules are left, and all that it allows is as good as the
    strategy's move: alike, or it wins at once, or all of the last moves are safe, or no line can be completed."""
    book = make_book(rules)
    strategy = strategy_of(book, side, kind)
    told = instructions(book, strategy)
    assert told.notes[0].startswith("The edges" if (rules, side, kind) in TURNING else "A cell is a column")
    assert {canonical_of(position).key for position in require_sound(told, book, side)} >= set(strategy.moves)
    for position, cells in follow(plain_text("", told), book, side):
        settled = len(book.probe(position).safe) == len(position.legal_cells) <= 3
        wins = book.probe(position).remoteness == 1
        dead = all(line & position.x and line & position.o for line in book.rules.lines)
        if not (settled or wins or dead):
            told_moves = {canonical_of(position.play(cell)) for cell in cells}
            assert told_moves == {canonical_of(position.play(strategy.move(position)))}


@pytest.mark.parametrize("every", [pytest.param(9, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.timeout(600)
def test_words_of_all_games(game_book, every):
    """In small games of every kind and convention a follower gives nothing away, or there are no words."""
    followed = refused = positions = 0
    large = [Rules.parse(f"3x3x3-{word}") for word, convention in CONVENTIONS.items() if convention.both]
    for rules, side in [*product([*small_games(), *large], "XO")][::every]:
        book = game_book(rules)
        for strategy in (pick_strategy(book, side), with_reflexes(book, side)):
            try:
                told = instructions(book, strategy)
            except TooLarge as error:
                refused += 1
                assert "\n" not in str(error)
                continue
            followed += 1
            positions += len(require_sound(told, book, side))
    assert followed > 4 * refused and positions > 60_000 / every


@pytest.mark.parametrize("number", range(len(STRANGERS)))
def test_words_of_a_convention_that_is_added(number, monkeypatch, tmp_path):
    """The words ask a convention for what it is, not for its name."""
    name, convention = f"new{'abcdefghij'[number]}", STRANGERS[number]
    monkeypatch.setitem(CONVENTIONS, name, convention)
    rules = Rules.parse(f"{'2x3x3' if convention.both else '3x3x3'}-{name}")
    generate_book(rules, tmp_path / "book")
    with Book.open(tmp_path / "book") as book:
        for side in "XO":
            require_sound(instructions(book, with_reflexes(book, side)), book, side)


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
    for told, most in ((strategy_of(book, "O", "reflexes"), 1), (pick_strategy(make_book("3x3x3-misere"), "O"), 9)):
        told = instructions(make_book(str(told.rules)), told)
        pages = pages_of(Paper("A title", paper, told.words, [words_part("A title", told)]).file("pdf"))
        assert 1 <= len(pages) <= most
        assert all(page.size == PAPERS[paper] and page.within_margins for page in pages)
        printed = " ".join(
            word for page in pages for word in page.text.split() if not re.fullmatch(r"\d+\.?|\u2022", word)
        )
        said = " ".join(re.sub(r"^ *\d\. ", "", line) for line in plain_text("A title", told).splitlines())
        assert printed.replace("A title (continued) ", "").split() == said.split()


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
    assert "expected instructions as txt, md, pdf, typ; got 'doc'" in refused.stderr


def test_too_many_words_are_refused(make_book, monkeypatch):
    """A strategy that takes too many words is refused, with what to do instead."""
    monkeypatch.setattr("oxobook.viewer.classroom.instructions.in_coordinates.MOST_STEPS", 10)
    book = make_book("3x3x3-gravity")
    with pytest.raises(TooLarge, match=r"O's pick one for 3x3x3-gravity takes more than 10 steps: .*draw a graph"):
        instructions(book, pick_strategy(book, "O"))
