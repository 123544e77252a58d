"""All checks of a book in their order, each timed."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from oxobook.book.errors import BookError, DamagedBook, masked
from oxobook.book.layout.layouts import layout_in
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.reader import Store
from oxobook.book.verify.blocks import block_checks
from oxobook.book.verify.checks import Checks, Unreadable, check_schema
from oxobook.book.verify.geometry import Geometry, geometry_of
from oxobook.book.verify.rows import row_checks
from oxobook.book.verify.verdict import Check, Findings, Verdict


def verify_book(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Verdict:
    """Check a book, whole or along ``sample`` random games; raises MissingBook or BookError.

    A damaged book raises nothing: the verdict says that it is damaged. ``tell`` hears how far the checks have come.
    """
    rules, checked, checks = _begun(target, sample, seed, tell)
    return Verdict(masked(target), rules, checked, tuple(checks))


def checks_of(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Iterator[Check]:
    """Return an iterator over the checks of ``verify_book``, each as it is done."""
    return _begun(target, sample, seed, tell)[2]


def _begun(
    target: str | Path, sample: int | None, seed: int | None, tell: Tell
) -> tuple[str | None, int | None, Iterator[Check]]:
    """Return a book's rules, None if it cannot be opened, the sample, None if all is checked, and the checks."""
    store = None
    try:
        store = Store(target)
        layout = layout_in(store).name
    except DamagedBook as error:
        if store:
            store.close()
        found = Findings(checked="whether it opens")
        found.add(None, "file", "a book", str(error))
        return None, sample, iter([found.result("file")])
    sample = None if layout == "rows" else sample
    return str(store.info.rules), sample, _checks(store, layout, sample, seed, tell)


def _checks(store: Store, layout: str, sample: int | None, seed: int | None, tell: Tell) -> Iterator[Check]:
    """Yield the checks of an open book; if its tables are other ones, each query may be answered differently."""
    with closing(store):
        if layout not in LAYOUTS:
            raise BookError(
                f"expected a book that can be proved right; for the layout {layout!r} there is no proof yet"
            )
        checks, geometry, (tables, following) = Checks(tell), geometry_of(store.info.rules), LAYOUTS[layout]
        with suppress(Unreadable):
            yield from checks.run("tables", check_schema, store, tables)
            if not checks.wrong:
                yield from following(checks, store, geometry, sample, seed)


Following = Callable[[Checks, Store, Geometry, int | None, int | None], Iterator[Check]]
LAYOUTS: dict[str, tuple[frozenset[str], Following]] = {
    "rows": (frozenset({"position"}), row_checks),
    "blocks": (frozenset({"block", "x_masks"}), block_checks),
}
"""Registry, by the name of a layout, of its tables and of the checks after that of the tables."""
