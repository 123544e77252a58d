"""The checker of certificates: it takes what is right, and nothing else, and it stands alone."""

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.certificate.owners_game import OwnersGame
from oxobook.book.certificate.table import Table
from oxobook.book.verify import check_certificate
from oxobook.book.verify.certificates import verify_certificate
from oxobook.book.verify.check_certificate import Grid, Unproved, check
from tests.proofs import LOSING, MENDED, SHEET, TURNED, certificate, interrupted, kept, paired, retold, sealed, sheeted

pytestmark = pytest.mark.usefixtures("prove_compiled")

FILE = Path(check_certificate.__file__)


def test_it_stands_alone():
    """It has at most 320 lines, imports the standard library only, and runs by itself."""
    text = FILE.read_text()
    assert len(text.splitlines()) <= 320
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
    [
        *("3x3x3", "4x6x4", "1x5x3", "5x4x4-gravity", "4x4x3-torus", "3x4x3-torus", "4x5x4-cylinder", "3x9x3-cube"),
        *("2x2x2", "4x4x4-cylinder", "4x4x3-cylinder-gravity", "2x4x2-cube", "4x16x4-cube"),
        *("2x3x2-domino", "3x3x3-el", "4x3x3-tic", "4x4x4-elly", "3x3x4-fatty-maker", "5x5x4-knobby"),
        *("5x4x4-skinny-maker", "3x4x4-tippy", "3x4x4-tippy-gravity", "4x4x3-hex", "3x5x3-hex-misere", "1x4x3-hex"),
    ],
)
def test_geometry(text):
    """Its lines are the game's, and its symmetries are those by which certificates are read."""
    rules = Rules.parse(text)
    grid = Grid(rules.rows, rules.columns, rules.k, text.split("-")[1:])
    assert tuple(grid.lines) == rules.lines
    assert {tuple(images) for images in grid.symmetries} == set(OwnersGame(rules, True).symmetries)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("3x4x3", "..../.X../O..."),
        ("3x3x3-misere", "X../.O./..."),
        ("3x4x3-gravity", "..../..../XOX."),
        ("3x4x3-maker", "..../.X../O..."),
        ("3x3x4-tippy", "O../.X./..."),
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


def rows_of(table):
    return [table.content[row :: table.rows] for row in range(table.rows)]


def table_of(rows):
    return Table(len(rows), b"".join(map(bytes, zip(*rows, strict=True))))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda rows: [*rows[:7], rows[7][:-1] + b"\x3f", *rows[8:]], "cell 63 is not legal"),
        (lambda rows: rows[:7] + rows[8:], "the table has no move: [XO.]{25}$"),
        (lambda rows: [*rows[:7], rows[8], rows[7], *rows[9:]], "not sorted"),
        (lambda rows: [*rows[:8], *rows[7:]], "not sorted"),
        (lambda rows: [*rows, b"\xff" * len(rows[0])], "rows that no game needs"),
    ],
)
def test_changed_rows(change, why):
    """A wrong row, one too few or too many, and rows out of order are refused, whatever the checksum."""
    found = certificate("5x5x4")
    with pytest.raises(Unproved, match=why):
        check(found._replace(moves=table_of(change(rows_of(found.moves)))).content)


@pytest.mark.parametrize("at", [0, 100, 150, 165, 200, -1])
def test_truncated_files(at):
    """A file that ends too early is refused, whatever the checksum."""
    content = certificate("6x5x4").content[:at]
    for cut in (content, *([sealed(content)] if b"\n\n" in content else [])):
        with pytest.raises(Unproved, match=r"does not begin|another checksum|cannot be unpacked|more or fewer rows"):
            check(cut)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (b"claim X", b"claim O", "has no move"),
        (b"6x5x4", b"6x5x5", "."),
        (b"position ...", b"position X..", "."),
        (b"position ...", b"position XX.", "not one of this board"),
        (b"6x5x4", b"9x9x4", "no such board"),
        (b"6x5x4", b"6x5x3-knobby", "no such board"),
        (b"6x5x4", b"6x5x4-snaky", "does not begin"),
        (b"6x5x4", b"6x5x4-maker-misere", "no such game"),
        (b"6x5x4", b"6x5x4-wild", "no such game"),
        (b"6x5x4", b"6x5x4-hex-gravity", "no such board"),
        (b"6x5x4", b"lake {}", "no such game"),
        (b"certificate 7", b"certificate 6", "does not begin"),
        (b"sheets 0\n", b"", "does not begin"),
        (b"moves ", b"lines 0-1-2-3\nmoves ", "no such game"),
        (b"moves ", b"kind smallest\nmoves ", "has no move"),
        (b"moves ", b"bound 3\nmoves ", "does not begin"),
        (b"moves ", b"moves 1", "more or fewer rows"),
        (b"moves ", b"moves 999", "more rows than are checked here"),
    ],
)
def test_other_claims(before, after, why):
    """The tables of one claim prove no other, whatever the checksum."""
    with pytest.raises(Unproved, match=why):
        check(sealed(certificate("6x5x4").content.replace(before, after, 1)))


def test_the_work_is_bounded(monkeypatch):
    """Tables that would take more steps than are stated are refused before they are unpacked; one step less is not."""
    one = certificate("6x5x4")
    grid = Grid(6, 5, 4, [])
    steps = one.moves.rows * grid.cells * (len(grid.lines) + len(grid.symmetries))
    monkeypatch.setattr(check_certificate, "MOST_STEPS", steps)
    check(one.content)
    monkeypatch.setattr(check_certificate, "MOST_STEPS", steps - 1)
    with pytest.raises(Unproved, match=r"^the tables have more rows than are checked here$"):
        check(one.content)


@pytest.mark.parametrize(
    ("text", "wins", "partners", "right"),
    [
        ("2x4x4", False, [1, 0, 2, 3, 5, 4, 6, 7], True),
        ("2x4x4", False, [3, 1, 2, 0, 4, 5, 7, 6], True),
        ("2x4x4", True, [1, 0, 2, 3, 5, 4, 6, 7], False),
        ("2x4x4-misere", False, [1, 0, 2, 3, 5, 4, 6, 7], False),
        ("2x4x4-gravity", False, [1, 0, 2, 3, 5, 4, 6, 7], False),
        ("2x4x4", False, [1, 0, 2, 3, 4, 5, 6, 7], False),
        ("2x4x4", False, [4, 5, 2, 3, 0, 1, 6, 7], False),
        ("2x4x4", False, [1, 2, 0, 3, 5, 4, 6, 7], False),
        ("2x4x4", False, [1, 1, 2, 3, 5, 4, 6, 7], False),
        ("2x4x4", False, [1, 0, 2, 8, 5, 4, 6, 7], False),
    ],
)
def test_pairings(text, wins, partners, right):
    """A pairing proves that its owner does not lose if lines win, no stone falls and each open line has a pair."""
    content = paired(text, partners, wins).content
    if right:
        assert check(content) == f"{text}: O does not lose from ..../...."
    else:
        with pytest.raises(Unproved, match=r"a pairing proves nothing: [.]{8}"):
            check(content)


def test_a_maker_does_not_draw():
    """That X does not lose means that it wins: that O has no lines which X would have to fear proves nothing."""
    with pytest.raises(Unproved, match="the table has no move"):
        check(Certificate(Position(Rules.parse("2x4x4-maker")), "X", False).content)


def test_a_breakers_line_is_none():
    """O neither wins by a line, nor ends the game."""
    maker = Rules.parse("3x3x3-maker")
    for board, why in (("XX./OO./..X", "the table has no move"), ("X.X/OOO/X..", "the other side can complete a line")):
        with pytest.raises(Unproved, match=why):
            check(Certificate(Position(maker, *sides(board)), "O", True).content)
    assert check(Certificate(Position(maker, *sides("X.X/OOO/..X")), "X", True).content).startswith(
        "3x3x3-maker: X wins"
    )


def sides(board):
    """The stones of X and of O as masks."""
    signs = board.replace("/", "")
    return [sum(1 << cell for cell, sign in enumerate(signs) if sign == side) for side in "XO"]


def test_a_pair_of_taken_cells_proves_nothing():
    """Both cells of a pair have to be free."""
    pairings = Table.of({b"\0\1": bytes([1, 0, 2, 3, 5, 4, 6, 7])})
    found = Certificate(Position.parse("X.../....", Rules.parse("2x4x4")), "O", False, pairings=pairings)
    with pytest.raises(Unproved):
        check(found.content)


@pytest.mark.parametrize(
    ("text", "claim", "ranks", "why"),
    [
        ("4x5x4-gravity", "X wins", SHEET, None),
        ("4x5x4-gravity", "X does not lose", SHEET, None),
        ("4x5x4-gravity", "X wins", SHEET[::-1], "a sheet proves nothing.*: [XO.]{20}$"),
        ("3x4x3-gravity", "X wins", [0] * 12, None),
        ("3x4x3", "X wins", [5, 8, 2, 1, 3, 0, 10, 6, 7, 9, 11, 4], None),
        ("3x3x3", "X does not lose", [5, 6, 7, 4, 3, 0, 8, 1, 2], None),
        ("3x3x3", "X wins", [5, 6, 7, 4, 3, 0, 8, 1, 2], "a sheet proves nothing"),
        ("4x5x4-misere-gravity", "X wins", SHEET, "a game has sheets if both sides want lines"),
        ("4x5x4-maker-gravity", "X wins", SHEET, "a game has sheets if both sides want lines"),
        ("2x2x2-misere", "X does not lose", [0] * 4, "a game has sheets if both sides want lines"),
    ],
)
def test_sheets(text, claim, ranks, why):
    """A sheet proves its claim if the owner, by its rules, keeps it after every reply, as its strategy then does."""
    found = sheeted(text, ranks, claim == "X wins")
    if why is None:
        assert check(found.content) == f"{text}: {claim} from {found.position.text}"
        assert kept(CertifiedStrategy(found), found.position, [])
    else:
        with pytest.raises(Unproved, match=why):
            check(found.content)


@pytest.mark.parametrize("board", ["...../...../.XX../OOXO.", "...../X...O/OXX.X/XOO.O"])
def test_wins_by_threats(board):
    """A side that wins by threats, by five of them or by three, the first of which blocks, wins by any sheet."""
    position = Position.parse(board, Rules.parse("4x5x4-gravity"))
    key = position.x.to_bytes(3, "big") + position.o.to_bytes(3, "big")
    found = Certificate(position, "X", True, sheets=Table.of({key: bytes(20)}))
    assert check(found.content) == f"4x5x4-gravity: X wins from {board}"
    assert kept(CertifiedStrategy(found), position, [])


@pytest.mark.parametrize(
    ("ranks", "rows", "why"),
    [
        (LOSING, {}, "a sheet proves nothing"),
        (LOSING, MENDED, None),
        (SHEET, TURNED, None),
        (SHEET, MENDED | TURNED, None),
        (SHEET, {".OO../.XX../.OX../.OX..": [15]}, "the table has no move"),
        (SHEET, {".OO../.XX../.OX../.OX..": [18]}, "the table has no move"),
        (SHEET, {".OO../.XX../.OX../.OX..": [3]}, "not legal"),
        (SHEET, {"..O../..X../.OX../.OX..": LOSING}, "a sheet proves nothing"),
        (SHEET, {"..OO./..XX./..XO./..XO.": [19]}, "the table has no move"),
        (SHEET, {"...../...../.OX../.OXXO": SHEET}, "rows that no game needs"),
    ],
)
def test_rows_that_interrupt_a_sheet(ranks, rows, why):
    """In a position that has a row, this counts, and its sheet from then on; it has to be right, canonical and met."""
    found = interrupted(ranks, rows)
    if why is None:
        assert check(found.content) == "4x5x4-gravity: X wins from ...../...../.OX../.OX.."
        assert kept(CertifiedStrategy(found), found.position, [])
    else:
        with pytest.raises(Unproved, match=why):
            check(found.content)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda moves, sheets: (moves[:-1] + b"\x16", sheets), "a move to cell 22 is not legal"),
        (lambda moves, sheets: (moves, [sheets[0], sheets[0]]), "not sorted"),
        (lambda moves, sheets: (moves, sheets[::-1]), "not sorted"),
        (lambda moves, sheets: (moves, [*sheets, b"\xff" * 20]), "rows that no game needs"),
    ],
)
def test_numbers_of_sheets(change, why):
    """A sheet that a row names has to be there; each is there once, in ascending order, and has a row."""
    found = interrupted(SHEET, TURNED)
    assert retold(found, lambda moves, sheets: (moves, sheets)) == found.content
    with pytest.raises(Unproved, match=why):
        check(retold(found, change))


def test_positions_that_sheets_meet_are_bounded(monkeypatch):
    """A walk that takes longer than is stated is refused."""
    monkeypatch.setattr(check_certificate, "MOST_WALKED", 60)
    with pytest.raises(Unproved, match="meets too many positions"):
        check(sheeted("4x5x4-gravity", SHEET).content)


def test_other_sheets():
    """With the ranks of two cells exchanged, a sheet is refused or still wins every game."""
    chance, refused = random.Random(1), 0
    for _ in range(12):
        one, other = chance.sample(range(20), 2)
        ranks = [{SHEET[one]: SHEET[other], SHEET[other]: SHEET[one]}.get(rank, rank) for rank in SHEET]
        found = sheeted("4x5x4-gravity", ranks)
        try:
            check(found.content)
        except Unproved:
            refused += 1
        else:
            assert kept(CertifiedStrategy(found), found.position, [])
    assert 0 < refused < 12


def test_a_line_completed_at_once_needs_no_table():
    """If the owner moves first and can complete a line, whichever it is, nothing is left to prove."""
    content = Certificate(Position.parse("XX./OO./..."), "X", True).content
    assert check(content) == "3x3x3: X wins from XX./OO./..."


@pytest.mark.parametrize(("x", "o"), [(0b111, 0b11000), (0b1000011, 0b111000)])
def test_a_game_that_is_over_proves_nothing(x, o):
    """A position in which either side has a line is refused, whoever claims what."""
    for owner in "XO":
        with pytest.raises(Unproved, match="not one of this board in which the game goes on"):
            check(Certificate(Position(Rules(), x, o), owner, False).content)


@pytest.mark.parametrize("shorter", [0, 1])
def test_a_certificate_of_the_largest_size(tmp_path, monkeypatch, shorter):
    """A file of the stated size is checked; one byte more is too much."""
    content = paired("2x4x4", [1, 0, 2, 3, 5, 4, 6, 7]).content
    for module in ("certificates", "check_certificate"):
        monkeypatch.setattr(f"oxobook.book.verify.{module}.MOST_BYTES", len(content) - shorter)
    (tmp_path / "proof").write_bytes(content)
    (verdict,) = verify_certificate(tmp_path / "proof").checks
    too_long = "the file does not begin as a certificate of version 7 does, or is too long"
    assert [one.what for one in verdict.first] == [too_long] * shorter
