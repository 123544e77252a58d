"""Games at a terminal, from the words that are typed to the lines that are shown."""

from random import Random

import pytest

from oxobook.book.game.cell_labels import cell_labels
from oxobook.viewer.play.game import Match, participants
from oxobook.viewer.play.terminal import Leave, Terminal, invited


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that has these lines typed, and then the end of the input."""

    def lines(*typed):
        waiting = iter(typed)

        def answer():
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        return waiting

    return lines


@pytest.fixture
def terminal(book):
    """Return a function from two names to a terminal on which they play."""

    def between(first, second):
        match = Match(*participants((first, second), book, 5), Random(1))
        return Terminal(book, match, cell_labels("keypad", book.rules))

    return between


def test_a_game_without_a_move_has_no_record(terminal, type_in, capsys):
    """Leaving before the first move shows no record and no review; leaving after one shows both."""
    type_in("q")
    terminal("Ada", "Bob").run()
    left_at_once = capsys.readouterr().out
    assert "Record" not in left_at_once and left_at_once.endswith("Goodbye.\n")
    type_in("5", "q")
    terminal("Ada", "Bob").run()
    assert "Record in coordinates: oxobook lookup b2" in capsys.readouterr().out


@pytest.mark.parametrize("typed", [["q"], ["ralph", "Quit"]])
def test_the_menu_can_be_left(book, type_in, typed):
    """A word for leaving ends the menu at either question; it is not taken for a name."""
    type_in(*typed)
    with pytest.raises(Leave):
        invited(book, 5)


def test_participants_may_be_numbers_of_the_menu(book, type_in, capsys):
    """The menu numbers you and the players; a number stands for its name."""
    type_in("2", "1")
    assert [one.name for one in invited(book, 5)] == ["perfect", "You"]
    assert "  1  human     you, at the keyboard\n  2  perfect   any best move\n" in capsys.readouterr().out
