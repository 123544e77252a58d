"""Styled lines: plain in a pipe, with codes on a terminal, in the colours that it has."""

import io
import os
import sys

import pytest

from oxobook.viewer.terminal.console import print_lines, terminal_width

LINE = [("X", "bold #2a9d4a"), (" to move", ""), ("  ", "dim")]


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def printed(monkeypatch):
    """Return what is printed to a stream, under some variables of the environment."""

    def call(stream, **variables):
        for name in ("NO_COLOR", "TERM", "COLORTERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "stdout", stream)
        print_lines([LINE])
        return stream.getvalue()

    return call


@pytest.mark.parametrize(("columns", "width"), [(123, 123), (0, 80)])
def test_the_width_of_a_terminal(monkeypatch, columns, width):
    """It is what the terminal says, or 80 if that says nothing."""
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.terminal_size((columns, 24)))
    assert terminal_width() == width


def test_a_pipe_gets_text_alone(printed):
    """Without a terminal there are no codes, and no blanks at the end of a line."""
    assert printed(io.StringIO()) == "X to move\n"


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_styles_gets_none(printed, variables):
    """NO_COLOR and a terminal that takes no codes get plain text."""
    assert printed(Screen(), **variables) == "X to move\n"


@pytest.mark.parametrize(
    ("variables", "colour"), [({"COLORTERM": "truecolor"}, "38;2;42;157;74"), ({"TERM": "xterm-256color"}, "38;5;35")]
)
def test_a_terminal_gets_the_colours_that_it_has(printed, variables, colour):
    """A colour is exact where the terminal says that it can, else the nearest of the 256."""
    assert printed(Screen(), **variables) == f"\x1b[1;{colour}mX\x1b[0m to move\x1b[2m  \x1b[0m\n"
