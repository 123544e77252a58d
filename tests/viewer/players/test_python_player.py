"""Python functions as players."""

import sys
from fractions import Fraction

import pytest

from oxobook.book import Position
from oxobook.viewer.players.player import Forfeit, Scope, UnknownPlayer
from oxobook.viewer.players.python_player import PythonPlayer

OPEN = Position.parse("X../.O./...")


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """A function that writes a module ``bots`` to the current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    monkeypatch.delitem(sys.modules, "bots", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield lambda source: (tmp_path / "bots.py").write_text(source)
    sys.modules.pop("bots", None)


def verdict(name: str) -> str:
    """The message of the Forfeit, one line."""
    with pytest.raises(Forfeit) as raised:
        PythonPlayer(name).policy(OPEN)
    assert str(raised.value).startswith(name) and str(raised.value).isprintable()
    return str(raised.value)


def unknown(name: str) -> str:
    """The message of the UnknownPlayer, one line."""
    with pytest.raises(UnknownPlayer, match="expected MODULE:FUNCTION") as raised:
        PythonPlayer(name)
    assert repr(name) in str(raised.value) and str(raised.value).isprintable()
    return str(raised.value)


def test_a_function_in_the_current_directory(bots):
    """A function gets the position and returns a move; the import leaves the search path as it was."""
    bots("def first(position):\n    return position.legal_moves[0]\n")
    path = list(sys.path)
    with PythonPlayer("bots:first") as player:
        assert (player.name, player.scope) == ("bots:first", Scope.POSITION)
        assert player.policy(OPEN) == {"b3": Fraction(1)}
        assert player.policy(Position.parse(".../.../...")) == {"a3": Fraction(1)}
    assert sys.path == path


def test_a_dotted_function(bots):
    """A method of an object in the module is a function too."""
    bots("class Bot:\n    def move(self, position):\n        return 'c3'\nclass Bots:\n    one = Bot()\n")
    assert PythonPlayer("bots:Bots.one.move").policy(OPEN) == {"c3": 1}


@pytest.mark.parametrize(
    ("returned", "policy"),
    [
        ("{'c3': 1}", {"c3": Fraction(1)}),
        ("{'c3': 0.5, 'a1': 0.25, 'a2': Fraction(1, 4), 'b2': 0}", {"c3": "1/2", "a1": "1/4", "a2": "1/4"}),
        ("{move: 1 / 7 for move in position.legal_moves}", dict.fromkeys(OPEN.legal_moves, "1/7")),
        ("{'c3': numpy.float32(0.5), 'a1': numpy.float64(0.5)}", {"c3": "1/2", "a1": "1/2"}),
        ("{'c3': numpy.int64(1)}", {"c3": "1"}),
        ("1", {"b3": "1"}),
        (r"' C3\n'", {"c3": "1"}),
        ("numpy.int64(2)", {"c3": "1"}),
        ("numpy.argmax([0, 0, 1])", {"c3": "1"}),
        ("(0, 2)", {"c3": "1"}),
        ("'[0, 2]'", {"c3": "1"}),
        ("{2: 0.25, (0, 1): 0.5, 'c3': 0.25}", {"c3": "1/2", "b3": "1/2"}),
    ],
)
def test_a_policy_of_any_numbers(bots, returned, policy):
    """A mapping of probabilities becomes exact shares, whatever kind of number they are."""
    bots(f"import numpy\nfrom fractions import Fraction\ndef bot(position):\n    return {returned}\n")
    assert PythonPlayer("bots:bot").policy(OPEN) == {move: Fraction(share) for move, share in policy.items()}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise ValueError('no\\nidea')", "raised ValueError: no idea in X../.O./..."),
        ("assert False", "raised AssertionError in X../.O./..."),
        ("return 1 / 0", "raised ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "raised SystemExit: 3"),
        ("return bot(position)", "raised RecursionError"),
        ("return None", "answered X../.O./... with what is no move: expected a move of 3x3x3: a coordinate such as a3"),
        ("return 4", "with an illegal move: b2 is taken in X../.O./...; play one of b3"),
        ("return 9", "expected a cell from 0 to 8; got 9"),
        ("return True", "with what is no move: expected a move of 3x3x3"),
        ("return ['c3']", "expected a move of 3x3x3"),
        ("return {'c3': '1'}", "gives c3 a probability of type str; expected a number"),
        ("return 'b2'", "b2 is taken in X../.O./...; play one of b3, c3"),
        ("return 'hello'", "with what is no move: expected a coordinate from a1 to c3; got 'hello'"),
        ("return {4: 1}", "b2 is taken"),
        ("return {'c3': 0.5}", "sum to 0.5"),
        ("return {}", "sum to 0"),
        ("return {'c3': -1, 'b1': 2}", "gives c3 the probability -1"),
        ("return {'c3': float('nan')}", "gives c3 the probability nan"),
    ],
)
def test_what_is_no_policy_forfeits(bots, body, words):
    """An exception, a wrong type, an illegal move or shares that are no probabilities is a verdict of one line."""
    bots(f"def bot(position):\n    {body}\n")
    assert words in verdict("bots:bot")


@pytest.mark.parametrize(
    ("source", "name", "words"),
    [
        ("", ":bot", "such as bots:first"),
        ("", "bots:", "such as bots:first"),
        ("", "no_such_bots:bot", "importing 'no_such_bots' raised ModuleNotFoundError: No module named 'no_such_bots'"),
        ("", ".bots:bot", "importing '.bots' raised TypeError"),
        ("raise RuntimeError('not\\ntoday')", "bots:bot", "importing 'bots' raised RuntimeError: not today"),
        ("raise SystemExit", "bots:bot", "importing 'bots' raised SystemExit"),
        ("def __getattr__(name): raise ValueError('off')", "bots:bot", "got 'bots:bot': ValueError: off"),
        ("def bot(:", "bots:bot", "importing 'bots' raised SyntaxError: invalid syntax (bots.py, line 1)"),
        ("", "bots:bot", "module 'bots' has no attribute 'bot'"),
        ("", "bots:bot.move", "module 'bots' has no attribute 'bot'"),
        ("bot = 'c3'", "bots:bot", "which is of type str and cannot be called"),
    ],
)
def test_what_names_no_function_is_an_unknown_player(bots, source, name, words):
    """A module that cannot be imported and a name that is no function are told in one line."""
    bots(source)
    path = list(sys.path)
    assert words in unknown(name)
    assert sys.path == path


def test_ctrl_c_is_no_forfeit(bots):
    """Ctrl-C while a function thinks stops the command, and is not held against the player."""
    bots("def bot(position):\n    raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        PythonPlayer("bots:bot").policy(OPEN)
