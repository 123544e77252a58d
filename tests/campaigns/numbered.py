"""Cases by their numbers, shared out among processes, any of which may end in the midst of one."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

Meet = Callable[[int], Counter[str]]
"""Function from a case's number to its outcomes; those that must not be begin with an exclamation mark."""
Begin = Callable[[int], Meet]
"""Function that is called in each new process with its place among those that run at once."""
AT_ONCE, SAID = 500, 1_000
"""Number of cases of one process, and of those after which a line says how many there were."""
Print = Callable[[Counter[str]], None]


def campaign(
    begin: Callable[[int], Begin], what: str, number: int, print_tables: Callable[[Counter[str]], None]
) -> None:
    """Meet as many cases as the command line says, and print what came of them; exit with 1 where one must not be.

    ``begin``: takes the number of cases. ``what``: what the cases are called. ``number``: how many there are unless
    the command line says so.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument(what, type=int, nargs="?", default=number)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    asked, began = vars(parser.parse_args()), time.perf_counter()
    fates = outcomes(begin(asked[what]), range(asked["first"], asked["first"] + asked[what]), asked["processes"])
    print_tables(fates)
    finish(fates, began)


def finish(fates: Counter[str], began: float) -> None:
    """Print the outcomes that must not be, and the time since the beginning, and exit."""
    found = sorted(fate[2:] for fate in fates if fate.startswith("! "))
    print("", *found[:50], f"{time.perf_counter() - began:.0f} s", sep="\n")
    sys.exit(bool(found))


def outcomes(begin: Begin, numbers: range, processes: int) -> Counter[str]:
    """Return the sum of the outcomes of all cases, of which each that ends its process is a ``hang``."""
    waiting = [numbers[start : start + AT_ONCE] for start in range(0, len(numbers), AT_ONCE)][::-1]
    running, idle, total, done = dict[Connection, tuple[int, range]](), [*range(processes)], Counter[str](), 0
    forked = get_context("fork")
    while waiting or running:
        while waiting and idle:
            place, part = idle.pop(), waiting.pop()
            here, there = forked.Pipe(duplex=False)
            forked.Process(target=_work, args=(begin, place, part, there), daemon=True).start()
            there.close()
            running[here] = place, part
        for one in wait(list(running)):
            assert isinstance(one, Connection)
            place, left = running.pop(one)
            try:
                total += one.recv()
                running[one] = place, left[1:]
            except EOFError:
                idle.append(place)
                if not left:
                    continue
                total += Counter({"hang": 1, f"! hang or crash: {left[0]}": 1})
                waiting += [left[1:]] if left[1:] else []
            done += 1
            if done % SAID == 0:
                print(f"{done:,} of {len(numbers):,}", file=sys.stderr)
    return total


def _work(begin: Begin, place: int, numbers: range, told: Connection) -> None:
    meet = begin(place)
    for number in numbers:
        try:
            told.send(meet(number))
        except Exception as error:
            told.send(Counter({"traceback": 1, f"! {number}: {error!r}"[:300]: 1}))
