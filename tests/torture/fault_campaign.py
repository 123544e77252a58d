"""Damaged books: every single bit of a small book flipped, and other faults by the thousand.

Run from the root: python -m tests.torture.fault_campaign [--every N] [--layout NAME] [--record FILE].
All cores share the work; with ``--every`` only each N-th fault is met. Books of all layouts are damaged
alike. Whatever is missed, ends with a traceback, or hangs is counted, and the campaign goes on; the last lines name it,
and the exit code is then 1. All single bits take hours: with ``--record`` what came of each part is kept in a file, a
line of JSON each, and a campaign that was stopped goes on from there.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from tests.faults import LAYOUTS, Fault, Patient, each_bit, gaps, random_faults, sound_book, summary

KINDS = {"bits": 4000, "bytes": 4000, "runs": 4000, "truncations": 2000, "zeroed pages": 1000}
"""Number of random faults of each kind for the whole file."""
COUNTS = ("found", "harmless", "missed", "lookup right", "lookup refused", "lookup wrong", "traceback", "hang")
AT_ONCE = 500
"""Number of faults in one process; a fault that ends the process costs no other its outcome."""
COMMAND_EVERY, THOROUGH_EVERY, GAP_EVERY = 50, 100, 500

Faults = Callable[[int], Fault]


class Kind(NamedTuple):
    """Faults of one kind, by their numbers."""

    name: str
    numbers: range
    fault: Faults
    gaps: list[range]
    """Bytes that seem unused: a fault there that a comparison of all tables does not show is met by a lookup and
    by verify only if it is a ``GAP_EVERY``-th."""


def kinds_of(content: bytes, every: int) -> Iterator[Kind]:
    """Yield all kinds of faults of a file."""
    yield Kind("each bit", range(0, 8 * len(content), every), lambda number: each_bit(content, number), gaps(content))
    for name, count in KINDS.items():
        faults = list(random_faults(content, name, max(count // every, 50)))
        yield Kind(name, range(len(faults)), faults.__getitem__, [])


def met(patient: Patient, kind: Kind, number: int) -> Counter[str]:
    """Return the outcomes of one fault."""
    fault = kind.fault(number)
    in_gap = any(fault.offset in gap for gap in kind.gaps)
    if in_gap and number % GAP_EVERY and patient.reads_as_before(fault):
        return Counter({"faults": 1, "harmless": 1})
    try:
        outcome = patient.suffer(fault, number % THOROUGH_EVERY == 0, number % COMMAND_EVERY == 0)
        counts = summary(iter([outcome]))
        if counts["missed"]:
            counts[f"! missed: {kind.name} {number}"] += 1
        return counts
    except Exception as error:
        return Counter({"faults": 1, "traceback": 1, f"! {kind.name} {number}: {error!r}"[:300]: 1})


def meet(patient: Patient, kind: Kind, numbers: range, told: Connection) -> None:
    """Apply some faults one after the other; send each number before it, and the counts at the end."""
    counts: Counter[str] = Counter()
    for number in numbers:
        told.send(number)
        counts += met(patient, kind, number)
    told.send(counts)


class Record:
    """Outcomes of the parts of a campaign, in a file that outlives it; without a file, nothing is kept."""

    def __init__(self, path: Path | None, content: bytes) -> None:
        self._path = path
        self._book = hashlib.sha256(content).hexdigest()

    def left(self, kind: Kind) -> tuple[list[range], Counter[str]]:
        """Return the numbers of a kind that are left, in parts, and the outcomes of the others in this very book."""
        met, total = set[int](), Counter[str]()
        if self._path and self._path.exists():
            for line in self._path.read_text().splitlines():
                part = json.loads(line)
                if (part["book"], part["kind"]) == (self._book, kind.name) and part["numbers"][2] == kind.numbers.step:
                    met.update(range(*part["numbers"]))
                    total += Counter(part["counts"])
        parts = [kind.numbers[start : start + AT_ONCE] for start in range(0, len(kind.numbers), AT_ONCE)]
        return [rest for part in parts for rest in _without(part, met)], total

    def keep(self, kind: Kind, numbers: range, counts: Counter[str]) -> None:
        """Write down what came of a part."""
        if self._path:
            part = [numbers.start, numbers.stop, numbers.step]
            line = {"book": self._book, "kind": kind.name, "numbers": part, "counts": counts}
            with self._path.open("a") as file:
                file.write(json.dumps(line) + "\n")


def _without(part: range, met: set[int]) -> Iterator[range]:
    """Yield the longest pieces of a range with none of these numbers."""
    start = 0
    for place, number in enumerate([*part, None]):
        if number is None or number in met:
            if start < place:
                yield part[start:place]
            start = place + 1


class Campaign:
    """All faults of a kind, shared out among processes that may end in the midst of one."""

    def __init__(self, patients: list[Patient], record: Record) -> None:
        self._patients = patients
        self._record = record
        self._processes = get_context("fork")

    def counts(self, kind: Kind) -> Counter[str]:
        """Return the outcomes of all faults of a kind."""
        waiting, total = self._record.left(kind)
        running, idle = dict[Connection, tuple[Patient, range, int]](), list(self._patients)
        while waiting or running:
            while waiting and idle:
                patient, numbers = idle.pop(), waiting.pop()
                here, there = self._processes.Pipe(duplex=False)
                self._processes.Process(target=meet, args=(patient, kind, numbers, there), daemon=True).start()
                there.close()
                running[here] = patient, numbers, numbers.start
            for one in wait(list(running)):
                assert isinstance(one, Connection)
                patient, numbers, at = running[one]
                try:
                    told = one.recv()
                except EOFError:  # the process was ended, by the timer or by the system
                    ended = Counter({"faults": 1, "hang": 1, f"! hang or crash: {kind.name} {at}": 1})
                    total += ended
                    place = numbers.index(at)
                    self._record.keep(kind, numbers[place : place + 1], ended)
                    waiting += [part for part in (numbers[:place], numbers[place + 1 :]) if part]
                    patient.recover()
                    told = Counter[str]()
                if isinstance(told, int):
                    running[one] = patient, numbers, told
                else:
                    total += told
                    if told:
                        self._record.keep(kind, numbers, told)
                    del running[one]
                    one.close()
                    idle.append(patient)
        return total


def from_the_shell(kind: Kind, patient: Patient) -> int:
    """Return how many faults of a kind were met by a lookup in its own process, none with a traceback."""
    numbers = kind.numbers[:: max(len(kind.numbers) // 12, 1)]
    text = patient.entries[max(patient.entries)].position.text
    for number in numbers:
        fault = kind.fault(number)
        data = bytearray(patient.content[: fault.size])
        data[fault.offset : fault.offset + len(fault.data)] = fault.data
        path = patient.path.with_name("shell.sqlite")
        path.write_bytes(data)
        command = [sys.executable, "-m", "oxobook", "lookup", text, "-b", str(path)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert run.returncode in (0, 2) and "Traceback" not in run.stderr, run.stderr
        assert run.stderr.count("\n") == (run.returncode == 2), run.stderr
    return len(numbers)


def main() -> None:
    """Let the faults befall the books, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--layout", choices=list(LAYOUTS), action="append")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", type=Path)
    asked, started, shells, found = parser.parse_args(), time.perf_counter(), 0, list[str]()
    memory = Path("/dev/shm")
    print("| layout | faults | |", " | ".join(COUNTS), "|")
    print("|---|---|---:|", "---:|" * len(COUNTS), sep="", flush=True)
    for layout in asked.layout or LAYOUTS:
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
            sound = Path(folder) / "sound.sqlite"
            sound_book(sound, layout)
            slots = [Path(folder) / str(number) for number in range(asked.processes)]
            for slot in slots:
                slot.mkdir()
            record = Record(asked.record, sound.read_bytes())
            patients = [Patient(sound, slot) for slot in slots]
            campaign = Campaign(patients, record)
            for kind in kinds_of(sound.read_bytes(), asked.every):
                counts = campaign.counts(kind)
                print(
                    f"| {layout} | {kind.name} |", " | ".join(f"{counts[name]:,}" for name in ("faults", *COUNTS)), "|"
                )
                by = ", ".join(f"{name[3:]} {count:,}" for name, count in counts.items() if name.startswith("by "))
                print(f"<!-- found first by: {by} -->", flush=True)
                found += [f"{layout}: {name[2:]}" for name in counts if name.startswith("! ")]
                shells += from_the_shell(kind, patients[0])
    print(f"\n{shells} more lookups, each in a process of its own; {time.perf_counter() - started:.0f} s in all")
    print(*found[:100], sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
