"""The certificate of Connect Four as the integers of its theorem, which Coq checks elsewhere; an archive of both."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

from oxobook.book import __version__

ROOT = Path(__file__).parents[3]
THEOREM = ROOT / "book" / "verify" / "theorem"
CERTIFICATE = ROOT / "data" / "known" / "6x7x4-gravity.proof"


def test_each_row_stands_before_those_that_rely_on_it():
    """Each side's stones are on the board and as many, and the last row is the first move, in the middle."""
    words = [sys.executable, THEOREM / "integers.py", CERTIFICATE]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"\((Sheet|Move) ([^,]*), \[(.*)\]\)", text)
    assert rows[-1] == ("Move", str(1 << 21), "(0,0)")
    stones = []
    for _, _, positions in rows:
        for x, o in re.findall(r"\((\d+),(\d+)\)", positions):
            assert int(x) & int(o) == 0 and int(x).bit_count() == int(o).bit_count() and int(x) | int(o) < 1 << 49
            stones.append((int(x) | int(o)).bit_count())
    assert stones == sorted(stones, reverse=True)


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
