"""Writer of solved layers: the counts, the records by ascending key, and the rows of the position table."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.info import FORMAT_VERSION, BookInfo, GameCounts, LayerCounts, __version__
from oxobook.book.layout.answer_arrays import board_texts, outcomes
from oxobook.book.layout.records import Records, content_digest, record_of
from oxobook.book.progress import Tell
from oxobook.book.published import require_published
from oxobook.book.store.writer import Target
from oxobook.generator.frontier import exact_counts
from oxobook.generator.frontier.backward import Solution
from oxobook.generator.frontier.forward import PlyPositions

CHUNK = 10_000
"""Number of rows written at once."""


def write_layers(
    rules: Rules, layers: list[PlyPositions], solutions: list[Solution], target: Target, replace: bool, tell: Tell
) -> BookInfo:
    """Write the book and return its header and counts; raises CannotWrite, DamagedBook if it is wrong."""
    records = collect_records(rules, layers, solutions)
    counts = tuple(count_layer(rules, *pair) for pair in zip(layers, solutions, strict=True))
    games = count_games(rules, layers, solutions)
    digest = content_digest(rules, counts, games, records)
    info = BookInfo(rules, counts, games, FORMAT_VERSION, __version__, len(records), digest)
    require_published(info, "rows")
    target.write_rows(replace, info, _columns(rules, records, tell))
    return info


def count_layer(rules: Rules, layer: PlyPositions, solution: Solution) -> LayerCounts:
    """Return the counts of one ply."""
    over = layer.playable == 0
    x_to_move = layer.ply % 2 == 0
    to_move_wins, to_move_loses = _count(solution.scores > 0), _count(solution.scores < 0)
    results = _results(rules, layer, _count(layer.lines), _count(over & ~layer.lines))
    return LayerCounts(
        ply=layer.ply,
        positions=len(layer.keys),
        raw_positions=int(layer.orbits.sum()),
        terminals=_count(over),
        raw_terminals=int(layer.orbits[over].sum()),
        x_won=results["X"],
        o_won=results["O"],
        drawn=results[""],
        x_winning=to_move_wins if x_to_move else to_move_loses,
        o_winning=to_move_loses if x_to_move else to_move_wins,
        drawing=_count(solution.scores == 0),
        sequences=exact_counts.total(layer.sequences),
        games=exact_counts.total(layer.sequences[:, over]),
    )


def count_games(rules: Rules, layers: list[PlyPositions], solutions: list[Solution]) -> GameCounts:
    """Return the counts of whole games."""
    games, paths = Counter[str](), 0
    for layer in layers:
        over = layer.playable == 0
        by_line, full = layer.sequences[:, layer.lines], layer.sequences[:, over & ~layer.lines]
        games.update(_results(rules, layer, exact_counts.total(by_line), exact_counts.total(full)))
        paths += exact_counts.total(layer.paths[:, over])
    return GameCounts(games["X"], games["O"], games[""], paths, exact_counts.total(solutions[0].perfect))


def _results(rules: Rules, layer: PlyPositions, lines: int, full: int) -> Counter[str]:
    """Return the numbers of games by their winner, of those that a line ended and those that a full board did."""
    results = Counter({rules.terms.line_winner(layer.ply): lines})
    results[rules.terms.full] += full
    return results


def _count(flags: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(flags))


def collect_records(rules: Rules, layers: list[PlyPositions], solutions: list[Solution]) -> Records:
    """Return all layers' answers by ascending key."""
    records = np.empty(sum(len(layer.keys) for layer in layers), dtype=record_of(rules))
    start = 0
    for layer, solution in zip(layers, solutions, strict=True):
        part = records[start : start + len(layer.keys)]
        part["key"], part["orbit"] = layer.keys, layer.orbits
        part["value"], part["remoteness"] = outcomes(solution.scores, layer.ply, rules.cells)
        part["best"], part["safe"], part["pick"] = solution.best, solution.safe, solution.picks
        start += len(part)
    return records.take(np.argsort(np.concatenate([layer.keys for layer in layers])))


def _columns(rules: Rules, records: Records, tell: Tell) -> Iterator[list[list[Any]]]:
    for start in range(0, len(records), CHUNK):
        chunk = records[start : start + CHUNK]
        keys = chunk["key"]
        picks = chunk["pick"].astype(object)
        picks[chunk["pick"] < 0] = None
        yield [
            keys.tolist(),
            board_texts(rules, keys & rules.full, keys >> rules.cells).astype(str).tolist(),
            np.bitwise_count(keys).tolist(),
            chunk["value"].tolist(),
            chunk["remoteness"].tolist(),
            chunk["best"].tolist(),
            chunk["safe"].tolist(),
            picks.tolist(),
            chunk["orbit"].tolist(),
        ]
        tell("write", start + len(chunk), len(records))
