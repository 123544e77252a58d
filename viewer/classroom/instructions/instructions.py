"""Instructions: a strategy on a 3x3 board as text, as JSON and as a page, in words for its cells."""

from collections.abc import Iterator
from typing import Any

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.position import Position
from oxobook.book.strategy import Strategy
from oxobook.viewer.classroom.instructions.advice import Advice, Instructions, Step
from oxobook.viewer.classroom.instructions.in_words import in_words
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named


def instructions(book: Book, strategy: Strategy, language: str = "en") -> Instructions:
    """Return a strategy in words; raises TooLarge if corners, edges and the centre cannot tell it."""
    told = in_words(Advice(book, strategy, language_named(language)))
    if told is None:
        raise TooLarge(
            "expected a strategy on a 3x3 board that corners, edges and the centre can tell; got "
            f"{strategy.side}'s strategy {strategy.name} for {strategy.rules}: draw a sheet, a map or a graph"
        )
    return told


def instruction_title(book: Book, side: str, language: str = "en") -> str:
    """Return the title: the result that the instructions promise a side."""
    own = book.probe(Position(book.rules), pick=False).value.seen_by(side, to_move="X")
    words = language_named(language)
    return words.title(side, words.game(book.rules), own)


def part_lines(steps: tuple[Step, ...], words: English, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the sentences of the steps in reading order, each with its depth in the tree."""
    for step in steps:
        yield depth, words.sentence(step.when, step.take)
        yield from part_lines(step.then, words, depth + 1)


def plain_text(title: str, told: Instructions) -> str:
    """Return the instructions as text."""
    lines = [
        title,
        "",
        told.words.with_each_move,
        *(f"  {number}. {rule}" for number, rule in enumerate(told.rules, 1)),
    ]
    for part in told.parts:
        steps = part_lines(part.steps, told.words, depth=1)
        lines += ["", part.heading, *(f"{'  ' * depth}{words}" for depth, words in steps)]
    return "\n".join([*lines, "", *told.words.notes_in_words]) + "\n"


def instruction_report(title: str, told: Instructions) -> dict[str, Any]:
    """Return the fields of JSON."""
    strategy = told.strategy
    return {
        "rules": str(strategy.rules),
        "side": strategy.side,
        "kind": strategy.kind,
        "fast": strategy.fast,
        "title": title,
        "count": told.count,
        "before": told.words.with_each_move,
        "first": told.rules,
        "parts": [{"heading": part.heading, "steps": _steps(part.steps)} for part in told.parts],
        "notes": told.words.notes_in_words,
    }


def _steps(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    return [{"when": step.when or None, "take": step.take or None, "then": _steps(step.then)} for step in steps]


def words_part(title: str, told: Instructions) -> Part:
    """Return the part of a paper."""
    sections = [{"heading": part.heading, "lines": list(part_lines(part.steps, told.words))} for part in told.parts]
    return {
        "kind": "words",
        "bookmark": title,
        "title": title,
        "more": told.words.continued(title),
        "before": told.words.with_each_move,
        "first": told.rules,
        "parts": sections,
        "notes": told.words.notes_in_words,
    }
