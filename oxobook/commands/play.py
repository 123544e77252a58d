"""Commands play and watch: games of people and players."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import MissingBook, quoted
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.layout.search import searching_for
from oxobook.book.library import MOST_CELLS
from oxobook.book.no_book import NoBook, SearchedBook
from oxobook.commands.books import BookChoice, book_options, completed_rules, names_book
from oxobook.commands.ending import fail
from oxobook.commands.options import Seconds, choice_option, gathered, labels_option, time_limit_option
from oxobook.commands.output import json_option, print_report
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.play.game import STARTS, Match, Participant, participants, person_named
from oxobook.viewer.players.player import Forfeit, Player
from oxobook.viewer.players.roster import PREFIX, PROOF, ROSTER, certificate_named, is_player, usual_opponent

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from oxobook.viewer.play.terminal import Terminal

program_time_option = time_limit_option("Seconds that a program has for a move.", 5.0)


def completed_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the completions of a word: built-in players, or else rules."""
    from click.shell_completion import CompletionItem

    names = [CompletionItem(name) for name in (*ROSTER, PROOF) if name.startswith(incomplete.lower())]
    return names or completed_rules(ctx, param, incomplete)


class _MatchOptions(NamedTuple):
    """Options of a match."""

    starts: str | None
    first_side: str | None
    labels: str | None
    seed: int | None
    time_limit: float
    times: bool
    chosen: BookChoice


_match_options = gathered(
    "match",
    _MatchOptions,
    choice_option("--starts", choices=STARTS, help="Player who moves first; default first, or second with --first O."),
    choice_option(
        "--first",
        "first_side",
        choices="XO",
        metavar="[X|O]",
        help="Stones that move first; default X, or with --starts random those of who starts: FIRST has X in every "
        "game.",
    ),
    labels_option,
    click.option("--seed", type=int, help="Seed of the random choices."),
    program_time_option,
    click.option("--times", is_flag=True, help="Also show how long players think about each move, and on average."),
    book_options,
)


@contextmanager
def _terminal(
    words: Sequence[str],
    choose: Callable[[Sequence[str], Book, float, str | None], tuple[Participant, Participant]],
    asked: _MatchOptions,
    **pace: Any,
) -> Iterator["Terminal"]:
    """Open a terminal for a match between two participants; close the book and the players at the end."""
    from oxobook.viewer.play.terminal import Terminal

    starts, first_side = asked.starts, asked.first_side
    words = [PREFIX + word if word.lower().endswith(ENDING) and not is_player(word) else word for word in words]
    named = [word for word in words if _names_book(word)]
    with ExitStack() as stack:
        book = stack.enter_context(_book_of(asked.chosen.narrowed(named), words))
        called = cell_labels(asked.labels, book.rules, swapped=first_side == "O")
        players = choose([word for word in words if word not in named], book, asked.time_limit, asked.labels)
        for one in players:
            if isinstance(one, Player):
                stack.enter_context(one)
        starting = starts or ("second" if first_side == "O" else "first")
        limited = nullcontext if len(book) else partial(searching_for, asked.time_limit)
        match, own_signs = Match(*players, starting, Random(asked.seed), limited), starts == "random" and not first_side
        yield Terminal(book, match, called, COLOURS, times=asked.times, own_signs=own_signs, **pace)


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
        if chosen.target or not rules or not (proofs or rules.cells > MOST_CELLS):
            raise
        return SearchedBook(rules) if rules.plain and not proofs else NoBook(rules)


def _names_book(word: str) -> bool:
    """Return whether a word names a book, in a command that takes players too."""
    return (not is_player(word) and names_book(word)) or ("://" in word and not word.startswith("exec:"))


@click.command(epilog="Example: oxobook play Ada ralph --starts random --labels keypad")
@click.argument("words", metavar="[FIRST] [SECOND] [BOOK]", nargs=-1, shell_complete=completed_players)
@_match_options
def play(words: tuple[str, ...], match: _MatchOptions) -> None:
    """Play in the terminal, against people or players.

    FIRST and SECOND are people or players. A person is human, human:NAME, or a NAME that no player has; a player is
    one that `oxobook players` lists, exec:COMMAND or MODULE:FUNCTION. With one player you play against it. Without any
    you are asked who plays, or, in a pipe, you play against perfect. BOOK is rules, or a book's path or URL.

    A player may also be a certificate of `oxobook prove`, such as data/6x5x4.proof, or proof for the one of this game.
    It plays the side that is proved to win, or not to lose, without any search, and needs no book.

    On a board too large for any book, people and players that need none play, and perfect searches for --time-limit.

    FIRST plays X and moves first. With --starts second, SECOND does; with --first O, SECOND plays O and moves first.
    Under gravity, a column's letter or its number, from 1, drops a stone into it.
    """
    with _terminal(words, _chosen, match) as terminal:
        terminal.run()


def _chosen(words: Sequence[str], book: Book, seconds: float, labels: str | None) -> tuple[Participant, Participant]:
    """Return the participants: those named, you against the one named, or those chosen when asked."""
    if len(words) > 2:
        raise click.UsageError(f"two can play; got {len(words)}: {', '.join(map(quoted, words))}.")
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        from oxobook.viewer.play.terminal import Leave, invited

        try:
            return invited(book, seconds, labels)
        except Leave:
            sys.exit()
    if len(words) == 1 and (path := certificate_named(words[0], book.rules)):
        owner = Certificate.open(path).owner
        words = (words[0], "human") if owner == "X" else ("human", words[0])
    elif len(words) == 1:
        words = ("human", words[0]) if person_named(words[0]) is None else (words[0], usual_opponent(book))
    return participants(words or ("human", usual_opponent(book)), book, seconds, labels)


@click.command(epilog="Example: oxobook watch ralph levi --games 3")
@click.argument("words", metavar="FIRST SECOND [BOOK]", nargs=-1, shell_complete=completed_players)
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="Number of games.")
@click.option("--delay", type=Seconds(min=0), help="Seconds after each move; default 1 on a terminal, 0 elsewhere.")
@click.option("--pause", is_flag=True, help="Wait for Enter after each move.")
@click.option("--quiet", is_flag=True, help="Show only the final score.")
@click.option("--exact", is_flag=True, help="Play no game: compute the probability of each result, whoever starts.")
@_match_options
@json_option
def watch(
    words: tuple[str, ...],
    games: int,
    delay: float | None,
    pause: bool,
    quiet: bool,
    exact: bool,
    match: _MatchOptions,
    as_json: bool,
) -> None:
    """Watch two players play each other.

    FIRST and SECOND are players that `oxobook players` lists, exec:COMMAND or MODULE:FUNCTION. BOOK is rules, or a
    book's path or URL.

    --exact walks all positions that both can reach, and asks programs and functions several times, as an audit does.
    """
    if as_json and not exact:
        raise click.UsageError("--json is for the results of --exact: add it, or leave out --json.")
    if delay is None:
        delay = 1.0 if sys.stdout.isatty() and not pause else 0.0
    with _terminal(words, _watched, match, delay=delay, pause=pause) as terminal:
        if exact:
            _show_exact(terminal, match.starts, as_json)
        else:
            (terminal.tally if quiet else terminal.run)(games)


def _show_exact(terminal: "Terminal", starts: str | None, as_json: bool) -> None:
    """Show the exact results of a match; by default of both starts."""
    from oxobook.viewer.players.exact_match import exact_match, match_report, match_text

    first, second, rules = terminal.match.first, terminal.match.second, terminal.book.rules
    assert isinstance(first, Player) and isinstance(second, Player)  # watch takes no people
    seats = {"first": (first, second), "second": (second, first)}
    try:
        matches = [exact_match(*pair, rules) for name, pair in seats.items() if starts in (None, "random", name)]
    except Forfeit as broken:
        fail(str(broken), 1)
    report = match_report(matches, first, rules)
    print_report(as_json, report, match_text(matches, report, terminal.labels))


def _watched(words: Sequence[str], book: Book, seconds: float, labels: str | None) -> tuple[Participant, Participant]:
    if any(word.partition(":")[0].lower() == "human" for word in words):
        raise click.UsageError("watch takes two players; people play with: oxobook play.")
    if len(words) != 2:
        got = ", ".join(map(quoted, words)) or "none"
        raise click.UsageError(f"expected two players, as in oxobook watch ralph levi; got {got}.")
    return participants(words, book, seconds, labels, people=False)
