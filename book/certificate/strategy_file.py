"""Strategies that were found, as certificates beside the book: one file for each side and kind.

A strategy *has a certificate* if the game has certificates, its side does not lose, its book knows the symmetries of
certificates, and the checker takes as many rows.
The file lists every position that the strategy meets, so that it is read as it was found.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from oxobook.book.book import Book, require_book
from oxobook.book.certificate.certificate import ENDING, Certificate, is_certified, is_checkable
from oxobook.book.certificate.owners_game import OwnersGame, side_bytes
from oxobook.book.certificate.table import Table
from oxobook.book.errors import (
    BookError,
    DamagedBook,
    IllegalArgument,
    MissingBook,
    MissingStrategy,
    TooLarge,
    masked,
    quoted,
)
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.library import ALONG, book_path, library_folder, options_naming
from oxobook.book.published import published_file
from oxobook.book.store.address import is_url
from oxobook.book.strategy import NAMES, SIDES, Strategy, open_children, pick_strategy, require_side, strategy_name

FOUND = NAMES[1:]
"""Names of the strategies that have files: all but the picks, which every book tells."""


def strategy_path(book: Book, side: str, name: str) -> Path:
    """Return the path of a strategy's certificate: beside the book, or in the library.

    The library has those of books in databases, and of books that come with oxobook.
    """
    return _folder(book) / f"{book.rules}.{side}.{name}{ENDING}"


def proof_path(book: Book) -> Path:
    """Return the path of the certificate of who wins a book's game: beside the book, or along with oxobook."""
    return book_path(book.rules, _folder(book), ENDING)


def _folder(book: Book) -> Path:
    along = str(book.rules) in ALONG and book.address == str(published_file(f"{book.rules}.sqlite"))
    return library_folder() if is_url(book.address) or along else Path(book.address).parent


def has_certificate(book: Book, side: str, kind: str) -> bool:
    """Return whether strategies of a kind have certificates, if they are not too large.

    A strategy that plays the same up to fewer symmetries than certificates use cannot be told by one.
    """
    rules = book.rules
    if kind == "pick" or not is_certified(rules) or _value(book, side) is Value.LOSS:
        return False
    return {*OwnersGame(rules, True).symmetries} <= {*symmetry_group(rules).permutations}


def certificate_of(book: Book, strategy: Strategy) -> Certificate | None:
    """Return the certificate of a found strategy; None if it would be too large."""
    start, wins = Position(book.rules), _value(book, strategy.side) is Value.WIN
    game = OwnersGame(book.rules, wins and not (book.rules.maker and strategy.side == "O"))
    rows = dict[bytes, bytes]()
    waiting = [start] if strategy.side == "X" else open_children(start)
    while waiting:
        _, x, o = waiting.pop()
        key, _ = game.canonical(*((x, o) if strategy.side == "X" else (o, x)))
        if key in rows:
            continue
        position = _position_of(key, book.rules, strategy.side)
        cell = strategy.move(position)
        rows[key] = bytes([cell])
        if not is_checkable(game, len(rows), 0):
            return None
        waiting += open_children(position.after(cell))
    return Certificate(start, strategy.side, wins, Table.of(rows), kind=strategy.name, bound=strategy.bound)


def strategy_of(certificate: Certificate) -> Strategy:
    """Return the strategy that a certificate with a kind lists; raises BookError or DamagedBook."""
    rules, side, moves = certificate.position.rules, certificate.owner, dict[Key, Cell]()
    if not certificate.kind or certificate.position.ply:
        raise BookError(f"expected a strategy, as oxobook strategy writes it; got a proof: {certificate}")
    group = symmetry_group(rules)
    for row, (cell,) in certificate.moves.items(2 * side_bytes(rules)):
        position = _position_of(row, rules, side)
        _, x, o = position
        possible = x.bit_count() - o.bit_count() in (0, 1) and not x & o and x | o <= rules.full
        if not possible or position.to_move != side or cell not in position.legal_cells:
            raise DamagedBook(f"the certificate {certificate} lists a move that cannot be played: find it again")
        key, symmetry = group.canonical(x, o)
        moves.setdefault(key, group.image(cell, symmetry))
    kind = certificate.kind.removesuffix("-fast")
    return Strategy(rules, side, kind, kind != certificate.kind, moves, certificate.bound, True)


def stored_strategy(book: Book, side: str, name: str) -> Strategy | None:
    """Return the strategy of a side and a name that a certificate beside the book has, or None; raises BookError."""
    path = strategy_path(book, side, name)
    try:
        certificate = Certificate.open(path)
    except MissingBook:
        return None
    if (certificate.position.rules, certificate.owner, certificate.kind) != (book.rules, side, name):
        raise BookError(f"expected {side}'s strategy {name!r} of {book.rules} in {masked(path)!r}; got {certificate}")
    return strategy_of(certificate)


def stored_strategies(book: Book) -> Iterator[Strategy]:
    """Yield the strategies that have certificates beside the book, X's first, but for those that cannot be read."""
    for side in SIDES:
        for name in FOUND:
            with suppress(BookError):
                if found := stored_strategy(book, side, name):
                    yield found


def require_whole_book(book: Book) -> None:
    """Raise TooLarge for a book of first plies, in which no strategy can be followed to its end in time."""
    if book.info.plies is None:
        return
    instead = ""
    if (proof := proof_path(book)).is_file():
        instead = (
            f"; {proof} has one, by which {Certificate.open(proof).claim}: oxobook play proof -r {book.rules} plays "
            f"it, oxobook verify {proof} checks it"
        )
    raise TooLarge(f"strategies are found in books of all positions{instead}")


def strategy_in(book: Book, side: str, kind: str = "pick", fast: bool = False) -> Strategy:
    """Return the strategy of a kind: the picks of any whole book, another kind if a certificate beside the book has it.

    Raises MissingStrategy, and TooLarge for a book of first plies.
    """
    require_book(book)
    require_side(side)
    require_whole_book(book)
    if not isinstance(kind, str) or kind not in NAMES or (fast and kind == "pick"):
        raise IllegalArgument(
            f"expected a kind of strategy, pick, smallest or reflexes, the last two also fast; got {quoted(kind)}"
        )
    if kind == "pick":
        return pick_strategy(book, side)
    name = strategy_name(kind, fast)
    if stored := stored_strategy(book, side, name):
        return stored
    named = options_naming(book) or f" -r {book.rules}"
    raise MissingStrategy(
        f"expected {side}'s strategy {name!r} in {masked(strategy_path(book, side, name))!r}; there is none: find it "
        f"with: oxobook strategy{named} --side {side} --kind {name}"
    )


def _value(book: Book, side: str) -> Value:
    """Return what the empty board is worth to a side."""
    return book.outcome(Position(book.rules)).value.seen_by(side, to_move="X")


def _position_of(key: bytes, rules: Rules, side: str) -> Position:
    """Return the position of a row's key, legal or not."""
    half = side_bytes(rules)
    own, their = int.from_bytes(key[:half]), int.from_bytes(key[half:])
    return Position(rules, *((own, their) if side == "X" else (their, own)))
