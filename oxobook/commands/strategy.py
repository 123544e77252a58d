"""Strategy command: find a side's strategy, write its certificate, and show it."""

import click

from oxobook.book.certificate.strategy_file import stored_strategy, strategy_path
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.strategy import NAMES, kind_named
from oxobook.commands.books import BookChoice, book_argument
from oxobook.commands.options import choice_option, labels_option, side_option, time_limit_option
from oxobook.commands.output import json_option, print_report
from oxobook.commands.progress import progress
from oxobook.viewer.ask.strategy_text import strategy_lines, strategy_report

_LISTED = 20  # largest number of moves that are listed as text


@click.command(epilog="Example: oxobook strategy --side O --kind reflexes")
@side_option
@choice_option(
    "--kind",
    choices=NAMES,
    default="pick",
    help="pick: the book's picks. smallest: the fewest positions. reflexes: the fewest to remember, as winning at "
    "once, blocking a line and playing the only move need not be remembered. "
    "-fast: it also wins as soon, and loses as late, as possible.",
)
@time_limit_option("Time limit; the best strategy found by then counts.", 60.0)
@click.option("--force", is_flag=True, help="Find it again even if it has a certificate.")
@book_argument
@json_option
@labels_option
def strategy(
    side: str, kind: str, time_limit: float, force: bool, chosen: BookChoice, as_json: bool, labels: str | None
) -> None:
    """Find a side's strategy, show its moves, and write its certificate.

    A strategy is a safe move for every position that the side can meet, whatever the other side replies. Sizes are
    up to symmetry. A smallest strategy comes with a proof that none is smaller, or with the gap to the proved bound.

    The certificate lies beside the book, and `oxobook verify FILE` checks it. The picks need none, and a side that
    loses has nothing to prove.
    """
    with chosen.open() as book:
        path = strategy_path(book, side, kind)
        found = None if force else stored_strategy(book, side, kind)
        if found is None:
            from oxobook.generator.strategies.find import find_and_keep

            with progress() as tell:
                found = find_and_keep(book, side, *kind_named(kind), time_limit, tell)
    called, certificate = cell_labels(labels, found.rules), path if path.is_file() else None
    lines = strategy_lines(found, certificate, called, _LISTED)
    print_report(as_json, strategy_report(found, certificate), lines)
