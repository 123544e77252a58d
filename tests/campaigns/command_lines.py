"""Laws of every command line, and lines made of the commands' own parameters.

Commands, boards, conventions and formats come from their registries, so that a new one is met without being named here.
Run from the root of the repository: python -m tests.campaigns.command_lines [GAME...] runs all lines for these games,
or for all, in a folder of its own, and prints those that break a law.
"""

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path

import click
from click.testing import CliRunner, Result

from oxobook.book.errors import IllegalRules, OxobookError
from oxobook.book.game.board import KINDS
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.library import ALONG, LIBRARY_VARIABLE, rules_named
from oxobook.book.published import published_file
from oxobook.commands.output import OutputFile
from oxobook.commands.root import main
from oxobook.viewer.pictures.registry import DRAWN

SIZES = ("3x3x3", "2x4x2", "2x3x3")
"""Boards that a kind or a convention is tried on: the first that it allows."""
ODD = ("1x1x1", "1x5x3", "2x3x5", "3x4x3", "3x3x3-gravity", "4x4x2-torus", "connect-four", "ring.json", "6x6x4")
"""One cell, one row, no line, a rectangle, gravity, large orbits, first plies, an own board, and none with a book."""
RING = {"name": "ring", "board": ["...", ".#.", "..."], "k": 3}
"""Definition of the own board."""
BOUNDS = {"--time-limit": "1", "--limit": "99", "--games": "2", "--sample": "2", "--depth": "2"}
BOUNDS |= {"--host": "192.0.2.1"}
"""Options that keep a command short, wherever it has them: no machine has that address, so that no server starts."""
UNTRIED = {"--rules", "--library", "--cluster"}
"""Options whose values are the scan's own."""
ALONE = {*UNTRIED, "--cluster", "--chunks"}
"""Options that strange values would start processes or write elsewhere with."""
STRANGE = ["", " ", "-", "-1", "0", "99999999999999999999", "nan", "inf", "1e9", "\u0663", "\ud800", "\x1b[2J", "a\nb"]
STRANGE += ["z" * 300, "x.svg", "x.json", "ring.json", "data", "/dev/null", "3x3x3", "9x9x9", "3x3x3-wild", "1x31x40"]
STRANGE += ["X../.O./...", "XXX/OO./...", "a3 b2", "z9", "perfect", "exec:cat", "proof:x.svg", "math:sqrt", "no:such"]
STRANGE += ["http://x", "postgresql://me:secret@127.0.0.1:1/x", "sqlite:///x", "1kB", "4GB", "de", "\u00e9.pdf", "--"]
"""Values that people mistype, other programs hand over, or that stand for something elsewhere."""
TAKE_MOVES = ("board", "strip", "orbit", "forks")
"""Pictures of a position or a game, which follows their file."""
SHARE = 3
"""A command meets one game in so many, in a sample."""
LONGEST = 1000
"""Characters of the longest line of error."""
ADVICE = re.compile(r"(?:make it with:|see:?) oxobook (\S+( \S+)?)$")


@cache
def games() -> list[str]:
    """Return rules of every kind and every convention, plain and misère, and of odd boards."""
    words = ["", *(f"-{word}" for word in (*KINDS, *CONVENTIONS) if word)]
    return [*filter(None, (_allowed(word + misere) for word in words for misere in ("", "-misere"))), *ODD]


def _allowed(words: str) -> str | None:
    for size in SIZES:
        try:
            return str(Rules.parse(size + words))
        except IllegalRules:
            continue
    return None


def commands(group: click.Group = main, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield each command with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


@cache
def _commands() -> list[tuple[tuple[str, ...], click.Command]]:
    return list(commands())


def lines_of(path: tuple[str, ...], command: click.Command, game: str) -> Iterator[list[str]]:
    """Yield lines of a command for a game: one for each value of each argument, then for each value of each option."""
    options = [option for one in command.params for option in one.opts]
    bounds = [word for option, value in BOUNDS.items() if option in options for word in (option, value)]
    start = [*path, *bounds, *(["-r", game] if "-r" in options else []), *["--force"][: "--force" in options]]
    required = [
        [value.split() if one.nargs < 0 else [value] for value in values(path[-1], one, game)]
        for one in command.params
        if isinstance(one, click.Argument) and (one.required or one.nargs < 0)
    ]
    yield from ([*start, *chain(*words)] for words in product(*required))
    for one in command.params:
        if isinstance(one, click.Option) and not one.hidden and one.opts[-1] not in UNTRIED:
            for value in values(path[-1], one, game):
                last = [value] if one.is_flag else [one.opts[-1], value]
                yield [*start, *chain(*(words[0] for words in required)), *last]
    yield [*path, "--help"]


def values(command: str, one: click.Parameter, game: str) -> list[str]:
    """Return values of a parameter: all, if they are few."""
    if isinstance(one, click.Option) and one.is_flag:
        return [*one.opts, *one.secondary_opts]
    if isinstance(one.type, click.Choice):
        return [str(choice) for choice in one.type.choices]
    if isinstance(one.type, click.IntRange | click.FloatRange):
        return [str(one.type.min), "3"]
    if isinstance(one.type, OutputFile):
        return [f"x.{form}" for form in one.type.forms or DRAWN]
    moves = _moves(game)
    known = {
        **{name: [moves[0]] for name in ("lookup", "line", "start", "light")},
        **{"watch": ["perfect random"], "play": ["human perfect"], "prove": [game], "name": ["perfect", "levi"]},
        **{"files": ["x.svg"], "folder": ["site"]},
        **{
            "language": ["de"],
            "words": [f"x.{form}{f' {moves[0]}' * (command in TAKE_MOVES)}" for form in (*DRAWN, "tex")],
            "size": ["20x30mm"],
            "named": [game],
            "target": [f"data/{game}.sqlite"],
        },
    }
    return known.get(command, known.get(one.name or "", ["1"]))


def _moves(game: str) -> list[str]:
    """Return the first moves of a game, each the first that is legal."""
    position = Position(rules_named(game))
    moves: list[str] = []
    while len(moves) < 3 and not position.over:
        moves.append(position.legal_moves[0])
        position = position.play(moves[-1])
    return moves


def holds_of_a_line(words: list[str]) -> Result:
    """Hold a command to its laws.

    It ends with 0, with 1 for a verdict, or with 2, one line of error and nothing else; JSON is JSON; and what the
    error advises is not refused.
    """
    done = CliRunner().invoke(main, words, input="q\n")
    said = done.stderr.splitlines()
    assert done.exit_code in (0, 1, 2) and "Traceback" not in done.output, (words, done.exit_code, said[-1:])
    if done.exit_code == 2:
        errors = [line for line in said if line.startswith("oxobook: ")]
        assert done.stdout == "" and errors == said[-1:], (words, done.stdout[-200:], said[-3:])
        assert len(said[-1]) < LONGEST, (words, said)
        if advised := ADVICE.search(said[-1]):
            refused = _refusal_of(advised[1])
            assert not refused or "exists already" in refused or "stopped" in refused, (words, said[-1], refused)
    elif "--json" in words and "-" not in words and done.stdout:
        json.loads(done.stdout)
    return done


@cache
def _refusal_of(advised: str) -> str:
    """Return the error of a command that was advised, empty if there is none."""
    again = CliRunner().invoke(main, advised.split())
    return again.stderr if again.exit_code else ""


def strange_line(choose: Callable[[int], int]) -> list[str]:
    """Return a line of a command's own options with real and strange values; ``choose`` takes one of so many."""
    path, command = _commands()[choose(len(_commands()))]
    game = games()[choose(len(games()))]
    options = [option for one in command.params for option in one.opts]
    words = [*path, *(word for option, value in BOUNDS.items() if option in options for word in (option, value))]
    for one in command.params:
        is_option = isinstance(one, click.Option)
        if one.opts[-1] in ALONE or choose(8 if one.required else 4) != (not one.required):
            continue
        pool = STRANGE if choose(12) == 0 and not (is_option and one.is_flag) else values(path[-1], one, game)
        value = pool[choose(len(pool))]
        words += [value] if is_option and one.is_flag else [one.opts[-1], value] if is_option else [value]
    return words


def lines(number: int, game: str) -> Iterator[list[str]]:
    """Yield all lines for a game, or with a ``number`` a few of them: others for each number."""
    for place, (path, command) in enumerate(_commands()):
        found = list(lines_of(path, command, game))
        if number < 0:
            yield from found
        elif (place + number) % SHARE == 0:
            yield found[number // SHARE % len(found)]


def prepare() -> None:
    """Make the working directory's library and own board; searches are kept beside a copy of the book along."""
    Path("ring.json").write_text(json.dumps(RING))
    os.environ[LIBRARY_VARIABLE] = "data"
    Path("data").mkdir(exist_ok=True)
    for rules in ALONG:
        shutil.copy(published_file(f"{rules}.sqlite"), "data")


def broken(game: str, number: int = -1) -> list[str]:
    """Run lines for a game in the working directory; return those that break a law, and why."""
    prepare()
    found = []
    for line in lines(number, game):
        try:
            holds_of_a_line(line)
        except (AssertionError, ValueError, OxobookError) as error:
            found.append(f"{' '.join(line)}: {error}")
    return found


if __name__ == "__main__":
    wrong = 0
    for game in sys.argv[1:] or games():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            found = broken(game)
        wrong += len(found)
        print(f"{game}: {len(found)} lines break a law", *found, sep="\n", flush=True)
    sys.exit(bool(wrong))
