"""Python functions as players: functions from a position to a move or to a policy; ``MODULE:FUNCTION`` names one.

It gets a ``book.Position`` and returns a move as ``Position.move`` takes it, such as a coordinate, a cell's number from
0 or a row and a column from 0, or a mapping from such moves to probabilities that sum to 1:

    def first(position):
        return position.legal_moves[0]

Saved as ``bots.py``, its name is ``bots:first``. The module is found as ``python -m`` finds one, in the current
directory first. The answer is to depend on the position alone, and an audit asks each position several times, in any
order. The function runs inside oxobook, with no time limit; what it prints goes to standard error.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from functools import reduce
from importlib import import_module
from pathlib import Path

from oxobook.book.errors import quoted
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reading import Reading
from oxobook.book.game.rules import Rules
from oxobook.viewer.players.player import Forfeit, Player, Policy, UnknownPlayer, checked, move_given

Function = Callable[[Position], object]


class PythonPlayer(Player):
    """Python function; raises UnknownPlayer if a text names none."""

    varied = (
        "stated odds twice, in other orders and under other seeds of random and NumPy, but in one process: it is "
        "proved of the moves it gave there"
    )

    def __init__(self, given: str | Function, reading: Reading | str | None = None) -> None:
        """Take a function or its name; ``reading`` says how it calls moves."""
        super().__init__(given if isinstance(given, str) else getattr(given, "__name__", type(given).__name__))
        self._function = _function_named(given) if isinstance(given, str) else given
        self._reading, self._named = reading, isinstance(given, str)

    def policy(self, position: Position) -> Policy:
        """Return the function's answer as exact shares; raises Forfeit for any exception but Ctrl-C's."""
        try:
            with redirect_stdout(sys.stderr):
                return self._shares(self._function(position), position)
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:
            raise Forfeit(f"{self.name} raised {_described(error)} in {position}") from error

    @contextmanager
    def afresh(self, seed: int) -> Iterator[None]:
        """Seed the generators that programs share, Python's and NumPy's, and put their states back at the end."""
        state, numpy = random.getstate(), sys.modules.get("numpy")
        numpy_state = numpy and numpy.random.get_state()
        random.seed(seed)
        if numpy:
            numpy.random.seed(seed)
        try:
            yield
        finally:
            random.setstate(state)
            if numpy:
                numpy.random.set_state(numpy_state)

    def elsewhere(self, positions: Sequence[Position], seed: int) -> Sequence[Policy]:
        """Return the answers of the function that a name finds in a new process; none if it cannot be asked there."""
        if not self._named or not positions:
            return ()
        stones = [(position.x, position.o) for position in positions]
        paths = os.pathsep.join(filter(None, sys.path))
        done = subprocess.run(
            [sys.executable, "-c", f"from {__name__} import answer_all; answer_all()"],
            input=json.dumps([self.name, str(Reading.parse(self._reading)), positions[0].rules.header, stones]),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(seed)},
        )
        if done.returncode:
            return ()
        forfeit, answers = json.loads(done.stdout)
        if forfeit:
            raise Forfeit(forfeit)
        self.varied = "stated odds twice, in other orders, processes, and seeds of random, NumPy and hashes"
        return [{move: Fraction(share) for move, share in answer.items()} for answer in answers]

    def _shares(self, answer: object, position: Position) -> Policy:
        """Return an answer as exact shares; raises Forfeit if it is neither a move nor a policy."""
        if isinstance(answer, Mapping):
            return checked(self.name, dict(answer.items()), position, self._reading)
        return {move_given(self.name, answer, position, self._reading): Fraction(1)}


def answer_all() -> None:
    """Answer the questions of ``PythonPlayer.elsewhere`` on standard input."""
    name, reading, rules, stones = json.load(sys.stdin)
    forfeit, answers = "", list[Policy]()
    try:
        player, game = PythonPlayer(name, reading), Rules.written(rules)
        answers = [player.policy(Position(game, x, o)) for x, o in stones]
    except Forfeit as error:
        forfeit = str(error)
    json.dump([forfeit, [{move: str(share) for move, share in answer.items()} for answer in answers]], sys.stdout)


def _function_named(text: str) -> Function:
    """Return the function that MODULE:FUNCTION names; raises UnknownPlayer."""
    module_name, _, path = text.partition(":")
    if not module_name or not path:
        raise UnknownPlayer(f"expected MODULE:FUNCTION, such as bots:first for first in bots.py; got {quoted(text)}")
    try:
        with redirect_stdout(sys.stderr):
            module = _imported(module_name)
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(
            f"expected MODULE:FUNCTION; got {quoted(text)}, but importing {quoted(module_name)} raised "
            f"{_described(error)}: run oxobook in the module's folder, or correct the module"
        ) from error
    try:
        function = reduce(getattr, path.split("."), module)
    except Exception as error:
        raise UnknownPlayer(f"expected MODULE:FUNCTION; got {quoted(text)}: {_described(error)}") from None
    if not callable(function):
        raise UnknownPlayer(
            f"expected MODULE:FUNCTION; got {quoted(text)}, which is of type {type(function).__name__} and cannot be "
            "called"
        )
    return function


def _imported(name: str) -> object:
    """Return the module, looked for in the current directory first."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return import_module(name)
    finally:
        sys.path.remove(here)


def _described(error: BaseException) -> str:
    message = "".join(filter(str.isprintable, " ".join(str(error).split())[:200]))
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
