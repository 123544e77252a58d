"""Puzzles: positions with one right move, found in a book, each with its grade and its solution, and sets of them.

Three kinds. *win*: the side to move wins, by one move only. *fork*: that move wins by two threats at once. *draw*: all
moves but one lose. Moves that look the same by the position's own symmetry count as one.

The *depth* of a puzzle is the number of plies to look ahead: to the end of a won game, or, in a drawn one, to the end
after the wrong move that lasts longest. The *grade* is the same in moves of one's own, from 1.

No two puzzles of a set are the same up to symmetry. Those of a small book are chosen from all of its positions, those
of a larger one from the positions of random games.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice, zip_longest
from random import Random
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move
from oxobook.book.errors import OxobookError
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Key, Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import tactics
from oxobook.book.progress import Stage, Tell, tell_nobody
from oxobook.book.strategy import canonical_of
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, table
from oxobook.viewer.words.english import English
from oxobook.viewer.words.wording import own_moves

PUZZLES = {
    "win": "win by the only move that wins",
    "fork": "win by making two threats at once",
    "draw": "save the draw by the only move that does not lose",
}
"""Task of the side to move, by kind of puzzle."""

_SHOWN = 10  # number of moves after a solution that are written out


class Puzzle(NamedTuple):
    """Position with one right move."""

    kind: str
    entry: Entry
    legal: list[Move]
    depth: int
    line: tuple[str, ...]  # perfect play to the end, from the first of the right moves on
    labels: CellLabels  # names of the cells in texts and pictures

    @property
    def position(self) -> Position:
        return self.entry.position

    @property
    def solution(self) -> tuple[str, ...]:
        """Right moves, as coordinates in cell order; if there are several, they look the same on a turned board."""
        return self.entry.safe

    @property
    def wrong(self) -> int:
        """Number of wrong moves."""
        return len(self.legal) - len(self.solution)

    def why(self, labels: CellLabels | None = None) -> list[str]:
        """Return the reasons why the first of the right moves is right, the strongest first."""
        return reasons(self.entry, self.legal, labels and labels.names)[self.line[0]]

    @property
    def grade(self) -> int:
        """Number of one's own moves to see ahead."""
        return own_moves(self.depth)

    @property
    def sort(self) -> str:
        """Kind, or ``win at once``."""
        return "win at once" if self.depth == 1 and self.kind == "win" else self.kind

    def task_in(self, words: English) -> str:
        return words.task(self.sort, self.position.to_move, self.grade)

    @property
    def explanation(self) -> str:
        """Reason why the solution is right, and how the game goes on."""
        why, then = "; ".join(self.why(self.labels)), self.line[1:]
        on = " …" if len(then) > _SHOWN else ""
        return f"{why} (then {self.labels.moves(then[:_SHOWN])}{on})" if then else why

    def answer_in(self, words: English) -> str:
        """Return the right moves as a list in a sentence."""
        return words.options([*map(self.labels.move, self.solution)])


def puzzle_sort(entry: Entry, book: Book) -> tuple[str, int] | None:
    """Return the kind and the depth of the puzzle that a position makes, or None."""
    kind = _kind_of(entry)
    if kind != "draw":
        return (kind, entry.remoteness) if kind else None
    return kind, max(move.remoteness for move in book.moves(entry.position) if not move.safe)


def solved_puzzle(book: Book, position: Position, labels: CellLabels) -> Puzzle:
    """Return the puzzle of a position that makes one, with its solution."""
    entry, legal = book.probe(position), book.moves(position)
    sort = puzzle_sort(entry, book)
    assert sort is not None
    line = (entry.safe[0], *book.line(position.play(entry.safe[0])))
    return Puzzle(sort[0], entry, legal, sort[1], line, labels)


def _kind_of(entry: Entry) -> str | None:
    position = entry.position
    if (
        position.rules.either
        or entry.value is Value.LOSS
        or position.over
        or entry.safe_mask.bit_count() == len(position.legal_cells)
    ):
        return None
    first, *others = cells_of(entry.safe_mask)
    alike = symmetry_group(position.rules).alike(position.x, position.o, first)
    if not all(alike >> cell & 1 for cell in others):
        return None
    if entry.value is Value.DRAW:
        return "draw"
    forks = tactics(position).forks if entry.remoteness == 3 else 0
    return "fork" if forks >> first & 1 else "win"


MOST_READ = 30_000
"""Number of positions of the largest book that is read whole; for a larger one, random games are played."""
_GAMES = 2_000


class NoPuzzles(OxobookError, LookupError):
    """No position of the book makes a puzzle of these kinds."""


def puzzle_set(
    book: Book,
    kinds: Collection[str] = tuple(PUZZLES),
    count: int = 24,
    seed: int = 0,
    labels: str | None = None,
    tell: Tell = tell_nobody,
) -> list[Puzzle]:
    """Return at most ``count`` puzzles of these kinds, the easiest first.

    They are spread over kinds and grades as evenly as possible. ``seed`` chooses which, and how their boards are
    turned; ``labels`` name their cells; ``tell`` hears how many positions have been looked at. Raises NoPuzzles if
    there is none at all.
    """
    called = cell_labels(labels, book.rules)
    small = len(book) <= MOST_READ
    entries = book if small else (book.probe(one, pick=False) for one in _met_at_random(book, seed))
    found = _found(book, entries, kinds, Stage(tell, "positions"))
    sorts: dict[tuple[str, int], list[Position]] = defaultdict(list)
    for sort, position in found if small else islice(found, 4 * count):
        sorts[sort].append(position)
    if not sorts:
        asked = " of that kind" if len(kinds) < len(PUZZLES) else ""
        raise NoPuzzles(f"expected a game with puzzles{asked}; {book.rules} has none: choose another kind or game")
    shuffled = [sorted(sorts[sort], key=lambda position: _random_bytes(seed, position.key)) for sort in sorted(sorts)]
    chosen = islice(filter(None, chain.from_iterable(zip_longest(*shuffled))), count)
    images = symmetry_group(book.rules).images
    puzzles = []
    for position in chosen:
        turned = images(position.x, position.o)
        key = turned[_random_bytes(seed, position.key)[0] % len(turned)]
        puzzles.append(solved_puzzle(book, position_of(key, book.rules), called))
    order = list(PUZZLES)
    return sorted(puzzles, key=lambda puzzle: (puzzle.grade, order.index(puzzle.kind), puzzle.depth, puzzle.wrong))


def _found(
    book: Book, entries: Iterable[Entry], kinds: Collection[str], stage: Stage
) -> Iterator[tuple[tuple[str, int], Position]]:
    """Yield the positions that make puzzles of these kinds, with kind and grade."""
    for entry in entries:
        stage.add(1)
        sort = puzzle_sort(entry, book)
        if sort is not None and sort[0] in kinds:
            yield (sort[0], own_moves(sort[1])), entry.position


def _met_at_random(book: Book, seed: int) -> Iterator[Position]:
    """Yield the positions of random games, in their canonical form, each once."""
    random, seen = Random(seed), set[Position]()
    for _ in range(_GAMES):
        position = Position(book.rules)
        while not position.over:
            legal = position.legal_cells
            position = position.play(legal[int(random.random() * len(legal))])
            if (canonical := canonical_of(position)) not in seen:
                seen.add(canonical)
                yield canonical


def _random_bytes(seed: int, key: Key) -> bytes:
    """Return random bytes for a position: the same for a seed on every machine."""
    return sha256(f"{seed} {key}".encode()).digest()


def puzzle_report(rules: Rules, seed: int, puzzles: Sequence[Puzzle]) -> dict[str, Any]:
    """Return the fields of JSON."""
    return {
        "rules": str(rules),
        "seed": seed,
        "puzzles": [
            {"number": number, "kind": one.kind, "grade": one.grade, "depth": one.depth, "wrong": one.wrong}
            | {"task": one.task_in(English()), "position": one.position.text, "to_move": one.position.to_move}
            | {"solution": one.solution, "line": one.line, "why": one.why()}
            for number, one in enumerate(puzzles, 1)
        ],
    }


def puzzle_lines(puzzles: Sequence[Puzzle]) -> Iterator[Line]:
    """Yield a row for each puzzle, with its solution."""
    rows = [heads("", "grade", "wrong", "task", "position", "solution")]
    for number, one in enumerate(puzzles, 1):
        task, solution = one.task_in(English()), f"{one.answer_in(English())}: {one.explanation}"
        rows.append([str(number), str(one.grade), str(one.wrong), task, one.position.text, solution])
    return table(rows, "rrrl")
