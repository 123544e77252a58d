"""Cases by their numbers, shared out among processes, any of which may end in the midst of one."""

import sys
from collections import Counter
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

Meet = Callable[[int], Counter[str]]
"""Function from a case's number to its outcomes; those that must not be begin with an exclamation mark."""
AT_ONCE, SAID = 500, 1_000
"""Number of cases of one process, and of those after which a line says how many there were."""


def outcomes(begin: Callable[[int], Meet], numbers: range, processes: int) -> Counter[str]:
    """Return the sum of the outcomes of all cases, of which each that ends its process is a ``hang``.

    ``begin``: called in each new process with its place among those that run at once.
    """
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


def _work(begin: Callable[[int], Meet], place: int, numbers: range, told: Connection) -> None:
    meet = begin(place)
    for number in numbers:
        try:
            told.send(meet(number))
        except Exception as error:
            told.send(Counter({"traceback": 1, f"! {number}: {error!r}"[:300]: 1}))
