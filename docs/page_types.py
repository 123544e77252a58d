"""Types of what the explorer's page reads, in TypeScript, from the reports.

Run ``python docs/page_types.py FILE``.
"""

import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from oxobook.book.store.new_file import write_whole
from oxobook.viewer.explorer.answers import FirstPlies, Known, KnownGame, Problem, Proof, Table
from oxobook.viewer.reports import Game, Line, Lookup, MoveWorth

READ = (Known, Table, FirstPlies, Proof, Lookup, Game, Line, Problem)
"""Reports that the page reads, from files and from a server."""
UNREAD = {
    KnownGame: {"definition"},
    Lookup: {"reasons", "score", "source", "nodes", "seconds", "lines"},
    MoveWorth: {"score"},
    Game: {"rules"},
    Line: {"rules", "position", "to_move", "value", "remoteness", "boards", "winner"},
}
"""Fields of them that the page does not read."""
_HEAD = (
    "/**\n * Reports of files and of a server: `make page` writes this from reports.py and answers.py,"
    "\n * which say what each field holds.\n */\n"
)
_NAMES = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def page_types() -> str:
    """Return the module: an interface for each report, after those that it needs."""
    found: dict[str, str] = {}
    for report in READ:
        _add(report, found)
    return "\n".join([_HEAD, *found.values()])


def _add(report: Any, found: dict[str, str]) -> None:
    """Add the interface of a report to those that are found."""
    if report.__name__ in found:
        return
    fields = [
        f"  {name}{_written(kind, found)};\n"
        for name, kind in get_type_hints(report, include_extras=True).items()
        if name not in UNREAD.get(report, ())
    ]
    found[report.__name__] = f"export interface {report.__name__} {{\n{''.join(fields)}}}\n"


def _written(kind: Any, found: dict[str, str]) -> str:
    """Return the type of a field, after its name."""
    if get_origin(kind) is NotRequired:
        return f"?: {_type(get_args(kind)[0], found)}"
    return f": {_type(kind, found)}"


def _type(kind: Any, found: dict[str, str]) -> str:
    """Return a type; the interfaces that it names are added to those that are found."""
    if is_typeddict(kind):
        _add(kind, found)
        return str(kind.__name__)
    if kind in _NAMES:
        return _NAMES[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in parts)
    types = [_type(one, found) for one in parts]
    if origin in (Union, UnionType):
        return " | ".join(types)
    if origin is list:
        return f"({types[0]})[]" if "|" in types[0] else f"{types[0]}[]"
    return f"Record<{', '.join(types)}>" if origin is dict else f"[{', '.join(types)}]"


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), page_types().encode(), replace=True)
