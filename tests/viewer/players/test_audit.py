"""The audit: beside a slow recursion over games, beside known counts, and as a command."""

import json
from fractions import Fraction
from functools import cache
from itertools import cycle

import pytest

from oxobook.book import Position
from oxobook.book.game.cell_labels import cell_labels
from oxobook.viewer.players.audit import audit, exploitability, nash_conv
from oxobook.viewer.players.audit_text import audit_report
from oxobook.viewer.players.player import Forfeit, Player, Scope
from oxobook.viewer.players.roster import ROSTER, player_named


def reference(player, rules, seat):
    """Worst result, lines, chances against random, expectation against a best reply, and length of the shortest loss,
    by plain recursion over boards."""

    @cache
    def from_here(position):
        if position.over:
            result = 0 if position.winner is None else 1 if position.winner == seat else -1
            results = [int(result == one) for one in (1, 0, -1)]
            return result, results, [Fraction(one) for one in results], Fraction(result), 0 if result < 0 else None
        if position.to_move == seat:
            shares = player.policy(position)
        else:
            shares = dict.fromkeys(position.legal_moves, Fraction(1, len(position.legal_moves)))
        after = {move: from_here(position.play(move)) for move in shares}
        worst = min(one[0] for one in after.values())
        lines = [sum(one[1][result] for one in after.values()) for result in range(3)]
        chances = [sum(shares[move] * one[2][result] for move, one in after.items()) for result in range(3)]
        mean = sum(shares[move] * one[3] for move, one in after.items())
        least = min(one[3] for one in after.values())
        lengths = [one[4] + 1 for one in after.values() if one[4] is not None]
        expected = mean if position.to_move == seat else least
        return worst, lines, chances, expected, min(lengths, default=None)

    def met(position, seen):
        if position in seen or position.over:
            return seen
        seen.add(position)
        for move in player.policy(position) if position.to_move == seat else position.legal_moves:
            met(position.play(move), seen)
        return seen

    own = [position for position in met(Position(rules), set()) if position.to_move == seat]
    return from_here(Position(rules)), own


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
    (worst, lines, chances, expected, shortest), own = reference(player, book.rules, seat)
    found = audit(player, book, seat)
    exact = found.exact
    assert (exact.worst, list(exact.lines), list(exact.vs_random), exact.vs_best) == (worst, lines, chances, expected)
    assert exact.positions == len(own)
    wrong = [one for one in own if set(player.policy(one)) - set(book.probe(one).safe)]
    assert exact.mistakes == len(wrong)
    assert (None if found.loss is None else len(found.loss)) == shortest
    assert found.never_loses is (shortest is None)


class Scoped(Player):
    """A player that is walked by another scope than its own."""

    def __init__(self, player, scope):
        super().__init__(player.name)
        self.scope, self._player = scope, player

    def policy(self, position):
        return self._player.policy(position)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seat"),
    list(zip([name for name, one in ROSTER.items() if one.scope is Scope.ORBIT], cycle("XO"), strict=False)),
)
def test_symmetry_changes_no_figure(make_book, name, seat):
    """A walk up to symmetry and a walk of every position give the same figures."""
    book = make_book("3x3x3")
    player = player_named(name, book)
    short, whole = audit(player, book, seat), audit(Scoped(player, Scope.POSITION), book, seat)
    assert short.visited < whole.visited
    assert short.exact._replace(mistaken=()) == whole.exact._replace(mistaken=())
    assert len(whole.exact.mistaken) == whole.exact.mistakes
    assert short.loss == whole.loss


@pytest.mark.long
def test_records_change_only_what_is_counted(book):
    """A walk by game record has the figures of the walk by position, and as many ends as there are games."""
    levi = player_named("levi", book)
    by_record, by_position = audit(Scoped(levi, Scope.RECORD), book, "O"), audit(levi, book, "O")
    assert by_record.exact[:4] == by_position.exact[:4] and by_record.loss == by_position.loss
    assert by_record.visited > sum(by_record.exact.lines) > by_position.visited


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


def test_a_limit_of_just_enough_is_enough(book):
    """A walk of exactly as many positions as the limit is finished."""
    pick = player_named("pick", book)
    visited = audit(pick, book, "X").visited
    assert audit(pick, book, "X", visited).exact and not audit(pick, book, "X", visited - 1).exact


@pytest.mark.parametrize(
    "function",
    [
        lambda position: position.legal_moves[0],
        lambda position: position.legal_cells[0],
        lambda position: {divmod(position.legal_cells[0], 3): 1.0},
    ],
)
def test_a_function_is_a_player(book, function):
    """A function is audited as a player; it may return a coordinate, a number, a row and a column, or odds."""
    found = audit(function, book, "O")
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


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("perfect",), 0),
        (("keypad", "--side", "X"), 0),
        (("keypad",), 1),
    ],
)
def test_expect_sets_the_exit_code(run, arguments, code):
    """--expect never-loses gives 1 when a loss is found."""
    done = run("audit", *arguments, "--expect", "never-loses", "--json")
    assert done.exit_code == code and json.loads(done.stdout)


def test_a_program_that_breaks_the_rules_fails_its_audit(run):
    """A forfeit is a verdict against: one line, and exit code 1."""
    done = run("audit", "exec:true", "--side", "X")
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("oxobook: exec:true ended")
