"""Small games solved on request: how far it is, who may have it, and what is refused."""

import asyncio
import json
import time

import pytest

from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Rules
from oxobook.on_demand import make_served
from oxobook.viewer.web.books import solving
from oxobook.viewer.web.books.open_books import OpenBooks
from oxobook.viewer.web.books.solving import Solver
from oxobook.viewer.web.server.refusal import Refusal


def slow_make(rules, library, tell):
    """Take longer than any test waits."""
    time.sleep(600)


class Asking:
    """Request of a client that hangs up after some looks."""

    def __init__(self, looks, host="192.0.2.1"):
        self.looks, self.client = looks, type("Address", (), {"host": host})

    async def is_disconnected(self):
        """Return whether it has hung up."""
        self.looks -= 1
        return self.looks < 0


def steps(solver, rules, looks):
    """The steps of a solve until it ends, or the client hangs up."""

    async def collect():
        return [step async for step in solver.solve(Rules.parse(rules), Asking(looks))]

    return asyncio.run(collect())


def test_a_small_game_is_solved(serve, tmp_path):
    """A game without a book is solved, step by step, and can be asked then; it is offered no more."""
    client = serve(tmp_path, make=make_served)
    assert "3x3x3-wild" in [game["rules"] for game in client.get("/api/games").json()["games"]]
    answer = client.request("POST", "/api/3x3x3-wild/solve")
    shares = [json.loads(line)["share"] for line in answer.text.splitlines()]
    assert answer.status_code == 200 and shares == sorted(shares) and (shares[0], shares[-1]) == (0, 1)
    assert client.get("/api/3x3x3-wild/lookup").json()["value"] == "win"
    assert "3x3x3-wild" not in [game["rules"] for game in client.get("/api/games").json()["games"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "status", "detail"),
    [("3x3", 400, "expected rules as ROWSxCOLUMNSxK"), ("5x5x4", 200, "5x5x4 has more than 100,000 positions: make")],
)
def test_what_is_not_solved(serve, tmp_path, rules, status, detail):
    """Rules of no game, and large games, are refused in a sentence."""
    answer = serve(tmp_path, make=make_served).request("POST", f"/api/{rules}/solve")
    assert answer.status_code == status
    assert json.loads(answer.text.splitlines()[-1])["detail"].startswith(detail)


def test_other_sites_have_nothing_solved(serve, tmp_path):
    """A page of another site is refused, and so is every client of a server that makes no books."""
    client = serve(tmp_path, make=make_served)
    answer = client.request("POST", "/api/2x2x2/solve", headers={"sec-fetch-site": "cross-site"})
    assert (answer.status_code, list(tmp_path.iterdir())) == (403, [])
    assert serve(tmp_path).request("POST", "/api/2x2x2/solve").status_code == 404
    assert serve(tmp_path).get("/api/games").json() == {"games": []}


@pytest.mark.slow
def test_it_ends_when_the_client_is_gone(tmp_path):
    """A client that hangs up ends the work; until then it has no second game solved, and others have."""
    solver = Solver(slow_make, OpenBooks(str(tmp_path)))
    assert steps(solver, "2x2x2", 3) in ([], [{"share": 0.0}])

    async def ask_twice():
        first = solver.solve(Rules(2, 2, 2), Asking(10_000))
        await anext(first)
        with pytest.raises(Refusal, match="only one game at a time"):
            await anext(solver.solve(Rules(3, 3, 2), Asking(1)))
        await first.aclose()
        return [step async for step in solver.solve(Rules(3, 3, 2), Asking(1))]

    assert asyncio.run(ask_twice()) in ([], [{"share": 0.0}])


@pytest.mark.slow
def test_it_has_bounds(tmp_path, monkeypatch):
    """A solve that takes too long is ended, and a library with many books gets no more."""
    monkeypatch.setattr(solving, "SECONDS", 0.0)
    assert "takes too long" in steps(Solver(slow_make, OpenBooks(str(tmp_path))), "2x2x2", 10)[-1]["detail"]
    monkeypatch.setattr(solving, "MOST_BOOKS", 0)
    with pytest.raises(Refusal, match="has 0 books"):
        steps(Solver(slow_make, OpenBooks(str(tmp_path))), "2x2x2", 1)
    with pytest.raises(TooLarge, match="more than 100,000"):
        make_served(Rules(5, 5, 4), str(tmp_path), print)
