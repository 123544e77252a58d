"""Strategies in words: a reader who knows only the words plays them against every reply, and never gives value away."""

import json
import re

import pytest

from oxobook.book import Position, TooLarge
from oxobook.book.game.notation import move_names
from oxobook.book.strategy import canonical_of, pick_strategy
from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.classroom.instructions.instructions import (
    instruction_report,
    instruction_title,
    instructions,
    plain_text,
    words_part,
)
from oxobook.viewer.papers.paper import paper_file
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from tests.viewer.classroom.pdf_reader import pages_of
from tests.viewer.classroom.spoken_reader import Board, answer

TURNING = [(rules, side, kind) for rules, sides in (("3x3x3", "XO"), ("3x3x3-misere", "X")) for side in sides
           for kind in ("reflexes", "smallest")] + [("3x3x3", side, "pick") for side in "XO"]  # fmt: skip


def strategy_of(book, side, kind):
    """A strategy found anew."""
    return pick_strategy(book, side) if kind == "pick" else smallest_strategy(book, side, kind)


def follow(text, side, rules):
    """Yield the positions in which a reader of the text is to move, against any replies, with the moves it leaves."""
    start = Position(rules)
    waiting = replies_to(start) if side == "O" else [start]
    seen = set()
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        board = Board(position)
        cells = [board.moves[move] for move in answer(text, board, position.ply // 2 + 1)]
        assert cells
        yield position, cells
        for cell in cells:
            waiting += replies_to(position.play(cell))


def replies_to(position):
    """The positions after every reply in which the game goes on."""
    return [after for cell in position.legal_cells if not (after := position.play(cell)).over]


def require_sound(told, book, side):
    """Check that whoever follows the words gives nothing away, and ends as the title says; return the positions."""
    title, met = instruction_title(book, side), set()
    promised = {"always wins": (side,), "never loses": (side, None), "makes the best of it": ("X", "O", None)}
    (ends,) = (ends for words, ends in promised.items() if f"How {side} {words} at " in title)
    for position, cells in follow(plain_text(title, told), side, book.rules):
        met.add(position)
        safe = book.probe(position, pick=False).safe_mask
        for cell in cells:
            assert safe >> cell & 1, (position, move_names(book.rules)[cell])
            after = position.play(cell)
            finished = [after] if after.over else filter(lambda one: one.over, map(after.play, after.legal_cells))
            assert {end.winner for end in finished} <= {*ends}
    return met


@pytest.mark.parametrize(("rules", "side", "kind"), TURNING)
def test_words_followed_against_every_reply(make_book, rules, side, kind):
    """In every position one instruction applies, and all that it allows is as good as the strategy's move: alike, or it
    wins at once, or all of the last moves are safe."""
    book = make_book(rules)
    strategy = strategy_of(book, side, kind)
    told = instructions(book, strategy)
    assert {canonical_of(position).key for position in require_sound(told, book, side)} >= set(strategy.moves)
    for position, cells in follow(plain_text("", told), side, book.rules):
        settled = len(book.probe(position).safe) == len(position.legal_cells) <= 3
        if not settled and book.probe(position).remoteness > 1:
            told_moves = {canonical_of(position.play(cell)) for cell in cells}
            assert told_moves == {canonical_of(position.play(strategy.move(position)))}


def test_words_for_tic_tac_toe(book):
    """X needs three instructions besides the rules, and O ten at most: no more than a card holds."""
    for side, most in (("X", 7), ("O", 15)):
        assert instructions(book, strategy_of(book, side, "reflexes")).count <= most


def test_all_forms_say_the_same(book):
    """JSON has the sentences of the text."""
    told = instructions(book, strategy_of(book, "O", "reflexes"))
    lines = plain_text("A title", told).splitlines()
    report = instruction_report("A title", told)
    assert [part["heading"] for part in report["parts"]] == [line for line in lines if re.match(r"Your \d", line)]
    first = report["parts"][0]["steps"][0]
    assert first == {"when": "If X has the centre", "take": "a corner", "then": []}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.slow
def test_the_pages_say_what_the_text_says(book, paper):
    """Every sentence is there, within margins of 10 mm; what is too long for a page goes on to the next."""
    for kind, most in (("reflexes", 1), ("pick", 9)):
        told = instructions(book, strategy_of(book, "O", kind))
        pages = pages_of(paper_file("pdf", paper, told.words, [words_part("A title", told)]))
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
    for ending, start in ((".txt", printed.encode()), (".pdf", b"%PDF-")):
        file = tmp_path / f"words{ending}"
        assert run("classroom", "words", "--out", str(file)).stderr == f"Written: {file}\n"
        assert file.read_bytes().startswith(start)
    both = run("classroom", "words", "--out", str(tmp_path / "both.txt"), "--json")
    assert json.loads(both.stdout)["title"] and (tmp_path / "both.txt").read_text() == printed
    refused = run("classroom", "words", "--out", "words.doc")
    assert refused.exit_code == 2
    assert "expected instructions as txt, pdf, typ; got 'doc'" in refused.stderr


@pytest.mark.parametrize("rules", ["3x3x3-gravity", "2x3x3"])
def test_what_no_words_can_tell_is_refused(make_book, rules):
    """Other boards, and a strategy whose cases the words cannot tell apart, are refused with what to do instead."""
    book = make_book(rules)
    with pytest.raises(TooLarge, match=rf"on a 3x3 board .*; got O's strategy pick for {rules}: draw a sheet"):
        instructions(book, pick_strategy(book, "O"))
