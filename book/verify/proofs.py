"""All checks of a book in their order, each timed."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from oxobook.book.errors import BookError, DamagedBook, NoAnswer
from oxobook.book.layout.layouts import layout_in
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import SqlStore
from oxobook.book.store.store import Store
from oxobook.book.store.stores import open_store
from oxobook.book.verify.geometries import geometry_of
from oxobook.book.verify.proof import FIRST, Proof
from oxobook.book.verify.row_proof import RowProof
from oxobook.book.verify.verdict import Check, Findings, Look, Verdict


def verify_book(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Verdict:
    """Check a book, whole or ``sample`` random positions of it; raises MissingBook or BookError.

    A damaged book raises nothing: the verdict says that it is damaged. ``tell`` hears how far the checks have come.
    """
    try:
        store = open_store(target)
    except DamagedBook as error:
        return Verdict(masked(target), None, sample, (_unopened(error),))
    with closing(store):
        return Verdict(masked(target), str(store.info.rules), sample, tuple(_checks(store, sample, seed, tell)))


def checks_of(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Iterator[Check]:
    """Yield the checks of ``verify_book`` one after the other, as each is done."""
    try:
        store = open_store(target)
    except DamagedBook as error:
        yield _unopened(error)
        return
    with closing(store):
        yield from _checks(store, sample, seed, tell)


def _unopened(error: DamagedBook) -> Check:
    """Return the check of a book that cannot be opened."""
    found = Findings()
    found.add(None, "file", "a book", str(error))
    return Check("file", "whether it opens", 1, tuple(found.first), 0.0)


def _checks(store: Store, sample: int | None, seed: int | None, tell: Tell) -> Iterator[Check]:
    """Yield the checks of an open book, as each is done."""
    for name, look in _proof_of(store, sample, seed).looks().items():
        check = _done(name, look, tell)
        yield check
        if name == FIRST and check.wrong:
            return


def _proof_of(store: Store, sample: int | None, seed: int | None) -> Proof:
    """Return the proof for the book's layout; raises BookError if there is none."""
    layout = layout_in(store).name
    if layout not in PROOFS or not isinstance(store, SqlStore):
        raise BookError(f"expected a book that can be proved right; for the layout {layout!r} there is no proof yet")
    return PROOFS[layout](store, sample, seed)


def _done(name: str, look: Look, tell: Tell) -> Check:
    """Return one check, done and timed; a table that cannot be read is a finding."""
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


def _block_proof(store: SqlStore, sample: int | None, seed: int | None) -> Proof:
    from oxobook.book.verify.block_proof import BlockProof  # which needs an extra
    from oxobook.book.verify.gravity_proof import GravityProof

    stacked = geometry_of(store.info.rules).stacked
    return (GravityProof if stacked else BlockProof)(store, sample, seed)


def _first_plies_proof(store: SqlStore, sample: int | None, seed: int | None) -> Proof:
    from oxobook.book.verify.first_plies_proof import FirstPliesProof

    return FirstPliesProof(store, sample, seed)


PROOFS: dict[str, Callable[[SqlStore, int | None, int | None], Proof]] = {
    "rows": RowProof,
    "blocks": _block_proof,
    "first plies": _first_plies_proof,
}
"""Registry of proofs by the name of a layout; a proof takes the store, the sample and the seed."""
