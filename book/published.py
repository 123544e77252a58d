"""What is published and comes with oxobook: figures of the literature, digests of books, and least strategies."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from oxobook.book.game.rules import Rules


@cache
def published(name: str) -> dict[str, Any]:
    """What a file such as ``figures`` publishes; empty where it is not at hand."""
    here = Path(__file__).resolve().parent  # of a checkout: beside its folder data
    for place in (here / f"{name}.json", here.parent / "data" / "known" / f"{name}.json"):
        with suppress(OSError):
            found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
            return found
    return {}


def published_digest(rules: Rules, layout: str) -> str | None:
    """The digest of the book of some rules in a layout, None where there is none."""
    named = {(one["rules"], one["layout"]): one["digest"] for one in published("digests").get("books", [])}
    digest: str | None = named.get((str(rules), layout))
    return digest


def published_least(rules: Rules, side: str, kind: str, fast: bool) -> int | None:
    """What the cheapest strategy of a kind is proved to cost, None where that is not published."""
    costs = {
        (one["rules"], one["side"], one["kind"], one["fast"]): one["cost"]
        for one in published("strategies").get("least", [])
    }
    return costs.get((str(rules), side, kind, fast))
