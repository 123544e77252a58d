"""Verdict on a certificate: its claim, by the checker alone, and of a strategy also its kind and its bound."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate, require_current
from oxobook.book.certificate.strategy_file import strategy_of
from oxobook.book.errors import BookError, MissingBook, counted, masked
from oxobook.book.library import book_path
from oxobook.book.plain_file import open_plain
from oxobook.book.published import published_least
from oxobook.book.strategy import Strategy, position_of
from oxobook.book.verify.check_certificate import MOST_BYTES, Unproved, check
from oxobook.book.verify.verdict import Check, Findings, Verdict, Wrong

_BEGINNING = b"oxobook certificate"


def is_certificate(path: str | None) -> bool:
    """Return whether a path is that of a file that begins as a certificate does."""
    with suppress(OSError, ValueError), open_plain(path or "") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING
    return False


def verify_certificate(path: str | Path) -> Verdict:
    """Return the verdict on a certificate; one that proves nothing is wrong.

    The kind of a strategy is proved by the book beside it, or that of the library. Raises BookError for a certificate
    of an earlier version.
    """
    with open_plain(path) as file:
        content = file.read(MOST_BYTES + 1)
    require_current(content, masked(path))
    started, rules, wrong, strategy = time.perf_counter(), None, list[Wrong](), None
    try:
        rules, _, checked = check(content).partition(": ")
        certificate = Certificate.parse(content, masked(path))  # which holds listed lines against the definition
        strategy = strategy_of(certificate) if certificate.kind else None
    except (Unproved, BookError) as error:
        checked = "the tables of moves"
        wrong.append(Wrong(None, str(error), "a proof of the claim", "none"))
    claim = Check("claim", checked, len(wrong), tuple(wrong), time.perf_counter() - started)
    return Verdict(masked(path), rules, None, (claim, *(_about(strategy, Path(path)) if strategy else ())))


def _about(strategy: Strategy, path: Path) -> Iterator[Check]:
    """Yield the checks of a strategy's kind and bound."""
    yield _timed("kind", partial(_check_kind, strategy, path))
    yield _timed("bound", partial(_check_bound, strategy))


def _timed(name: str, check_it: Callable[[Findings], str]) -> Check:
    found, started = Findings(), time.perf_counter()
    checked = check_it(found)
    return Check(name, checked, found.count, tuple(found.first), time.perf_counter() - started)


def _check_kind(strategy: Strategy, path: Path, found: Findings) -> str:
    """Find moves that lose value or, in a fast strategy, time, by the book of the game; say what was looked at."""
    beside = path.with_name(f"{strategy.rules}.sqlite")
    wanted = "a best move" if strategy.fast else "a safe move"
    try:
        with Book.open(beside if beside.is_file() else book_path(strategy.rules)) as book:
            for key, cell in strategy.moves.items():
                entry = book.probe(position_of(key, strategy.rules), pick=False)
                if not (entry.best_mask if strategy.fast else entry.safe_mask) >> cell & 1:
                    found.add(entry.position.text, strategy.name, wanted, entry.position.rules.board.names[cell])
            return f"{counted(strategy.positions, 'move')}, each {wanted} in {book.name}"
    except MissingBook:
        return f"not looked at: there is no book of {strategy.rules} beside the file or in the library"
    except BookError as error:
        found.add(None, "book", "a book of the game", str(error))
        return "not finished"


def _check_bound(strategy: Strategy, found: Findings) -> str:
    """Find a bound above the cost or the published least cost; say what is known of it."""
    what, bound, cost = "to remember" if strategy.kind == "reflexes" else "positions", strategy.bound, strategy.cost
    if bound is None:
        return f"{cost:,} {what}; the file has none"
    least = published_least(strategy.rules, strategy.side, strategy.kind, strategy.fast)
    most = cost if least is None else min(cost, least)
    if bound > most:
        found.add(None, "bound", f"at most {most:,}", f"{bound:,}")
    if least is not None:
        return f"{cost:,} {what}; any such strategy has at least {least:,}, as published"
    return f"{cost:,} {what}; that any has at least {bound:,} is the integer program's word"
