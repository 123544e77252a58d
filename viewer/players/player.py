"""Protocol of a player: a map from positions to distributions over moves, its *policy*.

A policy gives each move, by coordinate, its probability as a Fraction; moves left out are never played. If a rule
leaves several moves open, the players of this package choose each of them equally often.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from numbers import Integral, Real
from random import Random
from typing import Any

from oxobook.book.errors import IllegalPosition, OxobookError, Unreadable, quoted, require_kind
from oxobook.book.game.notation import coordinates_in, move_names
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reading import Reading
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry import symmetry_group

Policy = Mapping[str, Fraction]

_SMALL, _FINE = 1 << 16, 1 << 60


class UnknownPlayer(OxobookError, LookupError):
    """No player has this name, or the program or function that it names cannot be found or started."""


class UnfitPlayer(OxobookError, ValueError):
    """The player does not know the game with these rules."""


class Forfeit(OxobookError):
    """The player broke the rules: it gave no legal move, ended, or did not answer in time."""


class Unanswered(Forfeit):
    """The player gave nothing that can be read as a move: it ended, came late, or wrote something else."""


def seeded(seed: object) -> Random:
    """Return a source of chance, the same for the same whole number; raises IllegalArgument for anything else."""
    require_kind(Integral, "a whole number", seed=seed)
    return Random(int(seed))  # type: ignore[call-overload]  # Random refuses NumPy's


class Scope(Enum):
    """Part of the game that a player's choice depends on; an audit visits games that agree in it once."""

    ORBIT = "position up to symmetry"
    POSITION = "position"
    RECORD = "game record"


def identity_of(scope: Scope, rules: Rules) -> Callable[[Position, tuple[object, ...]], Hashable]:
    """Return a function of position and record; a player of this scope plays alike if its results are equal."""
    if scope is Scope.RECORD:
        return lambda position, record: position.key if position.over else record
    if scope is Scope.POSITION:
        return lambda position, record: position.key
    canonical = symmetry_group(rules).canonical
    return lambda position, record: canonical(position.x, position.o)[0]


class Player:
    """Player, perhaps a running program; subclasses define ``policy``, or ``policy_after`` if records matter."""

    scope: Scope = Scope.POSITION
    askings: int = 16
    """Number of times that an audit asks a position; 1 for a player that is known to answer it always alike."""
    restated: int | None = None
    """Number of positions whose stated odds are asked again; None for all."""
    varied: str = "stated odds twice, in other orders"  # what differs between these times

    @property
    def assumption(self) -> str | None:
        """What a proof about the player assumes, None if nothing."""
        if self.askings == 1:
            return None
        return f"it answers a position always alike: asked {self.askings} times, {self.varied}"

    def __init__(self, name: str, rules: Rules | None = None) -> None:
        """Name the player; ``rules`` are those of the only game that it knows, None for any."""
        self.name, self._rules = name, rules

    def require(self, rules: Rules) -> None:
        """Raise UnfitPlayer unless the player knows the game with these rules."""
        if self._rules not in (None, rules):
            raise UnfitPlayer(f"the player {self.name} knows {self._rules} only; got {rules}")

    def policy(self, position: Position) -> Policy:
        """Return the probability of each move that it may play in an unfinished game; raises Forfeit."""
        raise NotImplementedError

    def policy_after(self, record: tuple[str, ...], position: Position) -> Policy:
        """Return the policy after the moves of a game so far, given as coordinates."""
        return self.policy(position)

    def choose(self, record: tuple[str, ...], position: Position, randomness: Random) -> str:
        """Return one move, drawn from the policy; raises Forfeit."""
        policy = self.policy_after(record, position)
        return randomness.choices(list(policy), [float(share) for share in policy.values()])[0]

    @contextmanager
    def afresh(self, seed: int) -> Iterator[None]:
        """Within this context, ask with other sources of chance, as ``seed`` chooses them."""
        yield

    def elsewhere(self, positions: Sequence[Position], seed: int) -> Sequence[Policy]:
        """Return its policies in a new process with this seed of hashes, if it can be asked there; raises Forfeit."""
        return ()

    def close(self) -> None:
        """Release the player's resources."""

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class EvenPlayer(Player):
    """Player that chooses evenly among the moves that a function returns, a mask of legal cells."""

    askings = 1

    def __init__(
        self, name: str, moves: Callable[[Position], Mask], scope: Scope = Scope.POSITION, rules: Rules | None = None
    ) -> None:
        super().__init__(name, rules)
        self.scope, self._moves = scope, moves

    def policy(self, position: Position) -> Policy:
        moves = coordinates_in(self._moves(position), position.rules)
        if not moves:
            raise IllegalPosition(f"expected an unfinished game; got {position.text!r}")
        return dict.fromkeys(moves, Fraction(1, len(moves)))


def move_given(player: str, answer: object, position: Position, reading: Reading | str | None = None) -> str:
    """Return the coordinate of a move as a foreign player gives it, read by ``Position.move``; raises Forfeit."""
    try:
        move = move_names(position.rules)[position.move(answer, reading=reading)]
        position.play(move)
    except Unreadable as unread:
        raise Unanswered(f"{player} answered {position} with what is no move: {unread}") from None
    except IllegalPosition as illegal:
        raise Forfeit(f"{player} answered {position} with an illegal move: {illegal}") from None
    return move


def checked(
    player: str, policy: Mapping[Any, object], position: Position, reading: Reading | str | None = None
) -> Policy:
    """Return a foreign policy as exact shares that sum to 1, without moves of share 0; raises Forfeit.

    Moves are as ``move_given`` takes them. Shares are numbers of any kind, taken as they are written in binary; a sum
    that rounding has moved off 1 is divided out.
    """
    found: dict[str, Fraction] = {}
    for answer, given in policy.items():
        if isinstance(given, Real) and not given:
            continue  # it need not be a move
        move = move_given(player, answer, position, reading)
        if not isinstance(given, Real):
            raise Forfeit(f"{player} gives {move} a probability of type {type(given).__name__}; expected a number")
        share = given if isinstance(given, (int, Fraction)) else float(given)
        if not 0 <= float(share) <= 1:
            raise Forfeit(
                f"{player} gives {move} the probability {quoted(given)} in {position}; expected one from 0 to 1"
            )
        found[move] = found.get(move, 0) + Fraction(share)
    total = sum(found.values(), Fraction(0))
    if abs(total - 1) > Fraction(1, 10**6):
        raise Forfeit(f"{player} gives probabilities that sum to {float(total):.6g} in {position}; expected 1")
    return found if total == 1 else _divided(found, total)


def _divided(shares: Policy, total: Fraction) -> Policy:
    """Return the shares over their sum: exact if the denominators are small, else to 60 binary digits.

    Odd denominators of many digits would make the common denominators of an audit grow without end. No share becomes 0.
    """
    exact = {move: share / total for move, share in shares.items()}
    if max(share.denominator for share in exact.values()) <= _SMALL:
        return exact
    rounded = {move: Fraction(max(1, round(share * _FINE)), _FINE) for move, share in exact.items()}
    likeliest = max(rounded, key=rounded.__getitem__)
    return rounded | {likeliest: rounded[likeliest] + 1 - sum(rounded.values())}
