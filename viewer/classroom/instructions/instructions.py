"""Instructions: a strategy in words that a person can follow, as text, Markdown, JSON fields and pages to print.

On 3x3 boards cells have names that hold however the board is turned (``in_words``). Elsewhere, and if such words do not
suffice, they are coordinates (``in_coordinates``).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.strategy import Strategy
from oxobook.viewer.classroom.instructions.advice import Advice, Instructions, Step
from oxobook.viewer.classroom.instructions.in_coordinates import in_coordinates
from oxobook.viewer.classroom.instructions.in_words import in_words
from oxobook.viewer.classroom.languages.paper_phrases import translated
from oxobook.viewer.diagrams.phrases import phrases_in
from oxobook.viewer.papers.paper import Part


def instructions(book: Book, strategy: Strategy) -> Instructions:
    """Return a strategy in words; raises TooLarge if they are more than anyone would follow."""
    advice = Advice(book, strategy)
    return in_words(advice) or in_coordinates(advice)


def instruction_title(book: Book, side: str, language: str = "en") -> str:
    """Return the title: the result that the instructions promise a side."""
    own = book.probe(Position(book.rules), pick=False).value.seen_by(side, to_move="X")
    return phrases_in(language).title(side, book.rules, own)


def part_lines(steps: tuple[Step, ...], depth: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the sentences of the steps in reading order, each with its depth in the tree."""
    for step in steps:
        yield depth, sentence_of(step)
        yield from part_lines(step.then, depth + 1)


def sentence_of(step: Step) -> str:
    """Return a step as a sentence; a condition with steps below it ends with a colon."""
    if not step.take:
        return f"{step.when}:"
    return f"{step.when}, take {step.take}." if step.when else f"Take {step.take}."


def plain_text(title: str, told: Instructions, language: str = "en") -> str:
    """Return the instructions as text."""
    lines = [title, "", told.before, *(f"  {number}. {rule}" for number, rule in enumerate(told.rules, 1))]
    for part in told.parts:
        lines += ["", part.heading, *(f"{'  ' * (depth + 1)}{words}" for depth, words in part_lines(part.steps))]
    return translated("\n".join([*lines, "", *told.notes]) + "\n", language)


def markdown(title: str, told: Instructions, language: str = "en") -> str:
    """Return the instructions as Markdown."""
    lines = [f"# {title}", "", told.before, "", *(f"{number}. {rule}" for number, rule in enumerate(told.rules, 1))]
    for part in told.parts:
        steps = (f"{'  ' * depth}- {words}" for depth, words in part_lines(part.steps))
        lines += ["", f"## {part.heading}", "", *steps]
    for note in told.notes:
        lines += ["", note]
    return translated("\n".join(lines) + "\n", language)


def instruction_report(title: str, told: Instructions, language: str = "en") -> dict[str, Any]:
    """Return the fields of JSON."""
    strategy, say = told.strategy, partial(translated, language=language)
    return {
        "rules": str(strategy.rules),
        "side": strategy.side,
        "kind": strategy.kind,
        "fast": strategy.fast,
        "title": title,
        "count": told.count,
        "before": say(told.before),
        "first": [*map(say, told.rules)],
        "parts": [{"heading": say(part.heading), "steps": _steps(part.steps, say)} for part in told.parts],
        "notes": [*map(say, told.notes)],
    }


def _steps(steps: tuple[Step, ...], say: Callable[[str], str]) -> list[dict[str, Any]]:
    return [
        {"when": say(step.when) or None, "take": say(step.take) or None, "then": _steps(step.then, say)}
        for step in steps
    ]


def words_part(title: str, told: Instructions, language: str = "en") -> Part:
    """Return the part of a paper."""
    say = partial(translated, language=language)
    sections = [
        {"heading": say(part.heading), "lines": [(depth, say(words)) for depth, words in part_lines(part.steps)]}
        for part in told.parts
    ]
    return {
        "kind": "words",
        "bookmark": title,
        "title": title,
        "more": say(f"{title} (continued)"),
        "before": say(told.before),
        "first": [*map(say, told.rules)],
        "parts": sections,
        "notes": [*map(say, told.notes)],
    }
