"""Vector environment of Gymnasium: many games at once, by the table of the whole game.

>>> env = VectorGameEnv(book, 10_000, opponent="levi")                  # doctest: +SKIP
"""

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book, require_book
from oxobook.book.errors import IllegalArgument, quoted, require_whole
from oxobook.book.progress import Tell, tell_nobody
from oxobook.viewer.oracle.encoding import Encoding
from oxobook.viewer.oracle.game_env import ResetNeeded, observation_space, require_seat
from oxobook.viewer.oracle.game_env import gymnasium as gymnasium
from oxobook.viewer.oracle.game_table import chances, game_table
from oxobook.viewer.players.roster import AnyPlayer, player_named

Ints = NDArray[np.int32]
Step = tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorGameEnv(gymnasium.vector.VectorEnv[dict[str, Any], Any, Any]):
    """Games of a player in a seat against any player that ``player_named`` takes; None for play against itself.

    Against itself each step is one move, and the reward that of the side which made it. Else rewards, illegal moves and
    ``info`` are as those of ``GameEnv``, and ``info`` also has ``state``, the row of each position in ``table``; it can
    be left out. A game that has ended begins again at the next step, which ignores its action. ``tell`` hears how far
    the table is.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        book: Book,
        num_envs: int,
        opponent: AnyPlayer | None = "random",
        seat: str = "X",
        info: bool = True,
        tell: Tell = tell_nobody,
    ) -> None:
        require_book(book)
        require_whole(0, num_envs=num_envs)
        if opponent is not None:
            require_seat(seat, book.rules)
        self.num_envs, self._second, self._informs = num_envs, seat == "O" and opponent is not None, info
        self._ended: NDArray[np.bool_] | None = None
        self.table, self._own_first = game_table(book, tell), Encoding(book.rules).own_first
        self._chances = None if opponent is None else chances(player_named(opponent, book), self.table, tell)
        self.single_observation_space = observation_space(book.rules)
        self.single_action_space = gymnasium.spaces.Discrete(self.table.legal.shape[1])
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._states, self._ended = self._starts(self.num_envs), np.zeros(self.num_envs, bool)
        self._turned = self._ended.copy()
        return self._observed(), self._info(np.zeros(self.num_envs, np.int8), ~self._turned, self._turned.copy())

    def step(self, actions: Any) -> Step:
        if self._ended is None:
            raise ResetNeeded("expected games that go on; there are none yet: call reset first")
        table, states, fresh = self.table, self._states, self._ended
        actions = self._whole(actions)
        known = (actions >= 0) & (actions < table.after.shape[1])
        actions = np.where(known, actions, 0)
        after = np.where(known, table.after[states, actions], -1)
        illegal = (after < 0) & ~fresh
        moved = (after >= 0) & ~fresh
        regret, perfect = table.regret[states, actions] * moved, table.best[states, actions] & moved | fresh
        after = np.where(moved, after, states)
        over = table.over[after] & moved
        rewards = np.where(over, -table.value[after], 0.0)
        self._turned = over & (self._chances is not None)  # as the opponent would move there
        if self._chances is not None:
            replied = moved & ~over
            after = np.where(replied, self._replied(after), after)
            over |= table.over[after]
            rewards = np.where(replied & table.over[after], table.value[after], rewards)
        self._ended = (over & ~fresh) | illegal
        self._states = np.where(fresh, self._starts(self.num_envs), after)
        rewards[illegal] = -1.0
        ended = self._ended.copy()
        return self._observed(), rewards, ended, np.zeros(self.num_envs, bool), self._info(regret, perfect, illegal)

    def _whole(self, given: Any) -> NDArray[np.integer[Any]]:
        """Return an action for each game; raises IllegalArgument."""
        with suppress(ValueError):  # of lists of lists
            actions = np.asarray(given)
            if actions.dtype.kind in "iu" and actions.shape == (self.num_envs,):
                return actions
        raise IllegalArgument(f"expected {self.num_envs} actions as whole numbers; got {quoted(given)}")

    def _starts(self, count: int) -> Ints:
        empty = np.zeros(count, np.int32)
        return self._replied(empty) if self._second else empty

    def _replied(self, states: Ints) -> Ints:
        """Return the states after the opponent's moves; what is over stays as it is."""
        assert self._chances is not None
        drawn = self.np_random.random(len(states), np.float32)
        actions = np.minimum((self._chances[states] <= drawn[:, None]).sum(axis=1), self._chances.shape[1] - 1)
        return np.where(self.table.over[states], states, self.table.after[states, actions])

    def _observed(self) -> dict[str, Any]:
        boards = self.table.observation[self._states]
        if self._own_first:
            boards[self._turned] = boards[self._turned, ..., ::-1]
        return {"observation": boards, "action_mask": self.table.legal[self._states].astype(np.int8)}

    def _info(self, regret: Any, perfect: Any, illegal: Any) -> dict[str, Any]:
        if not self._informs:
            return {}
        value, best = self.table.value[self._states], self.table.best[self._states]
        exact = {"state": self._states, "value": np.where(self._turned, -value, value), "best": best}
        return exact | {"regret": regret, "perfect": perfect, "illegal": illegal}
