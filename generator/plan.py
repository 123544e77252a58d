"""Plan of a book before it is made: engine, positions, memory, disk and time.

Boards that no engine can hold can be planned too: the plan says what they would take.
"""

from importlib.util import find_spec
from pathlib import Path
from shutil import disk_usage

from oxobook.book.errors import MissingExtra, TooLarge
from oxobook.book.game.rules import Rules
from oxobook.generator.engine import Engine, Plan
from oxobook.generator.engines import AUTO, chosen_engine
from oxobook.generator.expansion import count_layers
from oxobook.generator.machine import free_memory
from oxobook.generator.position_counts import estimated_layers
from oxobook.generator.units import in_bytes

_SMALL = 1 << 28  # bytes: with less than a quarter GiB, the machine is not asked, unless a limit is given
SMALL_BOOK = 100_000
"""Number of positions that are counted in half a second; books with no more fit everywhere."""


def plan_book(rules: Rules, engine: str = AUTO, plies: int | None = None) -> Plan:
    """Plan a book, of all positions or of the first ``plies`` only; ``plan`` and ``generate`` go by it.

    The positions are counted if there are at most ``SMALL_BOOK``, else estimated. Raises IllegalRules if the engine
    does not solve such games.
    """
    last = rules.cells if plies is None else plies
    layers = count_layers(rules, last, SMALL_BOOK) or estimated_layers(rules, last)
    return chosen_engine(rules, sum(layers), engine, plies).plan(rules, layers)


def require_able(plan: Plan, folder: Path | None, memory: int | None = None) -> None:
    """Raise the error for what keeps this machine from making a plan's book; see ``what_is_lacking``.

    Raises:
        MissingExtra: a library of the engine is not installed.
        TooLarge: the board is too large for the engine, or memory or disk is lacking.
    """
    if lacking := what_is_lacking(plan, folder, memory):
        if missing_library(plan.engine):
            raise MissingExtra(f"{plan.rules} {lacking}")
        raise TooLarge(f"{plan.rules} {lacking}; see: oxobook generate {plan.rules} --plan")


def what_is_lacking(plan: Plan, folder: Path | None, memory: int | None = None) -> str | None:
    """Return what keeps this machine from making a plan's book, in words, or None if nothing does.

    Args:
        plan: the plan.
        folder: where the book goes; None for another machine's disk.
        memory: the bytes that the work may take, by default what is free.
    """
    engine = plan.engine
    if shortage := engine.shortage(plan.rules):
        return shortage
    if library := missing_library(engine):
        return f"needs the library {library}: pip install 'oxobook[{engine.extra}]'"
    if (memory or plan.memory >= _SMALL) and plan.needed_memory > (here := memory or free_memory()):
        are_free = "may be taken" if memory else "are free"
        return f"needs about {in_bytes(plan.needed_memory)} of memory, and {in_bytes(here)} {are_free}"
    if folder and plan.positions > SMALL_BOOK and plan.disk > (free := disk_usage(folder).free):
        return f"needs about {in_bytes(plan.disk)} of disk, and {in_bytes(free)} are free in {str(folder)!r}"
    return None


def missing_library(engine: Engine) -> str | None:
    """Return the first library that an engine needs and that is not installed, or None."""
    return next((library for library in engine.libraries if find_spec(library) is None), None)
