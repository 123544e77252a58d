"""lookup, line, info and books over HTTP: the fields of the commands' --json."""

import json
import os
import random
import re
import shutil
import zlib
from base64 import b64decode
from pathlib import Path
from unittest.mock import Mock

import pytest
from pydantic import TypeAdapter

from oxobook.book import Book, Position, Rules, __version__
from oxobook.book.certificate.certificate import Certificate
from oxobook.generator.generate import generate_book
from oxobook.viewer import reports as answer_fields
from oxobook.viewer.ask.json_fields import info_report, line_report, lookup_report
from oxobook.viewer.explorer.answers import Books
from oxobook.viewer.explorer.open_books import OpenBooks
from oxobook.viewer.explorer.responses import Refusal


def some_positions(rules, number):
    """Positions of random games, in any orientation."""
    chance, found = random.Random(7), []
    while len(found) < number:
        position = Position(rules)
        while position.legal_cells:
            found.append(position)
            position = position.play(chance.choice(position.legal_cells))
        found.append(position)
    return chance.sample(found, number)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-misere", "1x5x3"])
def test_lookup_and_line_are_the_reports(serve, library, make_book, rules):
    """The answers are the commands', in its order, and are what the description of the API says."""
    book, client = make_book(rules), serve(library)
    for position in some_positions(book.rules, 40):
        for path, report, model in (
            ("lookup", lookup_report(book.probe(position), book.moves(position)), answer_fields.Lookup),
            ("line", line_report(book, position), answer_fields.Line),
        ):
            answer = client.get(f"/api/{rules}/{path}", params={"position": position.text})
            assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
            assert json.dumps(answer.json()) == json.dumps(report)
            TypeAdapter(model).validate_json(answer.content, strict=True)


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("3x3x3/lookup?position=a3+b2&play=c3,b3", "3x3x3/lookup?position=a3+b2+c3+b3"),
        ("3x3x3/line?position=7&play=5&labels=keypad", "3x3x3/line?position=X../.O./..."),
        ("3x3x3/lookup?play=0,0+1,1&labels=matrix0", "3x3x3/lookup?position=a3+b2"),
        ("3x3x3/lookup", "3x3x3/lookup?position=.../.../..."),
        ("3x3x3/lookup?position=+", "3x3x3/lookup"),
        ("3X3x3/lookup", "3x3x3/lookup"),
        ("3x3x3/game", "3x3x3/game?moves="),
    ],
)
def test_what_is_asked_in_other_words(client, asked, same):
    """A query may name moves after its position, and labels; what it leaves out is the start."""
    answer = client.get(f"/api/{asked}")
    assert answer.status_code == 200 and answer.json() == client.get(f"/api/{same}").json()


def test_values_of_many_positions(client, book):
    """A line each in their order, as described; what cannot be read has the reason; a query or too many are refused."""
    texts = [position.text for position in some_positions(book.rules, 20)]
    answer = client.request("POST", "/api/3x3x3/values", json={"positions": [*texts, "a3 b2", "zz"]})
    told = client.get("/openapi.json").json()["paths"]["/api/{rules}/values"]["post"]["responses"]
    assert answer.headers["content-type"] in told["200"]["content"] and "422" not in told
    *rows, last, wrong = map(json.loads, answer.text.splitlines())
    for text, row in zip([*texts, "X../.O./..."], [*rows, last], strict=True):
        value, remoteness = book.outcome(text)
        assert row == {"position": text, "value": value.word, "remoteness": remoteness}
    assert wrong["position"] == "zz" and wrong.keys() == {"position", "detail"}
    for body in ({"positions": ["a3"] * 10_001}, {"positions": ["x" * 1001]}, {"positions": 3}, {}, {"position": "a3"}):
        assert client.request("POST", "/api/3x3x3/values", json=body).status_code == 400
    misplaced = client.request("POST", "/api/3x3x3/values?labels=keypad", json={"positions": ["5"]})
    assert misplaced.json() == {"detail": "this path has no parameter 'labels': see /openapi.json"}


def test_others_ask_between_many_values(client, book, monkeypatch):
    """Many positions are looked up in parts, between which others ask; what fails is a sentence, and no value."""
    books, parts = client.app.state.books, []

    async def asked(rules, question):
        parts.append(question)
        if len(parts) == 4:
            raise Refusal(503, "the disk hangs")
        return await OpenBooks.ask(books, rules, question)

    monkeypatch.setattr(books, "ask", asked)
    answer = client.request("POST", "/api/3x3x3/values", json={"positions": ["b2"] * 700})
    assert len(answer.text.splitlines()) == 700 and len(parts) == 3
    failed = client.request("POST", "/api/3x3x3/values", json={"positions": ["b2"]})
    assert failed.status_code == 503 and failed.json() == {"detail": "the disk hangs"}


def test_a_game_is_the_lookups_of_its_positions(client):
    """One answer has the lookup of every position of a game, by ply; an illegal move in it is refused."""
    answer = client.get("/api/3x3x3/game?moves=a3+c1+a1")
    boards = (".../.../...", "X../.../...", "X../.../..O", "X../.../X.O")
    lookups = [client.get(f"/api/3x3x3/lookup?position={board}").json() for board in boards]
    assert answer.json() == {"rules": "3x3x3", "positions": lookups}
    TypeAdapter(answer_fields.Game).validate_json(answer.content, strict=True)
    for refused in ("game?moves=a3+a3", "lookup?position=a3&play=a3"):
        answer = client.get(f"/api/3x3x3/{refused}")
        assert answer.status_code == 400 and "a3 is taken" in answer.json()["detail"]


def test_info(client, book):
    """The counts are those of info --json."""
    answer = client.get("/api/3x3x3/info")
    assert answer.json() == info_report(book)
    TypeAdapter(answer_fields.Info).validate_json(answer.content, strict=True)


def test_books(serve, tmp_path):
    """The books of the folder, the smallest boards first; what is no book, or not under its name, is left out."""
    for text in ("1x5x3", "2x2x2", "2x2x2-misere"):
        generate_book(Rules.parse(text), tmp_path / f"{text}.sqlite")
    (tmp_path / "2x2x2.sqlite").rename(tmp_path / "2X2X2.sqlite")
    (tmp_path / "1x1x1.sqlite").write_text("no book")
    (tmp_path / "notes.sqlite").write_text("none either")
    answer = serve(tmp_path).get("/api/books")
    TypeAdapter(Books).validate_json(answer.content, strict=True)
    first, second = answer.json()["books"]
    with Book.open(tmp_path / "2x2x2-misere.sqlite") as book:
        assert first["digest"] == book.info.digest and first["positions"] == len(book)
    assert (first["rules"], first["misere"], first["winner"]) == ("2x2x2-misere", True, "O")
    assert (second["rules"], second["rows"], second["columns"], second["value"]) == ("1x5x3", 1, 5, "draw")
    assert second["size"] == (tmp_path / "1x5x3.sqlite").stat().st_size


@pytest.mark.parametrize(
    ("rules", "lines", "stacks"),
    [
        ("2x3x3", ["a1 b1 c1", "a2 b2 c2"], ["a1", "a2", "b1", "b2", "c1", "c2"]),
        ("2x3x3-gravity", ["a1 b1 c1", "a2 b2 c2"], ["a1 a2", "b1 b2", "c1 c2"]),
        ("2x3x100", [], ["a1", "a2", "b1", "b2", "c1", "c2"]),
    ],
)
def test_a_board_is_described(serve, tmp_path, rules, lines, stacks):
    """A book names its cells in reading order, its lines and its stacks, so that no client has to read the rules."""
    generate_book(Rules.parse(rules), tmp_path / f"{rules}.sqlite")
    (book,) = serve(tmp_path).get("/api/books").json()["books"]
    assert " ".join(book["cells"]) == "a2 b2 c2 a1 b1 c1"
    assert sorted(map(" ".join, book["lines"])) == lines and sorted(map(" ".join, book["stacks"])) == stacks
    assert book["k"] == Rules.parse(rules).k


def test_health(client):
    """The server says that it is there, and its version."""
    assert client.get("/healthz").json() == {"status": "ok", "version": __version__}


@pytest.mark.slow
def test_a_search_below_the_book(serve, tmp_path, monkeypatch):
    """Below a book of first plies a lookup is searched and says so; if that takes too long, it is refused for now."""
    rules = Rules.parse("3x4x3-gravity")
    generate_book(rules, tmp_path / f"{rules}.sqlite", plies=4)
    client, path = serve(tmp_path), f"/api/{rules}/lookup?position="
    assert "source" not in client.get(path + "a1").json()
    answer = client.get(path + "a1+b1+c1+d1+a2+b2+c2+d2")
    assert answer.json()["source"] == "search" and answer.json()["nodes"] >= 0
    TypeAdapter(answer_fields.Lookup).validate_json(answer.content, strict=True)
    monkeypatch.setattr("oxobook.viewer.explorer.open_books.SEARCH_SECONDS", -1.0)
    assert client.get(path + "a1+b1+c1+d1+a2+b2+c2+d2").status_code == 200  # the answer is kept
    refused = client.get(path + "a1+b1+c1+d1+b2")
    assert refused.status_code == 503 and refused.headers["retry-after"] == "1"
    assert "was not finished in time" in refused.json()["detail"]


def test_connect_four_is_served(serve, tmp_path, monkeypatch):
    """A server has the book of Connect Four that comes along, and loads its search when it is first asked about it."""
    monkeypatch.setattr("oxobook.book.library.ALONG", ("6x7x4-gravity",))
    monkeypatch.setattr("oxobook.book.layout.search.load", load := Mock())
    client = serve(tmp_path)
    (book,) = client.get("/api/books").json()["books"]
    assert (book["rules"], book["winner"], book["remoteness"]) == ("6x7x4-gravity", "X", 41)
    assert not load.called
    assert client.get("/api/6x7x4-gravity/lookup?position=").json()["best"] == ["d1"] and load.called


def test_certificates_are_listed_and_served(serve, made, tmp_path):
    """A library's certificates of games without a book are in the list, each with a script that holds its tables."""
    atlas = Path(__file__).parents[3] / "data" / "atlas"
    for rules in ("3x3x3", "5x6x4"):
        shutil.copy(atlas / f"{rules}.proof", tmp_path)
    shutil.copy(made("3x3x3"), tmp_path)
    (tmp_path / "4x4x4.proof").write_text("no certificate")
    os.mkfifo(tmp_path / "5x5x4.proof")
    client = serve(tmp_path)
    (proved,) = client.get("/api/books").json()["proofs"]
    assert (proved["rules"], proved["owner"], proved["winner"], proved["value"]) == ("5x6x4", "X", "X", "win")
    script = client.get("/books/5x6x4.proof.js")
    assert script.headers["content-type"].startswith("text/javascript")
    held = json.loads(re.search(r'\["5x6x4"\] = (.*);', script.text)[1])
    moves = Certificate.open(tmp_path / "5x6x4.proof").moves
    assert held["rows"] == [moves.rows, 0, 0] and zlib.decompress(b64decode(held["tables"])) == moves.content
    assert client.get("/books/3x3x3.proof.js").status_code == 200  # its book plays, and so does its certificate
    for rules in ("4x4x4", "5x5x4"):
        assert client.get(f"/books/{rules}.proof.js").status_code == 404
