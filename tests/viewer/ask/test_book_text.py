"""Texts of a whole book in a terminal: the verdict of verify."""

import pytest

from oxobook.book.verify.verdict import Check, Verdict, Wrong
from oxobook.viewer.ask.book_text import verify_text


def lines_of(verdict):
    """Return the lines of a verdict's text."""
    return ["".join(text for text, _ in line).rstrip() for line in verify_text(verdict)]


def checks(*found):
    """Return two checks, the second with these findings."""
    return (Check("digest", "10 rows", 0, (), 0.25), Check("values", "9 rows", len(found), tuple(found), 0.5))


WRONG = Wrong(".../.../...", "value", "draw", "win")


@pytest.mark.parametrize(
    ("sample", "found", "judgement"),
    [
        (None, [], "right"),
        (100, [], "nothing wrong in a sample of 100"),
        (None, [WRONG], "wrong in 1 place"),
        (100, [WRONG], "wrong in 1 place"),
        (None, [WRONG] * 2, "wrong in 2 places"),
        (None, [WRONG] * 1200, "wrong in 1,200 places"),
    ],
)
def test_the_verdict_in_a_line(sample, found, judgement):
    """The first line says of which book and which rules it is, and how many findings there are."""
    verdict = Verdict("a.sqlite", "3x3x3", sample, checks(*found))
    assert lines_of(verdict)[0] == f" a.sqlite, 3x3x3: {judgement}"


def test_a_verdict_on_what_is_no_book():
    """Without rules the file alone is named."""
    assert lines_of(Verdict("a.sqlite", None, None, checks(WRONG)))[0] == " a.sqlite: wrong in 1 place"


def test_the_checks_one_by_one():
    """Each check has a row with its findings, extent and time; the findings follow, then the time of all."""
    lines = lines_of(Verdict("a.sqlite", "3x3x3", None, checks(WRONG)))
    words = [line.split() for line in lines if line]
    assert words[1] == ["digest", "right", "10", "rows", "0.25", "s"]
    assert words[2] == ["values", "1", "wrong", "9", "rows", "0.50", "s"]
    assert words[3:5] == [["position", "what", "expected", "stored"], [".../.../...", "value", "draw", "win"]]
    assert lines[-1] == " checked in 0.75 s"
