"""A plain lookup, answered without click, whose import takes as long as all the rest of a lookup.

Only a position and ``--json`` are understood here. Whatever else is asked, is missing or goes wrong is left to the
command itself, which begins anew and says so.
"""

import sys
from pathlib import Path

from oxobook.book.game.notation import is_position
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path, open_book


def answered(arguments: list[str]) -> bool:
    """Whether the arguments of ``oxobook`` asked for a plain lookup in the book of 3x3x3, and it has been printed."""
    as_json = "--json" in arguments
    words = [word for word in arguments if word != "--json"]
    if words[:1] == ["lookup"]:
        del words[0]
    elif not (words and is_position(words[0])):
        return False
    if not words or sys.stdout is None or any(word.startswith("-") for word in words):
        return False
    try:
        position = Position.parse(" ".join(words), Rules())
        if not book_path(position.rules).is_file() or any(Path(word).is_file() for word in words):
            return False
        text = _answer(position, as_json)
        sys.stdout.write(text)
        sys.stdout.flush()
    except Exception:  # whatever it is, the command meets it too
        return False
    return True


def _answer(position: Position, as_json: bool) -> str:
    """What the command prints."""
    from oxobook.book.game.palette import PALETTES
    from oxobook.viewer.ask.answer_text import lookup_text
    from oxobook.viewer.ask.json_fields import lookup_report
    from oxobook.viewer.terminal.console import lines_text, open_streams, terminal_width, wrapping_width

    open_streams()
    with open_book(position.rules) as book:
        entry, moves = book.probe(position), book.moves(position)
        report = lookup_report(entry, moves)
    if as_json:
        import json

        return json.dumps(report) + "\n"
    lines = lookup_text(entry, moves, report["reasons"], PALETTES["classic"], terminal_width(), wrapping_width())
    return lines_text(lines)
