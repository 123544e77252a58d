"""A fault of our own: one line that asks for a report, and an exit code that is no verdict."""

import pytest


@pytest.fixture
def failing(monkeypatch, run):
    """The command, whose verify has a fault."""

    def fail(*arguments, **options):
        raise ZeroDivisionError("one by\nnone\x1b[2J")

    monkeypatch.setattr("oxobook.book.verify.verify_book", fail)
    monkeypatch.setattr("oxobook.commands.books.BookChoice.open", fail)
    return run


@pytest.mark.parametrize("command", [("verify",), ("lookup", "a3"), ("stats",)])
def test_one_line_and_exit_code_3(failing, command):
    """The line names the error and says how to see more; nothing else is printed, and nothing that a terminal obeys."""
    done = failing(*command)
    assert done.exit_code == 3 and done.stdout == ""
    assert done.stderr == (
        "oxobook: internal error, ZeroDivisionError: one by none\\x1b[2J; please report it, with what the same command "
        "prints under OXOBOOK_TRACEBACK=1\n"
    )


def test_the_traceback_is_there_for_who_asks(failing, monkeypatch):
    """Under OXOBOOK_TRACEBACK=1 it comes first."""
    monkeypatch.setenv("OXOBOOK_TRACEBACK", "1")
    done = failing("verify")
    assert done.exit_code == 3 and done.stderr.startswith("Traceback (most recent call last)")
    assert done.stderr.splitlines()[-1].startswith("oxobook: internal error, ZeroDivisionError")
