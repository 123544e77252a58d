"""What a book would take before it is made: engine, positions, memory, disk and time.

Boards that no engine can hold can be planned all the same: the plan says what they would take.
"""

from importlib.util import find_spec
from math import ceil
from pathlib import Path

from oxobook.book.errors import MissingExtra, TooLarge
from oxobook.book.game.rules import Rules
from oxobook.generator.engine import Engine, Plan
from oxobook.generator.engines import AUTO, ENGINES, chosen_engine
from oxobook.generator.machine import free_memory
from oxobook.generator.position_counts import placements, reachable_share
from oxobook.generator.units import in_bytes

_SMALL = 1 << 28  # bytes: below a quarter GiB nothing needs to be asked of the machine
_SMALL_BOOK = 100_000  # positions: a book of so many fits everywhere


def plan_book(rules: Rules, engine: str = AUTO) -> Plan:
    """The plan for a book, from estimated counts.

    Raises IllegalRules where the engine asked for does not solve such games.
    """
    layers = tuple(ceil(count * reachable_share(rules, ply)) for ply, count in enumerate(placements(rules)))
    return chosen_engine(rules, sum(layers), engine).plan(rules, layers)


def plan_to_make(rules: Rules, engine: str = AUTO) -> Plan:
    """The plan by which a book is made: for a small one upper bounds will do, which take no time."""
    bounds = placements(rules)
    if sum(bounds) < _SMALL_BOOK:
        return chosen_engine(rules, sum(bounds), engine).plan(rules, bounds)
    return plan_book(rules, engine)


def engine_of(plan: Plan) -> Engine:
    """The engine that a plan is for."""
    return ENGINES[plan.engine]


def require_able(plan: Plan, folder: Path | None, memory: int | None = None) -> None:
    """Raise what keeps this machine from making a book in a folder; None is for another machine's disk.

    ``memory``: the bytes that the work may take, by default what is free.

    MissingExtra when the engine's libraries are not installed; TooLarge when the board is larger than the engine can
    hold, or there is too little memory or disk.
    """
    rules, engine = plan.rules, engine_of(plan)
    if shortage := engine.shortage(rules):
        raise TooLarge(f"{rules} {shortage}: choose a smaller board")
    if library := missing_library(engine):
        raise MissingExtra(
            f"{rules} is for the {engine.name} engine, which needs the library {library}: "
            f"pip install 'oxobook[{engine.extra}]'"
        )
    if plan.memory >= _SMALL and (lacking := _lacking_room(plan, folder, memory)):
        raise TooLarge(f"{rules} {lacking}; see: oxobook plan {rules}")


def what_is_lacking(plan: Plan, folder: Path | None) -> str | None:
    """What keeps this machine from making the book in a folder, or on another machine's disk, in words; or None."""
    engine = engine_of(plan)
    if shortage := engine.shortage(plan.rules):
        return shortage
    if room := _lacking_room(plan, folder):
        return room
    if library := missing_library(engine):
        return f"needs the library {library}: pip install 'oxobook[{engine.extra}]'"
    return None


def missing_library(engine: Engine) -> str | None:
    """The first library that an engine needs and that is not installed, or None."""
    return next((library for library in engine.libraries if find_spec(library) is None), None)


def _lacking_room(plan: Plan, folder: Path | None, memory: int | None = None) -> str | None:
    """The memory or disk that is lacking; ``memory``: what the work may take, by default what is free."""
    from shutil import disk_usage

    here = memory or free_memory()
    disk = disk_usage(folder).free if folder else plan.disk
    if plan.needed_memory > here:
        are_free = "may be taken" if memory else "are free"
        return f"needs about {in_bytes(plan.needed_memory)} of memory, and {in_bytes(here)} {are_free}"
    if plan.disk > disk:
        return f"needs about {in_bytes(plan.disk)} of disk, and {in_bytes(disk)} are free in {str(folder)!r}"
    return None
