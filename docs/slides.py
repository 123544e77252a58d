"""Slides "How X never loses" of the explorer's page, written as one of its modules.

Run ``python docs/slides.py BOOK FILE``, with a book of 3x3x3 that keeps both sides' strategies with reflexes.
"""

import json
import sys
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.store.atomic_file import write_whole
from oxobook.book.strategy import SIDES, strategy_in
from oxobook.viewer.classroom.instructions.slides import slide_report, slides
from oxobook.viewer.diagrams.phrases import LANGUAGES

HEAD = """/** How each side never loses at tic-tac-toe, one idea a slide: written by docs/slides.py (make slides). */

/** @typedef {{ before: string, words: string, position: string, cells: string[] }} Slide */

/** Slides by language and side. @type {Record<string, Record<string, Slide[]>>} */
export const lessons = {
"""


def slides_module(book: Book) -> str:
    """Return the module, a line for each slide."""
    lines = []
    for language in LANGUAGES:
        lines.append(f"  {language}: {{")
        for side in SIDES:
            told = slides(book, strategy_in(book, side, "reflexes", False))
            shown = (json.dumps(slide_report(slide, language), ensure_ascii=False) for slide in told)
            lines += [f"    {side}: [", *(f"      {one}," for one in shown), "    ],"]
        lines.append("  },")
    return HEAD + "\n".join([*lines, "};"]) + "\n"


if __name__ == "__main__":
    with Book.open(sys.argv[1]) as opened:
        write_whole(Path(sys.argv[2]), slides_module(opened).encode(), replace=True)
