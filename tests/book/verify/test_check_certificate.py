"""The checker of certificates: it takes what is right, and nothing else, and it stands alone."""

import ast
import hashlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.verify import check_certificate
from oxobook.book.verify.check_certificate import Game, Unproved, check
from tests.proofs import certificate, kept

pytestmark = pytest.mark.usefixtures("prove_compiled")

FILE = Path(check_certificate.__file__)


def sealed(content):
    """The content with a checksum that fits again."""
    head, tree = content.split(b"\n\n", 1)
    head = head[: head.index(b"sha256 ") + 7]
    return head + hashlib.sha256(head + b"\n\n" + tree).hexdigest().encode() + b"\n\n" + tree


def test_it_stands_alone():
    """It has at most 200 lines, imports the standard library only, and runs by itself."""
    text = FILE.read_text()
    assert len(text.splitlines()) <= 200
    imported = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names}
    assert imported <= set(sys.stdlib_module_names) | {"collections.abc"}


def test_it_runs_by_itself(tmp_path):
    """Plain Python runs it without oxobook; the exit code says whether the file is right."""
    for content, code in ((certificate("6x5x4").content, 0), (b"nothing", 1)):
        (tmp_path / "a.proof").write_bytes(content)
        command = [sys.executable, "-I", str(FILE), str(tmp_path / "a.proof")]
        assert subprocess.run(command, capture_output=True, check=False).returncode == code


@pytest.mark.parametrize(
    "text",
    ["3x3x3", "4x6x4", "1x5x3", "5x4x4-gravity", "4x4x3-torus", "3x4x3-torus", "4x5x4-cylinder", "3x9x3-cube"],
)
def test_geometry(text):
    """Its lines are the game's, and its symmetries are among the board's."""
    rules = Rules.parse(text)
    game = Game(rules.rows, rules.columns, rules.k, text)
    assert tuple(game.lines) == rules.lines
    assert {tuple(images) for images in game.symmetries} <= set(rules.board.symmetries)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("3x4x3", "..../.X../O..."),
        ("3x3x3-misere", "X../.../..O"),
        ("3x4x3-gravity", "..../..../XOX."),
        ("1x5x3", "..X.."),
    ],
)
def test_a_position_is_proved(text, board):
    """A certificate may begin with stones on the board: it is right for these stones and for no others."""
    found = certificate(text, board)
    check(found.content)
    other = board.translate(str.maketrans("XO", "OX"))
    with pytest.raises(Unproved):
        check(sealed(found.content.replace(board.encode(), other.encode())))


@pytest.mark.parametrize(("text", "count"), [("6x5x4", 1000), ("5x5x4", 200), ("3x3x3-misere", 500)])
def test_single_changes_are_rejected(text, count):
    """A file with one byte changed, left out or put in is rejected."""
    content = certificate(text).content
    check(content)
    chance = random.Random(text)
    for _ in range(count):
        at, how = chance.randrange(len(content)), chance.randrange(3)
        new = bytes([content[at] ^ chance.randrange(1, 256)]) if how < 2 else b""
        changed = content[:at] + new + content[at + (how != 1) :]
        with pytest.raises(Unproved):
            check(changed)


def test_what_is_accepted_with_another_checksum_is_a_proof():
    """Trees with one byte changed and a new checksum are nearly all rejected; those accepted never lose a game."""
    content = certificate("3x3x3-misere").content
    start, chance, accepted = content.index(b"\n\n") + 2, random.Random(3), 0
    for at in range(start, len(content)):
        changed = sealed(content[:at] + bytes([content[at] ^ chance.randrange(1, 256)]) + content[at + 1 :])
        try:
            check(changed)
        except Unproved:
            continue
        accepted += 1
        assert kept(CertifiedStrategy(Certificate.parse(changed)), Position(Rules.parse("3x3x3-misere")), [])
    assert accepted < 0.1 * (len(content) - start)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (b"claim X", b"claim O", "is not a legal move|can complete|goes on|too early|ends at|draw"),
        (b"6x5x4", b"6x5x5", "."),
        (b"position ...", b"position X..", "."),
        (b"position ...", b"position XX.", "not one of this board"),
        (b"6x5x4", b"9x9x4", "no such board"),
        (b"certificate 1", b"certificate 2", "does not begin"),
    ],
)
def test_other_claims(before, after, why):
    """The tree of one claim proves no other, whatever the checksum."""
    with pytest.raises(Unproved, match=why):
        check(sealed(certificate("6x5x4").content.replace(before, after, 1)))


@pytest.mark.parametrize(
    ("text", "wins", "cells", "why"),
    [
        ("2x4x4", False, [0, 1, 4, 5], None),
        ("2x4x4", False, [3, 0, 6, 7], None),
        ("2x4x4", True, [0, 1, 4, 5], "the pairing at byte 1 proves nothing"),
        ("2x4x4-misere", False, [0, 1, 4, 5], "the pairing at byte 1 proves nothing"),
        ("2x4x4-gravity", False, [0, 1, 4, 5], "the pairing at byte 1 proves nothing"),
        ("2x4x4", False, [0, 1], "the pairing at byte 1 proves nothing"),
        ("2x4x4", False, [0, 4, 1, 5], "the pairing at byte 1 proves nothing"),
        ("2x4x4", False, [0, 0, 4, 5], "the pairing at byte 1 proves nothing"),
        ("2x4x4", False, [0, 1, 4, 5, 5, 6], "byte 6 begins a pair that is not free, or in another pair"),
        ("2x4x4", False, [0, 1, 4, 8], "byte 4 begins a pair that is not free, or in another pair"),
    ],
)
def test_pairings(text, wins, cells, why):
    """A pairing proves that its owner does not lose if lines win, no stone falls and each open line has a pair."""
    tree = bytes([255, len(cells) // 2, *cells])
    content = Certificate(Position(Rules.parse(text)), "O", wins, tree).content
    if why is None:
        assert check(content) == f"{text}: O does not lose from ..../...."
    else:
        with pytest.raises(Unproved, match=why):
            check(content)


def test_a_line_completed_at_once_needs_no_tree():
    """If the owner moves first and can complete a line, whichever it is, nothing is left to prove."""
    content = Certificate(Position.parse("XX./OO./..."), "X", True, b"").content
    assert check(content) == "3x3x3: X wins from XX./OO./..."


@pytest.mark.parametrize(("x", "o"), [(0b111, 0b11000), (0b1000011, 0b111000)])
def test_a_game_that_is_over_proves_nothing(x, o):
    """A position in which either side has a line is refused, whoever claims what."""
    for owner in "XO":
        with pytest.raises(Unproved, match="not one of this board in which the game goes on"):
            check(Certificate(Position(Rules(), x, o), owner, False, b"").content)


@pytest.mark.parametrize("tree", [b"", b"\x00", b"\xff", b"\x00\x01" + b"\xff" * 8, bytes(range(256)) * 40])
def test_nonsense_is_rejected(tree):
    """Any bytes end in a verdict."""
    head = certificate("6x5x4").content.split(b"\n\n", 1)[0]
    with pytest.raises(Unproved):
        check(sealed(head + b"\n\n" + tree))


def test_time_is_bounded(monkeypatch):
    """Groups within groups make a short file long to check: it is refused after a number of positions."""
    monkeypatch.setattr(check_certificate, "MOST_STEPS", 100)
    with pytest.raises(Unproved, match="more than 100 positions"):
        check(certificate("6x5x4").content)
