"""Checks of a book that keeps a row for each position: of all of them, or of some at random."""

from functools import cached_property, partial

import numpy as np

from oxobook.book.store.queries import SqlStore
from oxobook.book.verify.backward import Outcome, walk_back
from oxobook.book.verify.counts import check_published, compare_counts, compare_with_rules, game_counts, layer_counts
from oxobook.book.verify.file_checks import FIRST, check_boards, check_digest, check_file, check_schema, possible
from oxobook.book.verify.forward import Ply, walk_forward
from oxobook.book.verify.geometry import Ints, geometry_of
from oxobook.book.verify.lookups import NOT_ASKED, check_lookups, some_of
from oxobook.book.verify.row_table import Rows, all_rows, rows_at
from oxobook.book.verify.sample import check_sample, random_positions
from oxobook.book.verify.strategies import Part, check_strategies
from oxobook.book.verify.verdict import Findings, Look

_TABLES = {"position"}


def prove_rows(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    """Return the checks by name, in their order: of everything, or of ``sample`` random positions."""
    return _Whole(store).looks() if sample is None else _Sample(store, sample, seed).looks()


class _Whole:
    """Checks of a whole book of positions; each uses what earlier ones have worked out."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.rules = store.info.rules
        self.geometry = geometry_of(self.rules)

    def looks(self) -> dict[str, Look]:
        """Return the checks by name, in their order."""
        return {
            FIRST: partial(check_schema, self.store, _TABLES),
            "file": partial(check_file, self.store),
            "digest": self._digest,
            "boards": self._boards,
            "moves": self._moves,
            "answers": self._answers,
            "lookups": self._lookups,
            "counts": self._counts,
            "published": self._published,
            "strategies": self._strategies,
        }

    @cached_property
    def rows(self) -> Rows:
        """Rows of the position table."""
        return all_rows(self.store, self.geometry)

    @cached_property
    def sound(self) -> Rows:
        """Rows whose keys are those of positions, each once, by ascending key."""
        fits = np.flatnonzero(possible(self.geometry, self.rows))
        _, first = np.unique(self.rows.key[fits], return_index=True)
        return self.rows.taken(fits[first])

    def _digest(self, found: Findings) -> str:
        return check_digest(self.store, self.rows, found)

    def _boards(self, found: Findings) -> str:
        for index in np.flatnonzero(np.diff(self.rows.key) <= 0):
            found.add(None, "keys", f"ascending after {self.rows.key[index]}", self.rows.key[index + 1])
        return check_boards(self.geometry, self.rows, found)

    @cached_property
    def _forward(self) -> tuple[list[Ply], Findings]:
        """Plies, with findings of missing or surplus positions."""
        found = Findings()
        return walk_forward(self.geometry, self.sound.key, found), found

    @cached_property
    def _back(self) -> tuple[list[Outcome], Findings]:
        """Outcomes of the plies, with findings of wrong answers."""
        found = Findings()
        return walk_back(self.geometry, self._forward[0], self.sound, found), found

    def _moves(self, found: Findings) -> str:
        plies, wrong = self._forward
        found.take(wrong)
        moves = sum(int(np.count_nonzero(block >= 0)) for ply in plies for block in ply.children)
        return f"every child of every position is there, and nothing else: {moves:,} moves"

    def _answers(self, found: Findings) -> str:
        found.take(self._back[1])
        return "value, remoteness, best, safe and pick against those of the children"

    def _lookups(self, found: Findings) -> str:
        if self._forward[1].count or self._back[1].count:
            return NOT_ASKED
        keys = some_of(self.sound.key, None)
        return check_lookups(self.store, self.geometry, self._at(keys), None, found)

    def _counts(self, found: Findings) -> str:
        info = self.store.info
        (plies, _), (outcomes, _) = self._forward, self._back
        layers = [
            layer_counts(self.rules, ply, self.geometry.orbits(ply.keys), outcome)
            for ply, outcome in zip(plies, outcomes, strict=True)
        ]
        compare_counts(info, layers, game_counts(self.rules, plies, outcomes[0]), found)
        exact = compare_with_rules(self.rules, info, found)
        return f"{len(layers)} plies and all games counted again; {exact} plies by formula"

    def _published(self, found: Findings) -> str:
        start = self.sound.taken(slice(0, 1))  # the empty board has the least key
        value, remoteness = int(start.value.sum()), int(start.remoteness.sum())
        return check_published(self.store.info, "rows", (value, remoteness), found)

    def _strategies(self, found: Findings) -> str:
        return check_strategies(self.store, self.geometry, self._at, found)

    def _at(self, keys: Ints) -> Rows:
        return self.sound.taken(np.flatnonzero(np.isin(self.sound.key, keys, assume_unique=True)))


class _Sample:
    """Checks of random positions."""

    def __init__(self, store: SqlStore, count: int, seed: int | None) -> None:
        self.store = store
        self.geometry = geometry_of(store.info.rules)
        self.keys = random_positions(self.geometry, count, seed)
        self.part = Part(count, seed)

    def looks(self) -> dict[str, Look]:
        """Return the checks by name, in their order."""
        return {
            FIRST: partial(check_schema, self.store, _TABLES),
            "boards": self._boards,
            "answers": self._answers,
            "lookups": self._lookups,
            "counts": self._counts,
            "strategies": self._strategies,
        }

    @cached_property
    def rows(self) -> Rows:
        """Rows of the sample that are there."""
        return rows_at(self.store, self.keys, self.geometry)

    def _boards(self, found: Findings) -> str:
        return check_boards(self.geometry, self.rows, found)

    def _answers(self, found: Findings) -> str:
        checked = check_sample(self.store, self.geometry, self.rows, self.keys, found)
        self._answers_wrong = found.count
        return checked

    def _lookups(self, found: Findings) -> str:
        if self._answers_wrong:
            return NOT_ASKED
        return check_lookups(self.store, self.geometry, self.rows, self.part.seed, found)

    def _counts(self, found: Findings) -> str:
        exact = compare_with_rules(self.store.info.rules, self.store.info, found)
        return f"{exact} plies by formula; the others are not counted again"

    def _strategies(self, found: Findings) -> str:
        return check_strategies(self.store, self.geometry, self._at, found, self.part)

    def _at(self, keys: Ints) -> Rows:
        return rows_at(self.store, keys, self.geometry)
