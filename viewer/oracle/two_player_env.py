"""Environment of PettingZoo: a game of two agents in turn, as its tic-tac-toe and Connect Four are.

>>> env = two_player_env(book)                                          # doctest: +SKIP
>>> env.reset(seed=1)                                                   # doctest: +SKIP
>>> for agent in env.agent_iter():                                      # doctest: +SKIP
...     observation, reward, termination, truncation, info = env.last()
...     mask = observation["action_mask"]
...     env.step(None if termination or truncation else env.action_space(agent).sample(mask))
"""

from typing import Any

from oxobook.book.book import Book
from oxobook.book.errors import IllegalArgument, MissingExtra, quoted
from oxobook.book.game.position import Position
from oxobook.viewer.oracle.encoding import Encoding
from oxobook.viewer.oracle.game_env import exact_info, observation_space
from oxobook.viewer.players.judge import Judge
from oxobook.viewer.players.walk import result_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise MissingExtra("environments of two agents need pettingzoo: pip install 'oxobook[gym]'") from missing


def two_player_env(book: Book) -> Any:
    """Return an environment in which an illegal move loses, and wrong calls are refused, as PettingZoo's own are."""
    env = wrappers.TerminateIllegalWrapper(TwoPlayerEnv(book), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class TwoPlayerEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Game of one book without wrappers; ``player_1`` is X.

    The rewards are 1, 0 or -1 at the end. ``infos`` has for each agent the ``value`` of the position, its ``best``
    moves as a mask if it is to move, and ``regret`` and ``perfect`` of its last move.
    """

    metadata = {"render_modes": ["ansi"], "name": "oxobook_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, book: Book, render_mode: str | None = None) -> None:
        super().__init__()
        self._judge, self._encoding, self.render_mode = Judge(book), Encoding(book.rules), render_mode
        self.possible_agents = ["player_1", "player_2"]
        self._sides = dict(zip(self.possible_agents, "XO", strict=True))
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space(book.rules))
        self.action_spaces = {agent: spaces.Discrete(self._encoding.actions) for agent in self.possible_agents}
        self.agents = self.possible_agents[:]
        self.position = Position(book.rules)
        """Position so far."""

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = Position(self._judge.book.rules)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self._judged = {agent: {"regret": 0, "perfect": True} for agent in self.agents}
        self._inform()

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self._encoding.mask(self.position.legal_moves) * (agent == self.agent_selection)
        observation = self._encoding.observed(self.position.x, self.position.o, self._sides[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._encoding.asked(action, self.position)
        if move is None:
            raise IllegalArgument(f"expected an action that action_mask allows; got {quoted(action)}")
        name = self._encoding.names[move]
        judged = self._judge.moves(self.position)[name]
        self._judged[agent] = {"regret": judged.regret, "perfect": judged.perfect}
        self.position = self.position.play(name)
        self._cumulative_rewards[agent] = 0
        if self.position.over:
            self.rewards = {each: result_of(self.position, side) or 0 for each, side in self._sides.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._inform()

    def render(self) -> str:
        """Return the board as text, its rows from the top."""
        return self.position.text.replace("/", "\n")

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _inform(self) -> None:
        self.infos = {
            agent: exact_info(self._judge, self._encoding, self.position, side) | self._judged[agent]
            for agent, side in self._sides.items()
        }
