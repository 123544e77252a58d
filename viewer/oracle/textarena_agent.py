"""Agent and judge for games of TextArena: TicTacToe, ReverseTicTacToe, WildTicTacToe and ConnectFour.

>>> agent = ArenaAgent(book)                                            # doctest: +SKIP
>>> player, observation = env.get_observation()                         # doctest: +SKIP
>>> env.step(agent(observation))                                        # doctest: +SKIP

A position is read from the last board of an observation. In TextArena's games on 3x3 O moves first, so that X and O
change places here.
"""

import re
from random import Random

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, MissingExtra
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.oracle.grading import Grade, Grader
from oxobook.viewer.players.roster import AnyPlayer, player_named

try:
    import textarena
except ImportError as missing:
    raise MissingExtra("games of TextArena need the library textarena: pip install 'oxobook[models]'") from missing

_HEADS = re.compile("Current Board:|Board state:")
_ROW = re.compile(r"[\s|]*(?:[XO.]|\d+)[XO.\d\s|]*")


def arena_position(observation: str, rules: Rules) -> Position:
    """Return the position of the last board in an observation; raises IllegalPosition."""
    lines, wanted = _HEADS.split(observation)[-1].splitlines(), rules.rows + rules.gravity  # with the columns' numbers
    rows = [line for line in lines if _ROW.fullmatch(line)][:wanted]
    if len(rows) < wanted:
        raise IllegalPosition(f"expected an observation with a board of {rules}; got {observation[-80:]!r}")
    first = "X" if rules.gravity or rules.either else "O"
    return Position.parse("\n".join(rows), rules, first=first)


def arena_action(move: Cell, position: Position) -> str:
    """Return a move as TextArena's games read it."""
    sign, cell = position.stone(move)
    if position.rules.either:
        return f"[{sign} {cell}]"
    return f"[col {cell % position.rules.columns}]" if position.rules.gravity else f"[{cell}]"


class ArenaAgent(textarena.Agent):  # type: ignore[misc]
    """Agent that plays as a player of the roster or a function does: by default any best move."""

    def __init__(self, book: Book, player: AnyPlayer = "perfect", seed: int = 0) -> None:
        super().__init__()
        self._rules, self._player, self._randomness = book.rules, player_named(player, book), Random(seed)

    def __call__(self, observation: str) -> str:
        """Return the action for an observation; raises IllegalPosition if it has no board."""
        position = arena_position(observation, self._rules)
        policy = self._player.policy(position)
        name = self._randomness.choices(list(policy), [float(share) for share in policy.values()])[0]
        return arena_action(position.move(name), position)


class ArenaJudge:
    """Judge of actions in TextArena's games."""

    def __init__(self, book: Book) -> None:
        self._grader = Grader(book, "columns0" if book.rules.gravity else "index")

    def grade(self, observation: str, action: str) -> Grade:
        """Return the grade of an action: what was answered to an observation."""
        return self._grader.grade(arena_position(observation, self._grader.book.rules), action)
