"""What comes of a damaged book: faults by the hundred thousand, each judged, and the README's table of them.

Run from the root of the repository: python -m benchmarks.faults [--every N]. All cores share the work; with ``--every``
only each N-th of the single bits is flipped.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

from tests.faults import Fault, Patient, random_faults, sound_book, summary, table_bits

KINDS = {"bits": 4000, "bytes": 4000, "runs": 4000, "truncations": 2000, "zeroed pages": 1000}
"""How many random faults of each kind befall the whole file."""

COMMAND_EVERY, THOROUGH_EVERY, SHELL_EVERY = 50, 100, 10_000


def faults_of(kind: str, sound: Path, every: int) -> Iterator[Fault]:
    """All faults of a kind, in their order."""
    return (
        islice(table_bits(sound), 0, None, every)
        if kind == "each bit"
        else random_faults(sound.read_bytes(), kind, KINDS[kind])
    )


def share(kind: str, sound: Path, every: int, worker: int, workers: int) -> Counter[str]:
    """What comes of one worker's share of a kind's faults."""
    with tempfile.TemporaryDirectory(dir=sound.parent) as folder:
        patient = Patient(sound, Path(folder))
        faults = islice(faults_of(kind, sound, every), worker, None, workers)
        return summary(
            patient.suffer(fault, number % THOROUGH_EVERY == 0, number % COMMAND_EVERY == 0)
            for number, fault in enumerate(faults)
        )


def from_the_shell(kind: str, sound: Path, every: int) -> int:
    """How many faults of a kind were met by a lookup in a process of its own, none with a traceback."""
    content, done = sound.read_bytes(), 0
    step = SHELL_EVERY // every if kind == "each bit" else 400
    for fault in islice(faults_of(kind, sound, every), 0, None, max(step, 1)):
        data = bytearray(content[: fault.size])
        data[fault.offset : fault.offset + len(fault.data)] = fault.data
        path = sound.with_name("shell.sqlite")
        path.write_bytes(data)
        command = [sys.executable, "-m", "viewer", "lookup", "X../.O./...", "-b", str(path)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert run.returncode in (0, 2) and "Traceback" not in run.stderr, run.stderr
        assert run.stderr.count("\n") == (run.returncode == 2), run.stderr
        done += 1
    return done


def main() -> None:
    """Let the faults befall a book, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    every = parser.parse_args().every
    started, workers, shells = time.perf_counter(), os.cpu_count() or 1, 0
    memory = Path("/dev/shm")
    print("| faults | | found by verify | harmless | missed | lookup right | refused | wrong |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        sound = Path(folder) / "sound.sqlite"
        sound_book(sound)
        with ProcessPoolExecutor(workers) as pool:
            for kind in ("each bit", *KINDS):
                shares = [pool.submit(share, kind, sound, every, worker, workers) for worker in range(workers)]
                counts = sum((one.result() for one in shares), Counter[str]())
                names = ("faults", "found", "harmless", "missed", "lookup right", "lookup refused", "lookup wrong")
                print(f"| {kind} |", " | ".join(f"{counts[name]:,}" for name in names), "|", flush=True)
                by = ", ".join(f"{name[3:]} {count:,}" for name, count in counts.items() if name.startswith("by "))
                print(f"<!-- found first by: {by} -->", flush=True)
                shells += from_the_shell(kind, sound, every)
    print(f"\n{shells} more lookups, each in a process of its own; {time.perf_counter() - started:.0f} s in all")


if __name__ == "__main__":
    main()
