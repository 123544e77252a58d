r"""Answers: the move that a text of many words names, as language models write them.

The last marked answer counts, or else the last line; marks may be nested, and reasons before the answer do not count.
Only the last 10,000 characters after such reasons are searched.

>>> [said_in(text) for text in ("[a1]? No: [b2].", r"Final answer: \boxed{b3}", '{"move": "c3"}', "b2.\nc1")]
['b2', 'b3', 'c3', 'c1']
"""

import json
import re
from collections.abc import Iterator

from oxobook.book.errors import Unreadable, quoted
from oxobook.book.game.notation import move_names
from oxobook.book.game.reading.moves import move_read
from oxobook.book.game.reading.reading import Reading
from oxobook.book.game.rules import Cell, Mask, Rules

_LONGEST = 10_000  # characters that are searched, as some patterns take time by the square of them
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|$)", re.IGNORECASE | re.DOTALL)
_MARKED = re.compile(
    r"<(answer|move|action|choice|final)>(?P<tags>.*?)</\1>|\\boxed\{(?P<box>(?:[^{}]|\{[^{}]*\})*)\}|(?P<object>\{[^{}]*\})"
    r"|\[(?P<brackets>[^\[\]]+)\]|\b\w*(?:play|place|move|mark|put|drop|select|choose|act|step|answer)\w*\((?P<call>[^()]*)\)"
    r"|(?:answer|action|move|choice)\W{0,3}(?:\bis\b|[:=])\s*(?P<rest>[^\n]+)",
    re.IGNORECASE | re.DOTALL,
)
_KEYS = ("move", "action", "answer", "position", "cell", "place", "square", "choice", "column", "col")
_NOUN = (
    r"(?:i(?:'ll| will)? )?(?:(?:play|choose|pick|take|place|cell|square|position|move|action|index|spot|number)\W*)+"
)
_COLUMN, _ROW = r"col(?:umn)?\W*(\w+)", r"row\W*(\d+)"
_CORRECTED = r"\b(?:wait|no|actually|sorry|rather|instead)\b"
_DOWN = {"top": 0, "upper": 0, "middle": 1, "center": 1, "centre": 1, "bottom": 2, "lower": 2}
_ACROSS = {"left": 0, "middle": 1, "center": 1, "centre": 1, "right": 2}


def said_in(answer: object) -> str:
    """Return what an answer names as its move: the last part that is marked, or else its last line."""
    text = _THOUGHTS.sub("", str(answer)).strip()[-_LONGEST:]
    said = text.rpartition("\n")[2]
    while found := [*_MARKED.finditer(text)]:
        kind, part = next((kind, part) for kind, part in found[-1].groupdict().items() if part is not None)
        said = text = _argument(part) if kind in ("object", "call") else part
        if kind in ("object", "call"):
            break
    return said.strip(" \t\r\n'\"`*.")


def _argument(text: str) -> str:
    """Return the move that an object of JSON or the arguments of a call name, in words."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = dict(re.findall(r"(\w+)\s*=\s*['\"]?([\w ,]+?)['\"]?\s*(?:,|$)", text)) or {"": text}
    if not isinstance(fields, dict):
        return text
    lower = {str(key).lower(): value for key, value in fields.items()}
    column = next((lower[key] for key in ("column", "col") if key in lower), None)
    if "row" in lower and column is not None:
        return f"row {lower['row']} column {column}"
    key = next((key for key in _KEYS if key in lower), next(reversed(lower), ""))
    value = lower.get(key, "")
    said = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"column {said}" if key in ("column", "col") else said


def move_answered(said: str, rules: Rules, taken: Mask, reading: Reading) -> Cell:
    """Return the move that a part of an answer names, legal or not; raises Unreadable if it names none, or several."""
    text = re.sub(r"[\s_]+", " ", re.sub(r"\\\w+\{([^{}]*)\}", r"\1", said.lower())).strip(" '\"`*.")
    for word, by in _named(text, rules, reading):
        try:
            return move_read(word, rules, taken, by)
        except Unreadable:
            continue
    names = {name.lower() for name in move_names(rules)}
    listed = {*re.findall(r"\b[xo]?[a-z]{1,2}\d{1,2}\b", re.split(_CORRECTED, text)[-1])} & names
    if len(listed) == 1:
        return move_read(listed.pop(), rules, taken, Reading())
    raise Unreadable(f"expected one move of {rules}, such as {move_names(rules)[0]}; got {quoted(said)}")


def _named(text: str, rules: Rules, reading: Reading) -> Iterator[tuple[str, Reading]]:
    """Yield the labels that a text may name a move by, each with its reading; numbers after words count from 1."""
    yield text, reading
    yield re.sub(rf"^(?:the )?{_NOUN}", "", text), reading
    row, column = re.search(_ROW, text), re.search(_COLUMN, text)
    if row and column:
        yield f"{row[1]},{column[1]}", reading._replace(cells="matrix0" if reading.cells == "matrix0" else "matrix")
    elif column and rules.gravity:
        yield column[1], reading._replace(cells=reading.cells or "columns")
    words = [word for word in re.findall(r"[a-z]+", text) if word in _DOWN or word in _ACROSS]
    if 1 <= len(words) <= 2 and not rules.either and rules.rows * rules.columns == rules.cells:
        down, across = _DOWN.get(words[0]), _ACROSS.get(words[-1])
        if down is not None and across is not None and (len(words) == 2 or down == across == 1):
            places = [[0, size // 2 if size % 2 else -1, size - 1] for size in (rules.rows, rules.columns)]
            yield f"{places[0][down] + 1},{places[1][across] + 1}", Reading("matrix")  # whichever row comes first
