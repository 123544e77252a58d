"""Strategy of a certificate as source code: a table of positions, sheets, and the rules by which they are played."""

from collections import Counter
from itertools import chain
from typing import BinaryIO

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.owners_game import side_bytes
from oxobook.book.certificate.strategy_file import proof_path
from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.export.source import WIDTH, characters, filled, numbers_in_lines, text_in_lines

_LARGEST_KEY = 63  # bits of a number that needs no sign


def write_strategy_header(book: Book, file: BinaryIO) -> None:
    """Write the strategy of a book's game as a header for C.

    Raises MissingBook if the game has no certificate, and TooLarge for one that is no win by moves and sheets.
    """
    file.write(filled("strategy.h", _told(Certificate.open(proof_path(book)))))


def _told(certificate: Certificate) -> dict[str, object]:
    """Return what templates name, by its name; raises TooLarge."""
    rules = certificate.position.rules
    if certificate.pairings.rows or not rules.gravity or not certificate.attacks or certificate.position.ply:
        raise TooLarge(f"expected a certificate that wins by sheets, where stones fall; got one of {certificate}")
    if (rules.rows + 1) * rules.columns > _LARGEST_KEY or rules.columns > 9:
        raise TooLarge(f"expected a board of at most {_LARGEST_KEY} places with the tops of columns; got {rules}")
    width = 2 * side_bytes(rules)
    sheets = {key: characters(_listed(ranks)) for key, ranks in certificate.sheets.items(width)}
    once = [sheet for sheet, _ in Counter(sheets.values()).most_common()]
    values = {_number(key, rules): cell % rules.columns for key, (cell,) in certificate.moves.items(width)}
    values |= {_number(key, rules): rules.columns + once.index(sheet) for key, sheet in sheets.items()}
    keys = sorted(values)
    steps = (key - before for key, before in zip(keys, [0, *keys], strict=False))
    numbers = chain.from_iterable(zip(steps, map(values.__getitem__, keys), strict=True))
    prefix = f"oxobook_{rules}_strategy".replace("-", "_")
    return {
        "claim": certificate.claim,
        "rules": rules,
        "version": __version__,
        "owner": certificate.owner,
        "turn": "XO".index(certificate.owner),
        "prefix": prefix,
        "guard": prefix.upper(),
        "moves": f"{certificate.moves.rows:,}",
        "leaves": f"{certificate.sheets.rows:,}",
        "rows": rules.rows,
        "columns": rules.columns,
        "cells": rules.cells,
        "line_count": len(rules.lines),
        "masks": numbers_in_lines(rules.lines),
        "count": len(values),
        "width": WIDTH,
        "positions": text_in_lines(chain.from_iterable(map(_digits, numbers))),
        "sheets": "\n".join(f'"{sheet}",' for sheet in once),
    }


def _digits(number: int) -> list[int]:
    """Return a number in digits of five bits, the highest first; 32 is added to all but the last."""
    digits = [number & 31]
    while number := number >> 5:
        digits.insert(0, 32 + (number & 31))
    return digits


def _listed(ranks: bytes) -> list[Cell]:
    """Return the cells of a sheet, the highest rank first, without the last ones in reading order."""
    order = sorted(range(len(ranks)), key=lambda cell: -ranks[cell])
    return order[: max((place for place in range(1, len(order)) if order[place - 1] > order[place]), default=0)]


def _number(key: bytes, rules: Rules) -> int:
    """Return a number with bits for each column of a row's position, the last first: 1, and one for each stone."""
    own, their = (int.from_bytes(half) for half in (key[: len(key) // 2], key[len(key) // 2 :]))
    number = 0
    for stack in reversed(rules.board.stacks):
        stones = 1
        for cell in stack:
            if (own | their) >> cell & 1:
                stones = 2 * stones + (own >> cell & 1)
        number = number << rules.rows + 1 | stones
    return number
