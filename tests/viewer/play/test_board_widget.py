"""The board of a notebook: what it takes, and what it hands to the page."""

import pytest

from oxobook import BoardWidget
from oxobook.book import IllegalPosition, Position
from oxobook.viewer.players.player import UnknownPlayer
from oxobook.viewer.terminal.wording import value_in


def test_a_game_on_the_board(book):
    """Each move is drawn with what every next move is worth, and said; one can go back, and look without values."""
    board = BoardWidget(book, "a3")
    shown = board.shown
    assert shown["said"] == "O to move: draw." and shown["cells"][0] == ["a3", "X"] and shown["columns"] == 3
    assert shown["worth"] == {move.move: value_in(move) for move in book.moves("a3")}
    assert shown["picture"] == book.values_svg("a3")
    board.moves = " a3  b3 "
    assert (board.moves, board.position.text) == ("a3 b3", "XO./.../...")
    assert board.shown["said"] == "X to move: win in 5."
    board.values = False
    assert board.shown["said"] == "X to move." and ">win<" not in board.shown["picture"]
    assert set(board.shown["worth"]) == set(board.position.legal_moves) and not any(board.shown["worth"].values())
    board.moves = "0, 4, 8"
    assert board.moves == "a3 b2 c1"
    board.moves = ""
    assert board.position.ply == 0


def test_the_end_of_a_game(book):
    """A finished game has no more moves, and says how it ended."""
    board = BoardWidget(book, "a3 b3 a2 b2 a1")
    assert (board.shown["said"], board.shown["worth"]) == ("X has won with a column.", {})
    board.moves = "a3 b2 c1 b1 b3 c3 a1 a2 c2"
    assert board.shown["said"] == "The game is drawn."


@pytest.mark.parametrize("moves", ["a3 a3", "d4", "X../.../...", "a3 b3 a2 b2 a1 c1"])
def test_what_is_no_game_is_refused(book, moves):
    """The board stays as it was."""
    board = BoardWidget(book, "a3")
    with pytest.raises(IllegalPosition):
        board.moves = moves
    assert board.moves == "a3" and board.shown["said"] == "O to move: draw."


@pytest.mark.parametrize(("start", "move"), [("", "a3"), ("b2", "a3")])
def test_a_named_player_answers(book, start, move):
    """The player has the other side and answers by its rule; a move that is taken back is not answered."""
    board = BoardWidget(book, start, against="pick")
    board.moves = f"{start} {move}".strip()
    mine = Position.parse(f"{start} {move}")
    assert board.position == mine.play(book.probe(mine).pick)
    board.moves = mine_only = board.moves.rsplit(" ", 1)[0]
    assert board.moves == mine_only
    board.moves = start
    assert board.moves == start
    with pytest.raises(UnknownPlayer):
        BoardWidget(book, against="nobody")


def test_the_end_is_not_answered(book):
    """Whoever wins against a player has the last move."""
    board = BoardWidget(book, "a3 c2 a1 a2 c1 b1", against="levi")
    board.moves += " b2"
    assert board.moves.endswith("b2") and board.shown["said"] == "X has won with a diagonal."


def test_a_program_answers(book):
    """An observer of the moves can answer them."""
    board = BoardWidget(book)

    def answer(change):
        if board.position.to_move == "O" and not board.position.over:
            board.moves += f" {book.probe(board.position).pick}"

    board.observe(answer, "moves")
    board.moves = "a3"
    assert board.moves == "a3 b2" and board.shown["cells"][4] == ["b2", "O"]
