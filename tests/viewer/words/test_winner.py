"""Values in words: who wins, and in how many of the winner's own moves."""

from functools import cache

import pytest

from oxobook.book import Book
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.score import Value
from oxobook.viewer.ask.answer_text import lookup_text, value_board
from oxobook.viewer.pictures.board import position_drawing
from oxobook.viewer.pictures.drawing.notebook import values_svg
from oxobook.viewer.play.assessment import assessment_text
from oxobook.viewer.players.judge import Judge
from oxobook.viewer.words.winner import kind_of, winner_of, winner_text


@cache
def played_out(position):
    """Return the winner's moves of perfect play by recursion, and its winner: the winner hastens, the loser delays."""
    if position.over:
        return "", position.winner
    mover, lines = position.to_move, [played_out(position.play(cell)) for cell in position.legal_cells]

    def worth(line):
        movers, winner = line
        return (winner == mover) - (winner not in (mover, None)), -len(movers) if winner == mover else len(movers)

    movers, winner = max(lines, key=worth)
    return mover + movers, winner


@pytest.mark.parametrize(
    "rules", ["3x3x3", "3x3x3-misere", "3x3x3-notakto", "2x3x2-wild", "2x3x3-wild-misere", "3x3x3-maker", "2x3x3-order"]
)
def test_the_winners_own_moves_are_those_of_perfect_play(made, rules):
    """Whoever moves last, a position and its moves say the number of moves that the winner makes."""
    with Book.open(made(rules)) as book:
        for entry in book:
            if entry.position.over:
                continue
            mover = entry.position.to_move
            movers, winner = played_out(entry.position)
            count = movers.count(winner or "-")
            said = f"{winner} in {count}" if count else f"{winner} wins" if winner else "draw"
            assert winner_text(winner_of(entry.value, mover), entry.remoteness, mover) == said, entry.position


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ((True, True, Value.LOSS), "best"),
        ((False, True, Value.LOSS), "sooner"),
        ((False, True, Value.WIN), "safe"),
        ((False, False, Value.DRAW), "mistake"),
    ],
)
def test_no_move_of_a_lost_position_is_called_safe(move, kind):
    """A move that is not best only loses sooner in a lost position."""
    assert kind_of(*move) == kind


LOST = "OO./X.X/X.."


@pytest.mark.parametrize(
    "shown",
    [
        lambda book, labels: str([*lookup_text(book.probe(LOST), book.moves(LOST), 80, labels)]),
        lambda book, labels: str(position_drawing(book.probe(LOST), book.moves(LOST), labels)),
        lambda book, labels: values_svg(book.probe(LOST)),
        lambda book, labels: str([*assessment_text([*Judge(book).moves(LOST).values()], {"O": "Bob"}, labels)]),
    ],
)
def test_every_text_counts_them_where_the_loser_moves_last(made, shown):
    """O to move completes a line in two moves, or by c3 at once: X makes one move until then, or none."""
    with Book.open(made("3x3x3-misere")) as book:
        said = shown(book, cell_labels(None, book.rules))
    assert "X in 1" in said and "X wins" in said and "X in 2" not in said and "safe" not in said


def test_short_words_for_a_win_without_a_move_of_its_own(made):
    """On narrow terminals such a move has a 0 behind its winner."""
    with Book.open(made("3x3x3-misere")) as book:
        board = value_board(book.probe(LOST), book.moves(LOST), 9, cell_labels(None, book.rules))
    assert {text.strip() for line in board for text, _ in line} >= {"X1", "X0"}
