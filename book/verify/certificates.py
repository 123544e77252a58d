"""Verdict on a certificate: its claim, by the checker alone, and of a strategy also its kind and its bound."""

from contextlib import suppress
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.strategy_file import strategy_of
from oxobook.book.errors import BookError, MissingBook, counted, masked
from oxobook.book.game.position import position_of
from oxobook.book.library import book_path
from oxobook.book.plain_file import open_plain
from oxobook.book.published import published_least
from oxobook.book.strategy import Strategy
from oxobook.book.verify.check_certificate import MOST_BYTES, Unproved, check
from oxobook.book.verify.verdict import Check, Findings, Verdict

_BEGINNING = b"oxobook certificate"


def is_certificate(path: str | None) -> bool:
    """Return whether a path is that of a file that begins as a certificate does."""
    with suppress(OSError, ValueError), open_plain(path or "") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING
    return False


def verify_certificate(path: str | Path) -> Verdict:
    """Return the verdict on a certificate; one that proves nothing is wrong.

    The kind of a strategy is proved by the book beside it, or that of the library.
    """
    with open_plain(path) as file:
        content = file.read(MOST_BYTES + 1)
    found, rules, strategy = Findings(), None, None
    try:
        rules, _, found.checked = check(content).partition(": ")
        certificate = Certificate.parse(content, masked(path))  # which holds listed lines against the definition
        strategy = strategy_of(certificate) if certificate.kind else None
    except (Unproved, BookError) as error:
        found.checked = "the tables of moves"
        found.add(None, str(error), "a proof of the claim", "none")
    checks = [found.result("claim")]
    if strategy:
        checks += [_check_kind(strategy, Path(path)), _check_bound(strategy)]
    return Verdict(masked(path), rules, None, tuple(checks))


def _check_kind(strategy: Strategy, path: Path) -> Check:
    """Find moves that lose value or, in a fast strategy, time, by the book of the game."""
    beside = path.with_name(f"{strategy.rules}.sqlite")
    wanted, found = "a best move" if strategy.fast else "a safe move", Findings(checked="not finished")
    try:
        with Book.open(beside if beside.is_file() else book_path(strategy.rules)) as book:
            for key, cell in strategy.moves.items():
                entry = book.probe(position_of(key, strategy.rules), pick=False)
                if not (entry.best_mask if strategy.fast else entry.safe_mask) >> cell & 1:
                    found.add(entry.position.text, strategy.name, wanted, entry.position.rules.board.names[cell])
            found.checked = f"{counted(strategy.positions, 'move')}, each {wanted} in {book.name}"
    except MissingBook:
        found.checked = f"not looked at: there is no book of {strategy.rules} beside the file or in the library"
    except BookError as error:
        found.add(None, "book", "a book of the game", str(error))
    return found.result("kind")


def _check_bound(strategy: Strategy) -> Check:
    """Find a bound above the cost or the published least cost."""
    found, what = Findings(), "to remember" if strategy.kind == "reflexes" else "positions"
    bound, cost = strategy.bound, strategy.cost
    least = published_least(strategy.rules, strategy.side, strategy.kind, strategy.fast)
    most = cost if least is None else min(cost, least)
    if bound is None:
        found.checked = f"{cost:,} {what}; the file has none"
    elif least is None:
        found.checked = f"{cost:,} {what}; that any has at least {bound:,} is the integer program's word"
    else:
        found.checked = f"{cost:,} {what}; any such strategy has at least {least:,}, as published"
    if bound is not None and bound > most:
        found.add(None, "bound", f"at most {most:,}", f"{bound:,}")
    return found.result("bound")
