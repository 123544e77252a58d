"""All checks of a book in their order, each timed, and the verdict on a certificate."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from oxobook.book.arguments import Count, checked
from oxobook.book.certificate.certificate import Certificate, require_current
from oxobook.book.errors import BookError, DamagedBook, NoAnswer, masked
from oxobook.book.layout.layouts import layout_in
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.new_file import open_plain
from oxobook.book.store.reader import Store
from oxobook.book.verify.block_proof import BlockProof
from oxobook.book.verify.check_certificate import MOST_BYTES, Unproved, check
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.gravity_proof import FirstPliesProof, GravityProof
from oxobook.book.verify.proof import Look, Proof
from oxobook.book.verify.row_proof import RowProof
from oxobook.book.verify.verdict import Check, Findings, Verdict, Wrong


@checked
def verify_book(
    target: str | Path, sample: Count | None = None, seed: Count | None = None, tell: Tell = tell_nobody
) -> Verdict:
    """Check a book, whole or along ``sample`` random games; raises MissingBook or BookError.

    A damaged book raises nothing: the verdict says that it is damaged. ``tell`` hears how far the checks have come.
    """
    rules, checks = _begun(target, sample, seed, tell)
    return Verdict(masked(target), rules, sample, tuple(checks))


def checks_of(
    target: str | Path, sample: int | None = None, seed: int | None = None, tell: Tell = tell_nobody
) -> Iterator[Check]:
    """Return an iterator over the checks of ``verify_book``, each as it is done."""
    return _begun(target, sample, seed, tell)[1]


def _begun(target: str | Path, sample: int | None, seed: int | None, tell: Tell) -> tuple[str | None, Iterator[Check]]:
    """Return a book's rules, None if it cannot be opened, and its checks."""
    store = None
    try:
        store = Store(target)
        layout = layout_in(store).name
    except DamagedBook as error:
        if store:
            store.close()
        found = Findings()
        found.add(None, "file", "a book", str(error))
        return None, iter([Check("file", "whether it opens", 1, tuple(found.first), 0.0)])
    return str(store.info.rules), _checks(store, layout, sample, seed, tell)


def _checks(store: Store, layout: str, sample: int | None, seed: int | None, tell: Tell) -> Iterator[Check]:
    with closing(store):
        if layout not in PROOFS:
            raise BookError(
                f"expected a book that can be proved right; for the layout {layout!r} there is no proof yet"
            )
        proof = PROOFS[layout](store, sample, seed)
        for look in proof.checks():
            done = _done(proof, look, tell)
            yield done
            if done.name == "tables" and done.wrong:
                return


def _done(proof: Proof, look: Look, tell: Tell) -> Check:
    name, started = look.__name__, time.perf_counter()
    found = proof.found = Findings(tell=partial(tell, name))
    found.tell(0)
    try:
        checked = look()
    except NoAnswer:
        raise
    except BookError as error:
        found.add(None, "file", "readable", str(error))
        checked = "not finished"
    return Check(name, checked, found.count, tuple(found.first), time.perf_counter() - started)


def _block_proof(store: Store, sample: int | None, seed: int | None) -> Proof:
    return (GravityProof if geometry_of(store.info.rules).stacked else BlockProof)(store, sample, seed)


PROOFS: dict[str, Callable[[Store, int | None, int | None], Proof]] = {
    "rows": RowProof,
    "blocks": _block_proof,
    "first plies": FirstPliesProof,
}
"""Registry of proofs by the name of a layout; a proof takes the store, the sample and the seed."""


_BEGINNING = b"oxobook certificate"


def is_certificate(path: str | None) -> bool:
    """Return whether a path is that of a file that begins as a certificate does."""
    with suppress(OSError, ValueError), open_plain(path or "") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING
    return False


def verify_certificate(path: str | Path) -> Verdict:
    """Return the verdict on a certificate; one that proves nothing is wrong."""
    with open_plain(path) as file:
        content = file.read(MOST_BYTES + 1)
    require_current(content, masked(path))
    started, rules, wrong = time.perf_counter(), None, list[Wrong]()
    try:
        rules, _, checked = check(content).partition(": ")
        Certificate.parse(content)  # which also holds the listed lines against the rules
    except (Unproved, BookError) as error:
        checked = "the tables of moves"
        wrong.append(Wrong(None, str(error), "a proof of the claim", "none"))
    result = Check("claim", checked, len(wrong), tuple(wrong), time.perf_counter() - started)
    return Verdict(masked(path), rules, None, (result,))
