"""Environment of Gymnasium: a game against an opponent, with exact regret and best moves.

>>> env = GameEnv(book, opponent="levi")                                # doctest: +SKIP
>>> observation, info = env.reset(seed=1)                               # doctest: +SKIP
>>> observation, reward, over, _, info = env.step(4)                    # doctest: +SKIP
"""

from random import Random
from typing import Any

from oxobook.book.book import Book
from oxobook.book.errors import IllegalArgument, MissingExtra, OxobookError
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.strategy import require_side
from oxobook.viewer.oracle.encoding import Encoding
from oxobook.viewer.players.judge import Judge
from oxobook.viewer.players.roster import AnyPlayer, player_named
from oxobook.viewer.players.walk import result_of

try:
    import gymnasium as gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as missing:
    raise MissingExtra("environments need the library gymnasium: pip install 'oxobook[gym]'") from missing

Observation = dict[str, Any]


class ResetNeeded(OxobookError, gymnasium.error.ResetNeeded):
    """Step was asked for before the first ``reset``, or after the end of the game."""


def require_seat(seat: object, rules: Rules) -> None:
    """Raise IllegalArgument unless a side comes to move in a seat, whatever the other plays."""
    require_side(seat)
    start = Position(rules)
    if seat == "O" and any(start.after(move).over for move in start.legal_cells):
        raise IllegalArgument(f"expected a game in which O moves; a first move may end {rules}: take the seat X")


def observation_space(rules: Rules) -> spaces.Dict:
    """Return the space of a game's observations: the board, and the mask of legal actions."""
    encoding = Encoding(rules)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, encoding.shape, np.int8),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
    )


def exact_info(judge: Judge, encoding: Encoding, position: Position, side: str) -> dict[str, Any]:
    """Return the exact answers for a side: the value, and if it is to move the best moves as a mask of actions."""
    entry = judge.book.probe(position, pick=False)
    own = position.to_move == side
    return {
        "value": int(entry.value if own else -entry.value),
        "best": encoding.mask(entry.best if own else ()),
    }


class GameEnv(gymnasium.Env[Observation, Any]):
    """Game of one book, for a player in a seat against any player that ``player_named`` takes.

    The reward is 1, 0 or -1 at the end; an illegal move loses. ``info`` has the ``value`` of the position for the
    player, its ``best`` moves as a mask, ``regret`` and ``perfect`` of the player's last move, and whether it was
    ``illegal``; a step takes a fraction of the time if it is left out.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        book: Book,
        opponent: AnyPlayer = "random",
        seat: str = "X",
        render_mode: str | None = None,
        info: bool = True,
    ) -> None:
        self._judge = Judge(book)
        require_seat(seat, book.rules)
        self._playing, self._informs = False, info
        self._encoding, self._seat, self.render_mode = Encoding(book.rules), seat, render_mode
        self._opponent = player_named(opponent, book)
        self.observation_space = observation_space(book.rules)
        self.action_space = spaces.Discrete(self._encoding.actions)
        self.position = Position(book.rules)
        """Position so far."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._randomness = Random(int(self.np_random.integers(1 << 62)))
        self.position, self._record = Position(self._judge.book.rules), tuple[str, ...]()
        if self._seat == "O":
            self._reply()
        self._playing = True
        return self._observed(), self._info(0, True, False)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._playing:
            raise ResetNeeded("expected a game that goes on; there is none yet, or it is over: call reset first")
        move = self._encoding.asked(action, self.position)
        if move is None:
            self._playing = False
            return self._observed(), -1.0, True, False, self._info(0, False, True)
        name = self._encoding.names[move]
        judged = self._judge.moves(self.position)[name] if self._informs else None
        self._play(name)
        if not self.position.over:
            self._reply()
        self._playing = not self.position.over
        reward = float(result_of(self.position, self._seat) or 0)
        informed = self._info(judged.regret, judged.perfect, False) if judged else {}
        return self._observed(), reward, self.position.over, False, informed

    def render(self) -> str:
        """Return the board as text, its rows from the top."""
        return self.position.text.replace("/", "\n")

    def close(self) -> None:
        self._opponent.close()

    def _play(self, name: str) -> None:
        self.position, self._record = self.position.play(name), (*self._record, name)

    def _reply(self) -> None:
        self._play(self._opponent.choose(self._record, self.position, self._randomness))

    def _observed(self) -> Observation:
        board = self._encoding.observed(self.position.x, self.position.o, self._seat)
        return {"observation": board, "action_mask": self._encoding.mask(self.position.legal_moves)}

    def _info(self, regret: int, perfect: bool, illegal: bool) -> dict[str, Any]:
        if not self._informs:
            return {}
        exact = exact_info(self._judge, self._encoding, self.position, self._seat)
        return exact | {"regret": regret, "perfect": perfect, "illegal": illegal}
