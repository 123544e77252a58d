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
    ("rules", "sample", "found", "said"),
    [
        ("3x3x3", None, 0, ", 3x3x3: right"),
        ("3x3x3", 100, 0, ", 3x3x3: nothing wrong in a sample of 100"),
        ("3x3x3", 100, 1, ", 3x3x3: wrong in 1 place"),
        ("3x3x3", None, 1200, ", 3x3x3: wrong in 1,200 places"),
        (None, None, 1, ": wrong in 1 place"),
    ],
)
def test_the_verdict_in_a_line(rules, sample, found, said):
    """The first line says of which book and which rules it is, if it is one, and how many findings there are."""
    assert lines_of(Verdict("a.sqlite", rules, sample, checks(*[WRONG] * found)))[0] == f" a.sqlite{said}"


def test_the_checks_one_by_one():
    """Each check has a row with its findings, extent and time; the findings follow, then the time of all."""
    lines = lines_of(Verdict("a.sqlite", "3x3x3", None, checks(WRONG)))
    words = [line.split() for line in lines if line]
    assert words[1] == ["digest", "right", "10", "rows", "0.25", "s"]
    assert words[2] == ["values", "1", "wrong", "9", "rows", "0.50", "s"]
    assert words[3:5] == [["position", "what", "expected", "stored"], [".../.../...", "value", "draw", "win"]]
    assert lines[-1] == " checked in 0.75 s"
