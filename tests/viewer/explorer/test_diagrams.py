"""graph.svg and map.svg: the pictures of the commands, drawn in other processes."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book
from oxobook.generator.strategies.find import find_and_keep

PICTURES = {
    "graph.svg": "graph",
    "graph.svg?side=O&depth=3": "graph --side O --depth 3",
    "graph.svg?all=true&from=a3+b2&depth=1": ("graph --all --from X../.O./... --depth 1"),
    "map.svg": "map",
    "map.svg?side=O&depth=1": "map --side O --depth 1",
    "map.svg?side=O&from=c1": "map --side O --from .../.../..X",
}


@pytest.mark.parametrize(("path", "command"), PICTURES.items(), ids=PICTURES)
def test_pictures_are_those_of_the_commands(client, run, tmp_path, path, command):
    """The bytes are the same as the command writes, packed for a client that takes gzip."""
    name, *options = command.split()
    assert run("draw", name, str(tmp_path / "x.svg"), *options).exit_code == 0
    answer = client.get(f"/api/3x3x3/{path}")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == (tmp_path / "x.svg").read_bytes()
    assert client.get(f"/api/3x3x3/{path}", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


def test_what_is_for_paper_is_not_drawn(client):
    """A poster has no route."""
    assert client.get("/api/3x3x3/poster.svg").status_code == 404


def test_a_kept_strategy(serve, made, tmp_path):
    """A strategy whose certificate comes into the library is drawn from then on."""
    shutil.copy(made("3x3x3"), tmp_path)
    client, path = serve(tmp_path), "/api/3x3x3/map.svg?kind=reflexes"
    assert client.get(path).status_code == 404
    with Book.open(tmp_path / "3x3x3.sqlite") as opened:
        find_and_keep(opened, "X", "reflexes", False, 60)
    assert "X&#x27;s reflexes strategy" in client.get(path).text or "X's reflexes strategy" in client.get(path).text


def test_a_strategy_that_is_kept_no_longer(serve, made, tmp_path):
    """A picture of a strategy is forgotten with its certificate."""
    shutil.copy(made("3x3x3"), tmp_path)
    client, path = serve(tmp_path), "/api/3x3x3/map.svg?kind=reflexes"
    with Book.open(tmp_path / "3x3x3.sqlite") as opened:
        find_and_keep(opened, "X", "reflexes", False, 60)
    assert [client.get(path).status_code for _ in range(2)] == [200, 200]
    (tmp_path / "3x3x3.X.reflexes.proof").unlink()
    assert client.get(path).status_code == 404


def test_a_book_that_is_replaced(serve, made, tmp_path):
    """After the book is replaced, no request gets a picture of the old one."""
    path, question = tmp_path / "3x3x3.sqlite", "/api/3x3x3/map.svg"
    shutil.copy(made("3x3x3"), path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE position SET best = 2, safe = 2, pick = 1 WHERE key = 0")
        other.commit()
    client = serve(tmp_path)
    before = client.get(question)
    os.replace(shutil.copy(made("3x3x3"), tmp_path / "new"), path)
    after = client.get(question)
    assert before.status_code == after.status_code == 200 and before.content != after.content
