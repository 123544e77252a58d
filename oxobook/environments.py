"""Environments of Gymnasium by an id, which is registered when this module is imported.

>>> gymnasium.make("oxobook.environments:oxobook/Game-v0", rules="3x3x3-misere", opponent="levi")  # doctest: +SKIP

Small books are made when they are first needed; others are those of the library.
"""

from typing import Any

from oxobook.book.progress import Tell, tell_nobody
from oxobook.on_demand import open_book
from oxobook.viewer.oracle.game_env import GameEnv, gymnasium
from oxobook.viewer.oracle.vector_env import VectorGameEnv


def game_env(rules: str = "3x3x3", library: str | None = None, **options: Any) -> GameEnv:
    """Return an environment of a game; ``options`` are those of ``GameEnv``."""
    return GameEnv(open_book(rules, library=library, make=True), **options)


def vector_game_env(
    num_envs: int = 1, rules: str = "3x3x3", library: str | None = None, tell: Tell = tell_nobody, **options: Any
) -> VectorGameEnv:
    """Return many games at once; ``options`` are those of ``VectorGameEnv``."""
    book = open_book(rules, library=library, make=True, tell=tell)
    return VectorGameEnv(book, num_envs, tell=tell, **options)


gymnasium.register("oxobook/Game-v0", f"{__name__}:game_env", vector_entry_point=f"{__name__}:vector_game_env")
