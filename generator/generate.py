"""Making a book, from rules to file."""

from pathlib import Path

from book.counts import BookInfo
from book.errors import TooLarge
from book.rules import Rules
from book.whole_file import require_new
from generator.frontier import Report, enumerate_layers
from generator.plan import require_room
from generator.solve import solve_layers
from generator.write import write_layers


def silent(stage: str, ply: int, positions: int) -> None:
    """The report of a caller who wants none."""


def generate_book(rules: Rules, path: Path, replace: bool = False, report: Report = silent) -> BookInfo:
    """Enumerate, solve and write the book of these rules at ``path``; returns what it holds.

    Raises CannotWrite when the file exists and is not to be replaced, or cannot be written; TooLarge when the
    machine has too little memory or disk. The file appears whole or not at all.
    """
    require_new(path, replace)
    require_room(rules, path)
    try:
        layers = enumerate_layers(rules, report)
        solutions = solve_layers(rules, layers, report)
        return write_layers(rules, layers, solutions, path, replace, report)
    except MemoryError as error:
        raise TooLarge(f"{rules} needs more memory than this process may take; see: oxobook plan {rules}") from error
