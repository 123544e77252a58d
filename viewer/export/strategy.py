"""Strategy of a certificate as source code: a table of positions, sheets, and the rules by which they are played."""

from typing import BinaryIO

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.strategy_file import proof_path
from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Mask, Rules
from oxobook.viewer.export.source import filled, numbers_in_lines

_RANKS = "".join(chr(code) for code in range(35, 127) if chr(code) not in "?\\")
"""Characters of ranks, the lowest first; none has a meaning of its own in a text."""
_LARGEST_KEY = 63  # bits of a number that needs no sign


def write_strategy_header(book: Book, file: BinaryIO) -> None:
    """Write the strategy of a book's game as a header for C.

    Raises MissingBook if the game has no certificate, and TooLarge for one that is no win by moves and sheets.
    """
    file.write(filled("strategy.h", _told(Certificate.open(proof_path(book)))))


def _told(certificate: Certificate) -> dict[str, object]:
    """Return what templates name, by its name; raises TooLarge."""
    rules, sides = certificate.position.rules, -(-certificate.position.rules.cells // 8)
    if certificate.pairings.rows or not rules.gravity or not certificate.attacks or certificate.position.ply:
        raise TooLarge(f"expected a certificate that wins by sheets, where stones fall; got one of {certificate}")
    if (rules.rows + 1) * rules.columns > _LARGEST_KEY or rules.columns > 9:
        raise TooLarge(f"expected a board of at most {_LARGEST_KEY} places with the tops of columns; got {rules}")
    values: dict[int, int] = {}
    sheets: dict[str, int] = {}
    for key, (cell,) in certificate.moves.items(2 * sides):
        least, image = _key(key, rules)
        values[least] = image[cell] % rules.columns
    for key, ranks in certificate.sheets.items(2 * sides):
        least, image = _key(key, rules)
        order = sorted(range(rules.cells), key=lambda cell: (ranks[cell], -cell))
        letters = dict(zip((image[cell] for cell in order), _RANKS, strict=False))
        sheet = "".join(letters[cell] for cell in range(rules.cells))
        values[least] = rules.columns + sheets.setdefault(sheet, len(sheets))
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
        "keys": numbers_in_lines(sorted(values)),
        "values": numbers_in_lines(values[key] for key in sorted(values)),
        "sheets": "\n".join(f'"{sheet}",' for sheet in sheets),
    }


def _key(key: bytes, rules: Rules) -> tuple[int, list[int]]:
    """Return the number of a row's position, the lesser of itself and its mirror image, and the cells' images there."""
    own, their = (int.from_bytes(half, "big") for half in (key[: len(key) // 2], key[len(key) // 2 :]))
    last = rules.columns - 1
    mirrored = [cell + last - 2 * (cell % rules.columns) for cell in range(rules.cells)]
    return min((_number(own, their, rules, image), image) for image in ([*range(rules.cells)], mirrored))


def _number(own: Mask, their: Mask, rules: Rules, image: list[int]) -> int:
    """Return a number with bits for each column of an image: a bit 1, then one for each stone, 1 for the owner's."""
    number = 0
    for stack in rules.board.stacks:
        stones = 1
        for cell in (image[cell] for cell in stack):
            if (own | their) >> cell & 1:
                stones = 2 * stones + (own >> cell & 1)
        number = number << rules.rows + 1 | stones
    return number
