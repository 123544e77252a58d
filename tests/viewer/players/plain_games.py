"""All games of players by plain recursion over boards: nothing is merged but equal boards, and no symmetry is used."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from oxobook.book import Position
from oxobook.viewer.players.player import Scope


class Games(NamedTuple):
    """All games from a position on, as a seat sees them; by result: won, drawn, lost."""

    lines: list[int]
    chances: list[Fraction]
    against_best: Fraction
    shortest_loss: int | None


def all_games(players, rules, seat):
    """Return all games of one or both sides' players; a side without one may make every move, equally often."""
    by_record = any(player.scope is Scope.RECORD for player in players.values())

    @cache
    def games(position, record):
        if position.over:
            lines = [int(position.winner == one) for one in (seat, None, "XO".replace(seat, ""))]
            return Games(lines, [*map(Fraction, lines)], Fraction(lines[0] - lines[2]), 0 if lines[2] else None)
        shares = dict.fromkeys(position.legal_moves, Fraction(1, len(position.legal_moves)))
        if player := players.get(position.to_move):
            shares = player.policy_after(record, position)
        after = {move: games(position.play(move), (*record, move) if by_record else ()) for move in shares}
        lines = [sum(one.lines[result] for one in after.values()) for result in range(3)]
        chances = [sum(shares[move] * one.chances[result] for move, one in after.items()) for result in range(3)]
        expected = [share * after[move].against_best for move, share in shares.items()]
        against_best = sum(expected) if player else min(one.against_best for one in after.values())
        lengths = [one.shortest_loss + 1 for one in after.values() if one.shortest_loss is not None]
        return Games(lines, chances, against_best, min(lengths, default=None))

    return games(Position(rules), ())


def positions_of(player, rules, seat):
    """Return the positions in which a player with a seat may have to move."""
    seen, waiting = set(), [Position(rules)]
    while waiting:
        position = waiting.pop()
        if position not in seen and not position.over:
            seen.add(position)
            moves = player.policy(position) if position.to_move == seat else position.legal_moves
            waiting += map(position.play, moves)
    return [position for position in seen if position.to_move == seat]
