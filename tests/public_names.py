"""Laws of every public name of ``oxobook``, called with odd values.

Names, methods and parameters are read from the package, so that a new one is met without being named here.
"""

import inspect
import io
import random
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

import oxobook
from oxobook import Book, Certificate, CertifiedStrategy, OxobookError, Position, Rules, Value
from tests.parsing import holds_of_a_refusal

LONG_ENOUGH = 0.15
"""Seconds after which a call counts as one that works: a search, or a lesson, may be asked to go on for years."""
UNTRIED = {"cluster": "starts processes", "store": "books are opened by Book.open"}
"""Parameters that are left as they are, and why."""
UNCHECKED = {"Position.after", "Position.stone", "Searcher.score", "Searcher.value", "Searcher.bounds"}
UNCHECKED |= {"Searcher.confirms", "Grader.of_move"}
"""Methods for what is known to be right: walks call them for millions of positions."""

NEW = "new.sqlite"
"""Path of a book that is not there when a call begins."""
ATLAS = Path(__file__).parents[1] / "data" / "atlas"


class Odd:
    """Object that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


def odd_values(book: Book) -> list[object]:
    """Return odd values: of each type, too large, of other games and libraries, closed, and broken."""
    closed = Book.open(book.address)
    closed.close()
    return [
        *(None, True, 0, -1, 3, 10**30, 1.5, float("nan"), float("inf"), 1j, Fraction(1, 3), ...),
        *("", " ", "x", "XO", "3x3x3", "X../.O./...", "a3 b2", "ring", "9x9x9", "a\nb", "\0", "\ud800", "\x1b[2J"),
        *("z" * 300, "no/such/folder", "nosuch://x", b"", b"X", [], [1], [[1, 2]], (1, 1), {}, {"a3": 1}, set()),
        *(np.zeros((2, 9), int), np.array([object()]), np.int64(4), np.float32(2), Path("none"), Path()),
        *(object(), lambda *given, **named: 1 / 0, iter([1]), Value.WIN, Rules(4, 4, 4), Rules(), ValueError("x")),
        *(Position(Rules(2, 2, 2), 1), Position(Rules(), 1 << 70, -1), book, closed, Odd()),
    ]


def sound_values(book: Book) -> dict[str, object]:
    """Return a sound value for each parameter without a default, and an object of each class, by its name."""
    position, player = Position(Rules()), oxobook.player_named("perfect", book)
    certificate, entry = Certificate.open(ATLAS / "3x3x3.proof"), book.probe(position)
    strategy = oxobook.strategy_in(book, "X")
    audits = {side.lower(): oxobook.audit(player, book, side) for side in "XO"}
    classes = (book, book.info, certificate, CertifiedStrategy(certificate), entry, book.moves(position)[0], strategy)
    judge, grader = oxobook.Judge(book), oxobook.Grader(book)
    classes += (judge, judge.move(position, "a3"), grader, grader.grade(position, "a3"), position, Rules(), player)
    classes += (book.outcome(position), book.info.games, book.info.layers[0], Value.WIN)
    return {
        **{type(one).__name__: one for one in (*classes, audits["x"])},
        "Player": player,
        **audits,
        **{"book": book, "rules": Rules(2, 2, 2), "position": position, "positions": [position], "seat": "X"},
        **{"side": "X", "player": player, "opponent": player, "policy": player, "name": "perfect", "worth": entry},
        **{"certificate": certificate, "strategy": strategy, "target": NEW, "path": "board.json"},
        **{
            "beads": "michie",
            "games": 1,
            "count": 1,
            "seed": 1,
            "kind": "pick",
            "fast": False,
            "record": (),
            "answer": "a3",
        },
        **{"answer": "a3", "move": "a3", "given": "a3", "cells": 1, "key": 0, "text": "3x3x3", "definition": "{}"},
        **{
            "content": b"",
            "value": "X../.O./...",
            "to_move": "X",
            "randomness": random.Random(1),
            "num_envs": 2,
            "game": None,
            "moves": {0: 0},
        },
    }


class Public(NamedTuple):
    """Public name or method, with its parameters."""

    name: str
    call: Callable[..., object]
    parameters: list[inspect.Parameter]


def public(names: Iterable[str], sound: dict[str, object]) -> Iterator[Public]:
    """Yield the functions and classes of these names and the classes' methods, if they take anything.

    Errors are left out, which take any message.
    """
    for name in names:
        thing = getattr(oxobook, name)
        if not callable(thing) or (isinstance(thing, type) and issubclass(thing, Exception)):
            continue
        if parameters := _parameters(thing):
            yield Public(name, thing, parameters)
        for method in dir(thing) if isinstance(thing, type) else ():
            made = inspect.getattr_static(thing, method)
            home = str(getattr(inspect.unwrap(getattr(made, "__func__", made)), "__module__", None))
            shown = callable(getattr(made, "__func__", made)) and (method == "__contains__" or method[0] != "_")
            bound = name in sound or isinstance(made, classmethod)
            if shown and bound and home.startswith("oxobook") and f"{name}.{method}" not in UNCHECKED:
                call = getattr(sound.get(name, thing), method)
                if parameters := _parameters(call):
                    yield Public(f"{name}.{method}", call, parameters)


def _parameters(call: Callable[..., object]) -> list[inspect.Parameter]:
    if call is Value:
        return [inspect.Parameter("value", inspect.Parameter.POSITIONAL_ONLY)]  # the others make another enumeration
    several = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    found = inspect.signature(call).parameters.values()
    return [one for one in found if one.name not in UNTRIED and one.kind not in several]


def sound_arguments(one: Public, sound: dict[str, object]) -> dict[str, object]:
    """Return a sound value for each parameter without a default; a field of a class has one in the sound object."""
    made = sound.get(one.name)
    return {
        each.name: sound[each.name] if each.name in sound else getattr(made, each.name)
        for each in one.parameters
        if each.default is each.empty
    }


def calls(one: Public, sound: dict[str, object], odd: list[object]) -> Iterator[dict[str, object]]:
    """Yield the arguments of calls with each parameter in turn odd while the others are sound."""
    needed = sound_arguments(one, sound)
    for each in one.parameters:
        yield from ({**needed, each.name: value} for value in odd)


def strange_call(
    ones: list[Public], sound: dict[str, object], odd: list[object], choose: Callable[[int], int]
) -> tuple[Public, dict[str, object]]:
    """Return a call with any of its parameters odd; ``choose`` returns a number below another."""
    one = ones[choose(len(ones))]
    strange = {each.name: odd[choose(len(odd))] for each in one.parameters if choose(3) == 0}
    return one, sound_arguments(one, sound) | strange


class _LongEnough(BaseException):
    """Call has worked for long enough."""


def _enough(number: int, frame: object) -> None:
    raise _LongEnough


@contextmanager
def _for_a_while() -> Iterator[None]:
    before, unraisable = signal.signal(signal.SIGALRM, _enough), sys.unraisablehook
    # an alarm in a finalizer cannot end the call: the next one does; what an ended call leaves open is nobody's fault
    sys.unraisablehook = lambda one: None if one.exc_type in (_LongEnough, ResourceWarning) else unraisable(one)
    signal.setitimer(signal.ITIMER_REAL, LONG_ENOUGH, LONG_ENOUGH)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            yield
    except _LongEnough as ended:
        traceback.clear_frames(ended.__traceback__)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = unraisable


def holds_of_a_call(one: Public, arguments: dict[str, object]) -> None:
    """A call works, or raises an OxobookError of one short line."""
    placed = [each.name for each in one.parameters if each.kind is each.POSITIONAL_ONLY]
    Path(NEW).unlink(missing_ok=True)
    named = {name: value for name, value in arguments.items() if name not in placed}
    try:
        with _for_a_while():
            found = one.call(*(arguments[name] for name in placed), **named)
            if isinstance(found, Iterator):
                list(islice(found, 9))
            if isinstance(found, Book) and all(found is not given for given in arguments.values()):
                found.close()
    except _LongEnough:  # it came while the block was being left
        pass
    except OxobookError as refused:
        holds_of_a_refusal(refused)
    except Exception as error:
        if not _is_own(error):
            raise


def _is_own(error: Exception) -> bool:
    """Return whether an odd value itself raised an error: a function here, or an array that was asked for its truth."""
    *_, last = traceback.extract_tb(error.__traceback__)
    inside = last.filename == __file__ and last.name != "holds_of_a_call"
    return inside or "truth value of an array" in str(error)
