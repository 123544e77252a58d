"""The audit: beside a slow recursion over games, beside known counts, and as a command."""

import json
from fractions import Fraction

import pytest

from oxobook.book.game.cell_labels import cell_labels
from oxobook.viewer.players.audit import audit, exploitability, nash_conv
from oxobook.viewer.players.audit_text import audit_report
from oxobook.viewer.players.player import Forfeit
from oxobook.viewer.players.roster import ROSTER, player_named
from tests.viewer.players.plain_games import all_games, positions_of


@pytest.mark.parametrize("seat", ["X", "O"])
@pytest.mark.parametrize(
    ("rules", "name"),
    [pytest.param("3x3x3", name, marks=[] if name in ("expert", "centre") else pytest.mark.slow) for name in ROSTER]
    + [
        (rules, name)
        for rules in ("2x3x2", "3x3x3-gravity", "1x5x3", "2x2x2-misere", "3x3x1")
        for name in ROSTER
        if not ROSTER[name].board
    ],
)
def test_the_audit_equals_plain_recursion(make_book, rules, name, seat):
    """Every figure of an audit is what recursion over all games without merging, layers or symmetry finds."""
    book = make_book(rules)
    player = player_named(name, book)
    games, own = all_games({seat: player}, book.rules, seat), positions_of(player, book.rules, seat)
    found = audit(player, book, seat)
    exact = found.exact
    assert (list(exact.lines), list(exact.vs_random), exact.vs_best) == games[:3]
    assert exact.worst == next(result for result in (-1, 0, 1) if games.lines[1 - result])
    assert exact.positions == len(own)
    wrong = [one for one in own if set(player.policy(one)) - set(book.probe(one).safe)]
    assert exact.mistakes == len(wrong)
    assert (found.loss and len(found.loss), found.never_loses) == (games.shortest_loss, games.shortest_loss is None)


@pytest.mark.slow
def test_nash_conv(book):
    """Perfect players give best replies nothing; for the random player the figure is the published one."""

    def of(name):
        player = player_named(name, book)
        return nash_conv(*(audit(player, book, seat) for seat in "XO"))

    assert of("perfect") == of("pick") == of("expert") == 0
    assert of("random") == Fraction(116101, 60480)
    player = player_named("random", book)
    assert nash_conv(audit(player, book, "X", 100), audit(player, book, "O")) is None
    assert exploitability("random", book) == Fraction(116101, 120960) and exploitability(player, book, 100) is None


@pytest.mark.slow
@pytest.mark.parametrize(("limit", "proved"), [(20, None), (3_000, False)])
def test_a_limit_leaves_the_rest_open(book, limit, proved):
    """A walk that stops says so; a loss that it has met before still refutes."""
    found = audit(player_named("levi", book), book, "O", limit)
    assert found.exact is None and found.never_loses is proved
    assert limit < found.visited <= limit + 9
    whole = audit(player_named("levi", book), book, "O")
    assert found.loss == (whole.loss if proved is False else None)
    assert audit("levi", book, "O", whole.visited).exact and not audit("levi", book, "O", whole.visited - 1).exact


def test_a_function_is_a_player(book):
    """A function is audited as a player, under its own name."""
    found = audit(lambda position: {divmod(position.legal_cells[0], 3): 1.0}, book, "O")
    assert (found.player, found.loss) == ("<lambda>", ("a3", "b3", "a2", "c3", "a1"))
    assert found.exact.lines == (200, 36, 429) and found.never_loses is False


def test_moves_by_labels(book, run, tmp_path):
    """A player that calls moves by other labels is audited if they are named, and the verdict speaks them."""
    keypad = cell_labels("keypad", book.rules)
    found = audit(lambda position: int(keypad.move(book.probe(position).pick)), book, "X", labels="keypad")
    assert found.never_loses and found.exact == audit("pick", book, "X").exact
    script = tmp_path / "last.sh"
    script.write_text("while read -r b r; do case $b in *.) echo 3;; *./?) echo 2;; *) echo 1;; esac; done")
    with pytest.raises(
        Forfeit, match=r"answered \.\.\./X\.\./\.\.\. with an illegal move: a2 is taken"
    ):  # a cell from 0
        audit(f"exec:sh {script}", book, "O")
    text = " ".join(run("audit", "keypad", "--side", "O", "--labels", "keypad").stdout.split())
    assert "shortest loss 7 5 3 9 1 4 2" in text and "1 7" in text and "X../.O./..X O 9 8 4 6 2" in text


def test_audit_json_is_the_contract(run):
    """The fields of audit --json, their order and their values for the keypad player as O."""
    report = json.loads(run("audit", "keypad", "--side", "O", "--json").stdout)
    mistaken, assumes, unlike = (report.pop(name) for name in ("mistaken", "assumes", "unlike"))
    assert assumes is unlike is None
    assert list(report.items()) == list(
        {
            "player": "keypad",
            "rules": "3x3x3",
            "seat": "O",
            "finished": True,
            "worst": "loss",
            "never_loses": False,
            "line": ["a3", "b2", "c1", "c3", "a1", "a2", "b1"],
            "lines": {"win": 438, "draw": 179, "loss": 12},
            "vs_random": {"win": "764/945", "draw": "5/27", "loss": "2/315"},
            "vs_best": "-1",
            "positions": 294,
            "mistakes": 3,
            "good_move_rate": pytest.approx(291 / 294),
            "perfect_move_rate": pytest.approx(291 / 294),
            "visited": 558,
        }.items()
    )
    assert mistaken[0] == {"position": "X../.O./..X", "moves": ["c3"], "safe": ["b3", "a2", "c2", "b1"]}


def test_audit_json_of_both_seats_and_of_an_unfinished_walk(run, book):
    """Without a seat both are reported; what a walk that stopped cannot say is null."""
    reports = json.loads(run("audit", "random", "2x3x2", "--json").stdout)
    assert [report["seat"] for report in reports] == ["X", "O"]
    stopped = audit_report(audit("random", book, "X", 5))
    assert stopped["finished"] is False
    empty = ("worst", "never_loses", "line", "lines", "vs_random", "vs_best", "positions", "mistakes", "mistaken")
    assert all(stopped[name] is None for name in empty)
