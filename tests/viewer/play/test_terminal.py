"""The menu of who plays, as words are typed into it."""

import pytest

from oxobook.viewer.play.terminal import Leave, invited


def test_participants_may_be_numbers_of_the_menu(book, monkeypatch, capsys):
    """The menu numbers you and the players, on lines that the terminal holds; a number stands for its name."""
    monkeypatch.setattr("builtins.input", iter("21").__next__)
    monkeypatch.setattr("oxobook.viewer.terminal.table.wrapping_width", lambda: 80)
    assert [one.name for one in invited(book, 5)] == ["perfect", "You"]
    one, two, *others = capsys.readouterr().out.splitlines()
    assert (one, two) == ("  1  human     you, at the keyboard", "  2  perfect   any best move")
    assert max(map(len, others)) < 80


@pytest.mark.parametrize("typed", [["q"], ["ralph", "Quit"]])
def test_the_menu_can_be_left(book, monkeypatch, typed):
    """A word for leaving ends the menu at either question; it is not taken for a name."""
    monkeypatch.setattr("builtins.input", iter(typed).__next__)
    with pytest.raises(Leave):
        invited(book, 5)
