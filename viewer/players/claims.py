"""Claims of the documents that describe the players, about them and the game, each settled exactly.

A claim is settled by a walk of every position that the player can meet, or by the whole book. The evidence is a phrase
and, if a single game settles the claim, that game: the shortest that the player loses.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import tactics
from oxobook.viewer.players.audit import Audit, ExactResults
from oxobook.viewer.players.player import Policy
from oxobook.viewer.players.roster import player_named

_RILEY = "Riley 2021, Naughts and Crosses gets a little help"
_CENTRE = "Tic Tac Toe in Python, 2021"
_MCKENZIE = "McKenzie, Unbeatable tic-tac-toe with Pygame"
_NOTEBOOK = "a notebook on adversarial search"
_AVALOS = "Avalos 2018, X's and O's"


class Claim(NamedTuple):
    """Claim of a document, proved or refuted."""

    source: str
    player: str | None  # player it is about; None if it is about the game
    seat: str | None  # seat it is about; None for both
    says: str
    proved: bool  # True if the claim is proved, False if it is refuted
    evidence: str
    line: tuple[str, ...] | None  # game that settles it, if one does


Settlement = tuple[bool, str, tuple[str, ...] | None]
"""Answer to a claim: True if it is proved, the evidence, and the game that settles it, if one does."""


@dataclass(frozen=True)
class ClaimCase:
    """Evidence for a claim; ``audit`` and ``exact`` are those of its player in its seat, by default O."""

    audits: Mapping[tuple[str, str], Audit]
    book: Book
    player: str
    seat: str | None

    @property
    def audit(self) -> Audit:
        return self.audits[self.player, self.seat or "O"]

    @property
    def exact(self) -> ExactResults:
        return self.exact_as(self.seat or "O", self.player)

    def exact_as(self, seat: str, player: str) -> ExactResults:
        """Return the results of an audit that is known to be finished."""
        exact = self.audits[player, seat].exact
        assert exact is not None
        return exact


def settled(audits: Mapping[tuple[str, str], Audit], book: Book) -> list[Claim]:
    """Settle every claim by the finished audits of the players in both seats and by the book, all of 3x3x3."""
    return [
        Claim(source, player, seat, says, *settle(ClaimCase(audits, book, player or "", seat)))
        for source, player, seat, says, settle in _CLAIMS
    ]


def _can_be_beaten(case: ClaimCase) -> Settlement:
    if case.audit.loss:
        return True, "it loses after", case.audit.loss
    return False, f"it loses none of its {sum(case.exact.lines):,} possible games", None


def _never_loses(case: ClaimCase) -> Settlement:
    beaten, evidence, line = _can_be_beaten(case)
    return not beaten, evidence, line


def _never_loses_to_chance(case: ClaimCase) -> Settlement:
    loss = case.exact.vs_random.loss
    return loss == 0, f"against random moves it loses with probability {loss}", None


def _wins_as_often(case: ClaimCase) -> Settlement:
    """Compare the share of wins with the claim's.

    In 100,000 games it varies by less than half a percentage point, as does the exact figure with the order of equal
    choices.
    """
    win = case.exact.vs_random.win
    return abs(win - Fraction(847, 1000)) < Fraction(1, 200), f"it wins exactly {float(100 * win):.2f} %", None


def _optimal(case: ClaimCase) -> Settlement:
    exacts = [case.exact_as(seat, case.player) for seat in "XO"]
    mistakes, positions = sum(one.mistakes for one in exacts), sum(one.positions for one in exacts)
    words = f"{mistakes:,} mistakes in {positions:,} positions; it loses after"
    return mistakes == 0, words, case.audit.loss


def _counts_of_games(case: ClaimCase) -> Settlement:
    lines = case.exact_as("X", "random").lines
    known = (lines.win, lines.loss, lines.draw) == (131_184, 77_904, 46_080)
    return known, f"random as X has {lines.win:,} wins, {lines.loss:,} losses, {lines.draw:,} draws", None


def searches_boards(case: ClaimCase) -> Settlement:
    """Count the boards of ralph's search from the empty one, once for each order of moves; the report rounds."""
    visits = [layer.sequences or 0 for layer in case.book.info.layers[:7]]
    words = f"{sum(visits):,} boards, {visits[-1]:,} of them cut off unscored"
    return round(sum(visits) / 5_000) == 15, words, None


def wins_and_blocks(case: ClaimCase) -> Settlement:
    """Check the claim in every position of the game, not only those that the player can reach."""
    player = player_named(case.player, case.book)
    asked = 0
    for position in _positions(case.book):
        found = tactics(position)
        urgent = found.line_moves or found.blocks
        if urgent:
            asked += 1
            if _support(position, player.policy(position)) & ~urgent:
                return False, f"not in {position}", None
    return True, f"in each of the {asked:,} positions with a win or a block", None


def opens_strategically(case: ClaimCase) -> Settlement:
    """Check X's first stone, and O's reply to each of X's nine first stones."""
    player = player_named(case.player, case.book)
    empty = Position(case.book.rules)
    corners_and_centre = 0b101010101
    for position in (empty, *(empty.play(cell) for cell in empty.legal_cells)):
        if _support(position, player.policy(position)) & ~corners_and_centre:
            return False, f"on an edge in {position}", None
    return True, "its first stone, as X or as O, is never on an edge", None


def _positions(book: Book) -> Iterator[Position]:
    """Yield every position in which the game goes on, in every orientation."""
    images = symmetry_group(book.rules).images
    for entry in book:
        if not entry.position.over:
            for key in set(images(entry.position.x, entry.position.o)):
                yield Position.from_key(key, book.rules)


def _support(position: Position, policy: Policy) -> Mask:
    names = move_names(position.rules)
    return sum(1 << names.index(move) for move in policy)


def _corner_opening(case: ClaimCase) -> Settlement:
    wrong = {move.move: move.wrong_replies for move in case.book.moves(Position(case.book.rules))}
    words = f"traps: {wrong['a3']} of 8 to a corner, {wrong['b3']} to an edge, {wrong['b2']} to the centre"
    return wrong["a3"] > max(wrong["b3"], wrong["b2"]), words, None


def _centre_is_optimal(case: ClaimCase) -> Settlement:
    free = [entry for entry in case.book if "b2" in entry.position.legal_moves]
    poor = [entry for entry in free if "b2" not in entry.safe]
    raw, poor_raw = (sum(entry.orbit for entry in entries) for entries in (free, poor))
    return not poor, f"a mistake in {poor_raw:,} of the {raw:,} positions where it is free", None


_Settle = Callable[[ClaimCase], Settlement]
_CLAIMS: tuple[tuple[str, str | None, str | None, str, _Settle], ...] = (
    (_RILEY, "keypad", "O", "leaves a person some chance to win", _can_be_beaten),
    (_RILEY, None, None, "opening in a corner leaves the most ways to go wrong", _corner_opening),
    (_CENTRE, "centre", "O", "never loses", _never_loses),
    (_CENTRE, None, None, "the centre is the best cell whenever it is free", _centre_is_optimal),
    (_MCKENZIE, "defender", "O", "cannot be beaten", _never_loses),
    (_MCKENZIE, "defender", "O", "lost none of 100,000 random games", _never_loses_to_chance),
    (_MCKENZIE, "defender", "O", "won 84.7 % of them", _wins_as_often),
    (_NOTEBOOK, "notebook", None, "plays optimally, by minimax", _optimal),
    (_AVALOS, "levi", None, "wins or blocks whenever it can", wins_and_blocks),
    (_AVALOS, "ralph", None, "wins or blocks whenever it can", wins_and_blocks),
    (_AVALOS, "ralph", None, "opens strategically, in the centre or a corner", opens_strategically),
    (_AVALOS, "ralph", "O", "is not perfect", _can_be_beaten),
    (_AVALOS, "ralph", None, "searches 75 thousand moves", searches_boards),
    (_AVALOS, None, None, "X wins 131,184 games, O 77,904, and 46,080 are drawn", _counts_of_games),
)
