"""All checks of a book in their order, each timed."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from oxobook.book.errors import BookError, DamagedBook, NoAnswer
from oxobook.book.game.rules import KEY_CELLS
from oxobook.book.layout.layouts import layout_in
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.address import masked
from oxobook.book.store.queries import SqlStore
from oxobook.book.store.store import Store
from oxobook.book.store.stores import open_store
from oxobook.book.verify.file_checks import FIRST
from oxobook.book.verify.rows import prove_rows
from oxobook.book.verify.verdict import Check, Findings, Look, Verdict


def verify_book(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Verdict:
    """Check a book, whole or ``sample`` random positions of it; raises MissingBook or BookError.

    A damaged book raises nothing: the verdict says that it is damaged. ``tell`` hears how far the checks have come.
    """
    checks = tuple(checks_of(target, sample, seed, tell))
    return Verdict(masked(target), _rules_of(target), sample, checks)


def checks_of(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Iterator[Check]:
    """Yield the checks of ``verify_book`` one after the other, as each is done."""
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
            if name == FIRST and check.wrong:
                return
    finally:
        store.close()


def _looks(store: Store, sample: int | None, seed: int | None) -> dict[str, Look]:
    """Return the checks by name, in their order: the proof of the book's layout.

    Raises BookError where there is none.
    """
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


def _rules_of(target: str | Path) -> str | None:
    try:
        store = open_store(target)
    except DamagedBook:
        return None
    store.close()
    return str(store.info.rules)


def _prove_blocks(store: SqlStore, sample: int | None, seed: int | None) -> dict[str, Look]:
    from oxobook.book.verify.blocks import prove_blocks  # which needs an extra
    from oxobook.book.verify.gravity_blocks import prove_stacks
    from oxobook.book.verify.wide_proof import prove_wide

    if store.info.rules.cells > KEY_CELLS:
        return prove_wide(store, sample, seed)
    fallen = store.info.rules.gravity and store.info.rules.rows > 1
    return (prove_stacks if fallen else prove_blocks)(store, sample, seed)


PROOFS: dict[str, Callable[[SqlStore, int | None, int | None], dict[str, Look]]] = {
    "rows": prove_rows,
    "blocks": _prove_blocks,
}
"""Registry of proofs: by the name of a layout, the checks of a book in it, whole or a sample."""
