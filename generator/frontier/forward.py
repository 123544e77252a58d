"""Forward pass: every reachable position up to symmetry, ply by ply.

A layer is the sorted array of the canonical keys of one ply. Its children, canonicalised, sorted and made unique,
are the next layer. Terminal positions have no children.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import KEY_CELLS, Cell, Rules
from oxobook.book.game.symmetry_arrays import Keys, batch_symmetry
from oxobook.book.progress import Stage, Tell, tell_nobody
from oxobook.generator.expansion import Moves, children_of, distinct, open_moves
from oxobook.generator.frontier import exact_counts
from oxobook.generator.frontier.exact_counts import Limbs

Indices = NDArray[np.int32]


@dataclass
class PlyPositions:
    """Canonical positions of one ply, p of them; arrays have shape (p,), in the order of ``keys``."""

    ply: int
    keys: Keys
    """Canonical keys, int64, sorted, unique."""
    orbits: NDArray[np.uint8]
    """Number of raw positions that each stands for."""
    lines: NDArray[np.bool_]
    """True if the last mover has completed a line."""
    playable: Moves
    """Sets of the moves that may be played; 0 if the game is over."""
    sequences: Limbs
    """Ways to reach any position of the orbit in legal play."""
    paths: Limbs
    """Paths of canonical positions from the empty board."""
    children: Indices
    """Index into the next layer of each move's child: by ascending cell, and for one cell by position."""

    def moves(self) -> Iterator[tuple[Cell, Indices, Indices]]:
        """Yield for each cell the positions in which it may be played, and their children's indices."""
        start = 0
        for cell in range(2 * KEY_CELLS):
            positions = np.flatnonzero(self.playable >> cell & 1)
            yield cell, positions.astype(np.int32), self.children[start : start + len(positions)]
            start += len(positions)
            if start == len(self.children):
                return


def enumerate_layers(rules: Rules, tell: Tell = tell_nobody) -> list[PlyPositions]:
    """Return all layers, from the empty board to the last ply that a game can reach."""
    keys = np.zeros(1, dtype=np.int64)
    sequences = paths = exact_counts.ones(1, rules)
    layers, stage = list[PlyPositions](), Stage(tell, "enumerate")
    while len(keys):
        layer = _layer(rules, len(layers), keys, sequences, paths)
        keys, parents, layer.children = _expand(rules, layer)
        sequences = exact_counts.scatter_sum(layer.sequences, parents, layer.children, len(keys))
        paths = exact_counts.scatter_sum(layer.paths, *_distinct(parents, layer.children, len(keys)), len(keys))
        layers.append(layer)
        stage.add(len(layer.keys), f"ply {layer.ply}")
    return layers


def _layer(rules: Rules, ply: int, keys: Keys, sequences: Limbs, paths: Limbs) -> PlyPositions:
    lines, playable = open_moves(rules, ply, keys)
    return PlyPositions(
        ply=ply,
        keys=keys,
        orbits=batch_symmetry(rules).orbits(keys),
        lines=lines,
        playable=playable,
        sequences=sequences,
        paths=paths,
        children=np.empty(0, dtype=np.int32),
    )


def _expand(rules: Rules, layer: PlyPositions) -> tuple[Keys, Indices, Indices]:
    """Return the next layer's keys, and the indices of each move's position and child.

    The moves come in the order of ``PlyPositions.children``.
    """
    moves = range(rules.move_bits)
    parents = np.concatenate([np.flatnonzero(layer.playable >> cell & 1).astype(np.int32) for cell in moves])
    children = np.concatenate([*children_of(rules, layer.ply, layer.keys, layer.playable)])
    keys, inverse = _unique(batch_symmetry(rules).canonical(children))
    return keys, parents, inverse


def _unique(keys: Keys) -> tuple[Keys, Indices]:
    """Return the sorted distinct keys and each key's index among them.

    ``numpy.unique`` does the same, but is several times slower on integers.
    """
    order = np.argsort(keys)
    ordered = keys[order]
    new = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    inverse = np.empty(len(keys), dtype=np.int32)
    inverse[order] = np.cumsum(new, dtype=np.int32) - np.int32(1)
    return ordered[new], inverse


def _distinct(parents: Indices, children: Indices, size: int) -> tuple[Indices, Indices]:
    """Return the edges without repeats: two moves that lead to the same canonical child count once."""
    edges = distinct(parents.astype(np.int64) * size + children)
    return (edges // max(size, 1)).astype(np.int32), (edges % max(size, 1)).astype(np.int32)
