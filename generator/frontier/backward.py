"""Backward pass: one score per position, and from it the moves.

``score(parent) = max(-score(child))``, for the side to move; see ``book.game.score`` for what a score means.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.progress import Stage, Tell, tell_nobody
from oxobook.generator.expansion import Moves, moves_type
from oxobook.generator.frontier import exact_counts
from oxobook.generator.frontier.exact_counts import Limbs
from oxobook.generator.frontier.forward import PlyPositions


@dataclass
class Solution:
    """Answers of one layer; arrays of shape (p,), in the order of its keys and in their orientation."""

    scores: NDArray[np.int8]
    """Score of each position, for the side to move."""
    best: Moves
    """Sets of the moves that reach the score."""
    safe: Moves
    """Sets of the moves that keep the value."""
    picks: NDArray[np.int8]
    """Moves that are the picks, -1 if the game is over."""
    safe_share: NDArray[np.float32]
    """Share of the legal moves that is safe, 0 if the game is over.

    Equal fractions of at most 62 moves are equal floats, so comparing these compares the fractions.
    """
    perfect: Limbs
    """Games from here in which every move is safe."""


def solve_layers(rules: Rules, layers: list[PlyPositions], tell: Tell = tell_nobody) -> list[Solution]:
    """Return the answers of every layer, from the last ply back to the first."""
    solutions, stage = list[Solution](), Stage(tell, "solve", sum(len(layer.keys) for layer in layers))
    child = None
    for layer in reversed(layers):
        child = _solve(rules, layer, child)
        solutions.append(child)
        stage.add(len(layer.keys), f"ply {layer.ply}")
    return solutions[::-1]


def _solve(rules: Rules, layer: PlyPositions, child: Solution | None) -> Solution:
    """Return the answers of a layer, given those of the next one (None after the last)."""
    scores = terminal_scores(rules, layer)
    if child is not None:
        for _, positions, children in layer.moves():
            scores[positions] = np.maximum(scores[positions], -child.scores[children])
    return _with_moves(rules, layer, scores, child)


def terminal_scores(rules: Rules, layer: PlyPositions) -> NDArray[np.int8]:
    """Return the scores of terminal positions; -128, below every score, if the game goes on."""
    scores = np.where(layer.playable != 0, np.int8(-128), np.int8(rules.terms.full_score(rules.cells)))
    scores[layer.lines] = rules.terms.line_score(layer.ply, rules.cells)
    return scores


def _with_moves(rules: Rules, layer: PlyPositions, scores: NDArray[np.int8], child: Solution | None) -> Solution:
    """Return best and safe moves, picks and counts, from a layer's scores and its children's answers."""
    size = len(scores)
    kind = moves_type(rules)
    best, safe = np.zeros(size, dtype=kind), np.zeros(size, dtype=kind)
    picks = np.full(size, -1, dtype=np.int8)
    least_share = np.full(size, 2, dtype=np.float32)  # above every share
    perfect = exact_counts.ones(size, rules)
    perfect[0, layer.playable != 0] = 0
    signs = np.sign(scores)
    for cell, positions, children in layer.moves() if child is not None else ():
        assert child is not None
        move_scores = -child.scores[children]
        is_best = move_scores == scores[positions]
        best[positions] |= is_best.astype(kind) << kind(cell)
        keeps = np.sign(move_scores) == signs[positions]
        safe[positions] |= keeps.astype(kind) << kind(cell)
        perfect[:, positions[keeps]] += child.perfect[:, children[keeps]]
        candidates, shares = positions[is_best], child.safe_share[children[is_best]]
        better = shares < least_share[candidates]
        least_share[candidates[better]] = shares[better]
        picks[candidates[better]] = cell
    legal = np.bitwise_count(layer.playable)
    share = (np.bitwise_count(safe) / np.maximum(legal, 1)).astype(np.float32)
    return Solution(scores, best, safe, picks, share, exact_counts.carried(perfect))
