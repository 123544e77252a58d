"""Random games judged and graded move by move, beside the exact odds.

    python -m benchmarks.judged_games [GAMES] [LIBRARY]

In each game of tic-tac-toe both sides play any legal move. The results, and the moves of each grade by each side, are
counted, and printed with how many standard errors they are off what is exact. The results are also those of an audit.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

from oxobook import Book, Grader, Judge, Position, audit, open_book

Kind = tuple[str, str]
"""Side and grade of a move, or the word ``result`` and the result of a game."""


def compared(book: Book, games: int, seed: int) -> Iterator[tuple[Kind, float, Fraction, float]]:
    """Yield for each kind its mean in random games, the exact mean, and the standard errors between them."""
    judge, grader, randomness = Judge(book), Grader(book), Random(seed)

    @cache
    def moves(x: int, o: int) -> list[tuple[Kind, Position]]:
        """Return the graded moves of a position, none if the game is over."""
        position, found = Position(book.rules, x, o), []
        for name, judged in judge.moves(position).items():
            grade = grader.grade(position, f"I play [{name}].")
            assert grade.judged == judged
            found.append(((judged.by, grade.grade), position.play(name)))
        return found

    @cache
    def exact(x: int, o: int) -> dict[Kind, Fraction]:
        """Return the means from a position on."""
        after = moves(x, o)
        if not after:
            return {("result", Position(book.rules, x, o).winner or "draw"): Fraction(1)}
        means = defaultdict[Kind, Fraction](Fraction)
        for kind, position in after:
            for one, mean in [(kind, Fraction(1)), *exact(position.x, position.o).items()]:
                means[one] += mean / len(after)
        return means

    sums, squares = Counter[Kind](), Counter[Kind]()
    for _ in range(games):
        position, game = Position(book.rules), Counter[Kind]()
        while after := moves(position.x, position.o):
            kind, position = randomness.choice(after)
            game[kind] += 1
        game["result", position.winner or "draw"] += 1
        sums += game
        squares += Counter({kind: count * count for kind, count in game.items()})
    found = audit("random", book, "X").exact
    means = exact(0, 0)
    assert found and tuple(found.vs_random) == tuple(means["result", one] for one in ("X", "draw", "O"))
    for kind, mean in sorted(means.items()):
        counted = sums[kind] / games
        error = ((squares[kind] / games - counted**2) / games) ** 0.5
        yield kind, counted, mean, (counted - float(mean)) / error


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="?", type=int, default=100_000)
    parser.add_argument("library", nargs="?", default="data")
    chosen = parser.parse_args()
    with open_book("3x3x3", library=chosen.library, make=True) as book:
        for (side, grade), counted, mean, errors in compared(book, chosen.games, 1):
            print(f"{side:6} {grade:8} {counted:.5f} {float(mean):.5f} {mean} {errors:+.2f}")


if __name__ == "__main__":
    main()
