"""Writer of solved layers: the records by ascending key, and the rows of the position table."""

from collections.abc import Iterator

import numpy as np

from oxobook.book.game.notation import board_text
from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry_arrays import Keys
from oxobook.book.info import FORMAT_VERSION, BookInfo, __version__
from oxobook.book.layout.answer_arrays import outcomes
from oxobook.book.layout.records import Records, content_digest, record_of
from oxobook.book.published import require_published
from oxobook.book.store.store import PositionColumns, WriteRows
from oxobook.generator.frontier.backward import Solution
from oxobook.generator.frontier.counts import count_games, count_layer
from oxobook.generator.frontier.forward import Layer
from oxobook.generator.progress import Report

_CHUNK = 50_000


def write_layers(
    rules: Rules, layers: list[Layer], solutions: list[Solution], write: WriteRows, report: Report
) -> BookInfo:
    """Write the book and return its header and counts; raises CannotWrite, DamagedBook if it is wrong."""
    records = collect_records(rules, layers, solutions)
    counts = tuple(count_layer(rules, *pair) for pair in zip(layers, solutions, strict=True))
    games = count_games(rules, layers, solutions)
    digest = content_digest(rules, counts, games, records)
    info = BookInfo(rules, counts, games, FORMAT_VERSION, __version__, len(records), digest)
    require_published(info, "rows")
    write(info, _columns(rules, records, report))
    return info


def collect_records(rules: Rules, layers: list[Layer], solutions: list[Solution]) -> Records:
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


def _columns(rules: Rules, records: Records, report: Report) -> Iterator[PositionColumns]:
    for start in range(0, len(records), _CHUNK):
        chunk = records[start : start + _CHUNK]
        keys = chunk["key"]
        picks = chunk["pick"].astype(object)
        picks[chunk["pick"] < 0] = None
        yield PositionColumns(
            keys.tolist(),
            board_texts(rules, keys),
            np.bitwise_count(keys).tolist(),
            chunk["value"].tolist(),
            chunk["remoteness"].tolist(),
            chunk["best"].tolist(),
            chunk["safe"].tolist(),
            picks.tolist(),
            chunk["orbit"].tolist(),
        )
        report("write", -1, len(chunk))


def board_texts(rules: Rules, keys: Keys) -> list[str]:
    """Return the board text of each key, as ``book.game.notation.board_text`` gives it for one."""
    empty = board_text(rules, 0, 0)
    bits = np.unpackbits(keys.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    x, o = bits[:, : rules.cells], bits[:, rules.cells : 2 * rules.cells]
    characters = np.tile(np.frombuffer(empty.encode(), dtype=np.uint8), (len(keys), 1))
    places = [place for place, character in enumerate(empty) if character == "."]
    characters[:, places] += x * np.uint8(ord("X") - ord(".")) + o * np.uint8(ord("O") - ord("."))
    text, length = characters.tobytes().decode(), len(empty)
    return [text[start : start + length] for start in range(0, len(text), length)]
