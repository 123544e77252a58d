"""Registry of engines, and the choice among them. Another one is a room of its own and one line here."""

from oxobook.book.errors import IllegalArgument, IllegalRules, quoted
from oxobook.book.game.rules import Rules
from oxobook.generator.dense.engine import DenseEngine
from oxobook.generator.engine import Engine
from oxobook.generator.frontier.engine import FrontierEngine
from oxobook.generator.gravity.engine import GravityEngine
from oxobook.generator.search.engine import SearchEngine

ENGINES: dict[str, Engine] = {
    "frontier": FrontierEngine(),
    "dense": DenseEngine(),
    "gravity": GravityEngine(),
}
"""Engines by name."""

AUTO = "auto"
"""Name that chooses the engine for the number of positions."""


def chosen_engine(rules: Rules, positions: int, name: str = AUTO, plies: int | None = None) -> Engine:
    """Return the engine of this name, or the one that suits a board of about ``positions`` positions best.

    With ``plies`` it is the one that makes books of first plies. Raises IllegalRules if the engine does not solve such
    games.
    """
    if plies is not None:
        if name != AUTO:
            raise IllegalRules(f"the {name} engine makes whole books: leave --engine or --plies out")
        if not (of_plies := SearchEngine(plies)).can_solve(rules):
            raise IllegalRules(f"the search engine solves {of_plies.solves}; got {rules}: leave --plies out")
        return of_plies
    able = [engine for engine in ENGINES.values() if engine.can_solve(rules)]
    if name == AUTO:
        suited = [engine for engine in able if engine.chosen_from <= positions]
        return max(suited, key=lambda engine: engine.chosen_from)
    if name not in ENGINES:
        raise IllegalArgument(f"expected {AUTO} or one of the engines {', '.join(ENGINES)}; got {quoted(name)}")
    if not (engine := ENGINES[name]).can_solve(rules):
        others = " or ".join(f"--engine {other.name}" for other in able if not other.shortage(rules))
        advice = f"use {others}" if others else f"see: oxobook generate {rules} --plan"
        raise IllegalRules(f"the {name} engine solves {engine.solves}; got {rules}: {advice}")
    return engine
