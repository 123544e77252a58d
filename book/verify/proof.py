"""All checks of a book in their order, each timed."""

import time
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from book.errors import BookError, DamagedBook, NoAnswer
from book.layout.layouts import layout_in
from book.stages import Tell, tell_nobody
from book.store.address import masked
from book.store.queries import SqlStore
from book.store.store import Store
from book.store.stores import open_store
from book.verify.backward import Outcome, walk_back
from book.verify.container import check_file, check_schema
from book.verify.content import check_boards, check_digest, possible
from book.verify.forward import Ply, walk_forward
from book.verify.geometry import Ints, geometry_of
from book.verify.kept_strategies import EVERYTHING, Part, check_strategies
from book.verify.recount import (
    compare_counts,
    compare_with_published,
    compare_with_rules,
    game_counts,
    layer_counts,
)
from book.verify.row_table import Rows, all_rows, rows_at
from book.verify.sample import check_sample, random_positions
from book.verify.verdict import Check, Findings, Verdict

Look = Callable[[Findings], str]
"""A check: adds what it finds wrong, and says in words what it has looked at."""

_FIRST = "tables"
"""The check without which the others are not made."""
_TABLES, _BLOCK_TABLES = {"position"}, {"block", "x_masks"}


def verify_book(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Verdict:
    """Check a book, whole or ``sample`` random positions of it; raises MissingBook, or BookError if it may not be read.

    A damaged book raises nothing: the verdict says that it is damaged. ``tell`` hears how far the checks have come.
    """
    checks = tuple(checks_of(target, sample, seed, tell))
    return Verdict(masked(target), _rules_of(target), sample, checks)


def checks_of(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Iterator[Check]:
    """The checks of ``verify_book`` one after the other, each as it is done."""
    try:
        store = open_store(target)
    except DamagedBook as error:
        found = Findings()
        found.add(None, "file", "a book", str(error))
        yield Check("file", "whether it opens", 1, tuple(found.first), 0.0)
        return
    try:
        for name, look in _looks(store, sample, seed).items():
            check = _done(name, look, tell)
            yield check
            if name == _FIRST and check.wrong:  # what such tables answer may depend on who asks
                return
    finally:
        store.close()


def _looks(store: Store, sample: int | None, seed: int | None) -> dict[str, Look]:
    """The checks by name, in their order: the proof of the book's layout; raises BookError where there is none."""
    layout = layout_in(store).name
    if layout not in PROOFS or not isinstance(store, SqlStore):
        raise BookError(f"expected a book that can be proved right; for the layout {layout!r} there is no proof yet")
    return PROOFS[layout](store, sample, seed)


def _done(name: str, look: Look, tell: Tell) -> Check:
    """One check, done and timed; a table that cannot be read is a finding."""
    found, started = Findings(tell=partial(tell, name)), time.perf_counter()
    found.tell(0)
    try:
        checked = look(found)
    except NoAnswer:
        raise
    except BookError as error:
        found.add(None, "file", "readable", str(error))
        checked = "not finished"
    return Check(name, checked, found.count, tuple(found.first), time.perf_counter() - started)


def _rules_of(target: str | Path) -> str | None:
    try:
        store = open_store(target)
    except DamagedBook:
        return None
    store.close()
    return str(store.info.rules)


class _Whole:
    """The checks of a whole book of positions; what one works out, the next ones use."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.rules = store.info.rules
        self.geometry = geometry_of(self.rules)

    def looks(self) -> dict[str, Look]:
        """The checks by name, in their order."""
        return {
            _FIRST: partial(check_schema, self.store, _TABLES),
            "file": partial(check_file, self.store),
            "digest": self._digest,
            "boards": self._boards,
            "moves": self._moves,
            "answers": self._answers,
            "counts": self._counts,
            "published": self._published,
            "strategies": self._strategies,
        }

    @cached_property
    def rows(self) -> Rows:
        """Every row."""
        return all_rows(self.store, self.geometry)

    @cached_property
    def sound(self) -> Rows:
        """The rows whose keys are those of positions, each once, by ascending key."""
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
        """The plies, and what is missing or too many in them."""
        found = Findings()
        return walk_forward(self.geometry, self.sound.key, found), found

    @cached_property
    def _back(self) -> tuple[list[Outcome], Findings]:
        """What the plies come to, and the answers that are wrong."""
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
        known = compare_with_published(self.store.info, (value, remoteness), found)
        return f"{known} published figures" if known else "no figures are published"

    def _strategies(self, found: Findings) -> str:
        def at(keys: Ints) -> Rows:
            return self.sound.taken(np.flatnonzero(np.isin(self.sound.key, keys, assume_unique=True)))

        return check_strategies(self.store, self.geometry, at, found)


class _Sample:
    """The checks of random positions."""

    def __init__(self, store: SqlStore, count: int, seed: int | None) -> None:
        self.store = store
        self.geometry = geometry_of(store.info.rules)
        self.keys = random_positions(self.geometry, count, seed)
        self.part = Part(count, seed)

    def looks(self) -> dict[str, Look]:
        """The checks by name, in their order."""
        return {
            _FIRST: partial(check_schema, self.store, _TABLES),
            "boards": self._boards,
            "answers": self._answers,
            "counts": self._counts,
            "strategies": self._strategies,
        }

    @cached_property
    def rows(self) -> Rows:
        """The rows of the sample, as far as they are there."""
        return rows_at(self.store, self.keys, self.geometry)

    def _boards(self, found: Findings) -> str:
        return check_boards(self.geometry, self.rows, found)

    def _answers(self, found: Findings) -> str:
        return check_sample(self.store, self.geometry, self.rows, self.keys, found)

    def _counts(self, found: Findings) -> str:
        exact = compare_with_rules(self.store.info.rules, self.store.info, found)
        return f"{exact} plies by formula; the others are not counted again"

    def _strategies(self, found: Findings) -> str:
        return check_strategies(self.store, self.geometry, self._at, found, self.part)

    def _at(self, keys: Ints) -> Rows:
        return rows_at(self.store, keys, self.geometry)


class _Blocks:
    """The checks of a large board's book."""

    def __init__(self, store: SqlStore) -> None:
        from book.verify.block_proof import BlockChecks

        self.store = store
        self.geometry = geometry_of(store.info.rules)
        self.checks = BlockChecks(store, self.geometry)

    def looks(self, sample: int | None, seed: int | None) -> dict[str, Look]:
        """The checks by name, in their order: of everything, or of ``sample`` random positions."""
        checks = self.checks
        if sample is not None:
            keys = random_positions(self.geometry, sample, seed)
            return {
                _FIRST: partial(check_schema, self.store, _BLOCK_TABLES),
                "answers": partial(checks.sample, keys),
                "counts": self._exact_counts,
                "strategies": partial(self._strategies, part=Part(sample, seed)),
            }
        return {
            _FIRST: partial(check_schema, self.store, _BLOCK_TABLES),
            "file": partial(check_file, self.store),
            "digest": checks.digest,
            "masks": checks.masks,
            "answers": checks.answers,
            "counts": self._counts,
            "published": self._published,
            "strategies": self._strategies,
        }

    def _counts(self, found: Findings) -> str:
        return f"{self.checks.counts(found)}; {self._exact_counts(found)}"

    def _exact_counts(self, found: Findings) -> str:
        return f"{compare_with_rules(self.store.info.rules, self.store.info, found)} plies by formula"

    def _published(self, found: Findings) -> str:
        known = compare_with_published(self.store.info, self.checks.start(), found)
        return f"{known} published figures" if known else "no figures are published"

    def _strategies(self, found: Findings, part: Part = EVERYTHING) -> str:
        return check_strategies(self.store, self.geometry, self.checks.rows_at, found, part)


def _prove_rows(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    return _Whole(store).looks() if sample is None else _Sample(store, sample, seed).looks()


def _prove_blocks(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    return _Blocks(store).looks(sample, seed)


PROOFS: dict[str, Callable[[SqlStore, int | None, int | None], dict[str, Look]]] = {
    "rows": _prove_rows,
    "blocks": _prove_blocks,
}
"""The registry of proofs: by the name of a layout, the checks of a book in it, of everything or of a sample."""
