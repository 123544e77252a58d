"""Certificates of a library, as the page takes them: by their games, each with a script that holds its tables.

By the tables the page plays the side whose strategy is proved, without asking the server.
"""

import json
from base64 import b64encode
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import BookError
from oxobook.book.game.rules import Rules
from oxobook.book.library import rules_at_hand
from oxobook.viewer.web.books.patient import Changing, Patient
from oxobook.viewer.web.books.summary import game_summary


class Proofs:
    """Certificates of a server's library, read and packed in threads."""

    def __init__(self, library: str) -> None:
        self._library, self._patient = library, Patient("the certificates")
        self.summaries = Changing(self._summaries, self._patient)
        """Summaries of the games without a book that have a certificate."""

    async def script(self, rules: Rules) -> str | None:
        """Return the script of a game's certificate, or None if there is none; raises Refusal if no answer comes."""
        return await self._patient.ask(lambda: self._script(rules))

    def _summaries(self) -> list[dict[str, Any]]:
        return [*map(certificate_summary, self._games().values())]

    def _script(self, rules: Rules) -> str | None:
        found = self._games().get(rules)
        return found and certificate_script(found)

    def _games(self) -> dict[Rules, Certificate]:
        return proved_games(self._library, rules_at_hand(self._library))


def proved_games(library: str, booked: Collection[Rules]) -> dict[Rules, Certificate]:
    """Return a library's certificates of plain games, without those of ``booked``, the smallest boards first."""
    found = []
    for path in sorted(Path(library).glob(f"*{ENDING}")):
        with suppress(BookError):  # damaged, or no certificate
            found += [Certificate.open(path)] if path.is_file() else []
    shown = {}
    for one in sorted(found, key=lambda one: one.position.rules.cells):
        rules = one.position.rules
        plain = rules == Rules(rules.rows, rules.columns, rules.k) and one.position.ply == 0
        if plain and rules not in booked and one.moves.rows + one.pairings.rows:
            shown[rules] = one
    return shown


def certificate_summary(certificate: Certificate) -> dict[str, Any]:
    """Return the summary of a game for the page: instead of a book's result, the side that is proved."""
    value = {"X": "win", "O": "loss"}[certificate.owner] if certificate.wins else "draw"
    winner = certificate.owner if certificate.wins else None
    known = {"value": value, "remoteness": 0, "winner": winner, "owner": certificate.owner}
    return game_summary(certificate.position.rules) | known | {"papers": False}


def certificate_script(certificate: Certificate) -> str:
    """Return the script of a certificate."""
    rows = [certificate.moves.rows, certificate.pairings.rows]
    held = {"rows": rows, "tables": b64encode(certificate.packed).decode()}
    return f"Object.assign(oxobook.proofs[{json.dumps(str(certificate.position.rules))}], {json.dumps(held)});\n"
