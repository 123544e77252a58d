"""Assessment of a game's moves, the board during a game, and hints."""

from oxobook.book import Position, Rules
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.reading.reader import Reader
from oxobook.viewer.files.judging import GameJudge
from oxobook.viewer.play.assessment import assessment_text, game_board, hint_text


def shown(lines):
    """Return what a terminal without colours would show."""
    return [" ".join("".join(text for text, _ in line).split()) for line in lines]


def test_the_review_counts_the_winners_own_moves(book):
    """The review has a row a move: players read moves, not plies, and what would have been better."""
    table = assessment_text(
        GameJudge(book, Reader(book.rules, games=True, inferring=False)).judge("a3 b3", {}).moves,
        {"X": "Ada", "O": "Bob"},
        cell_labels("keypad", Rules()),
    )
    moves = (book.probe("XO./.../...").remoteness + 1) // 2
    assert shown(table) == [
        "move result better", "1 X Ada 7 best draw", f"2 O Bob 8 mistake X in {moves} 5: draw"
    ]  # fmt: skip


def test_a_hint_is_the_pick_its_reason_and_its_equals(book):
    """A hint names the pick by what to type, says why, and names the other best moves if there are any."""
    labels = cell_labels("keypad", Rules())
    fork, corner = Position.parse("XX./OO./..."), Position.parse("X../.../...")
    assert hint_text(book.probe(fork), book.moves(fork), labels) == "Hint: 9 wins at once."
    assert hint_text(book.probe(corner), book.moves(corner), labels) == "Hint: 5 holds the draw."
    empty = hint_text(book.probe("." * 9), book.moves("." * 9), labels)
    assert empty.startswith("Hint: 7 is as good as any: every move draws. As good: ")


def test_free_cells_show_what_to_type():
    """A board in play has stones on its cells, and on the free ones what to type for them."""
    board = [*game_board(Position.parse("a3 b2"), cell_labels("keypad", Rules()), "b2")]
    assert [bool(line) for line in shown(board)] == [False, *[True] * (len(shown(board)) - 2), False]
    cells = [line.replace("│", " ").split() for line in shown(board) if "│" in line]
    assert cells == [["X", "8", "9"], ["4", "O", "6"], ["1", "2", "3"]]
