"""Damaged books: every single bit of a small book flipped, the file cut anywhere, and its sectors zeroed.

Run from the root: python -m tests.campaigns.fault_campaign [--every N] [--layout NAME].
All cores share the work; with ``--every`` only each N-th fault is met. Books of all layouts are damaged
alike. Whatever is missed, ends with a traceback, or hangs is counted, and the campaign goes on; the last lines name it,
and the exit code is then 1.
"""

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.campaigns.faults import LAYOUTS, Fault, Patient, each_bit, gaps, random_faults, sound_book, summary
from tests.campaigns.numbered import Meet, finish, outcomes

KINDS = {"truncations": 2000, "zeroed pages": 1000}
"""Number of random faults of each kind for the whole file."""
COUNTS = ("found", "harmless", "missed", "lookup right", "lookup refused", "lookup wrong", "traceback", "hang")
COMMAND_EVERY, THOROUGH_EVERY, GAP_EVERY = 50, 100, 500

Kind = tuple[str, range, Callable[[int], Fault], list[range]]
"""Name of a kind of faults, their numbers, the fault of a number, and bytes that seem unused: a fault there that a
comparison of all tables does not show is met by a lookup and by verify only if it is a ``GAP_EVERY``-th."""


def kinds_of(content: bytes, every: int) -> Iterator[Kind]:
    """Yield all kinds of faults of a file."""
    yield "each bit", range(0, 8 * len(content), every), partial(each_bit, content), gaps(content)
    for name, count in KINDS.items():
        faults = list(random_faults(content, name, max(count // every, 50)))
        yield name, range(len(faults)), faults.__getitem__, []


def begun(patients: list[Patient], kind: Kind, place: int) -> Meet:
    """Return what meets a fault of a kind in one of several processes, after one that may have left a fault behind."""
    patients[place].recover()
    return partial(met, patients[place], *kind[2:])


def met(patient: Patient, fault_of: Callable[[int], Fault], unused: list[range], number: int) -> Counter[str]:
    """Return the outcomes of one fault."""
    fault = fault_of(number)
    in_gap = any(fault.offset in gap for gap in unused)
    if in_gap and number % GAP_EVERY and patient.reads_as_before(fault):
        return Counter({"faults": 1, "harmless": 1})
    counts = summary(iter([patient.suffer(fault, number % THOROUGH_EVERY == 0, number % COMMAND_EVERY == 0)]))
    if counts["missed"]:
        counts[f"! missed: {number}"] += 1
    return counts


def main() -> None:
    """Let the faults befall the books, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--layout", choices=list(LAYOUTS), action="append")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked, started, found = parser.parse_args(), time.perf_counter(), Counter[str]()
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
            patients = [Patient(sound, slot) for slot in slots]
            for kind in kinds_of(sound.read_bytes(), asked.every):
                counts = outcomes(partial(begun, patients, kind), kind[1], len(slots))
                print(f"| {layout} | {kind[0]} |", " | ".join(f"{counts[name]:,}" for name in ("faults", *COUNTS)), "|")
                by = ", ".join(f"{name[3:]} {count:,}" for name, count in counts.items() if name.startswith("by "))
                print(f"<!-- found first by: {by} -->", flush=True)
                found.update(f"! {layout}, {kind[0]}: {name[2:]}" for name in counts if name.startswith("! "))
    finish(found, started)


if __name__ == "__main__":
    main()
