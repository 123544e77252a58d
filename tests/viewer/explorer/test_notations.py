"""The table of notations in the documentation: each row is read by Python, the command and the server."""

import ast
import json
import re
from contextlib import suppress
from urllib.parse import urlencode

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from tests.documentation import TEXTS

ROWS = [
    [cell.strip().replace(r"\|", "|").strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in TEXTS["docs/reference/notations.md"].splitlines()
    if line.startswith("|") and "---|" not in line
]
READ = [row[1:] for row in ROWS if len(row) == 5][1:]
REFUSED = [row for row in ROWS if len(row) == 3][1:]
PLAIN = "3x3x3"


@pytest.fixture(autouse=True)
def no_book_along():
    """Leave Connect Four's book where it is: rows of the table are about it."""


def test_the_table_is_there():
    """The table has rows of boards and of moves, and of what is refused."""
    assert len(READ) > 30 and len(REFUSED) > 3


@pytest.mark.parametrize(("given", "game", "labels", "position"), READ)
def test_python_reads_it(given, game, labels, position):
    """The text is read, in several lines too, and so is the object that it is the text of."""
    rules, called = Rules.parse(game), labels or None
    values = [given, given.replace(" / ", "\n")]
    with suppress(ValueError, SyntaxError):
        values.append(ast.literal_eval(given))
    for value in values:
        if isinstance(value, str | list | tuple | dict):
            assert Position.parse(value, rules, called).text == position


@pytest.mark.parametrize(("given", "game", "kinds"), REFUSED)
def test_python_refuses_what_is_ambiguous(given, game, kinds):
    """One line names the ways, each with its position, which then is read by its name."""
    rules, ways = Rules.parse(game), re.findall(r"\w+", kinds)
    with pytest.raises(IllegalPosition) as refused:
        Position.parse(given, rules)
    said = str(refused.value)
    assert re.findall(r"\(labels (\w+)\)", said) == ways and said.isprintable() and "choose with --labels" in said
    assert all(f"{Position.parse(given, rules, kind).text} (labels {kind})" in said for kind in ways)


def test_the_command_reads_it(run, make_book):
    """Each row is looked up, as one word and, where it has blanks, as several."""
    make_book("3x3x3-wild")
    for given, game, labels, position in READ:
        chosen = [*(["--labels", labels] if labels else []), "--json"]
        for words in ([given], given.split()) if game == PLAIN else ([given],):
            done = run("lookup", *words, "-r", game, *chosen)
            assert json.loads(done.stdout or "{}").get("position") == position, (words, done.stderr)
    for given, game, kinds in REFUSED:
        done = run("lookup", given, "-r", game)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert all(f"(labels {kind})" in done.stderr for kind in re.findall(r"\w+", kinds))


def test_connect_four_in_its_own_words(run):
    """Published columns are read, and scores are those that are published, of positions and of each move."""
    columns = {"": [-2, -1, 0, 1, 0, -1, -2], "4453": [-5, -5, -2, -3, -4, -2, -2]}
    for given, scores in columns.items():
        told = json.loads(run("lookup", given or "......./" * 5 + ".......", "-r", "connect-four", "--json").stdout)
        assert [one["score"] for one in sorted(told["moves"], key=lambda one: one["move"][0])] == scores
        assert told["score"] == max(scores)
    shown = run("lookup", "4453", "connect-four", "--labels", "columns").stdout
    assert "X to move: O in 18, score -2." in shown
    assert "1     O in 15   -5    safe  1 of 7" in shown


def test_the_server_reads_it(serve, library, make_book):
    """Each row is looked up over HTTP, and games are read as the moves they list."""
    make_book("3x3x3-wild"), make_book(PLAIN)
    client = serve(library)
    for given, game, labels, position in READ:
        asked = urlencode({"position": given} | ({"labels": labels} if labels else {}))
        done = client.get(f"/api/{Rules.parse(game)}/lookup?{asked}")
        assert done.json().get("position") == position, (given, done.text)
    for given, game, _ in REFUSED:
        done = client.get(f"/api/{Rules.parse(game)}/lookup?{urlencode({'position': given})}")
        assert done.status_code == 400 and "can be read as" in done.json()["detail"]
    game = client.get(f"/api/{PLAIN}/game?moves=7+5+3&labels=keypad").json()
    assert [one["position"] for one in game["positions"]][-1] == "X../.O./..X"
