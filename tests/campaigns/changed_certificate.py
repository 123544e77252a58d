"""Changes of single bits in the certificate of Connect Four, each sealed with a checksum that fits.

A change is *refused*, *harmless* or *missed*. It is harmless if the checker takes the file and the search, which shares
no code with the checker, finds that the changed row still wins: a sheet by its own walk, a move by its value. Sheets
that a change leaves alone are not walked again.

``python -m tests.campaigns.changed_certificate [PLACES [SEED [BITS]]]``: some bits of some bytes of the tables; default
300 places, and all 8 bits of each.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.table import Table
from oxobook.book.game.rules import Rules
from oxobook.book.verify import check_certificate
from oxobook.book.verify.check_certificate import Check, Unproved, check
from oxobook.generator.prove.sheet_finder import SheetFinder

FILE = Path(__file__).parents[2] / "data" / "known" / "6x7x4-gravity.proof"
KEY = 12
"""Bytes of a key, half of them for each side."""


def verdicts(places: int, seed: int, bits: int = 8) -> Iterator[str]:
    """Yield the verdicts on changes of some bytes of the tables, each in ``bits`` bits, one after the other."""
    found, chance = Certificate.open(FILE), random.Random(seed)
    rows = [dict(table.items(KEY)) for table in found.tables]
    known = {int.from_bytes(key): ranks for key, ranks in rows[2].items()}

    class Trusting(Check):
        def sheet(self, ranks: bytes, keys: list[int]) -> None:
            super().sheet(ranks, [key for key in keys if known.get(key) != ranks])

    with patch.object(check_certificate, "Check", Trusting):
        for _ in range(places):
            number = chance.choices((0, 2), [len(found.moves.content), len(found.sheets.content)])[0]
            table = found.tables[number]
            at = chance.randrange(len(table.content))
            for bit in chance.sample(range(8), bits):
                content = bytearray(table.content)
                content[at] ^= 1 << bit
                changed = Table(table.rows, bytes(content))
                try:
                    check(found._replace(**{("moves", "pairings", "sheets")[number]: changed}).content)
                except Unproved:
                    yield "refused"
                else:
                    differing = dict(changed.items(KEY)).items() - rows[number].items()
                    yield "harmless" if all(_wins(found.position.rules, *row) for row in differing) else "missed"


def _wins(rules: Rules, key: bytes, value: bytes) -> bool:
    """Return whether the search finds that a row wins."""
    finder = SheetFinder(rules)
    own, their = int.from_bytes(key[: KEY // 2]), int.from_bytes(key[KEY // 2 :])
    if len(value) == 1:
        return finder.wins_after(own | 1 << value[0], their)
    finder.keep(value, [tuple(range(len(value)))])
    return finder.known_sheet(own, their) is not None


if __name__ == "__main__":
    print(Counter(verdicts(*map(int, sys.argv[1:] or (300, 1)))))
