"""Published data that comes with oxobook: figures of the literature, digests and least strategies."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from oxobook.book.errors import DamagedBook
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo


@cache
def published(name: str) -> dict[str, Any]:
    """Return the content of a file such as ``figures``; empty if it is not installed."""
    with suppress(OSError):
        found: dict[str, Any] = json.loads(published_file(f"{name}.json").read_text(encoding="utf-8"))
        return found
    return {}


def published_file(name: str) -> Path:
    """Return the path of a file that is installed with oxobook; it may be missing."""
    here = Path(__file__).resolve().parent
    data = here.parent / "data"  # of a checkout
    places = here / name, data / "atlas" / name, data / "known" / name
    return next((place for place in places if place.is_file()), places[-1])


def published_digest(rules: Rules, layout: str, plies: int | None = None, games: bool = True) -> str | None:
    """Return the published digest of the book of some rules in a layout, or of its first plies, or None.

    ``games``: whether the book has the numbers of games, which its digest covers.
    """
    books = published("digests").get("books", [])
    named = {(one["rules"], one["layout"], one.get("plies"), one.get("games", True)): one["digest"] for one in books}
    digest: str | None = named.get((str(rules), layout, plies, games))
    return digest


def require_published(info: BookInfo, layout: str = "blocks") -> None:
    """Raise DamagedBook if a new book has another digest than the published one of its rules, where there is one."""
    known = published_digest(info.rules, layout, info.plies, info.counts_games)
    if known not in (None, info.digest):
        raise DamagedBook(
            f"the book of {info.rules} was solved wrong, and is not kept: expected the published digest {known!r}; got "
            f"{info.digest!r}: call again, and if that ends here too, try the memory and disk of this machine"
        )


def published_least(rules: Rules, side: str, kind: str, fast: bool) -> int | None:
    """Return the least cost proved for a kind of strategy, or None if none is published."""
    costs = {
        (one["rules"], one["side"], one["kind"], one["fast"]): one["cost"]
        for one in published("strategies").get("least", [])
    }
    return costs.get((str(rules), side, kind, fast))
