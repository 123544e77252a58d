"""graph.svg and map.svg: the pictures of the commands, drawn in other processes."""

import asyncio
import os
import shutil
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from oxobook.book import Book, Rules
from oxobook.book.library import book_path
from oxobook.generator.strategies.find import find_and_keep
from oxobook.viewer.web.books import render_pool
from oxobook.viewer.web.books.render_pool import RenderPool
from oxobook.viewer.web.server.refusal import Refusal

PICTURES = {
    "graph.svg": "graph",
    "graph.svg?side=O&palette=colorblind&depth=3": "graph --side O --palette colorblind --depth 3",
    "graph.svg?all=true&from=a3+b2&depth=1&orientation=left-right": (
        "graph --all --from X../.O./... --depth 1 --orientation left-right"
    ),
    "map.svg": "map",
    "map.svg?side=O&depth=1": "map --side O --depth 1",
    "map.svg?side=O&from=c1": "map --side O --from .../.../..X",
}


@pytest.mark.parametrize(("path", "command"), PICTURES.items(), ids=PICTURES)
def test_pictures_are_those_of_the_commands(client, run, tmp_path, path, command):
    """The bytes are the same as the command writes, packed for a client that takes gzip."""
    name, *options = command.split()
    assert run(name, str(tmp_path / "x.svg"), *options).exit_code == 0
    answer = client.get(f"/api/3x3x3/{path}")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == (tmp_path / "x.svg").read_bytes()
    assert client.get(f"/api/3x3x3/{path}", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


def test_what_is_for_paper_is_not_drawn(client):
    """A poster has no route."""
    assert client.get("/api/3x3x3/poster.svg").status_code == 404


def test_a_kept_strategy(serve, made, tmp_path):
    """A strategy that the book comes to keep is drawn from then on."""
    shutil.copy(made("3x3x3"), tmp_path)
    client, path = serve(tmp_path), "/api/3x3x3/map.svg?kind=reflexes"
    assert client.get(path).status_code == 404
    with Book.open(tmp_path / "3x3x3.sqlite") as opened:
        find_and_keep(opened, "X", "reflexes", False, 60)
    assert "X&#x27;s reflexes strategy" in client.get(path).text or "X's reflexes strategy" in client.get(path).text


def test_a_strategy_that_is_kept_no_longer(serve, made, tmp_path):
    """A picture of a strategy is forgotten with the strategy."""
    shutil.copy(made("3x3x3"), tmp_path)
    client, path = serve(tmp_path), "/api/3x3x3/map.svg?kind=reflexes"
    with Book.open(tmp_path / "3x3x3.sqlite") as opened:
        find_and_keep(opened, "X", "reflexes", False, 60)
    assert [client.get(path).status_code for _ in range(2)] == [200, 200]
    with closing(sqlite3.connect(tmp_path / "3x3x3.sqlite")) as file, file:
        file.execute("DELETE FROM bound")
    assert client.get(path).status_code == 404


def test_a_drawing_of_a_book_that_is_replaced_meanwhile(serve, library, book, tmp_path, monkeypatch):
    """After the book is replaced, no request gets a drawing of the old one, then or later."""
    path, question = tmp_path / "3x3x3.sqlite", "/api/3x3x3/map.svg"
    shutil.copy(book_path(Rules(), library), path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE position SET best = 2, safe = 2, pick = 1 WHERE key = 0")
        other.commit()
    client, drawing, asked = serve(tmp_path), RenderPool.draw, []

    async def replaced(self, picture, arguments):
        drawn = await drawing(self, picture, arguments)
        if not asked:
            asked.append(None)
            os.replace(shutil.copy(book_path(Rules(), library), tmp_path / "new"), path)
            asked[0], *_ = await client.ask("GET", [question], {})
        return drawn

    monkeypatch.setattr(RenderPool, "draw", replaced)
    before, (meanwhile,), after = client.get(question), asked, client.get(question)
    assert before.status_code == meanwhile.status_code == 200
    assert before.content != meanwhile.content == after.content


def test_the_same_picture_is_drawn_once(client, monkeypatch):
    """Many who ask for one picture at the same time wait for one drawing."""
    asked, drawn, run, drawing, all_asked = [], [], RenderPool.run, RenderPool.draw, asyncio.Event()

    async def asking(self, picture, *arguments, client=""):
        asked.append(arguments)
        if len(asked) == 30:
            all_asked.set()
        return await run(self, picture, *arguments, client=client)

    async def counted(self, picture, arguments):
        drawn.append(arguments)
        await asyncio.wait_for(all_asked.wait(), 30)  # a request after the drawing would start another
        return await drawing(self, picture, arguments)

    monkeypatch.setattr(RenderPool, "run", asking)
    monkeypatch.setattr(RenderPool, "draw", counted)
    answers = client.at_once(["/api/3x3x3/map.svg?depth=1"] * 30)
    assert {answer.status_code for answer in answers} == {200} and len({answer.content for answer in answers}) == 1
    assert len(drawn) == 1


def slow_picture(seconds):
    """A picture that takes this many seconds."""
    time.sleep(seconds)
    return b"drawn"


def fallen_picture():
    """A picture that takes its process with it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


@pytest.mark.slow
def test_too_many_pictures_are_refused(monkeypatch):
    """Beyond the places and those who may wait, a client is asked to come back."""
    monkeypatch.setattr(render_pool, "WAITING", 1)
    here = RenderPool()

    async def ask():
        wanted = [here.run(slow_picture, number / 1000) for number in range(6)]
        return await asyncio.gather(*wanted, return_exceptions=True)

    *drawn, one, two, three = asyncio.run(ask())
    here.close()
    assert drawn == [b"drawn"] * 3
    assert all(isinstance(each, Refusal) and each.status == 503 for each in (one, two, three))
    assert one.headers["retry-after"] == "5"


@pytest.mark.slow
def test_a_client_leaves_places_to_others():
    """A client has a limited number of pictures drawn at a time; another one still finds a place."""
    here = RenderPool()

    async def ask():
        numbers = range(render_pool.FOR_A_CLIENT + 1)
        wanted = [here.run(slow_picture, number / 1000, client="one") for number in numbers]
        return await asyncio.gather(*wanted, here.run(slow_picture, 0.1, client="another"), return_exceptions=True)

    *drawn, refused, other = asyncio.run(ask())
    here.close()
    assert [*drawn, other] == [b"drawn"] * (render_pool.FOR_A_CLIENT + 1)
    assert isinstance(refused, Refusal) and refused.status == 429 and refused.headers["retry-after"] == "5"


@pytest.mark.slow
def test_a_picture_that_takes_too_long_ends_alone(monkeypatch):
    """The process of a picture that takes too long is ended, and not the one that draws another."""
    here = RenderPool()

    async def ask():
        await asyncio.gather(here.run(slow_picture, 0), here.run(slow_picture, 0.01))  # the processes are there
        monkeypatch.setattr(render_pool, "SECONDS", 4.0)
        long = asyncio.create_task(here.run(slow_picture, 60))
        await asyncio.sleep(3)
        return await asyncio.gather(long, here.run(slow_picture, 2), return_exceptions=True)

    ended, drawn = asyncio.run(ask())
    here.close()
    assert isinstance(ended, Refusal) and drawn == b"drawn"


def test_slow_ones_leave_their_places(monkeypatch):
    """However many take long, the next waits for none of them to end, if the pool says so."""

    async def in_process(self, picture, arguments):
        await asyncio.sleep(*arguments)
        return b"drawn"

    monkeypatch.setattr(RenderPool, "_in_process", in_process)

    async def ask():
        here = RenderPool(slow=0.01)
        slow = [asyncio.create_task(here.run(slow_picture, 60 + number)) for number in range(6)]
        drawn = await asyncio.wait_for(here.run(slow_picture, 0), 10)
        assert not any(task.done() for task in slow)
        here.close()
        return [drawn, *await asyncio.gather(*slow, return_exceptions=True)]

    drawn, *slow = asyncio.run(ask())
    assert drawn == b"drawn" and [str(one) for one in slow] == ["the server is shutting down: try again in a while"] * 6


@pytest.mark.slow
@pytest.mark.parametrize(("picture", "arguments"), [(slow_picture, (60,)), (fallen_picture, ())])
def test_a_picture_that_never_ends(monkeypatch, picture, arguments):
    """A process that takes too long, or falls, is given up, and the next picture gets a new one."""
    here = RenderPool()
    assert asyncio.run(here.run(slow_picture, 0)) == b"drawn"
    monkeypatch.setattr(render_pool, "SECONDS", 0.5)
    with pytest.raises(Refusal, match="takes too long"):
        asyncio.run(here.run(picture, *arguments))
    monkeypatch.setattr(render_pool, "SECONDS", 30)
    assert asyncio.run(here.run(slow_picture, 0)) == b"drawn"
    here.close()
