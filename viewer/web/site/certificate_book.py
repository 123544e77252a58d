"""Certificates as scripts of a site: the page plays the side whose strategy is proved, on boards without a book."""

import json
import zlib
from base64 import b64encode
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import BookError
from oxobook.book.game.rules import Rules
from oxobook.viewer.web.books.summary import game_summary


def certificates(library: str, written: Collection[Rules]) -> Iterator[Certificate]:
    """Yield a library's certificates of plain games that are not among those with a book, the smallest boards first."""
    found = []
    for path in Path(library).glob(f"*{ENDING}"):
        with suppress(BookError):  # damaged, or no certificate
            found.append(Certificate.open(path))
    for one in sorted(found, key=lambda one: (one.position.rules.cells, str(one.position.rules))):
        rules = one.position.rules
        plain = rules == Rules(rules.rows, rules.columns, rules.k) and one.position.ply == 0
        if plain and rules not in written and one.tree:
            yield one


def certificate_summary(certificate: Certificate) -> dict[str, Any]:
    """Return the summary of a game for the page: instead of a book's result, the side that is proved."""
    value = {"X": "win", "O": "loss"}[certificate.owner] if certificate.wins else "draw"
    winner = certificate.owner if certificate.wins else None
    known = {"value": value, "remoteness": 0, "winner": winner, "owner": certificate.owner}
    return game_summary(certificate.position.rules) | known | {"papers": False}


def certificate_book(certificate: Certificate) -> str:
    """Return the script of a certificate: its tree, compressed by zlib, in base64."""
    packed = b64encode(zlib.compress(certificate.tree, 9)).decode()
    return f"oxobook.proofs[{json.dumps(str(certificate.position.rules))}].tree = {json.dumps(packed)};\n"
