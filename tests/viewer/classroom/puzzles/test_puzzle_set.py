"""Puzzles: one right move up to symmetry, graded, each once, and printed legibly."""

import csv
import json
import re
from collections import Counter
from html import unescape

import pytest

from oxobook.book import Position, Value
from oxobook.book.strategy import canonical_of
from oxobook.viewer.classroom.puzzles.puzzle_set import NoPuzzles, puzzle_set
from oxobook.viewer.classroom.puzzles.worksheet import anki_cards, puzzles_part
from oxobook.viewer.papers.paper import paper_file
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named
from tests.games import small_games, winning_next
from tests.viewer.classroom.pdf_reader import pages_of

EVERY = 10_000


@pytest.mark.slow
def test_puzzles_of_all_games(game_book):
    """In every kind of game one move is right up to symmetry, and task, line and answer are true; none is twice.

    The grade is what has to be seen: to the end of a won game, else to the end after the wrong move that lasts longest.
    """
    told, refused = Counter(), 0
    for rules in small_games():
        book = game_book(rules)
        try:
            puzzles = puzzle_set(book, count=24)
        except NoPuzzles as error:
            refused += 1
            assert "\n" not in str(error)
            continue
        assert len({canonical_of(puzzle.position).key for puzzle in puzzles}) == len(puzzles)
        for puzzle in puzzles:
            moves, drawn, end = book.moves(puzzle.position), puzzle.kind == "draw", puzzle.position
            (after, *others) = (puzzle.position.play(name) for name in puzzle.solution)
            assert {one.move for one in moves if one.safe} == {*puzzle.solution}
            assert {canonical_of(one) for one in others} <= {canonical_of(after)}
            assert puzzle.wrong == len(moves) - len(puzzle.solution) > 0
            plies = [one.remoteness for one in moves if one.value is (Value.LOSS if drawn else Value.WIN)]
            assert puzzle.depth == (max if drawn else min)(plies) and puzzle.grade == (puzzle.depth + 1) // 2
            for move in puzzle.line:
                end = end.play(move)
            assert puzzle.line[0] == puzzle.solution[0] and end.over
            assert end.winner == (None if drawn else puzzle.position.to_move)
            task, answer = puzzle.task_in(English()), English.answers[puzzle.sort]
            told[answer] += 1
            true = {
                "Completes a line.": bool(after.completed_lines) and after.winner == puzzle.position.to_move,
                "No other move wins.": not any(one.value is Value.WIN for one in moves if not one.safe),
                "Every other move loses.": all(one.value is Value.LOSS for one in moves if not one.safe),
                "Makes two threats at once.": not after.over and len(winning_next(after)) > 1,
            }
            assert true[answer] and (answer == "Every other move loses.") == drawn
            assert (answer == "Makes two threats at once.") == (puzzle.kind == "fork")
            assert "1 moves" not in task and "1 Zügen" not in puzzle.task_in(language_named("de"))
            if found := re.search(r"win in (\d+)", task):
                assert int(found[1]) == (book.probe(puzzle.position).remoteness + 1) // 2
            assert ("win at once" in task) == (answer == "Completes a line.")
    assert len(told) == 4 and sum(told.values()) > 1000 and refused < len(small_games()) / 2


def test_how_many_puzzles_tic_tac_toe_has(book):
    """303 positions up to symmetry have one right move; a set takes some of every kind and grade, the easiest first."""
    puzzles = puzzle_set(book, count=EVERY)
    assert [sum(one.kind == kind for one in puzzles) for kind in ("win", "fork", "draw")] == [172, 43, 88]
    small = puzzle_set(book, count=12)
    assert {(one.kind, one.grade) for one in small} == {(one.kind, one.grade) for one in puzzles}
    for kind in ("win", "fork", "draw"):
        depths = [(one.depth, one.wrong) for one in small if one.kind == kind]
        assert depths == sorted(depths)


def test_sets_by_seed_from_games_and_none(book, make_book, monkeypatch):
    """A seed chooses and turns boards; a large book gives those of random games; no puzzle at all is refused."""
    assert puzzle_set(book, seed=1) == puzzle_set(book, seed=1) != puzzle_set(book, seed=2)
    puzzles = puzzle_set(book)
    assert 0 < sum(one.position == canonical_of(one.position) for one in puzzles) < len(puzzles)
    with pytest.raises(NoPuzzles, match="puzzles of that kind; 3x3x3-misere has none: choose another kind or game"):
        puzzle_set(make_book("3x3x3-misere"), ["fork"])
    every = {canonical_of(one.position).key for one in puzzle_set(book, count=EVERY)}
    monkeypatch.setattr("oxobook.viewer.classroom.puzzles.puzzle_set.MOST_READ", 100)
    found = puzzle_set(book, count=20, seed=3)
    assert len(found) == 20 and {canonical_of(one.position).key for one in found} <= every


def test_a_long_line_is_cut(book, monkeypatch):
    """An explanation ends with an ellipsis only if moves are left out."""
    monkeypatch.setattr("oxobook.viewer.classroom.puzzles.puzzle_set._SHOWN", 3)
    ends = {(len(one.line), one.explanation.endswith(" …)")) for one in puzzle_set(book, count=EVERY)}
    assert {(4, False), (5, True)} <= ends and all(cut == (length > 4) for length, cut in ends)


def test_anki_cards(book):
    """Headers that Anki knows, a card a line with its own name, boards that ask no other host; also German."""
    puzzles = puzzle_set(book)
    lines = anki_cards(book.rules, puzzles, English()).splitlines()
    assert re.search("die Gabel<.*<br>Droht zweimal zugleich.\t", anki_cards(book.rules, puzzles, language_named("de")))
    assert lines[:6] == ["#separator:tab", "#html:true", "#notetype:Basic", "#deck:Tic-tac-toe: puzzles",
                       "#guid column:1", "#tags column:4"]  # fmt: skip
    cards = list(csv.reader(lines[6:], delimiter="\t"))
    assert len({card[0] for card in cards}) == len(cards) == len(puzzles)
    for (name, front, back, tags), puzzle in zip(cards, puzzles, strict=True):
        assert name == f"oxobook 3x3x3 {canonical_of(puzzle.position).text}" and puzzle.task_in(English()) in front
        assert not any(one in front + back for one in ("href", "src", 'x="0" y="0"'))  # half a frame would be cut off
        assert front.count("<circle") == puzzle.position.o.bit_count() and puzzle.explanation in unescape(back)
        assert back.count("<rect") == front.count("<rect") + len(puzzle.solution)
        assert tags == f"oxobook 3x3x3 {puzzle.kind} grade-{puzzle.grade}"


@pytest.mark.parametrize(("rules", "paper"), [("3x3x3", "a4"), ("2x4x3", "a4")])
def test_every_sheet_fits_its_paper(make_book, rules, paper):
    """Each puzzle has its number, task and solution once; all that is drawn keeps a margin of 10 mm."""
    book = make_book(rules)
    puzzles = puzzle_set(book)
    pages = printed(book, puzzles, paper)
    assert all(page.size == PAPERS[paper] and page.within_margins for page in pages)
    tasks = [page for page in pages if "solutions" not in page.lines[0]]
    for some in (tasks, pages[len(tasks) :]):
        numbers = [int(number) for page in some for number in re.findall(r"^(\d+)\. ", page.text, re.MULTILINE)]
        assert numbers == [*range(1, len(puzzles) + 1)]
    said = re.findall(r"^\d+\. (.* to move.*?)\r?$", "\n".join(page.text for page in tasks), re.MULTILINE)
    assert said == [one.task_in(English()) for one in puzzles]


def printed(book, puzzles, paper="a4", language="en"):
    """The pages of a worksheet."""
    part = puzzles_part(book.rules, puzzles, language_named(language))
    return pages_of(paper_file("pdf", paper, language_named(language), [part]))


def test_sheets_are_for_children(book):
    """A solution is a move and a few words, without moves to read; and German sheets have no English word."""
    said = [line for page in printed(book, puzzle_set(book), language="de") for line in page.lines]
    text = "\n".join(said)
    assert all(
        one in text for one in ("Vollendet eine Reihe.", "Jeder andere Zug verliert.", "Droht zweimal zugleich.")
    )
    assert not any(word in text for word in ("move", "then", "threat", "wins"))


def test_a_sheet_asks_for_the_names_on_its_boards(make_book):
    """Puzzles with coordinates ask for letter and number, others not; where a line loses, the sheet says so."""
    asked = (("3x3x3", None, "its column's letter"), ("3x3x3", "keypad", "in each and write it down."))
    for rules, labels, told in (*asked, ("3x3x3-misere", None, "Whoever completes a line of 3 loses.")):
        part = puzzles_part(make_book(rules).rules, puzzle_set(make_book(rules), count=2, labels=labels), English())
        assert told in part["sheets"][0]["note"] and ("column" in part["sheets"][0]["note"]) == (labels is None)


def test_the_command(run, tmp_path):
    """It prints the set, and writes worksheets and cards."""
    pdf, cards = tmp_path / "sheet.pdf", tmp_path / "cards.txt"
    done = run("classroom", "puzzles", "--sample", "5", "--out", str(pdf), "--json")
    run("classroom", "puzzles", "--sample", "5", "--out", str(cards))
    report = json.loads(done.stdout)
    assert [one["number"] for one in report["puzzles"]] == [1, 2, 3, 4, 5]
    first = report["puzzles"][0]
    assert list(first) == ["number", "kind", "grade", "depth", "wrong", "task", "position", "to_move", "solution",
                           "line", "why"]  # fmt: skip
    assert Position.parse(first["position"]).to_move == first["to_move"]
    assert pdf.read_bytes().startswith(b"%PDF-") and len(cards.read_text().splitlines()) == 11
    again = run("classroom", "puzzles", "--out", str(pdf))
    assert again.exit_code == 2 and "exists" in again.stderr
    lines = run("classroom", "puzzles", "--kind", "fork", "--sample", "3").stdout.splitlines()
    assert len(lines) == 4 and all("find the fork" in line for line in lines[1:])
