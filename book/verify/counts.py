"""Counts of a book worked out again: from its positions, from the rules, and from what has been published."""

from math import comb

import numpy as np

from oxobook.book.errors import counted
from oxobook.book.info import BookInfo, GameCounts, LayerCounts
from oxobook.book.published import published, published_digest
from oxobook.book.verify.answers import Answers
from oxobook.book.verify.endings import Endings
from oxobook.book.verify.geometry import Geometry, Scores
from oxobook.book.verify.residues import alike, whole
from oxobook.book.verify.verdict import Findings
from oxobook.book.verify.walk import Layer


class PlayCounts:
    """Counts of the layers that play reaches, one after the other; of games too, if these are asked for."""

    def __init__(self, geometry: Geometry, games: bool) -> None:
        self._geometry = geometry
        self._ways = alike(1, 1) if games else None
        self.layers = list[LayerCounts]()
        self.drawn = 0
        """Number of games that end without a line."""

    def add(self, layer: Layer, scores: Scores) -> None:
        """Count the next layer; the sign of a score says whether the side to move wins."""
        orbits, endings, sequences, games = self._geometry.orbits(layer.keys), self._geometry.endings, None, None
        several = layer.lines, layer.over, scores > 0, scores < 0
        lines, terminals, x_winning, o_winning = (int(np.count_nonzero(some)) for some in several)
        won = {1: 0, -1: 0, 0: 0}
        won[endings.by_line(layer.ply)] += lines
        won[endings.by_full_board] += terminals - lines
        if layer.ply % 2:
            x_winning, o_winning = o_winning, x_winning
        if self._ways is not None:
            sequences, games = whole(self._ways), whole(self._ways[:, layer.over])
            self.drawn += whole(self._ways[:, layer.over & ~layer.lines])
            self._ways = layer.ways_after(self._ways)
        self.layers.append(
            LayerCounts(
                ply=layer.ply,
                positions=len(scores),
                raw_positions=int(orbits.sum()),
                terminals=terminals,
                raw_terminals=int(orbits[layer.over].sum()),
                x_won=won[1],
                o_won=won[-1],
                drawn=won[0],
                x_winning=x_winning,
                o_winning=o_winning,
                drawing=len(scores) - x_winning - o_winning,
                sequences=sequences,
                games=games,
            )
        )


def check_counts(
    info: BookInfo,
    layers: list[LayerCounts],
    drawn: int,
    found: Findings,
    paths: int | None = None,
    perfect: int | None = None,
) -> None:
    """Compare the counts that a book states with those worked out, and with formulas.

    ``drawn``, ``paths``, ``perfect``: games that end without a line, up to symmetry, and in which every move is safe.
    """
    rules, endings, won = info.rules, Endings(info.rules), {1: 0, -1: 0, 0: 0}
    won[endings.by_full_board] += drawn
    for layer in layers:
        won[endings.by_line(layer.ply)] += (layer.games or 0) - (drawn if layer.ply == rules.cells else 0)
    found.unless_equal("positions of the book", sum(layer.positions for layer in layers), info.positions)
    plies = ([layer.ply for layer in several] for several in (layers, info.layers))
    found.unless_equal("plies of the layer table", *plies)
    for expected, stored in zip(layers, info.layers, strict=False):
        _compare(expected, stored, f" of ply {expected.ply}", found)
    _compare(GameCounts(won[1], won[-1], won[0], paths, perfect), info.games, "", found)
    check_formulas(info, found)
    found.checked = f"{len(layers)} plies{' and all games' if perfect else ''} counted again; {found.checked}"


def _compare(expected: LayerCounts | GameCounts, stored: LayerCounts | GameCounts, where: str, found: Findings) -> None:
    for name, number in expected._asdict().items():
        if (kept := getattr(stored, name)) is not None:  # an engine may leave counts of games out
            found.unless_equal(name + where, number, kept)


def check_formulas(info: BookInfo, found: Findings) -> None:
    """Check the counts that follow from the rules alone.

    Before anybody has k stones no game is over, and each way to place the stones is a position: on N cells there
    are C(N, x) C(N - x, o). Later, and under gravity, where not every placement can be played, there are no more.
    """
    rules, exact, (one, other) = info.rules, 0, (Endings(info.rules).signs(ply) for ply in (0, 1))
    for layer in info.layers:
        x, o = (layer.ply + 1) // 2, layer.ply // 2
        placements = comb(rules.cells, x) * comb(rules.cells - x, o)
        if one == other:
            x, placements = layer.ply, comb(rules.cells, layer.ply) * len(one) ** layer.ply
        if x < rules.k and not rules.gravity:
            exact += 1
            found.unless_equal(f"raw_positions of ply {layer.ply}, by the rules", placements, layer.raw_positions)
        elif layer.raw_positions > placements:
            found.add(None, f"raw_positions of ply {layer.ply}", f"at most {placements}", layer.raw_positions)
    found.checked = f"{counted(exact, 'ply', 'plies')} by formula"


def check_published(info: BookInfo, layout: str, start: Answers, found: Findings) -> None:
    """Compare a book in a layout with what is published; ``start``: answer of the empty board."""
    known = _compare_with_published(info, start, found)
    figures = counted(known, "published figure") if known else "no figures are published"
    digest = published_digest(info.rules, layout, info.plies, info.counts_games)
    if digest is None:
        found.checked = f"{figures}; no digest is published" if known else f"{figures}; nor is a digest"
        return
    found.unless_equal("digest, as published", digest, info.digest)
    is_known = "is" if digest == info.digest else "is not"
    found.checked = f"{figures}; the digest {is_known} the published one of {info.rules}"


def _compare_with_published(info: BookInfo, start: Answers, found: Findings) -> int:
    """Find published figures that a book contradicts; return how many there are."""
    kinds = ["plies", "results", *["totals"] * (info.plies is None)]  # sums are of all plies
    every = {kind: published("figures").get(kind, []) for kind in kinds}
    known = {kind: [one for one in some if one["rules"] == str(info.rules)] for kind, some in every.items()}
    for one in known.get("totals", []):
        name = one["field"]
        by_ply = [getattr(layer, name) for layer in info.layers] if name in LayerCounts._fields else []
        if None in (getattr(info.games, name, 0), *by_ply):
            continue  # the book's engine does not count these
        stored = getattr(info.games, name, None) or sum(by_ply)
        found.unless_equal(f"{name}, as published", one["value"], stored)
    for one in known["plies"]:
        by_ply = [getattr(layer, one["field"]) for layer in info.layers[one["from"] :]]
        values = one["values"] if info.plies is None else one["values"][: len(by_ply)]
        found.unless_equal(f"{one['field']} by ply, as published", values, by_ply)
    winner, length = {1: "X", -1: "O"}.get(int(np.sign(start.scores[0]))), int(start.remoteness(info.rules.cells)[0])
    for one in known["results"]:
        found.unless_equal("the winner, as published", one["winner"], winner)
        if one.get("plies") is not None:
            found.unless_equal("the plies to the win, as published", one["plies"], length)
    return sum(map(len, known.values()))
