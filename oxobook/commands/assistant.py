"""Command mcp: tools for assistants over standard input and output."""

from functools import lru_cache, partial

import click

from oxobook.commands.books import library_option
from oxobook.on_demand import open_book

_OPEN = 16  # books that stay open


@click.command(epilog="Example, in an assistant's settings: command oxobook, arguments mcp")
@library_option
def mcp(library: str) -> None:
    """Answer an assistant's questions, by the Model Context Protocol.

    The assistant starts this command, and gets tools to look positions up, play lines, judge moves, audit built-in
    players and draw positions. Small books are made when they are first needed.
    """
    from oxobook.viewer.oracle.assistant import assistant_server

    assistant_server(lru_cache(_OPEN)(partial(open_book, library=library, make=True)), library).run()
