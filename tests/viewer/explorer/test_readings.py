"""One reading at every door: each row of the table in the documentation, and what has no text, is read alike."""

import ast
import json
import re
from contextlib import suppress
from urllib.parse import urlencode

import numpy as np
import pytest

from oxobook import Grader, IllegalPosition, Position, Rules
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import Reading
from tests.documentation import TEXTS

_TABLES = [
    [
        [cell.strip(" ").replace(r"\|", "|").strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in section.splitlines()
        if line.startswith("| ") and "---" not in line.split("|")[1]
    ][1:]
    for section in TEXTS["docs/reference/notations.md"].split("\n## ")[2:5]
]
INFERRED, STATED, REFUSED = _TABLES
CASES = [(given, game, reading, position) for rows in (INFERRED, STATED) for _, given, game, reading, position in rows]
NEEDED = {(given, game) for _, given, game, _, _ in STATED}
"""Cases whose reading must be stated."""
_PLANES = np.zeros((3, 3, 3), np.int8)
_PLANES[2, 0, 0] = _PLANES[1, 1, 1] = 1
_PLANES[0] = 1 - _PLANES[1] - _PLANES[2]


class State:
    """State of a game of another library, which shows its board as text."""

    def __str__(self):
        return "x..\n.o.\n..."


OBJECTS = [
    (State(), "3x3x3", "", "X../.O./..."),
    (np.zeros((3, 3)), "3x3x3", "", ".../.../..."),
    (_PLANES, "3x3x3", "free=0 x=2 o=1", "X../.O./..."),
    (_PLANES.ravel().astype(float), "3x3x3", "free=0 x=2 o=1", "X../.O./..."),
    (np.moveaxis(_PLANES[[2, 1]], 0, -1), "3x3x3", "mine=1 theirs=2", "X../.O./..."),
    ("X  \n O \n   ", "3x3x3", "", "X../.O./..."),
    ("X   O    ", "3x3x3", "", "X../.O./..."),
    ("  a b c\n3 X . .\n2 . O .\n1 . . .", "3x3x3", "", "X../.O./..."),
    ('[Event "x"]\n[Site "y"]\n\n1. a3 b2 2. c1 1-0', "3x3x3", "", "X../.O./..X"),
    ("", "connect-four", "", "/".join(["......."] * 6)),
]
"""Values that are no text of one line, with the reading to state, if any, and the position."""


@pytest.fixture(autouse=True)
def no_book_along():
    """Leave Connect Four's book where it is: rows of the table are about it."""


def values(given):
    """Yield a text, the same in lines, and the object that it is the text of."""
    yield from {given, given.replace(" / ", "\n") if "\\" not in given else given}
    with suppress(ValueError, SyntaxError):
        value = ast.literal_eval(given)
        if isinstance(value, list | tuple | dict):
            yield value


def test_the_tables_are_there():
    """The documentation has rows of boards and of moves, and of what is refused."""
    assert len(INFERRED) > 35 and len(STATED) > 12 and len(REFUSED) > 3


@pytest.mark.parametrize(("given", "game", "reading", "position"), CASES)
def test_python_reads_it(given, game, reading, position):
    """Stated, and inferred where it can be, the position is the same; what is stated is written as it is read."""
    rules = Rules.parse(game)
    assert str(Reading.parse(Reading.parse(reading))) == reading.strip()
    for value in values(given):
        assert Position.parse(value, rules, reading=reading).text == position
        if (given, game) not in NEEDED:
            assert Position.parse(value, rules).text == position
        for one in (value, [value]):  # one at a time, nothing is guessed: by the default it is this position, or none
            with suppress(IllegalPosition):
                shown = Reader(rules, inferring=False).alone(value)
                found = Position(rules, *shown.stones).text if shown.moves is None else ""
                assert (given, game) in NEEDED or found in ("", position), one


@pytest.mark.parametrize(("given", "game", "reading", "position"), OBJECTS)
def test_objects(given, game, reading, position):
    """Planes are refused until they are stated, wherever several are possible; other objects need nothing."""
    rules = Rules.parse(game)
    assert Position.parse(given, rules, reading=reading).text == position
    if reading:
        with pytest.raises(IllegalPosition, match=r"can be read as .*: say which with --reading"):
            Position.parse(given, rules)


@pytest.mark.parametrize(("given", "game", "kinds"), REFUSED)
def test_what_is_ambiguous_is_refused(given, game, kinds):
    """One line names the readings, by each of which it is read."""
    rules, ways = Rules.parse(game), re.findall(r"\w+", kinds)
    with pytest.raises(IllegalPosition) as refused:
        Position.parse(given, rules)
    said = str(refused.value)
    assert re.findall(r"\((\w+)\)", said) == ways and said.isprintable() and "say which with --reading" in said
    assert len({Position.parse(given, rules, reading=way) for way in ways}) == len(ways)


def test_bulk_reads_it(make_book):
    """``lookup_many`` reads each row as ``probe`` does, alone and in a list."""
    for given, game, reading, position in CASES:
        if game in ("3x3x3", "3x3x3-wild"):
            book = make_book(game)
            expected = book.lookup_many([position])
            for value in values(given):
                answers = book.lookup_many([value], reading)
                assert all((one == other).all() for one, other in zip(answers, expected, strict=True)), given
                assert book.probe(value, reading=reading).position.text == position


def test_commands_read_it(run, make_book, tmp_path):
    """``lookup`` reads each row in one word or several, and ``label`` and ``judge`` in a file; and say how."""
    make_book("3x3x3-wild")
    for given, game, reading, position in (case for case in CASES if case[1] != "tic-tac-toe-3d"):  # without a book
        stated = ["--reading", reading] if (given, game) in NEEDED else []
        for words in ([given], given.split()) if game == "3x3x3" and "  " not in given else ([given],):
            done = run("lookup", *words, "-r", game, *stated, "--json")
            assert json.loads(done.stdout or "{}").get("position") == position, (words, done.stderr)
            said = "read as " in done.stderr
            assert said == bool(reading and not stated), (given, done.stderr)
        if game != "3x3x3":
            continue
        path = tmp_path / "one.jsonl"
        path.write_text(json.dumps({"board": given}) + "\n")
        best = make_book(game).probe(position).best
        done = run("label", str(path), *stated)
        assert json.loads(done.stdout)["best"] is not None and done.exit_code == 0, (given, done.stderr)
        if not stated:
            assert json.loads(done.stdout)["best"] == [*best]


@pytest.mark.parametrize(
    "command",
    ["lookup {}", "prove 3x3x3 {}", "draw board x.svg {}", "draw orbit x.svg {}", "draw strip x.svg {}"]
    + [f"draw {picture} x.svg --from {{}}" for picture in ("graph --kind all", "tree", "alphabeta")],
)
def test_every_command_that_asks_for_a_reading_takes_it(run, book, tmp_path, monkeypatch, command):
    """Texts that can be read in two ways are refused, and the advice to state the reading works."""
    monkeypatch.chdir(tmp_path)
    words = [word.format("5 1 9") for word in command.split()]
    assert "say which with --reading" in run(*words).stderr
    assert run(*words, "--reading", "keypad").exit_code == 0


def test_the_server_reads_what_is_stated(serve, library, make_book):
    """Over HTTP each row is read as stated; without a reading it is read so, or refused: nothing is guessed."""
    make_book("3x3x3-wild"), make_book("3x3x3")
    client = serve(library)
    for given, game, reading, position in (case for case in CASES if case[1] != "tic-tac-toe-3d"):
        path = f"/api/{Rules.parse(game)}/lookup?"
        asked = {"position": given} | ({"reading": reading} if reading else {})
        done = client.get(path + urlencode(asked))
        assert done.json().get("position") == position, (given, done.text)
        if (given, game) not in NEEDED:
            assert client.get(path + urlencode({"position": given})).json().get("position") in (None, position)
    game = client.get("/api/3x3x3/game?moves=7+5+3&labels=keypad").json()
    assert [one["position"] for one in game["positions"]][-1] == "X../.O./..X"


@pytest.mark.parametrize(
    ("rules", "answers", "move"),
    [
        ("3x3x3", [str(number) for number in range(9)], None),
        ("3x3x3", [r"Final answer: \boxed{b3}", r"\boxed{\text{b3}}", "1", "[b3]", "row 1, column 2"], "b3"),
        ("3x3x3", ['{"action": 0}', '{"move": "a3"}', '{"why": "c1", "move": "a3"}', "<move>0</move>", "place 0",
                   "Action: 0", "row 1, column 1", "top left", "place_mark(position=0)", '{"row": 1, "col": 1}'], "a3"),
        ("3x3x3", ["a3 / Wait, no: c3.", "a3\nWait, no: c3.", "I thought of [a1], but I play [c3].", "`c3`",
                   "<think>Final answer: a1</think>\nSo the answer is c3", "**Answer:** c3"], "c3"),
        ("3x3x3", ["", "pass", "I have 2 options.", "a3 or c3", "9", "R1C1", "d4"], "unreadable"),
        ("3x3x3-gravity", ["column 3", "[col 3]", "3", "c", "c1", '{"column": 3}'], "c1"),
    ],
)  # fmt: skip
def test_answers_of_models(make_book, rules, answers, move):
    """The last marked answer counts, in marks, JSON, calls and words; a bare number is a cell from 0, or a column."""
    grader = Grader(make_book(rules))
    grades = [grader.grade("", answer) for answer in answers]
    if move == "unreadable":
        assert {one.grade for one in grades} == {"unreadable"}
    else:
        names = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"] if move is None else [move] * len(answers)
        assert [one.judged and one.judged.move for one in grades] == names
