"""Every parser, given any input: it is read and read back, or refused in one short line, however long it is."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oxobook.book import OxobookError, Position, Rules
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.labels import LABELS
from oxobook.book.game.notation import cell_named
from oxobook.viewer.players.player import Forfeit
from oxobook.viewer.players.program_player import ProgramPlayer, move_answered
from tests.campaigns import parsing

ANY = st.text(max_size=80)
LIKELY = st.text("abcdxoXOz.-_/ 0123,\n\t'\"\\", max_size=60)
BOARDS = st.lists(st.sampled_from(["X", "O", "."]), max_size=31).map("".join)
RULES = st.from_regex(r"[1-9]{1,2}x[1-9]{1,2}x[1-9]{1,3}(-misere|-gravity)*", fullmatch=True)
GAMES = st.sampled_from(parsing.GAMES)
HUGE = (
    st.integers() | st.integers(1, 20_000).map(lambda bits: 1 << bits) | st.integers(1, 20_000).map(lambda b: -1 << b)
)


@pytest.mark.slow
@given(ANY | LIKELY | RULES)
def test_rules(text):
    """Rules are read back from their text."""
    parsing.holds_of_rules(text)


@given(HUGE, st.integers(1, 5) | HUGE, st.integers(1, 5) | HUGE, HUGE)
@example(3, 3, 3, 10**5000)
@example(10**5000, 3, 3, 0)
@example(3, 3, 10**5000, 0)
def test_numbers(rows, columns, k, key):
    """Numbers of any size are rules and keys or are refused, also those that Python does not write out."""
    parsing.holds_of_numbers(rows, columns, k, key)


@given(ANY | LIKELY | BOARDS, GAMES)
def test_positions(text, rules):
    """Positions are read back from their text and from their key."""
    parsing.holds_of_a_position(text, rules)


@given(ANY | LIKELY, GAMES, st.sampled_from(list(LABELS)))
def test_coordinates_and_labels(text, rules, kind):
    """A cell's name names one cell, and a person's input is a legal move."""
    parsing.holds_of_a_coordinate(text, rules)
    parsing.holds_of_a_typed_move(text, Position(rules), kind)


@given(st.binary(max_size=1200) | LIKELY.map(str.encode) | st.sampled_from([b"a3\n", b"B2\r\n", b"a1\na1\n"]), GAMES)
def test_answers_of_programs(output, rules):
    """An external player's output is one legal move, or forfeits."""
    parsing.holds_of_an_answer(output, Position(rules))


@given(ANY | LIKELY)
@example("sh \0")
def test_commands_of_programs(text):
    """A command is quoted as for a shell and names a program."""
    parsing.holds_of_a_command(text)


LONG = 1_000_000
START = Position(Rules())
PARSERS = {
    "rules": Rules.parse,
    "position": Position.parse,
    "coordinate": lambda text: cell_named(text, Rules()),
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
    parsing.holds_of_a_refusal(refused.value)


@pytest.mark.slow
def test_blanks_do_not_make_an_input_longer():
    """Blanks around what is meant are no error, however many."""
    blanks = " \n" * 500_000
    assert Rules.parse(f"{blanks}3x3x3{blanks}") == Rules()
    assert Position.parse(f"{blanks}X..{blanks}.O.{blanks}...{blanks}").text == "X../.O./..."
    assert Position.parse(f"a3{blanks}b2{blanks}").text == "X../.O./..."
    with pytest.raises(Forfeit, match="with more than 1000 bytes"):
        move_answered("exec:player", f"{blanks}a3".replace("\n", "").encode(), START)
