"""Books as source code: built by each language's own compiler, and asked about every position."""

import io
import random
import shutil
import subprocess
from typing import NamedTuple

import pytest

from oxobook.book import Position, TooLarge
from oxobook.viewer.export import FORMATS
from oxobook.viewer.export.packed import packed
from tests.reference import solved_game


class Language(NamedTuple):
    """A language: its export, the program that asks it, how both are built, and how it is run."""

    form: str
    module: str
    program: str
    source: str
    build: list[str]
    run: list[str]


C = """
#include <stdio.h>
#include "book.h"
int main(void) {
  unsigned x, o;
  while (scanf("%u %u", &x, &o) == 2) {
    PREFIX_answer answer;
    if (!PREFIX_lookup(x, o, &answer)) { puts("missing"); continue; }
    printf("%d %d %u %u %d\\n", answer.value, answer.remoteness, answer.best, answer.safe, answer.pick);
  }
  return 0;
}
"""
JAVASCRIPT = """
import { cells, lookup, lookupMasks, names } from "./book.mjs";
import { readFileSync } from "node:fs";
const mask = (some) => some.reduce((all, name) => all + 2 ** names.indexOf(name), 0);
const signs = { win: 1, draw: 0, loss: -1 };
for (const line of readFileSync(0, "utf8").trim().split("\\n")) {
  const [x, o] = line.split(" ").map(Number);
  const board = [...names].map((_, cell) => (x >> cell & 1 ? "X" : o >> cell & 1 ? "O" : null));
  const answer = x & o ? null : x >= 2 ** cells ? lookupMasks(x * 2 ** (32 - cells), o) : lookup(board);
  console.log(answer === null ? "missing" : [signs[answer.value], answer.remoteness, mask(answer.best),
    mask(answer.safe), names.indexOf(answer.pick)].join(" "));
}
"""
STRICT = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
LANGUAGES = {
    "C": Language("c", "book.h", "ask.c", C, ["cc", *STRICT, "-o", "ask", "ask.c"], ["./ask"]),
    "JavaScript": Language("js", "book.mjs", "ask.mjs", JAVASCRIPT, [], ["node", "ask.mjs"]),
}


def exported(book, form):
    """The bytes of an export."""
    file = io.BytesIO()
    FORMATS[form].write(book, file)
    return file.getvalue()


def answers(language, book, folder, asked):
    """The lines that a program in a language prints about stones."""
    form, module, program, source, build, run = LANGUAGES[language]
    for command in filter(None, (build, run)):
        if not command[0].startswith("./") and not shutil.which(command[0]):
            pytest.skip(f"there is no {command[0]} on this machine")
    (folder / module).write_bytes(exported(book, form))
    (folder / program).write_text(source.replace("PREFIX", f"oxobook_{book.rules}".replace("-", "_")))
    if build:
        subprocess.run(build, cwd=folder, check=True)
    lines = "".join(" ".join(map(str, one)) + "\n" for one in asked)
    return subprocess.run(run, cwd=folder, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()


def expected(book, position):
    """The same for a position of a book."""
    entry = book.probe(position)
    pick = -1 if entry.pick_cell is None else entry.pick_cell
    return f"{entry.value:d} {entry.remoteness} {entry.best_mask} {entry.safe_mask} {pick}"


GAMES = ("3x3x3", "2x4x3", "3x3x3-misere", "3x3x3-gravity", "3x3x3-maker", "3x3x3-maker-misere", "3x3x3-notakto",
         "3x3x3-torus", "2x2x3", "1x5x1", "3x4x3-hex")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "rules"), [(one, rules) for one in LANGUAGES for rules in GAMES[:: 1 + 2 * (one != "C")]]
)
def test_every_position_of_small_games(make_book, tmp_path, language, rules):
    """The program answers like the book about every position in every orientation, and refuses what is none."""
    book = make_book(rules)
    stones = {image for entry in book for image in images(entry.position)}
    asked = sorted(stones)[:3000]
    illegal = [one for one in ((0, 1), (3, 0), (1, 1), (1 << book.rules.cells, 0)) if one not in stones]
    illegal = illegal if rules != "3x3x3-notakto" else illegal[:1]
    right = [expected(book, Position(book.rules, x, o)) for x, o in asked]
    assert answers(language, book, tmp_path, [*asked, *illegal]) == right + ["missing"] * len(illegal)


def images(position):
    """The stones of a position's images."""
    for permutation in position.rules.board.symmetries:
        yield tuple(sum(1 << to for at, to in enumerate(permutation) if stones >> at & 1) for stones in position[1:])


@pytest.mark.slow
def test_illegal_boards(make_book, tmp_path):
    """A board of 3x3x3 has an answer if and only if the reference reaches it."""
    reached = solved_game(3, 3, 3).answers
    asked = [(x, o) for x in range(512) for o in range(512) if not x & o]
    boards = ("".join("X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(9)) for x, o in asked)
    found = answers("C", make_book("3x3x3"), tmp_path, asked)
    assert [line != "missing" for line in found] == [board in reached for board in boards]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["4x4x4", "4x4x4-gravity"])
def test_ten_thousand_games(make_book, tmp_path, language, rules):
    """Each answer of 10,000 games is the book's, and the source has at most 200 kB."""
    book, choose, played = make_book(rules), random.Random(2), dict[tuple[int, int], Position]()
    for _ in range(10_000):
        position = Position(book.rules)
        while not position.over:
            played[position.x, position.o] = position
            position = position.play(choose.choice(position.legal_moves))
    right = {stones: expected(book, position) for stones, position in played.items()}
    assert answers(language, book, tmp_path, right) == list(right.values())
    assert (tmp_path / LANGUAGES[language].module).stat().st_size <= 200_000


def test_large_books_make_no_source(book, make_book, monkeypatch):
    """A book too large for a source file is refused with what to export instead, and so are moves of two parts."""
    monkeypatch.setattr("oxobook.viewer.export.packed.MOST_BYTES", 20)
    with pytest.raises(TooLarge, match=r"at most 20 bytes .* those of 3x3x3 take 40: export csv"):
        packed(book)
    with pytest.raises(TooLarge, match="is a cell and a sign"):
        packed(make_book("2x2x2-wild"))
