"""Certificates as the integers of theorems, which Coq checks elsewhere; an archive of that of Connect Four."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

from oxobook.book import __version__

ROOT = Path(__file__).parents[3]
THEOREM = ROOT / "book" / "verify" / "theorem"
CERTIFICATE = ROOT / "data" / "known" / "6x7x4-gravity.proof"


def rows_of(certificate: Path) -> list[tuple[str, str, list[tuple[int, int]]]]:
    """Return the rows that integers.py writes: the kind of answer, the answer, and each side's stones."""
    words = [sys.executable, THEOREM / "integers.py", certificate]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return [
        (kind, answer, [(int(x), int(o)) for x, o in re.findall(r"\((\d+),(\d+)\)", positions)])
        for kind, answer, positions in re.findall(r"\((Sheet|Move) ([^,]*), \[(.*)\]\)", text)
    ]


def test_each_row_stands_before_those_that_rely_on_it():
    """Each side's stones are on the board and as many, and the last row is the first move, in the middle."""
    rows = rows_of(CERTIFICATE)
    assert rows[-1] == ("Move", "21", [(0, 0)])
    stones = []
    for _, _, positions in rows:
        for x, o in positions:
            assert x & o == 0 and x.bit_count() == o.bit_count() and x | o < 1 << 49
            stones.append((x | o).bit_count())
    assert stones == sorted(stones, reverse=True)


def test_a_plain_board_has_an_answer_to_every_reply():
    """After each move and reply on 6x6x3, X completes a line, or has a move that was written before."""
    places = {7 * column + row for column in range(6) for row in range(6)}
    lines = [{place + step * by for by in range(3)} for place in places for step in (1, 6, 7, 8)]
    masks = [sum(1 << place for place in line) for line in lines if line <= places]
    written = set[tuple[int, int]]()
    for _, move, positions in rows_of(ROOT / "data" / "atlas" / "6x6x3.proof"):
        for x, o in positions:
            after, free = x | 1 << int(move), places - {place for place in places if (x | o) >> place & 1}
            assert int(move) in free
            for reply in free - {int(move)}:
                theirs = o | 1 << reply
                wins = any((line & ~after).bit_count() == 1 and not line & theirs for line in masks)
                assert wins or (after, theirs) in written
        written.update(positions)
    assert (0, 0) in written


def test_a_draw_is_refused():
    """Theorems are of wins, so the certificate of a draw gets one line that says what is expected."""
    words = [sys.executable, THEOREM / "integers.py", ROOT / "data" / "atlas" / "5x5x5.proof"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.stderr.count("\n")) == ("", 1) and "expected a certificate of who wins" in ended.stderr


def test_the_archive_to_cite(tmp_path):
    """It has the repository's files, is the same when it is made again, and is named where it is cited."""
    name = f"oxobook-connect-four-{__version__}"
    for page in ("CITATION.cff", "docs/reference/cite.md"):
        assert set(re.findall(r"oxobook-connect-four-[0-9.]*\.zip", (ROOT / page).read_text())) == {f"{name}.zip"}
    made = []
    for _ in range(2):
        subprocess.run([sys.executable, THEOREM / "archive.py", tmp_path], check=True)
        made.append((tmp_path / f"{name}.zip").read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(tmp_path / f"{name}.zip") as archive:
        files = {file: archive.read(file) for file in archive.namelist()}
    assert name.encode() in files.pop(f"{name}/README.md")
    others = [ROOT / "LICENSE", ROOT / "CITATION.cff", ROOT / "book" / "verify" / "check_certificate.py", CERTIFICATE]
    sources = [*THEOREM.glob("*.v"), THEOREM / "Makefile", THEOREM / "integers.py", *others]
    assert files == {f"{name}/{path.name}": path.read_bytes() for path in sources}
