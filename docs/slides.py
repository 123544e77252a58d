"""Slides "How X never loses" of the explorer's page, as data that it contains.

Run ``python docs/slides.py BOOK FILE``, with a book of 3x3x3 that keeps both sides' strategies with reflexes.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.certificate.strategy_file import strategy_in
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.tactics import stones, threats
from oxobook.book.store.new_file import write_whole
from oxobook.book.strategy import SIDES, Strategy, follow, reflexes
from oxobook.viewer.classroom.instructions.advice import Advice, Step
from oxobook.viewer.classroom.instructions.instructions import instructions
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import LANGUAGES, language_named


class Slide(NamedTuple):
    """Sentence of the instructions, with a position in which the side to move follows it."""

    before: str  # which move it is about, with the conditions that come first; empty for rules
    words: str
    position: Position
    cells: Mask  # cells that the sentence allows


def slides(book: Book, strategy: Strategy, language: str = "en") -> list[Slide]:
    """Return the rules to try first, then what each move needs; raises TooLarge as ``instructions`` does."""
    parts, words = instructions(book, strategy, language).parts, language_named(language)
    steps = [one for part in parts for one in _steps(strategy, words, f"{part.heading}.", part.steps)]
    return [*_rules(Advice(book, strategy, words)), *steps]


def slide_report(slide: Slide) -> dict[str, Any]:
    """Return the fields of JSON."""
    names = slide.position.rules.board.names
    return {
        "before": slide.before,
        "words": slide.words,
        "position": slide.position.text,
        "cells": [names[cell] for cell in cells_of(slide.cells)],
    }


def _rules(advice: Advice) -> Iterator[Slide]:
    """Yield the rules about lines, each with the first position, by ply and key, in which it decides."""
    rules, strategy = advice.rules, advice.strategy
    if rules.terms.reflexes(SIDES.index(strategy.side)) != ("win", "block"):
        return

    def choose(position: Position) -> Cell:
        found = cells_of(reflexes(position))
        return found[0] if found else strategy.move(position)

    def completes(position: Position) -> Mask:
        return threats(rules, *stones(position))

    def blocks(position: Position) -> Mask:
        return 0 if completes(position) else threats(rules, *reversed(stones(position)))

    met = (position_of(key, rules) for key in follow(rules, strategy.side, choose))
    first = sorted(met, key=lambda position: (position.ply, position.key))
    for words, cells in zip(advice.spoken_reflexes(), (completes, blocks), strict=False):
        position = next(filter(cells, first))
        yield Slide("", words, position, cells(position))


def _steps(strategy: Strategy, words: English, before: str, steps: tuple[Step, ...]) -> Iterator[Slide]:
    """Yield the steps that take a cell, each with the conditions before it."""
    for step in steps:
        sentence = words.sentence(step.when, step.take)
        if step.example:
            own, their, cells = step.example
            x, o = (own, their) if strategy.side == "X" else (their, own)
            yield Slide(before, sentence, Position(strategy.rules, x, o), cells)
        yield from _steps(strategy, words, f"{before} {sentence}", step.then)


def slides_json(book: Book) -> str:
    """Return the slides by language and side, as JSON."""
    strategies = {side: strategy_in(book, side, "reflexes", False) for side in SIDES}
    told = {
        language: {
            side: [slide_report(one) for one in slides(book, plan, language)] for side, plan in strategies.items()
        }
        for language in LANGUAGES
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        write_whole(Path(sys.argv[2]), slides_json(opened).encode(), replace=True)
