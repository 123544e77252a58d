"""prove, killed again and again, goes on; and it keeps to its memory."""

import random
import subprocess
import sys
import time

import pytest

from oxobook.book import Rules
from oxobook.book.verify.check_certificate import check
from oxobook.generator.prove.checkpoint import checkpoint_path, load_table
from oxobook.generator.prove.prover import Prover

PROGRAM = """
from oxobook.generator.prove import proof
proof._INTERVAL = proof._SHARE = 0.1
from oxobook.commands.root import main
main({arguments!r})
"""


def started(*arguments):
    """The command in a process of its own, with a checkpoint every tenth of a second."""
    return subprocess.Popen([sys.executable, "-c", PROGRAM.format(arguments=["prove", *arguments])])


@pytest.mark.slow
def test_killed_again_and_again(tmp_path):
    """Killed three times at random moments of its work, it keeps what it had, and ends with a right certificate."""
    chance, out = random.Random(7), tmp_path / "4x7x4.proof"
    arguments = ["4x7x4", "--out", str(out), "--memory", "300MB", "--jobs", "1"]
    kept, best = checkpoint_path(out, "X"), 0
    for _ in range(3):
        with started(*arguments) as process:
            before, deadline = kept.stat().st_mtime_ns if kept.exists() else 0, time.monotonic() + 60
            while process.poll() is None and time.monotonic() < deadline:
                if kept.exists() and kept.stat().st_mtime_ns != before:
                    break
                time.sleep(0.02)
            time.sleep(chance.random())
            process.kill()
        if out.exists():
            break
        prover = Prover(Rules.parse("4x7x4"), "X", memory=300_000_000)
        assert load_table(prover, kept)
        settled = int((prover.table[1::2] != 0).sum())
        assert settled >= 0.9 * best  # entries that cost little give way to others
        best = max(best, settled)
    with started(*arguments) as process:
        assert out.exists() or process.wait() == 0
    assert check(out.read_bytes()).startswith("4x7x4: O does not lose")
    assert out.exists() and not kept.exists()
