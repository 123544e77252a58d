"""Library command: the folder of books, the reason why it is used, and its books."""

import click
from click.core import ParameterSource

from oxobook.book.library import FOLDER_HERE, LIBRARY_VARIABLE, book_path, rules_in
from oxobook.commands.options import library_option
from oxobook.commands.output import json_option, print_report


@click.command(epilog="Example: oxobook library")
@library_option
@json_option
@click.pass_context
def library(ctx: click.Context, library: str, as_json: bool) -> None:
    """Show the folder where books are looked for, and its books."""
    why = _why(library, ctx.get_parameter_source("library"))
    paths = {rules: book_path(rules, library) for rules in rules_in(library)}
    books = [{"rules": str(rules), "path": str(path), "bytes": path.stat().st_size} for rules, path in paths.items()]
    width = max((len(str(rules)) for rules in paths), default=0)
    lines = [f"Books are looked for in {library}: {why}.", *(f"  {one!s:<{width}}  {paths[one]}" for one in paths)]
    if not paths:
        lines.append("It has none yet. A small book is made when it is first needed: oxobook lookup b2")
    print_report(as_json, {"library": library, "why": why, "books": books}, lines)


def _why(library: str, source: ParameterSource | None) -> str:
    if source is ParameterSource.COMMANDLINE:
        return "--library names it"
    if source is ParameterSource.ENVIRONMENT:
        return f"{LIBRARY_VARIABLE} names it"
    if library == FOLDER_HERE:
        return "the working directory has a folder of this name"
    return f"your own data folder, as the working directory has no folder {FOLDER_HERE!r}"
