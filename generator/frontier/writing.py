"""Solved layers as a book: the records by ascending key, and the rows of its tables."""

from collections.abc import Iterator

import numpy as np

from book import __version__
from book.game.notation import board_text
from book.game.rules import Rules
from book.info import FORMAT_VERSION, BookInfo
from book.layout.records import RECORD, Records, content_digest
from book.store.store import PositionRow, WriteRows
from generator.frontier.backward import Solution
from generator.frontier.census import count_games, count_layer
from generator.frontier.layers import Layer
from generator.progress import Report

_CHUNK = 50_000


def write_layers(
    rules: Rules, layers: list[Layer], solutions: list[Solution], write: WriteRows, report: Report
) -> BookInfo:
    """Write the book; raises CannotWrite. Returns what the book's ``info`` will say."""
    records = collect_records(rules, layers, solutions)
    counts = tuple(count_layer(rules, *pair) for pair in zip(layers, solutions, strict=True))
    games = count_games(rules, layers, solutions)
    digest = content_digest(rules, counts, games, records)
    info = BookInfo(rules, counts, games, FORMAT_VERSION, __version__, len(records), digest)
    write(info, _rows(rules, records, report))
    return info


def collect_records(rules: Rules, layers: list[Layer], solutions: list[Solution]) -> Records:
    """All layers' answers by ascending key."""
    records = np.empty(sum(len(layer.keys) for layer in layers), dtype=RECORD)
    start = 0
    for layer, solution in zip(layers, solutions, strict=True):
        part = records[start : start + len(layer.keys)]
        scores = solution.scores
        end = np.where(scores == 0, rules.cells, rules.cells + 1 - np.abs(scores))
        part["key"], part["orbit"] = layer.keys, layer.orbits
        part["value"], part["remoteness"] = np.sign(scores), end - layer.ply
        part["best"], part["safe"], part["pick"] = solution.best, solution.safe, solution.picks
        start += len(part)
    return records[np.argsort(records["key"])]


def _rows(rules: Rules, records: Records, report: Report) -> Iterator[PositionRow]:
    """The rows of the position table, made a chunk of columns at a time."""
    for start in range(0, len(records), _CHUNK):
        chunk = records[start : start + _CHUNK]
        keys = chunk["key"]
        picks = chunk["pick"].astype(object)
        picks[chunk["pick"] < 0] = None
        yield from zip(
            keys.tolist(),
            board_texts(rules, keys),
            np.bitwise_count(keys).tolist(),
            chunk["value"].tolist(),
            chunk["remoteness"].tolist(),
            chunk["best"].tolist(),
            chunk["safe"].tolist(),
            picks.tolist(),
            chunk["orbit"].tolist(),
            strict=True,
        )
        report("write", -1, len(chunk))


def board_texts(rules: Rules, keys: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[str]:
    """The board text of each key: what ``book.game.notation.board_text`` gives for one."""
    empty = board_text(rules, 0, 0)
    characters = np.empty((len(keys), len(empty)), dtype=np.uint32)  # one UCS-4 character each, as NumPy keeps text
    cell = 0
    for column, character in enumerate(empty):
        characters[:, column] = ord(character)
        if character == ".":
            characters[:, column][(keys >> cell & 1).astype(np.bool_)] = ord("X")
            characters[:, column][(keys >> cell + rules.cells & 1).astype(np.bool_)] = ord("O")
            cell += 1
    texts: list[str] = characters.view(f"<U{len(empty)}").ravel().tolist()
    return texts
