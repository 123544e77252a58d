"""Who wins a game that has no book: by its certificates, by the atlas, or by an argument that needs no search."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import BookError
from oxobook.book.game.rules import Rules
from oxobook.book.library import library_folder
from oxobook.book.published import published, published_file
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import facts

_WON = ("X wins", "O wins")


def who_wins_report(rules: Rules, library: str) -> dict[str, Any]:
    """Return what is known of a game without a book, and the evidence for it: claims, each with its source."""
    evidence = [*_certified(rules, library)] or [
        {"claim": board["result"], "by": "atlas"}
        for board in published("atlas").get("boards", [])
        if board["rules"] == str(rules) and board["result"] and not rules.definition
    ]
    won = any(one["claim"] in _WON for one in evidence)
    if not won and rules.plain and not (rules.misere or rules.stacked):
        evidence.append({"claim": "X does not lose", "by": "strategy stealing"})
    claims = {one["claim"] for one in evidence}
    if {"X does not lose", "O does not lose"} <= claims:
        claims.add("draw")
    result = next((one for one in (*_WON, "draw", "X does not lose", "O does not lose") if one in claims), None)
    winner = result[0] if result in _WON else None
    return {"rules": str(rules), "result": result, "winner": winner, "evidence": evidence}


def _certified(rules: Rules, library: str) -> Iterator[dict[str, str]]:
    """Yield the claims of the game's certificates from the empty board, in the library or along with oxobook."""
    names = [f"{rules}{part}{ENDING}" for part in ("", ".X", ".O")]
    paths = [path.resolve() for name in names for path in (library_folder(library) / name, published_file(name))]
    for path in dict.fromkeys(paths):
        with suppress(BookError):
            found = Certificate.open(path)
            if found.position.rules == rules and not found.position.ply:
                typed = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
                yield {"claim": found.claim, "by": "certificate", "file": str(typed)}


def who_wins_text(report: dict[str, Any], advice: str) -> Iterator[Line]:
    """Yield the same as a short list, with advice on how to get the book."""
    rules = report["rules"]
    said = {
        "certificate": "{file} proves that {claim}: oxobook verify {file}",
        "atlas": f"the atlas says so: oxobook prove {rules} makes the certificate",
        "strategy stealing": "X could play any strategy of O's itself: an extra stone does no harm",
    }
    yield from facts(
        ("rules", rules),
        ("result", report["result"] or "not known"),
        *(("evidence", said[one["by"]].format_map(one)) for one in report["evidence"]),
        ("book", f"none: {advice}"),
    )
