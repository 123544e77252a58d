"""Commands play and watch: games of people and players."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import click

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import MissingBook, quoted
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.reading.reading import Reading, stated
from oxobook.book.layout.search import searching_for
from oxobook.book.library import is_large
from oxobook.book.no_book import NoBook, SearchedBook
from oxobook.commands.books import BookChoice, RulesText, book_options, sorted_words
from oxobook.commands.options import gathered, labels_option, reading_option, time_limit_option
from oxobook.commands.output import say
from oxobook.handed_down import load_search
from oxobook.viewer.play.game import Match, Participant, participants, person_named
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.roster import PREFIX, PROOF, certificate_named, is_player, roster, usual_opponent

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from oxobook.viewer.play.terminal import Terminal

program_time_option = time_limit_option("Seconds that a program has for a move.", 5.0)


def completed_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the completions of a word: built-in players, or else rules."""
    from click.shell_completion import CompletionItem

    names = [CompletionItem(name) for name in (*roster(), PROOF) if name.startswith(incomplete.lower())]
    return names or RulesText().shell_complete(ctx, param, incomplete)


class _MatchOptions(NamedTuple):
    """Options of a match."""

    labels: str | None
    reading: str | None
    seed: int | None
    time_limit: float
    chosen: BookChoice


_match_options = gathered(
    "match",
    _MatchOptions,
    labels_option,
    reading_option,
    click.option("--seed", type=int, help="Seed of the random choices."),
    program_time_option,
    book_options,
)


@contextmanager
def _terminal(
    words: Sequence[str],
    choose: Callable[[Sequence[str], Book, float, Reading], tuple[Participant, Participant]],
    asked: _MatchOptions,
    delay: float = 0.0,
) -> Iterator["Terminal"]:
    """Open a terminal for a match between two participants; close the book and the players at the end."""
    from oxobook.viewer.play.terminal import Terminal

    words = [PREFIX + word if word.lower().endswith(ENDING) and not is_player(word) else word for word in words]
    named, names = sorted_words(words, is_player)
    with ExitStack() as stack:
        book = stack.enter_context(_book_of(asked.chosen.narrowed(named), words))
        if isinstance(book, SearchedBook) or (len(book) and book.info.plies is not None):
            load_search()  # while people choose, and the book answers the first moves
        how = stated(asked.reading, asked.labels)
        players = choose(names, book, asked.time_limit, how)
        for one in players:
            if isinstance(one, Player):
                stack.enter_context(one)
        limited = nullcontext if len(book) else partial(searching_for, asked.time_limit)
        match = Match(*players, Random(asked.seed), limited)
        yield Terminal(book, match, cell_labels(how.cells, book.rules), delay)


def _book_of(chosen: BookChoice, words: Sequence[str]) -> Book:
    """Return the book that is chosen, by default that of a certificate's game.

    For certificates, and for boards too large for any book, it is a stand-in if there is none.
    """
    proofs = [word.removeprefix(PREFIX) for word in words if word.startswith(PREFIX)]
    if proofs and not chosen.target:
        chosen = chosen._replace(rules=chosen.rules or Certificate.open(proofs[0]).position.rules)
    try:
        return chosen.open()
    except MissingBook:
        rules = chosen.rules
        if chosen.target or not rules or not (proofs or PROOF in map(str.lower, words) or is_large(rules)):
            raise
        stand_in = SearchedBook if rules.plain and is_large(rules) and not proofs else NoBook
        return stand_in(rules, chosen.library)


@click.command(epilog="Example: oxobook play Ada ralph --labels keypad")
@click.argument("words", metavar="[FIRST] [SECOND] [BOOK]", nargs=-1, shell_complete=completed_players)
@_match_options
def play(words: tuple[str, ...], match: _MatchOptions) -> None:
    """Play in the terminal, against people or players.

    FIRST and SECOND are people or players. A person is human, human:NAME, or a NAME that no player has; a player is
    one that `oxobook audit` lists, exec:COMMAND or MODULE:FUNCTION. With one player you play against it. Without any
    you are asked who plays, or, in a pipe, you play against perfect. BOOK is rules, or a book's path or URL.

    A player may also be a certificate of `oxobook prove`, such as data/6x5x4.proof, or proof for the one of this game.
    It plays the side that is proved to win, or not to lose, searches nothing but forced wins, and needs no book.

    On a board too large for any book, people and players that need none play, and perfect searches for --time-limit.

    FIRST plays X and moves first.
    Under gravity, a column's letter or its number, from 1, drops a stone into it.
    """
    with _terminal(words, _chosen, match) as terminal:
        terminal.run()


def _chosen(words: Sequence[str], book: Book, seconds: float, reading: Reading) -> tuple[Participant, Participant]:
    """Return the participants: those named, you against the one named, or those chosen when asked."""
    if len(words) > 2:
        raise click.UsageError(f"two can play; got {len(words)}: {', '.join(map(quoted, words))}.")
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        from oxobook.viewer.play.terminal import Leave, invited

        try:
            return invited(book, seconds, reading)
        except (Leave, EOFError, KeyboardInterrupt):
            say("\nGoodbye.")
            sys.exit()
    if len(words) == 1 and (path := certificate_named(words[0], book)):
        owner = Certificate.open(path).owner
        words = (words[0], "human") if owner == "X" else ("human", words[0])
    elif len(words) == 1:
        words = ("human", words[0]) if person_named(words[0]) is None else (words[0], usual_opponent(book))
    return participants(words or ("human", usual_opponent(book)), book, seconds, reading)


@click.command(epilog="Example: oxobook watch ralph levi --games 3")
@click.argument("words", metavar="FIRST SECOND [BOOK]", nargs=-1, shell_complete=completed_players)
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="Number of games.")
@_match_options
def watch(words: tuple[str, ...], games: int, match: _MatchOptions) -> None:
    """Watch two players play each other.

    FIRST and SECOND are players that `oxobook audit` lists, exec:COMMAND or MODULE:FUNCTION. BOOK is rules, or a
    book's path or URL. How two players fare, exactly or in a thousand games, is what `oxobook audit FIRST --against
    SECOND` says.
    """
    with _terminal(words, _watched, match, 1.0 if sys.stdout.isatty() else 0.0) as terminal:
        terminal.run(games)


def _watched(words: Sequence[str], book: Book, seconds: float, reading: Reading) -> tuple[Participant, Participant]:
    if any(word.partition(":")[0].lower() == "human" for word in words):
        raise click.UsageError("watch takes two players; people play with: oxobook play.")
    if len(words) != 2:
        got = ", ".join(map(quoted, words)) or "none"
        raise click.UsageError(f"expected two players, as in oxobook watch ralph levi; got {got}.")
    return participants(words, book, seconds, reading, people=False)
