"""Book as source code to build into a program: packed answers, and a template in the program's language.

All languages have one table of numbers and text, and differ in their templates. ``viewer.export.packed`` says how a
score is read. The text of the table has six bits a character, in those from # on, without ? and backslash.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from string import Template
from textwrap import fill
from typing import Any, BinaryIO

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.game.symmetry import symmetry_group

WIDTH = 96
"""Characters in a line of the table's text; templates know it."""


def write_header(book: Book, file: BinaryIO) -> None:
    """Write a header for C; raises TooLarge."""
    file.write(filled("book.h", numbers_of(book)))


def filled(template: str, numbers: dict[str, Any]) -> bytes:
    """Return a template of this folder with a book's numbers."""
    return Template(Path(__file__).with_name(template).read_text("utf-8")).substitute(numbers).encode()


def numbers_of(book: Book) -> dict[str, Any]:
    """Return what templates name, by its name; raises TooLarge."""
    from oxobook.viewer.export.packed import packed  # with NumPy, which the list of exports does without

    rules, terms, group, answers = book.rules, book.rules.terms, symmetry_group(book.rules), packed(book)
    cells, names = rules.cells, rules.board.names
    prefix = f"oxobook_{rules}".replace("-", "_")
    below = {above: cell for stack in rules.board.stacks for cell, above in pairwise(stack)}
    signs = ["XO".index(terms.settable(ply)) for ply in (0, 1)]
    return {
        "rules": rules,
        "version": __version__,
        "positions": f"{len(book):,}",
        "prefix": prefix,
        "guard": prefix.upper(),
        "coordinates": " | ".join(map(json.dumps, names)),
        "cells": cells,
        "names": ", ".join(map(json.dumps, names)),
        "line_count": len(rules.lines),
        "lines": numbers_in_lines(rules.lines or [0]),
        "below": numbers_in_lines(below.get(cell, -1) for cell in range(cells)),
        "order": len(group.permutations),
        "symmetries": numbers_in_lines(cell for permutation in group.permutations for cell in permutation),
        "inverses": numbers_in_lines(group.inverses),
        "line_scores": numbers_in_lines(terms.line_score(ply, cells) for ply in range(cells + 1)),
        "full_score": terms.full_score(cells),
        "signs": numbers_in_lines(signs),
        "counted": numbers_in_lines(int(sign in terms.counted) for sign in "XO"),
        "parity": answers.parity,
        "seed": answers.seed,
        "third": answers.third,
        "lengths": len(answers.counts),
        "counts": numbers_in_lines(answers.counts),
        "symbols": numbers_in_lines(answers.symbols),
        "data": _text(answers.bits.tolist()),
    }


def numbers_in_lines(numbers: Iterable[int]) -> str:
    """Return numbers separated by commas, in lines of at most 100 characters."""
    text = ", ".join(map(str, numbers)) + ","
    return fill(text, 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _text(bits: list[int]) -> str:
    """Return bits as lines of quoted characters, the low bit of each first."""
    sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
    return text_in_lines(sum(bit << place for place, bit in enumerate(six)) for six in sixes)


def text_in_lines(digits: Iterable[int]) -> str:
    """Return digits of six bits as lines of quoted characters."""
    text = characters(digits)
    return "\n".join(f'  "{text[start : start + WIDTH]}",' for start in range(0, len(text), WIDTH))


def characters(digits: Iterable[int]) -> str:
    """Return a character for each digit of six bits."""
    return "".join(chr(35 + digit + (digit > 27) + (digit > 55)) for digit in digits)
