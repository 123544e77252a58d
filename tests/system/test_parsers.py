"""Every parser, given any input: it is read and read back, or refused in one short line, however long it is.

``make campaign NAME=fuzz`` gives the same properties inputs by the million.
"""

import shlex
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oxobook.book import OxobookError, Position, Rules
from oxobook.book.errors import IllegalPosition, IllegalRules
from oxobook.book.game.board import KINDS
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.labels import LABELS
from oxobook.book.game.notation import is_record, move_named
from oxobook.book.game.position import positions_read
from oxobook.book.game.rules import MAX_CELLS
from oxobook.viewer.players.player import Forfeit, UnknownPlayer
from oxobook.viewer.players.program_player import ProgramPlayer, move_answered

LONGEST = 750
"""Characters of the longest message; most have a hundred."""
ANY = st.text(max_size=80)
LIKELY = st.text("abcdxoXOz.-_/ 0123,\n\t'\"\\", max_size=60)
BOARDS = st.lists(st.sampled_from(["X", "O", "."]), max_size=31).map("".join)
WORDS = "|".join(filter(None, ("misere", "gravity", *KINDS, *CONVENTIONS)))
RULES = st.from_regex(rf"[1-9]{{1,2}}x[1-9]{{1,2}}x[1-9]{{1,3}}(-({WORDS}))*", fullmatch=True)
RECORDS = st.lists(st.from_regex("[A-Da-d][1-5]|z9", fullmatch=True), max_size=9).map(" ".join)
BOARDS_OF = ("3x3x3", "3x4x3", "4x4x4", "1x31x5", "2x2x1", "5x6x4", "6x5x9", "8x8x4", "3x20x3")
GAMES = [Rules.parse(board + word) for board in BOARDS_OF for word in ("", "-gravity", "-misere")]
HUGE = (
    st.integers() | st.integers(1, 20_000).map(lambda bits: 1 << bits) | st.integers(1, 20_000).map(lambda b: -1 << b)
)


def holds_of_a_refusal(error):
    """The message is one line, short, and nothing that a terminal would take for a command."""
    assert str(error).isprintable(), error
    assert len(str(error)) <= LONGEST, len(str(error))


def read(parser, *given):
    """Return what a parser reads, or None if it refuses it as it should; any other error is a finding."""
    try:
        return parser(*given)
    except (IllegalRules, IllegalPosition, Forfeit, UnknownPlayer) as refused:
        holds_of_a_refusal(refused)


@pytest.mark.slow
@given(ANY | LIKELY | RULES)
def test_rules(text):
    """Rules are read back from their text, with the definition of a board of one's own."""
    if rules := read(Rules.parse, text):
        assert rules.cells <= MAX_CELLS and Rules.parse(rules.header) == rules


@given(HUGE, st.integers(1, 5) | HUGE, st.integers(1, 5) | HUGE, HUGE)
@example(3, 3, 3, 10**5000)
@example(10**5000, 3, 3, 0)
@example(3, 3, 10**5000, 0)
def test_numbers(rows, columns, k, key):
    """Numbers of any size are rules and keys or are refused, also those that Python does not write out."""
    if rules := read(Rules, rows, columns, k):
        assert Rules.parse(str(rules)) == rules
        assert (position := read(Position.from_key, key, rules)) is None or position.key == key


@given(ANY | LIKELY | BOARDS | RECORDS, st.sampled_from(GAMES))
def test_positions(text, rules):
    """A position is read back from its text, in any accepted form of it, and from its key; a record is a game."""
    if position := read(Position.parse, text, rules):
        assert position == Position.from_key(position.key, rules)
        for form in (position.text, position.text.replace("/", ""), position.text.replace("/", "\n").lower()):
            assert Position.parse(form, rules) == position
        if is_record(text):
            assert [one.ply for one in positions_read(text, rules, games=True)] == [*range(position.ply + 1)]


@given(ANY | LIKELY | RECORDS, st.sampled_from(GAMES), st.sampled_from(list(LABELS)))
def test_coordinates_and_labels(text, rules, kind):
    """A cell's name is what was read, but for capitals and blanks; what a person types is a legal move."""
    cell, start = read(move_named, text, rules), Position(rules)
    assert cell is None or rules.board.names[cell] == text.strip().lower()
    assert read(lambda: cell_labels(kind, rules).typed(text, start)) in (None, *start.legal_moves)


@given(
    st.binary(max_size=1200) | (LIKELY | RECORDS).map(str.encode) | st.sampled_from([b"a3\n", b"B2\r\n", b"a1\na1\n"]),
    st.sampled_from(GAMES),
)
def test_answers_of_programs(output, rules):
    """An external player's output is one legal move, or forfeits."""
    position = Position(rules)
    if move := read(move_answered, "exec:player", output, position):
        assert move in position.legal_moves
        assert move == rules.board.names[position.move(" ".join(output.decode().split()))]


@given(ANY | LIKELY)
@example("sh \0")
def test_commands_of_programs(text):
    """A command is quoted as for a shell and names a program; none is started yet."""
    if player := read(ProgramPlayer, text):
        player.close()
        assert shlex.split(text)


LONG = 1_000_000
START = Position(Rules())
PARSERS = {
    "rules": Rules.parse,
    "position": Position.parse,
    "coordinate": lambda text: move_named(text, Rules()),
    "move": START.play,
    "typed move": lambda text: cell_labels("keypad", Rules()).typed(text, START),
    "answer": lambda text: move_answered("exec:player", text.encode(), START),
    "command": ProgramPlayer,
}
LONG_INPUTS = ["x", "a3 ", "X../", " /", "3x3x3", "-misere", "\0", "\U0010ffff", "'", "\\", "\x1b[31m", "٣"]


@pytest.mark.slow
@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("repeated", LONG_INPUTS, ids=ascii)
def test_long_inputs(name, repeated):
    """An input of a million characters is refused within a second or two, by a line as short as any."""
    text = ("3x3x3" if repeated == "-misere" else "") + repeated * (LONG // len(repeated))
    if name == "position" and not text.strip():
        return  # the empty game
    started = time.thread_time()
    with pytest.raises(OxobookError) as refused:
        PARSERS[name](text)
    assert time.thread_time() - started < 3
    holds_of_a_refusal(refused.value)


@pytest.mark.slow
def test_blanks_do_not_make_an_input_longer():
    """Blanks around what is meant are no error, however many."""
    blanks = " \n" * 500_000
    assert Rules.parse(f"{blanks}3x3x3{blanks}") == Rules()
    assert Position.parse(f"{blanks}X..{blanks}.O.{blanks}...{blanks}").text == "X../.O./..."
    assert Position.parse(f"a3{blanks}b2{blanks}").text == "X../.O./..."
    with pytest.raises(Forfeit, match="with more than 1000 bytes"):
        move_answered("exec:player", f"{blanks}a3".replace("\n", "").encode(), START)
