"""players and policy over HTTP: who knows a game, and what one of them may play."""

import sys
from fractions import Fraction

import pytest
from pydantic import TypeAdapter

from oxobook.book import Position, Rules
from oxobook.viewer.explorer.answers import Players, PolicyAnswer
from oxobook.viewer.players.roster import ROSTER, fitting, never_losing, player_named, won_against_random

POLICY = "/api/3x3x3/policy"


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-misere", "2x3x2", "3x3x3-gravity"])
def test_players(serve, library, make_book, rules):
    """The players are those that know the game, each with what it plays and what is proved of it."""
    book = make_book(rules)
    answer = serve(library).get(f"/api/{rules}/players")
    TypeAdapter(Players).validate_json(answer.content, strict=True)
    expected = [
        {
            "name": name,
            "plays": ROSTER[name].does,
            "never_loses": never_losing(name, book),
            "won_against_random": won_against_random(name, book),
        }
        for name in fitting(Rules.parse(rules))
    ]
    assert answer.json() == {"rules": rules, "players": expected}
    assert {"perfect", "pick", "levi", "random"} <= {player["name"] for player in answer.json()["players"]}


@pytest.mark.parametrize("name", fitting(Rules()))
def test_probabilities(client, book, name):
    """The fractions are the player's own, of legal moves, and sum to 1."""
    for text in (".../.../...", "X../.../...", "XX./OO./...", "X.O/.X./..O", "XOX/XOO/.X."):
        position = Position.parse(text)
        answer = client.get(POLICY, params={"player": name, "position": text})
        TypeAdapter(PolicyAnswer).validate_json(answer.content, strict=True)
        report = answer.json()
        shares = {move: Fraction(share) for move, share in report.pop("policy").items()}
        assert report == {"rules": "3x3x3", "player": name, "position": text}
        assert shares == player_named(name, book).policy(position)
        assert sum(shares.values()) == 1 and set(shares) <= set(position.legal_moves)


def test_the_defaults(client):
    """Without parameters it is the perfect player on the empty board."""
    answer = client.get(POLICY)
    assert answer.json()["player"] == "perfect" and answer.json()["position"] == ".../.../..."
    assert client.get(POLICY).content == answer.content
    assert client.get(POLICY, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (
            "player=Levi",
            "'Levi'; choose one of perfect, pick, expert, defender, keypad, centre, notebook, ralph, levi, random",
        ),
        ("player=human", "no such player of 3x3x3: 'human';"),
        ("player=", "no such player of 3x3x3: '';"),
        ("player=levi%20", "no such player of 3x3x3: 'levi ';"),
        ("player=" + "x" * 41, "player must have at most 40 characters; got 41"),
        ("position=XXX/OO./...", "the game is over in XXX/OO./...: choose a position with moves left"),
        ("position=XOXXOOOXX", "the game is over in XOX/XOO/OXX"),
        ("position=XX", "expected 3 rows of 3 cells"),
        ("seat=X", "this path has no parameter 'seat'"),
    ],
)
def test_what_no_player_can_answer(client, query, words):
    """An unknown player, and a game that is over, are 400 with a sentence."""
    answer = client.get(f"{POLICY}?{query}")
    assert answer.status_code == 400 and words in answer.json()["detail"]
    assert answer.headers["cache-control"] == "no-store"


def test_no_name_starts_a_program_or_imports_a_module(client, tmp_path, monkeypatch):
    """exec:COMMAND and MODULE:FUNCTION, which the command takes, are no players here: nothing is run or imported."""
    (tmp_path / "trap.py").write_text("def play(position):\n    return position.legal_moves[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("exec:touch started", "exec:/bin/sh -c 'touch started'", "trap:play", "./trap.py:play", "os:abort"):
        answer = client.get(POLICY, params={"player": name})
        assert answer.status_code == 400 and answer.json()["detail"].startswith("no such player of 3x3x3: ")
    assert not (tmp_path / "started").exists() and "trap" not in sys.modules
