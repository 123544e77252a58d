"""Bridge to OpenSpiel: a book as a policy, bot and judge there, and an open-spiel policy as a player to audit.

>>> from open_spiel.python.policy import UniformRandomPolicy
>>> game = pyspiel.load_game("mnk(m=4,n=3,k=3)")
>>> str(rules_of(game))
'3x4x3'
>>> OpenSpielPlayer(UniformRandomPolicy(game), game).name
'open-spiel UniformRandomPolicy'

There an action is a cell, numbered as here, or under gravity a column, the leftmost 0. Player 0 is X. A state is known
by its actions in order, and most policies, tables among them, tell orders apart that lead to the same position.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from oxobook.book.book import Book, require_book
from oxobook.book.errors import IllegalPosition, MissingExtra, quoted, require_kind
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.viewer.oracle.encoding import Encoding
from oxobook.viewer.players.judge import Judge, JudgedMove
from oxobook.viewer.players.player import Forfeit, Player, Policy, Scope, UnfitPlayer, checked, seeded
from oxobook.viewer.players.roster import AnyPlayer, player_named

try:
    import pyspiel
    from open_spiel.python.policy import Policy as SpielPolicy
except ImportError as missing:
    raise MissingExtra("open-spiel policies need the library open-spiel: pip install 'oxobook[gym]'") from missing

Action = int  # move in open-spiel

_STATES_KEPT = 1 << 12
_POSITIONS_KEPT = 1 << 16


def rules_of(game: pyspiel.Game) -> Rules:
    """Return an open-spiel game's rules; in ``mnk``, m is columns, n rows. Raises UnfitPlayer or IllegalRules."""
    require_kind(pyspiel.Game, "an open-spiel game", game=game)
    kind = game.get_type()
    sizes = {**kind.parameter_specification, **game.get_parameters()}
    if kind.short_name == "tic_tac_toe":
        return Rules()
    if kind.short_name == "mnk":
        return Rules(sizes["n"], sizes["m"], sizes["k"])
    if kind.short_name == "connect_four":
        return Rules(sizes["rows"], sizes["columns"], sizes["x_in_row"], gravity=True)
    if kind.short_name == "misere":
        inner = dict(sizes["game"])
        rules = rules_of(pyspiel.load_game(inner.pop("name"), inner))
        return rules._replace(misere=not rules.misere)
    raise UnfitPlayer(
        f"expected one of the open-spiel games tic_tac_toe, mnk, connect_four and misere of one of them; got {game}"
    )


def game_of(rules: Rules) -> pyspiel.Game:
    """Return the open-spiel game with these rules."""
    if rules.gravity:
        text = f"connect_four(rows={rules.rows},columns={rules.columns},x_in_row={rules.k})"
    elif (rules.rows, rules.columns, rules.k) == (3, 3, 3):
        text = "tic_tac_toe()"
    else:
        text = f"mnk(m={rules.columns},n={rules.rows},k={rules.k})"
    return pyspiel.load_game(f"misere(game={text})" if rules.misere else text)


def position_of(state: pyspiel.State, rules: Rules) -> Position:
    """Return the position of a state of the game with these rules; raises UnfitPlayer for one of another game."""
    require_kind(pyspiel.State, "an open-spiel state", state=state)
    if rules_of(state.get_game()) != rules:
        raise UnfitPlayer(f"expected a state of an open-spiel game of {rules}; got one of {state.get_game()}")
    cells = _cells_played(state.history(), rules)
    x, o = (sum(1 << cell for cell in cells[first::2]) for first in (0, 1))
    return Position(rules, x, o)


class BookPolicy(SpielPolicy):  # type: ignore[misc]
    """Policy of both players by a book: equal chances for the best moves, 0 for the other legal ones.

    ``game`` is the one whose states it is asked about, by default ``game_of`` the book's rules; raises UnfitPlayer if
    it has other rules.
    """

    def __init__(self, book: Book, game: pyspiel.Game | None = None) -> None:
        require_book(book)
        game = game_of(book.rules) if game is None else game
        if rules_of(game) != book.rules:
            raise UnfitPlayer(f"expected an open-spiel game of {book.rules}, the book's rules; got {game}")
        super().__init__(game, list(range(game.num_players())))
        self._book, self._action_of = book, Encoding(book.rules).action_of
        self._shares = lru_cache(maxsize=_POSITIONS_KEPT)(self._shares_at)

    def action_probabilities(self, state: pyspiel.State, player_id: int | None = None) -> dict[Action, float]:
        """Return the probability of each legal action of the player to move, whatever ``player_id``; {} at the end."""
        return dict(self._shares(position_of(state, self._book.rules)))

    def _shares_at(self, position: Position) -> dict[Action, float]:
        entry = self._book.probe(position, pick=False)
        return {
            self._action_of[move]: 1 / len(entry.best) if move in entry.best else 0.0 for move in position.legal_moves
        }


class BookBot(pyspiel.Bot):  # type: ignore[misc]
    """Bot for both seats that plays as a player of the roster, or a function, does: by default any best move.

    The same ``seed`` gives the same games; raises what ``player_named`` does.
    """

    def __init__(self, book: Book, player: AnyPlayer = "perfect", seed: int = 0) -> None:
        super().__init__()
        self._player, self._rules, self._randomness = player_named(player, book), book.rules, seeded(seed)
        self._actions = Encoding(book.rules).action_of

    def step(self, state: pyspiel.State) -> Action:
        """Return the action to play."""
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[Action, float]], Action]:
        """Return the policy and the action drawn from it."""
        policy = self.get_policy(state)
        actions, shares = zip(*policy, strict=True)
        return policy, self._randomness.choices(actions, shares)[0]

    def get_policy(self, state: pyspiel.State) -> list[tuple[Action, float]]:
        """Return the probability of each action that it may play."""
        position, names = position_of(state, self._rules), self._rules.board.names
        record = tuple(names[cell] for cell in _cells_played(state.history(), self._rules))
        policy = self._player.policy_after(record, position)
        return [(self._actions[move], float(share)) for move, share in policy.items()]

    def provides_policy(self) -> bool:
        return True

    def restart_at(self, state: pyspiel.State) -> None:
        """Do nothing: it reads each state anew."""


class SpielJudge:
    """Judge of the actions of a book's game in open-spiel: what each was worth, and what was best."""

    def __init__(self, book: Book) -> None:
        self._judge, self._rules, self._actions = Judge(book), book.rules, Encoding(book.rules).action_of

    def action(self, state: pyspiel.State, action: Action) -> JudgedMove:
        """Return the judgement of an action; raises IllegalPosition if it is not legal."""
        try:
            return self.actions(state)[action]
        except (KeyError, TypeError):
            text = position_of(state, self._rules).text
            raise IllegalPosition(
                f"expected a legal action, one of {state.legal_actions()}; got {quoted(action)} in {text}"
            ) from None

    def actions(self, state: pyspiel.State) -> dict[Action, JudgedMove]:
        """Return the judgement of each legal action, the best first."""
        moves = self._judge.moves(position_of(state, self._rules))
        return {self._actions[move]: judged for move, judged in moves.items()}


class OpenSpielPlayer(Player):
    """Player that follows an open-spiel ``Policy``, or what answers as one, of a game that ``rules_of`` knows.

    The policy is asked by game records, for it may tell orders of moves apart; an audit then walks every record. With
    ``markov`` the caller states that it looks at the position only: an audit then walks positions, which are far fewer,
    and asks about each one after some order of moves that leads there.
    """

    restated = 5_000
    varied = "stated odds twice at 5,000 places, in other orders"

    def __init__(self, policy: Any, game: pyspiel.Game, name: str | None = None, markov: bool = False) -> None:
        rules = rules_of(game)
        super().__init__(name or f"open-spiel {type(policy).__name__}", rules)
        self.scope = Scope.POSITION if markov else Scope.RECORD
        self._spiel_policy, self._game = policy, game
        self._encoding = Encoding(rules)
        self._actions = self._encoding.action_of
        self._state = lru_cache(maxsize=_STATES_KEPT)(self._state_after)
        self._checked = lru_cache(maxsize=_POSITIONS_KEPT)(self._checked_shares)

    def policy(self, position: Position) -> Policy:
        """Return the policy's shares after some order of moves; only if the policy is stated to be ``markov``."""
        if self.scope is Scope.RECORD:
            raise NotImplementedError(f"{self.name} may tell orders of moves apart: use policy_after, or markov=True")
        order = _order(position.rules, position.x, position.o, set())
        if order is None:
            raise IllegalPosition(f"expected a position that a legal game reaches; got {position.text!r}")
        return self._asked(tuple(map(self._encoding.action, order)), position)

    def policy_after(self, record: tuple[str, ...], position: Position) -> Policy:
        if self.scope is Scope.POSITION:
            return self.policy(position)
        return self._asked(tuple(self._actions[move] for move in record), position)

    def _state_after(self, actions: tuple[Action, ...]) -> pyspiel.State:
        """Return the state after some actions, one step from a recent state if possible."""
        return self._state(actions[:-1]).child(actions[-1]) if actions else self._game.new_initial_state()

    def _asked(self, actions: tuple[Action, ...], position: Position) -> Policy:
        """Return the policy after some actions, which lead to the position; raises Forfeit."""
        try:
            answer = self._spiel_policy.action_probabilities(self._state(actions))
            shares = tuple((int(action), float(share)) for action, share in answer.items())
        except Exception as error:
            raise Forfeit(f"{self.name} raised {error!r} in {position}") from error
        return self._checked(shares, position)

    def _checked_shares(self, shares: tuple[tuple[Action, float], ...], position: Position) -> Policy:
        """Return an answer, the same object for an equal one, as most orders of moves change nothing."""
        moves = {self._actions[move]: move for move in position.legal_moves}
        named = {moves.get(action, f"action {action}"): share for action, share in shares}
        return checked(self.name, named, position)


def _cells_played(actions: Sequence[Action], rules: Rules) -> Sequence[Cell]:
    if not rules.gravity:
        return actions
    heights = (actions[:ply].count(action) for ply, action in enumerate(actions))
    return [(rules.rows - 1 - height) * rules.columns + action for height, action in zip(heights, actions, strict=True)]


def _order(rules: Rules, x: Mask, o: Mask, dead: set[Mask]) -> tuple[Cell, ...] | None:
    """Return an order in which play can place these stones, or None; ``dead``: sets of cells known to have none."""
    occupied = x | o
    if not occupied:
        return ()
    if occupied in dead:
        return None
    dead.add(occupied)
    last = x if x.bit_count() > o.bit_count() else o
    for cell in cells_of(last & ~(occupied << rules.columns) if rules.gravity else last):
        before = _order(rules, x & ~(1 << cell), o & ~(1 << cell), dead)
        if before is not None:
            return (*before, cell)
    return None
