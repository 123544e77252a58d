"""Exports of a book: rows for other programs, and source code to build into one.

Another form is one line of ``FORMATS``; its library, if it needs one, is imported when it writes.
"""

from collections.abc import Callable
from functools import partial
from typing import BinaryIO, NamedTuple

from oxobook.book.book import Book
from oxobook.viewer.export.games import write_games
from oxobook.viewer.export.source import write_npm, writer
from oxobook.viewer.export.strategy import strategy_writer
from oxobook.viewer.export.tables import MOVES, POSITIONS, write_csv, write_json, write_parquet


class Format(NamedTuple):
    """Form that a book can take."""

    write: Callable[[Book, BinaryIO], None]
    holds: str  # content of the file, in a phrase
    text: bool = True  # True if it can be read in a terminal


FORMATS = {
    "csv": Format(partial(write_csv, POSITIONS), "every position, a line each"),
    "json": Format(partial(write_json, POSITIONS), "every position, an object each"),
    "parquet": Format(partial(write_parquet, POSITIONS), "every position, a row each", text=False),
    "moves": Format(partial(write_csv, MOVES), "every legal move of every position, a line of CSV each"),
    "moves-json": Format(partial(write_json, MOVES), "the same, an object each"),
    "moves-parquet": Format(partial(write_parquet, MOVES), "the same, a row each", text=False),
    "games": Format(write_games, "every game as CSV: its moves, length and winner"),
    "c": Format(writer("book.h"), "a C header with all answers, to build into a program"),
    "js": Format(writer("book.js"), "a JavaScript module with all answers"),
    "dts": Format(writer("book.d.ts"), "the types of that module, for TypeScript"),
    "rust": Format(writer("book.rs"), "a Rust module with all answers"),
    "go": Format(writer("book.go"), "a Go file with all answers"),
    "csharp": Format(writer("book.cs"), "a C# class with all answers"),
    "strategy-c": Format(
        strategy_writer("strategy.h"), "a C header that plays by the game's certificate, as Connect Four's"
    ),
    "strategy-js": Format(strategy_writer("strategy.js"), "a JavaScript module that plays by it"),
    "npm": Format(write_npm, "js and dts as a package for npm, a tgz file", text=False),
}
"""Forms by name."""
