"""Exported strategy of Connect Four against the search: games won, and processor time a move, in each language.

    python -m benchmarks.strategy [GAMES]

The opponent is the built-in player ``perfect``: it plays any move that holds out longest, from the book and, below it,
by search. The programs need ``cc`` and ``node``.
"""

import subprocess
import sys
from collections.abc import Iterable
from os import times
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from oxobook import Book, Position, Rules, open_book
from oxobook.book.no_book import NoBook
from oxobook.viewer.export import FORMATS
from oxobook.viewer.players.roster import player_named

RULES = Rules.parse("connect-four")


class Language(NamedTuple):
    """Language of an export, and a program in it that answers a game a line, ``-`` for the empty one, by the move."""

    form: str
    module: str
    program: str
    source: str
    build: list[str]
    run: list[str]


_C = """
#include <stdio.h>
#include "strategy.h"
int main(void) {
  char game[64];
  while (scanf("%63s", game) == 1) printf("%d\\n", oxobook_6x7x4_gravity_strategy_move(game[0] == '-' ? "" : game));
  return 0;
}
"""
_JAVASCRIPT = """
import { move } from "./strategy.mjs";
import { readFileSync } from "node:fs";
const games = readFileSync(0, "utf8").split("\\n").filter(Boolean);
console.log(games.map((game) => move(game === "-" ? "" : game) ?? 0).join("\\n"));
"""
_BUILD = ["cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "ask", "ask.c"]
LANGUAGES = {
    "C": Language("strategy-c", "strategy.h", "ask.c", _C, _BUILD, ["./ask"]),
    "JavaScript": Language("strategy-js", "strategy.mjs", "ask.mjs", _JAVASCRIPT, [], ["node", "ask.mjs"]),
}


def built(language: Language, folder: Path) -> None:
    """Write the exported strategy and the program that asks it, and build them."""
    with open(folder / language.module, "wb") as file:
        FORMATS[language.form].write(NoBook(RULES), file)
    (folder / language.program).write_text(language.source)
    if language.build:
        subprocess.run(language.build, cwd=folder, check=True)


def answers(language: Language, folder: Path, games: Iterable[str]) -> list[int]:
    """Return the moves of a built program after some games."""
    asked = "".join(f"{game or '-'}\n" for game in games)
    said = subprocess.run(language.run, cwd=folder, input=asked, capture_output=True, text=True, check=True)
    return [int(word) for word in said.stdout.split()]


def won(language: Language, folder: Path, book: Book, count: int) -> tuple[int, list[str]]:
    """Return how many of ``count`` games the program wins as X, and all games that it was asked about."""
    chance, opponent, replies = Random(7), player_named("perfect", book), dict[str, list[str]]()
    going, asked, wins = dict.fromkeys(range(count), ""), list[str](), 0
    while going:
        asked += going.values()
        moves = answers(language, folder, going.values())
        for (number, game), move in zip([*going.items()], moves, strict=True):
            position = Position.parse(f"{game}{move}", RULES, "columns")
            if not position.over:
                if position.text not in replies:
                    replies[position.text] = [*opponent.policy(position)]
                column = "abcdefg".index(chance.choice(replies[position.text])[0]) + 1
                going[number] = f"{game}{move}{column}"
                continue
            wins += position.winner == "X"
            del going[number]
    return wins, asked


def main() -> None:
    """Print the results of the languages."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with open_book(RULES) as book:
        for name, language in LANGUAGES.items():
            with TemporaryDirectory() as made:
                folder = Path(made)
                built(language, folder)
                wins, asked = won(language, folder, book, count)
                seconds = []
                for games in ([], asked):  # what starting takes, and what answering does
                    begun = times().children_user
                    answers(language, folder, games)
                    seconds.append(times().children_user - begun)
                each = 1e6 * (seconds[1] - seconds[0]) / len(asked)
                size = (folder / language.module).stat().st_size
                print(f"{name}: {wins:,} of {count:,} games won, {each:.1f} microseconds a move, {size:,} bytes")


if __name__ == "__main__":
    main()
