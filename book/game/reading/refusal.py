"""Refusal of what is neither board nor game: what was expected, what came, and which part of it is wrong."""

import re
from collections.abc import Iterator, Sequence

from oxobook.book.errors import IllegalPosition, Unreadable, counted, quoted
from oxobook.book.game.labels import labels_of
from oxobook.book.game.notation import board_text, is_record, move_named, move_names
from oxobook.book.game.reading.given import LONGEST, Given

_MOST_SIGNS = 4
"""Signs of free cells that are told in a message."""


def unreadable(given: Given, stated: str, kinds: Sequence[str], games: bool) -> Unreadable:
    """Return the error for a row that no reading takes.

    ``stated``: the kind of labels that is stated, or nothing; ``kinds``: those that were tried; ``games``: all rows are
    games.
    """
    return Unreadable(next(_reasons(given, stated, ", ".join(kinds), games)))


def _reasons(given: Given, stated: str, kinds: str, games: bool) -> Iterator[str]:
    """Yield what to say, the most telling first."""
    rules, text, got = given.rules, given.text, f"got {quoted(given.value)}"
    empty = board_text(rules, 0, 0)
    if isinstance(given.value, str) and len(given.value) > LONGEST:
        yield f"expected at most {LONGEST:,} characters; got {len(given.value):,} in {quoted(given.value)}"
    if games:
        names = labels_of(stated or "coordinates", rules)
        yield f"expected a game as its moves, such as {' '.join(names[-3:])!r}, by {stated or 'labels'}; {got}"
    if not text or text.lstrip()[:1] in ("[", "(", "{") or "|" in text:
        numbers = "numbers (0 for a free cell, 1 for X, 2 or -1 for O)"
        yield f"expected a board of {rules}, {rules.cells} cells such as {empty} or {numbers}, or moves; {got}"
    if stated and re.search(r"\d", text):
        yield f"expected moves by labels {stated}, such as {labels_of(stated, rules)[0]}; {got}"
    if given.sides:
        yield f"expected cells of X and of O, each once, by one of the labels {kinds}; {got}"
    yield from _wrong_word(given)
    if re.search(r"\d", text) and not re.search(r"[^\w\s,;.-]|[xo./_]", text.lower()):
        yield f"expected moves of {rules} by one of the labels {kinds}; {got}"
    if given.tables:
        signs = [quoted(word) for word in dict.fromkeys(given.tables[0]) if word not in ("x", "o")]
        told = ", ".join([*signs[:_MOST_SIGNS], *["..."] * (len(signs) > _MOST_SIGNS)])
        yield f"expected X, O and one sign for a free cell; got {told} in {quoted(text)}"
    size = "a board" if rules.board.holes else f"{counted(rules.rows, 'row')} of {counted(rules.columns, 'cell')}"
    lengths = [*map(len, given.joined)]
    rows_of = f"rows of {', '.join(map(str, lengths))}"
    found = rows_of if sum(lengths) == rules.cells else counted(sum(lengths), "cell")
    yield f"expected {size} for {rules}, such as {empty}; got {found} in {quoted(text)}"


def _wrong_word(given: Given) -> Iterator[str]:
    """Yield what is wrong with a word, or with the signs, of a game by coordinates."""
    rules, names = given.rules, {name.lower() for name in move_names(given.rules)}
    words = given.words[0] if given.words else []
    if words and all(word[:1] in ("x", "o") and word[1:] in names for word in words):
        yield f"expected the signs X and O in turn; got {quoted(given.value)}"
    for word in words if is_record(given.text) or names & {*words} else []:
        start = given.text.lower().find(word)
        try:
            move_named(given.text[start : start + len(word)] or word, rules)
        except IllegalPosition as error:
            yield str(error)
