"""lookup and line: the JSON contract, the drawn board, the picture."""

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.cell_labels import cell_labels
from oxobook.viewer.ask.answer_text import line_text, lookup_text, value_board
from oxobook.viewer.palette import COLOURS

COORDINATES = cell_labels("coordinates", Rules())


def test_values_are_coloured_and_in_words(book):
    """On a terminal each value has its colour as well as its word; the best moves are bold."""
    entry = book.probe("X../.../..O")
    lines = value_board(entry, book.moves(entry.position), 80, COORDINATES)
    styles = {text.strip(): style for line in lines for text, style in line}
    assert styles["X in 3"] == f"bold {COLOURS.x}" and styles["O in 3"] == COLOURS.o and styles["draw"] == COLOURS.draw
    assert styles["X"] == f"bold {COLOURS.x}" and styles["O"] == f"bold {COLOURS.o}"


@pytest.mark.parametrize(
    ("width", "shown"), [(34, ["O in 3", "X in 3"]), (33, ["O 3", "X 3"]), (27, ["O3", "X3"])], ids=str
)
def test_narrow_terminals_get_shorter_words(book, width, shown):
    """The longest words that fit say who wins after a move, and in how many of the winner's own moves."""
    entry = book.probe("X../.../..O")
    lines = value_board(entry, book.moves(entry.position), width, COORDINATES)
    assert [text.strip() for text, _ in lines[0] if "3" in text][1:] == shown
    assert max(sum(len(text) for text, _ in line) for line in lines) <= width
    assert any(text.strip() == ("=" if width < 33 else "draw") for line in lines for text, _ in line)


def test_long_reasons_are_broken_under_their_column(book, monkeypatch):
    """On a narrow terminal, a reason continues in the next line, below its beginning."""
    monkeypatch.setattr("oxobook.viewer.terminal.table.wrapping_width", lambda: 60)
    entry = book.probe("X../.../..O")
    lines = lookup_text(entry, book.moves(entry.position), 80, COORDINATES)
    text = ["".join(text for text, _ in line).rstrip() for line in lines]
    first = next(number for number, line in enumerate(text) if "threatens" in line)
    assert text[first].index("threatens") == text[first + 1].index("moves")
    assert max(map(len, text[first:])) <= 60


def test_a_line_of_a_large_board_is_its_moves():
    """On a board too large for a row, each row has a number and a move of either side, as players write games."""
    position, line = Position.parse("a1 b1 c1", Rules.parse("4x5x4-gravity")), ["d1", "e1", "a2", "b2"]
    report = {"position": position.text, "to_move": "O", "line": line, "winner": None}
    shown = [
        "".join(text for text, _ in row).split() for row in line_text(report, cell_labels("letters", position.rules))
    ]
    assert shown == [["move", "X", "O"], ["2", "d"], ["3", "e", "a"], ["4", "b"], ["The", "game", "is", "drawn."]]
