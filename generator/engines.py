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
"""Engines by name; the first of equally eager ones is chosen."""

AUTO = "auto"
"""Name that chooses the most eager engine that can solve the game."""


def chosen_engine(rules: Rules, positions: int, name: str = AUTO, plies: int | None = None) -> Engine:
    """Return the engine of this name, or the one that suits a board of about ``positions`` positions best.

    With ``plies`` it is the one that makes books of first plies. Raises IllegalRules if the engine does not solve such
    games.
    """
    if plies is not None:
        if name != AUTO:
            raise IllegalRules(f"the {name} engine makes whole books: leave --engine or --plies out")
        if refusal := (of_plies := SearchEngine(plies)).refusal(rules):
            raise IllegalRules(f"the search engine {refusal}; got {rules}: leave --plies out")
        return of_plies
    able = [engine for engine in ENGINES.values() if engine.refusal(rules) is None]
    if name == AUTO:
        return max(able, key=lambda engine: engine.eagerness(positions))
    if name not in ENGINES:
        raise IllegalArgument(f"expected {AUTO} or one of the engines {', '.join(ENGINES)}; got {quoted(name)}")
    if refusal := ENGINES[name].refusal(rules):
        others = " or ".join(f"--engine {engine.name}" for engine in able)
        raise IllegalRules(f"the {name} engine {refusal}; got {rules}: use {others}")
    return ENGINES[name]
