"""Players by rules: Ralph's scores beside every order of play."""

from itertools import permutations

import pytest

from oxobook.book import Position
from oxobook.viewer.players.rule_players import scores_of_cells


def scores_by_orders(position):
    """Return Ralph's scores from every order of up to five stones, played one by one."""
    scores = [0] * position.rules.cells
    for stones in range(1, 6):
        for cells in permutations(position.legal_cells, stones):
            *before, last = cells
            reached = position
            for cell in before:
                reached = reached if reached.over else reached.play(cell)
            if not reached.over and (won := reached.play(last).winner):
                scores[last] += (1 if won == position.to_move else -1) * (10 - (stones + 1))
    return scores


@pytest.mark.parametrize("board", ["XO./.X./..O", "X../.O./..X", "XOX/XO./...", "XO./.../..."])
def test_ralphs_scores(board):
    """A cell gets 10 less the depth for a line that Ralph completes there, and loses it for one of the other side's."""
    position = Position.parse(board)
    assert scores_of_cells(position) == scores_by_orders(position)
