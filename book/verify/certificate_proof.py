"""Verdict on a certificate, by the checker that stands alone."""

import time
from contextlib import suppress
from pathlib import Path

from oxobook.book.store.passwords import masked
from oxobook.book.store.plain_file import open_plain
from oxobook.book.verify.check_certificate import MOST_BYTES, Unproved, check
from oxobook.book.verify.verdict import Check, Verdict, Wrong

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
    started, rules, wrong = time.perf_counter(), None, list[Wrong]()
    try:
        rules, _, checked = check(content).partition(": ")
    except Unproved as error:
        checked = "the tree of moves"
        wrong.append(Wrong(None, str(error), "a proof of the claim", "none"))
    result = Check("claim", checked, len(wrong), tuple(wrong), time.perf_counter() - started)
    return Verdict(masked(path), rules, None, (result,))
