"""Laws of every input: a parser reads it and reads back what it has read, or refuses it in one short line.

Each function takes an input and returns nothing. An AssertionError, or an error that is none of oxobook's, is a
finding.
"""

import shlex

from oxobook.book.errors import IllegalPosition, IllegalRules, OxobookError
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.notation import cell_named, coordinates, is_record
from oxobook.book.game.position import Position, positions_of_record
from oxobook.book.game.rules import MAX_CELLS, Rules
from oxobook.viewer.players.player import Forfeit, UnknownPlayer
from oxobook.viewer.players.program_player import ProgramPlayer, move_answered

LONGEST = 750
"""Characters of the longest message; most have a hundred."""
GAMES = [
    Rules.parse(text)
    for text in (
        "3x3x3",
        "3x3x3-gravity",
        "3x4x3",
        "4x4x4-misere",
        "1x31x5",
        "2x2x1",
        "5x6x4-gravity",
        "6x5x9-gravity",
        "8x8x4",
        "3x20x3-gravity",
    )
]


def holds_of_a_refusal(error: OxobookError) -> None:
    """The message is one line, short, and nothing that a terminal would take for a command."""
    assert str(error).isprintable(), error
    assert len(str(error)) <= LONGEST, len(str(error))


def holds_of_rules(text: str) -> None:
    """Rules are read back from their text."""
    try:
        rules = Rules.parse(text)
    except IllegalRules as refused:
        return holds_of_a_refusal(refused)
    assert rules.cells <= MAX_CELLS
    assert Rules.parse(str(rules)) == rules


def holds_of_numbers(rows: int, columns: int, k: int, key: int) -> None:
    """Rules made of numbers are read back from their text; a position from its key."""
    try:
        rules = Rules(rows, columns, k)
        assert Rules.parse(str(rules)) == rules
        assert Position.from_key(key, rules).key == key
    except (IllegalRules, IllegalPosition) as refused:
        holds_of_a_refusal(refused)


def holds_of_a_position(text: str, rules: Rules) -> None:
    """A position is read back from its text, in any accepted form of it, and from its key; a record is a game."""
    try:
        position = Position.parse(text, rules)
    except IllegalPosition as refused:
        return holds_of_a_refusal(refused)
    assert position == Position.from_key(position.key, rules)
    for form in (position.text, position.text.replace("/", ""), position.text.replace("/", "\n").lower()):
        assert Position.parse(form, rules) == position
    if is_record(text):
        assert [one.ply for one in positions_of_record(text, rules)] == [*range(position.ply + 1)]


def holds_of_a_coordinate(text: str, rules: Rules) -> None:
    """A cell's name is what was read, but for capitals and blanks."""
    try:
        cell = cell_named(text, rules)
    except IllegalPosition as refused:
        return holds_of_a_refusal(refused)
    assert coordinates(rules)[cell] == text.strip().lower()


def holds_of_a_typed_move(text: str, position: Position, kind: str) -> None:
    """A person's input is a legal move, by its label, its coordinate or its column."""
    try:
        assert cell_labels(kind, position.rules).typed(text, position) in position.legal_moves
    except IllegalPosition as refused:
        holds_of_a_refusal(refused)


def holds_of_an_answer(output: bytes, position: Position) -> None:
    """An external player's output is one legal move, or forfeits."""
    try:
        move = move_answered("exec:player", output, position)
    except Forfeit as refused:
        return holds_of_a_refusal(refused)
    assert move in position.legal_moves
    assert move == coordinates(position.rules)[position.move(" ".join(output.decode().split()))]


def holds_of_a_command(text: str) -> None:
    """The command of an external player is quoted as for a shell and names a program; none is started yet."""
    try:
        ProgramPlayer(text).close()
    except UnknownPlayer as refused:
        return holds_of_a_refusal(refused)
    assert shlex.split(text)
