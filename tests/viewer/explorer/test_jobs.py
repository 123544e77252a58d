"""Jobs in other processes: their results, their ends, and small games solved on request."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path

import pytest

from oxobook.book.errors import CannotWrite, TooLarge
from oxobook.book.game.rules import Rules
from oxobook.on_demand import make_served
from oxobook.viewer.explorer import jobs as module
from oxobook.viewer.explorer.jobs import Jobs
from oxobook.viewer.explorer.refusal import Refusal


def slow_job(seconds):
    """A job that takes this many seconds."""
    time.sleep(seconds)
    return os.getpid()


def fallen_job(number):
    """A job that takes its process with it."""
    os.kill(os.getpid(), signal.SIGKILL)


def slow_make(rules, library, tell):
    """Take longer than any test waits, and tell it."""
    try:
        for done in range(1, 6000):
            tell("solving", done, 6000)
            time.sleep(0.01)
    finally:
        Path(library, "ended").touch()


def late_failure(rules, library, tell):
    """Tell of progress, and then fail."""
    tell("solving", 1, 2)
    time.sleep(0.5)
    raise CannotWrite("the disk is full")


def test_equal_jobs_share_a_result(jobs):
    """Many who ask for the same at the same time, and later, get one result."""

    async def ask():
        return await asyncio.gather(*(jobs.run(slow_job, 0.1) for _ in range(30)))

    first = asyncio.run(ask())
    assert len({*first}) == 1 and asyncio.run(jobs.run(slow_job, 0.1)) == first[0]


@pytest.mark.slow
def test_too_many_jobs_are_refused(monkeypatch):
    """Beyond those that may wait, a client is asked to come back; one that takes too long is refused."""
    monkeypatch.setattr(module, "WAITING", 2)
    monkeypatch.setattr(module, "JOB_SECONDS", 0.5)
    here = Jobs()

    async def ask():
        wanted = [here.run(slow_job, 5 + number) for number in range(3)]
        return await asyncio.gather(*wanted, return_exceptions=True)

    *late, refused = asyncio.run(ask())
    here.close()
    assert all("takes too long" in str(one) for one in late) and "too much to draw" in str(refused)
    assert refused.status == 503 and refused.headers["retry-after"] == "5"


@pytest.mark.slow
def test_a_process_that_falls():
    """A job whose process ends is refused, and the next one gets a new process."""
    here = Jobs()
    with pytest.raises(Refusal, match="has ended"):
        asyncio.run(here.run(fallen_job, 1))
    assert asyncio.run(here.run(slow_job, 0))
    here.close()


def steps(jobs, library, looks, make=slow_make):
    """The steps of a solve until it ends, or the client hangs up."""

    async def gone():
        nonlocal looks
        looks -= 1
        return looks < 0

    async def collect():
        return [step async for step in jobs.solve(make, Rules(2, 2, 2), str(library), gone)]

    return asyncio.run(collect())


@pytest.mark.slow
def test_it_ends_when_the_client_is_gone(jobs, tmp_path):
    """A client that hangs up, or waits too long, ends the work."""
    shares = steps(jobs, tmp_path, 80)
    assert shares == sorted(shares) and shares and shares[-1] < 1
    end = time.monotonic() + 10
    while not (tmp_path / "ended").exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert (tmp_path / "ended").exists()


@pytest.mark.slow
def test_a_solve_has_bounds(jobs, tmp_path, monkeypatch):
    """A solve that takes too long is refused, and so are more than two at a time."""
    monkeypatch.setattr(module, "JOB_SECONDS", 0.0)
    with pytest.raises(Refusal, match="2x2x2 takes too long to solve: make its book with"):
        steps(jobs, tmp_path, 10)
    monkeypatch.setattr(jobs, "_free", [])
    with pytest.raises(Refusal, match="solving other games"):
        steps(jobs, tmp_path, 10)
    with pytest.raises(TooLarge, match="more than 100,000"):
        make_served(Rules(5, 5, 4), str(tmp_path), print)


def test_a_small_game_is_solved(serve, tmp_path):
    """A game without a book is solved, step by step, and can be asked then; it is offered no more."""
    client = serve(tmp_path, make=make_served)
    assert "3x3x3-wild" in [game["rules"] for game in client.get("/api/games").json()["games"]]
    answer = client.request("POST", "/api/3x3x3-wild/solve")
    shares = [json.loads(line)["share"] for line in answer.text.splitlines()]
    assert answer.status_code == 200 and shares == sorted(shares) and shares[-1] == 1
    assert client.get("/api/3x3x3-wild/lookup").json()["value"] == "win"
    assert "3x3x3-wild" not in [game["rules"] for game in client.get("/api/games").json()["games"]]


@pytest.mark.parametrize(
    ("rules", "status", "detail"),
    [("3x3", 400, "expected rules as ROWSxCOLUMNSxK"), ("5x5x4", 400, "5x5x4 has more than 100,000 positions: make")],
)
def test_what_is_not_solved(serve, tmp_path, rules, status, detail):
    """Rules of no game, and large games, are refused in a sentence, with the status of an error."""
    answer = serve(tmp_path, make=make_served).request("POST", f"/api/{rules}/solve")
    assert answer.status_code == status and answer.json()["detail"].startswith(detail)


@pytest.mark.slow
def test_what_fails_late_says_so(serve, tmp_path):
    """A solve that fails after its first step ends with a line that has the status of the failure, and a sentence."""
    answer = serve(tmp_path, make=late_failure).request("POST", "/api/2x2x2/solve")
    *steps, last = map(json.loads, answer.text.splitlines())
    assert steps and all(step == {"share": 0.5} for step in steps)
    assert last["status"] == 503 and last["detail"].startswith("the book of 2x2x2 cannot be kept")


def test_who_has_nothing_solved(serve, tmp_path, monkeypatch):
    """A page of another site is refused, a full library gets no more books, and some servers make none."""
    client = serve(tmp_path, make=make_served)
    answer = client.request("POST", "/api/2x2x2/solve", headers={"sec-fetch-site": "cross-site"})
    assert (answer.status_code, list(tmp_path.iterdir())) == (403, [])
    monkeypatch.setattr("oxobook.viewer.explorer.api.MOST_BOOKS", 0)
    assert "has 0 books" in client.request("POST", "/api/2x2x2/solve").json()["detail"]
    assert serve(tmp_path).request("POST", "/api/2x2x2/solve").status_code == 404
    assert serve(tmp_path).get("/api/games").json() == {"games": []}
