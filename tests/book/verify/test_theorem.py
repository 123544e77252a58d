"""The certificate of Connect Four as the integers of its theorem, which Coq checks outside of these tests."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_each_row_stands_before_those_that_rely_on_it():
    """Each side's stones are on the board and as many, and the last row is the first move, in the middle."""
    program = ROOT / "book" / "verify" / "theorem" / "integers.py"
    certificate = ROOT / "data" / "known" / "6x7x4-gravity.proof"
    text = subprocess.run([sys.executable, program, certificate], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"\((Sheet|Move) ([^,]*), \[(.*)\]\)", text)
    assert rows[-1] == ("Move", str(1 << 21), "(0,0)")
    stones = []
    for kind, _, positions in rows:
        for x, o in re.findall(r"\((\d+),(\d+)\)", positions):
            assert int(x) & int(o) == 0 and int(x).bit_count() == int(o).bit_count() and int(x) | int(o) < 1 << 49
            if kind == "Move":
                stones.append((int(x) | int(o)).bit_count())
    assert stones == sorted(stones, reverse=True)
