"""Checks of a book that keeps a row for each position: of all of them, or of some at random."""

import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.store.reader import Store
from oxobook.book.verify.answers import Answers, answers_of, games_from, joined, work_out
from oxobook.book.verify.checks import Checks, check_counts, check_file, check_formulas
from oxobook.book.verify.counts import Tally, check_published, game_counts, layer_counts
from oxobook.book.verify.geometry import Geometry, Ints, Scores
from oxobook.book.verify.lookups import asked, check_lookups
from oxobook.book.verify.residues import alike, whole
from oxobook.book.verify.rows import Rows, all_rows, compare, packed, rows_at, sound_rows
from oxobook.book.verify.schema import header_of
from oxobook.book.verify.verdict import Check, Findings
from oxobook.book.verify.walk import NO_MOVE, Layer, layer_of, random_positions, walk


class Placed(NamedTuple):
    """Layer that play reaches, with the places of its rows."""

    layer: Layer
    places: NDArray[np.intp]
    """Place of each position among the book's sound rows."""
    there: NDArray[np.bool_]
    """True if there is such a row."""


def row_checks(
    checks: Checks, store: Store, geometry: Geometry, sample: int | None, seed: int | None
) -> Iterator[Check]:
    """Yield the checks after that of the tables."""
    if sample is not None:
        yield from _sampled(checks, store, geometry, random_positions(geometry, sample, seed, 0, geometry.cells), seed)
        return
    yield from checks.run("file", partial(check_file, store))
    rows = yield from checks.run("digest", partial(_check_digest, store, geometry))
    if rows is None:
        return
    sound = yield from checks.run("boards", partial(_check_boards, geometry, rows))
    placed = yield from checks.run("moves", partial(_check_moves, geometry, sound))
    assert placed is not None  # they read nothing
    answers = yield from checks.run("answers", partial(_check_answers, geometry, sound, placed))
    assert answers is not None
    keys = asked(geometry, geometry.cells, seed)
    right = not checks.wrong & {"moves", "answers"}
    proved = joined(one.taken(np.flatnonzero(np.isin(one.keys, keys, assume_unique=True))) for one in answers)
    yield from checks.run("lookups", partial(check_lookups, store, geometry, proved if right else None, seed))
    yield from checks.run("counts", partial(_check_counts, store, geometry, [one.layer for one in placed], answers))
    start = int(np.sign(answers[0].scores[0])), int(answers[0].remoteness(geometry.cells)[0])
    yield from checks.run("published", partial(check_published, store.info, "rows", start))


def _check_digest(store: Store, geometry: Geometry, found: Findings) -> Rows:
    """Recompute the digest from the bare tables, as FORMAT.md describes; return all rows."""
    rows = all_rows(store, geometry, found.tell)
    digest = hashlib.sha256(header_of(store))
    digest.update(packed(rows.numbers, geometry.endings.either, found).tobytes())
    found.unless_equal("digest", digest.hexdigest(), store.info.digest)
    found.checked = f"SHA-256 of the counts and {len(rows.numbers):,} positions"
    return rows


def _check_boards(geometry: Geometry, rows: Rows, found: Findings) -> Any:
    """Check the key, board, ply and orbit of each row; return the rows of possible keys."""
    found.checked = f"canonical key, board, ply and orbit of {len(rows.numbers):,} positions"
    return sound_rows(geometry, rows, found)


def _check_moves(geometry: Geometry, rows: Any, found: Findings) -> list[Placed]:
    """Find positions that are missing, or that no game reaches; return all that play reaches."""
    placed, keys, moves = list[Placed](), np.ascontiguousarray(rows["key"]), 0
    reached = np.zeros(len(keys), np.bool_)
    for layer in walk(geometry, geometry.cells):
        places = np.searchsorted(keys, layer.keys)
        there = np.zeros(len(places), np.bool_)
        inside = places < len(keys)
        there[inside] = keys[places[inside]] == layer.keys[inside]
        reached[places[there]] = True
        for key in layer.keys[~there].tolist():
            found.add(geometry.board(key), "position", "in the book", "missing")
        moves += sum(int(np.count_nonzero(part.places != NO_MOVE)) for part in layer.parts)
        placed.append(Placed(layer, places, there))
        found.tell(int(np.count_nonzero(reached)), len(keys))
    for key in keys[~reached].tolist():
        found.add(geometry.board(key), "in the book", "only what a game can reach", "unreachable")
    found.checked = f"every child of every position is there, and nothing else: {moves:,} moves"
    return placed


def _check_answers(geometry: Geometry, rows: Any, placed: list[Placed], found: Findings) -> list[Answers]:
    """Work all answers out from the last ply to the first, and compare the rows with them.

    So a wrong row is named alone, and not all that lead to it.
    """
    done, answers = 0, work_out(geometry, [one.layer for one in placed])
    for one, right in zip(placed, answers, strict=True):
        compare(geometry, rows[one.places[one.there]], right.taken(one.there), found)
        done += len(one.places)
        found.tell(done, len(rows))
    found.checked = "value, remoteness, best, safe and pick against those of the children"
    return answers


def _check_counts(
    store: Store, geometry: Geometry, layers: list[Layer], answers: list[Answers], found: Findings
) -> None:
    """Count everything again."""
    counts, ways, drawn = [], alike(1, 1), 0
    for layer, right in zip(layers, answers, strict=True):
        tally = Tally()
        tally.add(geometry.orbits(layer.keys), layer.lines, right.scores)
        counts.append(layer_counts(geometry.rules, layer.ply, tally, whole(ways), whole(ways[:, layer.over])))
        drawn += whole(ways[:, layer.over & ~layer.lines])
        ways = layer.ways_after(ways)
    games = game_counts(geometry.rules, counts, drawn, *map(whole, games_from(layers, answers)))
    check_counts(store, counts, games, "and all games ", found)


def _sampled(checks: Checks, store: Store, geometry: Geometry, keys: Ints, seed: int | None) -> Iterator[Check]:
    """Yield the checks of the positions of some keys; of the counts only what the rules alone give."""
    rows = yield from checks.run("boards", partial(_check_some_boards, store, geometry, keys))
    if rows is None:
        return
    answers = yield from checks.run("answers", partial(_check_some_answers, store, geometry, keys, rows))
    right = answers is not None and "answers" not in checks.wrong
    yield from checks.run("lookups", partial(check_lookups, store, geometry, answers if right else None, seed))
    yield from checks.run("counts", partial(check_formulas, store))


def _check_some_boards(store: Store, geometry: Geometry, keys: Ints, found: Findings) -> Any:
    return _check_boards(geometry, rows_at(store, keys, geometry), found)


def _check_some_answers(store: Store, geometry: Geometry, keys: Ints, rows: Any, found: Findings) -> Answers:
    """Check the answers of the rows of some keys by the rows of all their children; return them."""
    answers, looked_up = list[Answers](), 0
    for key in np.setdiff1d(keys, rows["key"]).tolist():
        found.add(geometry.board(key), "position", "in the book", "missing")
    stones = np.bitwise_count(rows["key"])
    for ply in np.unique(stones).tolist():
        here = rows[stones == ply]
        layer = layer_of(geometry, ply, np.ascontiguousarray(here["key"]))
        children = rows_at(store, layer.children, geometry).numbers
        there = np.isin(layer.children, children["key"], assume_unique=True)
        for key in layer.children[~there].tolist():
            found.add(geometry.board(key), "position", "in the book", "missing")
        looked_up += len(children)
        after, shares = np.zeros(len(there), np.int16), np.zeros(len(there), np.float32)
        after[there], shares[there] = _stored_scores(geometry, ply + 1, children), _stored_shares(geometry, children)
        right = answers_of(geometry, layer, after, shares)
        if there.all():
            compare(geometry, here, right, found)
        answers.append(right)
    found.checked = f"answers of {len(rows):,} positions against those of their {looked_up:,} children"
    return joined(answers)


def _stored_scores(geometry: Geometry, ply: int, rows: Any) -> Scores:
    """Return the scores that rows of a ply state; in a wrong book any number may stand."""
    most = geometry.cells + 1
    scores = rows["value"].clip(-1, 1) * (most - ply - rows["remoteness"].clip(-most, most))
    return np.asarray(scores.clip(-most, most), np.int16)


def _stored_shares(geometry: Geometry, rows: Any) -> NDArray[np.float32]:
    """Return the shares of moves that rows call safe."""
    free = np.bitwise_count(geometry.moves(np.ascontiguousarray(rows["key"])))
    return np.asarray(np.bitwise_count(rows["safe"]) / np.maximum(free, 1), np.float32)
